import { isRecord } from '#contract/objects.ts';
import type { Booking, Group, Groups } from './bookings.ts';

const version = 1;
/** Only ever longer, because files have their places. */
const kinds = ['flight', 'shop', 'other', 'time off'] as const;
const statuses = ['void', 'completed', 'checked out', 'reserved or unclear'] as const;

/** Groups that are remembered at once; more than any school has. */
const maxGroups = 50_000;

/** Equal groups as one object, because tens of thousands of rows name the same few hundred. */
export class SharedGroups {
  readonly #known = new Map<string, Group>();

  one(key: string, name: string): Group {
    const id = `${key}\n${name}`;
    const known = this.#known.get(id);
    if (known) return known;
    if (this.#known.size >= maxGroups) this.#known.clear();
    const group = { key, name };
    this.#known.set(id, group);
    return group;
  }

  /** The same groups, shared. */
  all({ aircraft, model, location, instructor }: Groups): Groups {
    const shared = (group: Group | null) => group && this.one(group.key, group.name);
    return {
      aircraft: shared(aircraft),
      model: shared(model),
      location: shared(location),
      instructor: shared(instructor),
    };
  }
}

/**
 * Bookings in a short form for JSON, in which each group and status stands once. Names and ids of people stay plain text, by
 * which forgetting a person finds them.
 */
export function packedBookings(bookings: readonly Booking[]): object {
  const groups = new Places<Group>(({ key, name }) => `${key}\n${name}`);
  const names = new Places<string>((name) => name);
  const place = (group: Group | null) => (group ? groups.of(group) : -1);
  const rows = bookings.map(({ id, start, end, of, students, kind, status, statusName }) => [
    id,
    start,
    end - start,
    [place(of.aircraft), place(of.model), place(of.location), place(of.instructor)],
    students,
    kinds.indexOf(kind),
    statuses.indexOf(status),
    names.of(statusName),
  ]);
  return { version, groups: groups.all, statusNames: names.all, rows };
}

/** What `packedBookings` made; null for anything else, such as what another version wrote. */
export function unpackedBookings(given: unknown, shared: SharedGroups): readonly Booking[] | null {
  if (!isRecord(given) || given['version'] !== version) return null;
  const { groups, statusNames, rows } = given;
  if (!Array.isArray(groups) || !Array.isArray(statusNames) || !Array.isArray(rows)) return null;
  const known = groups.map((group: unknown) => {
    const { key, name } = isRecord(group) ? group : {};
    return typeof key === 'string' && typeof name === 'string' ? shared.one(key, name) : null;
  });
  const read: Booking[] = [];
  for (const row of rows) {
    const booking = bookingIn(row, known, statusNames);
    if (!booking) return null;
    read.push(booking);
  }
  return read;
}

function bookingIn(row: unknown, groups: readonly (Group | null)[], statusNames: readonly unknown[]): Booking | null {
  if (!Array.isArray(row)) return null;
  const [id, start, length, places, students, kindAt, statusAt, nameAt]: readonly unknown[] = row;
  const statusName = statusNames[Number(nameAt)];
  const [kind, status] = [kinds[Number(kindAt)], statuses[Number(statusAt)]];
  if (typeof id !== 'string' || typeof start !== 'number' || typeof length !== 'number') return null;
  if (!Array.isArray(places) || !isTexts(students) || !kind || !status || typeof statusName !== 'string') return null;
  const groupAt = (index: number) => groups[Number(places[index])] ?? null;
  return {
    id,
    start,
    end: start + length,
    of: { aircraft: groupAt(0), model: groupAt(1), location: groupAt(2), instructor: groupAt(3) },
    students,
    kind,
    status,
    statusName,
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The place of each value in a list in which it stands once. */
class Places<Value> {
  readonly all: Value[] = [];
  readonly #places = new Map<string, number>();
  readonly #key: (value: Value) => string;

  constructor(key: (value: Value) => string) {
    this.#key = key;
  }

  of(value: Value): number {
    const key = this.#key(value);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.all.length);
    this.all.push(value);
    return this.all.length - 1;
  }
}
