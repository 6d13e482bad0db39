import { type Random, randomOf } from '#operator/school/random.ts';
import { addDays, daySpan, type Instant } from '#domain/time/time.ts';
import { Course } from './course.ts';
import { misleadingWork } from './oddities.ts';
import { daysAfter, Desk, aircraftKey } from './plans.ts';
import { dayLength, daysBefore, hour, minute, type Reminder, type SchoolOptions, schoolOf } from './school.ts';
import { endOfLimit, isFlown, isOpen, limitAt, metersAt, type Plan, type Reservation, type World } from './world.ts';

/** A whole school over all its days, the same for the same seed. */
export function simulate(options: SchoolOptions): World {
  const school = schoolOf(options);
  const desk = new Desk(options, school);
  desk.bookAll();
  const course = new Course(desk);
  const queue = desk.reservations.toSorted(byStart);
  const shop = new Shop(desk, course, (made) => insert(queue, made));
  const { first, days, zone } = options;
  const mornings = Array.from({ length: daysBefore + days + daysAfter }, (_, place) => {
    return daySpan(addDays(first, place - daysBefore), zone).start + 6 * hour;
  });
  for (let next = queue.shift(); next; next = queue.shift()) {
    const start = startOf(next);
    while ((mornings[0] ?? Number.POSITIVE_INFINITY) <= start) shop.plan(mornings.shift() ?? start);
    course.happen(next);
  }
  return {
    school,
    first,
    days,
    reservations: desk.reservations,
    flights: course.flights,
    visits: course.visits,
    meters: course.meters(),
    squawks: course.squawks,
    limits: course.limits,
  };
}

function startOf({ versions }: Reservation): Instant {
  return versions.at(-1)?.plan.start ?? 0;
}

function byStart(a: Reservation, b: Reservation): number {
  return startOf(a) - startOf(b);
}

function insert(queue: Reservation[], made: Reservation): void {
  const place = queue.findIndex((reservation) => startOf(reservation) > startOf(made));
  queue.splice(place < 0 ? queue.length : place, 0, made);
}

/** Books shop visits: for items that come due, and for other work. */
class Shop {
  readonly #desk: Desk;
  readonly #course: Course;
  readonly #add: (made: Reservation) => void;
  readonly #pending = new Map<string, Instant>();

  constructor(desk: Desk, course: Course, add: (made: Reservation) => void) {
    this.#desk = desk;
    this.#course = course;
    this.#add = add;
  }

  /** Checks the whole fleet in the morning. */
  plan(now: Instant): void {
    this.#desk.school.fleet.forEach((aircraft, place) => {
      if (aircraft.isSimulator || aircraft.isStored) return;
      const random = randomOf(this.#desk.school.seed, 'shop', place, now / minute);
      const due = aircraft.reminders.filter((reminder) => this.#isDue(place, reminder, now, random));
      if (due.length > 0 && random.chance(0.85)) this.#book(place, due, now, random);
      else if (random.chance(0.04)) this.#bookOther(place, now, random);
    });
  }

  #isDue(place: number, reminder: Reminder, now: Instant, random: Random): boolean {
    if ((this.#pending.get(reminder.id) ?? 0) > now) return false;
    const { school } = this.#desk;
    const truth = { school, flights: this.#course.flights, limits: this.#course.limits };
    const limit = limitAt(truth, reminder, now, 'really');
    const { hours, landings } = metersAt(truth, place, now);
    const end = endOfLimit(limit, school.zone);
    return (
      (limit.hours !== null && limit.hours - hours < random.between(3, 14)) ||
      (limit.landings !== null && limit.landings - landings < 30) ||
      (end !== null && end - now < random.between(1, 7) * dayLength)
    );
  }

  #book(aircraft: number, due: readonly Reminder[], now: Instant, random: Random): void {
    const name = due[0]?.name ?? '';
    const isLong = due.some((reminder) => /Annual|100/.test(reminder.name));
    const length = (isLong ? random.between(8, name === 'Annual Inspection' ? 30 : 11) : random.between(2, 4)) * hour;
    const start = now + random.between(0, 2) * dayLength + random.pick([1, 2, 6]) * hour;
    const words = random.next();
    const activity = words < 0.7 ? name : words < 0.88 ? 'Maintenance' : 'Hangar day';
    const plan = shopPlan(aircraft, start, length, activity);
    const made = this.#enter(
      plan,
      now,
      due.map(({ id }) => id),
    );
    for (const { id } of due) this.#pending.set(id, plan.end + dayLength);
    this.#makeRoom(plan, made, now, random);
  }

  #bookOther(aircraft: number, now: Instant, random: Random): void {
    const start = now + random.between(0, 2) * dayLength + random.between(1, 8) * hour;
    const usual = ['Radio swap', 'Wash and wax', 'Upholstery', 'New tires'];
    const activity = random.pick(this.#desk.school.isOdd ? misleadingWork : usual);
    const plan = shopPlan(aircraft, start, random.between(1, 6) * hour, activity);
    if (this.#desk.taken.isFree(aircraftKey(aircraft), plan)) this.#enter(plan, now, []);
  }

  #enter(plan: Plan, now: Instant, reminders: readonly string[]): Reservation {
    const made = this.#desk.enter(plan, now);
    made.visit = { start: plan.start, end: plan.end, aircraft: plan.aircraft ?? 0, reminders };
    this.#add(made);
    return made;
  }

  /** Flights booked during a visit get another aircraft, are cancelled, or are overlooked. */
  #makeRoom({ aircraft, start, end }: Plan, visit: Reservation, now: Instant, random: Random): void {
    for (const made of this.#desk.reservations) {
      const last = made.versions.at(-1);
      if (
        !last ||
        made === visit ||
        last.plan.aircraft !== aircraft ||
        last.plan.start >= end ||
        last.plan.end <= start
      )
        continue;
      if (!isOpen(last) || !isFlown(last.plan) || last.plan.start < now + hour) continue;
      // Later bookings avoid the visit, or are moved like the others when somebody notices.
      const at = Math.max(last.at, now) + random.between(5, 40) * minute;
      const fate = random.next();
      if (fate < 0.7 && this.#desk.swapAircraft(made, at, random)) continue;
      if (fate < 0.9) this.#desk.change(made, { at, plan: last.plan, status: 'cancelled' });
    }
  }
}

function shopPlan(aircraft: number, start: Instant, length: number, activity: string): Plan {
  return { start, end: start + length, aircraft, kind: 'shop', activity, pilot: null, instructor: null };
}
