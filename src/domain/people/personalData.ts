import { memberLabel } from '#domain/answers/members.ts';

/** Names of members that hold contact data, balances, birth dates or pictures, as seen in live services. */
const personal = /phone|mobile|e-?mail|address|balance|birth|gender|image|photo|avatar|password/i;

/** True if a member's name suggests personal data. */
export function isPersonal(name: string): boolean {
  return personal.test(name);
}

/**
 * A copy without personal members, at any depth, safe to store on a shared device. Names stay: a squawk names the
 * person who reported it.
 */
export function withoutPersonalData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonalData);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isPersonal(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutPersonalData(member)]));
}

/**
 * The kinds of personal data that `withoutPersonalData` removes from this value, each once, in words: `Email`, `Phone
 * number`.
 */
export function personalMembers(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.entries(value).flatMap(([name, member]) => {
    if (Array.isArray(value) || !personal.test(name)) return personalMembers(member);
    return member === null || member === '' ? [] : [memberLabel(name)];
  });
  return [...new Set(found)];
}

/** Pilots and instructors, by the members' names in the service's and our own reservations (section 2.6). */
const people: { readonly [name: string]: unknown } = { pilots: [], instructor: null, displayName: null };

/** A copy without the people of reservations, at any depth, for places that show no names. */
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
