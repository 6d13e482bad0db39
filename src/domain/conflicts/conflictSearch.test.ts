import fc from 'fast-check';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { expect, test } from 'vitest';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { aircraft, dateLimit, hoursLeft, item, now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { byStart, type TimedReservation } from '#domain/reservations/reservations.ts';
import { statesAt } from '#domain/schedule/aircraftNow.ts';
import { overlaps } from '#domain/time/time.ts';
import { person, reserved } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { type ConflictSearch, findConflicts, searchConflicts } from './conflicts.ts';
import { pairConflicts } from './pairConflicts.ts';

const minute = 60_000;
const kinds = { flight: 0, shop: 1, class: 2, meeting: 3, off: 10, unknown: 77 } as const;
const people = ['Ana Lee', 'Sam Garcia', 'Wei Chen'];
const tails = ['N1', 'N2'];

/** A reservation with the parts that a school changes; times in minutes around now. */
const someSpec = fc.record({
  start: fc.integer({ min: -120, max: 120 }),
  length: fc.integer({ min: 0, max: 90 }),
  type: fc.constantFrom(...Object.values(kinds)),
  status: fc.constantFrom('Reserved', 'Reserved', 'Checked Out', 'Checked Out', 'Completed', 'Cancelled', 'Held'),
  tail: fc.option(fc.constantFrom(...tails)),
  instructor: fc.option(fc.constantFrom(...people)),
  pilots: fc.uniqueArray(fc.constantFrom(...people), { maxLength: 2 }),
  activity: fc.constantFrom('Dual', 'Solo'),
  isShouted: fc.boolean(),
});
type Spec = typeof someSpec extends fc.Arbitrary<infer Value> ? Value : never;

const statusIds: Readonly<Record<string, number>> = { Reserved: 0, 'Checked Out': 1, Completed: 2 };

function reservationOf(id: string, spec: Spec): TimedReservation {
  const { start, length, type, tail, instructor, pilots, activity, isShouted } = spec;
  const spelled = (given: string) => (isShouted ? given.toUpperCase() : given.toLowerCase());
  const at = now + start * minute;
  return reserved(id, at, at + length * minute, {
    type,
    aircraft: tail === null ? null : { aircraftId: spelled(tail), tailNumber: tail },
    instructor: instructor === null ? null : person(instructor, spelled(instructor)),
    pilots: pilots.map((name) => person(name, spelled(name))),
    activityType: { name: activity },
    reservationStatus: { id: statusIds[spec.status] ?? 9, name: spec.status },
  });
}

const due = tails.map((aircraftId, index) =>
  item(
    { maintenanceReminderId: aircraftId, timeOptions: hoursLeft(index), dateOptions: dateLimit('2026-05-12T15:00:00') },
    aircraft({ aircraftId, tailNumber: aircraftId }),
  ),
);
const expired = item({ maintenanceReminderId: 'annual', status: status(3) }, aircraft({ aircraftId: 'N1' }));
const fleet = tails.slice(0, 1).map((aircraftId) => aircraft({ aircraftId, tailNumber: aircraftId }));

const sourcesOf = (reservations: readonly TimedReservation[], at: number) => {
  const items = [...due, expired];
  return {
    reservations,
    fleet,
    due: items,
    horizons: fleetHorizons(items, scheduleAt(reservations, at), { now: at, factor: 1 }),
    grounding: new Map(),
    now: at,
  };
};

/** One change of a school's reservations, or only the passing of time. */
const someChange = fc.oneof(
  fc.record({ what: fc.constant('put' as const), id: fc.nat(11), spec: someSpec }),
  fc.record({ what: fc.constant('remove' as const), id: fc.nat(11) }),
  fc.record({
    what: fc.constant('change' as const),
    id: fc.nat(11),
    spec: someSpec,
    name: fc.constantFrom(...membersOf()),
  }),
  fc.record({ what: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 60 }) }),
);

function membersOf() {
  return ['start', 'length', 'type', 'status', 'tail', 'instructor', 'pilots'] as const;
}

test('after any changes, an incremental search finds the same as a fresh one', () => {
  fc.assert(
    fc.property(fc.array(someSpec, { maxLength: 12 }), fc.array(someChange, { maxLength: 8 }), (specs, changes) => {
      const school = new Map(
        specs.map((spec, index) => [`r${index}`, { spec, reservation: reservationOf(`r${index}`, spec) }]),
      );
      const reservations = () => Array.from(school.values(), ({ reservation }) => reservation).toSorted(byStart);
      let at = now;
      let search: ConflictSearch = searchConflicts(sourcesOf(reservations(), at), null);
      for (const change of changes) {
        if (change.what === 'wait') at += change.minutes * minute;
        else {
          const id = `r${change.id}`;
          const known = school.get(id);
          if (change.what === 'put') school.set(id, { spec: change.spec, reservation: reservationOf(id, change.spec) });
          else if (change.what === 'remove') school.delete(id);
          else if (known) {
            const spec = { ...known.spec, [change.name]: change.spec[change.name] };
            school.set(id, { spec, reservation: reservationOf(id, spec) });
          }
        }
        const sources = sourcesOf(reservations(), at);
        search = searchConflicts(sources, search);
        expect(search.conflicts).toEqual(findConflicts(sources));
      }
    }),
    { numRuns: 500 },
  );
});

test('parts that a change does not affect are not searched again', () => {
  const lesson = (id: string, tail: string, start: number) =>
    reservationOf(id, {
      start,
      length: 60,
      type: kinds.flight,
      status: 'Reserved',
      tail,
      instructor: null,
      pilots: [],
      activity: 'Dual',
      isShouted: false,
    });
  const other = lesson('c', 'N2', 10);
  const [early, late] = [lesson('a', 'N1', 10), lesson('b', 'N1', 20)];
  const first = searchConflicts(sourcesOf([early, other, late, lesson('d', 'N2', 20)], now), null);
  const moved = lesson('d', 'N2', 30);
  const second = searchConflicts(sourcesOf([early, other, late, moved], now + minute), first);
  const pairOf = ({ conflicts }: ConflictSearch, reservation: TimedReservation) =>
    conflicts.find((conflict) => conflict.reservation === reservation && conflict.other !== null);
  expect(pairOf(first, late)).toBeDefined();
  expect(pairOf(second, late)).toBe(pairOf(first, late));
  expect(pairOf(second, moved)?.other).toBe(other);
});

/**
 * Every pair of reservations that share an aircraft or person at the same time, by comparing all with all. One that ends when it
 * starts takes no time.
 */
function pairsOneByOne(reservations: readonly TimedReservation[]): string[] {
  return reservations.flatMap((a, index) =>
    reservations.slice(index + 1).flatMap((b) => {
      if (
        !overlaps(a, b) ||
        a.start === a.end ||
        b.start === b.end ||
        [a, b].some(({ status: name }) => name === 'Cancelled')
      )
        return [];
      const [first, second] = a.key < b.key ? [a.key, b.key] : [b.key, a.key];
      const has = (kind: TimedReservation['kind']) => [a, b].filter((reservation) => reservation.kind === kind).length;
      const isOneAircraft = a.aircraftId !== null && a.aircraftId.toLowerCase() === b.aircraftId?.toLowerCase();
      const onAircraft = has('Maintenance') === 1 ? 'maintenance block' : 'aircraft twice';
      const ofPeople = has('Instructor Time Off') === 1 ? 'time off' : 'person twice';
      const shared = has('Maintenance') === 0 ? sharedPeople(a, b) : 0;
      return [
        ...(isOneAircraft && has('Maintenance') < 2 ? [`${onAircraft} ${first} ${second}`] : []),
        ...(shared > 0 && has('Instructor Time Off') < 2 ? [`${ofPeople} ${first} ${second}`] : []),
      ];
    }),
  );
}

/** The number of people that two reservations share, without an instructor who teaches both if one is a solo. */
function sharedPeople(a: TimedReservation, b: TimedReservation): number {
  const instructor = ({ record }: TimedReservation) => record.instructor?.userId?.toLowerCase();
  const ids = ({ record }: TimedReservation) =>
    [record.instructor, ...(record.pilots ?? [])].map((one) => one?.userId?.toLowerCase());
  const isSolo = [a, b].some(({ activity }) => activity === 'Solo');
  return ids(a).filter(
    (id) => id !== undefined && ids(b).includes(id) && !(isSolo && id === instructor(a) && id === instructor(b)),
  ).length;
}

test('with up to four at once, the sweep finds the same pairs as comparing all with all', () => {
  const someReserved = someSpec.map((spec) => ({
    ...spec,
    start: 1 + Math.abs(spec.start),
    status: spec.status === 'Cancelled' ? spec.status : ('Reserved' as const),
  }));
  fc.assert(
    fc.property(fc.array(someReserved, { maxLength: 8 }), (specs) => {
      const reservations = specs.map((spec, index) => reservationOf(`r${index}`, spec)).toSorted(byStart);
      const isAt = (start: number) => (reservation: TimedReservation) =>
        reservation.start === start || (reservation.start < start && start < reservation.end);
      const max = Math.max(0, ...reservations.map(({ start }) => reservations.filter(isAt(start)).length));
      fc.pre(max <= 4);
      const found = pairConflicts(statesAt(reservations, now), now).map(({ key }) => key);
      expect(found.toSorted()).toEqual(pairsOneByOne(reservations).toSorted());
    }),
    { numRuns: 500 },
  );
});
