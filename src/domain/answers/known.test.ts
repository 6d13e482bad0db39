import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { connected, isDoubtful, isExplained, lostText, nextTryText, pauseAfter } from './connection.ts';
import { type Failure, waitingUntil } from './failures.ts';
import { gapOf, gapsIn, gapsWithin, gapTexts } from './gaps.ts';
import { countText, knowledgeOf, lackText, noneText } from './known.ts';
import type { Reading } from './pageChecks.ts';

const minute = 60_000;
const situation = { now, clock, connection: connected };
const lost = { ...situation, connection: { state: 'lost', lastAnswerAt: now, nextTryAt: null } } as const;
const reading = (source: string, more: Partial<Reading> = {}): Reading => ({
  source,
  asOf: now - minute,
  interval: minute,
  failure: null,
  ...more,
});
const failure = (kind: Failure['kind'], status: number | null = null): Failure => ({
  kind,
  status,
  entries: [],
  retryAfter: null,
});
const unread = (...keys: readonly string[]) => gapOf('aircraft', 'not loaded yet', keys);

/** The text for an empty list, and for a count of 0. */
const said = (...readings: readonly Reading[]) => {
  const known = knowledgeOf(readings, situation);
  return [noneText(known, 'Nothing.').text, countText(known, 0, '0 in all'), lackText(known)];
};

describe('an empty list', () => {
  test('is stated once every source is complete and current', () => {
    expect(said(reading('Aircraft'), reading('Squawks'))).toEqual(['Nothing.', '0 in all', null]);
    expect(said()).toEqual(['Nothing.', '0 in all', null]);
  });

  test('groups the digits of a long count, with what is missing', () => {
    const known = knowledgeOf([reading('Aircraft'), reading('Squawks', { asOf: null })], situation);
    expect(countText(known, 1066, '1,066 in all')).toMatch(/^1,066, /);
  });

  test('is not known before each source has been read', () => {
    const absent = { asOf: null };
    expect(said(reading('Aircraft'), reading('Squawks', absent), reading('Reminders', absent))).toEqual([
      'Not known yet: waiting for squawks and reminders.',
      'Not known yet',
      'Not known yet',
    ]);
  });

  test('is not known until a given time if loading waits for it', () => {
    const until = waitingUntil(Date.parse('2026-05-12T17:07:30Z'));
    const [none] = said(reading('Squawks', { asOf: null, failure: until }));
    expect(none).toBe('Not known yet: waiting until 11:07:30L for squawks.');
  });

  test('is not known if a source could not be read', () => {
    const [none] = said(reading('Squawks', { asOf: null, failure: failure('forbidden', 403) }));
    expect(none).toBe('Not known: squawks could not be loaded.');
  });

  test('is not known if a part is missing: its size is counted, once if two sources lack the same', () => {
    const both = [reading('Reminders', { gaps: unread('a', 'b') }), reading('Squawks', { gaps: unread('b', 'c') })];
    expect(said(...both)).toEqual([
      'Not known yet: 3 aircraft not loaded yet.',
      '0, 3 aircraft not loaded yet',
      '3 aircraft not loaded yet',
    ]);
    const skipped = reading('Reservations', { gaps: gapOf('reservation', 'without a time', ['x']) });
    expect(said(skipped)[0]).toBe('Not known: 1 reservation without a readable time.');
  });

  test('is not known since the last new data, also while the gateway does not answer', () => {
    expect(said(reading('Aircraft', { asOf: now - 7 * minute }), reading('Squawks'))).toEqual([
      'Not known since 1058L.',
      'Not known',
      'as of 1058L',
    ]);
    const known = knowledgeOf([reading('Aircraft')], lost);
    expect(noneText(known, 'Nothing.').text).toBe('Not known since 1104L.');
    expect(noneText(knowledgeOf([reading('Aircraft', { asOf: null })], lost), 'Nothing.').text).toBe(
      'Not known yet: no connection.',
    );
  });

  test('is never stated while any source is absent, partial or old', () => {
    const states: readonly Partial<Reading>[] = [
      { asOf: null },
      { asOf: null, failure: failure('upstream', 502) },
      { asOf: null, failure: waitingUntil(now + minute) },
      { gaps: unread('a') },
      { asOf: now - 60 * minute },
    ];
    const sources = fc.array(fc.constantFrom({}, ...states), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sources, fc.boolean(), (members, isLost) => {
        const all = members.map((more, index) => reading(`Source ${index}`, more));
        const known = knowledgeOf(all, isLost ? lost : situation);
        const isClear = !isLost && members.every((more) => Object.keys(more).length === 0);
        expect(noneText(known, 'Nothing.').text === 'Nothing.').toBe(isClear);
        expect(noneText(known, 'Nothing.').isKnown).toBe(isClear);
        expect(countText(known, 0, '0 in all') === '0 in all').toBe(isClear);
        expect(lackText(known) === null).toBe(isClear);
      }),
    );
  });
});

test('a count states what is missing', () => {
  const known = knowledgeOf([reading('Reminders', { gaps: unread('a', 'b', 'c', 'd') })], situation);
  expect(countText(known, 3, '3 in all')).toBe('3, 4 aircraft not loaded yet');
  const waiting = knowledgeOf([reading('Reminders'), reading('Squawks', { asOf: null })], situation);
  expect(countText(waiting, 3, '3 in all')).toBe('3, waiting for squawks');
  const old = knowledgeOf([reading('Reminders', { asOf: now - 24 * 60 * minute })], situation);
  expect([countText(old, 3, '3 in all'), countText(old, 0, '0 in all')]).toEqual(['3', 'Not known']);
});

describe('the gaps of an answer', () => {
  const setAside = [{ index: 0, raw: 7, reason: 'no record' }];
  const aircraft = (aircraftId: string, more: object = {}) => ({
    aircraftId,
    records: [],
    setAside: [],
    failure: null,
    ...more,
  });

  test('include unread and failed aircraft, and unreadable records', () => {
    const answer = {
      aircraft: [
        aircraft('A1'),
        aircraft('A2', { records: null }),
        aircraft('A3', { records: null, failure: failure('upstream') }),
        aircraft('A4', { setAside }),
      ],
    };
    const gaps = gapsIn(answer, 'Reservations');
    expect(gapTexts(gaps)).toEqual([
      '1 aircraft not loaded yet',
      '1 aircraft could not be loaded',
      '1 record unreadable',
    ]);
    expect(gapTexts(gapsWithin(gaps, (id) => id !== 'a2'))).toEqual([
      '1 aircraft could not be loaded',
      '1 record unreadable',
    ]);
  });

  test('include missing days of a window, and reservations without a time', () => {
    const day = 24 * 3_600_000;
    const window = {
      missing: [
        { start: 0, end: 2 * day },
        { start: 5 * day, end: 5.5 * day },
      ],
      untimed: [{ key: 'x' }],
      shortfall: { said: 1_260, sent: 10 },
      setAside,
    };
    expect(gapTexts(gapsIn(window, 'Reservations'))).toEqual([
      '3 days not loaded yet',
      '1 record unreadable',
      '1 reservation without a readable time',
      '1,250 reservations not sent by the service',
    ]);
    // A longer window that lacks the same days.
    const longer = { ...window, missing: [...window.missing, { start: 9 * day, end: 10 * day }] };
    expect(gapTexts([window, longer].flatMap((one) => gapsIn(one, 'Reservations')))[0]).toBe('4 days not loaded yet');
  });

  test('count each of several identical records, but only once for answers that share them', () => {
    const twice = { setAside: [...setAside, ...setAside] };
    const near = gapsIn(twice, 'Reservations');
    expect(gapTexts([...near, ...gapsIn(twice, 'Reservations')])).toEqual(['2 records unreadable']);
    expect(gapTexts([...near, ...gapsIn({ setAside }, 'Aircraft')])).toEqual(['3 records unreadable']);
    const each = { aircraft: [aircraft('A1', { setAside }), aircraft('A2', { setAside })] };
    expect(gapTexts(gapsIn(each, 'Reminders'))).toEqual(['2 records unreadable']);
  });

  test('include people and days of a month, and are empty if the answer does not say', () => {
    expect(gapTexts(gapsIn({ isComplete: false }, 'Reservations'))).toEqual(['people not all loaded']);
    expect(gapsIn({ isComplete: true }, 'Reservations')).toEqual([]);
    const days = [
      { day: '2026-05-12', isKnown: false },
      { day: '2026-05-13', isKnown: true },
    ];
    expect(gapTexts(gapsIn({ days }, 'Reservations'))).toEqual(['1 day not loaded yet']);
    expect([null, 'text', {}].flatMap((one) => gapsIn(one, 'Reservations'))).toEqual([]);
  });
});

describe('the connection to the gateway', () => {
  test('shows the time of the last answer of any kind, by the clock shown', () => {
    const since = { ...lost.connection, lastAnswerAt: Date.parse('2026-05-11T19:29:00Z') };
    expect(lostText(lost.connection, now, clock)).toBe('No connection since 1105L');
    expect(lostText(since, now, clock)).toBe('No connection since yesterday 1329L');
    expect(lostText(since, now, { ...clock, mode: 'Z' })).toBe('No connection since yesterday 1929Z');
    expect(lostText({ ...since, lastAnswerAt: null }, now, clock)).toBe('No connection');
  });

  test('shows the time of the next try', () => {
    expect(nextTryText({ ...lost.connection, nextTryAt: now + 12_000 }, now)).toBe('Next try in 12 s');
    expect(nextTryText(lost.connection, now)).toBe('Trying again…');
    const pauses = [0, 1, 2, 3, 20].map(pauseAfter);
    expect(pauses).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  test('is in doubt if nothing answered, or a proxy answered for the gateway', () => {
    expect(isDoubtful(failure('offline'))).toBe(true);
    expect(isDoubtful(failure('timeout'))).toBe(true);
    expect(isDoubtful(failure('upstream', 502))).toBe(true);
    expect(isDoubtful({ ...failure('upstream', 502), entries: [{ message: 'No.' }] })).toBe(false);
    expect(isDoubtful(failure('upstream', 500))).toBe(false);
    expect(isDoubtful(failure('not allowed'))).toBe(false);
  });

  test('explains passing failures once it is lost, and missing answers while it is in doubt', () => {
    const states = ['there', 'in doubt', 'lost'] as const;
    const explained = (given: Failure) => states.map((state) => isExplained(given, { ...connected, state }));
    expect(explained(failure('offline'))).toEqual([false, true, true]);
    expect(explained(failure('upstream', 502))).toEqual([false, false, true]);
    expect(explained(failure('forbidden', 403))).toEqual([false, false, false]);
  });
});
