import type { Instant } from '#domain/time/time.ts';
import { isUnclear } from './records.ts';
import { hour } from './school.ts';
import {
  isFlown,
  isOpen,
  type Plan,
  type RealFlight,
  type Reservation,
  type Status,
  versionAt,
  type World,
} from './world.ts';

/**
 * The oracle: the truth about a school at an instant, and how much of it the service's records can show. It uses only the state
 * of the simulation, and never the rules that it judges.
 */

/** A reservation as the service shows it at the instant, with its real course. */
export type Entry = {
  readonly made: Reservation;
  readonly plan: Plan;
  readonly status: Status;
  /** Out, shown with a status that nobody documents. */
  readonly isUnclear: boolean;
};

export type Snapshot = {
  readonly world: World;
  readonly now: Instant;
  /** All reservations made by now, in order of start. */
  readonly entries: readonly Entry[];
  readonly byAircraft: ReadonlyMap<number, readonly Entry[]>;
  readonly byPerson: ReadonlyMap<string, readonly Entry[]>;
  /** The reservation of each flight. */
  readonly madeOf: ReadonlyMap<RealFlight, Reservation>;
};

/** Makes snapshots of one world, each with the entries made by then. */
export function snapshots(world: World): (now: Instant) => Snapshot {
  const flown = world.reservations.flatMap((made) => (made.real ? [[made.real, made] as const] : []));
  const madeOf = new Map(flown);
  return (now) => {
    const entries = world.reservations
      .flatMap((made): Entry[] => {
        const version = versionAt(made, now);
        if (!version) return [];
        return [{ made, plan: version.plan, status: version.status, isUnclear: isUnclear(world, version, made) }];
      })
      .toSorted((a, b) => a.plan.start - b.plan.start);
    const byAircraft = new Map<number, Entry[]>();
    const byPerson = new Map<string, Entry[]>();
    for (const entry of entries) {
      const { aircraft, pilot, instructor } = entry.plan;
      if (aircraft !== null) add(byAircraft, aircraft, entry);
      for (const person of [pilot, instructor]) if (person) add(byPerson, person.id, entry);
    }
    return { world, now, entries, byAircraft, byPerson, madeOf };
  };
}

function add<Key>(lists: Map<Key, Entry[]>, key: Key, entry: Entry): void {
  const ownEntries = lists.get(key);
  if (ownEntries) ownEntries.push(entry);
  else lists.set(key, [entry]);
}

/** True if it is booked or out by its record, and neither finished nor cancelled. */
export function isLive(entry: Entry, now: Instant): boolean {
  return (isOpen(entry) && entry.plan.end > now) || isOpenVisit(entry);
}

/** True for a shop visit that the service shows as open, whatever its booked end. */
export function isOpenVisit({ plan, status }: Entry): boolean {
  return plan.kind === 'shop' && status === 'out';
}

/** Flights that the records show as out, without a later closed flight or shop visit that shows that the aircraft came back. */
export function openFlights(snapshot: Snapshot, aircraft: number): Entry[] {
  return outSince(snapshot, aircraft, ({ plan }) => isFlown(plan) || plan.kind === 'shop');
}

/** Flights that the records show as out and whose hours are not on the shown meters, because no later flight was closed. */
export function unreadFlights(snapshot: Snapshot, aircraft: number): Entry[] {
  return outSince(snapshot, aircraft, ({ plan }) => isFlown(plan)).filter((entry) => !entry.isUnclear);
}

function outSince({ byAircraft, now }: Snapshot, aircraft: number, counts: (entry: Entry) => boolean): Entry[] {
  const ownEntries = byAircraft.get(aircraft) ?? [];
  const closed = ownEntries.filter((entry) => entry.status === 'done' && counts(entry) && entry.plan.start <= now);
  const last = Math.max(Number.NEGATIVE_INFINITY, ...closed.map(({ plan }) => plan.start));
  return ownEntries.filter(({ plan, status }) => status === 'out' && isFlown(plan) && plan.start >= last);
}

/** The most clock hours that a reservation of this length flies: 8 a day. */
export function clockHours(length: number): number {
  const hours = Math.max(0, length) / hour;
  return Math.floor(hours / 24) * 8 + Math.min(8, hours % 24);
}

/** Meter hours per booked hour of the simulated aircraft, as at real schools. */
export const defaultShare = 0.69;

/** Whether two plans overlap. */
export function meets(a: Pick<Plan, 'start' | 'end'>, b: Pick<Plan, 'start' | 'end'>): boolean {
  return a.start < b.end && b.start < a.end;
}
