import type { FreeForm } from '#contract/objects.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseList } from '#contract/answers.ts';
import { daysShape, type DaySummary } from '#contract/gateway/replica.ts';
import { byStart, isTimed, toReservation } from '#domain/reservations/reservations.ts';
import { dueItems } from '#domain/maintenance/dueList.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { groundedIn } from '#domain/readiness/readinessIndex.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { conflictsOfReservations, findConflicts } from '#domain/conflicts/conflicts.ts';
import { flyingHours, loadOf } from '#domain/calendar/dayLoad.ts';
import { calendarDays, countKinds, notableOf } from '#domain/calendar/days.ts';
import { atOnce } from '#domain/steps.ts';
import { addDays, daySpan, overlaps } from '#domain/time/time.ts';
import {
  type SampleOperator,
  sampleOperator,
  daysFrom,
  sampleNow,
  sampleReplica,
  type SampleReplica,
  sampleZone as zone,
  storedReservation,
} from '#e2e/servers/sampleOperator.ts';
import { slimReservation } from './slim.ts';
import type { PartStatus, ReplicaStatus } from './status.ts';
import { rowsIn } from './daySources.ts';
import { createDays } from './days.ts';

/** A reservation of N1 on a day of November: `20T08:00`. */
function slot(id: string, from: string, to: string, more: FreeForm = {}): FreeForm {
  return {
    reservationId: id,
    startTime: `2026-11-${from}:00-07:00`,
    endTime: `2026-11-${to}:00-07:00`,
    reservationType: { displayTypeId: 0, name: 'Rental' },
    reservationStatus: { id: 0, name: 'Reserved' },
    aircraft: { aircraftId: 'a1', tailNumber: 'N1' },
    ...more,
  };
}

const maintenance = { reservationType: { displayTypeId: 1, name: 'Maintenance' } };

function ask(
  replica: SampleReplica,
  first: string,
  last: string,
  status: Partial<ReplicaStatus> = {},
  days = createDays(replica.storage),
) {
  const body = days(first, last, replica.status(status)).body();
  return daysShape.parse(JSON.parse(body));
}

type Beside = {
  readonly reminders?: readonly FreeForm[];
  /** Null while they have not been read. */
  readonly squawks?: readonly FreeForm[] | null;
};

/** A fleet of one, with all data that conflicts depend on, and three weeks of reservations around Friday the 20th. */
function school(records: readonly FreeForm[], more: Beside = {}) {
  const replica = sampleReplica();
  replica.put('aircraft', 'aircraftId', [{ aircraftId: 'a1', tailNumber: 'N1', status: { id: 1, name: 'Active' } }]);
  replica.put('reminders', 'maintenanceReminderId', more.reminders ?? [], { scope: 'a1' });
  if (more.squawks !== null) replica.put('squawks', 'squawkId', more.squawks ?? [], { scope: 'a1' });
  replica.putReservations('2026-11-06', 29, records);
  return replica;
}

const dayOf = (replica: SampleReplica, day: string, status: Partial<ReplicaStatus> = {}): DaySummary => {
  const [summary] = ask(replica, day, day, status).days;
  if (!summary) throw new Error(`No summary of ${day}.`);
  return summary;
};

describe('the summary of a day', () => {
  it('counts by kind, adds up the hours within the day, and names three', () => {
    const night = slot('night', '19T22:00', '20T01:30');
    const replica = school([
      night,
      slot('a', '20T12:00', '20T14:00'),
      slot('sim', '20T15:00', '20T16:00', { aircraft: { aircraftId: 's1', tailNumber: 'Sim', isSimulator: true } }),
      slot('shop', '20T18:00', '20T20:00', maintenance),
      slot('class', '20T18:00', '20T20:00', { reservationType: { displayTypeId: 2, name: 'Class' }, aircraft: null }),
    ]);
    const day = dayOf(replica, '2026-11-20');
    expect(day).toMatchObject({
      day: '2026-11-20',
      isKnown: true,
      counts: { Standard: 3, Maintenance: 1, Class: 1 },
      hours: 3.5,
      load: 3.5 / 16,
    });
    // A possible conflict is counted, not named.
    expect(day.conflicts?.possible).toBeGreaterThan(0);
    expect(day.notable.map(({ why }) => why)).toEqual(['maintenance', 'early', 'early']);
    expect(day.notable[1]?.record).toEqual(slimReservation(night));
  });

  it('of an unread day is marked, and says nothing of conflicts there or later', () => {
    const replica = school([]);
    const { days, resumesAt } = ask(replica, '2026-12-04', '2026-12-06', { resumesAt: sampleNow });
    expect(days.map(({ day, isKnown, conflicts }) => [day, isKnown, conflicts])).toEqual([
      ['2026-12-04', true, { definite: 0, possible: 0 }],
      ['2026-12-05', false, null],
      ['2026-12-06', false, null],
    ]);
    expect(resumesAt).toBe('2026-11-20T18:05:00.000Z');
  });

  it('counts the reservations of an aircraft that a squawk grounds, and knows nothing before its squawks', () => {
    const flights = [slot('a', '20T12:00', '20T14:00'), slot('b', '20T15:00', '20T16:00')];
    const leak = { squawkId: 'q', description: 'Fuel leak', groundAircraft: true };
    const replica = school(flights, { squawks: [leak] });
    expect(dayOf(replica, '2026-11-20').conflicts).toEqual({ definite: 2, possible: 0 });
    replica.put('squawks', 'squawkId', [{ ...leak, resolved: '2026-11-20T11:00:00' }], { scope: 'a1' });
    expect(dayOf(replica, '2026-11-20').conflicts).toEqual({ definite: 0, possible: 0 });
    expect(dayOf(school(flights, { squawks: null }), '2026-11-20').conflicts).toBeNull();
  });

  it('has no load without aircraft', () => {
    const replica = sampleReplica();
    replica.putReservations('2026-11-06', 29, []);
    expect(dayOf(replica, '2026-11-20').load).toBeNull();
  });

  it('counts a reservation that began before all held days and is still running', () => {
    const shop = storedReservation({
      ...slot('shop', '20T00:00', '22T00:00', maintenance),
      startTime: '2026-10-01T07:00:00Z',
    });
    expect(dayOf(school([]), '2026-11-21', { running: () => [shop] }).counts).toEqual({ Maintenance: 1 });
  });

  it('counts a record with a member of the wrong kind, as screens do', () => {
    const replica = school([
      slot('odd', '20T12:00', '20T13:00', { pilots: 'nobody' }),
      slot('a', '20T14:00', '20T15:00'),
    ]);
    expect(dayOf(replica, '2026-11-20').counts).toEqual({ Standard: 2 });
  });
});

describe('conflicts', () => {
  const twice = [slot('a', '20T12:00', '20T14:00'), slot('b', '20T13:00', '20T15:00')];

  it('count every reservation involved in one, definite ones apart', () => {
    const unknown = { reservationType: { displayTypeId: 77, name: 'Something' } };
    const replica = school([...twice, slot('c', '20T18:00', '20T20:00', unknown), slot('d', '20T19:00', '20T21:00')]);
    expect(dayOf(replica, '2026-11-20').conflicts).toEqual({ definite: 2, possible: 2 });
  });

  it('of a long reservation count on each of its days', () => {
    const replica = school([slot('shop', '20T12:00', '23T12:00', maintenance), slot('a', '22T12:00', '22T14:00')]);
    const { days } = ask(replica, '2026-11-20', '2026-11-24');
    expect(days.map(({ conflicts }) => conflicts?.definite)).toEqual([1, 1, 2, 1, 0]);
  });

  it('are settled when one of the two has ended or is completed', () => {
    const replica = school(twice);
    const later = Date.parse('2026-11-20T21:30:00Z');
    const days = createDays(replica.storage);
    expect(ask(replica, '2026-11-20', '2026-11-20', {}, days).days[0]?.conflicts?.definite).toBe(2);
    expect(ask(replica, '2026-11-20', '2026-11-20', { now: later }, days).days[0]?.conflicts?.definite).toBe(0);
  });

  it('with an Expired reminder are definite', () => {
    const reminder = { maintenanceReminderId: 'r1', name: 'Annual', status: { id: 3, name: 'Expired' } };
    const replica = school([slot('a', '24T12:00', '24T14:00')], { reminders: [reminder] });
    expect(dayOf(replica, '2026-11-24').conflicts).toEqual({ definite: 1, possible: 0 });
  });

  it('with a passed date are possible only after a shop visit that is for it, by its name', () => {
    const reminder = {
      maintenanceReminderId: 'r1',
      name: 'Annual',
      status: { id: 2, name: 'Warning' },
      dateOptions: { typeStatus: { id: 2, name: 'Warning' }, expirationDate: '2026-11-21T00:00:00' },
    };
    const visit = (displayName: string) => slot('shop', '22T08:00', '23T18:00', { ...maintenance, displayName });
    const replica = school([visit('Radio swap'), slot('a', '24T12:00', '24T14:00')], { reminders: [reminder] });
    const conflicts = () => dayOf(replica, '2026-11-24').conflicts;
    expect(conflicts()).toEqual({ definite: 1, possible: 0 });
    replica.putReservations('2026-11-22', 1, [visit('Annual')]);
    expect(conflicts()).toEqual({ definite: 0, possible: 1 });
  });

  it('are unknown while the aircraft list or the reminders of an active aircraft are', () => {
    const replica = school(twice);
    const { parts } = replica.status();
    const unread = (scope: string): PartStatus => ({
      scope,
      isRare: false,
      ageMs: null,
      expectedMs: 1,
      revision: 0,
      facts: null,
      failure: null,
    });
    const without = (set: string) => ({
      parts: (wanted: Parameters<typeof parts>[0]) =>
        wanted === set ? [unread(set === 'aircraft' ? '' : 'a1')] : parts(wanted),
    });
    expect(dayOf(replica, '2026-11-20').conflicts).not.toBeNull();
    expect(dayOf(replica, '2026-11-20', without('aircraft')).conflicts).toBeNull();
    expect(dayOf(replica, '2026-11-20', without('reminders')).conflicts).toBeNull();
    replica.put('aircraft', 'aircraftId', [
      { aircraftId: 'a1', status: { id: 1 } },
      { aircraftId: 'a2', status: { id: 2 } },
      { aircraftId: 'a3', status: { name: 'Inactive' } },
    ]);
    expect(dayOf(replica, '2026-11-20').conflicts).not.toBeNull();
    replica.put('aircraft', 'aircraftId', [
      { aircraftId: 'a1', status: { id: 1 } },
      { aircraftId: 'a2', status: { id: 1 } },
    ]);
    expect(dayOf(replica, '2026-11-20').conflicts).toBeNull();
  });
});

describe('summaries requested again', () => {
  it('read only the cells that have changed', () => {
    const replica = school([slot('a', '20T12:00', '20T14:00'), slot('b', '24T12:00', '24T14:00')]);
    const read: string[] = [];
    const overlapping: typeof replica.storage.overlapping = (from, to) => {
      if (to - from > 1) read.push(new Date(from).toISOString().slice(0, 10));
      return replica.storage.overlapping(from, to);
    };
    const days = createDays({ ...replica.storage, overlapping });
    const counts = () =>
      ask(replica, '2026-11-20', '2026-11-24', {}, days).days.map((day) => day.counts['Standard'] ?? 0);
    expect(counts()).toEqual([1, 0, 0, 0, 1]);
    read.length = 0;
    replica.putDay('2026-11-24', [slot('b', '24T12:00', '24T14:00'), slot('c', '24T15:00', '24T16:00')]);
    expect(counts()).toEqual([1, 0, 0, 0, 2]);
    expect(read).toEqual(['2026-11-24']);
  });

  it('have a key that changes with content, and every five minutes, because ended reservations have no conflicts', () => {
    const replica = school([]);
    const days = createDays(replica.storage);
    const keyAt = (now: number) => days('2026-11-20', '2026-11-24', replica.status({ now })).key;
    const key = keyAt(sampleNow);
    expect(keyAt(sampleNow + 299_000)).toBe(key);
    expect(keyAt(sampleNow + 300_000)).not.toBe(key);
    replica.putDay('2026-11-06', []);
    expect(keyAt(sampleNow)).not.toBe(key);
  });

  it('are the same whatever else is summarized between their steps', () => {
    // More than one step has, and no two of one aircraft at one time: only the squawk is against them.
    const flights = Array.from({ length: 2_600 }, (_, index) => {
      const [day, place] = [18 + (index % 11), Math.floor(index / 11)];
      const [hour, aircraft] = [String(place % 22).padStart(2, '0'), 1 + Math.floor(place / 22)];
      return slot(`f${index}`, `${day}T${hour}:00`, `${day}T${hour}:50`, { aircraft: { aircraftId: `a${aircraft}` } });
    });
    const shop = [19, 21, 25].map((day) => slot(`shop${day}`, `${day}T06:00`, `${day}T09:00`, maintenance));
    const leak = { squawkId: 'q', description: 'Fuel leak', groundAircraft: true };
    const replica = school([...flights, ...shop], { squawks: [leak] });
    // Beyond the forecast, so that ranges differ in their maintenance.
    const [startTime, endTime] = ['2026-12-06T15:00:00Z', '2026-12-06T18:00:00Z'];
    replica.putDay('2026-12-06', [{ ...slot('late', '20T06:00', '20T09:00', maintenance), startTime, endTime }]);
    const ranges = [
      ['2026-11-18', '2026-11-28'],
      ['2026-11-24', '2026-12-07'],
      ['2026-11-20', '2026-11-21'],
    ] as const;
    const alone = ranges.map(([first, last]) => ask(replica, first, last));
    expect(alone.flatMap(({ days }) => days).some((day) => (day.conflicts?.definite ?? 0) > 0)).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 }), { minLength: 200, maxLength: 200 }), (turns) => {
        const days = createDays(replica.storage);
        const running = ranges.map(([first, last]) => days(first, last, replica.status()).steps?.());
        const ended: (string | undefined)[] = [];
        const step = (place: number) => {
          const next = ended[place] === undefined ? running[place]?.next() : undefined;
          if (next?.done) ended[place] = next.value.toString();
        };
        for (const place of turns) step(place);
        for (const place of ranges.keys()) for (let count = 0; count < 200; count++) step(place);
        expect(ended.map((body) => daysShape.parse(JSON.parse(body ?? 'null')))).toEqual(alone);
      }),
      { numRuns: 15 },
    );
  });
});

describe('the rows of a span', () => {
  it('read in steps are those that are read at once', () => {
    const record = fc.tuple(fc.nat({ max: 900 }), fc.integer({ min: 1, max: 500 }));
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (given) => {
        const replica = sampleReplica();
        const hours = (count: number) => new Date(Date.parse('2026-11-01T07:00:00Z') + count * 3_600_000).toISOString();
        const records = given.map(([from, length], index) => ({
          ...slot(`r${index}`, '20T08:00', '20T09:00'),
          startTime: hours(from),
          endTime: hours(from + length),
        }));
        replica.putReservations('2026-11-01', 45, records);
        const span = { start: daySpan('2026-11-05', zone.name).start, end: daySpan('2026-12-02', zone.name).end };
        expect(atOnce(rowsIn(replica.storage, span))).toEqual(replica.storage.overlapping(span.start, span.end));
      }),
    );
  });
});

it('rows that are moved while they are read in steps are found once', () => {
  const day = 24 * 3_600_000;
  const row = (id: string, start: number) => ({ id, start, end: start + 1, slim: '{}' });
  /** `early` changes places with `late` after the first step. */
  let rows = [row('early', day), row('late', 10 * day)];
  let change = 1;
  const storage = {
    overlapping: (from: number, to: number) => rows.filter(({ start, end }) => start < to && end > from),
    lastChange: () => change,
  };
  const steps = rowsIn(storage, { start: 0, end: 14 * day });
  steps.next();
  rows = [row('late', day), row('early', 10 * day)];
  change++;
  expect(atOnce(steps).map(({ id, start }) => [id, start / day])).toEqual([
    ['late', 1],
    ['early', 10],
  ]);
});

describe('the summaries of a generated school', () => {
  it('match what screens find in the whole records', async () => {
    const records = await sampleOperator({ aircraft: 16, perDay: 60, days: 16 });
    const replica = sampleReplica();
    replica.put('aircraft', 'aircraftId', records.aircraft);
    for (const [scope, reminders] of records.reminders)
      replica.put('reminders', 'maintenanceReminderId', reminders, { scope });
    for (const [scope, squawks] of records.squawks) replica.put('squawks', 'squawkId', squawks, { scope });
    const [first, count] = ['2026-11-05', 31];
    const held = daysFrom(first, count);
    const start = held[0]?.span.start ?? 0;
    const kept = records.reservations.filter((reservation) => (storedReservation(reservation).start ?? 0) >= start);
    replica.putReservations(first, count, kept);
    const { days } = ask(replica, first, addDays(first, count - 1));
    expect(days).toEqual(expected({ ...records, reservations: kept }, first, count));
    const total = (name: 'definite' | 'possible') => days.reduce((sum, day) => sum + (day.conflicts?.[name] ?? 0), 0);
    expect(total('definite')).toBeGreaterThan(0);
    expect(total('possible')).toBeGreaterThan(0);
  });
});

/** The same summaries, from whole records by the functions that screens use. */
function expected(
  { aircraft, reminders, squawks, reservations: records }: SampleOperator,
  first: string,
  count: number,
): DaySummary[] {
  const now = sampleNow;
  const fleet = parseList('listAircraft', { items: aircraft }).records;
  const answers = fleet
    .filter(({ status }) => status?.id === 1)
    .map((record) => {
      const items = reminders.get(record.aircraftId) ?? [];
      return {
        aircraft: record,
        records: parseList('listMaintenanceReminders', { items }).records,
        asOf: now - 60_000,
      };
    });
  const due = dueItems(answers, zone, now);
  const reservations = parseList('listReservations', { items: records })
    .records.map((record) => toReservation(record, zone))
    .filter(isTimed)
    .toSorted(byStart);
  const near = reservations.filter((reservation) => overlaps(reservation, daySpan('2026-11-06', zone.name, 29)));
  const squawksOf = (items: readonly FreeForm[]) =>
    parseList('listSquawks', { items }).records.map((record, place) => toSquawk(record, place, zone));
  const grounding = groundedIn(new Map([...squawks].map(([id, items]) => [id, { items: squawksOf(items) }])));
  expect(grounding.size).toBeGreaterThan(0);
  const horizons = fleetHorizons(due, scheduleAt(near, now), { now });
  const conflictsOf = conflictsOfReservations(findConflicts({ reservations, fleet, due, horizons, grounding, now }));
  return calendarDays(reservations, first, count, zone.name).map(({ day, span, reservations: ownReservations }) => {
    const found = ownReservations.flatMap(({ reservation }) =>
      conflictsOf.has(reservation.key) ? [conflictsOf.get(reservation.key) ?? []] : [],
    );
    const isDefinite = (key: string) =>
      conflictsOf.get(key)?.some(({ certainty }) => certainty === 'definite') ?? false;
    const definite = ownReservations.filter(({ reservation }) => isDefinite(reservation.key)).length;
    const hours = flyingHours(ownReservations, span);
    return {
      day,
      isKnown: true,
      counts: countKinds(ownReservations),
      hours: Math.round(hours * 100) / 100,
      load: loadOf(hours, fleet),
      conflicts: { definite, possible: found.length - definite },
      notable: notableOf(ownReservations).map(({ reservation, why }) => ({
        why,
        isClashing: isDefinite(reservation.key),
        record: slimReservation(reservation.record),
      })),
    };
  });
}
