import type { FigureDimension } from '#contract/gateway/figures.ts';
import { isRecord } from '#contract/objects.ts';
import { textOf } from '#domain/answers/members.ts';
import {
  idKey,
  instructorOf,
  isShopVisit,
  isTimed,
  pilotsOf,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import type { Reservation } from '#domain/reservations/reservations.ts';
import { isCheckedOut, isCompleted, isVoid, leaves } from '#domain/reservations/state.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Facts, type LeftOutRow, onceEach } from './figure.ts';

/** A group of a dimension: `idKey` of its id, or of its name where records give no id. */
export type Group = { readonly key: string; readonly name: string };

/** A group for each dimension; null where the record names none. */
export type Groups = Readonly<Record<FigureDimension, Group | null>>;

/** A reservation as figures count it. */
export type Booking = {
  /** `idKey` of the reservation's key. */
  readonly id: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly of: Groups;
  /** `idKey` of the pilots' ids. */
  readonly students: readonly string[];
  /** A simulator's booking is no flight, and an instructor's time off books nobody. */
  readonly kind: 'flight' | 'shop' | 'other' | 'time off';
  /** What the service's own status says. */
  readonly status: 'void' | 'completed' | 'checked out' | 'reserved or unclear';
  /** The status in the service's words. */
  readonly statusName: string;
};

/**
 * Reservations as figures count them, each id once, by start. One without readable times is left out.
 */
export function bookingsOf(reservations: readonly Reservation[]): Facts<Booking> {
  const unreadable: LeftOutRow[] = [];
  const read: Booking[] = [];
  for (const reservation of reservations) {
    const booking = bookingOf(reservation);
    if (booking) read.push(booking);
    else unreadable.push({ at: reservation.start, why: 'unreadable' });
  }
  const { rows, leftOut } = onceEach(read, {
    id: ({ id }) => id,
    rank: (booking) => JSON.stringify(booking),
    at: ({ start }) => start,
  });
  return { rows: rows.toSorted(byTime), leftOut: [...unreadable, ...leftOut] };
}

/** Null without readable times. */
function bookingOf(reservation: Reservation): Booking | null {
  if (!isTimed(reservation)) return null;
  return {
    id: idKey(reservation.key),
    start: reservation.start,
    end: reservation.end,
    of: groupsOf(reservation),
    students: pilotsOf(reservation).flatMap(({ userId }) => (userId === null ? [] : [idKey(userId)])),
    kind: kindOf(reservation),
    status: statusOf(reservation),
    statusName: reservation.status,
  };
}

/**
 * The booking of an entry of the gateway's log, as it was before it became void or went; null for another entry. Names stand for people,
 * because the log has no ids of them.
 */
export function goneBooking(entry: unknown): Booking | null {
  const facts = isRecord(entry) && isRecord(entry['facts']) ? entry['facts'] : {};
  const [key, plan] = [textOf(facts, 'key'), facts['before']];
  if (facts['of'] !== 'reservation' || key === null || !isRecord(plan)) return null;
  const after = isRecord(facts['after']) ? textOf(facts['after'], 'status') : null;
  const reservation = toReservation(
    {
      reservationId: key,
      startTime: textOf(plan, 'start'),
      endTime: textOf(plan, 'end'),
      reservationType: { name: textOf(facts, 'what') },
      aircraft: { aircraftId: textOf(plan, 'aircraftId'), tailNumber: textOf(plan, 'tail') },
      instructor: { firstName: textOf(plan, 'instructor') },
    },
    { name: 'UTC', zoneless: 'utc' },
  );
  const booking = bookingOf(reservation);
  return booking && { ...booking, status: 'void', statusName: after ?? 'gone' };
}

function kindOf(reservation: Reservation): Booking['kind'] {
  if (isShopVisit(reservation)) return 'shop';
  if (reservation.kind === 'Instructor Time Off') return 'time off';
  return leaves(reservation) ? 'flight' : 'other';
}

/** Whether people come for it: a flight, a lesson, a class; no shop visit and no time off. */
export function isOfPeople({ kind }: Booking): boolean {
  return kind === 'flight' || kind === 'other';
}

function statusOf(reservation: Reservation): Booking['status'] {
  if (isVoid(reservation)) return 'void';
  if (isCompleted(reservation)) return 'completed';
  return isCheckedOut(reservation) ? 'checked out' : 'reserved or unclear';
}

function groupsOf(reservation: Reservation): Groups {
  const { aircraftId, record } = reservation;
  const tail = record.aircraft?.tailNumber ?? record.aircraftOption?.aircraft?.tailNumber ?? null;
  const { make, model } = record.aircraft ?? record.aircraftOption?.aircraft ?? {};
  const instructor = instructorOf(reservation);
  return {
    aircraft: groupGiven(aircraftId, tail),
    model: model?.name ? groupNamed(modelText({ make: make ?? null, model })) : null,
    location: groupNamed(placeOf(reservation)?.name),
    instructor: instructor && groupGiven(instructor.userId, instructor.name),
  };
}

/** A group of which records give only the name; null without one. */
export function groupNamed(name: string | null | undefined): Group | null {
  const plain = name?.trim() ?? '';
  return plain === '' ? null : { key: idKey(plain), name: plain };
}

/** A group by its id, otherwise by its name; null without both. */
export function groupGiven(id: string | null, name: string | null): Group | null {
  return id === null ? groupNamed(name) : { key: idKey(id), name: name ?? id };
}

/** By start, end and id: one order, whatever order the records came in. */
function byTime(a: Booking, b: Booking): number {
  return a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : Number(a.id > b.id));
}
