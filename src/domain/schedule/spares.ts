import type { TimedBooking } from '#domain/bookings.ts';
import { type Aircraft, byTail } from '#domain/fleet.ts';
import type { DueItem } from '#domain/reminders.ts';
import { type Instant, overlaps } from '#domain/time.ts';
import { bookedBefore, usageOf } from '#domain/usage.ts';
import { type Likeness, likenessTo } from './likeness.ts';

const hour = 3_600_000;
const active = 1;
const checkedOut = 1;
const completed = 2;
const expired = 3;

/** An aircraft that could take over a booking, as far as the records tell. Whether the pilots are checked out on it they do not. */
export type Spare = {
  readonly aircraft: Aircraft;
  readonly likeness: Likeness;
  /** Of the tightest hours limit; null without one, and where the reminders are not known. */
  readonly hoursLeft: number | null;
  /** Hours of the clock booked between now and the booking. */
  readonly hoursBooked: number;
  /** False while its reminders have not been read: not known is not OK. */
  readonly isUpkeepKnown: boolean;
  /** The booking after which it is still checked out, though its time is over. */
  readonly notBack: TimedBooking | null;
};

export type SpareSources = {
  /** In order of start; they have to reach from now to the booking's end, or hours booked before it are missing. */
  readonly bookings: readonly TimedBooking[];
  readonly fleet: readonly Aircraft[];
  readonly due: readonly DueItem[];
  /** The ids of the aircraft whose reminders have been read. */
  readonly answered: Pick<ReadonlySet<string>, 'has'>;
  readonly now: Instant;
};

/**
 * The spares for a booking, best first: same model, reminders known, back already, most hours. A spare is active, free all the
 * while, with nothing Expired, no date limit before the booking ends, and hours for all that is booked until then.
 */
export function sparesFor(booking: TimedBooking, sources: SpareSources): Spare[] {
  if (booking.aircraftId === null || booking.kind === 'Maintenance') return [];
  const likeness = likenessTo(booking, sources);
  const others = sources.fleet.filter((one) => one.aircraftId !== booking.aircraftId);
  const alike = others.flatMap((aircraft) => {
    const like = likeness(aircraft);
    return like && (aircraft.status?.id ?? active) === active ? [{ aircraft, like }] : [];
  });
  const booked = Map.groupBy(sources.bookings, ({ aircraftId }) => aircraftId);
  const due = Map.groupBy(sources.due, (item) => item.aircraft.aircraftId);
  return alike
    .flatMap(({ aircraft, like }) => {
      const own = booked.get(aircraft.aircraftId) ?? [];
      const items = (due.get(aircraft.aircraftId) ?? []).filter((item) => !item.isComplied && item.isActive);
      if (!isFree(own, booking) || !isFit(items, booking)) return [];
      const spare = spareOf(aircraft, like, own, items, booking, sources);
      return hasHours(spare, booking) ? [spare] : [];
    })
    .toSorted(byMerit);
}

function isFree(own: readonly TimedBooking[], booking: TimedBooking): boolean {
  return !own.some((other) => other.statusId !== completed && overlaps(other, booking));
}

function isFit(items: readonly DueItem[], booking: TimedBooking): boolean {
  return items.every(({ statusId, axes }) => {
    const date = axes.find(({ name }) => name === 'date')?.limit ?? null;
    return statusId !== expired && (date === null || date > booking.end);
  });
}

function spareOf(
  aircraft: Aircraft,
  likeness: Likeness,
  own: readonly TimedBooking[],
  items: readonly DueItem[],
  booking: TimedBooking,
  { answered, now }: SpareSources,
): Spare {
  const left = items.flatMap(({ axes }) => axes.find(({ name }) => name === 'hours')?.remaining ?? []);
  return {
    aircraft,
    likeness,
    hoursLeft: left.length > 0 ? Math.min(...left) : null,
    hoursBooked: bookedBefore(usageOf(own, now), booking.start) / hour,
    isUpkeepKnown: answered.has(aircraft.aircraftId),
    notBack: own.findLast((other) => other.statusId === checkedOut && other.end <= now) ?? null,
  };
}

function hasHours({ hoursLeft, hoursBooked }: Spare, { start, end }: TimedBooking): boolean {
  return hoursLeft === null || hoursLeft - hoursBooked >= (end - start) / hour;
}

function byMerit(a: Spare, b: Spare): number {
  return (
    Number(b.likeness === 'same model') - Number(a.likeness === 'same model') ||
    Number(b.isUpkeepKnown) - Number(a.isUpkeepKnown) ||
    Number(a.notBack !== null) - Number(b.notBack !== null) ||
    compareHours(spareHours(b), spareHours(a)) ||
    byTail(a.aircraft, b.aircraft)
  );
}

function spareHours({ hoursLeft, hoursBooked }: Spare): number {
  return hoursLeft === null ? Number.POSITIVE_INFINITY : hoursLeft - hoursBooked;
}

function compareHours(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}
