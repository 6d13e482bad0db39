import type { Instant } from '#domain/time/time.ts';
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
 * The oracle: what is true of a school at an instant, and what the service's records can tell of it. It is written from the state of the
 * simulation alone; none of it may use the rules that it judges.
 */

/** What the service says of a reservation at the instant, beside what really comes of it. */
export type Entry = { readonly made: Reservation; readonly plan: Plan; readonly status: Status };

export type Snapshot = {
  readonly world: World;
  readonly now: Instant;
  /** All that is booked by now, in order of start. */
  readonly entries: readonly Entry[];
  readonly byPlane: ReadonlyMap<number, readonly Entry[]>;
  readonly byPerson: ReadonlyMap<string, readonly Entry[]>;
  /** Which reservation a flight was of. */
  readonly madeOf: ReadonlyMap<RealFlight, Reservation>;
};

/** Makes snapshots of one world, each from what has been entered by then. */
export function snapshots(world: World): (now: Instant) => Snapshot {
  const flown = world.reservations.flatMap((made) => (made.real ? [[made.real, made] as const] : []));
  const madeOf = new Map(flown);
  return (now) => {
    const entries = world.reservations
      .flatMap((made): Entry[] => {
        const version = versionAt(made, now);
        return version ? [{ made, plan: version.plan, status: version.status }] : [];
      })
      .toSorted((a, b) => a.plan.start - b.plan.start);
    const byPlane = new Map<number, Entry[]>();
    const byPerson = new Map<string, Entry[]>();
    for (const entry of entries) {
      const { plane, pilot, instructor } = entry.plan;
      if (plane !== null) add(byPlane, plane, entry);
      for (const person of [pilot, instructor]) if (person) add(byPerson, person.id, entry);
    }
    return { world, now, entries, byPlane, byPerson, madeOf };
  };
}

function add<Key>(lists: Map<Key, Entry[]>, key: Key, entry: Entry): void {
  const own = lists.get(key);
  if (own) own.push(entry);
  else lists.set(key, [entry]);
}

/** True of what is booked or out by its record, and neither finished nor called off. */
export function isLive({ plan, status }: Entry, now: Instant): boolean {
  return isOpen({ status }) && plan.end > now;
}

/**
 * Flights that the records show as out, and of which nothing that was closed later shows that the aircraft came back: a flight or a
 * shop visit.
 */
export function openFlights(snapshot: Snapshot, plane: number): Entry[] {
  return outSince(snapshot, plane, ({ plan }) => isFlown(plan) || plan.kind === 'shop');
}

/** Flights that the records show as out and that are not on the shown meters: no later flight was closed, which reads them. */
export function unreadFlights(snapshot: Snapshot, plane: number): Entry[] {
  return outSince(snapshot, plane, ({ plan }) => isFlown(plan));
}

function outSince({ byPlane, now }: Snapshot, plane: number, counts: (entry: Entry) => boolean): Entry[] {
  const own = byPlane.get(plane) ?? [];
  const closed = own.filter((entry) => entry.status === 'done' && counts(entry) && entry.plan.start <= now);
  const last = Math.max(Number.NEGATIVE_INFINITY, ...closed.map(({ plan }) => plan.start));
  return own.filter(({ plan, status }) => status === 'out' && isFlown(plan) && plan.start >= last);
}

/** What a reservation of this length flies at most on the clock, in hours: 8 a day. */
export function clockHours(length: number): number {
  const hours = Math.max(0, length) / hour;
  return Math.floor(hours / 24) * 8 + Math.min(8, hours % 24);
}

/** The share of booked hours that the simulated aircraft fly on the meter, as schools do. */
export const usualShare = 0.69;

/** Whether a plan shares an instant with another. */
export function meets(a: Pick<Plan, 'start' | 'end'>, b: Pick<Plan, 'start' | 'end'>): boolean {
  return a.start < b.end && b.start < a.end;
}
