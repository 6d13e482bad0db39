import { millisecondsInHour } from '#domain/units.ts';
import {
  addDays,
  type Day,
  dayOf,
  daySpan,
  type Instant,
  readInstant,
  type Span,
  weekdayOf,
} from '#domain/time/time.ts';
import { thresholds } from '#domain/thresholds.ts';

/** A working day of the shop. */
export type Shift = Span & { readonly day: Day };

/** The working days of the shop that touch a span, from the settings. Holidays are not known. */
export function shiftsIn({ start, end }: Span, zone: string): Shift[] {
  const { shopOpens, shopCloses, shopDays } = thresholds();
  const shifts: Shift[] = [];
  for (let day = dayOf(start, zone); ; day = addDays(day, 1)) {
    const whole = daySpan(day, zone);
    if (whole.start >= end) return shifts;
    if (weekdayOf(day) > shopDays) continue;
    const at = (hour: number) => (hour === 24 ? whole.end : hourOn(day, hour, zone));
    const shift = { day, start: at(shopOpens), end: at(shopCloses) };
    if (shift.end > start && shift.start < end) shifts.push(shift);
  }
}

function hourOn(day: Day, hour: number, zone: string): Instant {
  const text = `${day}T${String(hour).padStart(2, '0')}:00:00`;
  return (
    readInstant(text, { name: zone, zoneless: 'operator' }) ?? daySpan(day, zone).start + hour * millisecondsInHour
  );
}

/** When work that begins at an instant in shop hours is done; null if the shifts end before that. */
export function workedUntil(start: Instant, work: number, shifts: readonly Shift[]): Instant | null {
  let left = work;
  for (const shift of shifts) {
    const from = Math.max(start, shift.start);
    if (from >= shift.end) continue;
    if (from + left <= shift.end) return from + left;
    left -= shift.end - from;
  }
  return null;
}
