import type { PathParameters } from '#contract/addresses.ts';
import type { ReplicaSet } from '#contract/gateway/ages.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { type Span, wallText, type Zone } from '#domain/time/time.ts';
import {
  type Findings,
  type ListPage,
  newFindings,
  readPage,
  readRecords,
  type ReadReservation,
  readReservations,
  storedRecord,
} from './records.ts';
import { completeUntil } from './slices.ts';
import type { AnswerFacts, StoredRecord } from '#server/replica/storage/storage.ts';

/** One good answer of the service as JSON; `askedAt` in milliseconds of the clock for ages. */
type ServiceAnswer = { readonly body: unknown; readonly askedAt: number };

/** Asks the service once, in its turn. Rejects with `RefreshError`. */
export type AskService = (id: OperationId, path: PathParameters, query: Query) => Promise<ServiceAnswer>;

/** Why a part could not be refreshed. */
export class RefreshError extends Error {
  override readonly name = 'RefreshError';
  /** What the service answered; null when no answer came that could be read. */
  readonly status: number | null;
  /** One word, as in `Cache-Status`. */
  readonly detail: string;
  /** Seconds, where it is known when to try again. */
  readonly retryAfter: number | null;

  constructor(message: string, known: { status: number | null; detail: string; retryAfter?: number | null }) {
    super(message);
    this.status = known.status;
    this.detail = known.detail;
    this.retryAfter = known.retryAfter ?? null;
  }
}

/** What was learned of how the service pages, by operation; kept across restarts. */
export type PagingMemory = {
  readonly recall: (key: string) => string | null;
  readonly remember: (key: string, value: string) => void;
};

/** A complete list, and what was odd about it. */
export type CollectedPart = {
  readonly askedAt: number;
  readonly records: readonly StoredRecord[];
  readonly facts: AnswerFacts;
};

/** Pages after which a list is taken as endless. */
const mostPages = 500;

/** All items of a list, whatever way the service pages; `askedAt` is when the first call went out. */
type WholeList = { readonly items: unknown[]; readonly total: number | null; readonly askedAt: number };

/**
 * Reads a whole list of Core. The specification returns all items when `limit` is omitted (section 8); where a service
 * sends fewer than it says there are, the list is read page by page, and that is remembered.
 */
export async function collectList(
  ask: AskService,
  { set, id, path }: { readonly set: ReplicaSet; readonly id: OperationId; readonly path: PathParameters },
  memory: PagingMemory,
): Promise<CollectedPart> {
  const findings = newFindings();
  let list = await readWhole(ask, { id, path, query: {} }, memory, findings);
  // What moved between two pages is there or not there by chance: a second look decides.
  if (list.total !== null && list.total !== list.items.length) {
    list = await readWhole(ask, { id, path, query: {} }, memory, findings);
  }
  const { items, total, askedAt } = list;
  const { records, skipped } = readRecords(set, items, findings);
  return { askedAt, records, facts: factsOf(items.length, total, skipped, findings) };
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

type Question = { readonly id: OperationId; readonly path: PathParameters; readonly query: Query };

async function readWhole(
  ask: AskService,
  question: Question,
  memory: PagingMemory,
  findings: Findings,
): Promise<WholeList> {
  const { paging }: Operation = operations[question.id];
  const key = `pages ${question.id}`;
  const needsPages = paging?.defaultLimit !== null || memory.recall(key) !== null;
  if (!needsPages) {
    const { page, askedAt } = await askPage(ask, question, findings);
    if (page.totalItems === null || page.items.length >= page.totalItems) {
      return { items: [...page.items], total: page.totalItems, askedAt };
    }
    memory.remember(key, String(page.items.length));
  }
  return readPages(ask, question, paging?.maxLimit ?? 100, memory, findings);
}

async function readPages(
  ask: AskService,
  question: Question,
  limit: number,
  memory: PagingMemory,
  findings: Findings,
): Promise<WholeList> {
  const offsetKey = `offset ${question.id}`;
  let isByRecord = memory.recall(offsetKey) === 'record';
  const items: unknown[] = [];
  const seen = new Set<string>();
  let first: number | null = null;
  let total: number | null = null;
  for (let number = 0; number < mostPages; number++) {
    const offset = isByRecord ? items.length : number;
    const query = { ...question.query, limit, ...(offset > 0 && { offset }) };
    const { page, askedAt } = await askPage(ask, { ...question, query }, findings);
    first ??= askedAt;
    total = page.totalItems;
    if (page.items.length < limit && items.length + page.items.length < (total ?? 0)) {
      findings.add('clampedLimit', `${page.items.length} of ${limit}`);
    }
    const fresh = page.items.filter((item) => !seen.has(JSON.stringify(item)));
    if (number === 1 && !isByRecord && fresh.length <= 1 && page.items.length > 1) {
      // The second page is the first one moved by one record.
      isByRecord = true;
      memory.remember(offsetKey, 'record');
    } else {
      if (number > 0 && fresh.length === 0) break;
      for (const item of fresh) seen.add(JSON.stringify(item));
      items.push(...(number === 0 ? page.items : fresh));
    }
    if (page.items.length === 0 || (total !== null && items.length >= total)) break;
  }
  if (isByRecord) findings.add('recordOffset');
  return { items, total, askedAt: first ?? 0 };
}

async function askPage(
  ask: AskService,
  { id, path, query }: Question,
  findings: Findings,
): Promise<{ page: ListPage; askedAt: number }> {
  const { body, askedAt } = await ask(id, path, query);
  const page = readPage(body, findings);
  if (!page) throw unreadable();
  return { page, askedAt };
}

function unreadable(): RefreshError {
  return new RefreshError('The service sent an answer of another form than the specification shows.', {
    status: 200,
    detail: 'unreadable',
  });
}

/** One answer about reservations: complete for starts from the beginning of the slice until `until`. */
export type CollectedSlice = {
  readonly askedAt: number;
  /** Exclusive; null where nothing can be told from a page that was not all, so that the slice has to be halved. */
  readonly until: number | null;
  /** Those that belong to the slice, with their place in the order of the answer. */
  readonly records: readonly (ReadReservation & { readonly position: number })[];
  readonly facts: AnswerFacts;
  /** What the service says there is in the whole slice. */
  readonly total: number | null;
};

/** What cannot be explained by reading a filter in another zone, in milliseconds. */
const tolerance = 26 * 3_600_000;

/** Largest `limit` of the reservations list (section 4.2). */
const pageLimit = 250;

const ignoresFilters = 'reservations ignore filters';
const pageSizeKey = 'reservations per page';

/** How many reservations the service sends per call, as far as is known. */
export function reservationsPerCall(memory: Pick<PagingMemory, 'recall'>): number {
  return Number(memory.recall(pageSizeKey) ?? pageLimit);
}

type SliceQuestion = { readonly zone: Zone; readonly path: PathParameters };

/**
 * Reads the reservations that start within a span by one call: those that start before its end and end after its start,
 * trimmed by their starts. The zone of a filter's date-time is not documented, so the union of the two readings is asked
 * for, the operator's and UTC. Where a service ignores the filter the whole list is read.
 */
export async function collectSlice(
  ask: AskService,
  span: Span,
  { zone, path }: SliceQuestion,
  memory: PagingMemory,
): Promise<CollectedSlice> {
  const findings = newFindings();
  const id = 'listReservations';
  if (memory.recall(ignoresFilters) === null) {
    const question = { id, path, query: { filters: sliceFilters(span, zone.name), limit: pageLimit } } as const;
    const { page, askedAt } = await askPage(ask, question, findings);
    const read = readReservations(page.items, zone, findings);
    if (!read.records.some((record) => isOutside(record, span))) {
      const isWhole = await isAll(ask, question, page, memory, findings);
      const starts = read.records.flatMap(({ start }) => start ?? []);
      const sent = page.items.length;
      const until = isWhole ? span.end : completeUntil(span, { starts, sent, total: page.totalItems });
      return sliceOf(span, read, { askedAt, until, isWhole, sent, total: page.totalItems, findings });
    }
    memory.remember(ignoresFilters, 'yes');
  }
  findings.add('ignoredFilter', 'startTime, endTime');
  const list = await readPages(ask, { id, path, query: {} }, pageLimit, memory, findings);
  const read = readReservations(list.items, zone, findings);
  return sliceOf(span, read, {
    askedAt: list.askedAt,
    until: span.end,
    isWhole: true,
    sent: list.items.length,
    total: null,
    findings,
  });
}

/** Reads the reservations that began before an instant and still run then: shop visits and trips of several days. */
export async function collectRunning(
  ask: AskService,
  before: number,
  { zone, path }: SliceQuestion,
  memory: PagingMemory,
): Promise<CollectedPart> {
  const findings = newFindings();
  const query = { filters: sliceFilters({ start: before, end: before }, zone.name) };
  const list = await readPages(ask, { id: 'listReservations', path, query }, pageLimit, memory, findings);
  const { records } = readReservations(list.items, zone, findings);
  const running = records.filter(({ start, end }) => start !== null && end !== null && start < before && end >= before);
  return {
    askedAt: list.askedAt,
    records: running,
    facts: { said: null, sent: running.length, skipped: [], findings: {} },
  };
}

/** Reads one page of a report, whatever is in it. */
export async function collectReport(
  ask: AskService,
  { id, path, query }: { readonly id: OperationId; readonly path: PathParameters; readonly query: Query },
): Promise<CollectedPart> {
  const { body, askedAt } = await ask(id, path, query);
  if (typeof body !== 'object' || body === null) throw unreadable();
  return { askedAt, records: [storedRecord('', body)], facts: { said: null, sent: 1, skipped: [], findings: {} } };
}

/** Reads the reservations of one person from an instant on: where one that is no longer in its slice may be now. */
export async function collectOfPerson(
  ask: AskService,
  { userId, from }: { readonly userId: string; readonly from: number },
  { zone, path }: SliceQuestion,
): Promise<{ askedAt: number; records: readonly ReadReservation[] }> {
  const endTime = { operator: 'gt', values: [wallText(from, zone.name)] } as const;
  const query = { filters: { userId: { operator: 'eq', values: [userId] } as const, endTime }, limit: pageLimit };
  const findings = newFindings();
  const { page, askedAt } = await askPage(ask, { id: 'listReservations', path, query }, findings);
  return { askedAt, records: readReservations(page.items, zone, findings).records };
}

/**
 * Whether a page holds all there is. A page that is short of both its limit and the total comes from a service that sends
 * smaller pages, or from one that miscounts: the page after it tells, once.
 */
async function isAll(
  ask: AskService,
  question: Question,
  page: ListPage,
  memory: PagingMemory,
  findings: Findings,
): Promise<boolean> {
  const sent = page.items.length;
  if (page.totalItems === null || sent >= page.totalItems) return true;
  if (sent >= pageLimit) return false;
  if (sent !== reservationsPerCall(memory)) {
    const next = await askPage(ask, { ...question, query: { ...question.query, offset: 1 } }, findings);
    const known = new Set(page.items.map((item) => JSON.stringify(item)));
    if (next.page.items.every((item) => known.has(JSON.stringify(item)))) return true;
    memory.remember(pageSizeKey, String(sent));
  }
  findings.add('clampedLimit', `${sent} of ${pageLimit}`);
  return false;
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

type SliceReading = Pick<CollectedSlice, 'askedAt' | 'until' | 'total'> & {
  /** False where the service has more for the question, which asks beyond the slice, than one page holds. */
  readonly isWhole: boolean;
  readonly sent: number;
  readonly findings: Findings;
};

function sliceOf(
  span: Span,
  { records, skipped }: ReturnType<typeof readReservations>,
  { askedAt, until, isWhole, sent, total, findings }: SliceReading,
): CollectedSlice {
  const end = until ?? span.end;
  const own = records
    .map((record, position) => ({ ...record, position }))
    .filter(({ place }) => (place ?? span.start) >= span.start && (place ?? span.start) < end);
  return {
    askedAt,
    until,
    records: own,
    facts: factsOf(sent, isWhole ? total : null, skipped, findings),
    total,
  };
}
