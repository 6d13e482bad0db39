import {
  isTimed,
  type ReservationRecord,
  type TimedReservation,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { zone } from './sampleMaintenance.ts';
import { addDays, type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';

/** Reservations of the sample school for tests. */
type Given = Omit<Partial<ReservationRecord>, 'aircraft'> & {
  readonly type?: number;
  readonly status?: number;
  /** Flags and names of the aircraft besides its id; null for none. */
  readonly aircraft?: ReservationRecord['aircraft'];
};

/** A reservation by two instants, of N512SP unless given otherwise. */
export function reserved(id: string, start: Instant, end: Instant, given: Given = {}): TimedReservation {
  const { type = 0, status = 0, aircraft = { aircraftId: 'a1', tailNumber: 'N512SP' }, ...rest } = given;
  const read = toReservation(
    {
      reservationId: id,
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
      reservationType: { displayTypeId: type, name: typeNames[type] ?? 'Something Else' },
      reservationStatus: { id: status },
      aircraft,
      ...rest,
    },
    zone,
  );
  if (!isTimed(read)) throw new RangeError('A sample reservation ends before it starts.');
  return read;
}

const typeNames: Readonly<Record<number, string>> = {
  0: 'Standard Reservation',
  1: 'Maintenance',
  2: 'Class',
  3: 'Meeting',
  10: 'Instructor Time Off',
};

/** The same by the wall clock of Tuesday 12 May 2026 in Colorado: `14:00`, or `13T14:00` for another day of May. */
export function slot(id: string, start: string, end: string, given: Given = {}): TimedReservation {
  return reserved(id, onTheDay(start), onTheDay(end), given);
}

export function onTheDay(time: string): Instant {
  return Date.parse(`2026-05-${time.includes('T') ? time : `12T${time}`}:00-06:00`);
}

export function person(name: string, userId: string | null = name): NonNullable<ReservationRecord['instructor']> {
  const [firstName, lastName] = name.split(' ');
  return { userId, firstName, lastName };
}

/** For tests: an ordinary day and the days of 2026 with a clock change, in three zones; India has no changes. */
export const zonesAndDays: readonly { readonly zone: string; readonly day: Day; readonly hours: number }[] = [
  { zone: 'America/Chicago', day: '2026-05-12', hours: 24 },
  { zone: 'America/Chicago', day: '2026-03-08', hours: 23 },
  { zone: 'America/Chicago', day: '2026-11-01', hours: 25 },
  { zone: 'Europe/London', day: '2026-05-12', hours: 24 },
  { zone: 'Europe/London', day: '2026-03-29', hours: 23 },
  { zone: 'Europe/London', day: '2026-10-25', hours: 25 },
  { zone: 'Asia/Kolkata', day: '2026-05-12', hours: 24 },
  { zone: 'Asia/Kolkata', day: '2026-03-08', hours: 24 },
  { zone: 'Asia/Kolkata', day: '2026-11-01', hours: 24 },
];

/** Consecutive local days. */
export function daysFrom(day: Day, count: number, zoneName: string): Span[] {
  return Array.from({ length: count }, (_, index) => daySpan(addDays(day, index), zoneName));
}
