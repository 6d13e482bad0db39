import { millisecondsInHour } from 'date-fns/constants';
import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { isVoid } from '#domain/readiness/standing.ts';
import { isFlight, type TimedBooking } from '#domain/reservations/bookings.ts';
import type { Span } from '#domain/time/time.ts';

/** From 0600 to 2200. */
const hoursOfADay = 16;

/** Hours for which aircraft are booked to fly within a span, without void bookings and simulators. */
export function flyingHours(bookings: readonly { readonly booking: TimedBooking }[], span: Span): number {
  return bookings
    .filter(({ booking }) => fliesAircraft(booking))
    .reduce(
      (sum, { booking: { start, end } }) =>
        sum + (Math.min(end, span.end) - Math.max(start, span.start)) / millisecondsInHour,
      0,
    );
}

/** Whether a booking takes one of the aircraft that the load is counted against. */
export function fliesAircraft(booking: TimedBooking): boolean {
  return isFlight(booking) && !isVoid(booking) && booking.record.aircraft?.isSimulator !== true;
}

/** How many aircraft are in service, and the hours they could fly between them from 0600 to 2200. */
export type Capacity = { readonly aircraft: number; readonly hours: number };

/** What the active aircraft could fly in a day; null without any. */
export function capacityOf(fleet: readonly Aircraft[]): Capacity | null {
  const aircraft = fleet.filter((one) => lifeOf(one.status) === 'active' && one.isSimulator !== true).length;
  return aircraft === 0 ? null : { aircraft, hours: aircraft * hoursOfADay };
}

/** Booked hours as a share of what the active aircraft could fly; above 1 where more is booked, null without active aircraft. */
export function loadOf(hours: number, fleet: readonly Aircraft[]): number | null {
  const capacity = capacityOf(fleet);
  return capacity && hours / capacity.hours;
}

/** `175 of 336 h`; the hours alone where it is not known what could be flown. */
function loadText(hours: number, capacity: Capacity | null): string {
  const booked = Math.round(hours).toLocaleString('en');
  return capacity ? `${booked} of ${capacity.hours.toLocaleString('en')} h` : `${booked} h`;
}

/** What a load of a day is counted against: `Each day: hours booked of 336 h, what 21 aircraft could fly from 0600 to 2200`. */
export function loadHeading(capacity: Capacity | null): string {
  if (!capacity) return 'Each day: hours booked on aircraft';
  const { hours, aircraft } = capacity;
  return `Each day: hours booked of ${hours.toLocaleString('en')} h, what ${aircraft} aircraft could fly from 0600 to 2200`;
}

/** The hours booked on a day against what could be flown. */
export type DayLoad = {
  /** `175 of 336 h`. */
  readonly words: string;
  /** `52 %`; null without active aircraft. */
  readonly share: string | null;
  /** Of the bar, from 0 to 1. */
  readonly filled: number;
};

/** The load of a day; null where nothing is booked to fly. */
export function dayLoad(hours: number, load: number | null, capacity: Capacity | null): DayLoad | null {
  if (hours === 0) return null;
  return {
    words: loadText(hours, load === null ? null : capacity),
    share: load === null ? null : `${Math.round(load * 100)} %`,
    filled: Math.min(1, load ?? 0),
  };
}
