import type { SetAside } from '#contract/answers.ts';
import type { Failure } from '#domain/answers/failures.ts';
import type { FreeForm } from '#contract/objects.ts';
import type { Instant } from '#domain/time/time.ts';
import { emptyShape, type Shape, widened } from '#domain/reports/columns/columns.ts';
import type { ReportPage } from './reportQuery.ts';
import { type SeenRows, comparePage, pageRelation, noRowsSeen, type PageComparison } from './pageOverlap.ts';

/**
 * How a service pages a data set, as detected. `page`, `record`: what offset counts. `whole`: one response holds everything.
 * `single`: offset is ignored and only the first rows can be had. `given`: the user named a page, and only that is requested.
 */
type PagingMode = 'unknown' | 'page' | 'record' | 'whole' | 'single' | 'given';

/** `idle`: as many rows as were asked for are loaded. `paused` by the user. `failed`: the loaded rows are kept, and loading can resume. */
export type LoadStatus = 'loading' | 'idle' | 'paused' | 'failed' | 'complete';

/** What the next call is for. The first two detect how the service pages; from `onward` on, pages follow one another. */
type LoadPhase = 'first' | 'second' | 'without limit' | 'onward' | 'given';

/** The paging parameters of a call; null is left out. */
export type PageRequest = { readonly offset: number | null; readonly limit: number | null };

/** A load of a data set, one call at a time. */
export type LoadPlan = {
  /** Rows per call. */
  readonly limit: number;
  /** The offset the user named; null loads all pages. */
  readonly offset: number | null;
  readonly phase: LoadPhase;
  readonly mode: PagingMode;
  readonly status: LoadStatus;
  /** Rows after which loading goes idle. */
  readonly target: number;
  readonly rows: readonly FreeForm[];
  /** The shape of `rows`. */
  readonly shape: Shape;
  readonly setAside: readonly SetAside[];
  /** As the service last reported it; null if it does not. */
  readonly totalItems: number | null;
  /** True once the service has sent more rows than it reported. */
  readonly isTotalWrong: boolean;
  /** Items received, including unreadable and repeated ones. */
  readonly received: number;
  /** Pages received. */
  readonly pages: number;
  /** Rows dropped because they were received before. */
  readonly repeated: number;
  /** Rows received again with different contents; both versions are kept. */
  readonly changed: number;
  readonly seen: SeenRows;
  /** The call in flight. */
  readonly pending: PageRequest | null;
  /** When to retry after a rate limit or an outage; null if not waiting. */
  readonly pausedUntil: Instant | null;
  /** Of the last call; null after a success. */
  readonly failure: Failure | null;
  /** Failures in a row, not counting those with a Retry-After. */
  readonly failures: number;
  /** Milliseconds spent loading before `since`. */
  readonly spent: number;
  /** When loading last started; null while it is not loading. */
  readonly since: Instant | null;
};

/** Default rows per call: what clients of live services request. */
export const usualLimit = 500;

export type LoadOptions = { readonly limit?: number | undefined; readonly offset?: number | undefined };

/** A load that requests the first two pages, to detect how the service pages, and then goes idle. */
export function newLoad({ limit = usualLimit, offset }: LoadOptions, now: Instant): LoadPlan {
  return {
    limit,
    offset: offset ?? null,
    phase: offset === undefined ? 'first' : 'given',
    mode: offset === undefined ? 'unknown' : 'given',
    status: 'loading',
    target: 0,
    rows: [],
    shape: emptyShape,
    setAside: [],
    totalItems: null,
    isTotalWrong: false,
    received: 0,
    pages: 0,
    repeated: 0,
    changed: 0,
    seen: noRowsSeen,
    pending: null,
    pausedUntil: null,
    failure: null,
    failures: 0,
    spent: 0,
    since: now,
  };
}

export type LoadStep = {
  readonly plan: LoadPlan;
  /** The call to make now. */
  readonly request: PageRequest | null;
  /** When to check again; null if only an event can change anything. */
  readonly wakeAt: Instant | null;
};

/** What to do now: make a call, or check again later. */
export function nextStep(plan: LoadPlan, now: Instant): LoadStep {
  if (plan.status !== 'loading' || plan.pending) return { plan, request: null, wakeAt: null };
  if (plan.pausedUntil !== null && now < plan.pausedUntil) return { plan, request: null, wakeAt: plan.pausedUntil };
  const request = nextRequest(plan);
  return { plan: { ...plan, pending: request, pausedUntil: null }, request, wakeAt: null };
}

function nextRequest({ phase, mode, limit, offset, received, pages }: LoadPlan): PageRequest {
  if (phase === 'without limit') return { offset: null, limit: null };
  if (phase === 'first') return { offset: null, limit };
  // Whether offset 1 means the next page or the next row shows in the rows it returns.
  if (phase === 'second') return { offset: 1, limit };
  if (phase === 'given') return { offset, limit };
  return { offset: mode === 'record' ? received : pages, limit };
}

const mostFailures = 5;
const oneSecond = 1000;

/** The call failed: it is retried when the service says so or, a few times, with backoff. A failure that cannot pass by itself stops the load. */
export function callFailed(plan: LoadPlan, failure: Failure, now: Instant): LoadPlan {
  if (!plan.pending) return plan;
  const { kind, status, retryAfter } = failure;
  const isTold = kind === 'limited' || kind === 'waiting' || (status === 503 && retryAfter !== null);
  const isPassing = isTold || ['offline', 'timeout', 'upstream', 'unreadable'].includes(kind);
  const failures = isTold ? plan.failures : plan.failures + 1;
  const next = { ...plan, pending: null, failure, failures };
  if (!isPassing || failures >= mostFailures) return withStatus(next, 'failed', now);
  return { ...next, pausedUntil: now + (retryAfter ?? 2 ** failures * oneSecond) };
}

/** Pauses the load; a page in flight is still added. */
export function pausedLoad(plan: LoadPlan, now: Instant): LoadPlan {
  return plan.status === 'loading' ? withStatus(plan, 'paused', now) : plan;
}

/** Resumes after a pause or a failure. */
export function resumedLoad(plan: LoadPlan, now: Instant): LoadPlan {
  if (plan.status !== 'paused' && plan.status !== 'failed') return plan;
  // `pausedUntil` stays: a rate limit holds whatever the user presses.
  return withStatus({ ...plan, failures: 0 }, 'loading', now);
}

/** Loads until there are this many rows; `Infinity` loads all. */
export function withTarget(plan: LoadPlan, rows: number, now: Instant): LoadPlan {
  if (plan.status === 'complete') return plan;
  return withStatus({ ...plan, target: rows, failures: 0 }, 'loading', now);
}

/** Stops the load: loaded rows are kept, and the response in flight is dropped. */
export function cancelledLoad(plan: LoadPlan, now: Instant): LoadPlan {
  if (plan.status === 'complete') return plan;
  return withStatus({ ...withoutCall(plan), target: 0 }, 'idle', now);
}

/** Forgets the call in flight, because it was aborted; the next step makes it again. */
export function withoutCall(plan: LoadPlan): LoadPlan {
  return plan.pending ? { ...plan, pending: null } : plan;
}

/** The plan with another status; the time spent loading is carried over. */
export function withStatus(plan: LoadPlan, status: LoadStatus, now: Instant): LoadPlan {
  const spent = plan.spent + (plan.since === null ? 0 : Math.max(0, now - plan.since));
  return { ...plan, status, spent, since: status === 'loading' ? now : null };
}

/** Adds a page to the load; ignored if no call is pending. */
export function pageArrived(before: LoadPlan, page: ReportPage, now: Instant): LoadPlan {
  if (!before.pending) return before;
  const plan = {
    ...before,
    pending: null,
    failure: null,
    failures: 0,
    totalItems: page.totalItems ?? before.totalItems,
  };
  const next = pageHandlers[plan.phase](plan, page);
  const isComplete = next.status === 'complete';
  // No more pages will be compared, so only the rows stay in memory.
  if (isComplete) return withStatus({ ...next, seen: noRowsSeen }, 'complete', now);
  const isEnough = next.phase === 'onward' && next.rows.length >= next.target && next.status === 'loading';
  return isEnough ? withStatus(next, 'idle', now) : next;
}

const pageHandlers: Readonly<Record<LoadPlan['phase'], (plan: LoadPlan, page: ReportPage) => LoadPlan>> = {
  first: addFirst,
  second: addSecond,
  'without limit': addUnlimited,
  onward: addOnward,
  given: (plan, page) => complete(addPage(plan, page), 'given'),
};

function addFirst(plan: LoadPlan, page: ReportPage): LoadPlan {
  // No page follows, so there is nothing to compare: this matters for a hundred thousand rows in one response.
  if (isAll(plan, page))
    return complete(append(plan, page, { ...page, seen: noRowsSeen, repeated: 0, changed: 0 }), 'whole');
  return { ...addPage(plan, page), phase: 'second' };
}

/**
 * Whether the first response holds everything. Some services report the size of the page as the total, and without a total
 * a short page may be the service's own maximum: then the second call decides.
 */
function isAll({ limit }: LoadPlan, { received, totalItems }: ReportPage): boolean {
  if (received === 0) return true;
  if (received > limit) return received >= (totalItems ?? 0);
  return received < limit && received >= (totalItems ?? Number.POSITIVE_INFINITY);
}

function addSecond(plan: LoadPlan, page: ReportPage): LoadPlan {
  if (page.received === 0) return complete(plan, 'whole');
  const relation = pageRelation(plan.rows, page.rows);
  if (relation === 'new') return addOnward({ ...plan, mode: 'page', phase: 'onward' }, page);
  if (hasAll(plan)) return complete(plan, 'whole');
  if (relation === 'same') return { ...plan, phase: 'without limit' };
  return { ...plan, mode: 'record', phase: 'onward' };
}

/** A service that ignores offset may send everything when no limit is given; that includes the rows received before. */
function addUnlimited(plan: LoadPlan, page: ReportPage): LoadPlan {
  const { totalItems, limit } = plan;
  const isShort = totalItems === null ? plan.received >= limit : plan.received < totalItems;
  if (page.received <= plan.received) return complete(plan, isShort ? 'single' : 'whole');
  const { rows, setAside, received } = page;
  return complete({ ...plan, rows, shape: widened(emptyShape, rows), setAside, received, pages: 1 }, 'whole');
}

function addOnward(plan: LoadPlan, page: ReportPage): LoadPlan {
  const next = addPage(plan, page);
  const hasNewRows = next.rows.length > plan.rows.length || next.setAside.length > plan.setAside.length;
  return !hasNewRows || hasAll(next) ? complete(next, plan.mode) : next;
}

function addPage(plan: LoadPlan, page: ReportPage): LoadPlan {
  return append(plan, page, comparePage(plan.seen, page.rows));
}

function append(plan: LoadPlan, page: ReportPage, { seen, rows, repeated, changed }: PageComparison): LoadPlan {
  const setAside = page.setAside.map((one) => ({ ...one, index: one.index + plan.received }));
  const isRepeated = page.rows.length > 0 && repeated === page.rows.length;
  const next = {
    ...plan,
    seen,
    rows: plan.rows.concat(rows),
    shape: widened(plan.shape, rows),
    setAside: isRepeated ? plan.setAside : plan.setAside.concat(setAside),
    received: plan.received + page.received,
    pages: plan.pages + 1,
    repeated: plan.repeated + repeated,
    changed: plan.changed + changed,
  };
  return { ...next, isTotalWrong: plan.isTotalWrong || isBeyond(next) };
}

const countOf = ({ rows, setAside }: LoadPlan) => rows.length + setAside.length;

function isBeyond(plan: LoadPlan): boolean {
  return plan.offset === null && plan.totalItems !== null && countOf(plan) > plan.totalItems;
}

function hasAll(plan: LoadPlan): boolean {
  return plan.totalItems !== null && !plan.isTotalWrong && countOf(plan) >= plan.totalItems;
}

function complete(plan: LoadPlan, mode: PagingMode): LoadPlan {
  return { ...plan, mode, status: 'complete' };
}
