import type { ReservationRecord } from '#domain/reservations/reservations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Person, SchoolReservation } from './school.ts';

const model = { modelId: 'model', name: 'C172S' };

export function aircraftOf(tailNumber: string): Aircraft {
  return { aircraftId: tailNumber, tailNumber, model, isSimulator: false, status: { id: 1, name: 'active' } };
}

/** A reservation as the service sends it. */
export function reservationOf(reservation: SchoolReservation, tails: readonly string[]): ReservationRecord {
  const { number, start, end, instructor, pilot, isMaintenance } = reservation;
  const tailNumber = tails[reservation.aircraft]!;
  const member = ({ id, name }: Person) => ({ userId: id, firstName: 'Sam', lastName: name });
  return {
    reservationId: `reservation ${number}`,
    startTime: new Date(start).toISOString(),
    endTime: new Date(end).toISOString(),
    aircraft: { aircraftId: tailNumber, tailNumber, model, isSimulator: false },
    reservationType: isMaintenance ? { displayTypeId: 1, name: 'Maintenance' } : { displayTypeId: 0, name: 'Standard' },
    activityType: { name: isMaintenance ? '100-hour inspection' : instructor === null ? 'Solo' : 'Dual' },
    reservationStatus: { id: 0, name: 'Scheduled' },
    pilots: isMaintenance ? [] : [member(pilot)],
    instructor: isMaintenance || instructor === null ? null : member(instructor),
  };
}
