import { lifeOf } from '#contract/statuses.ts';
import { type Fitness, type FitnessEvidence, isGrounded, mayGo } from '#domain/readiness/fitness.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import { presentText, reservationOf } from '#domain/readiness/fleetLists.ts';
import { downLink, reservationLink, shopLink } from '#domain/reservations/links.ts';
import { peopleText, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { capitalized } from '#domain/words.ts';
import type { PageAddress } from '#contract/pages.ts';

/** What an aircraft’s page says first. */
export type AircraftVerdict = {
  /** `doing`: what it is doing has its own mark. */
  readonly kind: 'grounded' | 'doing' | 'not known' | 'caution' | 'can go' | 'gone';
  /** `Grounded`, `Flying until 1130L`, `Can go until 1300L`. */
  readonly word: string;
  /** `Oil and Filter Change expired, 2.8 h past due`; empty if the word says all. */
  readonly reason: string;
  /** The findings that the verdict does not name, worst first. */
  readonly rest: readonly FitnessEvidence[];
  /** The primary action; null for none. */
  readonly action: { readonly to: PageAddress; readonly label: string } | null;
};

/**
 * The verdict on one aircraft. First that its records ground it, then what it is doing; on the ground whether it can go. What is
 * not known is never called fit.
 */
export function aircraftVerdict(row: AssessedAircraft, now: Instant, clock: Clock): AircraftVerdict {
  const { aircraft, present, fitness } = row;
  const life = lifeOf(aircraft.status);
  if (life === 'deleted' || life === 'inactive') return goneVerdict(row);
  const doing = capitalized(presentText(row, now, clock));
  const reservation = present && reservationOf(present.doing);
  const who = reservation ? peopleText(reservation) : '';
  if (isGrounded(fitness)) {
    const meanwhile = reservation ? [doing, who].filter(Boolean).join(', ') : '';
    return {
      ...saying('grounded', 'Grounded', fitness, fitness.worst, meanwhile),
      action: { to: downLink(aircraft.aircraftId), label: 'Move reservations' },
    };
  }
  if (reservation)
    return {
      kind: 'doing',
      word: doing,
      reason: who,
      rest: fitness.evidence,
      action: opens(reservation, 'Open reservation', clock),
    };
  if (!present || !mayGo(fitness))
    return {
      ...saying('not known', 'Not known', fitness, openFinding(fitness), present ? '' : 'Reservations not loaded yet'),
      action: null,
    };
  const next = present.next && opens(present.next, 'Open next reservation', clock);
  if (fitness.worst === null) return { kind: 'can go', word: doing, reason: '', rest: [], action: next };
  const { item } = fitness.worst;
  return {
    ...saying('caution', 'Caution', fitness, fitness.worst, doing),
    action: item ? { to: shopLink(aircraft.aircraftId, item.key), label: 'Shop planner' } : next,
  };
}

/** The verdict that names one finding, and what else there is to say. */
function saying(
  kind: AircraftVerdict['kind'],
  word: string,
  { evidence }: Fitness,
  said: FitnessEvidence | null,
  more: string,
): Omit<AircraftVerdict, 'action'> {
  const reason = [said?.words ?? '', more].filter(Boolean).join(' · ');
  return { kind, word, reason, rest: evidence.filter((one) => one !== said) };
}

/** What leaves open whether it can go. */
function openFinding({ evidence }: Fitness): FitnessEvidence | null {
  return evidence.find(({ kind, mayHavePassed }) => kind === 'not known' || mayHavePassed === true) ?? null;
}

/** One that the service calls inactive or deleted; bookings that are left have to move. */
function goneVerdict({ aircraft, present, fitness }: AssessedAircraft): AircraftVerdict {
  const isDeleted = lifeOf(aircraft.status) === 'deleted';
  const said = fitness.evidence.find(({ item, squawk, missing }) => !item && !squawk && !missing) ?? null;
  const hasBooked = Boolean(present?.next);
  return {
    kind: 'gone',
    word: isDeleted ? 'No longer in the fleet' : 'Inactive',
    reason: hasBooked ? 'Still booked' : '',
    rest: fitness.evidence.filter((one) => one !== said),
    action: hasBooked ? { to: downLink(aircraft.aircraftId), label: 'Move reservations' } : null,
  };
}

function opens(reservation: TimedReservation, label: string, { zone }: Clock) {
  return { to: reservationLink(reservation, zone), label };
}
