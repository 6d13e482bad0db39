import type { APIRequestContext } from 'playwright/test';

type Person = { userId: string; firstName: string; lastName: string };

export type Reservation = {
  reservationId: string;
  startTime: string;
  endTime: string;
  reservationType: { displayTypeId: number };
  activityType: { name: string } | null;
  aircraft: { aircraftId: string; tailNumber: string; isSimulator: boolean } | null;
  pilots: (Person & { phone: string | null })[];
  instructor: Person | null;
};

export type Instructor = Person & { instructorStatus: { id: number; name: string } };

const max = 250;

/** Every reservation of the operator that passes these filters, read page by page. */
export async function reservationsOf(request: APIRequestContext, filters: string, base = ''): Promise<Reservation[]> {
  const found: Reservation[] = [];
  for (let page = 0; ; page++) {
    const search = `${filters}&limit=${max}&offset=${page}`;
    const answer = await request.get(`${base}/api/scheduling/v1.0/operators/1001/reservations?${search}`);
    const { items, totalItems } = (await answer.json()) as { items: Reservation[]; totalItems: number };
    found.push(...items);
    if (items.length === 0 || found.length >= totalItems) return found;
  }
}

/** The filters of everything that overlaps two instants of the operator's wall clock. */
export function overlapping(from: string, to: string): string {
  return `startTime=lt:${to}&endTime=gt:${from}`;
}

export async function instructorsOf(request: APIRequestContext, search = '', base = ''): Promise<Instructor[]> {
  const answer = await request.get(`${base}/api/core/v1.0/operators/1001/instructors${search}`);
  return ((await answer.json()) as { items: Instructor[] }).items;
}

export function nameOf({ firstName, lastName }: Person): string {
  return `${firstName} ${lastName}`;
}
