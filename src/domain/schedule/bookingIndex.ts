import { byStart, idKey, type TimedBooking } from '#domain/reservations/bookings.ts';
import type { Instant } from '#domain/time/time.ts';
import { type AircraftNow, nowOf, type StoodBooking, stoodAt, unbooked } from './aircraftNow.ts';
import { personIds } from './schedule.ts';
import { certaintyOf } from '#domain/reservations/standing.ts';

/** All stored reservations with their standings, by aircraft and person. Every list is in order of start. */
export type BookingIndex = {
  readonly now: Instant;
  readonly all: readonly StoodBooking[];
  readonly byKey: ReadonlyMap<string, StoodBooking>;
  /** By `idKey` of the aircraft's id. */
  readonly byAircraft: ReadonlyMap<string, readonly StoodBooking[]>;
  /** By `idKey` of the user's id. A person without an id is left out, because a name cannot tell two people apart. */
  readonly byPerson: ReadonlyMap<string, readonly StoodBooking[]>;
  /** What each aircraft is doing, by `idKey` of its id. */
  readonly aircraft: ReadonlyMap<string, AircraftNow>;
};

/** Sorts the reservations once, so that every lookup is a search. */
export function bookingIndex(bookings: readonly TimedBooking[], now: Instant): BookingIndex {
  const all = stoodAt(bookings.toSorted(byStart), now);
  const byAircraft = new Map<string, StoodBooking[]>();
  const byPerson = new Map<string, StoodBooking[]>();
  for (const one of all) {
    const { aircraftId } = one.booking;
    if (aircraftId !== null) addTo(byAircraft, idKey(aircraftId), one);
    for (const id of personIds(one.booking)) addTo(byPerson, id, one);
  }
  return {
    now,
    all,
    byKey: new Map(all.map((one) => [one.booking.key, one])),
    byAircraft,
    byPerson,
    aircraft: new Map(Array.from(byAircraft, ([id, own]) => [id, nowOf(own, now)])),
  };
}

function addTo(lists: Map<string, StoodBooking[]>, id: string, one: StoodBooking): void {
  const own = lists.get(id);
  if (own) own.push(one);
  else lists.set(id, [one]);
}

export function doingOf(index: BookingIndex, aircraftId: string | null): AircraftNow {
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

function startOf({ booking }: StoodBooking): Instant {
  return booking.start;
}

/** The next reservation that counts after one in the list; null if none follows. */
export function nextAfter(
  list: readonly StoodBooking[],
  booking: TimedBooking,
  counts: (one: StoodBooking) => boolean = isLiveOne,
): StoodBooking | null {
  for (let place = placeAt(list, booking.start, startOf); ; place++) {
    const one = list[place];
    if (!one) return null;
    if (one.booking !== booking && byStart(one.booking, booking) > 0 && counts(one)) return one;
  }
}

/** The last reservation that counts before one in the list; null if there is none. */
export function lastBefore(list: readonly StoodBooking[], booking: TimedBooking): StoodBooking | null {
  // Reservations with the same start are in order of their ids.
  const after = placeAt(list, booking.start + 1, startOf);
  for (let place = after - 1; ; place--) {
    const one = list[place];
    if (!one) return null;
    if (byStart(one.booking, booking) < 0 && one.standing.kind !== 'void') return one;
  }
}

function isLiveOne({ standing }: StoodBooking): boolean {
  return certaintyOf(standing) !== null;
}
