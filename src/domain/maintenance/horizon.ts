import { millisecondsInHour } from '#domain/units.ts';
import { idKey, perId, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type ReservationWithState, statesAt } from '#domain/schedule/aircraftNow.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { type Visit, type ShopVisit, visitFor, visitsOf } from './shopVisit.ts';
import { stateAt } from '#domain/reservations/state.ts';
import { inLandings, type LandingRate, landingRateOf, type LandingRates } from '#domain/schedule/landings.ts';
import { type Axis, type AxisName, doubtIn, type DueItem, isCounted } from './reminders.ts';
import { bandOf, earliestUse, factorFor, type FactorUsed } from '#domain/schedule/hoursFactor.ts';
import { type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { bookedBefore, reach, type Usage, usagesOf, wasOut } from '#domain/schedule/usage.ts';
import { forecastDays, furthestForecast, landingsAnHour, minFactor, rateDays } from '#domain/thresholds.ts';

/** Today and the days ahead whose reservations a forecast uses. */
export function forecastSpan(today: Day, zone: string): Span {
  return daySpan(today, zone, forecastDays + 1);
}

/**
 * The basis of a limit. `status`: the service calls the reminder Expired. `meter`: the reading has passed it, whatever
 * the status. `date`: the limit is a date. `flown`: flights that were checked out and are not closed. `booked`: those
 * flights and the reservations. `rate`: the recent rate of flying, beyond the reservations.
 */
export type LimitBasis = 'status' | 'meter' | 'date' | 'flown' | 'booked' | 'rate';

/**
 * `definite`: by the record, or crossed even if the meter shows only half of the flown time. `likely`: by the factor
 * that applies to the aircraft (`factorFor`). `possible`: the earliest time, with all booked time in full (`earliestUse`).
 */
export type LimitCertainty = 'definite' | 'likely' | 'possible';

/** One limit of a reminder on one axis, and when it is reached. */
export type Limit = {
  readonly item: DueItem;
  /** Null if the service calls the reminder Expired but no axis says so. */
  readonly axis: AxisName | null;
  /** The first instant after the limit. Negative infinity if the meter has passed it or the reminder is Expired. */
  readonly at: Instant;
  readonly certainty: LimitCertainty;
  readonly basis: LimitBasis;
  /** The reservation that crosses it, if one does. */
  readonly reservation: TimedReservation | null;
  /** Shop visits under way or to come, and what each is for. */
  readonly visits: readonly Visit[];
  /**
   * Of a limit in hours: the clock time after which it is certainly crossed, in milliseconds, and what is certainly flown
   * until now. Null for other limits.
   */
  readonly certain: { readonly needed: number; readonly flown: Usage } | null;
  /** For landings by reservations: the rate of the one that crosses it. */
  readonly landings?: LandingRate | undefined;
};

/**
 * The time between now and the limits of a reminder. This estimate is shown beside the API's status and does not change
 * it.
 */
export type Horizon = {
  readonly item: DueItem;
  /** In order of time. An axis may have several, with different certainties. */
  readonly limits: readonly Limit[];
  /** The first that is definite or likely: when the reminder comes due. Null if there is none. */
  readonly due: Limit | null;
  /**
   * Clock hours booked from now until the next shop visit, the date limit or the last flight's end, whichever comes
   * first. Null if no flight ends after now.
   */
  readonly booked: { readonly hours: number; readonly until: Instant } | null;
  /**
   * Nothing of the aircraft comes due before its last reservation ends, on any axis of any reminder, and what is left on
   * each is known.
   */
  readonly isEnough: boolean;
  /** Clock hours until now that are not on the meter yet: flights that are out, or ended and were not closed. */
  readonly unmetered: number;
  /** Meter hours per day in the last weeks; null if nothing was flown. */
  readonly rate: number | null;
  /** Shop visits under way or to come, by start, and whether each begins before the reminder is due. */
  readonly visits: readonly Visit[];
  /** The next visit that counts as planned for it, otherwise the next visit of any kind; null if none is booked. */
  readonly visit: Visit | null;
  /** Meter hours per booked hour, and where the figure comes from. */
  readonly factor: FactorUsed;
  /**
   * The end of the measured band, when the hours are used up at the latest. Null without a measurement, or if nothing
   * reaches it.
   */
  readonly latest: Instant | null;
};

/** One aircraft's future reservations, and its recent rate of flying. */
type Outlook = {
  readonly now: Instant;
  readonly factor: FactorUsed;
  /** Clock hours per day; null if nothing was flown. */
  readonly rate: number | null;
  readonly flown: Usage;
  readonly booked: Usage;
  readonly possible: Usage;
  /** `booked` in usual landings, and `possible` in the most. */
  readonly landed: { readonly booked: Usage; readonly possible: Usage };
  readonly rates: LandingRates | undefined;
  readonly visits: readonly ShopVisit[];
  /**
   * The instant, from `nearEnd` on, at which the reservations are furthest ahead of the recent rate. After it they fall
   * behind the rate, because later ones are not made yet, and the rate continues from there. Without a rate it is the
   * last flight's end, or `nearEnd`.
   */
  readonly bookedUntil: Instant;
};

type OutlookOptions = {
  readonly now: Instant;
  readonly factor: FactorUsed;
  readonly rate: number | null;
  /** Until this instant only reservations count as flying. */
  readonly nearEnd: Instant;
  readonly rates: LandingRates | undefined;
};

/** Prepares one aircraft's reservations, in order of start, for the horizons of its reminders. Linear. */
function outlookOf(
  states: readonly ReservationWithState[],
  { now, factor, rate, nearEnd, rates }: OutlookOptions,
): Outlook {
  const reservations = states.map(({ reservation }) => reservation);
  const usages = usagesOf(states, now);
  const { booked } = usages;
  let bookedUntil = nearEnd;
  let furthest = rate === null ? 0 : timeAt(rate, bookedBefore(booked, nearEnd)) - (nearEnd - now);
  for (const { before, flown, to } of booked.flights) {
    if (to <= nearEnd) continue;
    const ahead = rate === null ? 0 : timeAt(rate, before + flown) - (to - now);
    if (ahead >= furthest) [furthest, bookedUntil] = [ahead, to];
  }
  const landed = {
    booked: inLandings(booked, 'usual', rates),
    possible: inLandings(usages.possible, 'worst', rates),
  };
  return { now, factor, rate, rates, landed, ...usages, visits: visitsOf(reservations, now), bookedUntil };
}

/** How long an aircraft with this rate takes to fly this much; everything except the rate is in milliseconds. */
function timeAt(rate: number, flown: number): number {
  return (flown * 24) / rate;
}

/** The horizon of one reminder, by a search in the totals of `outlookOf`. */
function horizonOf(item: DueItem, outlook: Outlook): Omit<Horizon, 'isEnough'> {
  const { now, factor, booked, rate } = outlook;
  const forecasts = item.axes.flatMap((axis) => (axis.name === 'date' ? [] : usedUp(axis, outlook)));
  const limits = [...recorded(item), ...forecasts].toSorted(byTime);
  const due = limits.find(({ certainty }) => certainty !== 'possible') ?? null;
  const visits = outlook.visits.map((visit): Visit => {
    const flown = (bookedBefore(booked, visit.reservation.start) * factor.value) / millisecondsInHour;
    const isInTime = visit.reservation.start <= Math.max(now, due?.at ?? Number.POSITIVE_INFINITY);
    return { ...visitFor(visit, item, flown), isInTime };
  });
  const ownLimits = limits.map((limit): Limit => ({ ...limit, item, visits }));
  return {
    item,
    limits: ownLimits,
    due: ownLimits[due === null ? -1 : limits.indexOf(due)] ?? null,
    booked: bookedOf(outlook, item),
    unmetered: bookedBefore(booked, now) / millisecondsInHour,
    rate: rate === null ? null : rate * factor.value,
    visits,
    visit: visits.find(({ isPlanned }) => isPlanned) ?? visits[0] ?? null,
    factor,
    latest: latestOf(item, outlook),
  };
}

type OwnLimit = Omit<Limit, 'item' | 'visits'>;

const byTime = (a: OwnLimit, b: OwnLimit) => (a.at === b.at ? 0 : a.at - b.at);

/** The limits that a reminder's record gives without reservations: passed limits and dates, in order of time. */
export function recordedLimits(item: DueItem): readonly Limit[] {
  return recorded(item).map((limit) => ({ ...limit, item, visits: [] }));
}

function recorded({ worst, axes }: DueItem): OwnLimit[] {
  const limits: OwnLimit[] = [];
  const add = (axis: AxisName | null, basis: LimitBasis, at = Number.NEGATIVE_INFINITY, isAssumed = false) =>
    limits.push({ axis, at, certainty: isAssumed ? 'likely' : 'definite', basis, reservation: null, certain: null });
  if (worst === 'expired') add(axes.find(({ statusKind }) => statusKind === 'expired')?.name ?? null, 'status');
  for (const { name, limit, remaining, assumed = 0 } of axes) {
    if (limit === null || remaining === null) continue;
    // A date limit holds through the last second of its day.
    if (name === 'date') add(name, 'date', limit + 1000);
    // A meter that passes the limit only in a forecast is not definite.
    else if (remaining <= 0) add(name, 'meter', undefined, remaining > -assumed);
  }
  return limits.toSorted(byTime);
}

/** When hours or landings run out, from flights that are out or not closed, reservations and the recent rate. */
function usedUp({ name: axis, limit, remaining }: Axis, outlook: Outlook): OwnLimit[] {
  if (limit === null || remaining === null || remaining <= 0) return [];
  const { now, factor, flown, rate, rates, bookedUntil } = outlook;
  const { booked, possible } = axis === 'hours' ? outlook : outlook.landed;
  const left = remaining * millisecondsInHour;
  const needed = axis === 'hours' ? left / factor.value : left;
  const limits: OwnLimit[] = [];
  const certain = axis === 'hours' ? { needed: left / Math.min(minFactor, factor.value), flown } : null;
  const add = (usage: Usage, clock: number, certainty: LimitCertainty) => {
    const crossing = reach(usage, clock);
    if (!crossing) return null;
    const { reservation, at } = crossing;
    const basis = wasOut(stateAt(reservation, now)) ? 'flown' : 'booked';
    const landings = axis === 'hours' ? undefined : landingRateOf(reservation, rates);
    limits.push({ axis, at, certainty, basis, reservation, certain, landings });
    return crossing.at;
  };
  if (certain) add(flown, certain.needed, 'definite');
  add(possible, axis === 'hours' ? earliestUse(remaining, factor) * millisecondsInHour : needed, 'possible');
  const crossed = add(booked, needed, 'likely');
  if (rate !== null && (crossed === null || crossed > bookedUntil)) {
    // After the reservations, landings go on at the usual rate.
    const at = atRate({ booked, bookedUntil }, rate, needed, axis === 'hours' ? 1 : landingsAnHour);
    if (at - now <= furthestForecast)
      limits.push({ axis, at, certainty: 'likely', basis: 'rate', reservation: null, certain });
  }
  return limits;
}

/** When this many clock hours will be flown, if the recent rate continues after the reservations. */
function atRate(
  { booked, bookedUntil }: Pick<Outlook, 'booked' | 'bookedUntil'>,
  rate: number,
  needed: number,
  anHour = 1,
): Instant {
  return bookedUntil + timeAt(rate, Math.max(0, needed - bookedBefore(booked, bookedUntil)) / anHour);
}

/** The end of the measured band of the hours left. */
function latestOf({ axes }: DueItem, outlook: Outlook): Instant | null {
  const { now, factor, booked, rate, bookedUntil } = outlook;
  const left = axes.find(({ name }) => name === 'hours')?.remaining ?? null;
  const late = left === null || left <= 0 ? null : bandOf(left, factor).late;
  if (late === null) return null;
  const needed = late * millisecondsInHour;
  const crossed = reach(booked, needed)?.at ?? null;
  if (rate === null || (crossed !== null && crossed <= bookedUntil)) return crossed;
  const at = atRate(outlook, rate, needed);
  return at - now <= furthestForecast ? at : null;
}

function bookedOf({ booked, visits, now }: Outlook, { axes }: DueItem): Horizon['booked'] {
  const last = booked.flights.at(-1);
  if (!last || last.to <= now) return null;
  const visit = visits.find(({ reservation }) => reservation.start > now)?.reservation;
  const date = axes.find(({ name }) => name === 'date')?.limit ?? null;
  const until = Math.min(last.to, visit?.start ?? last.to, date !== null && date > now ? date : last.to);
  return { hours: (bookedBefore(booked, until) - bookedBefore(booked, now)) / millisecondsInHour, until };
}

type HorizonOptions = { readonly now: Instant; readonly factor?: number | undefined };

/**
 * The horizon of each reminder by its key; permanently complied reminders have none. It uses the history's measured
 * factors unless `factor` is given. Linear in reminders and reservations, except for the search.
 */
export function fleetHorizons(
  items: readonly DueItem[],
  { reservations, history, nearEnd }: Schedule,
  { now, factor }: HorizonOptions,
): Map<string, Horizon> {
  const named = perId<TimedReservation[]>(() => []);
  for (const reservation of reservations)
    if (reservation.aircraftId !== null) named.of(reservation.aircraftId).push(reservation);
  const horizons = new Map<string, Horizon>();
  const byAircraft = Map.groupBy(items, ({ aircraft }) => idKey(aircraft.aircraftId));
  for (const [id, ownItems] of byAircraft) {
    const states = statesAt(named.values.get(id) ?? [], now);
    for (const [key, horizon] of aircraftHorizons(ownItems, states, { history, nearEnd }, { now, factor }).horizons)
      horizons.set(key, horizon);
  }
  return horizons;
}

/**
 * The same for one aircraft's reminders, from its reservations alone. `possible` is the most that the aircraft may fly,
 * which the horizons use.
 */
export function aircraftHorizons(
  items: readonly DueItem[],
  states: readonly ReservationWithState[],
  { history, nearEnd }: Omit<Schedule, 'reservations'>,
  { now, factor: given }: HorizonOptions,
): { readonly horizons: ReadonlyMap<string, Horizon>; readonly possible: Usage } {
  const [item] = items;
  const id = item === undefined ? '' : idKey(item.aircraft.aircraftId);
  const flown = history.flown.get(id) ?? 0;
  const rate = flown > 0 ? flown / millisecondsInHour / rateDays : null;
  const factor = factorFor(id, history.factors, given);
  const outlook = outlookOf(states, { now, factor, rate, nearEnd, rates: history.factors.landings });
  const counting = items.filter(({ isComplied }) => !isComplied);
  const horizons = counting.map((one) => horizonOf(one, outlook));
  const last = outlook.possible.flights.at(-1)?.to ?? now;
  const isEnough = horizons
    .filter((horizon) => isCounted(horizon.item))
    .every(({ item: one, limits }) => (limits[0]?.at ?? Number.POSITIVE_INFINITY) >= last && doubtIn(one) === null);
  return {
    horizons: new Map(horizons.map((horizon) => [horizon.item.key, { ...horizon, isEnough }])),
    possible: outlook.possible,
  };
}
