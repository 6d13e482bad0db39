import { peopleText, type TimedBooking } from './bookings.ts';
import type { CheckLevel } from '#domain/readiness/checkLine.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';

/** What is marked on a booking beside its own state. */
export type BookingMark = {
  readonly conflict?: 'definite' | 'possible' | undefined;
  /** Of the dispatch check, where it has something to say: its level, and all of it in words. */
  readonly check?: { readonly level: CheckLevel; readonly words: string } | undefined;
  /** What changed since the last look: `new`, `moved from 1300L`. */
  readonly change?: string | undefined;
  /** Of the aircraft's maintenance while it is booked. */
  readonly alert?: 'warning' | 'expired' | 'crossing' | undefined;
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
  const [from, to] = [shownDay(booking.start, clock), shownDay(booking.end, clock)];
  const day = `${dayText(from)}${clock.mode === 'Z' ? ' Zulu' : ''}`;
  const until = from === to ? '' : `until ${dayText(to)}`;
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

/** Whom or what a bar names when it can name only one. */
export function firstName(booking: TimedBooking): string {
  return namesOf(booking).split(' / ', 1)[0]!;
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
