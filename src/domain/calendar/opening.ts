import { millisecondsInHour } from '#domain/units.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { type Day, dayOf, daySpan, type Instant, readInstant, type Span } from '#domain/time/time.ts';

/** Hours of the day in which a school usually flies. */
export const defaultHours = { from: 6, to: 22 };

/** These hours in words: `0600L to 2200L`. */
export const usualHoursText = [defaultHours.from, defaultHours.to]
  .map((hour) => `${String(hour).padStart(2, '0')}00L`)
  .join(' to ');

/**
 * The hours of a day in view at first: 06 to 22. They extend by whole hours to reservations that begin or end earlier
 * or later, except completed ones and time off. Several days are shown in full.
 */
export function openingOf(days: readonly Span[], reservations: readonly TimedReservation[], zone: string): Span {
  const [day] = days;
  const whole = { start: day?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  if (!day || days.length > 1) return whole;
  const at = (hours: number) => instantOn(day, hours, zone);
  let [start, end] = [at(defaultHours.from), at(defaultHours.to)];
  for (const { start: from, end: to, statusId, kind } of reservations) {
    // Time off often lasts the whole day, and nobody flies then.
    if (statusId === 2 || kind === 'Instructor Time Off') continue;
    for (const edge of [from, to - 1]) {
      if (edge >= day.start && edge < start)
        start = day.start + Math.floor((edge - day.start) / millisecondsInHour) * millisecondsInHour;
      if (edge < day.end && edge >= end)
        end = day.start + Math.ceil((edge + 1 - day.start) / millisecondsInHour) * millisecondsInHour;
    }
  }
  return { start, end: Math.min(end, day.end) };
}

/** The hours of a day in which a school usually flies, by the operator's clock. No record says when a school is open. */
export function usualHours(day: Day, zone: string): Span {
  const key = `${zone} ${day}`;
  const known = usual.get(key);
  if (known) return known;
  if (usual.size >= maxUsual) usual.clear();
  const whole = daySpan(day, zone);
  const hours = { start: instantOn(whole, defaultHours.from, zone), end: instantOn(whole, defaultHours.to, zone) };
  usual.set(key, hours);
  return hours;
}

/** The hours of days that were asked for: figures of years ask for each day again and again. */
const usual = new Map<string, Span>();
const maxUsual = 3_000;

/** An hour of the operator's clock on a day, including days of 23 or 25 hours. */
function instantOn(day: Span, hours: number, zone: string): Instant {
  const text = `${dayOf(day.start, zone)}T${String(hours).padStart(2, '0')}:00:00`;
  return readInstant(text, { name: zone, zoneless: 'operator' }) ?? day.start + hours * millisecondsInHour;
}
