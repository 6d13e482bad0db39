import { millisecondsInHour } from '#domain/units.ts';
import { idKey, isFlight, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { type Aircraft, byTail, modelText } from '#domain/fleet/fleet.ts';
import { nowOf, type ReservationWithState, statesAt } from '#domain/schedule/aircraftNow.ts';
import type { CheckoutFinding } from './checkout.ts';
import type { ReadinessSources } from './readinessIndex.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { mayGround } from '#domain/maintenance/squawks.ts';
import { visitsOf } from '#domain/maintenance/shopVisit.ts';
import { certaintyOf } from '#domain/reservations/state.ts';
import { type DueItem, doubtText, hoursLeftText, isGroundingItem } from '#domain/maintenance/reminders.ts';
import { tenths } from '#domain/words.ts';
import type { Instant } from '#domain/time/time.ts';
import { bookedBefore, usageOf } from '#domain/schedule/usage.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { spareReach } from '#domain/thresholds.ts';

/** An aircraft that could take over a reservation according to the records, with what was checked. */
export type Spare = {
  readonly aircraft: Aircraft;
  readonly likeness: Likeness;
  /** Hours left on the tightest hours limit; null without one, or if the reminders are not known. */
  readonly hoursLeft: number | null;
  /** Clock hours not on the meter yet, plus those booked between now and the reservation. */
  readonly hoursBooked: number;
  /** Clock hours booked after it until the next shop visit, or for two days. */
  readonly hoursAfter: number;
  /** False while its reminders have not been read, or if what is left on one is not known: not known is not OK. */
  readonly isUpkeepKnown: boolean;
  /** False while its squawks have not been read, or if one does not tell whether it grounds. */
  readonly areSquawksKnown: boolean;
  /** The reservation from which it is not back yet. */
  readonly notBack: TimedReservation | null;
  /** Its location before the reservation, if it is a different one; null if it is the same or not given. */
  readonly location: string | null;
  /** The best checkout of the pilots for it; null if none was looked for. */
  readonly checkout: CheckoutFinding | null;
};

export type SpareSources = {
  /**
   * Its reservations must reach from now to two days after the reservation; otherwise hours booked around it are
   * missing.
   */
  readonly schedule: Schedule;
  readonly fleet: readonly Aircraft[];
  readonly due: readonly DueItem[];
  /** The ids of the aircraft whose reminders have been read. */
  readonly answered: Pick<ReadonlySet<string>, 'has'>;
  /** The squawks of each aircraft as far as they have been read, by `idKey`. */
  readonly squawks: ReadinessSources['squawks'];
  /** The best checkout of the reservation's pilots for an aircraft; null if an instructor flies along. */
  readonly checkoutFor?: (aircraft: Aircraft, reservation: TimedReservation) => CheckoutFinding | null;
  /** What the planning tools say of a reservation on an aircraft, so that the list and the plans offer the same. */
  readonly takesFor: (reservation: TimedReservation) => (aircraft: Aircraft) => boolean;
  readonly now: Instant;
};

/**
 * The spares for a reservation, best first: same model, same location, checked out, reminders known, squawks known, back
 * already, most hours. Which aircraft can take it is decided by `takesFor`, as in the plans (readiness, section 5).
 */
export function sparesFor(reservation: TimedReservation, sources: SpareSources): Spare[] {
  if (reservation.aircraftId === null || isShopVisit(reservation)) return [];
  const wanted = idKey(reservation.aircraftId);
  const likeness = likenessTo(reservation, sources.fleet, describedIn(sources.schedule.reservations));
  const booked = Map.groupBy(sources.schedule.reservations, ({ aircraftId }) => aircraftId && idKey(aircraftId));
  const due = Map.groupBy(sources.due, (item) => idKey(item.aircraft.aircraftId));
  const takes = sources.takesFor(reservation);
  return sources.fleet
    .flatMap((aircraft) => {
      const id = idKey(aircraft.aircraftId);
      const like = id === wanted ? null : likeness(aircraft);
      if (!like || !takes(aircraft)) return [];
      return spareOf(
        aircraft,
        like,
        { ownReservations: booked.get(id) ?? [], items: due.get(id) ?? [], reservation },
        sources,
      );
    })
    .toSorted(byMerit);
}

type Candidate = {
  readonly ownReservations: readonly TimedReservation[];
  readonly items: readonly DueItem[];
  readonly reservation: TimedReservation;
};

function visitAfter(
  ownReservations: readonly TimedReservation[],
  reservation: TimedReservation,
  now: Instant,
): TimedReservation | null {
  return (
    visitsOf(ownReservations, now).find((visit) => visit.reservation.start >= reservation.end)?.reservation ?? null
  );
}

function spareOf(
  aircraft: Aircraft,
  likeness: Likeness,
  { ownReservations, items, reservation }: Candidate,
  { answered, squawks, checkoutFor, now }: SpareSources,
): Spare {
  const all = statesAt(ownReservations, now);
  const { doing } = nowOf(all, now);
  const grounding = items.filter(isGroundingItem);
  const left = grounding.flatMap(({ axes }) => axes.find(({ name }) => name === 'hours')?.remaining ?? []);
  const usage = usageOf(ownReservations, now);
  const until = visitAfter(ownReservations, reservation, now)?.start ?? reservation.end + spareReach;
  return {
    aircraft,
    likeness,
    hoursLeft: left.length > 0 ? Math.min(...left) : null,
    hoursBooked: bookedBefore(usage, reservation.start) / millisecondsInHour,
    hoursAfter: (bookedBefore(usage, until) - bookedBefore(usage, reservation.end)) / millisecondsInHour,
    isUpkeepKnown: answered.has(aircraft.aircraftId) && grounding.every((item) => doubtText(item) === ''),
    areSquawksKnown: squawks.get(idKey(aircraft.aircraftId))?.items?.every((item) => !mayGround(item)) === true,
    notBack: doing.kind === 'not back' ? doing.reservation : null,
    location: elsewhere(all, reservation),
    checkout: checkoutFor?.(aircraft, reservation) ?? null,
  };
}

/** The location where the last flight before the reservation leaves the aircraft, if the reservation begins somewhere else. */
function elsewhere(all: readonly ReservationWithState[], reservation: TimedReservation): string | null {
  const before = all.findLast(
    ({ reservation: one, state }) =>
      one.end <= reservation.start && isFlight(one) && (state.kind === 'done' || certaintyOf(state) !== null),
  );
  const [from, to] = [before && placeOf(before.reservation)?.name, placeOf(reservation)?.name];
  return from !== undefined && to !== undefined && from !== to ? from : null;
}

function byMerit(a: Spare, b: Spare): number {
  return (
    Number(b.likeness === 'same model') - Number(a.likeness === 'same model') ||
    Number(a.location !== null) - Number(b.location !== null) ||
    Number(isCheckedOut(b)) - Number(isCheckedOut(a)) ||
    Number(b.isUpkeepKnown) - Number(a.isUpkeepKnown) ||
    Number(b.areSquawksKnown) - Number(a.areSquawksKnown) ||
    Number(a.notBack !== null) - Number(b.notBack !== null) ||
    compareHours(spareHours(b), spareHours(a)) ||
    byTail(a.aircraft, b.aircraft)
  );
}

function isCheckedOut({ checkout }: Spare): boolean {
  return checkout === null || checkout.state === 'valid' || checkout.state === 'expires soon';
}

function spareHours({ hoursLeft, hoursBooked, hoursAfter }: Spare): number {
  return hoursLeft === null ? Number.POSITIVE_INFINITY : hoursLeft - hoursBooked - hoursAfter;
}

function compareHours(a: number, b: number): number {
  return a < b ? -1 : Number(a > b);
}

export type Likeness = 'same model' | 'same category and class';

export type Described = NonNullable<TimedReservation['record']['aircraft']>;

/** What reservations say about each aircraft, by `idKey` of its id; the last one counts. */
function describedIn(reservations: readonly TimedReservation[]): ReadonlyMap<string, Described | null | undefined> {
  const named = reservations.filter(({ aircraftId }) => aircraftId !== null);
  return new Map(named.map(({ aircraftId, record }) => [idKey(aircraftId ?? ''), record.aircraft]));
}

/**
 * How similar an aircraft is to the one of a reservation; null if it is not. Only reservations give category, class and the
 * complex, high-performance and tailwheel flags (`described`, by `idKey`). An aircraft without a reservation is compared by its
 * model only.
 */
export function likenessTo(
  reservation: TimedReservation,
  fleet: readonly Aircraft[],
  described: { readonly get: (id: string) => Described | null | undefined },
): (aircraft: Aircraft) => Likeness | null {
  const own = reservation.record.aircraft ?? null;
  const wanted = reservation.aircraftId === null ? null : idKey(reservation.aircraftId);
  const listed = fleet.find(({ aircraftId }) => idKey(aircraftId) === wanted);
  const model = listed ?? own;
  const isSimulator = listed?.isSimulator ?? own?.isSimulator ?? false;
  return (aircraft) => {
    if ((aircraft.isSimulator ?? false) !== isSimulator) return null;
    if (model && isOneModel(aircraft, model)) return 'same model';
    const other = described.get(idKey(aircraft.aircraftId));
    return own && other && isOneClass(own, other) ? 'same category and class' : null;
  };
}

type Modelled = Pick<Aircraft, 'make' | 'model'>;

function isOneModel(a: Modelled, b: Modelled): boolean {
  if (a.model?.modelId != null && b.model?.modelId != null) return a.model.modelId === b.model.modelId;
  return a.model?.name != null && modelText(a) === modelText(b);
}

/** All values must be given: an unknown value does not match. */
function isOneClass(a: Described, b: Described): boolean {
  const marks = ({ categoryClass, isComplex, isHighPerformance, isTailWheel }: Described) => [
    categoryClass?.category,
    categoryClass?.class,
    isComplex,
    isHighPerformance,
    isTailWheel,
  ];
  const theirs = marks(b);
  return marks(a).every((mark, index) => mark != null && mark === theirs[index]);
}

/**
 * Why an aircraft is offered, and what was not checked: `same model · 23.4 h left · 6.0 h booked before · 2.0 h after · at KPUB ·
 * checkout not checked`.
 */
export function spareText(spare: Spare, clock: Clock, now: Instant): string {
  const { likeness, hoursBooked, hoursAfter, notBack, location, checkout } = spare;
  const parts = [
    likeness,
    leftText(spare),
    `${tenths.format(hoursBooked)} h booked before`,
    hoursAfter > 0 ? `${tenths.format(hoursAfter)} h after` : null,
    notBack && `not back at ${whenText(notBack.end, now, clock)}`,
    location && `at ${location}`,
    spare.areSquawksKnown ? null : 'squawks not known',
    checkout ? `checkout ${checkout.state}` : 'checkout not checked',
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

function leftText({ isUpkeepKnown, hoursLeft }: Spare): string {
  if (!isUpkeepKnown) return 'maintenance not known';
  return hoursLeft === null ? 'no hours limit' : hoursLeftText(hoursLeft);
}
