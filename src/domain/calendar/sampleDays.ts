import { addDays, type Day, daySpan, type Span } from '#domain/time/time.ts';

/** For tests: an ordinary day and the days of 2026 on which the clocks change, in three zones; India never changes. */
export const zonesAndDays: readonly { readonly zone: string; readonly day: Day; readonly hours: number }[] = [
  { zone: 'America/Chicago', day: '2026-05-12', hours: 24 },
  { zone: 'America/Chicago', day: '2026-03-08', hours: 23 },
  { zone: 'America/Chicago', day: '2026-11-01', hours: 25 },
  { zone: 'Europe/London', day: '2026-05-12', hours: 24 },
  { zone: 'Europe/London', day: '2026-03-29', hours: 23 },
  { zone: 'Europe/London', day: '2026-10-25', hours: 25 },
  { zone: 'Asia/Kolkata', day: '2026-05-12', hours: 24 },
  { zone: 'Asia/Kolkata', day: '2026-03-08', hours: 24 },
  { zone: 'Asia/Kolkata', day: '2026-11-01', hours: 24 },
];

/** The local days from one on. */
export function daysFrom(day: Day, count: number, zone: string): Span[] {
  return Array.from({ length: count }, (_, index) => daySpan(addDays(day, index), zone));
}
