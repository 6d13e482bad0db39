import { millisecondsInHour } from '#domain/units.ts';
import type { PathParameters } from '#contract/addresses.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import { type Span, wallText, type Zone } from '#domain/time/time.ts';
import {
  askPage,
  type AskService,
  knownPageSize,
  mayBeCut,
  type ListQuestion,
  type PagesRead,
  pagesOf,
  type Paging,
  type PagingMemory,
  unreadable,
} from './pages.ts';
import {
  type Findings,
  newFindings,
  readRecords,
  type ReadReservation,
  readReservations,
  storedRecord,
} from './records.ts';
import { completeUntil } from '#server/replica/register/slices.ts';
import type { AnswerFacts, StoredRecord } from '#server/replica/storage/storage.ts';

/** A complete list, and its oddities. */
export type CollectedPart = {
  readonly askedAt: number;
  readonly records: readonly StoredRecord[];
  readonly facts: AnswerFacts;
};

/** All items of a list, however the service pages; `askedAt` is when the first call went out. */
type WholeList = { readonly items: readonly unknown[]; readonly total: number | null; readonly askedAt: number };

/** What the last complete answer to this request said about itself; null before the first. */
type KnownFacts = Paging['known'];

/**
 * Reads a whole list of Core. The specification returns all items when `limit` is omitted (section 8); if a service sends
 * fewer than it announces, the list is read page by page, and that is remembered.
 */
export async function collectList(
  ask: AskService,
  { set, id, path }: { readonly set: ReplicaSet; readonly id: OperationId; readonly path: PathParameters },
  memory: PagingMemory,
  known: KnownFacts,
): Promise<CollectedPart> {
  const findings = newFindings();
  const read = () => readWhole(ask, { id, path, query: {} }, { memory, findings, known });
  let list = await read();
  // Records that moved between two pages may be missing by chance; one second read decides.
  if (list.total !== null && list.total !== list.items.length && !isAsKnown(list, known)) list = await read();
  const { items, total, askedAt } = list;
  const { records, skipped } = readRecords(set, items, findings);
  return { askedAt, records, facts: factsOf(items.length, total, skipped, findings) };
}

function isAsKnown({ items, total }: Pick<WholeList, 'items' | 'total'>, known: KnownFacts): boolean {
  return known !== null && known.said === total && known.sent === items.length;
}

/** Reads one record, such as the operator or a user. */
export async function collectRecord(ask: AskService, id: OperationId, path: PathParameters): Promise<CollectedPart> {
  const { body, askedAt } = await ask(id, path, {});
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw unreadable();
  const facts = { said: null, sent: 1, skipped: [], findings: {} };
  return { askedAt, records: [storedRecord('', body)], facts };
}

function factsOf(sent: number, total: number | null, skipped: AnswerFacts['skipped'], findings: Findings): AnswerFacts {
  const isWrong = total !== null && total !== sent;
  if (isWrong) findings.add('wrongTotal', `${total} said, ${sent} sent`);
  return { said: isWrong ? total : null, sent, skipped, findings: findings.found() };
}

async function readWhole(
  ask: AskService,
  question: ListQuestion,
  { memory, findings, known }: Omit<Paging, 'limit'>,
): Promise<WholeList> {
  const { paging }: Operation = operations[question.id];
  const byPages = { limit: paging?.maxLimit ?? 100, memory, findings };
  const key = `pages ${question.id}`;
  const needsPages = paging?.defaultLimit !== null || memory.recall(key) !== null;
  if (!needsPages) {
    const { page, askedAt } = await askPage(ask, question, findings);
    const { items, totalItems: total } = page;
    const isCounted = total === null ? !mayBeCut(items.length) : total === items.length;
    if (isCounted || isAsKnown({ items, total }, known)) return { items, total, askedAt };
    const paged = await readPages(ask, question, { ...byPages, known });
    if (paged.items.length <= items.length) return { items, total, askedAt };
    memory.remember(key, String(items.length));
    return paged;
  }
  return readPages(ask, question, { ...byPages, known });
}

async function readPages(ask: AskService, question: ListQuestion, paging: Paging): Promise<WholeList> {
  let list: WholeList = { items: [], total: null, askedAt: 0 };
  for await (const { fresh, total, askedAt } of pagesOf(ask, question, paging)) {
    list = { items: [...list.items, ...fresh], total, askedAt };
  }
  return list;
}

/** The reservations read for some days: complete for starts from `from` until `until`, exclusive. */
export type CollectedSlice = {
  readonly askedAt: number;
  readonly from: number;
  readonly until: number;
  /** The reservations that start in that span, with their place in the answer. */
  readonly records: readonly (ReadReservation & { readonly position: number })[];
  readonly facts: AnswerFacts;
};

/** The milliseconds that reading a filter in another zone cannot explain. */
const tolerance = 26 * millisecondsInHour;

/** Largest `limit` of the reservations list (section 4.2). */
const pageLimit = 250;

const ignoresFilters = 'reservations ignore filters';

/** How many reservations the service sends per call, if known. */
export function reservationsPerCall(memory: Pick<PagingMemory, 'recall'>): number {
  return knownPageSize('listReservations', memory) ?? pageLimit;
}

/** Whether the service sends the same list for any days, so that it must be read as one. */
export function isOneList({ recall }: Pick<PagingMemory, 'recall'>): boolean {
  return recall(ignoresFilters) !== null;
}

type SliceQuestion = {
  readonly zone: Zone;
  readonly path: PathParameters;
  readonly memory: PagingMemory;
};

/** The days to read, and facts about the last answer for them. */
export type WantedSlice = { readonly span: Span; readonly known: KnownFacts };

/**
 * Reads the reservations that start within a span. It requests those that start before its end and end after its start, and
 * drops other starts. The zone of a filter's date-time is not documented, so it requests the union of both readings, the
 * operator's and UTC. Earlier reservations may fill the first page, so it reads pages until they reach well into the span.
 * Null if the service ignores the filter; then any span needs the whole list.
 */
export async function collectSlice(
  ask: AskService,
  wanted: WantedSlice,
  question: SliceQuestion,
): Promise<CollectedSlice | null> {
  if (isOneList(question.memory)) return readOneList(ask, wanted, question);
  const read = await readSlice(ask, wanted, question);
  if (!read) question.memory.remember(ignoresFilters, 'yes');
  // Records that moved between two pages may be missing by chance; a second read decides.
  const decided = read && !read.isSteady ? await readSlice(ask, wanted, question) : read;
  return decided?.slice ?? null;
}

/** Null if the service ignores the filter. */
async function readSlice(
  ask: AskService,
  { span, known }: WantedSlice,
  { zone, path, memory }: SliceQuestion,
): Promise<{ readonly slice: CollectedSlice; readonly isSteady: boolean } | null> {
  const findings = newFindings();
  const question = { id: 'listReservations', path, query: { filters: sliceFilters(span, zone.name) } } as const;
  const gathered = newGathering(zone, findings);
  for await (const pages of pagesOf(ask, question, { limit: pageLimit, memory, findings, known })) {
    gathered.add(pages);
    const { records } = gathered;
    const outside = records().filter((record) => isOutside(record, span)).length;
    if (outside > records().length / 2) return null;
    const starts = records().flatMap(({ start }) => start ?? []);
    const until = pages.isWhole ? span.end : completeUntil(span, starts, Math.ceil(pages.sent / 2));
    if (until === null) continue;
    return { slice: gathered.slice({ start: span.start, end: until }, pages), isSteady: pages.isSteady };
  }
  throw unreadable();
}

async function readOneList(
  ask: AskService,
  { span, known }: WantedSlice,
  { zone, path, memory }: SliceQuestion,
): Promise<CollectedSlice> {
  const findings = newFindings();
  findings.add('ignoredFilter', 'startTime, endTime');
  const gathered = newGathering(zone, findings);
  const paging = { limit: pageLimit, memory, findings, known };
  for await (const pages of pagesOf(ask, { id: 'listReservations', path, query: {} }, paging)) {
    gathered.add(pages);
    if (pages.isWhole) return gathered.slice(span, pages);
  }
  throw unreadable();
}

/** Joins the reservations of several pages, each once. */
function newGathering(zone: Zone, findings: Findings) {
  const records = new Map<string, ReadReservation>();
  const skipped: AnswerFacts['skipped'][number][] = [];
  return {
    records: () => Array.from(records.values()),
    add({ fresh }: PagesRead): void {
      const read = readReservations(fresh, zone, findings);
      for (const record of read.records) records.set(record.id, record);
      skipped.push(...read.skipped);
    },
    slice({ start, end }: Span, { askedAt, count, total, isWhole }: PagesRead): CollectedSlice {
      const ownRecords = Array.from(records.values(), (record, position) => ({ ...record, position })).filter(
        ({ place }) => (place ?? start) >= start && (place ?? start) < end,
      );
      // The request reaches beyond the slice, so the service may have more than was read.
      const facts = factsOf(count, isWhole ? total : null, skipped, findings);
      return { askedAt, from: start, until: end, records: ownRecords, facts };
    },
  };
}

/** Reads reservations that began before an instant and still run then: shop visits and trips of several days. */
export async function collectRunning(
  ask: AskService,
  before: number,
  { zone, path, memory }: SliceQuestion,
): Promise<CollectedPart> {
  const findings = newFindings();
  const query = { filters: sliceFilters({ start: before, end: before }, zone.name) };
  const paging = { limit: pageLimit, memory, findings, known: null };
  const list = await readPages(ask, { id: 'listReservations', path, query }, paging);
  const { records } = readReservations(list.items, zone, findings);
  const running = records.filter(({ start, end }) => start !== null && end !== null && start < before && end >= before);
  return {
    askedAt: list.askedAt,
    records: running,
    facts: { said: null, sent: running.length, skipped: [], findings: {} },
  };
}

/** Reads one page of a report, with any content. */
export async function collectReport(
  ask: AskService,
  { id, path, query }: { readonly id: OperationId; readonly path: PathParameters; readonly query: Query },
): Promise<CollectedPart> {
  const { body, askedAt } = await ask(id, path, query);
  if (typeof body !== 'object' || body === null) throw unreadable();
  return { askedAt, records: [storedRecord('', body)], facts: { said: null, sent: 1, skipped: [], findings: {} } };
}

/** Reads a person's reservations from an instant on, to find one that left its slice. */
export async function collectOfPerson(
  ask: AskService,
  { userId, from }: { readonly userId: string; readonly from: number },
  { zone, path }: Pick<SliceQuestion, 'zone' | 'path'>,
): Promise<{ askedAt: number; records: readonly ReadReservation[] }> {
  const endTime = { operator: 'gt', values: [wallText(from, zone.name)] } as const;
  const query = { filters: { userId: { operator: 'eq', values: [userId] } as const, endTime }, limit: pageLimit };
  const findings = newFindings();
  const { page, askedAt } = await askPage(ask, { id: 'listReservations', path, query }, findings);
  return { askedAt, records: readReservations(page.items, zone, findings).records };
}

function sliceFilters(span: Span, zone: string): NonNullable<Query['filters']> {
  const texts = (instant: number) => [wallText(instant, zone), wallText(instant, 'UTC')].toSorted();
  const [start = ''] = texts(span.start);
  const [, end = ''] = texts(span.end);
  return { startTime: { operator: 'lt', values: [end] }, endTime: { operator: 'gte', values: [start] } };
}

function isOutside({ start, end }: ReadReservation, span: Span): boolean {
  return start !== null && end !== null && (start > span.end + tolerance || end < span.start - tolerance);
}
