import { idKey, type TimedBooking } from '#domain/reservations/bookings.ts';
import { isVisitFor } from '#domain/readiness/shopVisit.ts';
import type { Axis, AxisName, DueItem } from './reminders.ts';
import { addDays, type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { bookedBefore, type Crossing, reach, recentRate, type Usage, usageOf } from './usage.ts';

const hour = 3_600_000;
/** Milliseconds: ten years; a rate tells nothing about what is further away. */
const furthestForecast = 3650 * 24 * hour;

/** Meter hours per booked hour, unless the school sets another. */
export const usualFactor = 0.69;
/** Landings per booked hour: an assumption, because the API gives no landings of a flight. */
const usualLandings = 2;

/** How far the bookings of a forecast are read, in days: back for the recent rate, ahead for what is booked. */
export const forecastDays = { back: 14, ahead: 14 } as const;

/** The days around today whose bookings a forecast rests on. */
export function forecastSpan(today: Day, zone: string): Span {
  const { back, ahead } = forecastDays;
  return daySpan(addDays(today, -back), zone, back + ahead + 1);
}

/** One aircraft's bookings to come, and its recent rate of flying. */
export type Outlook = {
  readonly now: Instant;
  /** Meter hours per booked hour, the school's own. */
  readonly factor: number;
  /** Meter hours per day of the last weeks; null where nothing was flown. */
  readonly rate: number | null;
  readonly usage: Usage;
  /** The same with the reservations whose status nobody can tell: at the earliest. */
  readonly possible: Usage;
  /** Where the booked horizon ends: the bookings after it fall behind the rate, because they are yet to be made. */
  readonly bookedUntil: Instant;
};

/** When the hours run out, for one factor. */
export type Estimate = {
  readonly factor: number;
  /** The booking that crosses the limit, and when in it. */
  readonly crossing: Crossing | null;
  /** By the recent rate from the end of the booked horizon; null where the limit is crossed before, or the rate not known. */
  readonly forecast: Instant | null;
  /** The earlier of the two. */
  readonly at: Instant | null;
};

/** What lies between now and the limits of a reminder: an estimate, beside the API's status and without effect on it. */
export type Horizon = {
  readonly hours: Axis | null;
  readonly date: Axis | null;
  readonly cycles: Axis | null;
  /** The booking in which the landings run out at two per booked hour, and when: an assumption. */
  readonly landings: Crossing | null;
  /** Hours of the clock booked from now until the next shop visit, the date limit or the last flight's end, whichever is first. */
  readonly booked: { readonly hours: number; readonly until: Instant } | null;
  /** Hours of the clock that flights which are out, or ended and were not closed, have lasted: not on the meter yet. */
  readonly unmetered: number;
  /** With every booked hour on the meter, with the school's share of them, with half. All null without hours left. */
  readonly earliest: Estimate | null;
  readonly likely: Estimate | null;
  readonly latest: Estimate | null;
  readonly rate: number | null;
  /** The axis that comes due first; of several passed ones, the driving one. Null where none can be told. */
  readonly first: AxisName | null;
  /** When it likely comes due, by date or by hours; null where a limit has passed or none can be told. */
  readonly dueAt: Instant | null;
  readonly isPassed: boolean;
  /** The next shop visit that is plausibly for it, else the next of all; null where none is booked. */
  readonly visit: Visit | null;
  /** All shop visits under way or to come, by start. */
  readonly visits: readonly Visit[];
};

/** A shop visit, whether it plausibly is for the reminder, and whether it begins before that is due or is under way. */
export type Visit = { readonly booking: TimedBooking; readonly isFor: boolean; readonly isInTime: boolean };

type OutlookOptions = { readonly now: Instant; readonly factor: number; readonly rate: number | null };

/** Prepares one aircraft's bookings, in order of start, for the horizons of its reminders. Linear. */
export function outlookOf(bookings: readonly TimedBooking[], { now, factor, rate }: OutlookOptions): Outlook {
  const usage = usageOf(bookings, now);
  const possible = usage.isWhole ? usage : usageOf(bookings, now, { withPossible: true });
  let bookedUntil = now;
  let furthest = 0;
  for (const { before, flown, to } of usage.flights) {
    const end = Math.max(now, to);
    const ahead = rate === null ? 0 : timeAt(rate, (before + flown) * factor) - (end - now);
    if (ahead >= furthest || rate === null) [furthest, bookedUntil] = [ahead, end];
  }
  return { now, factor, rate, usage, possible, bookedUntil };
}

/** How long an aircraft that flies so many hours a day takes for this much on the meter; all but the rate in milliseconds. */
function timeAt(rate: number, metered: number): number {
  return (metered * 24) / rate;
}

/** The horizon of one reminder. A search in what `outlookOf` added up. */
export function horizonOf(item: DueItem, outlook: Outlook): Horizon {
  const { now, factor, usage, rate } = outlook;
  const [hours, date, cycles] = (['hours', 'date', 'cycles'] as const).map((name) => axisOf(item, name));
  const isPassed = (item.driving?.remaining ?? 1) <= 0;
  const left = hours?.remaining ?? 0;
  const estimate = (one: number, given = usage) => (left > 0 ? estimateOf(left * hour, one, given, outlook) : null);
  const likely = estimate(factor);
  const crossed = likely?.at ?? null;
  const limit = date?.limit ?? null;
  const isByHours = crossed !== null && (limit === null || crossed <= limit);
  const dueAt = isPassed ? null : isByHours ? crossed : limit;
  const visits = visitsOf(item, outlook, isPassed ? now : (dueAt ?? Number.POSITIVE_INFINITY));
  const byTime = isByHours ? 'hours' : limit === null ? null : 'date';
  return {
    hours: hours ?? null,
    date: date ?? null,
    cycles: cycles ?? null,
    landings: landingsOf(cycles ?? null, usage),
    booked: bookedOf(usage, limit, now),
    unmetered: bookedBefore(usage, now) / hour,
    earliest: estimate(Math.max(1, factor), outlook.possible),
    likely,
    latest: estimate(Math.min(0.5, factor)),
    rate,
    first: isPassed ? (item.driving?.name ?? null) : byTime,
    dueAt,
    isPassed,
    visit: visits.find(({ isFor }) => isFor) ?? visits[0] ?? null,
    visits,
  };
}

function axisOf({ axes }: DueItem, name: AxisName): Axis | null {
  return axes.find((one) => one.name === name && one.limit !== null) ?? null;
}

function landingsOf(cycles: Axis | null, usage: Usage): Crossing | null {
  const left = cycles?.remaining ?? 0;
  return left > 0 ? reach(usage, (left / usualLandings) * hour) : null;
}

function estimateOf(left: number, factor: number, usage: Usage, outlook: Outlook): Estimate {
  const { bookedUntil } = outlook;
  const crossing = reach(usage, left / factor);
  if (outlook.rate === null || (crossing && crossing.at <= bookedUntil)) {
    return { factor, crossing, forecast: null, at: crossing?.at ?? null };
  }
  const rate = (outlook.rate * factor) / outlook.factor;
  const forecast = bookedUntil + timeAt(rate, left - bookedBefore(usage, bookedUntil) * factor);
  if (forecast > outlook.now + furthestForecast) return { factor, crossing, forecast: null, at: crossing?.at ?? null };
  return { factor, crossing, forecast, at: Math.min(forecast, crossing?.at ?? forecast) };
}

function bookedOf(usage: Usage, dateLimit: Instant | null, now: Instant): Horizon['booked'] {
  const last = usage.flights.at(-1);
  if (!last || last.to <= now) return null;
  const visit = usage.visits.find(({ start }) => start > now);
  const isAhead = dateLimit !== null && dateLimit > now;
  const until = Math.min(last.to, visit?.start ?? last.to, isAhead ? dateLimit : last.to);
  return { hours: (bookedBefore(usage, until) - bookedBefore(usage, now)) / hour, until };
}

function visitsOf(item: DueItem, { usage, factor }: Outlook, due: Instant): Visit[] {
  return usage.visits.map((booking) => {
    const flown = (bookedBefore(usage, booking.start) * factor) / hour;
    return { booking, isFor: isVisitFor(booking, item, flown), isInTime: booking.start <= due };
  });
}

type FleetOptions = {
  readonly now: Instant;
  readonly factor: number;
  /** Over how many days before now the recent rate is taken; the bookings have to reach back as far. */
  readonly rateDays: number;
};

/**
 * The horizon of each reminder by its key; what is permanently complied has none. The bookings are those of all aircraft,
 * past and to come, in order of start. Linear in both, but for the search.
 */
export function fleetHorizons(
  items: readonly DueItem[],
  bookings: readonly TimedBooking[],
  { now, factor, rateDays }: FleetOptions,
): Map<string, Horizon> {
  const named = bookings.filter(({ aircraftId }) => aircraftId !== null);
  const ofAircraft = Map.groupBy(named, ({ aircraftId }) => idKey(aircraftId ?? ''));
  const outlooks = new Map<string, Outlook>();
  const outlookFor = (aircraftId: string): Outlook => {
    const own = ofAircraft.get(aircraftId) ?? [];
    const outlook = outlookOf(own, { now, factor, rate: recentRate(own, { now, days: rateDays, factor }) });
    outlooks.set(aircraftId, outlook);
    return outlook;
  };
  const horizons = new Map<string, Horizon>();
  for (const item of items) {
    const aircraftId = idKey(item.aircraft.aircraftId);
    if (!item.isComplied) horizons.set(item.key, horizonOf(item, outlooks.get(aircraftId) ?? outlookFor(aircraftId)));
  }
  return horizons;
}
