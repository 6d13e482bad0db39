import type { Reservation } from './bookings.ts';
import { type Instant, readInstant, type Zone } from '#domain/time/time.ts';

/** A training session of a reservation (section 2.6), by the API's own names. */
export type TrainingSession = {
  readonly key: string;
  readonly course: string;
  readonly lesson: string;
  readonly status: string;
  readonly date: Instant | null;
};

/** The lessons a reservation is for, in the order given. */
export function trainingOf({ training }: Reservation, zone: Zone): TrainingSession[] {
  return (training?.sessions ?? []).map((session, index) => ({
    key: session.trainingSessionId ?? String(index),
    course: session.course?.name ?? 'Course without a name',
    lesson: session.lesson?.name ?? 'Lesson without a name',
    status: session.trainingSessionStatus?.name ?? 'no status',
    date: readInstant(session.trainingSessionDate, zone),
  }));
}
