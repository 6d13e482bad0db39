import { millisecondsInHour } from '#domain/units.ts';
import { earliestUse, factorFor, type FactorUsed } from '#domain/schedule/hoursFactor.ts';
import { aircraftHorizons, type Horizon } from '#domain/maintenance/horizon.ts';
import { limitsOf } from '#domain/maintenance/limits.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { idKey, isShopVisit } from '#domain/reservations/reservations.ts';
import { certaintyOf } from '#domain/reservations/state.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { placeAt } from '#domain/schedule/reservationIndex.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { bookedBefore, maxFlown, reach, type Usage } from '#domain/schedule/usage.ts';
import { inLandings, landingRate } from '#domain/schedule/landings.ts';
import { rateDays, spareReach } from '#domain/thresholds.ts';
import type { Instant, Span } from '#domain/time/time.ts';

/** The limits of one aircraft with its flights, and what more flights may use. */
export type Limits = {
  /** No definite limit falls before this. */
  readonly firmUntil: Instant;
  readonly firm: DueItem | null;
  readonly meters: readonly Meter[];
  /** The reservations that a limit could stop, in order of start, each with the latest end so far. */
  readonly harmable: readonly Harmable[];
};

type Harmable = Span & { readonly latest: Instant };

/** A limit in hours or landings, and what may count against it. Times are clock time in milliseconds. */
type Meter = {
  readonly item: DueItem;
  /** In booked time, or with an hour for each landing. */
  readonly needed: number;
  /** How much of it an hour of another use may take. */
  readonly share: (use: Flown) => number;
  /** The most that the aircraft may fly: everything booked. */
  readonly usage: Usage;
  /** A planned shop visit has reset the limit from here on. */
  readonly exemptFrom: Instant;
  /** Reservations that end by then do not reach the limit now. A new use must not change that. */
  readonly unharmedUntil: Instant;
  /** The limit by the recent rate of flying, if any, and how much earlier each millisecond flown brings it. */
  readonly rate: { readonly at: Instant; readonly per: number } | null;
};

type Flown = Span & { readonly isFlown: boolean; readonly landings?: number };

/** What an aircraft with these reservations has left. Linear in the reservations. */
export function limitsWith(
  items: readonly DueItem[],
  states: readonly ReservationWithState[],
  { sources: { now } }: ReadinessIndex,
  schedule: Schedule,
): Limits {
  const { horizons, possible: usage } = aircraftHorizons(items, states, schedule, { now });
  const firm = limitsOf(items, horizons).find(({ certainty }) => certainty === 'definite') ?? null;
  const [item] = items;
  const id = item === undefined ? '' : idKey(item.aircraft.aircraftId);
  const flown = schedule.history.flown.get(id) ?? 0;
  const factor = factorFor(id, schedule.history.factors);
  const rates = schedule.history.factors.landings;
  const landed = inLandings(usage, 'worst', rates);
  const max = landingRate('', rates).worst;
  const per = flown > 0 ? (24 * rateDays * millisecondsInHour) / flown : null;
  let latest = Number.NEGATIVE_INFINITY;
  return {
    firmUntil: firm?.at ?? Number.POSITIVE_INFINITY,
    firm: firm?.item ?? null,
    meters: items.flatMap((one) => metersOf(one, horizons.get(one.key) ?? null, { usage, landed, max, factor, per })),
    harmable: states
      .filter(({ reservation, state }) => certaintyOf(state) !== null && !isShopVisit(reservation))
      .map(({ reservation: { start, end } }) => ({ start, end, latest: (latest = Math.max(latest, end)) })),
  };
}

type MeterSources = {
  readonly usage: Usage;
  /** The same in landings at the worst rate, and the worst rate of any use. */
  readonly landed: Usage;
  readonly max: number;
  readonly factor: FactorUsed;
  readonly per: number | null;
};

function metersOf(item: DueItem, horizon: Horizon | null, sources: MeterSources): Meter[] {
  const { factor, per, landed, max } = sources;
  const planned = (horizon?.visits ?? [])
    .filter(({ isPlanned }) => isPlanned)
    .map(({ reservation }) => reservation.end);
  const exemptFrom = Math.min(...planned, Number.POSITIVE_INFINITY);
  return item.axes.flatMap(({ name, limit, remaining }): Meter[] => {
    if (name === 'date' || limit === null || remaining === null || remaining <= 0) return [];
    const isHours = name === 'hours';
    const usage = isHours ? sources.usage : landed;
    const share = isHours ? () => 1 : ({ landings = max }: Flown) => landings;
    const needed = millisecondsInHour * (isHours ? earliestUse(remaining, factor) : remaining);
    const at = horizon?.limits.find((candidate) => candidate.axis === name && candidate.basis === 'rate')?.at ?? null;
    const crossed = reach(usage, needed)?.at ?? Number.POSITIVE_INFINITY;
    const unharmedUntil = Math.min(crossed, at ?? crossed);
    const rate = at === null || per === null ? null : { at, per };
    return [{ item, needed, share, usage, exemptFrom, unharmedUntil, rate }];
  });
}

/**
 * Whether the uses stay within all limits in hours and landings, even if everything is flown as booked. They must not
 * push a later reservation over a limit either: those until the next shop visit count, or those of two days. The uses
 * are in order of start.
 */
export function hasHours({ meters, harmable }: Limits, uses: readonly Flown[], visits: readonly Instant[]): boolean {
  return meters.every((meter) => lasts(meter, uses, visits, harmable));
}

function lasts(
  meter: Meter,
  uses: readonly Flown[],
  visits: readonly Instant[],
  harmable: readonly Harmable[],
): boolean {
  const { needed, share, usage, exemptFrom, rate } = meter;
  let added = 0;
  let clock = 0;
  let reached = Number.NEGATIVE_INFINITY;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (const use of uses) {
    const { start, end, isFlown } = use;
    // After a planned visit a new limit applies to this use and all later ones.
    if (start >= exemptFrom) break;
    const flown = isFlown ? maxFlown(end - start) : 0;
    clock += flown;
    added += flown * share(use);
    if (bookedBefore(usage, end) + added > needed) return false;
    lastEnd = end;
    reached = Math.max(reached, visits.find((visit) => visit >= end) ?? end + spareReach);
  }
  if (lastEnd === Number.NEGATIVE_INFINITY) return true;
  const harmed = latestUnharmed(meter, harmable, Math.min(reached, exemptFrom));
  // Counts all uses as flown before that end, even later ones. This is simple and a little too careful.
  if (harmed > (uses[0]?.start ?? 0) && bookedBefore(usage, harmed) + added > needed) return false;
  return rate === null || rate.at - clock * rate.per >= Math.max(lastEnd, harmed);
}

/** The latest end of a reservation that begins before an instant and does not reach the limit yet. */
function latestUnharmed({ unharmedUntil }: Meter, harmable: readonly Harmable[], before: Instant): Instant {
  let found = Number.NEGATIVE_INFINITY;
  for (let place = placeAt(harmable, before, startOf) - 1; place >= 0; place--) {
    const { end, latest } = harmable[place] ?? { end: found, latest: found };
    if (latest <= found) break;
    if (end <= unharmedUntil) found = Math.max(found, end);
  }
  return found;
}

function startOf({ start }: Span): Instant {
  return start;
}
