import { idKey, isFlight, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { DueItem } from './reminders.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { ReservationStanding } from '#domain/schedule/aircraftNow.ts';
import { certaintyOf, isCheckedOut, isCompleted, isVoid, standingOf } from '#domain/reservations/standing.ts';
import { shortestVisit, thresholds, visitLandings, visitLasts } from '#domain/thresholds.ts';

/** The shortest visit that may be for a reminder, by the words of the reminder's name. */
const leastTime: readonly (readonly [RegExp, number])[] = [
  [/\bannual\b/i, shortestVisit.annual],
  [/\b100\b/, shortestVisit.hundredHours],
];

/** Words that any reminder or visit may have, so they distinguish nothing. */
const common =
  /^(inspection|inspections|check|change|service|due|hours?|hrs?|h|months?|mos?|years?|days?|maintenance|maint|mx|mtx|the|and|of|for|aircraft|reservation|standard|shop|visit|to|at|in|scheduled|unscheduled|block|down|out)$/;

/** `100-Hour Inspection` and `MX 100hr` both give `100`; `Oil Change 50 h` gives `oil` and `50`. */
function tellingWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];
  return words.filter((word) => !common.test(word));
}

/** A shop visit with the words that say what it is for; no words if it says nothing. */
export type ShopVisit = { readonly reservation: TimedReservation; readonly words: readonly string[] };

/** How a shop visit relates to a reminder: named for it, named for other work, or without any name. */
type Purpose = 'this' | 'other' | 'not known';

/** A shop visit from the view of one reminder. */
export type Visit = {
  readonly reservation: TimedReservation;
  readonly purpose: Purpose;
  /**
   * It counts as planned if it is named for the reminder. An unnamed visit must be long enough, with the reminder near its limit.
   */
  readonly isPlanned: boolean;
  /** It begins before the reminder is due, or is under way. */
  readonly isInTime: boolean;
};

function shopVisit(reservation: TimedReservation): ShopVisit {
  const { type, activity, record } = reservation;
  const texts = [type, activity, record.displayName, record['comments'], record['notes']];
  return { reservation, words: tellingWords(texts.filter((text) => typeof text === 'string').join(' ')) };
}

/** By the words of both names. An annual is a 100-hour inspection too (14 CFR 91.409(b)). */
function isNamedFor(words: readonly string[], name: string): boolean {
  const wanted = tellingWords(name);
  if (words.includes('annual') && wanted.includes('100')) return true;
  return wanted.some((word) => words.includes(word));
}

/** How a visit relates to a reminder; `flown` are the meter hours expected until it begins. */
export function visitFor({ reservation, words }: ShopVisit, item: DueItem, flown: number): Omit<Visit, 'isInTime'> {
  if (isNamedFor(words, item.name)) return { reservation, purpose: 'this', isPlanned: true };
  if (words.length > 0) return { reservation, purpose: 'other', isPlanned: false };
  const isLongEnough = reservation.end - reservation.start >= leastVisitFor(item);
  return { reservation, purpose: 'not known', isPlanned: isLongEnough && isNearLimit(item, reservation.start, flown) };
}

/** Milliseconds of the shortest visit that may be for a reminder. */
export function leastVisitFor({ name }: Pick<DueItem, 'name'>): number {
  return leastTime.find(([words]) => words.test(name))?.[1] ?? shortestVisit.other;
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

/** Whether a visit may settle a squawk: it is named for it, or it has no name. */
export function mayBeForSquawk(visit: TimedReservation, description: string): boolean {
  const { words } = shopVisit(visit);
  return words.length === 0 || isNamedFor(words, description);
}

/** A visit and what it is for: `100-hour visit Thu 0800L`, `shop visit Thu 0800L (Radio swap)`, `shop visit Thu 0800L, purpose not known`. */
export function visitWords(
  { reservation, purpose }: Pick<Visit, 'reservation' | 'purpose'>,
  now: Instant,
  clock: Clock,
) {
  const when = `shop visit ${whenText(reservation.start, now, clock)}`;
  if (purpose === 'not known') return `${when}, purpose not known`;
  return `${when} (${purposeText(reservation)})`;
}

/** The most specific of its names. */
export function purposeText({ type, activity, record }: TimedReservation): string {
  const names = [record.displayName, activity, type].filter((name) => typeof name === 'string' && name.trim() !== '');
  return names.find((name) => tellingWords(name ?? '').length > 0) ?? type;
}

/**
 * True for a shop visit that is under way or to come, and is neither void nor done. One that the service shows as checked out
 * is under way past its booked end too.
 */
export function isVisitAhead(reservation: TimedReservation, now: Instant): boolean {
  if (!isShopVisit(reservation)) return false;
  const standing = standingOf(reservation, now);
  if (standing.kind === 'in the shop') return standing.isCertain;
  return reservation.end > now && certaintyOf(standing) !== null;
}

/** The shop visits of one aircraft that are under way or to come, in the order given. */
export function visitsOf(reservations: readonly TimedReservation[], now: Instant): readonly ShopVisit[] {
  return reservations.filter((reservation) => isVisitAhead(reservation, now)).map(shopVisit);
}

/** The shop visits under way or to come of each aircraft, by `idKey` of its id, in the order given. */
export function visitsByAircraft(
  standings: readonly ReservationStanding[],
  now: Instant,
): ReadonlyMap<string, readonly TimedReservation[]> {
  const visits: TimedReservation[] = [];
  for (const { reservation } of standings)
    if (reservation.aircraftId !== null && isVisitAhead(reservation, now)) visits.push(reservation);
  return Map.groupBy(visits, ({ aircraftId }) => idKey(aircraftId ?? ''));
}

/**
 * The last shop visit of an aircraft, if it ended within a day and the aircraft has not flown since. Its work may not be
 * finished. Null if there is none. The reservations are those of one aircraft.
 */
export function endedVisit(reservations: readonly TimedReservation[], now: Instant): ShopVisit | null {
  const ended = reservations.filter(
    (one) =>
      isShopVisit(one) &&
      !isVoid(one) &&
      !isVisitAhead(one, now) &&
      one.end <= now &&
      now - one.end <= visitLasts &&
      one.start < now,
  );
  const last = ended.toSorted((a, b) => a.end - b.end).at(-1);
  const hasFlown = (one: TimedReservation) => isFlight(one) && (isCheckedOut(one) || isCompleted(one));
  if (!last || reservations.some((one) => one.end > last.end && one.start <= now && hasFlown(one))) return null;
  return shopVisit(last);
}

/** The reminders that a visit was for and that are still near their limits. */
export function notReset(visit: ShopVisit, items: readonly DueItem[]): readonly DueItem[] {
  return items.filter(
    (item) => visitFor(visit, item, 0).purpose === 'this' && isNearLimit(item, visit.reservation.end, 0),
  );
}
