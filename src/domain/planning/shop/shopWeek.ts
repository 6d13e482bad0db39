import { type Aircraft, byTail } from '#domain/fleet/fleet.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { isVisitAhead } from '#domain/maintenance/shopVisit.ts';
import { idKey, perId, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { type Day, type Instant, lengthWithin, type Span } from '#domain/time/time.ts';
import { type BayPlan, bayPlan } from './shopBays.ts';
import { type JobSources, jobFor, type ProposedSlot, type ShopJob, type ShopLine, waitingCost } from './shopJobs.ts';
import { type Shift, shiftsIn } from './shopHours.ts';
import { slotsFor } from './shopSlots.ts';
import { type SetTimes, timesOf } from './shopTimes.ts';

/** Everything that the shop planner reads. */
export type ShopSources = {
  readonly items: readonly DueItem[];
  readonly horizons: ReadonlyMap<string, Horizon>;
  readonly schedule: Schedule;
  readonly now: Instant;
  readonly zone: string;
  /** The end of the known days. */
  readonly until: Instant;
  /** Times that a person set for the week. */
  readonly set?: SetTimes;
};

/** The shop planner's records, sorted once for all its questions. */
export type ShopIndex = JobSources & {
  readonly horizons: ReadonlyMap<string, Horizon>;
  /** By `idKey` of the aircraft's id. */
  readonly items: ReadonlyMap<string, readonly DueItem[]>;
  readonly reservations: ReadonlyMap<string, readonly TimedReservation[]>;
  /** The shop visits under way or to come, of all aircraft. */
  readonly visits: readonly TimedReservation[];
};

export function shopIndex({ items, horizons, schedule, now, zone, until, set }: ShopSources): ShopIndex {
  const byAircraft = perId<TimedReservation[]>(() => []);
  const visits: TimedReservation[] = [];
  for (const reservation of schedule.reservations) {
    if (reservation.aircraftId === null) continue;
    byAircraft.of(reservation.aircraftId).push(reservation);
    if (isVisitAhead(reservation, now)) visits.push(reservation);
  }
  return {
    schedule,
    horizons,
    now,
    zone,
    until,
    shifts: shiftsIn({ start: now, end: until }, zone),
    timeFor: timesOf(schedule.reservations, { now, zone, ...(set && { set }) }),
    items: Map.groupBy(items, ({ aircraft }) => idKey(aircraft.aircraftId)),
    reservations: byAircraft.values,
    visits,
  };
}

export type ShopChoice = { readonly item?: string | null; readonly work?: number | null };

/** What one aircraft needs from the shop; null if no record says that anything comes due. */
export function shopJob(index: ShopIndex, aircraftId: string, chosen: ShopChoice = {}): ShopJob | null {
  const id = idKey(aircraftId);
  return jobFor(index.items.get(id) ?? [], index.horizons, index.reservations.get(id) ?? [], index, chosen);
}

/**
 * The slots before the limit, the best first. The best displaces the fewest booked hours, then begins before the
 * earliest crossing, then is the latest, which uses more of the interval. For a passed limit it gives all slots, the
 * earliest first, because nothing can go until then.
 */
export function proposedSlots(job: ShopJob, index: ShopIndex, busy: readonly Span[] = index.visits): ProposedSlot[] {
  if (job.due.at <= index.now) return slotsAfter(job, index, busy);
  const { times, work, earliest, due } = job;
  const { now, until, shifts } = index;
  return slotsFor({ times, work, from: now, before: due.at, until, shifts, busy, isUrgent: false })
    .map((slot) => ({ ...slot, isSafe: slot.start <= Math.max(now, earliest), waiting: null }))
    .toSorted(
      (a, b) =>
        a.hours - b.hours ||
        a.displaced.length - b.displaced.length ||
        Number(b.isSafe) - Number(a.isSafe) ||
        b.start - a.start,
    );
}

/** The first slot of each day after the limit. */
function slotsAfter(job: ShopJob, { now, until, shifts }: ShopIndex, busy: readonly Span[]): ProposedSlot[] {
  const { times, work } = job;
  const from = Math.max(now, job.due.at);
  const before = Number.POSITIVE_INFINITY;
  return slotsFor({ times, work, from, before, until, shifts, busy, isUrgent: true }).map((slot) => ({
    ...slot,
    isSafe: false,
    waiting: waitingCost(job, slot.end),
  }));
}

export type ShopDay = {
  readonly day: Day;
  /** When the shop is open. */
  readonly shift: Shift;
  /** Milliseconds of shop time in all bays, today from now on: the total, in booked visits, and in proposed ones. */
  readonly capacity: number;
  readonly booked: number;
  readonly proposed: number;
  /** Milliseconds of visits for which no bay is left. */
  readonly beyond: number;
  readonly due: readonly ShopJob[];
};

export type ShopWeek = {
  /** In the proposed order: by limit, then by what a day of delay costs. */
  readonly lines: readonly ShopLine[];
  /** The working days from today on. */
  readonly days: readonly ShopDay[];
  readonly plan: BayPlan;
};

/** What comes due in the known days, and when the shop could do it. Slots are given in order of limits. */
export function shopWeek(index: ShopIndex, fleet: readonly Aircraft[]): ShopWeek {
  const { now, until, shifts, visits } = index;
  const jobs = fleet
    .flatMap(({ aircraftId }) => shopJob(index, aircraftId) ?? [])
    .filter(({ due }) => due.at < until)
    .toSorted(byNeed(now));
  const proposed: Span[] = [];
  const lines = jobs.map((job): ShopLine => {
    if (job.planned) return { job, slot: null, late: null };
    const busy = [...visits, ...proposed];
    const [slot = null] = proposedSlots(job, index, busy);
    const late = slot ? null : (slotsAfter(job, index, busy)[0] ?? null);
    const taken = slot ?? late;
    if (taken) proposed.push(taken);
    return { job, slot, late };
  });
  const plan = bayPlan(lines, index);
  const days = shifts.map((shift, place): ShopDay => {
    const ahead: readonly Shift[] = [{ ...shift, start: Math.max(now, shift.start) }];
    const timeOf = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + lengthWithin(ahead, span), 0);
    const open = timeOf([shift]);
    // What comes due overnight or at a weekend belongs to the working day before.
    const [from, to] = [place === 0 ? Number.NEGATIVE_INFINITY : shift.start, shifts[place + 1]?.start ?? until];
    const due = jobs.filter((job) => job.due.at >= from && job.due.at < to);
    return {
      day: shift.day,
      shift,
      capacity: open * plan.bays,
      booked: timeOf(visits),
      proposed: timeOf(proposed),
      beyond: timeOf(plan.visits.filter(({ bay }) => bay >= plan.bays)),
      due,
    };
  });
  return { lines, days, plan };
}

/** Passed limits first, by the most booked hours; then by limit, and then by tail number. */
function byNeed(now: Instant): (a: ShopJob, b: ShopJob) => number {
  const dayCost = ({ delays }: ShopJob) => delays[0]?.hours ?? 0;
  return (a, b) =>
    Math.max(now, a.due.at) - Math.max(now, b.due.at) || dayCost(b) - dayCost(a) || byTail(a.aircraft, b.aircraft);
}
