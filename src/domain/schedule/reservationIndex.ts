import { byStart, idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import { type AircraftNow, nowOf, type ReservationStanding, standingsAt, unbooked } from './aircraftNow.ts';
import { personIds } from './schedule.ts';
import { certaintyOf } from '#domain/reservations/standing.ts';

/** All stored reservations with their standings, by aircraft and person. Every list is in order of start. */
export type ReservationIndex = {
  readonly now: Instant;
  readonly all: readonly ReservationStanding[];
  readonly byKey: ReadonlyMap<string, ReservationStanding>;
  /** By `idKey` of the aircraft's id. */
  readonly byAircraft: ReadonlyMap<string, readonly ReservationStanding[]>;
  /** By `idKey` of the user's id. A person without an id is left out, because a name cannot tell two people apart. */
  readonly byPerson: ReadonlyMap<string, readonly ReservationStanding[]>;
  /** What each aircraft is doing, by `idKey` of its id. */
  readonly aircraft: ReadonlyMap<string, AircraftNow>;
};

/** Sorts the reservations once, so that every lookup is a search. */
export function reservationIndex(reservations: readonly TimedReservation[], now: Instant): ReservationIndex {
  const all = standingsAt(reservations.toSorted(byStart), now);
  const byAircraft = new Map<string, ReservationStanding[]>();
  const byPerson = new Map<string, ReservationStanding[]>();
  for (const one of all) {
    const { aircraftId } = one.reservation;
    if (aircraftId !== null) addTo(byAircraft, idKey(aircraftId), one);
    for (const id of personIds(one.reservation)) addTo(byPerson, id, one);
  }
  return {
    now,
    all,
    byKey: new Map(all.map((one) => [one.reservation.key, one])),
    byAircraft,
    byPerson,
    aircraft: new Map(Array.from(byAircraft, ([id, own]) => [id, nowOf(own, now)])),
  };
}

function addTo(lists: Map<string, ReservationStanding[]>, id: string, one: ReservationStanding): void {
  const own = lists.get(id);
  if (own) own.push(one);
  else lists.set(id, [one]);
}

export function doingOf(index: ReservationIndex, aircraftId: string | null): AircraftNow {
  return (aircraftId === null ? null : index.aircraft.get(idKey(aircraftId))) ?? unbooked;
}

/** The first index in a sorted list at or after an instant; the list's length if all are before. */
export function placeAt<Item>(list: readonly Item[], instant: Instant, timeOf: (item: Item) => Instant): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = list[middle];
    if (item !== undefined && timeOf(item) < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startOf({ reservation }: ReservationStanding): Instant {
  return reservation.start;
}

/** The next reservation that counts after one in the list; null if none follows. */
export function nextAfter(
  list: readonly ReservationStanding[],
  reservation: TimedReservation,
  counts: (one: ReservationStanding) => boolean = isLiveOne,
): ReservationStanding | null {
  for (let place = placeAt(list, reservation.start, startOf); ; place++) {
    const one = list[place];
    if (!one) return null;
    if (one.reservation !== reservation && byStart(one.reservation, reservation) > 0 && counts(one)) return one;
  }
}

/** The last reservation that counts before one in the list; null if there is none. */
export function lastBefore(
  list: readonly ReservationStanding[],
  reservation: TimedReservation,
): ReservationStanding | null {
  // Reservations with the same start are in order of their ids.
  const after = placeAt(list, reservation.start + 1, startOf);
  for (let place = after - 1; ; place--) {
    const one = list[place];
    if (!one) return null;
    if (byStart(one.reservation, reservation) < 0 && one.standing.kind !== 'void') return one;
  }
}

function isLiveOne({ standing }: ReservationStanding): boolean {
  return certaintyOf(standing) !== null;
}
