import { peopleText, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, clockText, shownDay, whenText } from '#domain/time/clock.ts';
import type { LimitFinding } from '#domain/maintenance/limits.ts';
import { visitForSquawk } from '#domain/maintenance/shopVisit.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Conflict, PairConflict, SquawkConflict, StatusConflict, UpkeepConflict } from './conflict.ts';
import { stateAt } from '#domain/reservations/state.ts';

/** Whether a forecast ends with its condition; `without` if the list states it once for all entries. */
type IfFlown = 'with' | 'without';

/**
 * The evidence in one sentence without a full stop, from the viewpoint of one of its reservations: `N512SP is also
 * booked 1400L–1530L by Chen`
 */
export function conflictText(
  conflict: Conflict,
  clock: Clock,
  now: Instant,
  from = conflict.reservation,
  ifFlown: IfFlown = 'with',
): string {
  if ('status' in conflict) return statusText(conflict);
  if ('squawk' in conflict) return squawkText(conflict, clock, now);
  return 'causes' in conflict ? upkeepText(conflict, clock, now, ifFlown) : pairText(conflict, clock, now, from);
}

function statusText({ subject, reason, status }: StatusConflict): string {
  if (reason === 'aircraft unknown') return `${subject} is not in the aircraft list`;
  return `${subject} is ${(status ?? 'not active').toLowerCase()}`;
}

function squawkText({ subject, squawk, visit }: SquawkConflict, clock: Clock, now: Instant): string {
  const is = squawk.grounding === 'yes' ? 'is' : 'may be';
  const taken = visit && visitForSquawk(visit, squawk).taken;
  return `${subject} ${is} grounded by a squawk: ${squawk.description}${unless(visit, taken, clock, now)}`;
}

/** With the words of the visit that were taken for the work. */
function unless(visit: TimedReservation | null, taken: string | null, clock: Clock, now: Instant): string {
  if (!visit) return '';
  const why = taken === null ? '' : ` (taken for it by: ${taken})`;
  return `, unless the maintenance until ${whenText(visit.end, now, clock)} clears it${why}`;
}

function upkeepText(conflict: UpkeepConflict, clock: Clock, now: Instant, ifFlown: IfFlown): string {
  const { subject, reason, causes, visit, when } = conflict;
  const taken = causes.find((cause) => cause.visit?.reservation === visit)?.visit?.taken ?? null;
  const settled = unless(visit, taken, clock, now);
  if (reason === 'reminder expired') return `${subject} is grounded: ${namesOf(causes)}${settled}`;
  const place = when === 'before' ? 'before the start' : 'during this reservation';
  if (reason === 'date limit') return `${subject} passes ${limitsText(causes, clock, now)} ${place}${settled}`;
  return `${subject} ${causes.map((cause) => crossingText(cause, clock, now, ifFlown)).join(' and ')}${settled}`;
}

function pairText(
  { reason, subject, people, reservation, other }: PairConflict,
  clock: Clock,
  now: Instant,
  from: TimedReservation,
) {
  const clash = from.key === other.key ? reservation : other;
  const isOfPeople = people.length > 0;
  const who = `${subject} ${people.length > 1 ? 'are' : 'is'}`;
  const when = fromToText(clash, clock, now);
  if (reason === 'aircraft not back' || reason === 'person not back') {
    const isUnclear = stateAt(other, now).kind === 'may be out';
    if (from.key === other.key)
      return `${who} also booked ${when}, and ${isUnclear ? 'may be out' : 'not back'} from ${fromToText(other, clock, now)}`;
    return `${isUnclear ? `${subject} may be out` : `${who} not back`} from ${when}${isOfPeople ? onText(clash) : byText(clash)}`;
  }
  if (clash.kind === 'Maintenance') return `${who} in maintenance ${when}${clash.end <= now ? ', not closed' : ''}`;
  if (clash.kind === 'Instructor Time Off') return `${who} off ${when}`;
  return `${who} also booked ${when}${isOfPeople ? onText(clash) : byText(clash)}`;
}

function byText(reservation: TimedReservation): string {
  const people = peopleText(reservation);
  return people ? ` by ${people}` : ` for ${reservation.type}`;
}

function onText(reservation: TimedReservation): string {
  const tail = tailOf(reservation);
  return tail ? ` on ${tail}` : ` for ${reservation.record.displayName ?? (reservation.activity || reservation.type)}`;
}

/** `1400L–1530L`, `tomorrow 1400L–1530L`; with the end's day if it differs. */
function fromToText({ start, end }: Pick<TimedReservation, 'start' | 'end'>, clock: Clock, now: Instant): string {
  const isOneDay = shownDay(start, clock) === shownDay(end, clock);
  return `${whenText(start, now, clock)}–${isOneDay ? clockText(end, clock) : whenText(end, now, clock)}`;
}

function namesOf(causes: readonly LimitFinding[]): string {
  return causes.map(({ limit: { item } }) => item.name).join(', ');
}

function limitsText(causes: readonly LimitFinding[], clock: Clock, now: Instant): string {
  return causes.map(({ limit }) => `the limit of ${limit.item.name} on ${limitDay(limit, now, clock)}`).join(' and ');
}

function limitDay({ item, at }: LimitFinding['limit'], now: Instant, clock: Clock): string {
  const date = item.axes.find(({ name }) => name === 'date')?.limit;
  return dateText(date ?? at, now, clock.zone);
}

function crossingText({ limit, when }: LimitFinding, clock: Clock, now: Instant, ifFlown: IfFlown): string {
  const { item, at, basis, axis, certainty } = limit;
  if (basis === 'meter')
    return `has ${certainty === 'likely' ? 'likely ' : ''}passed the limit of ${item.name}, but its status is not Expired`;
  const what = axis === 'cycles' ? `the landings limit of ${item.name}` : `the limit of ${item.name}`;
  const place = when === 'before' ? 'before the start' : 'during this reservation';
  if (certainty === 'definite' && at > now) return `reaches ${what} by ${whenText(at, now, clock)}, ${place}`;
  if (certainty === 'definite') return `crossed ${what} by about ${whenText(at, now, clock)}, not logged yet`;
  const how = certainty === 'possible' ? 'may cross' : 'likely crosses';
  const condition = ifFlown === 'with' ? ', if flown as booked and forecast' : '';
  return `${how} ${what} about ${whenText(at, now, clock)}, ${place}${condition}`;
}
