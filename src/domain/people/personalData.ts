import { memberLabel } from '#domain/answers/unknownMembers.ts';

/** Members that hold how to reach somebody, what they owe, or what they look like, by any name seen for them. */
const personal = /phone|mobile|e-?mail|address|balance|birth|gender|image|photo|avatar|password/i;

/** True of a member by whose name one expects such a thing. */
export function isPersonal(name: string): boolean {
  return personal.test(name);
}

/**
 * The same value without personal members, at any depth: what may be kept on a device that others use. Names stay: a squawk
 * says who wrote it up.
 */
export function withoutPersonalData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonalData);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isPersonal(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutPersonalData(member)]));
}

/** What `withoutPersonalData` leaves out that holds something, each kind once, in words: `Email`, `Phone number`. */
export function personalMembers(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.entries(value).flatMap(([name, member]) => {
    if (Array.isArray(value) || !personal.test(name)) return personalMembers(member);
    return member === null || member === '' ? [] : [memberLabel(name)];
  });
  return [...new Set(found)];
}

/** Who flies and who teaches, by the names of the reservation's members and of ours (section 2.6). */
const people: { readonly [name: string]: unknown } = { pilots: [], instructor: null, displayName: null };

/** The same value without the people of reservations, at any depth: what may be kept where no names are shown. */
export function withoutPeople(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPeople);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(people, name) ? people[name] : withoutPeople(member),
    ]),
  );
}
