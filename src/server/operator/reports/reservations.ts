import { guidOf } from '#server/operator/school/founding/guid.ts';
import { nameOf, reportOf, type ReportSet } from './reportSet.ts';

/** All reservations, past and to come, by their start. */
export const reservationReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM reservation',
  rows: `SELECT reservation.*, reservation_type.name AS type, activity_type.name AS activity, aircraft.guid AS aircraft, tail,
      client.guid AS client, ${nameOf('client')} AS client_name, ${nameOf('instructor')} AS instructor_name
    FROM (SELECT id FROM reservation ORDER BY start_at, id LIMIT :limit OFFSET :offset) CROSS JOIN reservation USING (id)
    JOIN reservation_type ON reservation_type.id = type_id LEFT JOIN activity_type ON activity_type.id = activity_id
    LEFT JOIN aircraft ON aircraft.id = aircraft_id LEFT JOIN person AS client ON client.id = pilot_id
    LEFT JOIN person AS instructor ON instructor.id = instructor_id ORDER BY reservation.start_at, reservation.id`,
  record: (row, { seed, time, past }, { now }) => ({
    reservationId: guidOf(seed, 'reservation', Number(row['id'])),
    start: time(row['start_at']),
    end: time(row['end_at']),
    reservationStatus: statusAt(now, Number(row['out_at']), Number(row['in_at'])),
    reservationType: row['type'],
    activityType: row['activity'],
    displayName: row['display_name'],
    aircraftId: row['aircraft'],
    registrationTail: row['tail'],
    instructor: row['instructor_name'],
    customerId: row['client'],
    customerLabel1Name: row['client_name'],
    lastUpdated: past(row['in_at']) ?? past(row['out_at']),
  }),
});

function statusAt(now: number, out: number, back: number): 'Reserved' | 'Checked Out' | 'Completed' {
  if (now < out) return 'Reserved';
  return now < back ? 'Checked Out' : 'Completed';
}
