import { type Reservation, toBooking } from '#domain/reservations/bookings.ts';
import { wallText, type Zone } from '#domain/time/time.ts';
import type { Verdict } from './finding.ts';
import { isZoneless } from './zoneless.ts';

/** Fewer bookings than this say nothing of a school's day. */
const fewest = 20;
/** Above this share of starts at night, a clock that is hours off is likelier than a school that flies at night. */
const suspicious = 0.15;

/**
 * Whether the bookings for flying begin at hours at which schools fly, in the configured zone. A zone that is wrong by
 * many hours shows here; it is no more than a suspicion, and one that is wrong by an hour or two does not show.
 */
export function bookingHoursVerdict(reservations: readonly Reservation[], zone: Zone): Verdict {
  const hours = startHours(reservations, zone);
  if (hours.length < fewest) return { mark: 'unsure', words: `${hours.length} bookings are too few to tell.` };
  const night = `${percent(nightShare(hours))} of ${hours.length} bookings begin between 2300L and 0500L in ${zone.name}`;
  if (nightShare(hours) <= suspicious) return { mark: 'ok', words: `${night}.` };
  const evidence = `${night}, most at ${String(busiest(hours)).padStart(2, '0')}00L`;
  return { mark: 'differs', words: `${evidence}: OPERATOR_TIME_ZONE looks wrong.${otherReading(reservations, zone)}` };
}

/** The hours of the operator's wall clock at which Standard reservations begin; time off and upkeep may begin at any. */
function startHours(reservations: readonly Reservation[], zone: Zone): number[] {
  return reservations
    .map((reservation) => toBooking(reservation, zone))
    .flatMap(({ kind, start }) => (kind === 'Standard' && start !== null ? [start] : []))
    .map((start) => Number(wallText(start, zone.name).slice(11, 13)));
}

function otherReading(reservations: readonly Reservation[], zone: Zone): string {
  if (!reservations.some(({ startTime }) => startTime && isZoneless(startTime))) return '';
  const zoneless = zone.zoneless === 'utc' ? 'operator' : 'utc';
  const share = nightShare(startHours(reservations, { ...zone, zoneless }));
  return share <= suspicious ? ` With ZONELESS_TIMES=${zoneless} it would be ${percent(share)}.` : '';
}

function nightShare(hours: readonly number[]): number {
  return hours.filter((hour) => hour >= 23 || hour < 5).length / hours.length;
}

function busiest(hours: readonly number[]): number {
  const counts = Map.groupBy(hours, (hour) => hour);
  return [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]![0];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
