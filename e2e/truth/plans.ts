import { guidOf, type Random, randomOf } from '#operator/school/random.ts';
import { addDays, type Day, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { lessonOf } from './oddities.ts';
import { dayLength, daysBefore, hour, minute, type Person, type School, type SchoolOptions } from './school.ts';
import type { Kind, Plan, Reservation, Status, Version } from './world.ts';

/** Reservations extend this many days beyond the last simulated day. */
export const daysAfter = 16;

/** The planned times of aircraft and people, so that the desk books only free ones. */
class Taken {
  readonly #spans = new Map<string, Span[]>();

  take(id: string, span: Span): void {
    const ownSpans = this.#spans.get(id);
    if (ownSpans) ownSpans.push(span);
    else this.#spans.set(id, [span]);
  }

  leave(id: string, span: Span): void {
    const ownSpans = this.#spans.get(id) ?? [];
    const place = ownSpans.findIndex(({ start, end }) => start === span.start && end === span.end);
    if (place >= 0) ownSpans.splice(place, 1);
  }

  isFree(id: string, span: Span): boolean {
    return !(this.#spans.get(id) ?? []).some((candidate) => overlaps(candidate, span));
  }
}

export const aircraftKey = (aircraft: number) => `plane ${aircraft}`;

/** Makes the reservations of a school, with their changes before they begin. */
export class Desk {
  readonly #options: SchoolOptions;
  readonly school: School;
  readonly taken = new Taken();
  readonly reservations: Reservation[] = [];
  #count = 0;

  constructor(options: SchoolOptions, school: School) {
    this.#options = options;
    this.school = school;
  }

  /** Books all days. */
  bookAll(): void {
    const { first, days } = this.#options;
    for (let place = -daysBefore; place < days + daysAfter; place++) this.#bookDay(addDays(first, place), place);
  }

  /** Enters a reservation that the service has from an instant on. */
  enter(plan: Plan, at: Instant): Reservation {
    const id = guidOf(this.#options.seed, 'reservation', ++this.#count);
    const made: Reservation = { id, versions: [{ at, plan, status: 'reserved' }], real: null, visit: null };
    this.reservations.push(made);
    if (plan.aircraft !== null) this.taken.take(aircraftKey(plan.aircraft), plan);
    for (const person of [plan.pilot, plan.instructor]) if (person) this.taken.take(person.id, plan);
    return made;
  }

  /** Another aircraft for this plan: of the fleet, not stored, and free. */
  spareFor(plan: Plan, random: Random): number | null {
    const { fleet } = this.school;
    const offset = random.between(0, fleet.length - 1);
    const places = fleet.map((_, place) => (place + offset) % fleet.length);
    const isSpare = (place: number) => {
      const aircraft = fleet[place];
      return (
        place !== plan.aircraft &&
        aircraft &&
        !aircraft.isStored &&
        !aircraft.isSimulator &&
        this.taken.isFree(aircraftKey(place), plan)
      );
    };
    return places.find(isSpare) ?? null;
  }

  #bookDay(day: Day, place: number): void {
    const { seed, zone } = this.#options;
    const span = daySpan(day, zone);
    const random = randomOf(seed, 'day', place);
    // One instructor teaches all day.
    const keen = random.pick(this.school.instructors);
    for (const instructor of this.school.instructors) this.#bookOff(instructor, span, random, instructor === keen);
    this.school.fleet.forEach((aircraft, index) => {
      if (!aircraft.isStored) this.#bookAircraft(index, span, randomOf(seed, 'bookings', place, index), keen);
    });
    if (random.chance(0.5)) this.#bookClass(span, random);
    if (this.school.isOdd) this.#bookGroup(span, random);
  }

  #bookOff(instructor: Person, { start }: Span, random: Random, isKeen: boolean): void {
    if (isKeen || !random.chance(0.14)) return;
    const from = start + (random.chance(0.6) ? 0 : 12 * hour);
    const plan = {
      start: from,
      end: start + 23 * hour,
      aircraft: null,
      kind: 'off',
      activity: 'Time Off',
      pilot: null,
      instructor,
    } as const;
    this.enter(plan, start - random.between(3, 14) * dayLength);
  }

  #bookClass({ start }: Span, random: Random): void {
    const from = start + 18 * hour;
    const span = { start: from, end: from + 2 * hour };
    const instructor = this.#freeOf(this.school.instructors, span, random);
    const plan = {
      ...span,
      aircraft: null,
      kind: 'ground',
      activity: 'Ground Instruction',
      pilot: null,
      instructor,
    } as const;
    if (instructor) this.enter(plan, start - 5 * dayLength);
  }

  #bookGroup({ start }: Span, random: Random): void {
    const from = start + random.between(8, 16) * hour;
    const span = { start: from, end: from + 2 * hour };
    const pilot = this.#freeOf(this.school.renters, span, random);
    if (!pilot) return;
    const plan = {
      ...span,
      aircraft: null,
      kind: 'group',
      activity: activities.group,
      pilot,
      instructor: null,
    } as const;
    const made = this.enter(plan, start - random.between(1, 5) * dayLength);
    this.change(made, { at: from + 45 * minute, plan, status: 'cancelled' });
  }

  #bookAircraft(aircraft: number, { start }: Span, random: Random, keen: Person): void {
    let at = start + 6.5 * hour + random.between(0, 8) * 15 * minute;
    const last = start + (random.chance(0.05) ? 22.5 : 19) * hour;
    while (at < last) {
      const isTrip = random.chance(0.004);
      const length = isTrip ? random.between(20, 50) * hour : random.pick([1, 1.5, 2, 2, 2.5, 3]) * hour;
      // An accidental double booking.
      const isBlind = random.chance(0.012);
      const span = isBlind ? { start: at - 45 * minute, end: at + length } : { start: at, end: at + length };
      const isFree = isBlind || this.taken.isFree(aircraftKey(aircraft), span);
      if (isFree && random.chance(0.72)) this.#book(aircraft, span, random, { keen, isTrip, isBlind });
      at += length + random.pick([0, 0, 15, 30, 30, 60, 90]) * minute;
    }
  }

  #book(
    aircraft: number,
    span: Span,
    random: Random,
    { keen, isTrip, isBlind }: { readonly keen: Person; readonly isTrip: boolean; readonly isBlind: boolean },
  ): void {
    const kind: Kind = isTrip ? 'rental' : random.pick(['dual', 'dual', 'dual', 'rental', 'rental', 'solo']);
    const instructor = kind === 'dual' ? this.#instructor(span, random, keen) : null;
    const pilot = this.#flyer(kind, aircraft, span, random);
    if (!pilot || (kind === 'dual' && !instructor)) return;
    const usual = activities[kind];
    const activity = kind === 'dual' ? lessonOf(this.school, usual, span.start / (15 * minute)) : usual;
    const plan = { ...span, aircraft, kind, activity, pilot, instructor };
    const ahead = random.chance(0.85) ? random.between(24, 14 * 24) : random.between(1, 20);
    const made = this.enter(plan, span.start - ahead * hour);
    this.#changes(made, plan, random, isBlind);
  }

  #instructor(span: Span, random: Random, keen: Person): Person | null {
    const { instructors } = this.school;
    if (random.chance(0.008)) return random.pick(instructors);
    if (random.chance(0.5) && this.taken.isFree(keen.id, span)) return keen;
    return this.#freeOf(instructors, span, random);
  }

  #flyer(kind: Kind, aircraft: number, span: Span, random: Random): Person | null {
    const { renters, students, fleet } = this.school;
    if (kind === 'dual') return this.#freeOf(students, span, random);
    const model = fleet[aircraft]?.model;
    const checked = (kind === 'solo' ? students : renters).filter(({ checkouts }) =>
      checkouts.some((checkout) => checkout.model === model),
    );
    // Sometimes a person books a model that they may not take.
    return this.#freeOf(random.chance(0.05) ? renters : checked, span, random);
  }

  #freeOf(people: readonly Person[], span: Span, random: Random): Person | null {
    for (let turn = 0; turn < 6 && people.length > 0; turn++) {
      const person = random.pick(people);
      if (this.taken.isFree(person.id, span)) return person;
    }
    return null;
  }

  /** Changes to a reservation before its day, or in the night before. */
  #changes(made: Reservation, plan: Plan, random: Random, isBlind: boolean): void {
    const booked = made.versions[0]?.at ?? plan.start;
    const at = Math.max(booked + 10 * minute, plan.start - random.between(1, 18) * hour);
    if (at >= plan.start - 20 * minute) return;
    const fate = random.next();
    if (fate < (isBlind ? 0.6 : 0.06)) return this.change(made, { at, plan, status: 'cancelled' });
    if (fate < 0.1) this.#move(made, plan, at, random);
    else if (fate < 0.14) this.swapAircraft(made, at, random);
    else if (fate < 0.17) {
      const pilot = this.#flyer(plan.kind, plan.aircraft ?? 0, plan, random);
      if (pilot) this.change(made, { at, plan: { ...plan, pilot }, status: 'reserved' });
    } else if (fate < 0.19 && plan.instructor) {
      const instructor = this.#freeOf(this.school.instructors, plan, random);
      if (instructor) this.change(made, { at, plan: { ...plan, instructor }, status: 'reserved' });
    }
  }

  #move(made: Reservation, plan: Plan, at: Instant, random: Random): void {
    const by = random.between(1, 6) * 30 * minute;
    const span = { start: plan.end, end: plan.end + by };
    const people = [plan.pilot, plan.instructor].flatMap((person) => person?.id ?? []);
    const isFree = [aircraftKey(plan.aircraft ?? 0), ...people].every((id) => this.taken.isFree(id, span));
    const moved = { ...plan, start: plan.start + by, end: plan.end + by };
    if (isFree) this.change(made, { at, plan: moved, status: 'reserved' });
  }

  /** Gives a reservation another aircraft; false if none is free. */
  swapAircraft(made: Reservation, at: Instant, random: Random): boolean {
    const last = made.versions.at(-1);
    const spare = last ? this.spareFor(last.plan, random) : null;
    if (!last || spare === null) return false;
    this.change(made, { at, plan: { ...last.plan, aircraft: spare }, status: 'reserved' });
    return true;
  }

  /** Sets what the service says from an instant on. */
  change(made: Reservation, next: Version): void {
    const before = made.versions.at(-1);
    const taking = (version: Version | undefined, of: 'take' | 'leave') => {
      if (!version || !isTaking(version.status)) return;
      const { plan } = version;
      if (plan.aircraft !== null) this.taken[of](aircraftKey(plan.aircraft), plan);
      for (const person of [plan.pilot, plan.instructor]) if (person) this.taken[of](person.id, plan);
    };
    taking(before, 'leave');
    taking(next, 'take');
    made.versions.push({ ...next, at: Math.max(next.at, (before?.at ?? next.at) + 1) });
  }
}

function isTaking(status: Status): boolean {
  return status !== 'cancelled' && status !== 'no-show';
}

const activities: { readonly [Of in Kind]: string } = {
  rental: 'Rental',
  group: 'Rental',
  dual: 'Dual Flight Training',
  solo: 'Student Solo',
  ground: 'Ground Instruction',
  shop: 'Maintenance',
  off: 'Time Off',
};
