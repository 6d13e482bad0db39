import {
  instructorOf,
  type Person,
  peopleOf,
  personKey,
  pilotsOf,
  type TimedBooking,
  toPerson,
} from '#domain/reservations/bookings.ts';
import { noneRow } from './aircraftRows.ts';
import type { Instructor, Resource } from './resources.ts';

const active = 1;
type PersonKind = 'instructor' | 'pilot';

/**
 * Instructors by last name: the active ones of the list and whoever instructs in a booking. One who attends a meeting or
 * flies as a pilot has that in his row too.
 */
export function instructorRows(bookings: readonly TimedBooking[], instructors: readonly Instructor[]): Resource[] {
  const seen = bookings.flatMap((booking) => instructorOf(booking) ?? []);
  const staff = instructors.filter((one) => (one.instructorStatus?.id ?? active) === active);
  const known = new Set([...instructors.map((one) => one.userId), ...seen.map(personKey)]);
  const present = (booking: TimedBooking) => peopleOf(booking).filter((person) => known.has(personKey(person)));
  const rested = staff.map(toPerson).filter((person) => person !== null);
  return personRows('instructor', bookings, present, rested);
}

/** Whoever flies, learns or attends, by last name. */
export function pilotRows(bookings: readonly TimedBooking[]): Resource[] {
  return personRows('pilot', bookings, pilotsOf, []);
}

function personRows(
  kind: PersonKind,
  bookings: readonly TimedBooking[],
  present: (booking: TimedBooking) => Person[],
  staff: readonly Person[],
): Resource[] {
  const people = new Map(staff.map((person) => [personKey(person), { person, booked: new Set<TimedBooking>() }]));
  const without: TimedBooking[] = [];
  for (const booking of bookings) {
    const here = present(booking);
    if (here.length === 0) without.push(booking);
    for (const person of here) {
      const key = personKey(person);
      const row = people.get(key);
      if (row) row.booked.add(booking);
      else people.set(key, { person, booked: new Set([booking]) });
    }
  }
  const rows = [...people.values()]
    .toSorted((a, b) => byLastName(a.person, b.person))
    .map(({ person, booked }) => rowOf(kind, person, [...booked]));
  return without.length > 0 ? [...rows, noneRow(`No ${kind}`, without)] : rows;
}

function rowOf(kind: PersonKind, person: Person, bookings: readonly TimedBooking[]): Resource {
  const group = kind === 'instructor' ? 'Instructors' : 'Pilots';
  return { id: personKey(person), kind, label: listName(person), group, bookings, aircraft: null };
}

/** `Garcia, Sam`; a name of one word as it is. */
function listName({ name, lastName }: Person): string {
  const first = name.endsWith(` ${lastName}`) ? name.slice(0, -lastName.length - 1) : '';
  return first && lastName ? `${lastName}, ${first}` : name;
}

const names = new Intl.Collator('en');

function byLastName(a: Person, b: Person): number {
  return names.compare(a.lastName, b.lastName) || names.compare(a.name, b.name);
}
