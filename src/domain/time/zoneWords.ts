import { type Clock, clockText, dayText } from './clock.ts';
import { addDays, type Day, dayOf, type Instant, repeatedHour, wallText } from './time.ts';

const minute = 60_000;
const aYear = 366;

/** Minutes that a zone's wall clock is ahead of UTC at an instant. */
function offsetAt(instant: Instant, zone: string): number {
  const whole = Math.floor(instant / 1000) * 1000;
  return (Date.parse(`${wallText(whole, zone)}Z`) - whole) / minute;
}

/** `UTC−6`, `UTC+5:30`, `UTC`. */
export function offsetText(instant: Instant, zone: string): string {
  const offset = offsetAt(instant, zone);
  const size = Math.abs(offset);
  const minutes = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`;
  return offset === 0 ? 'UTC' : `UTC${offset < 0 ? '−' : '+'}${Math.floor(size / 60)}${minutes}`;
}

/** The next day on which a zone's clock is changed, within a year, and the offset from then on; null where it is not. */
export function nextClockChange(now: Instant, zone: string): { readonly day: Day; readonly offset: string } | null {
  const present = offsetAt(now, zone);
  const today = dayOf(now, zone);
  for (let count = 0; count <= aYear; count++) {
    const day = addDays(today, count);
    const last = Date.parse(`${day}T23:59:59Z`) - present * minute;
    if (last > now && offsetAt(last, zone) !== present) return { day, offset: offsetText(last, zone) };
  }
  return null;
}

/** `UTC−6 until Sun 1 Nov, then UTC−7`; a zone that never changes has its offset alone. */
export function zoneText(now: Instant, zone: string): string {
  const change = nextClockChange(now, zone);
  const offset = offsetText(now, zone);
  return change ? `${offset} until ${dayText(change.day)}, then ${change.offset}` : offset;
}

/**
 * What to say on hover of times that the clock shows twice that night, each with its offset; undefined where none of the
 * instants is one: `0130L* is UTC−7, the second time that night`.
 */
export function repeatedHourNote(instants: readonly (Instant | null)[], clock: Clock): string | undefined {
  if (clock.mode === 'Z') return undefined;
  const notes = instants.flatMap((instant) => {
    const which = instant === null ? null : repeatedHour(instant, clock.zone);
    if (instant === null || which === null) return [];
    return [`${clockText(instant, clock)} is ${offsetText(instant, clock.zone)}, the ${which} time that night`];
  });
  return notes.length > 0 ? notes.join('; ') : undefined;
}
