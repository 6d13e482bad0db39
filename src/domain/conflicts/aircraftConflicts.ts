import {
  idKey,
  isShopVisit,
  type PerId,
  perId,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import type { Limit, LimitBasis } from '#domain/maintenance/horizon.ts';
import { type LimitFinding, limitsOf, limitsOn } from '#domain/maintenance/limits.ts';
import { visitForSquawk, visitsByAircraft } from '#domain/maintenance/shopVisit.ts';
import { type Certainty, certaintyOf } from '#domain/reservations/state.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import type { ConflictSources, SquawkConflict, StatusConflict, UpkeepConflict } from './conflict.ts';

type Sources = Omit<ConflictSources, 'reservations'>;
type AircraftConflict = StatusConflict | UpkeepConflict | SquawkConflict;

/**
 * Conflicts of each current or future reservation with the aircraft list, squawks and reminders. Shop visits are left
 * out.
 */
export function aircraftConflicts(states: readonly ReservationWithState[], sources: Sources): AircraftConflict[] {
  const { now } = sources;
  const records = aircraftRecords(states, sources);
  const found: AircraftConflict[] = [];
  for (const { reservation, state } of states) {
    const { aircraftId } = reservation;
    if (aircraftId === null || reservation.end <= now || isShopVisit(reservation)) continue;
    const max = certaintyOf(state);
    if (max === null) continue;
    const { tail, status, squawk, visits, limits } = records.of(aircraftId);
    const [first] = limits;
    const isLimited = first !== undefined && first.at < reservation.end;
    // A quick exit, because most of the many reservations have no conflict.
    if (!status && !squawk && !isLimited) continue;
    const target = { reservation, subject: tail ?? tailOf(reservation) ?? 'The aircraft', max };
    if (status) found.push(statusConflict(target, status));
    if (squawk) found.push(squawkConflict(target, squawk, visits));
    if (isLimited) for (const conflict of upkeepConflicts(target, limits)) found.push(conflict);
  }
  return found;
}

type Records = {
  readonly tail: string | null;
  /** The aircraft's status in the list if it is a problem. */
  readonly status: Pick<StatusConflict, 'reason' | 'certainty' | 'status'> | null;
  readonly squawk: Squawk | null;
  readonly visits: readonly TimedReservation[];
  /** Earliest first. */
  readonly limits: readonly Limit[];
};

/** The records of each aircraft, collected at its first reservation. */
function aircraftRecords(
  states: readonly ReservationWithState[],
  { fleet, due, horizons, grounding, now }: Sources,
): PerId<Records> {
  const listed = new Map(fleet?.map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
  const items = Map.groupBy(due, (item) => idKey(item.aircraft.aircraftId));
  const visits = visitsByAircraft(states, now);
  return perId((id) => {
    const ownReservations = visits.get(id) ?? [];
    const aircraft = listed.get(id) ?? null;
    return {
      tail: aircraft?.tailNumber ?? null,
      status: fleet && statusOf(aircraft),
      squawk: grounding.get(id) ?? null,
      visits: ownReservations,
      limits: limitsOf(items.get(id) ?? [], horizons),
    };
  });
}

/** `most`: the highest certainty that any conflict of the reservation can have. */
type Target = { readonly reservation: TimedReservation; readonly subject: string; readonly max: Certainty };

function certain({ max }: Target, ownCertainty: Certainty): Certainty {
  return max === 'possible' ? max : ownCertainty;
}

function statusOf(aircraft: Aircraft | null): Records['status'] {
  const life = lifeOf(aircraft?.status);
  if (aircraft && life === 'active') return null;
  return {
    reason: aircraft ? 'aircraft status' : 'aircraft unknown',
    certainty: aircraft && life !== 'unknown' ? 'definite' : 'possible',
    status: aircraft?.status?.name ?? null,
  };
}

function statusConflict(target: Target, { reason, certainty, status }: NonNullable<Records['status']>): StatusConflict {
  const { reservation, subject } = target;
  const key = `${reason} ${reservation.key}`;
  return { key, certainty: certain(target, certainty), reservation, other: null, subject, reason, status };
}

/** The conflict is only possible if a shop visit for it comes first. */
function squawkConflict(target: Target, squawk: Squawk, visits: readonly TimedReservation[]): SquawkConflict {
  const { reservation, subject } = target;
  const isForIt = (one: TimedReservation) =>
    one.end <= reservation.start && visitForSquawk(one, squawk).purpose === 'this';
  const visit = visits.find(isForIt) ?? null;
  const certainty = certain(target, visit || squawk.grounding !== 'yes' ? 'possible' : 'definite');
  const reason = 'grounding squawk';
  return { key: `${reason} ${reservation.key}`, certainty, reservation, other: null, subject, reason, squawk, visit };
}

const reasons = {
  status: 'reminder expired',
  meter: 'horizon',
  date: 'date limit',
  flown: 'horizon',
  booked: 'horizon',
  rate: 'horizon',
} as const satisfies Record<LimitBasis, UpkeepConflict['reason']>;

/**
 * One conflict per reason for all its reminders. Limits before the start and limits inside the reservation are
 * separate.
 */
function upkeepConflicts(target: Target, limits: readonly Limit[]): UpkeepConflict[] {
  const findings = limitsOn(target.reservation, limits).filter(({ level }) => level !== 'planned');
  const [only] = findings;
  // A quick exit, because most of the many reservations have one finding at most.
  if (!only || findings.length === 1) return only ? [upkeepConflict(target, nameOf(only), findings, only)] : [];
  return Array.from(Map.groupBy(findings, nameOf)).flatMap(([name, causes]) =>
    causes[0] ? upkeepConflict(target, name, causes, causes[0]) : [],
  );
}

function nameOf({ limit, when }: LimitFinding): string {
  return when === 'inside' ? `${reasons[limit.basis]} inside` : reasons[limit.basis];
}

function upkeepConflict(
  target: Target,
  name: string,
  causes: readonly LimitFinding[],
  { limit, when }: LimitFinding,
): UpkeepConflict {
  const { reservation, subject } = target;
  // A limit that certainly falls inside a reservation is a definite conflict too.
  const isDefinite = causes.some(({ limit: one, visit }) => one.certainty === 'definite' && visit?.isPlanned !== true);
  const planned = causes.find(({ visit }) => visit?.isPlanned === true)?.visit ?? null;
  return {
    key: `${name} ${reservation.key}`,
    certainty: certain(target, isDefinite ? 'definite' : 'possible'),
    reservation,
    other: null,
    subject,
    reason: reasons[limit.basis],
    causes,
    when,
    visit: isDefinite ? null : (planned?.reservation ?? null),
  };
}
