import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { idKey, type TimedBooking } from '#domain/reservations/bookings.ts';
import { rateDays, type Schedule } from '#domain/readiness/schedule.ts';
import { type Visit, type ShopVisit, visitFor, visitsOf } from '#domain/readiness/shopVisit.ts';
import { standingOf } from '#domain/readiness/standing.ts';
import type { Axis, AxisName, DueItem } from './reminders.ts';
import { type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { bookedBefore, reach, type Usage, usageOf, wasOut } from './usage.ts';

/** Milliseconds: ten years; a rate tells nothing about what is further away. */
const furthestForecast = 3650 * millisecondsInDay;

/** Meter hours per booked hour, unless the school sets another. */
export const usualFactor = 0.69;
/** Of what was out until now at least this share is on the meter once the flights are closed. */
const leastFactor = 0.5;
/** Landings per booked hour: an assumption, because the API gives no landings of a flight. */
const usualLandings = 2;

/** How many days ahead of today the bookings of a forecast are read. */
export const forecastDays = 14;

/** Today and the days ahead whose bookings a forecast rests on. */
export function forecastSpan(today: Day, zone: string): Span {
  return daySpan(today, zone, forecastDays + 1);
}

/**
 * What a limit rests on. `status`: the service calls the reminder Expired. `meter`: the reading has passed it, whatever the status.
 * `date`: it ends with a day. `flown`: flights that were checked out and are not closed. `booked`: those, and what is booked.
 * `rate`: the recent rate of flying, beyond what is booked.
 */
export type LimitBasis = 'status' | 'meter' | 'date' | 'flown' | 'booked' | 'rate';

/** `definite`: by the record, or crossed by half of what has been flown. `likely`: as usually flown. `possible`: at the earliest. */
export type LimitCertainty = 'definite' | 'likely' | 'possible';

/** Where one limit of a reminder falls, on one axis. */
export type Limit = {
  readonly item: DueItem;
  /** Null where the service calls the reminder Expired without an axis that says so. */
  readonly axis: AxisName | null;
  /** The first instant at which it is passed; before all time for what has passed already. */
  readonly at: Instant;
  readonly certainty: LimitCertainty;
  readonly basis: LimitBasis;
  /** The reservation in which it is crossed, where it rests on one. */
  readonly booking: TimedBooking | null;
  /** Shop visits under way or to come, and what each is for. */
  readonly visits: readonly Visit[];
};

/** What lies between now and the limits of a reminder: an estimate, beside the API's status and without effect on it. */
export type Horizon = {
  readonly item: DueItem;
  /** In order of time: several of one axis where they differ in certainty. */
  readonly limits: readonly Limit[];
  /** The first that is definite or likely: when the reminder comes due. Null where nothing tells. */
  readonly due: Limit | null;
  /** Hours of the clock booked from now until the next shop visit, the date limit or the last flight's end, whichever is first. */
  readonly booked: { readonly hours: number; readonly until: Instant } | null;
  /** Hours of the clock that flights which are out, or ended and were not closed, have lasted: not on the meter yet. */
  readonly unmetered: number;
  /** Meter hours per day of the last weeks; null where nothing was flown. */
  readonly rate: number | null;
  /** Shop visits under way or to come, by start, and whether each begins before the reminder is due. */
  readonly visits: readonly Visit[];
  /** The next visit that counts as planned for it, else the next of all; null where none is booked. */
  readonly visit: Visit | null;
};

/** One aircraft's bookings to come, and its recent rate of flying. */
type Outlook = {
  readonly now: Instant;
  /** Meter hours per booked hour, the school's own. */
  readonly factor: number;
  /** Clock hours per day; null where nothing was flown. */
  readonly rate: number | null;
  readonly flown: Usage;
  readonly booked: Usage;
  readonly possible: Usage;
  readonly visits: readonly ShopVisit[];
  /** Where the booked horizon ends: the bookings after it fall behind the rate, because they are yet to be made. */
  readonly bookedUntil: Instant;
};

type OutlookOptions = {
  readonly now: Instant;
  readonly factor: number;
  readonly rate: number | null;
  /** Until then what is booked is all that is flown. */
  readonly nearEnd: Instant;
};

/** Prepares one aircraft's bookings, in order of start, for the horizons of its reminders. Linear. */
function outlookOf(bookings: readonly TimedBooking[], { now, factor, rate, nearEnd }: OutlookOptions): Outlook {
  const booked = usageOf(bookings, now);
  let bookedUntil = nearEnd;
  let furthest = rate === null ? 0 : timeAt(rate, bookedBefore(booked, nearEnd)) - (nearEnd - now);
  for (const { before, flown, to } of booked.flights) {
    if (to <= nearEnd) continue;
    const ahead = rate === null ? 0 : timeAt(rate, before + flown) - (to - now);
    if (ahead >= furthest) [furthest, bookedUntil] = [ahead, to];
  }
  const flown = usageOf(bookings, now, 'flown');
  const possible = usageOf(bookings, now, 'possible');
  return { now, factor, rate, flown, booked, possible, visits: visitsOf(bookings, now), bookedUntil };
}

/** How long an aircraft that flies so many hours a day takes for this much; all but the rate in milliseconds. */
function timeAt(rate: number, flown: number): number {
  return (flown * 24) / rate;
}

/** The horizon of one reminder. A search in what `outlookOf` added up. */
function horizonOf(item: DueItem, outlook: Outlook): Horizon {
  const { now, factor, booked, rate } = outlook;
  const forecasts = item.axes.flatMap((axis) => (axis.name === 'date' ? [] : usedUp(axis, outlook)));
  const limits = [...recorded(item), ...forecasts].toSorted(byTime);
  const due = limits.find(({ certainty }) => certainty !== 'possible') ?? null;
  const visits = outlook.visits.map((visit): Visit => {
    const flown = (bookedBefore(booked, visit.booking.start) * factor) / millisecondsInHour;
    const isInTime = visit.booking.start <= Math.max(now, due?.at ?? Number.POSITIVE_INFINITY);
    return { ...visitFor(visit, item, flown), isInTime };
  });
  const own = limits.map((limit): Limit => ({ ...limit, item, visits }));
  return {
    item,
    limits: own,
    due: own[due === null ? -1 : limits.indexOf(due)] ?? null,
    booked: bookedOf(outlook, item),
    unmetered: bookedBefore(booked, now) / millisecondsInHour,
    rate: rate === null ? null : rate * factor,
    visits,
    visit: visits.find(({ isPlanned }) => isPlanned) ?? visits[0] ?? null,
  };
}

type OwnLimit = Omit<Limit, 'item' | 'visits'>;

const byTime = (a: OwnLimit, b: OwnLimit) => (a.at === b.at ? 0 : a.at - b.at);

/** The limits of a reminder that its record alone tells, without reservations: what has passed, and dates. In order of time. */
export function recordedLimits(item: DueItem): readonly Limit[] {
  return recorded(item).map((limit) => ({ ...limit, item, visits: [] }));
}

function recorded({ worst, axes }: DueItem): OwnLimit[] {
  const limits: OwnLimit[] = [];
  const add = (axis: AxisName | null, basis: LimitBasis, at = Number.NEGATIVE_INFINITY) =>
    limits.push({ axis, at, certainty: 'definite', basis, booking: null });
  if (worst === 'expired') add(axes.find(({ severity }) => severity === 'expired')?.name ?? null, 'status');
  for (const { name, limit, remaining } of axes) {
    if (limit === null || remaining === null) continue;
    // A date limit holds through the last second of its day.
    if (name === 'date') add(name, 'date', limit + 1000);
    else if (remaining <= 0) add(name, 'meter');
  }
  return limits.toSorted(byTime);
}

/** When hours or landings run out, by what is out, not closed, booked, and flown recently. */
function usedUp({ name: axis, limit, remaining }: Axis, outlook: Outlook): OwnLimit[] {
  if (limit === null || remaining === null || remaining <= 0) return [];
  const { now, factor, flown, booked, possible, rate, bookedUntil } = outlook;
  const left = remaining * millisecondsInHour;
  const share = axis === 'hours' ? factor : usualLandings;
  const needed = left / share;
  const limits: OwnLimit[] = [];
  const add = (usage: Usage, clock: number, certainty: LimitCertainty) => {
    const crossing = reach(usage, clock);
    if (!crossing) return null;
    const basis = wasOut(standingOf(crossing.booking, now)) ? 'flown' : 'booked';
    limits.push({ axis, at: crossing.at, certainty, basis, booking: crossing.booking });
    return crossing.at;
  };
  if (axis === 'hours') add(flown, left / Math.min(leastFactor, factor), 'definite');
  add(possible, axis === 'hours' ? left / Math.max(1, factor) : needed, 'possible');
  const crossed = add(booked, needed, 'likely');
  if (rate !== null && (crossed === null || crossed > bookedUntil)) {
    const at = bookedUntil + timeAt(rate, Math.max(0, needed - bookedBefore(booked, bookedUntil)));
    if (at - now <= furthestForecast) limits.push({ axis, at, certainty: 'likely', basis: 'rate', booking: null });
  }
  return limits;
}

function bookedOf({ booked, visits, now }: Outlook, { axes }: DueItem): Horizon['booked'] {
  const last = booked.flights.at(-1);
  if (!last || last.to <= now) return null;
  const visit = visits.find(({ booking }) => booking.start > now)?.booking;
  const date = axes.find(({ name }) => name === 'date')?.limit ?? null;
  const until = Math.min(last.to, visit?.start ?? last.to, date !== null && date > now ? date : last.to);
  return { hours: (bookedBefore(booked, until) - bookedBefore(booked, now)) / millisecondsInHour, until };
}

/**
 * The horizon of each reminder by its key; what is permanently complied has none. Linear in reminders and bookings, but for the
 * search.
 */
export function fleetHorizons(
  items: readonly DueItem[],
  { bookings, history, nearEnd }: Schedule,
  { now, factor = usualFactor }: { readonly now: Instant; readonly factor?: number },
): Map<string, Horizon> {
  const named = bookings.filter(({ aircraftId }) => aircraftId !== null);
  const ofAircraft = Map.groupBy(named, ({ aircraftId }) => idKey(aircraftId ?? ''));
  const outlooks = new Map<string, Outlook>();
  const outlookFor = (id: string): Outlook => {
    const flown = history.flown.get(id) ?? 0;
    const rate = flown > 0 ? flown / millisecondsInHour / rateDays : null;
    const outlook = outlookOf(ofAircraft.get(id) ?? [], { now, factor, rate, nearEnd });
    outlooks.set(id, outlook);
    return outlook;
  };
  const horizons = new Map<string, Horizon>();
  for (const item of items) {
    const id = idKey(item.aircraft.aircraftId);
    if (!item.isComplied) horizons.set(item.key, horizonOf(item, outlooks.get(id) ?? outlookFor(id)));
  }
  return horizons;
}
