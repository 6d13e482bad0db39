import { isRecord } from '#contract/objects.ts';
import { textOf } from '#domain/answers/unknownMembers.ts';
import { type Checkout, readUser, toCheckouts } from '#domain/people/checkouts.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { folded } from '#domain/reports/columns/values.ts';
import { isGuid, type Writing } from '#web/ui/records/recordModel.ts';
import { personAddress } from './personModel.ts';

/** A person of the gateway's copy, as far as this page reads one. */
export type KnownPerson = {
  readonly userId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly externalId: string | null;
  /** Null where they have not been asked for. */
  readonly aircraftCheckouts: readonly unknown[] | null;
};

/** Somebody in the list. */
export type PersonLine = {
  /** Its place in the list: a service may send somebody twice. */
  readonly place: number;
  readonly key: string;
  readonly name: string;
  /** Empty where nothing says it. */
  readonly role: string;
  /** Models that may be taken by checkout, and how many checkouts are no longer valid; empty where nothing is known. */
  readonly checkouts: string;
  readonly external: string;
  /** Empty for the usual one, active. */
  readonly status: string;
};

/** What is known of people besides their records. */
export type Beside = {
  readonly people: readonly KnownPerson[];
  readonly instructorIds: readonly string[];
};

/** People as the service lists them, with what is known of them besides. */
export function personLines(
  rows: readonly Pick<RecordRow, 'key' | 'title' | 'value'>[],
  { people, instructorIds }: Beside,
  writing: Writing,
): PersonLine[] {
  const known = new Map(people.map((person) => [person.userId.toLowerCase(), person]));
  const instructors = new Set(instructorIds.map((id) => id.toLowerCase()));
  return rows.map(({ key, title, value }, place) => {
    const id = key.toLowerCase();
    const record = isRecord(value) ? value : {};
    const status = isRecord(record['status']) ? textOf(record['status'], 'name') : textOf(record, 'status');
    return {
      place,
      key,
      name: title,
      role: textOf(record, 'role', 'userType') ?? (instructors.has(id) ? 'Instructor' : ''),
      checkouts: checkoutsText(record, known.get(id), writing),
      external: textOf(record, 'externalId') ?? '',
      status: status === null || status.toLowerCase() === 'active' ? '' : status,
    };
  });
}

/** `C152, DA40 NG; 1 expired`; empty where checkouts have not been asked for, `none` where there are none. */
function checkoutsText(record: object, known: KnownPerson | undefined, { now, zone }: Writing): string {
  const own = 'aircraftCheckouts' in record ? record.aircraftCheckouts : null;
  const given = Array.isArray(own) ? own : known?.aircraftCheckouts;
  const user = given ? readUser({ ...record, aircraftCheckouts: given }) : null;
  if (!user) return '';
  const checkouts = toCheckouts(user, now, zone);
  if (checkouts.length === 0) return 'none';
  const models = checkouts
    .filter(({ state }) => state === 'valid')
    .map(({ record: one, type }) => one.model?.name ?? type);
  const others = (['expired', 'revoked', 'undated'] as const).flatMap((state) => countOf(checkouts, state));
  return [[...new Set(models)].join(', '), ...others].filter(Boolean).join('; ');
}

function countOf(checkouts: readonly Checkout[], state: Checkout['state']): string[] {
  const { length } = checkouts.filter((one) => one.state === state);
  return length === 0 ? [] : [`${length} ${state === 'undated' ? 'without a date' : state}`];
}

/** More than this many nobody reads: another word finds the one that is meant. */
const mostFound = 100;

export type Found = {
  /** Records of the people found, by name, at most 100. */
  readonly rows: readonly Pick<RecordRow, 'key' | 'title' | 'value'>[];
  readonly count: number;
};

/** The people whose name, external id or id contains every word of the text. */
export function findPeople(people: readonly KnownPerson[], text: string): Found {
  const words = folded(text.trim()).split(/\s+/).filter(Boolean);
  const found = people.filter((person) => {
    const { firstName, lastName, externalId, userId } = person;
    const all = folded([firstName, lastName, externalId, userId].filter(Boolean).join(' '));
    return words.every((word) => all.includes(word));
  });
  const rows = found
    .map((value) => ({ key: value.userId, title: nameOf(value), value }))
    .toSorted((a, b) => a.title.localeCompare(b.title, 'en'));
  return { rows: rows.slice(0, mostFound), count: found.length };
}

function nameOf({ firstName, lastName, userId }: KnownPerson): string {
  return [firstName, lastName].filter(Boolean).join(' ') || userId;
}

/** `12 found`, `100 of 143 found`. */
export function foundText({ rows, count }: Found): string {
  return rows.length === count ? `${count} found` : `${rows.length} of ${count} found`;
}

/** Addresses that ask the service for exactly what was typed, blanks included. */
export function exactLinks(text: string): readonly { readonly label: string; readonly link: string }[] {
  if (text.trim() === '') return [];
  const external = { label: `Open external ID “${text}”`, link: personAddress('external', text) };
  return isGuid(text.trim())
    ? [{ label: `Open user ID “${text.trim()}”`, link: personAddress('id', text.trim()) }, external]
    : [external];
}

/** Where Enter leads: to the one who is found or whose id it is, else to what the service says of it; null where several are found. */
export function enterLink(text: string, people: readonly KnownPerson[]): string | null {
  if (text.trim() === '') return null;
  const same = people.find(({ externalId }) => externalId === text);
  if (same) return personAddress('external', text);
  const { rows, count } = findPeople(people, text);
  const [only] = rows;
  if (only && count === 1) return personAddress('id', only.key);
  return count === 0 ? (exactLinks(text)[0]?.link ?? null) : null;
}
