import { idKey, isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import type { StoodBooking } from './aircraftNow.ts';
import { certaintyOf, standingOf } from './standing.ts';

/** How near its limit a reminder has to be at a shop visit for the visit to be plausibly for it; days in milliseconds. */
const warningBand = { hours: 10, date: 14 * 86_400_000, cycles: 50 } as const;

/** Words of any reminder and any visit, which tell neither apart. */
const common =
  /^(inspection|inspections|check|change|service|due|hours?|hrs?|h|months?|mos?|years?|days?|maintenance|maint|mx|mtx|the|and|of|for|aircraft|reservation|standard|shop|visit|to|at|in)$/;

/** `100-Hour Inspection` is `100`, `MX 100hr` too; `Oil Change 50 h` is `oil`, `50`. */
function tellingWords(text: string): Set<string> {
  const words = text.toLowerCase().match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => !common.test(word)));
}

/** Text that says what a visit is for, as far as any does. */
function visitText({ type, activity, record }: TimedBooking): string {
  return [type, activity, record.displayName, record['comments'], record['notes']]
    .filter((text) => typeof text === 'string')
    .join(' ');
}

/** By the words of both names. An annual is a 100-hour inspection too (14 CFR 91.409(b)). */
function isNamedFor(visit: TimedBooking, { name }: Pick<DueItem, 'name'>): boolean {
  const [said, wanted] = [tellingWords(visitText(visit)), tellingWords(name)];
  if (said.has('annual') && wanted.has('100')) return true;
  return [...wanted].some((word) => said.has(word));
}

/**
 * Whether a shop visit plausibly clears a reminder (readiness, section 3): by its name, because the reminder warns already, or
 * because it is near a limit when the visit begins. `flown` are the meter hours expected until then. Of any other visit
 * the purpose is not known.
 */
export function isVisitFor(visit: TimedBooking, item: DueItem, flown: number): boolean {
  if (item.worst === 'expired' || item.worst === 'warning' || isNamedFor(visit, item)) return true;
  return item.axes.some(({ name, limit, remaining }) => {
    if (limit === null || remaining === null) return false;
    if (name === 'date') return limit - visit.start <= warningBand.date;
    return name === 'hours' ? remaining - flown <= warningBand.hours : remaining <= warningBand.cycles;
  });
}

/** True for a shop visit that is under way or to come, and neither void nor done. */
export function isVisitAhead(booking: TimedBooking, now: Instant): boolean {
  return isShopVisit(booking) && booking.end > now && certaintyOf(standingOf(booking, now)) !== null;
}

/** The shop visits under way or to come of each aircraft, by `idKey` of its id, in the order given. */
export function visitsByAircraft(
  stood: readonly StoodBooking[],
  now: Instant,
): ReadonlyMap<string, readonly TimedBooking[]> {
  const visits: TimedBooking[] = [];
  for (const { booking } of stood) if (booking.aircraftId !== null && isVisitAhead(booking, now)) visits.push(booking);
  return Map.groupBy(visits, ({ aircraftId }) => idKey(aircraftId ?? ''));
}
