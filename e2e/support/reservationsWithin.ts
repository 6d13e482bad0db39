import type { APIRequestContext } from 'playwright/test';

export type BookedReservation = {
  reservationId: string;
  startTime: string;
  endTime: string;
  reservationType: { displayTypeId: number; name: string };
  reservationStatus: { id: number; name: string };
  aircraft: { aircraftId: string; tailNumber: string; isSimulator: boolean } | null;
  pilots: readonly { lastName: string }[];
  instructor: { firstName: string; lastName: string } | null;
};

/** The reservations that overlap a span of instants, all pages, from the operator directly. */
export async function reservationsWithin(
  request: APIRequestContext,
  from: string,
  to: string,
): Promise<BookedReservation[]> {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const found: BookedReservation[] = [];
  for (let offset = 0; ; offset++) {
    const filters = `startTime=lt:${utc(end)}&endTime=gt:${utc(start - 7 * hour)}`;
    const answer = await request.get(
      `/api/scheduling/v1.0/operators/1001/reservations?limit=250&offset=${offset}&${filters}`,
    );
    const { items } = (await answer.json()) as { items: BookedReservation[] };
    found.push(...items);
    if (items.length < 250) break;
  }
  return found.filter(
    (reservation) => Date.parse(reservation.startTime) < end && start < Date.parse(reservation.endTime),
  );
}

const hour = 3_600_000;

/** UTC without a zone. The operator reads it as Denver's wall clock, hours later, so the filter for ends starts earlier. */
function utc(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19);
}

/** A day of May 2026 in Denver, in instants. */
export function mayDay(day: number): readonly [string, string] {
  const at = (date: number) => new Date(Date.UTC(2026, 4, date, 6)).toISOString();
  return [at(day), at(day + 1)];
}
