import { type Booking, type Reservation, peopleText, tailOf, type TimedBooking, pilotsOf } from './bookings.ts';
import { type Clock, clockText, dayText, shownDay, shownDaysBetween, shownDayText } from '#domain/time/clock.ts';
import type { CheckLevel } from '#domain/readiness/checkLine.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { placeNotKnown } from './locations.ts';
import { type Instant, readInstant, type Span, type Zone } from '#domain/time/time.ts';

/** `1400–1530L`; an end on a later day says on which, `2200–0130L +1`. */
export function spanText(booking: TimedBooking, clock: Clock): string {
  // Without its zone, which the end has; with the star of an hour that the clock shows twice.
  const start = clockText(booking.start, clock).replace(/[LZ]/, '');
  return `${start}–${clockText(booking.end, clock)}${laterDay(booking, clock)}`;
}

/** ` +1` where it ends on the next day of the clock, ` +2` on the one after; empty on the same. */
export function laterDay({ start, end }: Span, clock: Clock): string {
  const days = shownDaysBetween(start, end, clock);
  return days === 0 ? '' : ` +${days}`;
}

/** Who or what a booking is for, in the fewest words that say something. */
export function titleOf(booking: Booking): string {
  return peopleText(booking) || booking.activity || booking.type;
}

/** What it is for, where the title does not say so already; else the reservation's own name or type. */
export function subtitleOf(booking: Booking): string {
  const title = titleOf(booking);
  const words = [booking.activity, booking.record.displayName ?? '', booking.type];
  return words.find((word) => word !== '' && word !== title) ?? '';
}

/** The title after the tail number, where there is one: for lists that mix aircraft. */
export function tailAndTitle(booking: Booking): string {
  return [tailOf(booking), titleOf(booking)].filter(Boolean).join(' ');
}

/** What is marked on a booking beside its own state. */
export type BookingMark = {
  readonly conflict?: 'definite' | 'possible' | undefined;
  /** Of the dispatch check, where it has something to say: its level, and all of it in words. */
  readonly check?: { readonly level: CheckLevel; readonly words: string } | undefined;
  /** What changed since the last look: `new`, `moved from 1300L`. */
  readonly change?: string | undefined;
  /** Of the aircraft's maintenance while it is booked. */
  readonly alert?: 'warning' | 'expired' | 'crossing' | undefined;
  /** Where the view is narrowed to a location, and nobody says where this is. */
  readonly isPlaceUnknown?: boolean | undefined;
};

const alertWords = {
  warning: 'aircraft has a maintenance Warning',
  expired: 'aircraft has an Expired reminder',
  crossing: 'likely crosses a maintenance limit, a forecast',
} as const;

/** The marks of a booking in words, the gravest first. */
export function markWords(mark: BookingMark | undefined): string[] {
  return [
    mark?.conflict && `${mark.conflict} conflict`,
    mark?.check?.words,
    mark?.alert && alertWords[mark.alert],
    mark?.change,
    mark?.isPlaceUnknown ? placeNotKnown : undefined,
  ].filter((word) => word !== undefined);
}

/** `1400L to 1530L` with its day, and the other day where it ends on one. */
export function timesText(booking: TimedBooking, clock: Clock): string {
  const [from, to] = [shownDay(booking.start, clock), shownDay(booking.end, clock)];
  const end = from === to ? '' : `${dayText(to)} `;
  return `${dayText(from)}, ${clockText(booking.start, clock)} to ${end}${clockText(booking.end, clock)}`;
}

/** Who or what a booking is for, in full names: `Ana Garcia with Kim Lee`. */
export function whoText(booking: TimedBooking): string {
  const pilots = booking.pilots.join(', ');
  if (pilots && booking.instructor) return `${pilots} with ${booking.instructor}`;
  return pilots || booking.instructor || booking.record.displayName || '';
}

/**
 * A booking as it is spoken: type, day, times, people, activity, status and marks. Whatever text a bar shows is part of
 * it, word for word, so that who speaks to the computer can say what he sees.
 */
export function spokenBooking(booking: TimedBooking, clock: Clock, mark?: BookingMark): string {
  const kind = booking.kind === 'unknown' ? 'Unknown type' : booking.kind;
  const [from, to] = [shownDayText(booking.start, clock), shownDayText(booking.end, clock)];
  const day = `${from}${clock.mode === 'Z' ? ' Zulu' : ''}`;
  const until = shownDaysBetween(booking.start, booking.end, clock) === 0 ? '' : `until ${to}`;
  const words = [kind, booking.type, day, barText(booking, clock, Number.POSITIVE_INFINITY), until, booking.status];
  return [...new Set([...words, ...markWords(mark)])].filter(Boolean).join(', ');
}

function namesOf(booking: TimedBooking): string {
  return peopleText(booking) || booking.activity || booking.type;
}

/**
 * As much of `1400–1530 Garcia / Lee · Dual` as has room for so many letters: first the activity goes, then the
 * instructor, then the times.
 */
export function barText(booking: TimedBooking, clock: Clock, letters: number): string {
  return barForms(booking, clock).find((form) => form.length <= letters) ?? firstName(booking);
}

const firstNames = new WeakMap<TimedBooking, string>();

/** Whom or what a bar names when it can name only one. Remembered, as the forms of its text are. */
export function firstName(booking: TimedBooking): string {
  const found = firstNames.get(booking);
  if (found !== undefined) return found;
  const [name = ''] = namesOf(booking).split(' / ', 1);
  firstNames.set(booking, name);
  return name;
}

const known = new WeakMap<TimedBooking, { readonly clock: Clock; readonly forms: readonly string[] }>();

/** The longest first. Remembered, because each bar is both drawn and spoken, again and again while one scrolls. */
function barForms(booking: TimedBooking, clock: Clock): readonly string[] {
  const found = known.get(booking);
  if (found?.clock === clock) return found.forms;
  const times = `${clockText(booking.start, clock).slice(0, 4)}–${clockText(booking.end, clock).slice(0, 4)}`;
  const names = namesOf(booking);
  const whole = booking.activity && names !== booking.activity ? `${names} · ${booking.activity}` : names;
  const forms = [whole, names, firstName(booking)].map((form) => `${times} ${form}`);
  known.set(booking, { clock, forms });
  return forms;
}

/** A reservation as plain text to copy, a line per fact that is given; names, but nothing to reach anybody by. */
export function reservationText(booking: Booking, zone: Zone, clock: Clock): string {
  const { record, type, activity, instructor, status } = booking;
  const pilots = pilotsOf(booking).map(({ name }) => name);
  const sessions = trainingOf(record, zone).map((session) => `${session.course}, ${session.lesson}, ${session.status}`);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Name', record.displayName],
    ['Aircraft', aircraftText(booking)],
    [booking.kind === 'Class' || booking.kind === 'Meeting' ? 'Attending' : 'Pilot', pilots.join(', ')],
    ['Instructor', instructor],
    ['Activity', activity],
    ...sessions.map((session) => ['Training', session] as const),
    ['Status', status],
  ];
  const lines = facts.filter(([, fact]) => fact).map(([name, fact]) => `${name}: ${fact}`);
  return [type, timeText(booking, clock), ...lines].join('\n');
}

/** `Tue 12 May 1100L–1300L`, `Tue 12 May 2300L – Wed 13 May 0100L`. */
function timeText({ start, end }: Booking, clock: Clock): string {
  if (start === null || end === null) return 'No readable time';
  const [first, last] = [dayText(shownDay(start, clock)), dayText(shownDay(end, clock))];
  const from = `${first} ${clockText(start, clock)}`;
  return first === last ? `${from}–${clockText(end, clock)}` : `${from} – ${last} ${clockText(end, clock)}`;
}

function aircraftText(booking: Booking): string {
  const { aircraft } = booking.record;
  const model = aircraft?.model || aircraft?.make ? modelText(aircraft) : null;
  return [tailOf(booking), model].filter(Boolean).join(' ');
}

/** A training session of a reservation (section 2.6), by the API's own names. */
export type TrainingSession = {
  readonly key: string;
  readonly course: string;
  readonly lesson: string;
  readonly status: string;
  readonly date: Instant | null;
};

/** The lessons a reservation is for, in the order given. */
export function trainingOf({ training }: Reservation, zone: Zone): TrainingSession[] {
  return (training?.sessions ?? []).map((session, index) => ({
    key: session.trainingSessionId ?? String(index),
    course: session.course?.name ?? 'Course without a name',
    lesson: session.lesson?.name ?? 'Lesson without a name',
    status: session.trainingSessionStatus?.name ?? 'no status',
    date: readInstant(session.trainingSessionDate, zone),
  }));
}
