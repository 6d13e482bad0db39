import { hashOf, type Random, randomOf } from '#operator/school/random.ts';
import type { ActivityName, DisplayType } from '#operator/school/initial/catalog.ts';
import type { SchoolState, Span } from '#operator/school/state/state.ts';
import type { Aircraft, Client } from '#operator/school/state/roster.ts';
import { weekdayOf } from '#operator/school/zone.ts';

/** A planned reservation. Instants in epoch seconds, end exclusive. */
export type Reservation = {
  readonly start: number;
  readonly end: number;
  readonly displayType: DisplayType;
  readonly activity: ActivityName;
  readonly aircraft?: Aircraft;
  /** Who flies or learns, and pays. */
  readonly client?: Client;
  readonly copilotId?: number;
  readonly instructorId?: number;
  readonly attendees?: readonly number[];
  readonly series?: number;
  readonly name?: string;
  readonly destination?: string;
};

/** The plan of one day. */
export type Plan = {
  readonly state: SchoolState;
  readonly day: number;
  readonly random: Random;
  readonly midnight: number;
  /** Those that start today. */
  readonly reservations: Reservation[];
  /** Those made today for a later day. */
  readonly later: Reservation[];
  readonly fleet: Schedule;
  readonly people: Schedule;
  /** Aircraft that are not dispatched today. */
  readonly grounded: Set<number>;
  /** Ids of the instructors who teach today, by location. */
  readonly onDuty: ReadonlyMap<number, readonly number[]>;
};

/** A plan with the reservations that continue from earlier days. */
export function openPlan(state: SchoolState, day: number): Plan {
  const plan: Plan = {
    state,
    day,
    random: randomOf(state.school.seed, 'day', day),
    midnight: state.clock.midnight(day),
    reservations: [],
    later: [],
    fleet: new Map(),
    people: new Map(),
    grounded: new Set(),
    onDuty: onDutyOn(state, day),
  };
  for (const span of state.ahead) blockSpan(plan, span);
  return plan;
}

function blockSpan(plan: Plan, span: Pick<Span, 'start' | 'end' | 'aircraftId' | 'people'>): void {
  if (span.aircraftId !== null) markBooked(plan.fleet, span.aircraftId, span.start, span.end);
  for (const person of span.people) markBooked(plan.people, person, span.start, span.end);
}

/** Every instructor has one or two weekdays off. */
function onDutyOn(state: SchoolState, day: number): Map<number, number[]> {
  const onDuty = new Map<number, number[]>();
  for (const { id, locationId } of state.staff.instructors) {
    const luck = hashOf('weekdays off', state.school.seed, id);
    const first = luck % 7;
    const off = [first, (first + (luck % 3)) % 7];
    if (off.includes(weekdayOf(day))) continue;
    onDuty.set(locationId, [...(onDuty.get(locationId) ?? []), id]);
  }
  return onDuty;
}

/** Adds a reservation of today to the plan and blocks everything it needs. */
export function book(plan: Plan, reservation: Reservation): void {
  plan.reservations.push(reservation);
  blockSpan(plan, { ...reservation, aircraftId: reservation.aircraft?.id ?? null, people: peopleOf(reservation) });
}

/** Everyone in a reservation, each once. */
export function peopleOf(reservation: Reservation): number[] {
  const { client, copilotId, instructorId, attendees = [] } = reservation;
  return [...new Set([client?.id, copilotId, instructorId, ...attendees])].filter((id) => id !== undefined);
}

/** An instant of the plan's day by the operator's clock; minutes past 1440 are the next day's. */
export function atMinute(plan: Plan, minute: number): number {
  return plan.state.clock.at(plan.day, minute);
}

/** When each aircraft or person is booked on one day: [start, end) in epoch seconds, by row id. */
export type Schedule = Map<number, { readonly start: number; readonly end: number }[]>;

/** Whether nothing in the schedule overlaps [start, end). */
export function isFree(schedule: Schedule, id: number, start: number, end: number): boolean {
  for (const booked of schedule.get(id) ?? []) if (start < booked.end && end > booked.start) return false;
  return true;
}

/** Books an aircraft or a person for [start, end). */
export function markBooked(schedule: Schedule, id: number, start: number, end: number): void {
  const booked = schedule.get(id);
  if (booked) booked.push({ start, end });
  else schedule.set(id, [{ start, end }]);
}

/** The seconds that an aircraft or a person is booked in all. */
export function bookedSeconds(schedule: Schedule, id: number): number {
  return (schedule.get(id) ?? []).reduce((sum, { start, end }) => sum + end - start, 0);
}
