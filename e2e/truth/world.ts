import { type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import type { Limit, Person, Plane, Reminder, School } from './school.ts';

/** What a reservation is for. `dual` has an instructor in the aircraft, `solo` a student alone. */
export type Kind = 'rental' | 'dual' | 'solo' | 'ground' | 'shop' | 'off';

/** A reservation as somebody booked it. */
export type Plan = Span & {
  /** The place of the aircraft in the school's list. */
  readonly plane: number | null;
  readonly kind: Kind;
  /** What is written on it. */
  readonly activity: string;
  readonly pilot: Person | null;
  readonly instructor: Person | null;
};

export type Status = 'reserved' | 'out' | 'done' | 'cancelled' | 'no-show';

/** What the service says of a reservation from an instant on. */
export type Version = { readonly at: Instant; readonly plan: Plan; readonly status: Status };

/** A flight as it was really flown. `out` and `in` are when the aircraft left the ramp and was back on it. */
export type RealFlight = {
  readonly plane: number;
  readonly out: Instant;
  readonly in: Instant;
  /** On the meter. */
  readonly hours: number;
  readonly landings: number;
};

/** Work in the shop as it was really done. */
export type RealVisit = Span & { readonly plane: number; readonly reminders: readonly string[] };

export type Reservation = {
  readonly id: string;
  /** In order of time; the first is the reservation itself. */
  readonly versions: Version[];
  real: RealFlight | null;
  visit: RealVisit | null;
};

export type Squawk = {
  readonly id: string;
  readonly plane: number;
  readonly words: string;
  readonly grounds: boolean;
  readonly opened: Instant;
  /** Null where nobody ever settles it. */
  readonly resolved: Instant | null;
};

/** What somebody entered for the meters when a flight was closed. */
export type MeterEntry = { readonly at: Instant; readonly hours: number; readonly landings: number };

/** A school and everything that ever happens at it: the truth, and what people tell the service of it. */
export type World = {
  readonly school: School;
  readonly first: Day;
  readonly days: number;
  readonly reservations: readonly Reservation[];
  /** In order of time, by the place of the aircraft. */
  readonly flights: readonly (readonly RealFlight[])[];
  readonly visits: readonly (readonly RealVisit[])[];
  readonly meters: readonly (readonly MeterEntry[])[];
  readonly squawks: readonly Squawk[];
  /** By the id of the reminder, in order of time. */
  readonly limits: ReadonlyMap<string, readonly Limit[]>;
};

/** The last of some things in order of time that has come by an instant; null before the first. */
function lastBy<Item>(items: readonly Item[], at: Instant, timeOf: (item: Item) => Instant): Item | null {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) <= at) low = middle + 1;
    else high = middle;
  }
  return items[low - 1] ?? null;
}

/** What the service says of a reservation at an instant; null before it is booked. */
export function versionAt({ versions }: Pick<Reservation, 'versions'>, at: Instant): Version | null {
  return lastBy(versions, at, (version) => version.at);
}

type Flown = { readonly hours: number; readonly landings: number };

/** What is really on the meters of an aircraft at an instant; a flight in the air counts as far as it has come. */
export function metersAt({ school, flights }: Pick<World, 'school' | 'flights'>, plane: number, at: Instant): Flown {
  const own = school.planes[plane];
  let [hours, landings] = [own?.hours ?? 0, own?.landings ?? 0];
  for (const flight of flights[plane] ?? []) {
    if (flight.out >= at) break;
    const share = Math.min(1, (at - flight.out) / (flight.in - flight.out));
    hours += flight.hours * share;
    landings += share < 1 ? 0 : flight.landings;
  }
  return { hours, landings };
}

/** What the service shows of the meters. */
export function shownMeters({ school, meters }: Pick<World, 'school' | 'meters'>, plane: number, at: Instant): Flown {
  const own = school.planes[plane];
  return (
    lastBy(meters[plane] ?? [], at, (entry) => entry.at) ?? { hours: own?.hours ?? 0, landings: own?.landings ?? 0 }
  );
}

/** The limit that is really in force, or that the service shows. */
export function limitAt(
  { limits }: Pick<World, 'limits'>,
  { id, first }: Reminder,
  at: Instant,
  of: 'really' | 'shown',
): Limit {
  const all = limits.get(id) ?? [];
  return lastBy(all, at, ({ doneAt, shownAt }) => (of === 'really' ? doneAt : shownAt)) ?? first;
}

/** When the last day of a limit by date has passed at the school. */
export function endOfLimit({ lastDay }: Pick<Limit, 'lastDay'>, zone: string): Instant | null {
  return lastDay === null ? null : daySpan(lastDay, zone).end;
}

/** True of what somebody flies, in the aircraft or the simulator. */
export function isFlown({ kind, plane }: Pick<Plan, 'kind' | 'plane'>): boolean {
  return plane !== null && (kind === 'rental' || kind === 'dual' || kind === 'solo');
}

/** True where a reservation is booked or out: neither finished nor called off. */
export function isOpen({ status }: Pick<Version, 'status'>): boolean {
  return status === 'reserved' || status === 'out';
}

/** True of a person who is one at that time. */
export function isActiveAt({ inactiveFrom }: Pick<Person, 'inactiveFrom'>, at: Instant): boolean {
  return inactiveFrom === null || at < inactiveFrom;
}

/** The aircraft of a plan; null where it has none. */
export function planeOf(world: Pick<World, 'school'>, { plane }: Pick<Plan, 'plane'>): Plane | null {
  return plane === null ? null : (world.school.planes[plane] ?? null);
}
