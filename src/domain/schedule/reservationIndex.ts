import { byStart, idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import { type AircraftNow, nowOf, type ReservationWithState, statesAt, unbooked } from './aircraftNow.ts';
import { personIds } from './schedule.ts';

/** All stored reservations with their states, by aircraft and person. Every list is in order of start. */
export type ReservationIndex = {
  readonly now: Instant;
  readonly all: readonly ReservationWithState[];
  readonly byKey: ReadonlyMap<string, ReservationWithState>;
  /** By `idKey` of the aircraft's id. */
  readonly byAircraft: ReadonlyMap<string, readonly ReservationWithState[]>;
  /** By `idKey` of the user's id. A person without an id is left out, because a name cannot tell two people apart. */
  readonly byPerson: ReadonlyMap<string, readonly ReservationWithState[]>;
  /** What each aircraft is doing, by `idKey` of its id. */
  readonly aircraft: ReadonlyMap<string, AircraftNow>;
  /** The latest start by which each person certainly came back from anything earlier, by `idKey` of the id (`hasBegun`). */
  readonly backSince: ReadonlyMap<string, Instant>;
};

/** Sorts the reservations once, so that every lookup is a search. */
export function reservationIndex(reservations: readonly TimedReservation[], now: Instant): ReservationIndex {
  const all = statesAt(reservations.toSorted(byStart), now);
  const byAircraft = new Map<string, ReservationWithState[]>();
  const byPerson = new Map<string, ReservationWithState[]>();
  for (const entry of all) {
    const { aircraftId } = entry.reservation;
    if (aircraftId !== null) addTo(byAircraft, idKey(aircraftId), entry);
    for (const id of personIds(entry.reservation)) addTo(byPerson, id, entry);
  }
  return {
    now,
    all,
    byKey: new Map(all.map((entry) => [entry.reservation.key, entry])),
    byAircraft,
    byPerson,
    aircraft: new Map(Array.from(byAircraft, ([id, ownEntries]) => [id, nowOf(ownEntries, now)])),
    backSince: backSinceOf(all, now),
  };
}

/** True if a reservation shows that its people are back from an earlier one: it has begun, and it took place. */
export function hasBegun({ reservation, state }: ReservationWithState, now: Instant): boolean {
  if (reservation.start > now) return false;
  return state.kind === 'done' || (state.kind === 'out' && state.isCheckedOut) || state.kind === 'not back';
}

/** The latest start of a reservation that each person has begun, by `idKey` of the person's id. */
export function backSinceOf(all: readonly ReservationWithState[], now: Instant): ReadonlyMap<string, Instant> {
  const since = new Map<string, Instant>();
  for (const entry of all) {
    if (!hasBegun(entry, now)) continue;
    const { start } = entry.reservation;
    for (const id of personIds(entry.reservation)) since.set(id, Math.max(since.get(id) ?? start, start));
  }
  return since;
}

function addTo(lists: Map<string, ReservationWithState[]>, id: string, entry: ReservationWithState): void {
  const ownEntries = lists.get(id);
  if (ownEntries) ownEntries.push(entry);
  else lists.set(id, [entry]);
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

/** The first index in a list after a reservation, in order of start. Thousands may begin at the same time. */
export function placeAfter(list: readonly ReservationWithState[], reservation: TimedReservation): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && byStart(entry.reservation, reservation) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last reservation that counts before one in the list; null if there is none. */
export function lastBefore(
  list: readonly ReservationWithState[],
  reservation: TimedReservation,
): ReservationWithState | null {
  const ownEntries = notVoid.get(list) ?? list.filter(({ state }) => state.kind !== 'void');
  notVoid.set(list, ownEntries);
  const before = ownEntries[placeAfter(ownEntries, reservation) - 1];
  return (before?.reservation === reservation ? ownEntries[placeAfter(ownEntries, reservation) - 2] : before) ?? null;
}

/** The lists without what is void, which may be nearly everything. */
const notVoid = new WeakMap<readonly ReservationWithState[], readonly ReservationWithState[]>();
