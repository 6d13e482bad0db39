import { type Booking, fullName, type Person, toPerson } from './bookings.ts';

export type BookedPerson = Person & {
  readonly role: 'pilot' | 'instructor';
  /** Personal: shown only when asked for. */
  readonly phone: string | null;
};

/** Those who fly or attend, then the instructor, with how to reach them. */
export function bookedPeople({ record }: Pick<Booking, 'record'>): BookedPerson[] {
  const booked = (role: BookedPerson['role'], given: Given): BookedPerson[] => {
    const person = toPerson(given);
    return person ? [{ ...person, role, phone: phoneOf(given) }] : [];
  };
  const pilots = (record.pilots ?? []).flatMap((pilot) => booked('pilot', pilot));
  return record.instructor ? [...pilots, ...booked('instructor', record.instructor)] : pilots;
}

type Given = Parameters<typeof toPerson>[0] & { readonly phone?: unknown };

function phoneOf({ phone }: Given): string | null {
  return typeof phone === 'string' && phone.trim() !== '' ? phone.trim() : null;
}

/** People by id, in order of their names; namesakes get the end of their id. Whoever has no name is left out. */
export function peopleNames(people: readonly Named[]): ReadonlyMap<string, string> {
  const names = new Map(
    people.map((person) => [person.userId, fullName(person)] as const).filter(([, name]) => name !== ''),
  );
  const bearers = Map.groupBy(names, ([, name]) => name);
  const told = Array.from(names, ([userId, name]): [string, string] => {
    const isAlone = bearers.get(name)?.length === 1;
    return [userId, isAlone ? name : `${name} (…${userId.slice(-4)})`];
  });
  return new Map(told.toSorted(([, a], [, b]) => a.localeCompare(b, 'en')));
}

type Named = { readonly userId: string } & Parameters<typeof fullName>[0];
