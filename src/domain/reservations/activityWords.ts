import { peopleText, type TimedBooking } from './bookings.ts';
import { type Clock, clockText, whenText } from '#domain/time/clock.ts';
import type { Activity, FleetRow } from '#domain/fleet/fleet.ts';
import { doingText } from '#domain/readiness/aircraftNow.ts';
import { availabilityText } from '#domain/readiness/fitness.ts';
import { standingText } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';

const words: Readonly<Record<Activity, string>> = {
  away: 'flying',
  open: 'not back',
  'due-out': 'not checked out',
  maintenance: 'in maintenance',
  available: 'available',
  unfit: 'free, not fit',
  'out-of-service': 'out of service',
  unknown: 'not known',
};

/** An activity in a word; a simulator is in use, it does not fly. */
function activityWord(activity: Activity, isSimulator = false): string {
  return activity === 'away' && isSimulator ? 'in use' : words[activity];
}

/** What an aircraft is doing in a phrase: `flying until 1130L`, `not back +0:23`, `free, not fit: Annual expired 31 Jul`. */
export function activityPhrase(row: FleetRow, now: Instant, clock: Clock): string {
  const { aircraft, activity, current } = row;
  if (activity === 'out-of-service') return aircraft.status?.name ?? words[activity];
  const doing = row.now?.doing;
  if (doing?.kind === 'not back' || doing?.kind === 'may be out') return doingText(doing, now, clock);
  if (doing && row.fitness && activity === 'unfit') return availabilityText(doing, row.fitness) ?? words[activity];
  const word = activityWord(activity, aircraft.isSimulator ?? false);
  if (!current) return word;
  if (doing?.kind === 'due out')
    return `${standingText(doing.standing)}, booked from ${clockText(current.start, clock)}`;
  return `${word} until ${whenText(current.end, now, clock)}`;
}

/** A booking to come, in a phrase: `1300L Chen / Lee`. */
export function bookingPhrase(booking: TimedBooking, now: Instant, clock: Clock): string {
  return `${whenText(booking.start, now, clock)} ${peopleText(booking) || booking.type}`;
}
