import { TZDate } from '@date-fns/tz/date';
import { ICalCalendar, ICalEventStatus } from 'ical-generator';
import { peopleText, tailOf, type TimedReservation } from './reservations.ts';
import { isVoid } from './state.ts';
import { type Instant, type Span, wallText } from '#domain/time/time.ts';
import { tzOffset } from '@date-fns/tz/tzOffset';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';

/**
 * The contents of a calendar: its name (`N512SP`, `Tamika Tanaka`), its reservations and the time of their data, and
 * the operator.
 */
export type Schedule = {
  readonly name: string;
  readonly reservations: readonly TimedReservation[];
  readonly asOf: Instant;
  readonly operatorId: number;
  readonly zone: string;
  /** False leaves out everything that names a person. */
  readonly showsNames?: boolean;
  /** The days that it covers; without them those of its reservations. */
  readonly span?: Span;
  /** How often a subscribing program may fetch the calendar again, in seconds (RFC 7986, 5.7). */
  readonly refresh?: number;
};

/**
 * A schedule as iCalendar (RFC 5545). Times are in the operator's time zone with its definition, or in UTC in an hour
 * that occurs twice. An event keeps its id from file to file, so that importing the next one updates it. People appear
 * only by name: no phone, no e-mail.
 */
export function icalText(schedule: Schedule): string {
  const { name, reservations, zone, asOf, span = { start: asOf, end: asOf }, refresh = null } = schedule;
  const days = reservations.length > 0 ? reach(reservations) : span;
  const calendar = new ICalCalendar({
    prodId: { company: 'Flightline', product: 'schedule', language: 'EN' },
    name: escaped(name),
    ttl: refresh,
    // No name here: with a name the library writes DTSTAMP in local time, but the standard requires UTC.
    timezone: { name: null, generator: (id) => timeZoneBlock(id, days) },
  });
  for (const event of eventsOf(schedule)) calendar.createEvent(event);
  const { properties, components } = partsOf(calendar.toString());
  // A calendar has at least one component (3.6), and some programs refuse one without. The zone is always true.
  const all = components.length > 0 ? components : [timeZoneBlock(zone, days)];
  const lines = ['BEGIN:VCALENDAR', ...properties, `X-WR-TIMEZONE:${zone}`, ...all, 'END:VCALENDAR'];
  return lines.map((line) => `${line}\r\n`).join('');
}

/**
 * The lines of a calendar's own properties, and those of its components. The library mixes them, but RFC 5545 (3.6)
 * requires the properties first, and strict programs read none after the first component.
 */
function partsOf(calendar: string) {
  const [properties, components]: [string[], string[]] = [[], []];
  let depth = 0;
  for (const line of calendar.split('\r\n').slice(1)) {
    if (line.startsWith('BEGIN:')) depth++;
    if (line === 'END:VCALENDAR') break;
    (depth > 0 ? components : properties).push(line);
    if (line.startsWith('END:')) depth--;
  }
  return { properties, components };
}

/** An event for each reservation, each with its own id; one that is listed twice gives one. */
function eventsOf(schedule: Schedule) {
  const known = new Map<string, number>();
  const listed = new Set<string>();
  return schedule.reservations.flatMap((given) => {
    const one = `${given.key} ${given.start} ${given.end}`;
    if (listed.has(one)) return [];
    listed.add(one);
    const event = eventOf(given, schedule);
    const count = (known.get(event.id) ?? 0) + 1;
    known.set(event.id, count);
    return [count === 1 ? event : { ...event, id: `${count}-${event.id}` }];
  });
}

function eventOf(given: TimedReservation, { asOf, operatorId, zone, showsNames = true }: Schedule) {
  const reservation = showsNames ? given : nameless(given);
  // Programs differ in which of the two instants they choose for such a local time.
  const isPlain = !isShownTwice(reservation.start, zone) && !isShownTwice(reservation.end, zone);
  const at = (instant: Instant) => (isPlain ? new TZDate(instant, zone) : new Date(instant));
  return {
    id: `${encodeURIComponent(reservation.key.toWellFormed())}@operator-${operatorId}.flightline`,
    stamp: new Date(asOf),
    start: at(reservation.start),
    // An end must be later than the start (3.8.2.2); without one an event ends as it begins.
    end: reservation.end > reservation.start ? at(reservation.end) : null,
    timezone: isPlain ? zone : null,
    summary: readable(summaryOf(reservation)),
    description: readable(descriptionOf(reservation)),
    status: isVoid(reservation) ? ICalEventStatus.CANCELLED : null,
  };
}

/** A reservation's name is often a person's. Without an id from the service, the substitute key contains that name. */
function nameless(reservation: TimedReservation): TimedReservation {
  const { record, aircraftId, start } = reservation;
  return {
    ...reservation,
    key: record.reservationId ?? `${aircraftId ?? 'reservation'} ${start}`,
    pilots: [],
    instructor: null,
    record: { ...record, displayName: null, pilots: null, instructor: null },
  };
}

/** `N512SP Garcia / Lee, Dual Flight Training`. */
function summaryOf(reservation: TimedReservation): string {
  const isGroup = reservation.kind === 'Class' || reservation.kind === 'Meeting';
  const who = isGroup ? (reservation.record.displayName ?? '') : peopleText(reservation);
  const head = [tailOf(reservation), who].filter(Boolean).join(' ');
  return [head, reservation.activity || reservation.type].filter(Boolean).join(', ');
}

function descriptionOf(reservation: TimedReservation): string {
  const lines = [
    ['Type', reservation.type],
    ['Activity', reservation.activity],
    ['Aircraft', tailOf(reservation) ?? ''],
    ['Pilots', reservation.pilots.join(', ')],
    ['Instructor', reservation.instructor ?? ''],
    ['Status', reservation.status],
  ] as const;
  return lines.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])).join('\n');
}

/** Removes control characters that iCalendar does not allow; line breaks and tabs stay. Halves of pairs become �. */
function readable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is meant
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '');
}

/** The library escapes the events' texts, but not the calendar's name. */
function escaped(text: string): string {
  return readable(text)
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
}

/** The span from the first start to the last end. */
function reach(reservations: readonly TimedReservation[]): Span {
  const first = Math.min(...reservations.map(({ start }) => start));
  return {
    start: Math.floor(first / millisecondsInMinute) * millisecondsInMinute,
    end: Math.max(...reservations.map(({ end }) => end)),
  };
}

/** A change of a zone's offset, in minutes east of UTC. */
export type Transition = { readonly at: Instant; readonly from: number; readonly to: number };

/**
 * The changes of a zone's offset within a span, to the minute. Compares the offset once a day, and searches days where
 * it differs.
 */
export function transitionsIn(span: Span, zone: string): Transition[] {
  const transitions: Transition[] = [];
  for (let start = span.start; start < span.end; start += millisecondsInDay) {
    const end = Math.min(span.end, start + millisecondsInDay);
    const [from, to] = [offsetAt(start, zone), offsetAt(end, zone)];
    if (from !== to) transitions.push({ at: changeWithin(start, end, zone), from, to });
  }
  return transitions;
}

function changeWithin(start: Instant, end: Instant, zone: string): Instant {
  const before = offsetAt(start, zone);
  let [low, high] = [start, end];
  while (high - low > millisecondsInMinute) {
    const middle = low + Math.floor((high - low) / 2 / millisecondsInMinute) * millisecondsInMinute;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function offsetAt(instant: Instant, zone: string): number {
  return tzOffset(zone, new Date(instant));
}

/** True in both passes of an hour that a zone's clock repeats: its local time means two instants. */
export function isShownTwice(instant: Instant, zone: string): boolean {
  const own = offsetAt(instant, zone);
  return [instant - 3 * millisecondsInHour, instant + 3 * millisecondsInHour].some((near) => {
    const other = offsetAt(near, zone);
    return other !== own && offsetAt(instant + (own - other) * millisecondsInMinute, zone) === other;
  });
}

/**
 * A time zone's iCalendar definition (RFC 5545, 3.6.5), valid for a span. Each change in the span and the year before
 * is one observance, and so is the offset before them. `span.start` must be on a whole minute.
 */
export function timeZoneBlock(zone: string, span: Span): string {
  const start = span.start - 366 * millisecondsInDay;
  const base = offsetAt(start, zone);
  const observances = [
    observance('STANDARD', '1970-01-01T00:00:00', base, base),
    ...transitionsIn({ start, end: span.end }, zone).map(({ at, from, to }) =>
      observance(to > from ? 'DAYLIGHT' : 'STANDARD', wallText(at + from * millisecondsInMinute, 'UTC'), from, to),
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
