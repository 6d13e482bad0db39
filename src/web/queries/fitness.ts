import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { type Booking, idKey, isTimed, type TimedBooking } from '#domain/bookings.ts';
import type { Clock } from '#domain/clock.ts';
import { dueItems } from '#domain/dueList.ts';
import type { Aircraft } from '#domain/fleet.ts';
import { type DispatchCheck, dispatchCheckOf } from '#domain/readiness/check.ts';
import { bookingIndex } from '#domain/readiness/bookingIndex.ts';
import type { PersonRecord } from '#domain/readiness/checkout.ts';
import type { ReadRecords } from '#domain/readiness/fitness.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { toSquawk } from '#domain/squawks.ts';
import { dayOf, daySpan, type Instant } from '#domain/time.ts';
import { listQuery } from './api.ts';
import type { PerAircraftAnswer } from './replica.ts';
import { knownFrom, peopleQuery, perAircraftQuery, unclosedQuery, windowQuery, zoneOf } from './replica.ts';
import { readingOf } from './readings.ts';

/**
 * Today's and tomorrow's reservations, and those of all days before that nobody has closed, by what they take. `index` is
 * null until both are here: an aircraft that is not back since yesterday must not be called free.
 */
export function useBookingIndex(school: Config, now: Instant) {
  const today = dayOf(now, school.timeZone);
  const span = useMemo(() => daySpan(today, school.timeZone, 2), [today, school.timeZone]);
  const windowed = windowQuery(school, span);
  const bookings = useQuery(windowed);
  const older = unclosedQuery(school, span.start);
  const unclosed = useQuery(older);
  const window = bookings.data?.value;
  const before = unclosed.data?.value;
  const booked = knownFrom(window, now);
  const known = useMemo(() => {
    if (!booked || !before) return null;
    return [...new Map([...before.bookings, ...booked].filter(isTimed).map((one) => [one.key, one])).values()];
  }, [booked, before]);
  const index = useMemo(() => known && bookingIndex(known, now), [known, now]);
  return {
    index,
    /** Those of the index. */
    bookings: known,
    window,
    setAside: [...(window?.setAside ?? []), ...(before?.setAside ?? [])],
    reading: readingOf('reservations', bookings),
    queryKeys: [windowed.queryKey, older.queryKey],
  };
}

/** The reminders and squawks of each aircraft with how they were read, by `idKey` of its id. */
export function useAircraftRecords(school: Config, aircraft: readonly Aircraft[] | null, now: Instant) {
  const remindersQuery = perAircraftQuery('reminders');
  const reminders = useQuery(remindersQuery);
  const squawksQuery = perAircraftQuery('squawks');
  const squawks = useQuery(squawksQuery);
  const zone = useMemo(() => zoneOf(school), [school]);
  const due = useMemo(
    () =>
      recordsByAircraft(aircraft ?? [], reminders.data, (one, records, asOf) =>
        dueItems([{ aircraft: one, records, asOf }], zone, now),
      ),
    [aircraft, reminders.data, zone, now],
  );
  const found = useMemo(
    () =>
      recordsByAircraft(aircraft ?? [], squawks.data, (_, records) =>
        records.map((record, place) => toSquawk(record, place, zone)),
      ),
    [aircraft, squawks.data, zone],
  );
  return { due, found, reminders, squawks, queryKeys: [remindersQuery.queryKey, squawksQuery.queryKey] };
}

const noBookings: readonly TimedBooking[] = [];

/**
 * Everything that assessments rest on, put together once: today's and tomorrow's reservations, those that nobody has closed,
 * `more` reservations of other days, and all records of aircraft and people. One that is not here yet says so in its place.
 */
export function useReadiness(school: Config, now: Instant, clock: Clock, more = noBookings) {
  const held = useBookingIndex(school, now);
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const fleet = useQuery(fleetQuery);
  const instructors = useQuery(listQuery(school, 'listInstructors', {}));
  const people = useQuery(peopleQuery);
  const zone = useMemo(() => zoneOf(school), [school]);
  const aircraft = fleet.data?.value.records ?? null;
  const { due, found, reminders, squawks, queryKeys } = useAircraftRecords(school, aircraft, now);
  const users = people.data?.value.users;
  const { bookings } = held;
  const index = useMemo(() => {
    const all = new Map([...more, ...(bookings ?? noBookings)].map((one) => [one.key, one]));
    return readinessIndex({
      bookings: [...all.values()],
      fleet: aircraft,
      reminders: due,
      squawks: found,
      instructors: instructors.data?.value.records ?? null,
      users: users ? (users as readonly PersonRecord[]) : null,
      position: school.position,
      now,
      zone,
      clock,
      rateDays: 1,
    });
  }, [more, bookings, aircraft, due, found, instructors.data, users, school.position, now, zone, clock]);
  return {
    index,
    hasBookings: bookings !== null,
    window: held.window,
    setAside: [
      { what: 'reservations', records: held.setAside },
      { what: 'reminders', records: setAsideOf(reminders.data) },
      { what: 'squawks', records: setAsideOf(squawks.data) },
    ],
    readings: [held.reading, readingOf('reminders', reminders), readingOf('squawks', squawks)],
    queryKeys: [...held.queryKeys, fleetQuery.queryKey, ...queryKeys],
  };
}

/** The dispatch checks of some reservations by their keys; null while the reservations around now are not here. */
export function checksOf(
  bookings: readonly TimedBooking[],
  { index, hasBookings }: Pick<ReturnType<typeof useReadiness>, 'index' | 'hasBookings'>,
): ReadonlyMap<string, DispatchCheck> | null {
  if (!hasBookings) return null;
  const checks = bookings.map((booking) => [booking.key, dispatchCheckOf(booking, index)] as const);
  return new Map(checks.filter((one): one is [string, DispatchCheck] => one[1] !== null));
}

/** The same of reservations that stand in a list, timed or not. */
export function useDispatchChecks(school: Config, bookings: readonly Booking[], now: Instant, clock: Clock) {
  const timed = useMemo(() => bookings.filter(isTimed), [bookings]);
  const { index, hasBookings } = useReadiness(school, now, clock, timed);
  return useMemo(() => checksOf(timed, { index, hasBookings }), [timed, index, hasBookings]);
}

/** The dispatch check of one reservation; null where there is nothing to dispatch, or while reservations are not here. */
export function useDispatchCheck(school: Config, booking: Booking | null, now: Instant, clock: Clock) {
  const timed = useMemo(() => (booking && isTimed(booking) ? [booking] : noBookings), [booking]);
  const { index, hasBookings } = useReadiness(school, now, clock, timed);
  const [one] = timed;
  return one && hasBookings ? dispatchCheckOf(one, index) : null;
}

/** These aircraft on both axes: what they are doing, and whether their records say anything against them. */
export function useFleetAssessment(school: Config, fleet: readonly Aircraft[], now: Instant, clock: Clock) {
  const readiness = useReadiness(school, now, clock);
  const { index, hasBookings } = readiness;
  const rows = useMemo(() => assessFleet(fleet, index, hasBookings), [fleet, index, hasBookings]);
  return { ...readiness, rows };
}

type Answered = PerAircraftAnswer<'reminders'> | PerAircraftAnswer<'squawks'>;

function setAsideOf(answer: Answered | undefined) {
  return answer?.value.aircraft.flatMap(({ setAside }) => setAside) ?? [];
}

/** The records of each aircraft with how they were read, by `idKey` of its id. */
function recordsByAircraft<Id extends 'reminders' | 'squawks', Item>(
  fleet: readonly Aircraft[],
  answer: PerAircraftAnswer<Id> | undefined,
  read: (
    aircraft: Aircraft,
    records: NonNullable<PerAircraftAnswer<Id>['value']['aircraft'][number]['records']>,
    asOf: Instant,
  ) => readonly Item[],
): ReadonlyMap<string, ReadRecords<Item>> {
  const byId = new Map(fleet.map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
  return new Map(
    answer?.value.aircraft.flatMap(({ aircraftId, records, setAside, failure }, place) => {
      const id = idKey(aircraftId);
      const aircraft = byId.get(id);
      if (!aircraft) return [];
      const asOf = answer.parts?.[place] ?? answer.asOf;
      const items = records && read(aircraft, records, asOf);
      return [[id, { items, hasFailed: failure !== null, skipped: setAside.length, asOf }] as const];
    }),
  );
}
