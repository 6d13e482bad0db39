import { instructorOf, type Reservation } from '#domain/reservations/reservations.ts';
import { isTrainingName, soloOf } from './solo.ts';

/**
 * Whether a reservation is training, so that its pilots are students: a student's solo, or a flight or lesson with a named instructor
 * that has a training session or is called training by its type or activity. Rentals, checkouts, proficiency and introductory flights
 * with an instructor make nobody a student, and neither do classes and meetings.
 */
export function isTraining(reservation: Reservation): boolean {
  const { kind, record, type, activity } = reservation;
  if (kind === 'Class' || kind === 'Meeting' || kind === 'Maintenance' || kind === 'Instructor Time Off') return false;
  if (soloOf(reservation) === 'solo') return true;
  const hasSession = (record.training?.sessions ?? []).length > 0;
  return instructorOf(reservation) !== null && (hasSession || isTrainingName(`${type} · ${activity}`));
}
