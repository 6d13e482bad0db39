import {
  isTimed,
  type Reservation,
  type ReservationRecord,
  type TimedReservation,
  toReservation,
} from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Duty, DutyKind } from '#domain/duty/duties.ts';

/** A small school in Colorado for tests: it is Tuesday 12 May 2026, 1105L (1705Z). */
export const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
export const clock = { zone: zone.name, mode: 'L' } as const;
export const hour = 3_600_000;
export const now = Date.parse('2026-05-12T17:05:00Z');
export const me = '00000000-0000-4000-8000-000000000001';
export const student = '00000000-0000-4000-8000-000000000002';

/** A dual lesson of mine, unless other members are given. */
export function lesson(given: Partial<ReservationRecord> = {}): Reservation {
  const record: ReservationRecord = {
    reservationId: 'r1',
    startTime: '2026-05-12T15:00:00Z',
    endTime: '2026-05-12T17:00:00Z',
    reservationType: { displayTypeId: 0, name: 'Standard Reservation' },
    activityType: { name: 'Dual Flight Training' },
    aircraft: { aircraftId: 'a1', tailNumber: 'N512SP', isSimulator: false },
    instructor: { userId: me, firstName: 'Tamika', lastName: 'Tanaka' },
    pilots: [{ userId: student, firstName: 'Ana', lastName: 'Garcia', phone: '(719) 555-0101' }],
    reservationStatus: { id: 0, name: 'Reserved' },
    ...given,
  };
  return toReservation(record, zone);
}

/** A lesson of mine between two instants. */
export function lessonAt(start: Instant, end: Instant, given: Partial<ReservationRecord> = {}): TimedReservation {
  const [startTime, endTime] = [new Date(start).toISOString(), new Date(end).toISOString()];
  const reservation = lesson({ reservationId: `${startTime} ${endTime}`, startTime, endTime, ...given });
  if (!isTimed(reservation)) throw new RangeError('A sample lesson ends before it starts.');
  return reservation;
}

/** A duty of mine between two instants. */
export function dutyAt(start: Instant, end: Instant, kind: DutyKind = 'flight'): Duty {
  return { kind, reservation: lessonAt(start, end), until: end };
}
