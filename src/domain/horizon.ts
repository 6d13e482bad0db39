import type { TimedBooking } from './bookings.ts';
import type { Axis, AxisName, DueItem } from './reminders.ts';
import type { Instant } from './time.ts';
import { bookedBefore, type Crossing, reach, recentRate, type Usage, usageOf } from './usage.ts';

const hour = 3_600_000;
/** A rate says nothing about what is further away. */
const furthestForecast = 3650 * 24 * hour;

/** Meter hours per booked hour where a school has set nothing else. */
export const usualFactor = 0.69;

/** One aircraft's bookings to come, and the rate at which it flew of late. */
export type Outlook = {
  readonly now: Instant;
  /** Meter hours per booked hour, the school's own. */
  readonly factor: number;
  /** Meter hours per day of the last weeks; null where nothing was flown. */
  readonly rate: number | null;
  readonly usage: Usage;
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
  /** Landings have no estimate per flight. */
  readonly cycles: Axis | null;
  /** Booked hours of the clock until the next shop visit, the date limit or the last flight's end, whichever is first. */
  readonly booked: { readonly hours: number; readonly until: Instant } | null;
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
  /** The next maintenance booking, and whether it begins before the reminder is due or is under way. */
  readonly visit: { readonly booking: TimedBooking; readonly isInTime: boolean } | null;
};

type OutlookOptions = { readonly now: Instant; readonly factor: number; readonly rate: number | null };

/** Prepares one aircraft's bookings, in order of start, for the horizons of its reminders. Linear. */
export function outlookOf(bookings: readonly TimedBooking[], { now, factor, rate }: OutlookOptions): Outlook {
  const usage = usageOf(bookings, now);
  let bookedUntil = now;
  let furthest = 0;
  for (const { before, from, to } of usage.flights) {
    const ahead = rate === null ? 0 : timeAt(rate, (before + to - from) * factor) - (to - now);
    if (ahead >= furthest || rate === null) [furthest, bookedUntil] = [ahead, to];
  }
  return { now, factor, rate, usage, bookedUntil };
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
  const estimate = (one: number) => (left > 0 ? estimateOf(left * hour, one, outlook) : null);
  const likely = estimate(factor);
  const crossed = likely?.at ?? null;
  const limit = date?.limit ?? null;
  const isByHours = crossed !== null && (limit === null || crossed <= limit);
  const dueAt = isPassed ? null : isByHours ? crossed : limit;
  const byTime = isByHours ? 'hours' : limit === null ? null : 'date';
  return {
    hours: hours ?? null,
    date: date ?? null,
    cycles: cycles ?? null,
    booked: bookedOf(usage, limit, now),
    earliest: estimate(Math.max(1, factor)),
    likely,
    latest: estimate(Math.min(0.5, factor)),
    rate,
    first: isPassed ? item.driving!.name : byTime,
    dueAt,
    isPassed,
    visit: visitOf(usage, isPassed ? now : (dueAt ?? Number.POSITIVE_INFINITY)),
  };
}

function axisOf({ axes }: DueItem, name: AxisName): Axis | null {
  return axes.find((one) => one.name === name && one.limit !== null) ?? null;
}

function estimateOf(left: number, factor: number, outlook: Outlook): Estimate {
  const { usage, bookedUntil } = outlook;
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
  if (!last) return null;
  const visit = usage.visits.find(({ start }) => start > now);
  const isAhead = dateLimit !== null && dateLimit > now;
  const until = Math.min(last.to, visit?.start ?? last.to, isAhead ? dateLimit : last.to);
  return { hours: bookedBefore(usage, until) / hour, until };
}

function visitOf({ visits }: Usage, due: Instant): Horizon['visit'] {
  const [booking] = visits;
  return booking ? { booking, isInTime: booking.start <= due } : null;
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
  const ofAircraft = Map.groupBy(bookings, (booking) => booking.aircraftId);
  const outlooks = new Map<string, Outlook>();
  const outlookFor = (aircraftId: string): Outlook => {
    const own = ofAircraft.get(aircraftId) ?? [];
    const outlook = outlookOf(own, { now, factor, rate: recentRate(own, { now, days: rateDays, factor }) });
    outlooks.set(aircraftId, outlook);
    return outlook;
  };
  const horizons = new Map<string, Horizon>();
  for (const item of items) {
    const { aircraftId } = item.aircraft;
    if (!item.isComplied) horizons.set(item.key, horizonOf(item, outlooks.get(aircraftId) ?? outlookFor(aircraftId)));
  }
  return horizons;
}
