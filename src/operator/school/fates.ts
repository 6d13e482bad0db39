import { secondsInHour, secondsInMinute } from '#domain/units.ts';
import { hashOf } from './random.ts';

/** How long before the start people cancel. */
const notices = [1, 6, 20, 48, 96].map((hours) => hours * secondsInHour);

const names = ['Cancelled - Student', 'Cancelled - Weather', 'Cancelled - Aircraft', 'Cancelled'] as const;

/** Of a hundred reservations, three are no-shows and eight others cancelled. */
function isNoShow(luck: number): boolean {
  return luck % 100 < 3;
}

/**
 * When a reservation of a school with `cancellations` is cancelled; a person who does not come is missed after half an hour. Null for
 * most. In epoch seconds, before the end of the reservation.
 */
export function cancelledAt(seed: number, id: number, start: number): number | null {
  const luck = hashOf('cancelled', seed, id);
  if (luck % 100 >= 11) return null;
  return isNoShow(luck) ? start + 30 * secondsInMinute : start - (notices[(luck >>> 8) % notices.length] ?? 0);
}

type Times = { readonly id: number; readonly out_at: number; readonly in_at: number };

/**
 * The status of what is cancelled by now, with an id and a name that no document gives; null for all other reservations. Only these are
 * in before they are out.
 */
export function cancelledStatus(seed: number, { id, out_at, in_at }: Times, now: number) {
  if (in_at >= out_at || now < in_at) return null;
  const luck = hashOf('cancelled', seed, id);
  if (isNoShow(luck)) return { id: 5, name: 'No Show' };
  return { id: 4, name: names[(luck >>> 16) % names.length] ?? 'Cancelled' };
}

/** By how many seconds a flight of such a school leaves later than usual; for nine of ten none. */
export function delayOf(seed: number, id: number): number {
  const luck = hashOf('delayed', seed, id);
  return luck % 10 === 0 ? (12 + ((luck >>> 8) % 35)) * secondsInMinute : 0;
}
