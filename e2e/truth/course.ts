import { guidOf, type Random, randomOf } from '#operator/school/random.ts';
import { addDays, dayOf, type Instant } from '#domain/time/time.ts';
import { type Desk } from './plans.ts';
import { isOpenedVisit, misleadingWords, patternWork } from './oddities.ts';
import { checkoutStands } from './checkouts.ts';
import { type Limit, hour, minute, type Reminder } from './school.ts';
import {
  endOfLimit,
  isActiveAt,
  isFlown,
  isOpen,
  limitAt,
  type MeterEntry,
  metersAt,
  type Plan,
  type RealFlight,
  type RealVisit,
  type Reservation,
  type Squawk,
} from './world.ts';

type Closing = MeterEntry & { readonly off: number; readonly corrected: Instant | null };

/** What really happens to each reservation, one after the other in order of start. */
export class Course {
  readonly desk: Desk;
  readonly flights: RealFlight[][];
  readonly visits: RealVisit[][];
  readonly squawks: Squawk[] = [];
  readonly limits = new Map<string, Limit[]>();
  readonly #closings: Closing[][];
  readonly #freeAt: Instant[];
  readonly #personFree = new Map<string, Instant>();

  constructor(desk: Desk) {
    this.desk = desk;
    const { fleet } = desk.school;
    this.flights = fleet.map(() => []);
    this.visits = fleet.map(() => []);
    this.#closings = fleet.map(() => []);
    this.#freeAt = fleet.map(() => Number.NEGATIVE_INFINITY);
  }

  /** Plays out one reservation, which may not happen. */
  happen(made: Reservation): void {
    const last = made.versions.at(-1);
    if (!last || !isOpen(last)) return;
    const random = randomOf(this.desk.school.seed, made.id);
    const { plan } = last;
    if (plan.kind === 'shop') return this.#visit(made, plan, random);
    if (!isFlown(plan)) return;
    this.#preflight(plan, random);
    const now = this.#settled(made, random);
    if (now) this.#fly(made, now, random);
  }

  /** The meters as the desk entered them, in order of time. */
  meters(): MeterEntry[][] {
    return this.#closings.map((ownClosings) => {
      const events = ownClosings.flatMap((closing) => [
        { ...closing, isRight: closing.off === 0 },
        ...(closing.corrected === null ? [] : [{ ...closing, at: closing.corrected, off: 0, isRight: true }]),
      ]);
      let [hours, landings] = [0, 0];
      return events
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, off, ...entry }) => {
          hours = Math.max(hours, entry.hours);
          landings = Math.max(landings, entry.landings);
          return { at, hours: Math.round((hours + off) * 10) / 10, landings };
        });
    });
  }

  #limitHolds(aircraft: number, at: Instant): boolean {
    const { school } = this.desk;
    const truth = { school, flights: this.flights, limits: this.limits };
    const { hours, landings } = metersAt(truth, aircraft, at);
    return (school.fleet[aircraft]?.reminders ?? []).every((reminder) => {
      const limit = limitAt(truth, reminder, at, 'really');
      const end = endOfLimit(limit, school.zone);
      if (end !== null && at >= end) return false;
      return (limit.hours === null || hours < limit.hours) && (limit.landings === null || landings < limit.landings);
    });
  }

  #isGrounded(aircraft: number, at: Instant): boolean {
    return this.squawks.some((squawk) => {
      return (
        squawk.aircraft === aircraft &&
        squawk.grounds &&
        squawk.opened <= at &&
        (squawk.resolved === null || squawk.resolved > at)
      );
    });
  }

  /** Findings on the walk-around. */
  #preflight({ aircraft, start }: Plan, random: Random): void {
    if (aircraft !== null && !this.desk.school.fleet[aircraft]?.isSimulator && random.chance(0.006))
      this.#squawk(aircraft, start - random.between(5, 25) * minute, random, true);
  }

  /** The plan that is flown, perhaps with another aircraft; null if it does not go. */
  #settled(made: Reservation, random: Random): Plan | null {
    const { desk } = this;
    const plan = made.versions.at(-1)?.plan;
    if (!plan || plan.aircraft === null) return null;
    const callOff = (at: Instant): null => {
      desk.change(made, { at, plan, status: 'cancelled' });
      return null;
    };
    const gone = [plan.pilot, plan.instructor].find((person) => person && !isActiveAt(person, plan.start));
    if (gone) return callOff(Math.min(plan.start, (gone.inactiveFrom ?? plan.start) + random.between(1, 40) * hour));
    if (random.chance(0.03)) return this.#noShow(made, plan, random);
    if (this.#isObstructed(plan.aircraft, plan.start, random)) {
      const at = plan.start - random.between(5, 50) * minute;
      const isSwapped = random.chance(0.5) && desk.swapAircraft(made, at, random);
      const next = isSwapped ? made.versions.at(-1)?.plan : null;
      if (next && next.aircraft !== null && !this.#isObstructed(next.aircraft, next.start, random)) return next;
      // Some cancellations are never entered at the service.
      if (!random.chance(0.85)) return null;
      desk.change(made, { at: plan.start + random.between(-30, 30) * minute, plan: next ?? plan, status: 'cancelled' });
      return null;
    }
    const model = desk.school.fleet[plan.aircraft]?.model ?? '';
    const mayTake =
      plan.kind !== 'rental' || !plan.pilot || checkoutStands(plan.pilot, model, plan.start, desk.school.zone);
    if (!mayTake && random.chance(0.7)) return callOff(plan.start - random.between(0, 30) * minute);
    return plan;
  }

  #isObstructed(aircraft: number, start: Instant, random: Random): boolean {
    if (this.desk.school.fleet[aircraft]?.isSimulator) return false;
    const isBusy = (this.#freeAt[aircraft] ?? start) > start + 60 * minute;
    const isGrounded = this.#isGrounded(aircraft, start + 20 * minute);
    return isBusy || isGrounded || (!this.#limitHolds(aircraft, start) && random.chance(0.85));
  }

  #noShow(made: Reservation, plan: Plan, random: Random): null {
    const at = plan.start + random.between(15, 120) * minute;
    const fate = random.next();
    if (fate < 0.25) this.desk.change(made, { at, plan, status: 'no-show' });
    else if (fate < 0.5) this.desk.change(made, { at, plan, status: 'cancelled' });
    return null;
  }

  #fly(made: Reservation, plan: Plan, random: Random): void {
    const aircraft = plan.aircraft ?? 0;
    const { desk } = this;
    const people = [plan.pilot, plan.instructor].flatMap((person) => person ?? []);
    const isEarly = random.chance(0.05);
    const wanted = plan.start + (isEarly ? -random.between(12, 40) : random.between(-8, 14)) * minute;
    const freed = people.map(({ id }) => this.#personFree.get(id) ?? wanted);
    const out = Math.max(wanted, (this.#freeAt[aircraft] ?? wanted) + 8 * minute, ...freed);
    if (out > plan.start + 75 * minute) {
      const at = plan.start + random.between(20, 70) * minute;
      if (random.chance(0.7)) desk.change(made, { at, plan, status: 'cancelled' });
      return;
    }
    const flight = this.#flown(plan, aircraft, out, random);
    made.real = flight;
    this.flights[aircraft]?.push(flight);
    this.#freeAt[aircraft] = flight.in;
    for (const { id } of people) this.#personFree.set(id, flight.in);
    this.#paperwork(made, plan, flight, random);
    if (!desk.school.fleet[aircraft]?.isSimulator && random.chance(0.035))
      this.#squawk(aircraft, flight.in + random.between(1, 10) * minute, random, random.chance(0.3));
  }

  /** Most come back a little early, some hours late, and some turn back at once. */
  #flown({ start, end, activity }: Plan, aircraft: number, out: Instant, random: Random): RealFlight {
    const length = end - start;
    const fate = random.next();
    const usual = out + length * (0.75 + 0.27 * random.next());
    const isTrip = length > 12 * hour;
    const late = end + random.between(11, isTrip ? 300 : 140) * minute;
    const back = fate < 0.015 ? out + length * (0.1 + 0.3 * random.next()) : fate < 0.085 ? late : usual;
    const inAt = Math.round(Math.max(back, out + 12 * minute) / minute) * minute;
    const share = isTrip ? 0.1 + 0.1 * random.next() : 0.7 + 0.2 * random.next();
    const hours = Math.round(((inAt - out) / hour) * share * 10) / 10;
    const usualLandings = isTrip ? 3 : random.between(1, 5);
    const landings = activity === patternWork ? Math.round(hours * 9) : usualLandings;
    return { aircraft, out, in: inAt, hours: Math.max(0.1, hours), landings };
  }

  /** When the desk enters that it is out and back, and which meters it enters. */
  #paperwork(made: Reservation, plan: Plan, flight: RealFlight, random: Random): void {
    const { desk } = this;
    const isSimulator = desk.school.fleet[flight.aircraft]?.isSimulator === true;
    const late = random.next();
    const outAt = flight.out + (late < 0.02 ? random.between(10, 40) : random.between(-3, 2)) * minute;
    if (late < 0.99) desk.change(made, { at: outAt, plan, status: 'out' });
    const closedAt = this.#closedAt(flight, random, isSimulator);
    if (closedAt === null) return;
    desk.change(made, { at: closedAt, plan, status: 'done' });
    if (isSimulator) return;
    const read = metersAt({ school: desk.school, flights: this.flights }, flight.aircraft, flight.in);
    const isWrong = random.chance(0.008);
    const off = isWrong ? random.pick([10, 100, 1, -10]) : 0;
    const corrected = isWrong ? closedAt + random.between(20, 1_200) * minute : null;
    this.#closings[flight.aircraft]?.push({ at: closedAt, ...read, off, corrected });
  }

  #closedAt(flight: RealFlight, random: Random, isSimulator: boolean): Instant | null {
    const back = flight.in;
    const fate = random.next();
    if (isSimulator && fate < 0.25) return null;
    if (fate < 0.78) return back + random.between(1, 10) * minute;
    if (fate < 0.92) return back + random.between(30, 300) * minute;
    if (fate < 0.97) return back + random.between(10 * 60, 22 * 60) * minute;
    return fate < 0.985 ? back + random.between(40, 120) * hour : null;
  }

  #squawk(aircraft: number, opened: Instant, random: Random, grounds: boolean): void {
    const { school } = this.desk;
    const fate = random.next();
    const after =
      fate < 0.4 ? random.between(10, 55) : fate < 0.75 ? random.between(120, 1_200) : random.between(24, 72) * 60;
    const resolved = fate > 0.95 && !grounds ? null : opened + after * minute;
    const id = guidOf(school.seed, 'squawk', this.squawks.length);
    const usual = ['Left brake soft', 'Fuel smell in the cabin', 'Radio noisy', 'Nose wheel shimmy', 'Mag drop'];
    const words = random.pick(school.isOdd ? misleadingWords : usual);
    this.squawks.push({ id, aircraft, words, grounds, opened, resolved });
  }

  #visit(made: Reservation, plan: Plan, random: Random): void {
    const aircraft = plan.aircraft ?? 0;
    const { desk } = this;
    const planned = made.visit;
    if (!planned) return;
    if (random.chance(0.04)) return desk.change(made, { at: plan.start, plan, status: 'cancelled' });
    const start = Math.max(plan.start, this.#freeAt[aircraft] ?? plan.start);
    const share = random.chance(0.25) ? 1.1 + 0.7 * random.next() : 0.5 + 0.55 * random.next();
    const end = Math.round((start + (plan.end - plan.start) * share) / minute) * minute;
    const visit = { ...planned, start, end };
    made.visit = visit;
    this.visits[aircraft]?.push(visit);
    this.#freeAt[aircraft] = end;
    const isOpened = isOpenedVisit(desk.school, made.id);
    if (isOpened) desk.change(made, { at: start, plan, status: 'out' });
    const isLonger = end > plan.end && random.chance(0.5);
    const longer = isLonger ? { ...plan, end: end + 10 * minute } : plan;
    if (isLonger)
      desk.change(made, { at: plan.end - 10 * minute, plan: longer, status: isOpened ? 'out' : 'reserved' });
    const isClosed = random.chance(0.5);
    // What somebody opened is closed in the end, though not at once.
    if (isClosed || isOpened)
      desk.change(made, { at: end + random.between(0, isOpened ? 180 : 30) * minute, plan: longer, status: 'done' });
    for (const reminder of desk.school.fleet[aircraft]?.reminders ?? []) {
      if (visit.reminders.includes(reminder.id)) this.#reset(aircraft, reminder, end, random);
    }
  }

  #reset(aircraft: number, { id, every, first }: Reminder, doneAt: Instant, random: Random): void {
    const { school } = this.desk;
    const ownLimits = this.limits.get(id) ?? [first];
    const { hours, landings } = metersAt({ school, flights: this.flights }, aircraft, doneAt);
    const entered = doneAt + (random.chance(0.85) ? random.between(0, 90) : random.between(240, 1_560)) * minute;
    const next: Limit = {
      doneAt,
      shownAt: Math.max(entered, ownLimits.at(-1)?.shownAt ?? entered),
      hours: every.hours === null ? null : Math.round((hours + every.hours) * 10) / 10,
      lastDay: every.days === null ? null : addDays(dayOf(doneAt, school.zone), every.days),
      landings: every.landings === null ? null : landings + every.landings,
    };
    this.limits.set(id, [...ownLimits, next]);
  }
}
