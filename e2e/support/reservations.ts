import type { APIRequestContext } from 'playwright/test';
import { mayDay, reservationsWithin } from './reservationsWithin.ts';

export type Reservation = {
  reservationId: string;
  startTime: string;
  endTime: string;
  reservationType: { displayTypeId: number; name: string };
  activityType: { name: string } | null;
  aircraft: { aircraftId: string; tailNumber: string } | null;
  pilots: { userId: string; firstName: string; lastName: string; phone: string | null }[];
  instructor: { userId: string; firstName: string; lastName: string } | null;
  training: { sessions: { course: { name: string }; lesson: { name: string } }[] };
};

export type Answer = { totalItems: number; offset: number; limit: number; items: Reservation[] };

export const reservationsPath = '/api/scheduling/v1.0/operators/1001/reservations';

/** The operator's own answer. */
export async function askReservations(request: APIRequestContext, query: string): Promise<Answer> {
  return (await (await request.get(`${reservationsPath}?${query}`)).json()) as Answer;
}

type Reminders = {
  aircraft: { aircraftId: string; items: { status: { id: number }; permanentlyComplied: boolean }[] | null }[];
};

/** An upcoming flight today in an aircraft with an Expired reminder: its dispatch check says stop. */
export async function aStop(request: APIRequestContext) {
  const reminders = (await (await request.get('/replica/reminders')).json()) as Reminders;
  const expired = new Set(
    reminders.aircraft
      .filter(({ items }) => items?.some(({ status, permanentlyComplied }) => status.id === 3 && !permanentlyComplied))
      .map(({ aircraftId }) => aircraftId),
  );
  const now = Date.parse('2026-05-12T17:05:00Z');
  const booked = await reservationsWithin(request, ...mayDay(12));
  const found = booked.find(
    ({ aircraft, startTime, reservationType }) =>
      aircraft &&
      expired.has(aircraft.aircraftId) &&
      Date.parse(startTime) > now &&
      reservationType.displayTypeId === 0,
  );
  if (!found?.aircraft) throw new Error('no aircraft with an Expired reminder is booked');
  return { ...found, aircraft: found.aircraft };
}
