import { guidOf, type Random, randomOf } from '#operator/school/random.ts';
import { addDays, type Day, daySpan, type Instant } from '#domain/time/time.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const dayLength = 24 * hour;

/** The zones of the measurement, each with a field for its twilight. */
export const fields = {
  'America/Denver': { latitude: 39.57, longitude: -104.85 },
  'Asia/Kolkata': { latitude: 22.65, longitude: 88.45 },
  'Australia/Sydney': { latitude: -33.92, longitude: 150.99 },
  'Asia/Tokyo': { latitude: 35.77, longitude: 140.39 },
} as const;
export type ZoneName = keyof typeof fields;

export const sizes = { small: 6, usual: 20, big: 150 } as const;
export type Size = keyof typeof sizes;

type Named = { readonly id: string; readonly firstName: string; readonly lastName: string };

/** A checkout as it was given; it is valid through its last day, if it has one. */
export type Checkout = {
  readonly model: string;
  readonly given: Instant;
  readonly lastDay: Day | null;
  readonly revokedFrom: Instant | null;
};

/** A person who flies, learns or teaches; `inactiveFrom` is when they left the school. */
export type Person = Named & { readonly inactiveFrom: Instant | null; readonly checkouts: readonly Checkout[] };

/** An inspection that an aircraft needs, and its interval. The first limit is in `first`. */
export type Reminder = {
  readonly id: string;
  readonly name: string;
  /** What flights need it for; null for one that every flight needs. */
  readonly onlyFor: string | null;
  readonly every: { readonly hours: number | null; readonly days: number | null; readonly landings: number | null };
  readonly first: Limit;
};

/** A limit: in force from the shop's signature, and known to the service from its entry. */
export type Limit = {
  readonly doneAt: Instant;
  readonly shownAt: Instant;
  readonly hours: number | null;
  readonly lastDay: Day | null;
  readonly landings: number | null;
};

export type Aircraft = {
  readonly id: string;
  readonly tail: string;
  readonly model: string;
  readonly isSimulator: boolean;
  /** Stored: the service calls it inactive. */
  readonly isStored: boolean;
  readonly hours: number;
  readonly landings: number;
  /** A new meter that shows fewer hours, and when the limits are corrected; null for none. */
  readonly meterChange: { readonly at: Instant; readonly by: number; readonly corrected: Instant } | null;
  readonly reminders: readonly Reminder[];
};

/** Everything that does not change during the simulation. */
export type School = {
  readonly seed: number;
  readonly zone: ZoneName;
  /** Its service writes what others do not (`oddities.ts`). */
  readonly isOdd: boolean;
  readonly fleet: readonly Aircraft[];
  readonly instructors: readonly Person[];
  readonly renters: readonly Person[];
  readonly students: readonly Person[];
};

const models = ['172S', '152', 'PA-28-161', 'DA40'] as const;
const firstNames = ['Sam', 'Kim', 'Ana', 'Lee', 'Noor', 'Ivo', 'Mia', 'Raj', 'Eva', 'Tom', 'Yui', 'Ben'];
const lastNames = ['Garcia', 'Lee', 'Chen', 'Patel', 'Novak', 'Smith', 'Tanaka', 'Brown', 'Silva', 'Khan', 'Weber'];

export type SchoolOptions = {
  readonly seed: number;
  readonly zone: ZoneName;
  readonly size: Size;
  /** The first simulated day, and the number of days. */
  readonly first: Day;
  readonly days: number;
  readonly isOdd?: boolean;
};

/** When the history of a school begins, weeks before the first simulated day. */
function beginningOf({ first, zone }: Pick<SchoolOptions, 'first' | 'zone'>): Instant {
  return daySpan(addDays(first, -daysBefore), zone).start;
}
export const daysBefore = 18;

/** A school with its fleet and its people, the same for the same seed. */
export function schoolOf(options: SchoolOptions): School {
  const { seed, zone, size } = options;
  const count = sizes[size];
  const person = (kind: string, place: number): Person => personOf(options, kind, place);
  const list = (kind: string, length: number) => Array.from({ length }, (_, place) => person(kind, place));
  return {
    seed,
    zone,
    isOdd: options.isOdd === true,
    // Plus one stored aircraft, and a simulator.
    fleet: Array.from({ length: count + 2 }, (_, place) => aircraftOf(options, place, count)),
    instructors: list('instructor', Math.max(3, Math.ceil(count * 0.6))),
    renters: list('renter', count * 2),
    students: list('student', count * 3),
  };
}

function personOf({ seed, zone, first, days }: SchoolOptions, kind: string, place: number): Person {
  const random = randomOf(seed, kind, place);
  const start = daySpan(first, zone).start;
  // The second instructor leaves during the simulated time, and sometimes a pilot does.
  const leaves = kind === 'instructor' ? place === 1 : random.chance(0.03);
  return {
    id: guidOf(seed, kind, place),
    firstName: random.pick(firstNames),
    lastName: `${random.pick(lastNames)}${place}`,
    inactiveFrom: leaves ? start + random.between(4, days * 24) * hour : null,
    checkouts:
      kind === 'instructor' ? [] : models.flatMap((model) => checkoutsFor(random, model, { first, zone, days })),
  };
}

function checkoutsFor(
  random: Random,
  model: string,
  { first, zone, days }: Pick<SchoolOptions, 'first' | 'zone' | 'days'>,
): Checkout[] {
  if (random.chance(0.35)) return [];
  const given = daySpan(first, zone).start - random.between(30, 400) * dayLength;
  const ends = random.chance(0.25);
  const revoked = random.chance(0.03);
  const lastDay = ends ? addDays(first, random.between(-5, days + 40)) : null;
  const revokedFrom = revoked ? daySpan(first, zone).start + random.between(-48, days * 24) * hour : null;
  return [{ model, given, lastDay, revokedFrom }];
}

function aircraftOf(options: SchoolOptions, place: number, count: number): Aircraft {
  const { seed } = options;
  const random = randomOf(seed, 'plane', place);
  const isSimulator = place === count + 1;
  const hours = random.between(20_000, 60_000) / 10;
  const landings = random.between(2_000, 9_000);
  const aircraft = { place, hours, landings };
  return {
    id: guidOf(seed, 'plane', place),
    tail: isSimulator ? 'SIM1' : `N${100 + place}TR`,
    model: isSimulator ? 'AATD' : (models[place % models.length] ?? models[0]),
    isSimulator,
    isStored: place === count,
    hours,
    landings,
    meterChange:
      options.isOdd === true && place % 5 === 1 && !isSimulator ? meterChangeOf(options, place, hours) : null,
    reminders: isSimulator ? [] : remindersOf(options, random, aircraft),
  };
}

/** A whole new meter, or one that was set back. */
function meterChangeOf(
  { seed, first, zone, days }: SchoolOptions,
  place: number,
  hours: number,
): Aircraft['meterChange'] {
  const random = randomOf(seed, 'meter', place);
  const at = daySpan(first, zone).start + random.between(2, days * 20) * hour;
  const by = place % 2 === 0 ? 60 : Math.floor(hours);
  return { at, by, corrected: at + random.between(3, 30) * hour };
}

/** An airworthiness directive whose words occur in other work too. */
export const fuelDirective = 'AD 2011-10-09 fuel selector, every 50 h';

function remindersOf(
  { seed, first, zone, isOdd }: SchoolOptions,
  random: Random,
  { place, hours, landings }: { readonly place: number; readonly hours: number; readonly landings: number },
): Reminder[] {
  const since = beginningOf({ first, zone });
  const one = (name: string, every: Reminder['every'], left: number): Reminder => ({
    id: guidOf(seed, name, place),
    name,
    onlyFor: name === 'Transponder Check' ? 'IFR or transponder airspace' : null,
    every,
    first: {
      doneAt: since,
      shownAt: since,
      hours: every.hours === null ? null : Math.round((hours + left) * 10) / 10,
      lastDay: every.days === null ? null : addDays(first, Math.round(left)),
      landings: every.landings === null ? null : landings + Math.round(left),
    },
  });
  const by = (hoursEach: number | null, days: number | null, each: number | null) => ({
    hours: hoursEach,
    days,
    landings: each,
  });
  return [
    one('100-Hour Inspection', by(100, null, null), random.between(40, 1_400) / 10),
    one('Oil Change', by(50, null, null), random.between(40, 1_000) / 10),
    one('Annual Inspection', by(null, 365, null), random.between(0, 300)),
    one('Transponder Check', by(null, 730, null), random.between(2, 600)),
    ...(place % 3 === 0 ? [one('Tire Check', by(null, null, 300), random.between(60, 600))] : []),
    ...(isOdd && place % 2 === 0 ? [one(fuelDirective, by(50, null, null), random.between(10, 400) / 10)] : []),
  ];
}
