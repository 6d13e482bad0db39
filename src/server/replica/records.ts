import { type FreeForm, isRecord } from '#contract/objects.ts';
import { type ReplicaSet, setRow } from '#contract/sets.ts';
import { hash } from 'node:crypto';
import { timesOf } from '#domain/reservations/reservations.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import type { AnswerFacts, StoredRecord, StoredReservation } from '#server/replica/storage/storage.ts';
import { slimReservation } from '#server/replica/views/slim.ts';

/** How an answer may differ from the specification, in words for the setup page. */
export const findingWords = {
  bareArray: 'A list is a bare array, without totalItems.',
  nullItems: 'An empty list has items: null.',
  notARecord: 'An item of a list is not a record.',
  noId: 'A record has no id.',
  duplicate: 'A record occurs twice in one list.',
  capitals: 'An id has capital letters.',
  blanks: 'An id has blanks around it.',
  clampedLimit: 'The service sends fewer items per page than requested.',
  recordOffset: 'The offset of this list counts records, not pages.',
  ignoredFilter: 'The service ignores a filter, so the whole list must be loaded.',
  wrongTotal: 'totalItems differs from the number of items sent.',
  noTotal: 'A list has no totalItems, or it is not a number.',
} as const;
export type FindingKind = keyof typeof findingWords;

export function isFindingKind(name: string): name is FindingKind {
  return Object.hasOwn(findingWords, name);
}

/** Collects the oddities of one answer. */
export type Findings = {
  readonly add: (kind: FindingKind, example?: string | null, count?: number) => void;
  readonly found: () => AnswerFacts['findings'];
};

export function newFindings(): Findings {
  const found: { [Kind in FindingKind]?: { count: number; example: string | null } } = {};
  return {
    add(kind, example = null, count = 1) {
      const known = found[kind];
      found[kind] = { count: (known?.count ?? 0) + count, example: known?.example ?? example };
    },
    found: () => found,
  };
}

/** One page of a list, with any envelope. */
export type ListPage = {
  readonly items: readonly unknown[];
  /** Null if the service does not say. */
  readonly totalItems: number | null;
  readonly limit: number | null;
};

/** Reads a Paged list (section 2.1), or a bare array as seen in live services; null if it is neither. */
export function readPage(body: unknown, findings: Findings): ListPage | null {
  if (Array.isArray(body)) {
    findings.add('bareArray');
    return { items: body, totalItems: null, limit: null };
  }
  if (!isRecord(body) || !('items' in body)) return null;
  const { items, totalItems, limit } = body;
  if (items !== null && !Array.isArray(items)) return null;
  if (items === null) findings.add('nullItems');
  else if (wholeNumber(totalItems) === null) findings.add('noTotal', JSON.stringify(totalItems) ?? null);
  return { items: items ?? [], totalItems: wholeNumber(totalItems), limit: wholeNumber(limit) };
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** Members that distinguish records without an id, as far as possible. */
const nameMembers = ['name', 'tailNumber', 'description', 'lastName', 'externalId'];

export type ReadRecords<Item extends StoredRecord = StoredRecord> = {
  readonly records: readonly Item[];
  readonly skipped: AnswerFacts['skipped'];
};

/**
 * The records of a list in its order, each once, under ids without blanks and in lower case. If two have the same id,
 * the later one takes the place of the first. An item that is not a record is skipped, with a reason.
 */
export function readRecords(set: ReplicaSet, items: readonly unknown[], findings: Findings): ReadRecords {
  return collect(set, items, findings, set === 'reminders' ? storedReminder : storedRecord);
}

/** The same for reservations; also tidies their references to aircraft and people. */
export function readReservations(
  items: readonly unknown[],
  zone: Zone,
  findings: Findings,
): ReadRecords<ReadReservation> {
  return collect('reservations', items, findings, (id, record) => {
    tidyReferences(record, findings);
    return readReservation(id, record, zone);
  });
}

/** A reservation, and the instant that decides its day: its start, otherwise its end, otherwise unknown. */
export type ReadReservation = StoredReservation & { readonly place: Instant | null };

function readReservation(id: string, record: FreeForm, zone: Zone): ReadReservation {
  const { start, end } = timesOf(record, zone);
  const isTimed = start !== null && end !== null && start <= end;
  return {
    ...storedRecord(id, record),
    slim: JSON.stringify(slimReservation(record)),
    start: isTimed ? start : null,
    end: isTimed ? end : null,
    place: start ?? (end === null ? null : end - 1),
  };
}

function collect<Item extends StoredRecord>(
  set: ReplicaSet,
  items: readonly unknown[],
  findings: Findings,
  make: (id: string, record: FreeForm) => Item,
): ReadRecords<Item> {
  const { idMember: member } = setRow(set);
  const records = new Map<string, Item>();
  const skipped: AnswerFacts['skipped'][number][] = [];
  for (const item of items) {
    if (!isRecord(item)) {
      findings.add('notARecord', JSON.stringify(item).slice(0, 60));
      skipped.push({ raw: item, reason: 'no record' });
      continue;
    }
    if (member !== null) tidyId(item, member, findings);
    const ownId = member === null ? null : idOf(item, member);
    if (ownId === null && member !== null) findings.add('noId', nameOf(item));
    const id = ownId ?? standIn(nameOf(item), records);
    if (ownId !== null && records.has(id)) findings.add('duplicate', id);
    records.set(id, make(id, item));
  }
  return { records: Array.from(records.values()), skipped };
}

/** The time of reading (`currentDate`, section 2.3) differs in each answer and counts as a change only on a new day. */
function storedReminder(id: string, record: FreeForm): StoredRecord {
  const { dateOptions } = record;
  if (!isRecord(dateOptions) || typeof dateOptions['currentDate'] !== 'string') return storedRecord(id, record);
  const currentDate = dateOptions['currentDate'].slice(0, '2026-05-12'.length);
  const timeless = { ...record, dateOptions: { ...dateOptions, currentDate } };
  return { ...storedRecord(id, record), hash: storedRecord(id, timeless).hash };
}

export function storedRecord(id: string, record: object): StoredRecord {
  const json = JSON.stringify(record);
  return { id, json, hash: hash('sha1', json, 'base64') };
}

function tidyReferences(reservation: FreeForm, findings: Findings): void {
  const { aircraft, aircraftOption, pilots, instructor } = reservation;
  const option = isRecord(aircraftOption) ? aircraftOption['aircraft'] : null;
  for (const holder of [aircraft, option]) if (isRecord(holder)) tidyId(holder, 'aircraftId', findings);
  for (const holder of [instructor, ...(Array.isArray(pilots) ? pilots : [])]) {
    if (isRecord(holder)) tidyId(holder, 'userId', findings);
  }
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Writes an id without blanks and a guid in lower case, because ids ignore case. */
function tidyId(holder: FreeForm, member: string, findings: Findings): void {
  const value = holder[member];
  if (typeof value !== 'string') return;
  const trimmed = value.trim();
  const tidy = guid.test(trimmed) ? trimmed.toLowerCase() : trimmed;
  if (tidy === value) return;
  findings.add(trimmed === value ? 'capitals' : 'blanks', value);
  Reflect.set(holder, member, tidy);
}

function idOf(record: FreeForm, member: string): string | null {
  const value = record[member];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.toLowerCase() : null;
}

function nameOf(record: FreeForm): string {
  const reservation = [record['displayName'], record['startTime'], record['endTime']];
  const texts = [...nameMembers.map((name) => record[name]), ...reservation].filter(
    (value) => typeof value === 'string' && value !== '',
  );
  const tail = isRecord(record['aircraft']) ? record['aircraft']['tailNumber'] : null;
  return [...(typeof tail === 'string' ? [tail] : []), ...texts].join(' ').trim().toLowerCase();
}

/** An id for a record without one; it stays the same as long as the name does. */
function standIn(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) {
    const id = `~${name}${number > 1 ? ` ${number}` : ''}`;
    if (!taken.has(id)) return id;
  }
}

/** The external id of a user whose record has no checkouts; null if it has some, or has no external id. */
export function externalIdOf(json: string): string | null {
  const user: unknown = JSON.parse(json);
  if (!isRecord(user) || Array.isArray(user['aircraftCheckouts'])) return null;
  const { externalId } = user;
  return typeof externalId === 'string' && externalId !== '' ? externalId : null;
}

/** The id of a participant in a reservation; null if it names nobody. */
export function personOf(json: string): string | null {
  const reservation: unknown = JSON.parse(json);
  if (!isRecord(reservation)) return null;
  const { pilots, instructor } = reservation;
  const people: readonly unknown[] = [...(Array.isArray(pilots) ? pilots : []), instructor];
  const ids = people.map((person) => (isRecord(person) ? person['userId'] : null));
  return ids.find((id) => typeof id === 'string') ?? null;
}
