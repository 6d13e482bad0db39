import { demandOn, pickStart, pickVenture, type Venture } from './demand.ts';
import { isFree, takenFor } from './diary.ts';
import { hashOf } from '#server/operator/school/founding/guid.ts';
import { destinations } from '#server/operator/school/founding/inventory.ts';
import { atMinute, book, type Booking, type Plan } from './plan.ts';
import type { Plane } from '#server/operator/school/state/stateFleet.ts';
import type { Client } from '#server/operator/school/state/statePeople.ts';
import { weekdayOf } from '#server/operator/school/zone.ts';

type Hours = { readonly start: number; readonly end: number };

/** Books clients until the day is as full as its demand, or has no room. */
export function bookVentures(plan: Plan): void {
  const { clients, school } = plan.state;
  const groups = {
    students: clients.filter((client) => client.enrollment !== null),
    renters: clients.filter((client) => client.enrollment === null),
  };
  const demand = demandOn(plan.day, school.reservationsPerDay, plan.random);
  // A school whose aircraft are all taken turns people away.
  for (let turnedAway = 0; plan.bookings.length < demand && turnedAway < demand;) {
    const venture = pickVenture(plan.random);
    if (!bookVenture(plan, venture, groups[venture.who])) turnedAway += 1;
  }
}

function bookVenture(plan: Plan, venture: Venture, clients: readonly Client[]): boolean {
  if (clients.length === 0) return false;
  const client = findClient(plan, clients);
  for (let attempt = 0; attempt < 6; attempt++) {
    const start = atMinute(plan, pickStart(plan.random, venture));
    const booking = bookingFor(plan, venture, client, { start, end: start + plan.random.pick(venture.minutes) * 60 });
    if (!booking) continue;
    book(plan, booking);
    return true;
  }
  return false;
}

/** Someone with nothing else today, if a few looks find one. */
function findClient(plan: Plan, clients: readonly Client[]): Client {
  let client = plan.random.pick(clients);
  for (let look = 0; look < 3 && plan.people.has(client.id); look++) client = plan.random.pick(clients);
  return client;
}

/** The booking, when client, aircraft and instructor are all free in these hours. */
function bookingFor(plan: Plan, venture: Venture, client: Client, hours: Hours): Booking | null {
  if (!isFree(plan.people, client.id, hours.start, hours.end)) return null;
  const plane = venture.uses === 'room' ? undefined : findPlane(plan, venture, client, hours);
  const instructorId = venture.dual ? findInstructor(plan, client, hours) : undefined;
  if (plane === null || instructorId === null) return null;
  return {
    ...hours,
    displayType: 0,
    activity: venture.activity,
    client,
    ...(plane && { plane }),
    ...(instructorId !== undefined && { instructorId }),
    ...(venture.away && { destination: plan.random.pick(destinations) }),
    ...companion(plan, venture, client, hours),
  };
}

function findPlane(plan: Plan, venture: Venture, client: Client, { start, end }: Hours): Plane | null {
  const planes = venture.uses === 'simulator' ? client.simulators : client.planes;
  const first = plan.random.between(0, planes.length);
  for (let step = 0; step < planes.length; step++) {
    const plane = planes[(first + step) % planes.length] as Plane;
    if (!plan.unfit.has(plane.id) && isFree(plan.planes, plane.id, start, end)) return plane;
  }
  return null;
}

/** A student's own instructor, else one of the same location. */
function findInstructor(plan: Plan, client: Client, { start, end }: Hours): number | null {
  const onDuty = plan.onDuty.get(client.locationId) ?? [];
  const own = client.enrollment?.instructorId;
  const isThere = (id: number): boolean =>
    isFree(plan.people, id, start, end) && takenFor(plan.people, id) + end - start <= longestDay(plan, id);
  if (own !== undefined && onDuty.includes(own) && isThere(own)) return own;
  const first = plan.random.between(0, onDuty.length);
  return [...onDuty.slice(first), ...onDuty.slice(0, first)].find(isThere) ?? null;
}

/** How many seconds an instructor works in a day: one in six takes on more than the others, and more than is wise. */
function longestDay(plan: Plan, instructorId: number): number {
  const isEager = hashOf('long days', plan.state.school.seed, instructorId) % 6 === 0;
  return (isEager ? 11 : 9) * 3600;
}

/** Now and then two renters share an aircraft. */
function companion(plan: Plan, venture: Venture, client: Client, { start, end }: Hours): { copilotId?: number } {
  if (venture.activity !== 'Rental' || !plan.random.chance(0.12)) return {};
  const other = plan.random.pick(plan.state.clients);
  const fits = other.id !== client.id && isFree(plan.people, other.id, start, end);
  return fits ? { copilotId: other.id } : {};
}

const weekly: Venture = {
  activity: 'Dual Flight Training',
  weight: 0,
  uses: 'aircraft',
  who: 'students',
  dual: true,
  minutes: [120],
};

/** One student in five has a weekly slot for half a year, as a recurring series. */
export function bookSeries(plan: Plan): void {
  const term = Math.floor(plan.day / 182);
  const weekday = weekdayOf(plan.day);
  for (const client of plan.state.clients) {
    const luck = hashOf('weekly slot', plan.state.school.seed, client.id, term);
    if (client.enrollment === null || luck % 5 !== 0 || (luck >>> 8) % 7 !== weekday) continue;
    const start = atMinute(plan, (14 + ((luck >>> 16) % 20)) * 30);
    const booking = bookingFor(plan, weekly, client, { start, end: start + 7200 });
    if (booking) book(plan, { ...booking, series: term * 100_000 + client.id });
  }
}
