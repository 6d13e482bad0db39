import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/config.ts';
import { idKey, isTimed, type TimedBooking } from '#domain/bookings.ts';
import type { Clock } from '#domain/clock.ts';
import { dueItems } from '#domain/dueList.ts';
import type { Aircraft } from '#domain/fleet.ts';
import { fleetHorizons, usualFactor } from '#domain/horizon.ts';
import { bookingIndex } from '#domain/readiness/bookingIndex.ts';
import type { ReadRecords } from '#domain/readiness/fitness.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import type { DueItem } from '#domain/reminders.ts';
import { toSquawk } from '#domain/squawks.ts';
import { dayOf, daySpan, type Instant } from '#domain/time.ts';
import type { PerAircraftAnswer } from './replica.ts';
import { knownFrom, perAircraftQuery, unclosedQuery, windowQuery, zoneOf } from './replica.ts';
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
  const index = useMemo(() => {
    if (!booked || !before) return null;
    const all = new Map([...before.bookings, ...booked].filter(isTimed).map((one) => [one.key, one]));
    return bookingIndex([...all.values()], now);
  }, [booked, before, now]);
  return {
    index,
    window,
    setAside: [...(window?.setAside ?? []), ...(before?.setAside ?? [])],
    reading: readingOf('reservations', bookings),
    queryKeys: [windowed.queryKey, older.queryKey],
  };
}

/** These aircraft on both axes: what they are doing, and whether their records say anything against them. */
export function useFleetAssessment(school: Config, fleet: readonly Aircraft[], now: Instant, clock: Clock) {
  const held = useBookingIndex(school, now);
  const remindersQuery = perAircraftQuery('reminders');
  const reminders = useQuery(remindersQuery);
  const squawksQuery = perAircraftQuery('squawks');
  const squawks = useQuery(squawksQuery);
  const { index } = held;

  const due = useMemo(
    () =>
      recordsByAircraft(fleet, reminders.data, (aircraft, records, asOf) =>
        dueItems([{ aircraft, records, asOf }], zoneOf(school), now),
      ),
    [fleet, reminders.data, school, now],
  );
  const found = useMemo(
    () =>
      recordsByAircraft(fleet, squawks.data, (_, records) =>
        records.map((record, place) => toSquawk(record, place, zoneOf(school))),
      ),
    [fleet, squawks.data, school],
  );
  const horizons = useMemo(
    () =>
      index &&
      horizonsOf(
        due,
        index.all.map(({ booking }) => booking),
        now,
      ),
    [due, index, now],
  );
  const rows = useMemo(
    () => assessFleet(fleet, { index, reminders: due, squawks: found, horizons, now, clock }),
    [fleet, index, due, found, horizons, now, clock],
  );
  return {
    rows,
    index,
    window: held.window,
    setAside: [
      { what: 'reservations', records: held.setAside },
      { what: 'reminders', records: setAsideOf(reminders.data) },
      { what: 'squawks', records: setAsideOf(squawks.data) },
    ],
    readings: [held.reading, readingOf('reminders', reminders), readingOf('squawks', squawks)],
    queryKeys: [...held.queryKeys, remindersQuery.queryKey, squawksQuery.queryKey],
  };
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

/** Over the bookings that are here: what is out, not closed, and booked until tomorrow. A recent rate is not needed for that. */
function horizonsOf(due: ReadonlyMap<string, ReadRecords<DueItem>>, bookings: readonly TimedBooking[], now: Instant) {
  const items = [...due.values()].flatMap(({ items: own }) => own ?? []);
  return fleetHorizons(items, bookings, { now, factor: usualFactor, rateDays: 1 });
}
