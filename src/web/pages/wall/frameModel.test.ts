import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connected } from '#domain/answers/connection.ts';
import { gapOf } from '#domain/answers/gaps.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { readBoardSettings } from '#domain/wall/settings.ts';
import type { Wording } from '#domain/wall/words.ts';
import {
  type Alert,
  alertLines,
  alertsOf,
  asOfText,
  isDimmed,
  lightOf,
  lightReading,
  lostWords,
  standstillWords,
  pixelShift,
  trustIn,
} from './frameModel.ts';
import type { FleetTile } from './screens/fleetTiles.ts';

const wording: Wording = { now, clock, names: 'short', marks: 'shown' };
const minute = 60_000;
const here = { now, connection: connected };
const failure = { kind: 'offline', status: null, entries: [], retryAfter: null } as const;
const read = (ago: number | null, more: Partial<Reading> = {}): Reading => ({
  source: 'Reservations',
  asOf: ago === null ? null : now - ago,
  interval: minute,
  failure: null,
  ...more,
});

describe('a source’s light on the board', () => {
  test.each([
    ['fresh, with its age', read(12_000), { state: 'fresh', text: '12 s' }],
    ['fresh although the last attempt failed', read(30_000, { failure }), { state: 'fresh', text: '30 s' }],
    ['late by its time', read(4 * minute), { state: 'late', text: 'AS OF 1101L' }],
    ['stale by its time', read(35 * minute), { state: 'stale', text: 'AS OF 1030L' }],
    ['loading', read(null), { state: 'loading', text: 'not loaded yet' }],
    ['failed', read(null, { failure }), { state: 'failed', text: 'failed' }],
  ])('is %s', (_, reading, light) => {
    expect(lightOf(reading, wording, here)).toEqual(light);
  });

  test('counts the parts read until all are', () => {
    const counted = (known: number, total: number) => lightOf(read(12_000), wording, here, { known, total });
    expect(counted(3, 24)).toEqual({ state: 'loading', text: '3/24' });
    expect(counted(24, 24)).toEqual({ state: 'fresh', text: '12 s' });
    expect(counted(0, 0).text).toBe('12 s');
  });

  test('is not fresh while days or aircraft are missing', () => {
    const gaps = gapOf('day', 'not loaded yet', ['x']);
    expect(lightOf(read(12_000, { gaps }), wording, here)).toEqual({ state: 'loading', text: 'not all loaded' });
    expect(lightOf(read(4 * minute, { gaps }), wording, here).state).toBe('late');
    const both = lightReading([read(12_000), read(5_000, { gaps })], now);
    expect(both && lightOf(both, wording, here).state).toBe('loading');
  });

  test('is the worst of several sources with one name', () => {
    expect(lightReading([read(0), read(4 * minute)], now)?.asOf).toBe(now - 4 * minute);
    expect(lightReading([read(0), read(null)], now)?.asOf).toBeNull();
  });

  test('shows the last answer while the gateway is silent, and is never fresh', () => {
    const lost = { now, connection: { state: 'lost', lastAnswerAt: now - minute, nextTryAt: null } } as const;
    expect(lightOf(read(12_000), wording, lost)).toEqual({ state: 'stale', text: 'AS OF 1104L' });
    expect(lightOf(read(12_000), wording, lost, { known: 3, total: 24 }).text).toBe('AS OF 1104L');
    expect(lightOf(read(null), wording, lost)).toEqual({ state: 'loading', text: 'not loaded yet' });
    expect(lostWords(lost.connection, wording)).toBe('No connection since 1104L');
    expect(lostWords(lost.connection, { ...wording, marks: 'hidden' })).toBe('No connection since 1104');
    expect(lostWords({ ...lost.connection, lastAnswerAt: null }, wording)).toBe('No connection');
  });

  test('has no zone mark when the board has none', () => {
    expect(lightOf(read(4 * minute), { ...wording, marks: 'hidden' }, here).text).toBe('AS OF 1101');
  });

  test('uses Zulu on a Zulu board', () => {
    expect(lightOf(read(4 * minute), { ...wording, clock: { ...clock, mode: 'Z' } }, here).text).toBe('AS OF 1701Z');
  });
});

describe('a screen drawn from several sources', () => {
  test('is only as fresh as its worst loaded source', () => {
    expect(trustIn([read(0), read(0)], now)).toBe('fresh');
    expect(trustIn([read(0), read(4 * minute)], now)).toBe('late');
    expect(trustIn([read(60 * minute), read(4 * minute)], now)).toBe('stale');
    expect(trustIn([], now)).toBe('fresh');
  });

  test('is not less fresh because a source is still missing', () => {
    expect(trustIn([read(0), read(null)], now)).toBe('fresh');
  });

  test('is as old as its oldest source', () => {
    expect(asOfText([read(4 * minute), read(10 * minute), read(null)], wording)).toBe('AS OF 1055L');
    expect(asOfText([read(null)], wording)).toBeNull();
    expect(asOfText([], wording)).toBeNull();
  });
});

const at = (time: string) => Date.parse(`2026-05-12T${time}:00-06:00`);

describe('screen care', () => {
  test.each([
    ['2100-0600', '20:59', false],
    ['2100-0600', '21:00', true],
    ['2100-0600', '03:00', true],
    ['2100-0600', '06:00', false],
    ['1200-1300', '12:30', true],
    ['1200-1300', '13:00', false],
    ['', '03:00', false],
  ])('dims the screen with %s at %s: %s', (night, time, expected) => {
    expect(isDimmed(readBoardSettings({ night }).settings.night, at(time), clock.zone)).toBe(expected);
  });

  test('dims by the wall clock on clock-change days', () => {
    const night = { from: 90, to: 210 };
    // 0200 to 0300 does not exist on 8 March and exists twice on 1 November.
    const dimmedMinutes = (start: string, hours: number) =>
      Array.from({ length: hours * 60 }, (_, index) => Date.parse(start) + index * minute).filter((instant) =>
        isDimmed(night, instant, clock.zone),
      ).length;
    expect(dimmedMinutes('2026-03-08T07:00:00Z', 23)).toBe(60);
    expect(dimmedMinutes('2026-11-01T06:00:00Z', 25)).toBe(150);
    expect(dimmedMinutes('2026-05-12T06:00:00Z', 24)).toBe(120);
  });

  test('shifts the picture through nine positions, never beyond the limit', () => {
    const places = Array.from({ length: 27 }, (_, index) => pixelShift(at('00:00') + index * minute, 4));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(9);
    expect(Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(4);
  });

  test('shifts the picture one step at a time, so that nobody sees it jump', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (instant) => {
        const [before, after] = [pixelShift(instant, 1), pixelShift(instant + 3 * minute, 1)];
        expect(Math.max(Math.abs(after.x - before.x), Math.abs(after.y - before.y))).toBe(1);
      }),
    );
  });
});

const tile = (tail: string, more: Partial<FleetTile> = {}): FleetTile => ({
  id: tail,
  tail,
  highlight: 'none',
  activity: 'available',
  state: { word: 'available', detail: '', short: '' },
  next: null,
  noNext: 'nothing booked',
  noReminder: 'no reminders',
  reminder: null,
  isPlaceUnknown: false,
  squawk: null,
  grounds: null,
  isGrounded: more.highlight === 'grounded' || more.highlight === 'expired',
  flight: null,
  ...more,
});
const out = (time: string) => ({ kind: 'out' as const, at: at(time), text: `until ${time}` });
const late = (time: string, text: string) => ({ kind: 'out' as const, at: at(time), text, isLate: true });
const leaving = (time: string) => ({ kind: 'leaving' as const, at: at(time), text: `at ${time}` });

describe('aircraft alerts', () => {
  test('list aircraft that are grounded and out or leaving, and aircraft not back, by time', () => {
    expect(
      alertsOf([
        tile('N1AB', { highlight: 'open', activity: 'not back', flight: late('10:42', '+0:23') }),
        tile('N2AB', { highlight: 'expired', flight: leaving('12:30') }),
        tile('N3AB', { highlight: 'grounded', flight: leaving('11:30') }),
        tile('N4AB', { highlight: 'expired', activity: 'flying', flight: out('13:00') }),
        tile('N5AB', { highlight: 'expired', activity: 'not back', flight: late('10:30', '+0:35') }),
        tile('N6AB', { highlight: 'grounded' }),
        tile('N7AB', { highlight: 'missing', isGrounded: true }),
      ]),
    ).toEqual([
      {
        kind: 'grounded',
        label: 'Grounded',
        count: '4 out or leaving, of 6',
        entries: ['N5AB +0:35', 'N4AB until 13:00', 'N3AB at 11:30', 'N2AB at 12:30'],
        tails: ['N5AB', 'N4AB', 'N3AB', 'N2AB'],
      },
      { kind: 'open', label: 'Not back', count: '2', entries: ['N5AB +0:35', 'N1AB +0:23'], tails: ['N5AB', 'N1AB'] },
    ]);
  });

  test('leave out aircraft that stay on the ground, and fit aircraft that fly', () => {
    expect(
      alertsOf([
        tile('N1AB', { highlight: 'grounded' }),
        tile('N2AB', { highlight: 'expired' }),
        tile('N3AB', { highlight: 'warning', activity: 'flying', flight: out('13:00') }),
        tile('N4AB', { flight: leaving('11:30') }),
      ]),
    ).toEqual([]);
    expect(alertsOf([])).toEqual([]);
  });
});

const fiveTails = ['N1AB', 'N2AB', 'N3AB', 'N5AB', 'N6AB'];
const expired: Alert = {
  kind: 'grounded',
  label: 'Grounded',
  count: '5',
  entries: fiveTails.map((tail) => `${tail} at 1130L`),
  tails: fiveTails,
};
const open: Alert = { kind: 'open', label: 'Not back', count: '1', entries: ['N4AB +0:23'], tails: ['N4AB'] };

describe('alert lines', () => {
  test('use one line when everything fits', () => {
    expect(alertLines([expired, open], 72)).toEqual([
      [
        { ...expired, shown: expired.entries, more: 0 },
        { ...open, shown: open.entries, more: 0 },
      ],
    ]);
    expect(alertLines([], 60)).toEqual([]);
  });

  test('use one line each otherwise, without times that do not fit', () => {
    // The label takes 6.6, each tail 3.65 and the space after it 0.9, each time 4.65.
    const [[first] = [], [second] = []] = alertLines([expired, open], 32);
    expect([first?.shown, first?.more]).toEqual([fiveTails, 0]);
    expect(second?.shown).toEqual(['N4AB +0:23']);
  });

  test('shorten the count before the tail numbers', () => {
    const counted = { ...expired, count: '5 out or leaving, of 19' };
    const other = { ...open, entries: Array.from({ length: 12 }, () => 'N4AB +0:23') };
    const shown = (width: number) => {
      const [[first] = []] = alertLines([counted, other], width);
      return [first?.count, first?.shown.length];
    };
    expect(shown(50)).toEqual(['5 out or leaving, of 19', 5]);
    expect(shown(32)).toEqual(['5', 5]);
    expect(shown(21)).toEqual(['5', 2]);
    const many = Array.from({ length: 30 }, (_, index) => `N${100 + index}AB`);
    const [[cut] = []] = alertLines([{ ...counted, tails: many, entries: many }, other], 40);
    expect([cut?.count, cut?.shown.length, cut?.more]).toEqual(['5 out or leaving, of 19', 3, 27]);
  });

  test('count what does not fit on a line', () => {
    // The label takes 6.6, each tail 3.65 and `+2 more` 5 of the 23.
    const lines = alertLines([expired, open], 23);
    expect(lines.map((line) => line.map(({ shown, more }) => [shown.length, more]))).toEqual([[[2, 3]], [[1, 0]]]);
  });

  test('show or count every entry', () => {
    const entries = fc.array(fc.string({ minLength: 3, maxLength: 14 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(entries, entries, fc.integer({ min: 20, max: 120 }), (some, others, width) => {
        const given = [
          { ...expired, entries: some, tails: some },
          { ...open, entries: others, tails: others },
        ];
        const fitted = alertLines(given, width).flat();
        expect(fitted.map(({ shown, more }) => shown.length + more)).toEqual([some.length, others.length]);
        for (const { shown, entries: all } of fitted) expect(all.slice(0, shown.length)).toEqual(shown);
      }),
    );
  });

  test('are never wider than the screen', () => {
    const tails = fc.array(fc.stringMatching(/^N\d{1,3}[A-Z]{2}$/), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(tails, fc.integer({ min: 24, max: 120 }), (some, width) => {
        for (const line of alertLines([{ ...expired, entries: some, tails: some }], width)) {
          const letters = line.flatMap(({ shown }) => shown).reduce((sum, entry) => sum + entry.length * 0.66 + 0.9, 0);
          expect(letters).toBeLessThanOrEqual(width);
        }
      }),
    );
  });
});

describe('the red box while the gateway answers', () => {
  const source = (name: string, age: number | null, isFailed = false): Reading => ({
    source: name,
    asOf: age === null ? null : now - age * minute,
    interval: minute,
    failure: isFailed ? { kind: 'upstream', status: 502, entries: [], retryAfter: null } : null,
  });
  const words = (...readings: Reading[]) => standstillWords(readings, wording, now);

  test('says since when nothing new has come, and of what', () => {
    expect(words(source('Aircraft', 0), source('Squawks', 5))).toBeNull();
    expect(words(source('Aircraft', 7), source('Squawks', 9, true))).toBe('No new data since 1056L');
    expect(words(source('Aircraft', 1), source('Squawks', 9))).toBe('No new data since 1056L: squawks');
  });

  test('says that there is no data only after a failure: loading is none', () => {
    expect(words(source('Aircraft', null), source('Squawks', null))).toBeNull();
    expect(words(source('Aircraft', null, true), source('Squawks', null, true))).toBe('No data');
    expect(words(source('Aircraft', 1), source('Squawks', null, true))).toBe('No data: squawks');
  });
});
