import type { Conflict, PairConflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { clashesAfter } from '#domain/conflicts/conflicts.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import type { CheckLine, CheckSubject } from '#domain/readiness/checkLine.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import {
  idKey,
  instructorOf,
  peopleText,
  pilotsOf,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/reservationTitles.ts';
import { flatMapped, type Steps } from '#domain/steps.ts';
import { whenText } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { type AttentionItem, matterOf } from './attention.ts';
import { type Evidence, evidence, lookAhead } from './evidence.ts';
import { type Matters, worstOfKind } from './mostMatters.ts';
import { attentionRanks, thresholds } from '#domain/thresholds.ts';

/** The rank of a finding against a flight, which rises as the flight comes nearer: soon, today, tomorrow. */
export function urgency(start: Instant, { sources: { now, zone } }: ReadinessIndex): number {
  if (start - now <= thresholds().leavesSoon) return attentionRanks.flightSoon;
  return dayOf(start, zone.name) === dayOf(now, zone.name) ? attentionRanks.flightToday : attentionRanks.flightTomorrow;
}

/** A reservation as evidence, with its start. */
export function flightAt({ key, start }: TimedReservation): Evidence {
  return evidence('reservation', key, 'flight', { at: start });
}

/** A flight's departure and people: `1400L Garcia / Lee`. */
export function flightText(reservation: TimedReservation, { sources: { now, clock } }: ReadinessIndex): string {
  return `${whenText(reservation.start, now, clock)} ${peopleText(reservation) || reservation.type}`;
}

/** A flight listed under an aircraft that must not fly it. */
export function briefly(reservation: TimedReservation, index: ReadinessIndex): AttentionItem['behind'][number] {
  return {
    key: reservation.key,
    words: flightText(reservation, index),
    link: reservationLink(reservation, index.sources.zone.name),
  };
}

/** A flight with “do not dispatch” from the dispatch check, and the lines that say so. */
export type Stop = { readonly reservation: TimedReservation; readonly lines: readonly CheckLine[] };

export function stopOf(reservation: TimedReservation, index: ReadinessIndex): Stop[] {
  const lines = dispatchCheckOf(reservation, index)?.lines.filter(({ level }) => level === 'stop') ?? [];
  return lines.length > 0 ? [{ reservation, lines }] : [];
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
  const { key, reservation, other } = conflict;
  const isOfPeople = 'people' in conflict && conflict.people.length > 0;
  const what = isOfPeople
    ? evidence('person', key, 'twice')
    : evidence('aircraft', reservation.aircraftId ?? key, 'twice');
  return [what, flightAt(reservation), ...(other ? [flightAt(other)] : [])];
}

/** Two reservations of one aircraft or person at the same time, one of them today or tomorrow; each pair once. */
export function* conflictItems(index: ReadinessIndex, ahead: readonly TimedReservation[]): Steps<Matters> {
  const { now, clock, zone } = index.sources;
  const { flights: end } = lookAhead(now, zone.name);
  const placeOf = ({ key, reservation, other }: PairConflict) => {
    const at = Math.max(reservation.start, other.start);
    return { kind: 'conflict', key: `conflict ${key}`, at, rank: urgency(at, index) } as const;
  };
  const found = [
    ...Array.from(index.conflicts.values()).flat(),
    ...clashesAfter(index.reservations.all, end, ahead, now),
  ];
  yield;
  const clashes = Array.from(new Map(found.map((conflict) => [conflict.key, conflict] as const)).values())
    .filter(isClash)
    .filter(({ reservation, other }) => Math.min(reservation.start, other.start) < end);
  yield;
  const { listed, left } = worstOfKind(clashes, placeOf);
  yield;
  const items = yield* flatMapped(listed, (conflict): AttentionItem => {
    const { reservation, other, subject } = conflict;
    const place = placeOf(conflict);
    return matterOf({
      ...place,
      about: place.key,
      subject,
      words: `${whenText(reservation.start, now, clock)} ${subject === tailOf(reservation) ? titleOf(reservation) : tailAndTitle(reservation)}: ${conflictText(conflict, clock, now)}`,
      evidence: clashEvidence(conflict),
      since: null,
      of: reservation,
      link: reservationLink(reservation, zone.name),
      behind: [
        {
          key: other.key,
          words: `${whenText(other.start, now, clock)} ${tailAndTitle(other)}`,
          link: reservationLink(other, zone.name),
        },
      ],
    });
  });
  return { items, left };
}

/** The dispatch check's “do not dispatch” findings, except those listed as a conflict, as late, or under the aircraft. */
export function stopItems({ reservation, lines: stops }: Stop, index: ReadinessIndex): AttentionItem[] {
  const { now, clock, zone } = index.sources;
  const conflicts = index.conflicts.get(reservation.key) ?? [];
  // Lateness within the grace is not a matter of its own, so nothing is listed under it.
  const isBehind = index.late.behindMissing.has(reservation.key);
  const isReported = (conflict: Conflict) => isClash(conflict) || (isBehind && lateReasons.has(conflict.reason));
  const reported = new Set(
    conflicts.filter(isReported).map((conflict) => conflictText(conflict, clock, now, reservation)),
  );
  const lines = stops
    .filter(({ subject }) => subject !== 'aircraft fit')
    .map(({ subject, reasons }) => ({ subject, reasons: reasons.filter((reason) => !reported.has(reason)) }))
    .filter(({ reasons }) => reasons.length > 0);
  if (lines.length === 0) return [];
  const isCheckout = lines.every(({ subject }) => subject === 'checkout');
  const others = conflicts.filter((conflict) => conflict.certainty === 'definite' && !isReported(conflict));
  const item = matterOf({
    about: `flight ${idKey(reservation.key)}`,
    kind: isCheckout ? 'checkout' : 'stop',
    subject: tailOf(reservation) ?? 'no aircraft',
    words: `${flightText(reservation, index)}: ${lines.flatMap(({ reasons }) => reasons).join('; ')}`,
    evidence: [
      flightAt(reservation),
      ...lines.flatMap(({ subject }) => subjectEvidence(subject, reservation)),
      ...others.flatMap(clashEvidence),
    ],
    since: null,
    at: reservation.start,
    rank: urgency(reservation.start, index) + (isCheckout ? attentionRanks.checkout : 0),
    of: reservation,
    link: reservationLink(reservation, zone.name),
    behind: [],
  });
  return [item];
}

/** The evidence for a line of the check. */
function subjectEvidence(subject: CheckSubject, reservation: TimedReservation): Evidence[] {
  const ofPeople = (says: 'stop' | 'checkout') =>
    pilotsOf(reservation).map(({ userId, name }) => evidence('person', userId ?? name, says));
  if (subject === 'checkout') return ofPeople('checkout');
  if (subject === 'pilot') return ofPeople('stop');
  const instructor = subject === 'instructor' ? instructorOf(reservation) : null;
  if (instructor) return [evidence('instructor', instructor.userId ?? instructor.name, 'stop')];
  return [evidence('aircraft', reservation.aircraftId ?? reservation.key, 'stop')];
}
