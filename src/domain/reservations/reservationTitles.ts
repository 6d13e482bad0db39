import {
  peopleText,
  pilotsOf,
  type Reservation,
  type ReservationRecord,
  tailOf,
  type TimedReservation,
} from './reservations.ts';
import { type Clock, clockText, dayText, shownDay, shownDaysBetween, unmarkedClockText } from '#domain/time/clock.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { type Instant, readInstant, type Span, type Zone } from '#domain/time/time.ts';

/** `1400–1530L`; with the number of days if it ends on a later day, `2200–0130L +1`. */
export function shortSpanText(span: Span, clock: Clock): string {
  // Only the end carries the zone.
  return `${unmarkedClockText(span.start, clock)}–${clockText(span.end, clock)}${laterDay(span, clock)}`;
}

/** ` +1` if it ends on the next day by the clock shown, ` +2` on the one after; empty on the same day. */
export function laterDay({ start, end }: Span, clock: Clock): string {
  const days = shownDaysBetween(start, end, clock);
  return days === 0 ? '' : ` +${days}`;
}

/** The people or purpose of a reservation, in as few words as possible. */
export function titleOf(reservation: Reservation): string {
  return peopleText(reservation) || reservation.activity || reservation.type;
}

/** A reservation's activity if the title does not show it, otherwise its own name or type. */
export function subtitleOf(reservation: Reservation): string {
  const title = titleOf(reservation);
  const words = [reservation.activity, reservation.record.displayName ?? '', reservation.type];
  return words.find((word) => word !== '' && word !== title) ?? '';
}

/** The title after the tail number, if there is one, for lists that mix aircraft. */
export function tailAndTitle(reservation: Reservation): string {
  return [tailOf(reservation), titleOf(reservation)].filter(Boolean).join(' ');
}

/** `1400L to 1530L` with its day, and with the end's day if it differs. */
export function timesText({ start, end: until }: Span, clock: Clock): string {
  const [from, to] = [shownDay(start, clock), shownDay(until, clock)];
  const end = from === to ? '' : `${dayText(to)} `;
  return `${dayText(from)}, ${clockText(start, clock)} to ${end}${clockText(until, clock)}`;
}

/** The people of a reservation, in full names: `Ana Garcia with Kim Lee`. */
export function whoText(reservation: TimedReservation): string {
  const pilots = reservation.pilots.join(', ');
  if (pilots && reservation.instructor) return `${pilots} with ${reservation.instructor}`;
  return pilots || reservation.instructor || reservation.record.displayName || '';
}

/** A reservation as plain text to copy, one line per known fact, with names but no contact data. */
export function reservationText(reservation: Reservation, zone: Zone, clock: Clock): string {
  const { record, type, activity, instructor, status } = reservation;
  const pilots = pilotsOf(reservation).map(({ name }) => name);
  const sessions = trainingOf(record, zone).map((session) => `${session.course}, ${session.lesson}, ${session.status}`);
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Name', record.displayName],
    ['Aircraft', aircraftText(reservation)],
    [reservation.kind === 'Class' || reservation.kind === 'Meeting' ? 'Attending' : 'Pilot', pilots.join(', ')],
    ['Instructor', instructor],
    ['Activity', activity],
    ...sessions.map((session) => ['Training', session] as const),
    ['Status', status],
  ];
  const lines = facts.filter(([, fact]) => fact).map(([name, fact]) => `${name}: ${fact}`);
  return [type, timeText(reservation, clock), ...lines].join('\n');
}

/** `Tue 12 May 1100L–1300L`, `Tue 12 May 2300L – Wed 13 May 0100L`. */
function timeText({ start, end }: Reservation, clock: Clock): string {
  if (start === null || end === null) return 'No readable time';
  const [first, last] = [dayText(shownDay(start, clock)), dayText(shownDay(end, clock))];
  const from = `${first} ${clockText(start, clock)}`;
  return first === last ? `${from}–${clockText(end, clock)}` : `${from} – ${last} ${clockText(end, clock)}`;
}

function aircraftText(reservation: Reservation): string {
  const { aircraft } = reservation.record;
  const model = aircraft?.model || aircraft?.make ? modelText(aircraft) : null;
  return [tailOf(reservation), model].filter(Boolean).join(' ');
}

/** A training session of a reservation (section 2.6), by the API's own names. */
export type TrainingSession = {
  readonly key: string;
  readonly course: string;
  readonly lesson: string;
  readonly status: string;
  readonly date: Instant | null;
};

/** The lessons in a reservation, in the order given. */
export function trainingOf({ training }: ReservationRecord, zone: Zone): TrainingSession[] {
  return (training?.sessions ?? []).map((session, index) => ({
    key: session.trainingSessionId ?? String(index),
    course: session.course?.name ?? 'Course without a name',
    lesson: session.lesson?.name ?? 'Lesson without a name',
    status: session.trainingSessionStatus?.name ?? 'no status',
    date: readInstant(session.trainingSessionDate, zone),
  }));
}
