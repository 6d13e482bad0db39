import { isFree } from './diary.ts';
import { book, type Booking, type Plan } from './plan.ts';
import type { Client } from '#server/operator/school/state/statePeople.ts';

const hour = 3600;
/** Of each kind, on a day. */
const likelihood = 0.1;

/** What goes wrong in every school: a double booking, an instructor booked in time off, a booking into maintenance. */
export function bookTrouble(plan: Plan): void {
  const flights = plan.bookings.filter((booking) => booking.displayType === 0 && booking.plane && !booking.destination);
  if (flights.length === 0) return;
  if (plan.random.chance(likelihood)) doubleBook(plan, plan.random.pick(flights));
  if (plan.random.chance(likelihood)) bookIntoTimeOff(plan, plan.random.pick(flights));
  if (plan.random.chance(likelihood)) bookIntoMaintenance(plan);
}

/** Another client has the same aircraft from an hour into the booking on. */
function doubleBook(plan: Plan, { start, plane }: Booking): void {
  const [from, to] = [start + hour, start + 3 * hour];
  const client = freeClient(plan, from, to);
  if (plane && client) book(plan, { start: from, end: to, displayType: 0, activity: 'Rental', plane, client });
}

/** A lesson at the hour of some flight, with an instructor who is off then. */
function bookIntoTimeOff(plan: Plan, { start }: Booking): void {
  const end = start + hour;
  const off = plan.bookings.find((other) => other.displayType === 10 && other.start <= start && other.end > start);
  const client = freeClient(plan, start, end);
  if (off?.instructorId === undefined || !client) return;
  book(plan, { start, end, displayType: 0, activity: 'Ground Training', client, instructorId: off.instructorId });
}

/** Flown from an hour before a maintenance block of this morning until an hour into it. */
function bookIntoMaintenance(plan: Plan): void {
  const noon = plan.midnight + 12 * hour;
  const block = plan.state.ahead.find(
    ({ displayType, start }) => displayType === 1 && start > plan.midnight && start < noon,
  );
  const plane = plan.state.planes.find(({ id }) => id === block?.aircraftId);
  if (!block || !plane || plan.unfit.has(plane.id)) return;
  const [start, end] = [block.start - hour, block.start + hour];
  const client = freeClient(plan, start, end);
  if (client) book(plan, { start, end, displayType: 0, activity: 'Rental', plane, client });
}

function freeClient(plan: Plan, start: number, end: number): Client | undefined {
  if (plan.state.clients.length === 0) return undefined;
  const client = plan.random.pick(plan.state.clients);
  return isFree(plan.people, client.id, start, end) ? client : undefined;
}
