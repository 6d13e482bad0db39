import { hashOf, type Random, randomOf } from '#server/operator/school/random.ts';
import type { ActivityName, DisplayType } from '#server/operator/school/founding/catalog.ts';
import type { SchoolState, Span } from '#server/operator/school/state/state.ts';
import type { Plane, Client } from '#server/operator/school/state/roster.ts';
import { weekdayOf } from '#server/operator/school/zone.ts';

/** A reservation to be. Instants in epoch seconds, end exclusive. */
export type Booking = {
  readonly start: number;
  readonly end: number;
  readonly displayType: DisplayType;
  readonly activity: ActivityName;
  readonly plane?: Plane;
  /** Who flies or learns, and pays. */
  readonly client?: Client;
  readonly copilotId?: number;
  readonly instructorId?: number;
  readonly attendees?: readonly number[];
  readonly series?: number;
  readonly name?: string;
  readonly destination?: string;
};

/** One day in the making. */
export type Plan = {
  readonly state: SchoolState;
  readonly day: number;
  readonly random: Random;
  readonly midnight: number;
  /** Those that start today. */
  readonly bookings: Booking[];
  /** Those made today for a day to come. */
  readonly later: Booking[];
  readonly planes: Diary;
  readonly people: Diary;
  /** Aircraft that dispatch does not give out today. */
  readonly unfit: Set<number>;
  /** Ids of those who teach today, by location. */
  readonly onDuty: ReadonlyMap<number, readonly number[]>;
};

/** An empty plan, in which what reaches over from earlier days is already taken. */
export function openPlan(state: SchoolState, day: number): Plan {
  const plan: Plan = {
    state,
    day,
    random: randomOf(state.school.seed, 'day', day),
    midnight: state.clock.midnight(day),
    bookings: [],
    later: [],
    planes: new Map(),
    people: new Map(),
    unfit: new Set(),
    onDuty: onDutyOn(state, day),
  };
  for (const span of state.ahead) takeSpan(plan, span);
  return plan;
}

function takeSpan(plan: Plan, span: Pick<Span, 'start' | 'end' | 'aircraftId' | 'people'>): void {
  if (span.aircraftId !== null) take(plan.planes, span.aircraftId, span.start, span.end);
  for (const person of span.people) take(plan.people, person, span.start, span.end);
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

/** Puts a booking of today on the plan and takes everything it needs. */
export function book(plan: Plan, booking: Booking): void {
  plan.bookings.push(booking);
  takeSpan(plan, { ...booking, aircraftId: booking.plane?.id ?? null, people: peopleOf(booking) });
}

/** Everyone in a booking, each once. */
export function peopleOf(booking: Booking): number[] {
  const { client, copilotId, instructorId, attendees = [] } = booking;
  return [...new Set([client?.id, copilotId, instructorId, ...attendees])].filter((id) => id !== undefined);
}

/** An instant of the plan's day by the operator's clock; minutes past 1440 are the next day's. */
export function atMinute(plan: Plan, minute: number): number {
  return plan.state.clock.at(plan.day, minute);
}

/** What each aircraft or person is taken for on one day: pairs of start and end, in epoch seconds, end exclusive. */
export type Diary = Map<number, number[]>;

/** Whether nothing in the diary touches [start, end). */
export function isFree(diary: Diary, id: number, start: number, end: number): boolean {
  const taken = diary.get(id);
  if (!taken) return true;
  for (let index = 0; index < taken.length; index += 2) {
    if (start < (taken[index + 1] as number) && end > (taken[index] as number)) return false;
  }
  return true;
}

export function take(diary: Diary, id: number, start: number, end: number): void {
  const taken = diary.get(id);
  if (taken) taken.push(start, end);
  else diary.set(id, [start, end]);
}

/** For how many seconds in all. */
export function takenFor(diary: Diary, id: number): number {
  const taken = diary.get(id) ?? [];
  return taken.reduce((sum, instant, index) => (index % 2 === 0 ? sum - instant : sum + instant), 0);
}
