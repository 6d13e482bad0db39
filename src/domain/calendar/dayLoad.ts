import { millisecondsInHour } from '#domain/units.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { isVoid } from '#domain/reservations/state.ts';
import { isFlight, type TimedReservation } from '#domain/reservations/reservations.ts';
import { flownSpans } from '#domain/schedule/usage.ts';
import { lengthWithin, type Span } from '#domain/time/time.ts';
import { hoursOfADay } from '#domain/thresholds.ts';
import { numberText } from '#domain/words.ts';

/**
 * Hours booked for flying aircraft within a span, without void reservations and simulators. Of each 24 hours of a reservation they
 * count as much as a forecast does.
 */
export function flyingHours(reservations: readonly { readonly reservation: TimedReservation }[], span: Span): number {
  return reservations
    .filter(({ reservation }) => fliesAircraft(reservation))
    .reduce((sum, { reservation }) => sum + lengthWithin(flownSpans(reservation), span) / millisecondsInHour, 0);
}

/** True if a reservation occupies one of the aircraft in the capacity. */
export function fliesAircraft(reservation: TimedReservation): boolean {
  return isFlight(reservation) && !isVoid(reservation) && reservation.record.aircraft?.isSimulator !== true;
}

/** The number of aircraft in service, and the hours they could fly together from 0600 to 2200. */
export type Capacity = { readonly aircraft: number; readonly hours: number };

/** The daily capacity of the active aircraft; null without any. */
export function capacityOf(fleet: readonly Aircraft[]): Capacity | null {
  const aircraft = fleet.filter((one) => lifeOf(one.status) === 'active' && one.isSimulator !== true).length;
  return aircraft === 0 ? null : { aircraft, hours: aircraft * hoursOfADay };
}

/**
 * Booked hours as a share of what the active aircraft could fly; above 1 if more is booked, null without active
 * aircraft.
 */
export function loadOf(hours: number, fleet: readonly Aircraft[]): number | null {
  const capacity = capacityOf(fleet);
  return capacity && hours / capacity.hours;
}

/** `175 of 336 h`; the hours alone if the capacity is unknown. */
function loadText(hours: number, capacity: Capacity | null): string {
  const booked = numberText(Math.round(hours));
  return capacity ? `${booked} of ${numberText(capacity.hours)} h` : `${booked} h`;
}

/** What the bar of each day means: `hours booked of 336 (21 aircraft, 0600–2200)`; `hours booked` without active aircraft. */
export function loadKey(capacity: Capacity | null): string {
  if (!capacity) return 'hours booked on aircraft';
  return `hours booked of ${numberText(capacity.hours)} (${capacity.aircraft} aircraft, 0600–2200)`;
}

/** A day's booked hours compared with the capacity. */
export type DayLoad = {
  /** `175 of 336 h`. */
  readonly words: string;
  /** `175 h`. */
  readonly booked: string;
  /** `52 %`; null without active aircraft. */
  readonly share: string | null;
  /** The filled part of the bar, from 0 to 1. */
  readonly filled: number;
};

/** A day's load; null if no flight is booked. */
export function dayLoad(hours: number, load: number | null, capacity: Capacity | null): DayLoad | null {
  if (hours === 0) return null;
  return {
    words: loadText(hours, load === null ? null : capacity),
    booked: loadText(hours, null),
    share: load === null ? null : `${Math.round(load * 100)} %`,
    filled: Math.min(1, load ?? 0),
  };
}
