import { lifeOf } from '#contract/statuses.ts';
import { joinedInOrder } from '#domain/duty/dutyDay.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { limitsOf } from '#domain/maintenance/limits.ts';
import { isGroundingItem } from '#domain/maintenance/reminders.ts';
import { visitsOf } from '#domain/maintenance/shopVisit.ts';
import { idKey, isFlight, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { certaintyOf, isPastItsEnd, takesTime } from '#domain/reservations/state.ts';
import { type AircraftDoing, type ReservationWithState, statesAt } from '#domain/schedule/aircraftNow.ts';
import { placeAt } from '#domain/schedule/reservationIndex.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { lateMatters, riskMargin, thresholds } from '#domain/thresholds.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { hasHours, type Limits, limitsWith } from './roomLimits.ts';

/** A use that an aircraft may take on: a reservation to move, or a new one. */
export type Use = Span & {
  /** When it releases the aircraft: its end, or later if it is late. */
  readonly until: Instant;
  readonly isFlown: boolean;
  /** The most landings an hour of it makes; those of a flight without a name if it is not given. */
  readonly landings?: number;
  /** Where it begins and ends; null if the records do not say. */
  readonly place: string | null;
};

/** Why an aircraft cannot take a use, as the dispatch check would find it. */
export type RoomRefusal =
  | 'grounded'
  | 'not back'
  | 'may be out'
  | 'in the shop'
  | 'late'
  | 'booked'
  | 'limit'
  | 'hours'
  | 'elsewhere';

/** Why a like aircraft cannot take a reservation. */
export type Reason = RoomRefusal | 'checkout';

/** What one aircraft can still take besides its own reservations: time, hours until its limits, and places. */
export type Room = {
  readonly aircraft: Aircraft;
  /** What grounds it, in words; null if nothing does. */
  readonly grounded: string | null;
  /** Nothing may begin before this: a late aircraft must first come back. */
  readonly from: Instant;
  readonly lateness: 'not back' | 'may be out' | 'in the shop' | 'late' | null;
  /** The times that are taken, in order. */
  readonly taken: readonly Span[];
  /** No limit from its records alone falls before this: no date, and no passed limit. */
  readonly recordedUntil: Instant;
  /** The limits with its flights. Prepared on first use, because that takes most of the time. */
  readonly limits: () => Limits;
  /** The reservations with a known place, in order of start. Prepared on first use. */
  readonly stops: () => readonly Stop[];
  /** The starts of the shop visits to come. */
  readonly visits: readonly Instant[];
  /** What has not been read, in words. */
  readonly unknown: readonly string[];
  /** Hours left on the tightest limit in hours; null without one. */
  readonly hoursLeft: number | null;
};

type Stop = Span & { readonly place: string };

/** Reads the room of one aircraft from its reservations and records. Linear in both. */
export function roomOf(
  aircraft: Aircraft,
  ownReservations: readonly TimedReservation[],
  readiness: ReadinessIndex,
  schedule: Schedule,
): Room {
  const { aircraft: assessed, sources } = readiness;
  const { now } = sources;
  const id = idKey(aircraft.aircraftId);
  const states = statesAt(ownReservations, now);
  const fitness = assessed.get(id)?.fitness ?? null;
  const items = (sources.reminders.get(id)?.items ?? []).filter(isGroundingItem);
  const hours = items.flatMap(({ axes }) => axes.find(({ name }) => name === 'hours')?.remaining ?? []);
  const isActive = lifeOf(aircraft.status) === 'active';
  return {
    aircraft,
    grounded:
      fitness?.evidence.find(({ kind, item }) => kind === 'grounded' && item === null)?.words ??
      (isActive ? null : 'Not in service'),
    ...latenessOf(states, assessed.get(id)?.now.doing ?? null, now),
    taken: joinedInOrder(takenIn(states, readiness)),
    recordedUntil: limitsOf(items, null)[0]?.at ?? Number.POSITIVE_INFINITY,
    limits: once(() => limitsWith(items, states, readiness, schedule)),
    stops: once(() => stopsOf(states)),
    visits: visitsOf(ownReservations, now).map(({ reservation }) => reservation.start),
    unknown: fitness
      ? fitness.evidence.flatMap(({ kind, words }) => (kind === 'not known' ? [words] : []))
      : ['Not in the aircraft list'],
    hoursLeft: hours.length > 0 ? Math.min(...hours) : null,
  };
}

/** Makes a value on first use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/**
 * A reservation past its end that is not back or not closed holds its aircraft at least until now. One that waits for a late
 * one holds it until it can be back and turned around.
 */
function takenIn(
  states: readonly ReservationWithState[],
  { atRisk, sources: { now } }: ReadinessIndex,
): readonly Span[] {
  const taken: Span[] = [];
  for (const { reservation, state } of states) {
    if (!takesTime(reservation, state, now)) continue;
    const { start, end } = reservation;
    const delay = delayOf(reservation.key, atRisk);
    if (isPastItsEnd(state)) taken.push({ start, end: Math.max(now, end) });
    else taken.push(delay === 0 ? reservation : { start, end: end + delay + thresholds().turnaround });
  }
  return taken;
}

/** The least delay of a reservation that waits for a late one, in milliseconds. */
export function delayOf(key: string, atRisk: ReadinessIndex['atRisk']): number {
  const risks = atRisk.get(key);
  return risks ? Math.max(0, ...risks.map(({ delay }) => delay)) : 0;
}

/**
 * Nothing new may begin before the chain of delays behind a late reservation ends. An aircraft that is not back beyond
 * the grace takes nothing, because nobody knows when it returns.
 */
function latenessOf(
  states: readonly ReservationWithState[],
  doing: AircraftDoing | null,
  now: Instant,
): Pick<Room, 'from' | 'lateness'> {
  const { turnaround } = thresholds();
  if (doing?.kind === 'not back') {
    const isLong = doing.step !== 0;
    return {
      from: isLong ? Number.POSITIVE_INFINITY : now + Math.max(lateMatters, riskMargin + turnaround) + 1,
      lateness: 'not back',
    };
  }
  const isDoubtful = (doing?.kind === 'may be out' && doing.late >= 0) || (doing?.kind === 'in the shop' && doing.open);
  if (isDoubtful) return { from: Number.POSITIVE_INFINITY, lateness: doing.kind };
  let from = now;
  for (const { reservation, state } of states) {
    const isLate = state.kind === 'not out yet' || (state.kind === 'never checked out' && !state.isOver);
    if (isLate && isFlight(reservation))
      from = Math.max(from, delayedUntil(reservation, states, now) + turnaround + riskMargin);
  }
  return from > now ? { from, lateness: 'late' } : { from: Number.NEGATIVE_INFINITY, lateness: null };
}

function delayedUntil(late: TimedReservation, states: readonly ReservationWithState[], now: Instant): Instant {
  const { turnaround } = thresholds();
  let free = now + late.end - late.start;
  for (const { reservation, state } of states) {
    if (reservation.start <= late.start || reservation === late || certaintyOf(state) === null) continue;
    if (reservation.start >= free + turnaround) break;
    free += turnaround + reservation.end - reservation.start;
  }
  return free;
}

function stopsOf(states: readonly ReservationWithState[]): Stop[] {
  return states.flatMap(({ reservation, state }) => {
    const place = state.kind !== 'void' && !isShopVisit(reservation) ? (placeOf(reservation)?.name ?? null) : null;
    return place === null ? [] : [{ start: reservation.start, end: reservation.end, place }];
  });
}

/** Why an aircraft cannot take a use by itself; null if it can. `isPlaceFree`: it may come from another location. */
export function refusalOf(room: Room, use: Use, isPlaceFree = false): RoomRefusal | null {
  if (room.grounded !== null) return 'grounded';
  // A passed limit remains when the aircraft is back, so it is checked before lateness.
  if (use.end > room.recordedUntil) return 'limit';
  if (use.start < room.from) return room.lateness ?? 'late';
  if (isTaken(room.taken, use)) return 'booked';
  if (use.end > room.limits().firmUntil) return 'limit';
  if (!hasHours(room.limits(), [use], room.visits)) return 'hours';
  return !isPlaceFree && elsewhereOf(room, use) !== null ? 'elsewhere' : null;
}

/** Whether an aircraft can take several uses together, each of which it can take by itself. */
export function takesTogether(room: Room, uses: readonly Use[], isPlaceFree = false): boolean {
  const sorted = uses.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const clashes = sorted.some((use, place) => {
    const before = sorted[place - 1];
    if (!before) return false;
    // Two uses in a row must be at one place, unless a flight lies between them.
    const isApart = before.place !== null && use.place !== null && before.place !== use.place;
    return before.until > use.start || (!isPlaceFree && isApart && !stopBetween(room, before, use));
  });
  return !clashes && hasHours(room.limits(), sorted, room.visits);
}

function stopBetween(room: Room, { start }: Use, { start: next }: Use): boolean {
  const stops = room.stops();
  const stop = stops[placeAt(stops, start, startOf)];
  return stop !== undefined && stop.start < next;
}

/**
 * The location where the flight before leaves the aircraft or the one after needs it, if that differs from the use's.
 */
export function elsewhereOf(room: Room, { start, place }: Use): string | null {
  if (place === null) return null;
  const stops = room.stops();
  const next = placeAt(stops, start, startOf);
  return [stops[next - 1], stops[next]].find((stop) => stop && stop.place !== place)?.place ?? null;
}

/** Where the last reservation with a known place begins and leaves the aircraft; null if the records do not say. */
export function placeBefore({ stops }: Room, at: Instant): string | null {
  const own = stops();
  return own[placeAt(own, at + 1, startOf) - 1]?.place ?? null;
}

function startOf({ start }: Span): Instant {
  return start;
}

/** Whether a use overlaps any of these times, which are sorted and separate. */
export function isTaken(taken: readonly Span[], { start, until }: Pick<Use, 'start' | 'until'>): boolean {
  const next = taken[placeAt(taken, start + 1, ({ end }) => end)];
  return next !== undefined && next.start < until;
}
