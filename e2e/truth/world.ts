import { type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import type { Limit, Person, Aircraft, Reminder, School } from './school.ts';

/**
 * The kind of a reservation. `dual` has an instructor in the aircraft, `solo` only a student; `group` is a flight for which
 * somebody still has to pick an aircraft.
 */
export type Kind = 'rental' | 'dual' | 'solo' | 'group' | 'ground' | 'shop' | 'off';

/** A reservation as booked. */
export type Plan = Span & {
  /** The index of the aircraft in the school's list. */
  readonly aircraft: number | null;
  readonly kind: Kind;
  /** The activity in words. */
  readonly activity: string;
  readonly pilot: Person | null;
  readonly instructor: Person | null;
};

export type Status = 'reserved' | 'out' | 'done' | 'cancelled' | 'no-show';

/** A reservation as the service shows it from an instant on. */
export type Version = { readonly at: Instant; readonly plan: Plan; readonly status: Status };

/** A flight as really flown. `out` and `in` are when the aircraft left the ramp and returned to it. */
export type RealFlight = {
  readonly aircraft: number;
  readonly out: Instant;
  readonly in: Instant;
  /** Meter hours. */
  readonly hours: number;
  readonly landings: number;
};

/** Shop work as really done. */
export type RealVisit = Span & { readonly aircraft: number; readonly reminders: readonly string[] };

export type Reservation = {
  readonly id: string;
  /** In order of time; the first is the reservation itself. */
  readonly versions: Version[];
  real: RealFlight | null;
  visit: RealVisit | null;
};

export type Squawk = {
  readonly id: string;
  readonly aircraft: number;
  readonly words: string;
  readonly grounds: boolean;
  readonly opened: Instant;
  /** Null if nobody ever resolves it. */
  readonly resolved: Instant | null;
};

/** The meters entered when a flight was closed. */
export type MeterEntry = { readonly at: Instant; readonly hours: number; readonly landings: number };

/** A school and everything that ever happens at it: the truth, and what people enter at the service. */
export type World = {
  readonly school: School;
  readonly first: Day;
  readonly days: number;
  readonly reservations: readonly Reservation[];
  /** In order of time, by the index of the aircraft. */
  readonly flights: readonly (readonly RealFlight[])[];
  readonly visits: readonly (readonly RealVisit[])[];
  readonly meters: readonly (readonly MeterEntry[])[];
  readonly squawks: readonly Squawk[];
  /** By the id of the reminder, in order of time. */
  readonly limits: ReadonlyMap<string, readonly Limit[]>;
};

/** The last item at or before an instant, of items in order of time; null before the first. */
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

/** A reservation as the service shows it at an instant; null before it is booked. */
export function versionAt({ versions }: Pick<Reservation, 'versions'>, at: Instant): Version | null {
  return lastBy(versions, at, (version) => version.at);
}

type Flown = { readonly hours: number; readonly landings: number };

/** The real meters of an aircraft at an instant; a flight in the air counts up to now. */
export function metersAt({ school, flights }: Pick<World, 'school' | 'flights'>, aircraft: number, at: Instant): Flown {
  const ownAircraft = school.fleet[aircraft];
  let [hours, landings] = [ownAircraft?.hours ?? 0, ownAircraft?.landings ?? 0];
  for (const flight of flights[aircraft] ?? []) {
    if (flight.out >= at) break;
    const share = Math.min(1, (at - flight.out) / (flight.in - flight.out));
    hours += flight.hours * share;
    landings += share < 1 ? 0 : flight.landings;
  }
  return { hours, landings };
}

/** The meters that the service shows. */
export function shownMeters(
  { school, meters }: Pick<World, 'school' | 'meters'>,
  aircraft: number,
  at: Instant,
): Flown {
  const ownAircraft = school.fleet[aircraft];
  return (
    lastBy(meters[aircraft] ?? [], at, (entry) => entry.at) ?? {
      hours: ownAircraft?.hours ?? 0,
      landings: ownAircraft?.landings ?? 0,
    }
  );
}

/** The limit really in force, or the one that the service shows. */
export function limitAt(
  { limits }: Pick<World, 'limits'>,
  { id, first }: Reminder,
  at: Instant,
  of: 'really' | 'shown',
): Limit {
  const all = limits.get(id) ?? [];
  return lastBy(all, at, ({ doneAt, shownAt }) => (of === 'really' ? doneAt : shownAt)) ?? first;
}

/** The end of a date limit's last day, in the school's zone. */
export function endOfLimit({ lastDay }: Pick<Limit, 'lastDay'>, zone: string): Instant | null {
  return lastDay === null ? null : daySpan(lastDay, zone).end;
}

/** Whether it is flown, in an aircraft or the simulator. */
export function isFlown({ kind, aircraft }: Pick<Plan, 'kind' | 'aircraft'>): boolean {
  return aircraft !== null && (kind === 'rental' || kind === 'dual' || kind === 'solo');
}

/** Whether a reservation is booked or out: neither finished nor cancelled. */
export function isOpen({ status }: Pick<Version, 'status'>): boolean {
  return status === 'reserved' || status === 'out';
}

/** Whether a person is active at that time. */
export function isActiveAt({ inactiveFrom }: Pick<Person, 'inactiveFrom'>, at: Instant): boolean {
  return inactiveFrom === null || at < inactiveFrom;
}

/** The aircraft of a plan; null if it has none. */
export function aircraftOf(world: Pick<World, 'school'>, { aircraft }: Pick<Plan, 'aircraft'>): Aircraft | null {
  return aircraft === null ? null : (world.school.fleet[aircraft] ?? null);
}
