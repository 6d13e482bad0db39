import { tzOffset } from '@date-fns/tz/tzOffset';
import { type Instant, type Span, wallText } from './time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A change of a zone's offset, in minutes east of UTC. */
export type Transition = { readonly at: Instant; readonly from: number; readonly to: number };

/** The changes of a zone's offset within a span, to the minute. One look a day, and a search where it differs. */
export function transitionsIn(span: Span, zone: string): Transition[] {
  const transitions: Transition[] = [];
  for (let start = span.start; start < span.end; start += day) {
    const end = Math.min(span.end, start + day);
    const [from, to] = [offsetAt(start, zone), offsetAt(end, zone)];
    if (from !== to) transitions.push({ at: changeWithin(start, end, zone), from, to });
  }
  return transitions;
}

function changeWithin(start: Instant, end: Instant, zone: string): Instant {
  const before = offsetAt(start, zone);
  let [low, high] = [start, end];
  while (high - low > minute) {
    const middle = low + Math.floor((high - low) / 2 / minute) * minute;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function offsetAt(instant: Instant, zone: string): number {
  return tzOffset(zone, new Date(instant));
}

/** True in an hour that a zone's clock shows twice, the first time and the second: its wall time says two instants. */
export function isShownTwice(instant: Instant, zone: string): boolean {
  const own = offsetAt(instant, zone);
  return [instant - 3 * hour, instant + 3 * hour].some((near) => {
    const other = offsetAt(near, zone);
    return other !== own && offsetAt(instant + (own - other) * minute, zone) === other;
  });
}

/**
 * A zone as iCalendar defines it (RFC 5545, 3.6.5), good for a span: the changes in it and in the year before, each as an
 * observance of its own, upon the offset that held before them. `span.start` must lie on a whole minute.
 */
export function timeZoneBlock(zone: string, span: Span): string {
  const start = span.start - 366 * day;
  const base = offsetAt(start, zone);
  const observances = [
    observance('STANDARD', '1970-01-01T00:00:00', base, base),
    ...transitionsIn({ start, end: span.end }, zone).map(({ at, from, to }) =>
      observance(to > from ? 'DAYLIGHT' : 'STANDARD', wallText(at + from * minute, 'UTC'), from, to),
    ),
  ];
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flat(), 'END:VTIMEZONE'].join('\r\n');
}

function observance(kind: 'STANDARD' | 'DAYLIGHT', wall: string, from: number, to: number): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall.replaceAll(/[-:]/g, '')}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ];
}

/** `-0600`. */
function offsetText(minutes: number): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}${digits(size % 60)}`;
}
