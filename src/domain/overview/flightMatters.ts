import { millisecondsInHour } from 'date-fns/constants';
import type { Conflict, PairConflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { pairConflicts } from '#domain/conflicts/pairConflicts.ts';
import { reservationLink } from '#domain/lists/links.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import type { CheckLine, CheckSubject } from '#domain/readiness/checkLine.ts';
import { stoodAt } from '#domain/readiness/aircraftNow.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import {
  byStart,
  idKey,
  instructorOf,
  peopleText,
  pilotsOf,
  tailOf,
  type TimedBooking,
} from '#domain/reservations/bookings.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/bookingTitles.ts';
import { whenText } from '#domain/time/clock.ts';
import { dayOf, type Instant, overlaps } from '#domain/time/time.ts';
import { type AttentionItem, matterOf } from './attention.ts';
import { type Evidence, evidence, lookAhead } from './evidence.ts';

/** A flight that leaves so soon comes first. */
export const soon = 2 * millisecondsInHour;

/** The nearer the flight, the worse what speaks against it: within two hours, today, tomorrow. */
export function urgency(start: Instant, { sources: { now, zone } }: ReadinessIndex): number {
  if (start - now <= soon) return 80;
  return dayOf(start, zone.name) === dayOf(now, zone.name) ? 70 : 50;
}

/** A reservation as evidence: it is there, and when. */
export function flightAt({ key, start }: TimedBooking): Evidence {
  return evidence('reservation', key, 'flight', { at: start });
}

/** When a flight leaves and with whom: `1400L Garcia / Lee`. */
export function flightText(booking: TimedBooking, { sources: { now, clock } }: ReadinessIndex): string {
  return `${whenText(booking.start, now, clock)} ${peopleText(booking) || booking.type}`;
}

/** A flight behind an aircraft that must not fly it. */
export function briefly(booking: TimedBooking, index: ReadinessIndex): AttentionItem['behind'][number] {
  return {
    key: booking.key,
    words: flightText(booking, index),
    link: reservationLink(booking, index.sources.zone.name),
  };
}

/** A flight to which the dispatch check says “stop”, and the lines that do. */
export type Stop = { readonly booking: TimedBooking; readonly lines: readonly CheckLine[] };

export function stopsOf(flights: readonly TimedBooking[], index: ReadinessIndex): Stop[] {
  return flights.flatMap((booking) => {
    const lines = dispatchCheckOf(booking, index)?.lines.filter(({ level }) => level === 'stop') ?? [];
    return lines.length > 0 ? [{ booking, lines }] : [];
  });
}

const lateReasons: ReadonlySet<Conflict['reason']> = new Set(['aircraft not back', 'person not back']);

/** What cannot both be; one that waits for something late stands behind that. */
function isClash(conflict: Conflict): conflict is PairConflict {
  return conflict.other !== null && conflict.certainty === 'definite' && !lateReasons.has(conflict.reason);
}

/** Both reservations, and that one aircraft or one person would be on both. */
function clashEvidence({ key, booking, other, reason }: Conflict): Evidence[] {
  const isOfPeople = reason === 'person twice' || reason === 'time off' || reason === 'person not back';
  const what = isOfPeople ? evidence('person', key, 'twice') : evidence('aircraft', booking.aircraftId ?? key, 'twice');
  return [what, flightAt(booking), ...(other ? [flightAt(other)] : [])];
}

/** What flights of today and tomorrow clash with that last until the days after, of which the index has nothing. */
function clashesAfter(end: Instant, index: ReadinessIndex, ahead: readonly TimedBooking[]): readonly Conflict[] {
  const { now } = index.sources;
  const trips = index.bookings.all.filter(({ booking }) => booking.end > end);
  const isNew = (one: TimedBooking) =>
    !index.bookings.byKey.has(one.key) && trips.some(({ booking }) => overlaps(booking, one));
  const later = trips.length > 0 ? stoodAt(ahead.filter(isNew), now) : [];
  if (later.length === 0) return [];
  return pairConflicts(
    [...trips, ...later].toSorted((a, b) => byStart(a.booking, b.booking)),
    now,
  );
}

/** Two bookings of one aircraft or person at one time, one of them today or tomorrow, each pair once. */
export function conflictItems(index: ReadinessIndex, ahead: readonly TimedBooking[]): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  const { flights: end } = lookAhead(now, zone.name);
  const found = [...Array.from(index.conflicts.values()).flat(), ...clashesAfter(end, index, ahead)];
  const all = new Map(found.map((one) => [one.key, one] as const));
  return [...all.values()]
    .filter(isClash)
    .filter(({ booking, other }) => Math.min(booking.start, other.start) < end)
    .map((conflict): AttentionItem => {
      const { key, booking, other, subject } = conflict;
      const at = Math.max(booking.start, other.start);
      return matterOf({
        about: `conflict ${key}`,
        kind: 'conflict',
        subject,
        words: `${whenText(booking.start, now, clock)} ${subject === tailOf(booking) ? titleOf(booking) : tailAndTitle(booking)}: ${conflictText(conflict, clock, now)}`,
        evidence: clashEvidence(conflict),
        since: null,
        at,
        rank: urgency(at, index),
        of: booking,
        link: reservationLink(booking, zone.name),
        behind: [
          {
            key: other.key,
            words: `${whenText(other.start, now, clock)} ${tailAndTitle(other)}`,
            link: reservationLink(other, zone.name),
          },
        ],
      });
    });
}

/** What the dispatch check says “stop” to, besides what stands as a conflict, as late, or with the aircraft. */
export function stopItems({ booking, lines: stops }: Stop, index: ReadinessIndex): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  const conflicts = index.conflicts.get(booking.key) ?? [];
  // What is late within the grace is no matter of its own, so that nothing can stand behind it.
  const isBehind = index.late.notBack.some(
    ({ standing, atRisk }) =>
      standing.kind === 'not back' && standing.step > 0 && atRisk.some((risk) => risk.booking.key === booking.key),
  );
  const isTold = (one: Conflict) => isClash(one) || (isBehind && lateReasons.has(one.reason));
  const told = new Set(conflicts.filter(isTold).map((one) => conflictText(one, clock, now, booking)));
  const lines = stops
    .filter(({ subject }) => subject !== 'aircraft fit')
    .map(({ subject, words }) => ({ subject, words: words.split('; ').filter((one) => !told.has(one)) }))
    .filter(({ words }) => words.length > 0);
  if (lines.length === 0) return [];
  const isCheckout = lines.every(({ subject }) => subject === 'checkout');
  const others = conflicts.filter((one) => one.certainty === 'definite' && !isTold(one));
  const item = matterOf({
    about: `flight ${idKey(booking.key)}`,
    kind: isCheckout ? 'checkout' : 'stop',
    subject: tailOf(booking) ?? 'no aircraft',
    words: `${flightText(booking, index)}: ${lines.flatMap(({ words }) => words).join('; ')}`,
    evidence: [
      flightAt(booking),
      ...lines.flatMap(({ subject }) => subjectEvidence(subject, booking)),
      ...others.flatMap(clashEvidence),
    ],
    since: null,
    at: booking.start,
    rank: urgency(booking.start, index) - (isCheckout ? 3 : 0),
    of: booking,
    link: reservationLink(booking, zone.name),
    behind: [],
  });
  return [item];
}

/** What a line of the check is about. */
function subjectEvidence(subject: CheckSubject, booking: TimedBooking): Evidence[] {
  const ofPeople = (says: 'stop' | 'checkout') =>
    pilotsOf(booking).map(({ userId, name }) => evidence('person', userId ?? name, says));
  if (subject === 'checkout') return ofPeople('checkout');
  if (subject === 'pilot') return ofPeople('stop');
  const instructor = subject === 'instructor' ? instructorOf(booking) : null;
  if (instructor) return [evidence('instructor', instructor.userId ?? instructor.name, 'stop')];
  return [evidence('aircraft', booking.aircraftId ?? booking.key, 'stop')];
}
