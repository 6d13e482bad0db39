import type { Conflict, PairConflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { pairConflicts } from '#domain/conflicts/pairConflicts.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import type { CheckLine, CheckSubject } from '#domain/readiness/checkLine.ts';
import { stoodAt } from '#domain/schedule/aircraftNow.ts';
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
import { attentionRanks, thresholds } from '#domain/thresholds.ts';

/** The rank of a finding against a flight, which rises as the flight comes nearer: soon, today, tomorrow. */
export function urgency(start: Instant, { sources: { now, zone } }: ReadinessIndex): number {
  if (start - now <= thresholds().leavesSoon) return attentionRanks.flightSoon;
  return dayOf(start, zone.name) === dayOf(now, zone.name) ? attentionRanks.flightToday : attentionRanks.flightTomorrow;
}

/** A reservation as evidence, with its start. */
export function flightAt({ key, start }: TimedBooking): Evidence {
  return evidence('reservation', key, 'flight', { at: start });
}

/** A flight's departure and people: `1400L Garcia / Lee`. */
export function flightText(booking: TimedBooking, { sources: { now, clock } }: ReadinessIndex): string {
  return `${whenText(booking.start, now, clock)} ${peopleText(booking) || booking.type}`;
}

/** A flight listed under an aircraft that must not fly it. */
export function briefly(booking: TimedBooking, index: ReadinessIndex): AttentionItem['behind'][number] {
  return {
    key: booking.key,
    words: flightText(booking, index),
    link: reservationLink(booking, index.sources.zone.name),
  };
}

/** A flight with “do not dispatch” from the dispatch check, and the lines that say so. */
export type Stop = { readonly booking: TimedBooking; readonly lines: readonly CheckLine[] };

export function stopsOf(flights: readonly TimedBooking[], index: ReadinessIndex): Stop[] {
  return flights.flatMap((booking) => {
    const lines = dispatchCheckOf(booking, index)?.lines.filter(({ level }) => level === 'stop') ?? [];
    return lines.length > 0 ? [{ booking, lines }] : [];
  });
}

const lateReasons: ReadonlySet<Conflict['reason']> = new Set(['aircraft not back', 'person not back']);

/**
 * A definite conflict between two reservations. A reservation that waits for a late one is listed under the late one
 * instead.
 */
function isClash(conflict: Conflict): conflict is PairConflict {
  return conflict.other !== null && conflict.certainty === 'definite' && !lateReasons.has(conflict.reason);
}

/** Both reservations, and the aircraft or person booked on both. */
function clashEvidence(conflict: Conflict): Evidence[] {
  const { key, booking, other } = conflict;
  const isOfPeople = 'people' in conflict && conflict.people.length > 0;
  const what = isOfPeople ? evidence('person', key, 'twice') : evidence('aircraft', booking.aircraftId ?? key, 'twice');
  return [what, flightAt(booking), ...(other ? [flightAt(other)] : [])];
}

/** Clashes of today's and tomorrow's flights with later reservations that the index does not hold. */
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

/** Two reservations of one aircraft or person at the same time, one of them today or tomorrow; each pair once. */
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

/** The dispatch check's “do not dispatch” findings, except those listed as a conflict, as late, or under the aircraft. */
export function stopItems({ booking, lines: stops }: Stop, index: ReadinessIndex): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  const conflicts = index.conflicts.get(booking.key) ?? [];
  // Lateness within the grace is not a matter of its own, so nothing is listed under it.
  const isBehind = index.late.notBack.some(
    ({ standing, atRisk }) =>
      standing.kind === 'not back' && standing.step > 0 && atRisk.some((risk) => risk.booking.key === booking.key),
  );
  const isTold = (one: Conflict) => isClash(one) || (isBehind && lateReasons.has(one.reason));
  const told = new Set(conflicts.filter(isTold).map((one) => conflictText(one, clock, now, booking)));
  const lines = stops
    .filter(({ subject }) => subject !== 'aircraft fit')
    .map(({ subject, reasons }) => ({ subject, reasons: reasons.filter((one) => !told.has(one)) }))
    .filter(({ reasons }) => reasons.length > 0);
  if (lines.length === 0) return [];
  const isCheckout = lines.every(({ subject }) => subject === 'checkout');
  const others = conflicts.filter((one) => one.certainty === 'definite' && !isTold(one));
  const item = matterOf({
    about: `flight ${idKey(booking.key)}`,
    kind: isCheckout ? 'checkout' : 'stop',
    subject: tailOf(booking) ?? 'no aircraft',
    words: `${flightText(booking, index)}: ${lines.flatMap(({ reasons }) => reasons).join('; ')}`,
    evidence: [
      flightAt(booking),
      ...lines.flatMap(({ subject }) => subjectEvidence(subject, booking)),
      ...others.flatMap(clashEvidence),
    ],
    since: null,
    at: booking.start,
    rank: urgency(booking.start, index) + (isCheckout ? attentionRanks.checkout : 0),
    of: booking,
    link: reservationLink(booking, zone.name),
    behind: [],
  });
  return [item];
}

/** The evidence for a line of the check. */
function subjectEvidence(subject: CheckSubject, booking: TimedBooking): Evidence[] {
  const ofPeople = (says: 'stop' | 'checkout') =>
    pilotsOf(booking).map(({ userId, name }) => evidence('person', userId ?? name, says));
  if (subject === 'checkout') return ofPeople('checkout');
  if (subject === 'pilot') return ofPeople('stop');
  const instructor = subject === 'instructor' ? instructorOf(booking) : null;
  if (instructor) return [evidence('instructor', instructor.userId ?? instructor.name, 'stop')];
  return [evidence('aircraft', booking.aircraftId ?? booking.key, 'stop')];
}
