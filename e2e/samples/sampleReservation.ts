import {
  type Reservation,
  isTimed,
  type ReservationRecord,
  toReservation,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';

const types = { Standard: [0, 'Dual Flight Training'], Maintenance: [1, 'Maintenance'] } as const;

/** For tests: a reservation from 1400 to 1530 in Chicago on Tue 12 May, as the service would send it. */
export function sampleReservation(kind: keyof typeof types, members: ReservationRecord): TimedReservation {
  const [displayTypeId, name] = types[kind];
  const reservation: Reservation = toReservation(
    {
      reservationId: '2d1f9d4e-0000-4000-8000-000000000001',
      startTime: '2026-05-12T14:00:00',
      endTime: '2026-05-12T15:30:00',
      reservationType: { displayTypeId, name },
      reservationStatus: { id: 0, name: 'Reserved' },
      ...members,
    },
    { name: 'America/Chicago', zoneless: 'operator' },
  );
  if (!isTimed(reservation)) throw new Error('A sample needs both times.');
  return reservation;
}
