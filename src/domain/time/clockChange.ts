import { tzScan } from '@date-fns/tz/tzScan';
import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import { dayText, offsetText } from './clock.ts';
import { type Day, type Instant, wallText, zoneOffset } from './time.ts';

/** The next day on which a zone's clock changes, within a year, and the new offset; null if it does not change. */
export function nextClockChange(now: Instant, zone: string): { readonly day: Day; readonly offset: string } | null {
  const present = zoneOffset(zone, now) / millisecondsInMinute;
  // Starts at the first of the month: `tzScan` steps by months, and from a 31st it would skip the first days of the
  // next.
  const start = new Date(`${wallText(now, 'UTC').slice(0, 7)}-01T00:00:00Z`);
  const changes = tzScan(zone, { start, end: new Date(now + 366 * millisecondsInDay) });
  const next = changes.find(({ date, offset }) => date.getTime() > now && offset !== present);
  if (!next) return null;
  const at = next.date.getTime();
  // Uses the clock before the change: one that goes back at midnight changes on the day that begins then.
  return { day: wallText(at + present * millisecondsInMinute, 'UTC').slice(0, 10), offset: offsetText(at, zone) };
}

/** `UTC−6 until Sun 1 Nov, then UTC−7`; only the offset for a zone that never changes. */
export function zoneText(now: Instant, zone: string): string {
  const change = nextClockChange(now, zone);
  const offset = offsetText(now, zone);
  return change ? `${offset} until ${dayText(change.day)}, then ${change.offset}` : offset;
}
