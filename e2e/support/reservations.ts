import type { APIRequestContext } from 'playwright/test';

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

/** What the operator itself answers. */
export async function askReservations(request: APIRequestContext, query: string): Promise<Answer> {
  return (await (await request.get(`${reservationsPath}?${query}`)).json()) as Answer;
}
