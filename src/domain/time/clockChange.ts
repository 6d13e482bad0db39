import { tzScan } from '@date-fns/tz/tzScan';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { dayText, offsetText } from './clock.ts';
import { type Day, type Instant, wallText, zoneOffset } from './time.ts';

/** The next day on which a zone's clock is changed, within a year, and the offset from then on; null where it is not. */
export function nextClockChange(now: Instant, zone: string): { readonly day: Day; readonly offset: string } | null {
  const present = zoneOffset(zone, now) / millisecondsInMinute;
  // From the first of the month on: `tzScan` steps by months, and after a 31st it steps over the first days of the next.
  const start = new Date(`${wallText(now, 'UTC').slice(0, 7)}-01T00:00:00Z`);
  const changes = tzScan(zone, { start, end: new Date(now + 366 * millisecondsInDay) });
  const next = changes.find(({ date, offset }) => date.getTime() > now && offset !== present);
  if (!next) return null;
  const at = next.date.getTime();
  // By the clock that is changed: one that goes back at midnight is changed on the day that begins then.
  return { day: wallText(at + present * millisecondsInMinute, 'UTC').slice(0, 10), offset: offsetText(at, zone) };
}

/** `UTC−6 until Sun 1 Nov, then UTC−7`; a zone that never changes has its offset alone. */
export function zoneText(now: Instant, zone: string): string {
  const change = nextClockChange(now, zone);
  const offset = offsetText(now, zone);
  return change ? `${offset} until ${dayText(change.day)}, then ${change.offset}` : offset;
}
