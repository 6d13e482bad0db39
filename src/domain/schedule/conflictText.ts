import { peopleText, tailOf, type TimedBooking } from '#domain/bookings.ts';
import { type Clock, clockText, shownDay, whenText } from '#domain/clock.ts';
import { dateText } from '#domain/reminderWords.ts';
import type { Instant } from '#domain/time.ts';
import type { Conflict, PairConflict, StatusConflict, UpkeepCause, UpkeepConflict } from './conflicts.ts';

/**
 * The evidence in one sentence without a full stop, as seen from one of its bookings:
 * `N512SP is also booked 1400L–1530L by Chen`.
 */
export function conflictText(conflict: Conflict, clock: Clock, now: Instant, from = conflict.booking): string {
  if ('status' in conflict) return statusText(conflict);
  return 'causes' in conflict ? upkeepText(conflict, clock, now) : pairText(conflict, clock, now, from);
}

function statusText({ subject, reason, status }: StatusConflict): string {
  if (reason === 'aircraft unknown') return `${subject} is not in the aircraft list`;
  return `${subject} is ${(status ?? 'not active').toLowerCase()}`;
}

function upkeepText(conflict: UpkeepConflict, clock: Clock, now: Instant): string {
  const { subject, reason, causes, visit } = conflict;
  const unless = visit ? `, unless the maintenance until ${whenText(visit.end, now, clock)} has settled it` : '';
  if (reason === 'reminder expired') return `${subject} has an Expired reminder: ${namesOf(causes)}${unless}`;
  if (reason === 'date limit') return `${subject} passes ${limitsText(causes, clock, now)} before the start${unless}`;
  return `${subject} ${causes.map((cause) => crossingText(cause, clock, now)).join(' and ')}`;
}

function pairText({ reason, subject, booking, other }: PairConflict, clock: Clock, now: Instant, from: TimedBooking) {
  const clash = from.key === other.key ? booking : other;
  const isOfPeople = reason === 'person twice' || reason === 'time off';
  const who = `${subject} ${isOfPeople && subject.includes(', ') ? 'are' : 'is'}`;
  const when = fromToText(clash, clock, now);
  if (clash.kind === 'Maintenance') return `${who} in maintenance ${when}`;
  if (clash.kind === 'Instructor Time Off') return `${who} off ${when}`;
  return `${who} also booked ${when}${isOfPeople ? onText(clash) : byText(clash)}`;
}

function byText(booking: TimedBooking): string {
  const people = peopleText(booking);
  return people ? ` by ${people}` : ` for ${booking.type}`;
}

function onText(booking: TimedBooking): string {
  const tail = tailOf(booking);
  return tail ? ` on ${tail}` : ` for ${booking.record.displayName ?? (booking.activity || booking.type)}`;
}

/** `1400L–1530L`, `tomorrow 1400L–1530L`, with the day of the end where it is another. */
function fromToText({ start, end }: Pick<TimedBooking, 'start' | 'end'>, clock: Clock, now: Instant): string {
  const isOneDay = shownDay(start, clock) === shownDay(end, clock);
  return `${whenText(start, now, clock)}–${isOneDay ? clockText(end, clock) : whenText(end, now, clock)}`;
}

function namesOf(causes: readonly UpkeepCause[]): string {
  return causes.map(({ item }) => item.name).join(', ');
}

function limitsText(causes: readonly UpkeepCause[], clock: Clock, now: Instant): string {
  return causes.map(({ item, at }) => `the limit of ${item.name} on ${dateText(at!, now, clock.zone)}`).join(' and ');
}

function crossingText({ item, at }: UpkeepCause, clock: Clock, now: Instant): string {
  if (at! <= now) return `has passed the limit of ${item.name}, though it is not Expired`;
  return `likely crosses the limit of ${item.name} about ${whenText(at!, now, clock)}, before the start, if flown as booked and forecast`;
}
