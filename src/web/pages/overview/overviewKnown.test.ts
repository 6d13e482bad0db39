import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connected } from '#domain/answers/connection.ts';
import { waitingUntil } from '#domain/answers/failures.ts';
import { gapOf } from '#domain/answers/gaps.ts';
import { knowledgeOf } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { groupCounters } from '#domain/readiness/fleetLists.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import type { AttentionItem } from '#domain/overview/attention.ts';
import { attentionOf } from '#domain/overview/findAttention.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { RequestFailure } from '#web/data/client.ts';
import { clock, hour, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import { flightsOf } from './flightsModel.ts';
import {
  attentionWords,
  changesShown,
  dutyOf,
  fillText,
  modelsShown,
  type OverviewReadings,
  sinceText,
  snoozeChoices,
  snoozeText,
  sourcesOf,
} from './overviewModel.ts';

const ofAnyKind = { isOfOneKind: false, hasAircraft: true };

const situation = { now, clock, connection: connected };
/** It is Tuesday 12 May, 1105L, and everything is known. */
const at = { ...situation, narrowing: everywhere, lists: null, known: knowledgeOf([], situation) };
const active = { id: 1, name: 'active' };

const shiftStart = onTheDay('06:00');
const aLog = { entries: [], total: 0, all: 5, next: null, from: '2026-05-01T00:00:00Z', at: '2026-05-12T17:05:00Z' };
const fleet = [{ aircraftId: '1', tailNumber: 'N1', model: { name: '172S' }, status: active }];

const allSources = [
  'reservations',
  'history',
  'week',
  'aircraft',
  'reminders',
  'squawks',
  'instructors',
  'people',
  'log',
] as const;
type SourceName = (typeof allSources)[number];

/** The texts of each part for a school without findings, whose given sources are not loaded. */
function textsWithout(unread: ReadonlySet<SourceName>, how: Partial<Reading> = { asOf: null }) {
  const has = <Value>(name: SourceName, value: Value) => (unread.has(name) ? null : value);
  const readings = Object.fromEntries(
    allSources.map((source) => [
      source,
      { source, asOf: now, interval: hour, failure: null, ...(unread.has(source) ? how : {}) },
    ]),
  ) as OverviewReadings;
  const isThere = how.asOf !== null;
  const records = <Item>(name: SourceName) =>
    unread.has(name) && !isThere ? new Map() : new Map([['1', read<Item>()]]);
  const hasReservations = isThere || !(unread.has('reservations') || unread.has('history'));
  const index = readinessIndex(
    sources([], {
      fleet: isThere ? fleet : has('aircraft', fleet),
      reminders: records<DueItem>('reminders'),
      squawks: records<Squawk>('squawks'),
      instructors: has('instructors', []),
      users: has('people', []),
    }),
  );
  const rows = assessFleet(index.sources.fleet ?? [], index, hasReservations);
  const known = (part: Parameters<typeof sourcesOf>[0]) => knowledgeOf(sourcesOf(part, readings), situation);
  const isWeekThere = isThere || !unread.has('week');
  const items = attentionOf({ index, limits: isWeekThere ? new Map() : null, reservations: null, connection: null });
  const flightsShown = flightsOf(index, { ...at, known: known('flights'), max: 12 });
  return {
    attention: attentionWords({ shown: items, snoozed: [], isPutOffKnown: true }, ofAnyKind, known('attention')),
    flights: [flightsShown.departures, flightsShown.returns, flightsShown.lateCount, flightsShown.lateNone],
    models: [modelsShown(rows, at, known('models')), groupCounters(rows, known('models'))],
    duty: dutyOf([], isWeekThere ? [] : null, { ...at, known: known('duty') }),
    changes: changesShown(has('log', aLog), shiftStart, at, known('changes')),
  };
}

const needs = {
  attention: ['reservations', 'history', 'week', 'aircraft', 'reminders', 'squawks', 'instructors', 'people'],
  flights: ['reservations', 'history'],
  models: ['aircraft', 'reservations', 'history', 'reminders', 'squawks'],
  duty: ['instructors', 'reservations', 'history', 'week'],
  changes: ['log', 'reservations'],
} as const satisfies Record<string, readonly SourceName[]>;
const allClear = /"(Nothing |No |None|0 in all|0 busy|1 in all)/;

describe('a part of the overview', () => {
  test('says that it is empty when everything has been read', () => {
    const all = textsWithout(new Set());
    for (const texts of Object.values(all)) expect(JSON.stringify(texts)).toMatch(allClear);
    expect(all.models[1]).toMatchObject({ counters: [{ group: 'available', count: 1 }], lack: null });
  });

  test.each([
    ['unread', { asOf: null }],
    ['waiting', { asOf: null, failure: waitingUntil(now + hour) }],
    ['failed', { asOf: null, failure: new RequestFailure('upstream', { status: 502 }).failure }],
    ['partial', { gaps: gapOf('day', 'not loaded yet', ['x']) }],
    ['old', { asOf: now - 20 * hour }],
  ] as const)('says “Not known” while any source it needs is %s', (_, how) => {
    fc.assert(
      fc.property(fc.subarray([...allSources], { minLength: 1 }), (names) => {
        const unread = new Set(names);
        const texts = textsWithout(unread, how);
        for (const part of ['attention', 'flights', 'models', 'duty', 'changes'] as const) {
          const isWhole = !needs[part].some((name) => unread.has(name));
          const text = JSON.stringify(texts[part]);
          expect(allClear.test(text), `${part} without ${names.join(', ')}: ${text}`).toBe(isWhole);
          if (!isWhole) expect(text).toMatch(/Not known/);
        }
      }),
    );
  });

  test('counts what has been found and says what is missing', () => {
    const part = knowledgeOf([{ source: 'Reminders', asOf: now, interval: hour, failure: null, gaps }], situation);
    const { departures } = flightsOf(readinessIndex(sources([slot('a', '12:00', '13:00')])), {
      ...at,
      known: part,
      max: 12,
    });
    expect(departures).toMatchObject({ total: 1, count: '1, 4 aircraft not loaded yet' });
    expect(groupCounters([], part)).toEqual({
      counters: [{ group: 'available', count: 0, word: 'can go', note: null, step: 0 }],
      lack: '4 aircraft not loaded yet',
    });
    const item = { key: 'k' } as AttentionItem;
    const putOff = { shown: [item], snoozed: [item], isPutOffKnown: true };
    expect(attentionWords(putOff, ofAnyKind, part).count).toBe('1, 1 put off, 4 aircraft not loaded yet');
    expect(attentionWords(putOff, { ...ofAnyKind, isOfOneKind: true }, at.known).count).toBe('1 in all, 1 put off');
    expect(attentionWords({ shown: [item], snoozed: [], isPutOffKnown: false }, ofAnyKind, at.known).count).toBe(
      '1 in all, put off not known yet',
    );
  });
  const gaps = gapOf('aircraft', 'not loaded yet', ['a', 'b', 'c', 'd']);

  test('says when the change log began, if that was after the shift started', () => {
    const none = (from: string) => changesShown({ ...aLog, from }, shiftStart, at, at.known).none.text;
    expect(none('2026-05-12T11:59:00Z')).toBe('Nothing has changed since the shift began.');
    expect(none('2026-05-12T16:10:00Z')).toBe('Nothing has changed since 1010L, when the log began.');
  });
});

describe('the first load of a school', () => {
  const set = { asOf: null, targetAge: 60, expectedAge: 60, failure: null };
  const state = (parts: number, known: number) => ({
    sets: [
      { ...set, set: 'reminders' as const, parts, known },
      { ...set, set: 'report' as const, parts: 9, known: 0 },
    ],
    findings: [],
    incomplete: { count: 0, parts: [] },
    storage: { isDurable: false, trouble: null },
    resumesAt: null,
  });
  test('shows its progress in parts until all are read', () => {
    expect(fillText(state(0, 0))).toEqual({ text: 'Loading this school for the first time', share: 0 });
    expect(fillText(state(40, 10))).toEqual({
      text: 'Loading this school for the first time: 10 of 40 parts loaded',
      share: 0.25,
    });
    expect(fillText(state(40, 40))).toBeNull();
    expect(fillText(null)?.share).toBe(0);
  });
});

describe('putting off', () => {
  test('lasts one hour, four hours or until the morning, even across a clock change', () => {
    expect(snoozeChoices(at)).toEqual([
      { until: now + hour, label: '1 hour, until 1205L' },
      { until: now + 4 * hour, label: '4 hours, until 1505L' },
      { until: onTheDay('13T06:00'), label: 'until tomorrow 0600L' },
    ]);
    const beforeSpring = Date.parse('2026-03-07T20:00:00-07:00');
    expect(snoozeChoices({ now: beforeSpring, clock })[2]).toEqual({
      until: Date.parse('2026-03-08T06:00:00-06:00'),
      label: 'until tomorrow 0600L',
    });
  });

  test('shows who put the matter off, when and until when', () => {
    const snooze = { key: 'k', severity: 1, by: 'Kim Lee', at: now - hour, until: now + hour };
    expect(snoozeText(snooze, at)).toBe('put off by Kim Lee at 1005L until 1205L');
  });

  test('shows since when the matter exists', () => {
    expect(sinceText(null, at)).toBe('');
    expect(sinceText(now + 1, at)).toBe('');
    expect(sinceText(now - 35 * 60_000, at)).toBe('since 1030L, 35 min');
    expect(sinceText(onTheDay('05T10:00'), at)).toBe('since Tue 5 May');
  });
});
