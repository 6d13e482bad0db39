import type { PathParameters } from '#contract/addresses.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { AnswerFacts } from '#server/replica/storage/storage.ts';
import { type Findings, type ListPage, readPage } from './records.ts';

/** A good answer of the service as JSON; `askedAt` in milliseconds of the clock for ages. */
type ServiceAnswer = { readonly body: unknown; readonly askedAt: number };

/** Makes one call to the service, in its turn. Rejects with `RefreshError`. */
export type AskService = (id: OperationId, path: PathParameters, query: Query) => Promise<ServiceAnswer>;

/** Why a part could not be refreshed. */
export class RefreshError extends Error {
  override readonly name = 'RefreshError';
  /** The service's answer; null if no readable answer came. */
  readonly status: number | null;
  /** One word, as in `Cache-Status`. */
  readonly detail: string;
  /** Seconds until a retry, if known. */
  readonly retryAfter: number | null;

  constructor(message: string, known: { status: number | null; detail: string; retryAfter?: number | null }) {
    super(message);
    this.status = known.status;
    this.detail = known.detail;
    this.retryAfter = known.retryAfter ?? null;
  }
}

/** How the service pages, by operation; kept across restarts. */
export type PagingMemory = {
  readonly recall: (key: string) => string | null;
  readonly remember: (key: string, value: string) => void;
};

/** How many items of a list the service sends per page, if known to be fewer than requested. */
export function knownPageSize(id: OperationId, { recall }: Pick<PagingMemory, 'recall'>): number | null {
  const size = recall(sizeKey(id));
  return size === null ? null : Number(size);
}

const sizeKey = (id: OperationId) => `page size ${id}`;
const offsetKey = (id: OperationId) => `offset ${id}`;

export type ListQuestion = { readonly id: OperationId; readonly path: PathParameters; readonly query: Query };

/** How any list is read. */
export type Paging = {
  /** Items to request per page. */
  readonly limit: number;
  readonly memory: PagingMemory;
  readonly findings: Findings;
  /**
   * What the last complete answer to this request said about itself. If it miscounts in the same way again, the list
   * has no further items.
   */
  readonly known: Pick<AnswerFacts, 'said' | 'sent'> | null;
};

/** What has been read of a list, page by page. */
export type PagesRead = {
  /** The items of this page that no earlier page had; all of the first page. */
  readonly fresh: readonly unknown[];
  /** How many items this page held. */
  readonly sent: number;
  /** How many items there are on all pages so far. */
  readonly count: number;
  /** The service's total; null if it gives none. */
  readonly total: number | null;
  /** When the first call went out. */
  readonly askedAt: number;
  /** There are no more items. */
  readonly isWhole: boolean;
  /** Each page had the same total: nothing was added or removed in between. */
  readonly isSteady: boolean;
};

/** Pages after which a list counts as endless. */
const maxPages = 500;

/**
 * Reads a list page by page, until nothing more comes or the caller has enough. A page without new items is the last, so it
 * ends whatever total the service gives. Rejects with `RefreshError` if there is no end.
 */
export async function* pagesOf(
  ask: AskService,
  { id, path, query }: ListQuestion,
  { limit, memory, findings, known }: Paging,
): AsyncGenerator<PagesRead, void, void> {
  const seen = new Set<string>();
  let isByRecord = memory.recall(offsetKey(id)) === 'record';
  let isRecalled = isByRecord;
  let before: readonly string[] = [];
  let state: Joined = { count: 0, total: null, askedAt: 0, isSteady: true };
  for (let call = 0, number = 0; call < maxPages; call++) {
    const offset = isByRecord ? state.count : number;
    const question = { id, path, query: { ...query, limit, ...(offset > 0 && { offset }) } };
    const { page, askedAt } = await askPage(ask, question, findings);
    const texts = page.items.map((item) => JSON.stringify(item));
    const fresh = number === 0 ? page.items : page.items.filter((_, index) => !seen.has(texts[index] ?? ''));
    if (number > 0 && fresh.length === 0 && isRecalled && page.items.length === 0) {
      // The remembered fact is outdated: the offset counts pages.
      [isByRecord, isRecalled] = [false, false];
      memory.remember(offsetKey(id), 'page');
      continue;
    }
    if (number > 0 && fresh.length > 0 && before.length < limit) {
      findings.add('clampedLimit', `${before.length} of ${limit}`);
      noteSize(id, before.length, memory);
    } else if (number === 0 && page.items.length > (knownPageSize(id, memory) ?? limit)) {
      noteSize(id, page.items.length, memory);
    }
    // The second page is the first, shifted by one record.
    if (number === 1 && !isByRecord && before.length > 1 && texts[0] === before[1]) {
      isByRecord = true;
      memory.remember(offsetKey(id), 'record');
    }
    if (isByRecord && number === 1) findings.add('recordOffset');
    for (const text of texts) seen.add(text);
    state = joined(state, { fresh, page, askedAt, isFirst: number === 0 });
    const isKnown = number === 0 && known !== null && known.said === state.total && known.sent === state.count;
    const isShorter = number > 0 && page.items.length < before.length;
    const isWhole = isKnown || fresh.length === 0 || isLast(page, state, { limit, isShorter });
    yield { ...state, fresh, sent: page.items.length, isWhole };
    if (isWhole) return;
    before = texts;
    number++;
  }
  throw new RefreshError('The flight service sends pages without end.', {
    status: 200,
    detail: 'endless',
  });
}

type Joined = Pick<PagesRead, 'count' | 'total' | 'askedAt' | 'isSteady'>;
type JoinedPage = Pick<PagesRead, 'fresh' | 'askedAt'> & { readonly page: ListPage; readonly isFirst: boolean };

function joined(before: Joined, { fresh, page, askedAt, isFirst }: JoinedPage): Joined {
  // An empty page may report a total of 0.
  const total = page.items.length > 0 || isFirst ? page.totalItems : before.total;
  return {
    count: before.count + fresh.length,
    total,
    askedAt: isFirst ? askedAt : before.askedAt,
    // A total that counts only its own page differs on the last one.
    isSteady: isFirst || (before.isSteady && (total === before.total || page.items.length === page.totalItems)),
  };
}

/**
 * Whether a page with new items is the last. A full page whose total equals its size may count only itself, and an
 * exceeded total is wrong. The page after the last then shows the end.
 */
function isLast(
  { items }: ListPage,
  { count, total }: Joined,
  { limit, isShorter }: { readonly limit: number; readonly isShorter: boolean },
): boolean {
  if (total === null) return isShorter || (items.length !== limit && !mayBeCut(items.length));
  return total > count ? false : total < count ? isShorter : !(items.length === limit && total === limit);
}

/** Whether a service may have cut a list to this many items. Services cut at round numbers, such as 50 or 100. */
export function mayBeCut(count: number): boolean {
  return count > 0 && (count % 10 === 0 || count % 25 === 0);
}

function noteSize(id: OperationId, size: number, memory: PagingMemory): void {
  if (knownPageSize(id, memory) !== size) memory.remember(sizeKey(id), String(size));
}

/** One answer as a page of a list. Rejects with `RefreshError` if it is not one. */
export async function askPage(
  ask: AskService,
  { id, path, query }: ListQuestion,
  findings: Findings,
): Promise<{ page: ListPage; askedAt: number }> {
  const { body, askedAt } = await ask(id, path, query);
  const page = readPage(body, findings);
  if (!page) throw unreadable();
  return { page, askedAt };
}

export function unreadable(): RefreshError {
  return new RefreshError('The service sent an answer that does not match the specification.', {
    status: 200,
    detail: 'unreadable',
  });
}
