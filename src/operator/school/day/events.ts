import { secondsInHour } from '#domain/units.ts';
import { isFree, atMinute, book, type Plan, type Reservation } from './plan.ts';
import { hashOf } from '#operator/school/random.ts';
import { weekdayOf } from '#operator/school/zone.ts';
import type { Client } from '#operator/school/state/roster.ts';

/** Puts the day's time off, meetings and classes on the plan. */
export function bookEvents(plan: Plan): void {
  bookTimeOff(plan);
  const weekday = weekdayOf(plan.day);
  for (const meeting of meetings) if (meeting.weekday === weekday) bookMeeting(plan, meeting);
  for (const group of classes) if (group.weekday === weekday) bookClass(plan, group);
}

const clock = (hour: number, minute = 0): number => hour * 60 + minute;

const meetings = [
  { series: 1, weekday: 1, from: clock(8), minutes: 60, name: 'Instructor Meeting', who: 'instructors' },
  { series: 2, weekday: 3, from: clock(7), minutes: 45, name: 'Maintenance Planning', who: 'mechanics' },
  { series: 3, weekday: 5, from: clock(16, 30), minutes: 30, name: 'Weekend Briefing', who: 'instructors' },
] as const;

const classes = [
  { series: 11, weekday: 2, from: clock(18), minutes: 150, name: 'Private Pilot Ground School', course: 1 },
  { series: 12, weekday: 4, from: clock(18), minutes: 150, name: 'Private Pilot Ground School', course: 1 },
  { series: 13, weekday: 3, from: clock(18), minutes: 150, name: 'Instrument Ground School', course: 2 },
  { series: 14, weekday: 6, from: clock(9), minutes: 180, name: 'Commercial Ground School', course: 3 },
] as const;

/** A week's leave from a Monday on, about twice a year each; now and then a day or some hours. */
function bookTimeOff(plan: Plan): void {
  for (const { id } of plan.state.staff.instructors) {
    const leave = weekdayOf(plan.day) === 1 && hashOf('leave', plan.state.school.seed, id, plan.day) % 26 === 0;
    if (leave) timeOff(plan, id, plan.midnight, plan.state.clock.midnight(plan.day + 7), 'Vacation');
    else if (plan.random.chance(0.02))
      timeOff(plan, id, plan.midnight, plan.state.clock.midnight(plan.day + 1), 'Day off');
    else if (plan.random.chance(0.05)) {
      const from = plan.random.between(14, 30) * 30;
      timeOff(plan, id, atMinute(plan, from), atMinute(plan, from + plan.random.pick([90, 120, 240])), 'Appointment');
    }
  }
}

function timeOff(plan: Plan, instructorId: number, start: number, end: number, name: string): void {
  if (!isFree(plan.people, instructorId, start, end)) return;
  book(plan, { start, end, displayType: 10, activity: 'Time Off', instructorId, name });
}

function bookMeeting(plan: Plan, { series, from, minutes, name, who }: (typeof meetings)[number]): void {
  const [start, end] = [atMinute(plan, from), atMinute(plan, from + minutes)];
  const invited = who === 'mechanics' ? plan.state.staff.mechanics : [...plan.onDuty.values()].flat();
  const attendees = invited.filter((id) => isFree(plan.people, id, start, end));
  if (attendees.length === 0) return;
  book(plan, { start, end, displayType: 3, activity: 'Staff Meeting', attendees, series, name });
}

/** The students of the course, a dozen at most, under the first instructor who is free. */
function bookClass(plan: Plan, { series, from, minutes, name, course }: (typeof classes)[number]): void {
  const [start, end] = [atMinute(plan, from), atMinute(plan, from + minutes)];
  const isThere = (id: number): boolean => isFree(plan.people, id, start, end);
  const instructorId = [...plan.onDuty.values()].flat().find(isThere);
  const enrolled = plan.state.clients.filter(({ enrollment }) => enrollment?.courseId === course);
  const attendees = enrolled.map(({ id }) => id).filter((id) => hashOf('class', id, series) % 3 === 0 && isThere(id));
  if (instructorId === undefined || attendees.length === 0) return;
  const rest = { series, name, instructorId, attendees: attendees.slice(0, 12) };
  book(plan, { start, end, displayType: 2, activity: 'Ground School', ...rest });
}

/** The likelihood of each kind per day. */
const likelihood = 0.1;

/** The conflicts of every school: a double booking, an instructor booked during time off, a reservation during maintenance. */
export function bookConflicts(plan: Plan): void {
  const flights = plan.reservations.filter(
    (reservation) => reservation.displayType === 0 && reservation.aircraft && !reservation.destination,
  );
  if (flights.length === 0) return;
  if (plan.random.chance(likelihood)) doubleBook(plan, plan.random.pick(flights));
  if (plan.random.chance(likelihood)) bookIntoTimeOff(plan, plan.random.pick(flights));
  if (plan.random.chance(likelihood)) bookIntoMaintenance(plan);
}

/** Another client has the same aircraft from an hour into the reservation on. */
function doubleBook(plan: Plan, { start, aircraft }: Reservation): void {
  const [from, to] = [start + secondsInHour, start + 3 * secondsInHour];
  const client = freeClient(plan, from, to);
  if (aircraft && client) book(plan, { start: from, end: to, displayType: 0, activity: 'Rental', aircraft, client });
}

/** A lesson at the hour of some flight, with an instructor who is off then. */
function bookIntoTimeOff(plan: Plan, { start }: Reservation): void {
  const end = start + secondsInHour;
  const off = plan.reservations.find((other) => other.displayType === 10 && other.start <= start && other.end > start);
  const client = freeClient(plan, start, end);
  if (off?.instructorId === undefined || !client) return;
  book(plan, { start, end, displayType: 0, activity: 'Ground Training', client, instructorId: off.instructorId });
}

/** A rental from an hour before a maintenance block of this morning until an hour into it. */
function bookIntoMaintenance(plan: Plan): void {
  const noon = plan.midnight + 12 * secondsInHour;
  const block = plan.state.ahead.find(
    ({ displayType, start }) => displayType === 1 && start > plan.midnight && start < noon,
  );
  const aircraft = plan.state.fleet.find(({ id }) => id === block?.aircraftId);
  if (!block || !aircraft || plan.grounded.has(aircraft.id)) return;
  const [start, end] = [block.start - secondsInHour, block.start + secondsInHour];
  const client = freeClient(plan, start, end);
  if (client) book(plan, { start, end, displayType: 0, activity: 'Rental', aircraft, client });
}

function freeClient(plan: Plan, start: number, end: number): Client | undefined {
  if (plan.state.clients.length === 0) return undefined;
  const client = plan.random.pick(plan.state.clients);
  return isFree(plan.people, client.id, start, end) ? client : undefined;
}
