import { describe, expect, test } from 'vitest';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { dateLimit, hour, item, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { read, sampleSchool, scheduleAt, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { type AttentionItem, type PutOff, stillPutOff, withoutSnoozed } from './attention.ts';
import { attentionOf, limitsAhead } from './findAttention.ts';
import { crew, people } from '#e2e/fixtures/samples/sampleAttention.ts';

const minute = 60_000;
const squawks = (...given: readonly object[]) =>
  new Map([
    [
      'a1',
      read(...given.map((one) => toSquawk({ groundAircraft: true, created: '2026-05-12T09:00', ...one }, 0, zone))),
    ],
  ]);

/** All matters that need attention at an instant; it is 1105L unless a test says otherwise. */
function found(reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = {}): AttentionItem[] {
  const index = readinessIndex(sources(reservations, { ...people, ...more }));
  return attentionOf({
    index,
    limits: limitsAhead(index.sources, index.sources.schedule),
    reservations: null,
    connection: null,
  });
}

/** Puts off every matter found. */
function putOff(items: readonly AttentionItem[], at = now, until = at + 12 * hour): PutOff[] {
  return items.map((attentionItem) => ({ ...attentionItem, until, at, by: 'Kim Lee', role: 'manager' }));
}

const keys = (items: readonly AttentionItem[]) => items.map(({ key }) => key);
const shown = (items: readonly AttentionItem[], putOffs: readonly PutOff[], at = now) =>
  withoutSnoozed(items, putOffs, at, zone.name).shown;

const brake = { squawkId: 's1', description: 'Left brake soft' };
const leak = { squawkId: 's2', description: 'Fuel leak' };

describe('a matter put off', () => {
  test('never hides another matter of the same aircraft: first a soft brake, then a fuel leak and a flight in 25 minutes', () => {
    const off = putOff(found([], { squawks: squawks(brake) }));
    expect(shown(found([], { squawks: squawks(brake) }), off)).toEqual([]);
    const flight = slot('soon', '11:30', '12:30', crew);
    const after = found([flight], { squawks: squawks({ ...brake, resolved: true }, leak) });
    expect(shown(after, off)).toMatchObject([{ words: 'Squawk: Fuel leak', behind: [{ key: 'soon' }] }]);
    // The service gives squawks no id, and one takes another's place in its list.
    const nameless = putOff(found([], { squawks: squawks({ description: 'Left brake soft' }) }));
    expect(shown(found([], { squawks: squawks({ description: 'Fuel leak' }) }), nameless)).toHaveLength(1);
  });

  test('returns for another squawk, an expired reminder, and a new flight', () => {
    const given = { squawks: squawks(brake) };
    const tomorrow = slot('tomorrow', '13T09:00', '13T10:00', crew);
    const off = putOff(found([tomorrow], given));
    const worse = (reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = given) =>
      shown(found(reservations, more), off).map(({ words }) => words);
    expect(worse([tomorrow])).toEqual([]);
    expect(worse([tomorrow], { squawks: squawks(leak, brake) })).toHaveLength(1);
    const reminders = new Map([['a1', read(item({ name: 'Annual', status: status(3) }))]]);
    expect(worse([tomorrow], { ...given, reminders })).toEqual(['Squawk: Left brake soft; Annual expired']);
    expect(worse([tomorrow, slot('new', '13T15:00', '13T16:00', crew)])).toHaveLength(1);
    // The same flight, earlier.
    expect(worse([slot('tomorrow', '13T08:00', '13T09:00', crew)])).toHaveLength(1);
    expect(worse([slot('tomorrow', '13T11:00', '13T12:00', crew)])).toEqual([]);
    // It was checked out although the aircraft is grounded.
    expect(worse([slot('tomorrow', '10:00', '12:00', { ...crew, status: 1 })])).toHaveLength(1);
    expect(worse([])).toEqual([]);
  });

  test('returns with the next step of lateness but not before, and for a new flight that waits for it', () => {
    const late = slot('late', '08:00', '10:50', { ...crew, status: 1 });
    const next = slot('next', '13:00', '14:00', crew);
    const off = putOff(found([late, next]));
    const at = (time: string, ...more: readonly TimedReservation[]) =>
      keys(shown(found([late, next, ...more], { now: onTheDay(time) }), off, onTheDay(time)));
    expect(at('11:19')).toEqual([]);
    expect(at('11:20')).toEqual(['not back late']);
    expect(at('11:10', slot('new', '16:00', '17:00', { pilots: [person('Ana Cruz')] }))).toEqual(['not back late']);
    // The flight is at risk only now, but it was booked when the aircraft was put off.
    const hourLate = putOff(found([late, next], { now: onTheDay('11:55') }), onTheDay('11:55'));
    const flightAtRisk = found([late, next], { now: onTheDay('12:30') });
    expect(flightAtRisk[0]?.behind.map(({ key }) => key)).toEqual(['next']);
    expect(shown(flightAtRisk, hourLate, onTheDay('12:30'))).toEqual([]);
  });
});

describe('putting a matter off', () => {
  test('ends at its time', () => {
    const items = found([], { squawks: squawks(brake) });
    const off = putOff(items, now, now + hour);
    expect(withoutSnoozed(items, off, now + hour - 1, zone.name)).toMatchObject({
      shown: [],
      snoozed: [{ item: items[0] }],
    });
    expect(shown(items, off, now + hour)).toEqual(items);
  });

  test('hides it for everyone, whoever put it off', () => {
    const items = found([], { squawks: squawks(brake, leak) });
    const less = putOff(found([], { squawks: squawks(brake) }));
    expect(shown(items, [...less, ...putOff(items)])).toEqual([]);
    expect(shown(items, less)).toEqual(items);
  });

  test('does not hide it when it was gone and comes back, wholly or partly', () => {
    const two = found([], { squawks: squawks(brake, leak) });
    const rest = found([], { squawks: squawks(leak) });
    const off = putOff(two);
    const still = (put: readonly PutOff[], items: readonly AttentionItem[], isWhole = true) =>
      stillPutOff(put, { items, isWhole }, now, zone.name);
    expect(still(off, two)[0]).toBe(off[0]);
    const left = still(off, rest);
    expect(shown(rest, left)).toEqual([]);
    expect(shown(two, left)).toEqual(two);
    expect(still(off, [])).toEqual([]);
    expect(still(left, two)).toEqual([]);
    expect(stillPutOff(off, { items: two, isWhole: true }, now + 12 * hour, zone.name)).toEqual([]);
    // The look was incomplete, so the matter may still exist.
    expect(still(off, [], false)).toEqual(off);
    expect(still(left, two, false)).toEqual([]);
  });
});

describe('time alone', () => {
  const school = sampleSchool(30, 2_000);
  const { reservations } = school.schedule;
  const items = (at: number) => {
    const index = readinessIndex({ ...school, schedule: scheduleAt(reservations, at), now: at });
    return attentionOf({
      index,
      limits: limitsAhead(index.sources, index.sources.schedule),
      reservations: null,
      connection: null,
    });
  };
  const before = items(now);
  const off = putOff(before, now, now + 36 * hour);

  const step = (attentionItem: AttentionItem | undefined) =>
    attentionItem?.evidence.find(({ says }) => says === 'not back')?.amount ?? 0;
  /** A shop visit for a limit has ended without clearing it. */
  const hasVisitEnded = ({ of }: AttentionItem, at: number) =>
    reservations.some(
      ({ kind, end, aircraftId }) => kind === 'Maintenance' && aircraftId === of && end > now && end <= at,
    );

  test.each([1, 7, 31, 90, 300, 755, 790, 1_400])(
    'brings no matter back within %i minutes, except for a step of lateness',
    (minutes) => {
      const at = now + minutes * minute;
      const known = new Map(before.map((attentionItem) => [attentionItem.key, attentionItem]));
      const returned = shown(items(at), off, at).filter(({ key }) => known.has(key));
      const byItself = returned.filter(
        (attentionItem) =>
          step(attentionItem) <= step(known.get(attentionItem.key)) && !hasVisitEnded(attentionItem, at),
      );
      expect(before.length).toBeGreaterThan(20);
      expect(byItself.map(({ key }) => key)).toEqual([]);
    },
  );

  test('brings no matter back at midnight, when another day of flights appears', () => {
    const reminders = new Map([['a1', read(item({ name: 'Annual', dateOptions: dateLimit('2026-05-01', 3) }))]]);
    const flights = [slot('tomorrow', '13T09:00', '13T10:00', crew), slot('after', '14T09:00', '14T10:00', crew)];
    const put = putOff(found(flights, { reminders }), now, onTheDay('13T06:00'));
    const later = onTheDay('13T00:05');
    const nextDay = found(flights, { reminders, now: later });
    expect(nextDay[0]?.behind).toHaveLength(2);
    expect(shown(nextDay, put, later)).toEqual([]);
  });

  test('brings no matter back when another limit comes within seven days', () => {
    const due = (name: string, day: string) => item({ maintenanceReminderId: name, name, dateOptions: dateLimit(day) });
    const reminders = new Map([['a1', read(due('Annual', '2026-05-15'), due('Oil', '2026-05-19'))]]);
    const put = putOff(found([], { reminders }), now, now + 24 * hour);
    const later = onTheDay('13T08:00');
    const nextDay = found([], { reminders, now: later });
    expect(nextDay[0]?.words).toContain('1 more within 7 days');
    expect(shown(nextDay, put, later)).toEqual([]);
  });
});
