import { millisecondsInHour } from 'date-fns/constants';
import { lifeOf } from '#contract/statuses.ts';
import { bandOf, factorFor, type FactorUsed } from '#domain/calibration/factors.ts';
import { joined } from '#domain/duty/dutyDay.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { fleetHorizons, type Horizon } from '#domain/maintenance/horizon.ts';
import { limitsOf } from '#domain/maintenance/limits.ts';
import { type DueItem, isCounted } from '#domain/maintenance/reminders.ts';
import { visitsOf } from '#domain/maintenance/shopVisit.ts';
import { idKey, isFlight, isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { certaintyOf, takesTime } from '#domain/reservations/standing.ts';
import { type StoodBooking, stoodAt } from '#domain/schedule/aircraftNow.ts';
import { placeAt } from '#domain/schedule/bookingIndex.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { bookedBefore, mostFlown, type Usage, usageOf } from '#domain/schedule/usage.ts';
import { landingsAnHour, lateMatters, rateDays, riskMargin, spareReach } from '#domain/thresholds.ts';
import type { Instant, Span } from '#domain/time/time.ts';

/** A use that an aircraft may take on: a reservation to move, or a new one. */
export type Use = Span & {
  /** When it frees the aircraft: its end, or later if it is late. */
  readonly until: Instant;
  readonly isFlown: boolean;
  /** Where it begins and ends; null if the records do not say. */
  readonly place: string | null;
};

/** Why an aircraft cannot take a use, as the dispatch check would find it. */
export type Refusal = 'grounded' | 'not back' | 'late' | 'booked' | 'limit' | 'hours' | 'elsewhere';

/** What one aircraft can still take beside what it has: time, hours until its limits, and places. */
export type Room = {
  readonly aircraft: Aircraft;
  /** The words of what grounds it; null if nothing does. */
  readonly grounded: string | null;
  /** Nothing may begin before it: an aircraft that is late first comes back. */
  readonly from: Instant;
  readonly lateness: 'not back' | 'late' | null;
  /** The times that are taken, in order. */
  readonly taken: readonly Span[];
  /** No limit that is certain falls before it. */
  readonly firmUntil: Instant;
  readonly firm: DueItem | null;
  readonly meters: readonly Meter[];
  /** The reservations with a known place, in order of start. */
  readonly stops: readonly (Span & { readonly place: string })[];
  /** The starts of the shop visits to come. */
  readonly visits: readonly Instant[];
  /** What has not been read, in words. */
  readonly unknown: readonly string[];
  /** Hours left on the tightest limit in hours; null without one. */
  readonly hoursLeft: number | null;
};

/** A limit in hours or landings, and what may count against it. Times are of the clock, in milliseconds. */
type Meter = {
  readonly item: DueItem;
  readonly needed: number;
  /** At most: everything booked is flown. */
  readonly usage: Usage;
  /** From here on a planned shop visit has reset it. */
  readonly exemptFrom: Instant;
  /** The reservations that do not reach the limit yet and must not, in order of start; each with the latest end so far. */
  readonly unharmed: readonly Span[];
  /** The limit by the recent rate of flying, if there is one, and how much earlier it comes for each millisecond flown. */
  readonly rate: { readonly at: Instant; readonly per: number } | null;
};

/** Reads the room of one aircraft from its reservations and records. Linear in both. */
export function roomOf(
  aircraft: Aircraft,
  own: readonly TimedBooking[],
  readiness: ReadinessIndex,
  schedule: Schedule,
): Room {
  const { aircraft: assessed, sources } = readiness;
  const { now } = sources;
  const id = idKey(aircraft.aircraftId);
  const stood = stoodAt(own, now);
  const fitness = assessed.get(id)?.fitness ?? null;
  const items = (sources.reminders.get(id)?.items ?? []).filter(isCounted);
  const factor = factorFor(id, schedule.history.factors);
  const horizons = fleetHorizons(items, { ...schedule, bookings: own }, { now });
  const firm = limitsOf(items, horizons).find(({ certainty }) => certainty === 'definite') ?? null;
  const possible = usageOf(own, now, 'possible');
  const flown = schedule.history.flown.get(id) ?? 0;
  const per = flown > 0 ? (24 * rateDays * millisecondsInHour) / flown : null;
  const hours = items.flatMap(({ axes }) => axes.find(({ name }) => name === 'hours')?.remaining ?? []);
  return {
    aircraft,
    grounded:
      fitness?.evidence.find(({ kind }) => kind === 'grounded')?.words ??
      (lifeOf(aircraft.status) === 'active' ? null : 'Not in service'),
    ...latenessOf(stood, assessed.get(id)?.now.doing ?? null, now),
    taken: joined(
      stood.filter(({ booking, standing }) => takesTime(booking, standing, now)).map((one) => takenBy(one, readiness)),
    ),
    firmUntil: firm?.at ?? Number.POSITIVE_INFINITY,
    firm: firm?.item ?? null,
    meters: items.flatMap((item) =>
      metersOf(item, horizons.get(item.key) ?? null, { stood, possible, factor, per, now }),
    ),
    stops: stopsOf(stood),
    visits: visitsOf(own, now).map(({ booking }) => booking.start),
    unknown: fitness
      ? fitness.evidence.flatMap(({ kind, words }) => (kind === 'not known' ? [words] : []))
      : ['Not in the aircraft list'],
    hoursLeft: hours.length > 0 ? Math.min(...hours) : null,
  };
}

/** One that is not back holds its aircraft until now at least, and one that waits for a late one until it can be back. */
function takenBy({ booking, standing }: StoodBooking, { atRisk, sources: { now } }: ReadinessIndex): Span {
  const { key, start, end } = booking;
  return { start, end: standing.kind === 'not back' ? Math.max(now, end) : end + delayOf(key, atRisk) };
}

/** Milliseconds by which a reservation starts later at least, because it waits for a late one. */
export function delayOf(key: string, atRisk: ReadinessIndex['atRisk']): number {
  return Math.max(0, ...(atRisk.get(key) ?? []).map(({ delay }) => delay));
}

/**
 * The chain of delays behind a late reservation ends before anything new may begin. An aircraft that is not back beyond the grace
 * takes nothing: nobody knows when it returns.
 */
function latenessOf(
  stood: readonly StoodBooking[],
  doing: { readonly kind: string; readonly step?: number } | null,
  now: Instant,
): Pick<Room, 'from' | 'lateness'> {
  if (doing?.kind === 'not back') {
    const isLong = doing.step !== 0;
    return {
      from: isLong ? Number.POSITIVE_INFINITY : now + Math.max(lateMatters, riskMargin) + 1,
      lateness: 'not back',
    };
  }
  let from = now;
  for (const { booking, standing } of stood) {
    const isLate = standing.kind === 'not out yet' || (standing.kind === 'never checked out' && !standing.isOver);
    if (isLate && isFlight(booking)) from = Math.max(from, delayedUntil(booking, stood, now) + riskMargin);
  }
  return from > now ? { from, lateness: 'late' } : { from: Number.NEGATIVE_INFINITY, lateness: null };
}

function delayedUntil(late: TimedBooking, stood: readonly StoodBooking[], now: Instant): Instant {
  let free = now + late.end - late.start;
  for (const { booking, standing } of stood) {
    if (booking.start <= late.start || booking === late || certaintyOf(standing) === null) continue;
    if (booking.start >= free) break;
    free += booking.end - booking.start;
  }
  return free;
}

function stopsOf(stood: readonly StoodBooking[]): Room['stops'] {
  return stood.flatMap(({ booking, standing }) => {
    const place = standing.kind !== 'void' && !isShopVisit(booking) ? (placeOf(booking)?.name ?? null) : null;
    return place === null ? [] : [{ start: booking.start, end: booking.end, place }];
  });
}

type MeterSources = {
  readonly stood: readonly StoodBooking[];
  readonly possible: Usage;
  readonly factor: FactorUsed;
  readonly per: number | null;
  readonly now: Instant;
};

function metersOf(item: DueItem, horizon: Horizon | null, { stood, possible, factor, per }: MeterSources): Meter[] {
  const planned = (horizon?.visits ?? []).filter(({ isPlanned }) => isPlanned).map(({ booking }) => booking.end);
  const exemptFrom = Math.min(...planned, Number.POSITIVE_INFINITY);
  return item.axes.flatMap(({ name, limit, remaining }): Meter[] => {
    if (name === 'date' || limit === null || remaining === null || remaining <= 0) return [];
    const needed =
      millisecondsInHour * (name === 'hours' ? bandOf(remaining, factor).early : remaining / landingsAnHour);
    const byRate = horizon?.limits.find((one) => one.axis === name && one.basis === 'rate')?.at ?? null;
    let latest = Number.NEGATIVE_INFINITY;
    const unharmed = stood
      .filter(({ booking, standing }) => certaintyOf(standing) !== null && !isShopVisit(booking))
      .map(({ booking }) => booking)
      .filter(({ start, end }) => start < exemptFrom && bookedBefore(possible, end) <= needed && end <= (byRate ?? end))
      .map(({ start, end }) => ({ start, end: (latest = Math.max(latest, end)) }));
    return [
      {
        item,
        needed,
        usage: possible,
        exemptFrom,
        unharmed,
        rate: byRate === null || per === null ? null : { at: byRate, per },
      },
    ];
  });
}

/** Why an aircraft cannot take a use by itself; null if it can. `isPlaceFree`: it may come from another location. */
export function refusalOf(room: Room, use: Use, isPlaceFree = false): Refusal | null {
  if (room.grounded !== null) return 'grounded';
  if (use.start < room.from) return room.lateness ?? 'late';
  if (isTaken(room.taken, use)) return 'booked';
  if (use.end > room.firmUntil) return 'limit';
  if (!hasHours(room, [use])) return 'hours';
  return !isPlaceFree && isElsewhere(room, use) ? 'elsewhere' : null;
}

/** Whether an aircraft can take several uses together, each of which it can take by itself. */
export function takesTogether(room: Room, uses: readonly Use[], isPlaceFree = false): boolean {
  const sorted = uses.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const clashes = sorted.some((use, place) => {
    const before = sorted[place - 1];
    if (!before) return false;
    // Neighbours without a flight between them are at one place.
    const isApart = before.place !== null && use.place !== null && before.place !== use.place;
    return before.until > use.start || (!isPlaceFree && isApart && !stopBetween(room, before, use));
  });
  return !clashes && hasHours(room, sorted);
}

function stopBetween({ stops }: Room, { start }: Use, { start: next }: Use): boolean {
  const stop = stops[placeAt(stops, start, startOf)];
  return stop !== undefined && stop.start < next;
}

/** The location where the flight before leaves the aircraft, or where the one after needs it, if it is another one. */
export function elsewhereOf({ stops }: Room, { start, place }: Use): string | null {
  if (place === null) return null;
  const next = placeAt(stops, start, startOf);
  return [stops[next - 1], stops[next]].find((stop) => stop && stop.place !== place)?.place ?? null;
}

function isElsewhere(room: Room, use: Use): boolean {
  return elsewhereOf(room, use) !== null;
}

function startOf({ start }: Span): Instant {
  return start;
}

/** Whether a sorted list of separate times has one in common with a use. */
export function isTaken(taken: readonly Span[], { start, until }: Pick<Use, 'start' | 'until'>): boolean {
  const next = taken[placeAt(taken, start + 1, ({ end }) => end)];
  return next !== undefined && next.start < until;
}

/**
 * Whether no limit in hours or landings is reached in the uses, nor in what is booked until the next shop visit, or for two days:
 * even if everything is flown as booked. The uses are in order of start.
 */
function hasHours(room: Room, uses: readonly Use[]): boolean {
  return room.meters.every((meter) => lasts(meter, uses, room.visits));
}

function lasts(
  { needed, usage, exemptFrom, unharmed, rate }: Meter,
  uses: readonly Use[],
  visits: readonly Instant[],
): boolean {
  let added = 0;
  let reach = Number.NEGATIVE_INFINITY;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const { start, end, isFlown } of uses) {
    // After a planned visit the limit is another one, for this use and all later ones.
    if (start >= exemptFrom) break;
    if (isFlown) added += mostFlown(end - start);
    if (bookedBefore(usage, end) + added > needed) return false;
    lastEnd = end;
    reach = Math.max(reach, visits.find((visit) => visit >= end) ?? end + spareReach);
  }
  if (lastEnd === Number.NEGATIVE_INFINITY) return true;
  const harmed = unharmed[placeAt(unharmed, reach, startOf) - 1];
  // Uses after that reservation are counted as if before it: a little too careful, and simple.
  if (harmed && harmed.end > (uses[0]?.start ?? 0) && bookedBefore(usage, harmed.end) + added > needed) return false;
  return rate === null || rate.at - added * rate.per >= Math.max(lastEnd, harmed?.end ?? lastEnd);
}
