import { peopleText, type TimedBooking } from './bookings.ts';
import { type Clock, clockText, durationText, whenText } from './clock.ts';
import type { Activity, FleetRow } from './fleet.ts';
import type { Instant } from './time.ts';

const words: Readonly<Record<Activity, string>> = {
  away: 'flying',
  open: 'not closed out',
  'due-out': 'not checked out',
  maintenance: 'in maintenance',
  available: 'available',
  'out-of-service': 'out of service',
  unknown: 'not known',
};

/** An activity in a word; a simulator is in use, it does not fly. */
export function activityWord(activity: Activity, isSimulator = false): string {
  return activity === 'away' && isSimulator ? 'in use' : words[activity];
}

/** What an aircraft is doing in a phrase: `flying until 1130L`, `not closed out, 23 min after 1130L`. */
export function activityPhrase(row: FleetRow, now: Instant, clock: Clock): string {
  const { aircraft, activity, current } = row;
  if (activity === 'out-of-service') return aircraft.status?.name ?? words[activity];
  const word = activityWord(activity, aircraft.isSimulator ?? false);
  if (!current) return word;
  if (activity === 'open')
    return `${word}, ${durationText(now - current.end)} after ${whenText(current.end, now, clock)}`;
  if (activity === 'due-out') return `${word}, booked from ${clockText(current.start, clock)}`;
  return `${word} until ${whenText(current.end, now, clock)}`;
}

/** A booking to come, in a phrase: `1300L Chen / Lee`. */
export function bookingPhrase(booking: TimedBooking, now: Instant, clock: Clock): string {
  return `${whenText(booking.start, now, clock)} ${peopleText(booking) || booking.type}`;
}
