import { hour, now } from './sampleMaintenance.ts';
import { sources } from './sampleReadiness.ts';
import { person, reserved } from './sampleSchedule.ts';
import type { ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';

/**
 * What all reservations of a shared school are: not out yet, not back, never checked out, with an unclear status past their end, or
 * open shop visits past theirs. `ahead`: half are not back, and half begin later at the same time. `apart`: one after the other, each
 * still checked out. `solo`: not out yet, as solos, whose instructor may have several.
 */
export const sharedShapes = [
  'not out yet',
  'not back',
  'never checked out',
  'may be out',
  'in the shop',
  'no aircraft',
  'ahead',
  'apart',
  'solo',
  'done',
] as const;
export type SharedShape = (typeof sharedShapes)[number];

const minute = hour / 60;
const reservedStatus = { id: 0, name: 'Reserved' };
const checkedOut = { id: 1, name: 'Checked Out' };

/** Start and end in minutes from now, the status, and the type. */
function given(shape: SharedShape, index: number) {
  const [start, end] = [-130, -70];
  if (shape === 'not out yet' || shape === 'solo') return { start: -20, end: 100, status: reservedStatus, type: 0 };
  if (shape === 'never checked out') return { start: -2_000, end: -1_900, status: reservedStatus, type: 0 };
  if (shape === 'may be out') return { start, end, status: { id: 77, name: 'Ramped' }, type: 0 };
  if (shape === 'in the shop') return { start, end, status: checkedOut, type: 1 };
  if (shape === 'done') return { start, end, status: { id: 2, name: 'Completed' }, type: 0 };
  if (shape === 'ahead' && index % 2 === 1) return { start: 30, end: 90, status: reservedStatus, type: 0 };
  if (shape === 'apart') return { start: start - index, end: end - index, status: checkedOut, type: 0 };
  return { start, end, status: checkedOut, type: 0 };
}

/** A hostile school: its reservations all share one aircraft, one instructor and the same pilots, at the same hours. */
function sharedReservations(shape: SharedShape, count: number): TimedReservation[] {
  return Array.from({ length: count }, (_, index) => {
    const { start, end, status, type } = given(shape, index);
    return reserved(`reservation ${index}`, now + start * minute, now + end * minute, {
      type,
      activityType: { name: shape === 'solo' ? 'Student solo' : 'Dual' },
      reservationStatus: status,
      aircraft: shape === 'no aircraft' ? null : { aircraftId: 'a1', tailNumber: 'N512SP' },
      pilots: [person('Pilot 1', 'pilot-1'), person('Pilot 2', 'pilot-2')],
      instructor: person('Instructor', 'instructor'),
    });
  });
}

/** The sources of a school with such reservations. */
export function sharedSchool(shape: SharedShape, count: number): ReadinessSources {
  return sources(sharedReservations(shape, count), {
    instructors: [{ userId: 'instructor', firstName: 'Instructor' }],
    users: [1, 2].map((number) => ({ userId: `pilot-${number}`, aircraftCheckouts: [] })),
  });
}
