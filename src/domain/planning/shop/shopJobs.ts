import { millisecondsInHour } from '#domain/units.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Horizon, Limit } from '#domain/maintenance/horizon.ts';
import { type DueItem, isCounted, isGroundingItem } from '#domain/maintenance/reminders.ts';
import { isNearLimit, type Visit } from '#domain/maintenance/shopVisit.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { bookedBefore, type Usage, usageOf } from '#domain/schedule/usage.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, lengthWithin } from '#domain/time/time.ts';
import { type Shift, workedUntil } from './shopHours.ts';
import type { TimeFor, WorkTime } from './shopTimes.ts';
import { type AircraftTimes, aircraftTimes, bookedHours, type Slot } from './shopSlots.ts';

/** A booked shop visit, compared with the work that is due. */
export type BookedVisit = Visit & {
  /** Milliseconds of shop time in it. `isLongEnough`: whether it is enough for the work. */
  readonly work: number;
  readonly isLongEnough: boolean;
  /** The end that would make it long enough; null if that is beyond the known days. */
  readonly neededUntil: Instant | null;
  /** It begins before the earliest time that the hours can run out. */
  readonly isSafe: boolean;
};

/** What one aircraft needs from the shop, by its next reminder. */
export type ShopJob = {
  readonly aircraft: Aircraft;
  /** The reminder that comes due first, and when: the first limit that is definite or likely. */
  readonly item: DueItem;
  readonly due: Limit;
  /** The earliest limit of all, possible ones included. */
  readonly earliest: Instant;
  readonly horizon: Horizon;
  /** Other reminders near enough to their limits then to belong in the same visit. */
  readonly together: readonly DueItem[];
  /** Milliseconds of shop time for the longest of them, unless chosen. */
  readonly work: number;
  /** A booked visit of this length is long enough. */
  readonly enough: number;
  /** Where that time comes from, and the work that takes it; null if it was chosen for this visit. */
  readonly takes: (WorkTime & { readonly item: DueItem }) | null;
  readonly visits: readonly BookedVisit[];
  /** A visit that counts as planned, comes in time and is long enough; null if there is none. */
  readonly planned: BookedVisit | null;
  readonly times: AircraftTimes;
  readonly usage: Usage;
  /** For each day from the limit on, the reservations that cannot go until the work is done. */
  readonly delays: readonly DayOfDelay[];
};

export type DayOfDelay = {
  readonly day: Day;
  readonly reservations: readonly TimedReservation[];
  readonly hours: number;
};

export type JobSources = {
  readonly schedule: Schedule;
  readonly now: Instant;
  readonly zone: string;
  /** The end of the known days. */
  readonly until: Instant;
  readonly shifts: readonly Shift[];
  readonly timeFor: TimeFor;
};

/**
 * What an aircraft needs, for the chosen reminder or otherwise the first to come due: in the known days one that grounds
 * it comes before a conditional one, and an advisory one needs to be chosen. Null if no record says that one comes due. `own` are the aircraft's reservations in order of start.
 */
export function jobFor(
  items: readonly DueItem[],
  horizons: ReadonlyMap<string, Horizon>,
  ownReservations: readonly TimedReservation[],
  { now, zone, until, shifts, timeFor }: JobSources,
  chosen: { readonly item?: string | null; readonly work?: number | null } = {},
): ShopJob | null {
  const counting = items.filter(isCounted);
  const due = counting
    .flatMap((item) => {
      const horizon = horizons.get(item.key);
      return horizon?.due ? [{ item, horizon, due: horizon.due }] : [];
    })
    .toSorted((x, y) => (x.due.at === y.due.at ? 0 : x.due.at - y.due.at));
  const first =
    due.find(({ item }) => item.key === chosen.item) ??
    due.find((candidate) => isGroundingItem(candidate.item) && candidate.due.at < until) ??
    due.find(({ item }) => item.reminderClass !== 'advisory');
  if (!first) return null;
  const at = Math.max(now, first.due.at);
  const usage = usageOf(ownReservations, now);
  const flown = (bookedBefore(usage, at) * first.horizon.factor.value) / millisecondsInHour;
  const together = counting.filter((item) => item !== first.item && isNearLimit(item, at, flown));
  const times = [first.item, ...together].map((item) => ({ ...timeFor(item), item }));
  const [longest] = times.toSorted((x, y) => y.work - x.work);
  const takes = chosen.work == null && longest ? longest : null;
  const work = takes?.work ?? chosen.work ?? 0;
  const enough = takes === null ? work : Math.max(...times.map((time) => time.enough));
  const earliest = Math.min(...first.horizon.limits.map((limit) => limit.at));
  const visits = first.horizon.visits.map((visit): BookedVisit => {
    const inShop = lengthWithin(shifts, visit.reservation);
    // Booked time outside the shop's hours counts too: somebody may work on a Sunday.
    const isLongEnough = inShop >= enough || visit.reservation.end - visit.reservation.start >= enough;
    const neededUntil = workedUntil(visit.reservation.start, enough, shifts);
    return {
      ...visit,
      work: inShop,
      isLongEnough,
      neededUntil,
      isSafe: visit.reservation.start <= Math.max(now, earliest),
    };
  });
  const inTime = aircraftTimes(ownReservations, now);
  return {
    aircraft: first.item.aircraft,
    ...first,
    usage,
    earliest,
    together,
    work,
    enough,
    takes,
    visits,
    planned: visits.find((visit) => visit.isPlanned && visit.isInTime && visit.isLongEnough) ?? null,
    times: inTime,
    // Flights go on without work that they may not need.
    delays: isGroundingItem(first.item) ? delaysFrom(inTime, { from: at, until, zone }) : [],
  };
}

/** The flights that begin after the limit or cross it, by the day of their start. */
function delaysFrom(
  { movable }: AircraftTimes,
  { from, until, zone }: { readonly from: Instant; readonly until: Instant; readonly zone: string },
): DayOfDelay[] {
  const days: DayOfDelay[] = [];
  for (let day = dayOf(from, zone); ; day = addDays(day, 1)) {
    const span = daySpan(day, zone);
    if (span.start >= until) return days;
    const reservations = movable.filter(({ start, end }) => start >= span.start && start < span.end && end > from);
    days.push({ day, reservations, hours: bookedHours(reservations) });
  }
}

/** Reservations, and their booked hours. */
export type Amount = { readonly count: number; readonly hours: number };

/** The cost of waiting until an instant for the work to be done: the reservations after the limit that cannot go. */
export function waitingCost({ delays }: Pick<ShopJob, 'delays'>, until: Instant): Amount {
  const reservations = delays.flatMap((delay) => delay.reservations).filter((reservation) => reservation.start < until);
  return { count: reservations.length, hours: bookedHours(reservations) };
}

/** Forecast meter hours left on the reminder when work begins at an instant; null without a limit in hours. */
export function hoursLeftAt({ item, horizon, usage }: ShopJob, start: Instant): number | null {
  const left = item.axes.find(({ name }) => name === 'hours')?.remaining ?? null;
  return left === null ? null : left - (bookedBefore(usage, start) * horizon.factor.value) / millisecondsInHour;
}

/** A slot with its evidence. */
export type ProposedSlot = Slot & {
  /** It begins before the earliest time that the limit can be reached. */
  readonly isSafe: boolean;
  /** For a slot after the limit: what cannot go until the work is done. Null before it. */
  readonly waiting: Amount | null;
};

/** One line of the shop's week. */
export type ShopLine = {
  readonly job: ShopJob;
  /** The proposed time; null if a visit is booked, or the shop has no room before the limit. */
  readonly slot: ProposedSlot | null;
  /** The first time after the limit, if there is no room before it. */
  readonly late: ProposedSlot | null;
};
