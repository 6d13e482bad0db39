import { type FreeForm, isRecord, namesOf } from '#contract/objects.ts';
import { textOf } from '#domain/answers/members.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { readInstant } from '#domain/time/time.ts';
import { thresholds } from '#domain/thresholds.ts';
import { areCheckoutsUnread, type Checkout, readUser, toCheckouts } from '#domain/people/checkouts.ts';
import { fullName } from '#domain/reservations/reservations.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { folded } from '#domain/reports/columns/values.ts';
import { isGuid, type Writing } from '#web/components/records/recordModel.ts';
import type { NextReservation } from './nextModel.ts';
import { personAddress } from './personModel.ts';
import { locale, numberText } from '#domain/words.ts';

/** A person of the gateway's copy, with the members that this page uses. */
export type KnownPerson = {
  readonly userId: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly externalId: string | null;
  /** Null until loaded. */
  readonly aircraftCheckouts: readonly unknown[] | null;
};

/** A person in the list. */
export type PersonLine = {
  /** Its position in the list: a service may send a person twice. */
  readonly place: number;
  readonly key: string;
  readonly name: string;
  /** Empty if not given; `not known` if it may be an instructor. */
  readonly role: string;
  /** Models covered by checkouts, and the number of checkouts no longer valid; empty if not loaded. */
  readonly checkouts: string;
  readonly external: string;
  /** What they are on or have next: null for nothing in the days that are read; undefined while those are not all read. */
  readonly next: NextReservation | null | undefined;
  /** The day of the last flight; empty if not given. */
  readonly flown: string;
  /** Empty for active, the usual one. */
  readonly status: string;
};

/** What is known of people besides their records. */
export type Beside = {
  readonly people: readonly KnownPerson[];
  /** Null if they could not be loaded. */
  readonly instructorIds: readonly string[] | null;
  /** What each person has next, and whether all days ahead are read, so that nobody is wrongly said to have nothing. */
  readonly next: { readonly byPerson: ReadonlyMap<string, NextReservation>; readonly isWhole: boolean };
};

/** People as the service lists them, with what else is known of them. */
export function personLines(
  rows: readonly Pick<RecordRow, 'key' | 'title' | 'value'>[],
  { people, instructorIds, next }: Beside,
  writing: Writing,
): PersonLine[] {
  const known = new Map(people.map((person) => [person.userId.toLowerCase(), person]));
  const instructors = new Set(instructorIds?.map((id) => id.toLowerCase()));
  const otherwise = instructorIds === null ? 'not known' : '';
  return rows.map(({ key, title, value }, place) => {
    const id = key.toLowerCase();
    const record = isRecord(value) ? value : {};
    const status = isRecord(record['status']) ? textOf(record['status'], 'name') : textOf(record, 'status');
    return {
      place,
      key,
      name: title,
      role: textOf(record, 'role', 'userType') ?? (instructors.has(id) ? 'Instructor' : otherwise),
      checkouts: checkoutsText(record, known.get(id), writing),
      external: textOf(record, 'externalId') ?? '',
      next: next.byPerson.get(id) ?? (next.isWhole ? null : undefined),
      flown: flownText(record, writing),
      status: status === null || status.toLowerCase() === 'active' ? '' : status,
    };
  });
}

function flownText(record: FreeForm, { now, zone }: Writing): string {
  const at = readInstant(textOf(record, 'lastFlightDate'), zone);
  return at === null ? '' : dateText(at, now, zone.name);
}

type Hideable = 'status' | 'flown' | 'with' | 'checkouts' | 'external';

/**
 * The columns to leave out: those that say nothing, checkouts unless they are known of everyone shown, and ids unless someone
 * searches or sorts by them.
 */
export function hiddenColumns(lines: readonly PersonLine[], hasIds: boolean): readonly Hideable[] {
  const isEmpty = {
    status: lines.every(({ status }) => status === ''),
    flown: lines.every(({ flown }) => flown === ''),
    with: lines.every(({ next }) => !next?.others),
    checkouts: lines.some(({ checkouts }) => checkouts === ''),
    external: !hasIds,
  };
  return namesOf(isEmpty).filter((id) => isEmpty[id]);
}

/** `C152, DA40 NG; 1 ends Tue 26 May; 1 expired`; empty if checkouts are not loaded, `none` if there are none. */
function checkoutsText(record: object, known: KnownPerson | undefined, { now, zone }: Writing): string {
  const own = 'aircraftCheckouts' in record ? record.aircraftCheckouts : null;
  // The copy has the newest of all records of a person.
  const given = known?.aircraftCheckouts ?? (Array.isArray(own) ? own : null);
  const user = given ? readUser({ ...record, aircraftCheckouts: given }) : null;
  if (!user) return '';
  if (areCheckoutsUnread(user)) return 'could not be read';
  const checkouts = toCheckouts(user, now, zone);
  if (checkouts.length === 0) return 'none';
  const models = checkouts
    .filter(({ state }) => state === 'valid')
    .map(({ record: one, type }) => one.model?.name ?? type);
  const soon = checkouts
    .filter(({ state }) => state === 'valid')
    .flatMap(({ expires }) => expires ?? [])
    .filter((expires) => expires - now <= thresholds().checkoutEndsSoon);
  const ending =
    soon.length === 0
      ? ''
      : `${soon.length} ${soon.length === 1 ? 'ends' : 'end from'} ${dateText(Math.min(...soon), now, zone.name)}`;
  const others = (['expired', 'revoked', 'revoked later', 'undated'] as const).flatMap((state) =>
    countOf(checkouts, state),
  );
  return [[...new Set(models)].join(', '), ending, ...others].filter(Boolean).join('; ');
}

function countOf(checkouts: readonly Checkout[], state: Checkout['state']): string[] {
  const { length } = checkouts.filter((checkout) => checkout.state === state);
  return length === 0 ? [] : [`${length} ${state === 'undated' ? 'without a date' : state}`];
}

/** No one reads more than this: another word narrows the search. */
const maxFound = 100;

export type Found = {
  /** Records of the people found, by name; at most 100 for a search. */
  readonly rows: readonly Pick<RecordRow, 'key' | 'title' | 'value'>[];
  readonly count: number;
};

/** The people whose name, external id or id contains every word of the text; everyone for a blank text. */
export function findPeople(people: readonly KnownPerson[], text: string): Found {
  const words = folded(text.trim()).split(/\s+/).filter(Boolean);
  const found = people.filter((person) => {
    const { firstName, lastName, externalId, userId } = person;
    const all = folded([firstName, lastName, externalId, userId].filter(Boolean).join(' '));
    return words.every((word) => all.includes(word));
  });
  const rows = found
    .map((value) => ({ key: value.userId, title: nameOf(value), value }))
    .toSorted((a, b) => a.title.localeCompare(b.title, locale));
  return { rows: words.length === 0 ? rows : rows.slice(0, maxFound), count: found.length };
}

function nameOf(person: KnownPerson): string {
  return fullName(person) || person.userId;
}

/** `12 found`, `100 of 143 found`; `143 in all` without a search. */
export function foundText({ rows, count }: Found, text: string): string {
  const all = numberText(count);
  if (text.trim() === '') return `${all} in all`;
  return rows.length === count ? `${all} found` : `${numberText(rows.length)} of ${all} found`;
}

/** Addresses that ask the service for exactly the typed text, including blanks. */
export function exactLinks(text: string): readonly { readonly label: string; readonly link: string }[] {
  if (text.trim() === '') return [];
  const external = { label: `Open external ID “${text}”`, link: personAddress('external', text) };
  return isGuid(text.trim())
    ? [{ label: `Open user ID “${text.trim()}”`, link: personAddress('id', text.trim()) }, external]
    : [external];
}

/** Where Enter leads: to the only match or exact id, otherwise to the service's answer for it; null for several matches. */
export function enterLink(text: string, people: readonly KnownPerson[]): string | null {
  if (text.trim() === '') return null;
  const same = people.find(({ externalId }) => externalId === text);
  if (same) return personAddress('external', text);
  const { rows, count } = findPeople(people, text);
  const [only] = rows;
  if (only && count === 1) return personAddress('id', only.key);
  return count === 0 ? (exactLinks(text)[0]?.link ?? null) : null;
}
