import type { PageAddress } from '#contract/pages.ts';
import type { Reservation } from './reservations.ts';
import { dayOf } from '#domain/time/time.ts';

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A reservation's key from an address; ids match in any letter case. */
export function readKey(text: string): string | null {
  return guid.test(text) ? text.toLowerCase() : text || null;
}

/** The pages for records. Every link to one is made in this file, so that an id is encoded once. */
export function aircraftLink(aircraftId: string): PageAddress {
  return `/fleet/${encodeURIComponent(aircraftId)}`;
}

/** The plan for an aircraft that cannot fly. */
export function downLink(aircraftId: string): PageAddress {
  return `/plan/down?aircraft=${encodeURIComponent(aircraftId)}`;
}

export function instructorLink(userId: string): PageAddress {
  return `/instructors/${encodeURIComponent(userId)}`;
}

/** An id of another form than a GUID cannot be part of a path. */
export function personLink(userId: string): PageAddress {
  return guid.test(userId) ? `/people/${userId}` : `/people?id=${encodeURIComponent(userId)}`;
}

/** The due list with one reminder open. */
export function reminderLink(key: string): PageAddress {
  return `/maintenance?reminder=${encodeURIComponent(key)}`;
}

/** The shop planner for one aircraft, and for one of its reminders. */
export function shopLink(aircraftId: string, reminder?: string): PageAddress {
  const own = `/plan/shop?aircraft=${encodeURIComponent(aircraftId)}` as const;
  return reminder === undefined ? own : `${own}&reminder=${encodeURIComponent(reminder)}`;
}

/** The sheet of a flight that is not back. */
export function lateLink({ key }: Pick<Reservation, 'key'>): PageAddress {
  return `/late?reservation=${encodeURIComponent(key)}`;
}

/**
 * The calendar on the reservation's day with its details open. The API cannot fetch a single reservation, so the
 * address includes the day.
 */
export function reservationLink(reservation: Pick<Reservation, 'key' | 'start'>, zone: string): PageAddress {
  const date = reservation.start === null ? '' : `date=${dayOf(reservation.start, zone)}&`;
  return `/reservations?${date}reservation=${encodeURIComponent(reservation.key)}`;
}
