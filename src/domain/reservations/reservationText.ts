import { type Booking, pilotsOf, tailOf } from './bookings.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import type { Zone } from '#domain/time/time.ts';
import { trainingOf } from './training.ts';

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
