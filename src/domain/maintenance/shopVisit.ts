import { idKey, isFlight, isShopVisit, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { DueItem } from './reminders.ts';
import type { Squawk } from './squawks.ts';
import {
  directiveNumbers,
  isDirective,
  namesWork,
  type Relation,
  relationOf,
  type VisitWords,
  visitWordsOf,
  type Work,
} from './visitPurpose.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { certaintyOf, isCheckedOut, isCompleted, isVoid, stateAt } from '#domain/reservations/state.ts';
import { shortestVisit, thresholds, visitLandings, visitLasts } from '#domain/thresholds.ts';

/** The shortest visit that may be for a reminder, by the words of the reminder's name. */
const minTime: readonly (readonly [RegExp, number])[] = [
  [/\bannual\b/i, shortestVisit.annual],
  [/\b100\b/, shortestVisit.hundredHours],
];

/** A shop visit with what it says that it is for. */
export type ShopVisit = { readonly reservation: TimedReservation; readonly says: VisitWords };

/** A shop visit from the view of one reminder. */
export type Visit = Relation & {
  readonly reservation: TimedReservation;
  /**
   * It counts as planned if it is named for the reminder. An unnamed visit must be long enough, with the reminder near its
   * limit; it never counts for an airworthiness directive.
   */
  readonly isPlanned: boolean;
  /** It begins before the reminder is due, or is under way. */
  readonly isInTime: boolean;
};

function shopVisit(reservation: TimedReservation): ShopVisit {
  const { type, activity, record } = reservation;
  const texts = [record.displayName, activity, type, record['comments'], record['notes']];
  // Schools write the tail number into names; it says nothing about the work.
  const tail = tailOf(reservation);
  const names = texts
    .filter((text) => typeof text === 'string')
    .map((text) => (tail === null ? text : text.replaceAll(tail, ' ')));
  return { reservation, says: visitWordsOf(names) };
}

function workOf({ name, key }: DueItem): Work {
  const isStrict = isDirective(name);
  return { name, ids: [key, ...(isStrict ? directiveNumbers(name) : [])], isStrict };
}

/** How a visit relates to a reminder; `flown` are the meter hours expected until it begins. */
export function visitFor({ reservation, says }: ShopVisit, item: DueItem, flown: number): Omit<Visit, 'isInTime'> {
  const work = workOf(item);
  const relation = relationOf(says, work);
  if (relation.purpose !== 'not known' || work.isStrict)
    return { reservation, ...relation, isPlanned: relation.purpose === 'this' };
  const isLongEnough = reservation.end - reservation.start >= minVisitFor(item);
  return { reservation, ...relation, isPlanned: isLongEnough && isNearLimit(item, reservation.start, flown) };
}

/** Milliseconds of the shortest visit that may be for a reminder. */
export function minVisitFor({ name }: Pick<DueItem, 'name'>): number {
  return minTime.find(([words]) => words.test(name))?.[1] ?? shortestVisit.other;
}

/**
 * Whether a reminder will be so near its limit at an instant that a visit then is for it too. `flown`: the meter hours
 * until then.
 */
export function isNearLimit({ worst, axes }: DueItem, at: Instant, flown: number): boolean {
  if (worst === 'expired' || worst === 'warning') return true;
  const { visitTime, visitHours } = thresholds();
  return axes.some(({ name, limit, remaining }) => {
    if (limit === null || remaining === null) return false;
    if (name === 'date') return limit - at <= visitTime;
    return name === 'hours' ? remaining - flown <= visitHours : remaining <= visitLandings;
  });
}

/** How a visit relates to a squawk: it is for it only if it names its id, its work order, or has the same title. */
export function visitForSquawk(
  visit: TimedReservation,
  { key, description, reference, workOrder, record }: Squawk,
): Pick<Visit, 'reservation' | keyof Relation> {
  const ids = [record['squawkId'] == null ? null : key, reference, workOrder].filter((id) => id !== null);
  return { reservation: visit, ...relationOf(shopVisit(visit).says, { name: description, ids, isStrict: true }) };
}

/**
 * A visit and what it is for: `shop visit Thu 0800L (Radio swap)`, `shop visit Thu 0800L, no work named`. If it is for the item,
 * with the words that were taken for it: `shop visit Thu 0800L (Oil change 50 h; taken for it by: oil change)`.
 */
export function visitWords(
  { reservation, purpose, taken }: Pick<Visit, 'reservation' | 'purpose' | 'taken'>,
  now: Instant,
  clock: Clock,
) {
  const when = `shop visit ${whenText(reservation.start, now, clock)}`;
  if (purpose === 'not known') return `${when}, no work named`;
  return `${when} (${purposeText(reservation)}${taken === null ? '' : `; taken for it by: ${taken}`})`;
}

/** The most specific of its names. */
export function purposeText({ type, activity, record }: TimedReservation): string {
  const names = [record.displayName, activity, type].filter((name) => typeof name === 'string' && name.trim() !== '');
  return names.find((name) => namesWork(name ?? '')) ?? type;
}

/**
 * True for a shop visit that is under way or to come, and is neither void nor done. One that the service shows as checked out
 * is under way past its booked end too.
 */
export function isVisitAhead(reservation: TimedReservation, now: Instant): boolean {
  if (!isShopVisit(reservation)) return false;
  const state = stateAt(reservation, now);
  if (state.kind === 'in the shop') return state.isCertain;
  return reservation.end > now && certaintyOf(state) !== null;
}

/** The shop visits of one aircraft that are under way or to come, in the order given. */
export function visitsOf(reservations: readonly TimedReservation[], now: Instant): readonly ShopVisit[] {
  return reservations.filter((reservation) => isVisitAhead(reservation, now)).map(shopVisit);
}

/** The visits of the past that were named for such work, of any aircraft; void ones and those not over are left out. */
export function pastVisitsFor(
  reservations: readonly TimedReservation[],
  now: Instant,
): (item: Pick<DueItem, 'name'>) => readonly TimedReservation[] {
  const past = reservations
    .filter(
      (reservation) =>
        isShopVisit(reservation) && reservation.end <= now && !isVoid(reservation) && !isVisitAhead(reservation, now),
    )
    .map(shopVisit);
  return ({ name }) =>
    past.flatMap(({ reservation, says }) =>
      relationOf(says, { name, ids: [], isStrict: isDirective(name) }).purpose === 'this' ? [reservation] : [],
    );
}

/** The shop visits under way or to come of each aircraft, by `idKey` of its id, in the order given. */
export function visitsByAircraft(
  states: readonly ReservationWithState[],
  now: Instant,
): ReadonlyMap<string, readonly TimedReservation[]> {
  const visits: TimedReservation[] = [];
  for (const { reservation } of states)
    if (reservation.aircraftId !== null && isVisitAhead(reservation, now)) visits.push(reservation);
  return Map.groupBy(visits, ({ aircraftId }) => idKey(aircraftId ?? ''));
}

/**
 * The last shop visit of an aircraft, if it ended within a day and the aircraft has not flown since. Its work may not be
 * finished. Null if there is none. The reservations are those of one aircraft.
 */
export function endedVisit(reservations: readonly TimedReservation[], now: Instant): ShopVisit | null {
  const ended = reservations.filter(
    (reservation) =>
      isShopVisit(reservation) &&
      !isVoid(reservation) &&
      !isVisitAhead(reservation, now) &&
      reservation.end <= now &&
      now - reservation.end <= visitLasts &&
      reservation.start < now,
  );
  const last = ended.toSorted((a, b) => a.end - b.end).at(-1);
  const hasFlown = (reservation: TimedReservation) =>
    isFlight(reservation) && (isCheckedOut(reservation) || isCompleted(reservation));
  if (
    !last ||
    reservations.some((reservation) => reservation.end > last.end && reservation.start <= now && hasFlown(reservation))
  )
    return null;
  return shopVisit(last);
}

/** The reminders that a visit was for and that are still near their limits. */
export function notReset(visit: ShopVisit, items: readonly DueItem[]): readonly DueItem[] {
  return items.filter(
    (item) => visitFor(visit, item, 0).purpose === 'this' && isNearLimit(item, visit.reservation.end, 0),
  );
}
