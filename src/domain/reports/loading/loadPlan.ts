import { millisecondsInSecond } from '#domain/units.ts';
import type { Withheld } from '#contract/access/columns.ts';
import type { SetAside } from '#contract/answers.ts';
import type { Failure } from '#domain/answers/failures.ts';
import type { FreeForm } from '#contract/objects.ts';
import type { Instant } from '#domain/time/time.ts';
import { emptyShape, type Shape, widened } from '#domain/reports/columns/columns.ts';
import type { DatedBy, ListEnd, ListOrder } from '#domain/reports/rows/newestFirst.ts';
import { type SeenRows, noRowsSeen } from './pageOverlap.ts';
import type { ItemsPlace } from '#domain/reports/rows/rowStore.ts';

/**
 * How a service pages a data set, as detected. `page`, `record`: what offset counts. `whole`: one response holds
 * everything. `single`: offset is ignored and only the first rows are available. `given`: the user gave a page, and
 * only that is requested.
 */
type PagingMode = 'unknown' | 'page' | 'record' | 'whole' | 'single' | 'given';

/**
 * `idle`: the requested number of rows is loaded. `paused` by the user. `failed`: the loaded rows are kept, and loading
 * can resume.
 */
export type LoadStatus = 'loading' | 'idle' | 'paused' | 'failed' | 'complete';

/**
 * The purpose of the next call. The first two detect how the service pages. `end` requests the last rows, to see which
 * end of the list is newer. Then pages follow one another, `onward` from the start or `backward` from the end.
 */
type LoadPhase = 'first' | 'second' | 'without limit' | 'end' | 'onward' | 'backward' | 'given';

/** The paging parameters of a call; null is left out. */
export type PageRequest = { readonly offset: number | null; readonly limit: number | null };

/** Consecutive rows in the service's list. */
export type Segment = {
  /** The first item and the one after the last, in the service's own count. */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly FreeForm[];
  /** The shape of `rows`. */
  readonly shape: Shape;
  readonly setAside: readonly SetAside[];
};

/** A load of a data set, one call at a time. */
export type LoadPlan = {
  /** Rows per call. */
  readonly limit: number;
  /** The offset that the user gave; null loads all pages. */
  readonly offset: number | null;
  /** How to tell which rows are newest; null if the rows have no date, or the user gave a page. */
  readonly dated: DatedBy | null;
  readonly phase: LoadPhase;
  readonly mode: PagingMode;
  readonly status: LoadStatus;
  /** Rows after which loading goes idle. */
  readonly target: number;
  /** A list of at most this many rows is loaded completely by itself. */
  readonly wholeUpTo: number;
  /** The newest rows are loaded back to this time, unless they are too many; null for no time. */
  readonly until: Instant | null;
  /** Items in a full page: the service may have its own maximum. */
  readonly size: number;
  /** The rows from the start of the list, and those from its end; null until the first of these arrives. */
  readonly head: Segment;
  readonly tail: Segment | null;
  /** True if the list's last page has arrived. */
  readonly isEndSeen: boolean;
  /** Null until it is known. */
  readonly order: ListOrder | null;
  /** Rows at the other end that are dated later than the newest shown. */
  readonly later: number;
  /** The end whose rows are shown. */
  readonly end: ListEnd;
  /** The rows shown: one of the two ends or, once they meet, both; none until it is known which end is newer. */
  readonly rows: readonly FreeForm[];
  readonly shape: Shape;
  readonly setAside: readonly SetAside[];
  /** The total that the service last reported; null if it reports none. */
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
  /** The columns that the viewer's role does not see, over all pages received; null if nothing was left out. */
  readonly withheld: Withheld | null;
  /** The call in flight. */
  readonly pending: PageRequest | null;
  /** When to retry after a rate limit or an outage; null if not waiting. */
  readonly pausedUntil: Instant | null;
  /** The last call's failure; null after a success. */
  readonly failure: Failure | null;
  /** Failures in a row, not counting those with a Retry-After. */
  readonly failures: number;
  /** Milliseconds spent loading before `since`. */
  readonly spent: number;
  /** When loading last started; null while it is not loading. */
  readonly since: Instant | null;
};

/** Default rows per call: what clients of live services request. */
export const defaultLimit = 500;

export type LoadOptions = {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly dated?: DatedBy | null;
  readonly target?: number;
  readonly wholeUpTo?: number;
  readonly until?: Instant | null;
};

const noRows: Segment = { from: 0, to: 0, rows: [], shape: emptyShape, setAside: [] };

/**
 * A load that requests the first two pages, to detect how the service pages. Then it requests the last, to see which
 * end is newer, and goes idle after two pages from there. If rows have no date, it loads only the first pages.
 */
export function newLoad(options: LoadOptions, now: Instant): LoadPlan {
  const { limit = defaultLimit, offset, dated = null, target = 0, wholeUpTo = 0, until = null } = options;
  const isGiven = offset !== undefined;
  return {
    limit,
    offset: offset ?? null,
    dated: isGiven ? null : dated,
    phase: isGiven ? 'given' : 'first',
    mode: isGiven ? 'given' : 'unknown',
    status: 'loading',
    target,
    wholeUpTo,
    until,
    size: limit,
    head: noRows,
    tail: null,
    isEndSeen: false,
    order: isGiven || dated === null ? 'unknown' : null,
    later: 0,
    end: 'first',
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
    withheld: null,
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

function nextRequest(plan: LoadPlan): PageRequest {
  const { phase, mode, limit, offset, size, head, tail } = plan;
  if (phase === 'without limit') return { offset: null, limit: null };
  if (phase === 'first') return { offset: null, limit };
  // The rows returned show whether offset 1 means the next page or the next row.
  if (phase === 'second') return { offset: 1, limit };
  if (phase === 'given') return { offset, limit };
  const start = phase === 'onward' ? head.to : startFromEnd(plan);
  if (mode === 'page') return { offset: Math.floor(start / size), limit };
  // There may be less than a page of rows between the two ends.
  const room = tail && start < tail.from ? tail.from - start : Infinity;
  return { offset: start, limit: Math.min(limit, room) };
}

/**
 * The start of the next page from the end. It is the last page, the one after it if the list has grown, or the one
 * before.
 */
function startFromEnd({ mode, size, head, tail, isEndSeen, totalItems }: LoadPlan): number {
  if (tail && !isEndSeen) return tail.to;
  const before = tail ? tail.from : (totalItems ?? 0);
  if (mode !== 'page') return Math.max(head.to, before - size);
  return Math.max(0, Math.ceil(before / size) - 1) * size;
}

const maxFailures = 5;

/**
 * The call failed. It is retried at the time the service gives or, a few times, with backoff. A failure that cannot
 * pass by itself stops the load.
 */
export function callFailed(plan: LoadPlan, failure: Failure, now: Instant): LoadPlan {
  if (!plan.pending) return plan;
  const { kind, status, retryAfter } = failure;
  const isWaitRequested = kind === 'limited' || kind === 'waiting' || (status === 503 && retryAfter !== null);
  const isPassing = isWaitRequested || ['offline', 'timeout', 'upstream', 'unreadable'].includes(kind);
  const failures = isWaitRequested ? plan.failures : plan.failures + 1;
  const next = { ...plan, pending: null, failure, failures };
  if (!isPassing || failures >= maxFailures) return showing(withStatus(next, 'failed', now));
  return { ...next, pausedUntil: now + (retryAfter ?? 2 ** failures * millisecondsInSecond) };
}

/** Pauses the load; a page in flight is still added. */
export function pausedLoad(plan: LoadPlan, now: Instant): LoadPlan {
  return plan.status === 'loading' ? showing(withStatus(plan, 'paused', now)) : plan;
}

/** Resumes after a pause or a failure. */
export function resumedLoad(plan: LoadPlan, now: Instant): LoadPlan {
  if (plan.status !== 'paused' && plan.status !== 'failed') return plan;
  // `pausedUntil` stays: a rate limit applies whatever the user presses.
  return withStatus({ ...plan, failures: 0 }, 'loading', now);
}

/** Loads until there are this many rows; `Infinity` loads all. */
export function withTarget(plan: LoadPlan, rows: number, now: Instant): LoadPlan {
  if (plan.status === 'complete') return plan;
  const isThere = plan.status !== 'loading' && plan.rows.length >= rows;
  if (isThere) return { ...plan, target: rows };
  return withStatus({ ...plan, target: rows, failures: 0 }, 'loading', now);
}

/** Stops the load: loaded rows are kept, and the response in flight is dropped. The newer end is not searched again. */
export function cancelledLoad(plan: LoadPlan, now: Instant): LoadPlan {
  if (plan.status === 'complete') return plan;
  const stopped: LoadPlan = { ...withoutCall(plan), target: 0, wholeUpTo: 0, until: null };
  const phase = plan.phase === 'end' ? 'onward' : plan.phase;
  const unordered: LoadPlan = plan.order === null ? { ...stopped, phase, order: 'unknown', tail: null } : stopped;
  return showing(withStatus(unordered, 'idle', now));
}

/** Drops the aborted call in flight; the next step repeats it. */
export function withoutCall(plan: LoadPlan): LoadPlan {
  return plan.pending ? { ...plan, pending: null } : plan;
}

/** The plan with another status; the time spent loading is carried over. */
export function withStatus(plan: LoadPlan, status: LoadStatus, now: Instant): LoadPlan {
  const spent = plan.spent + (plan.since === null ? 0 : Math.max(0, now - plan.since));
  return { ...plan, status, spent, since: status === 'loading' ? now : null };
}

/** True while the newest rows are being searched and none are shown yet. */
export function isFinding({ order, status, rows }: LoadPlan): boolean {
  return order === null && status === 'loading' && rows.length === 0;
}

/**
 * The plan with the rows that it shows. A list's first rows may be its oldest. They are shown only if the load stops
 * before the newest are found, and then stay until those arrive.
 */
export function showing(plan: LoadPlan): LoadPlan {
  if (isFinding(plan)) return plan;
  const { rows, shape, setAside } = shownSegment(plan);
  return plan.rows === rows && plan.setAside === setAside ? plan : { ...plan, rows, shape, setAside };
}

/** The offset of the page with the newest rows; the first page if that is not known. */
export function newestOffset({ mode, size, tail, end, order, totalItems }: LoadPlan): number {
  if (tail === null || end === 'first' || order === null || totalItems === null) return 0;
  return mode === 'record' ? Math.max(0, totalItems - size) : Math.max(0, Math.ceil(totalItems / size) - 1);
}

/** The shown rows' position in the list. Rows from the end are counted from there, so that a row keeps its position. */
export function placeOf({ status, tail, end, order, rows }: LoadPlan): ItemsPlace {
  const isFromEnd = tail !== null && end === 'last' && order !== null;
  return { before: isFromEnd && status !== 'complete' ? Math.max(0, tail.to - rows.length) : 0, isFromEnd };
}

/** The rows shown, with their positions in the list. */
function shownSegment({ status, head, tail, end, order }: LoadPlan): Segment {
  if (tail === null) return head;
  if (status !== 'complete') return end === 'last' && order !== null ? tail : head;
  return {
    from: head.from,
    to: tail.to,
    rows: head.rows.concat(tail.rows),
    shape: widened(head.shape, tail.rows),
    setAside: head.setAside.concat(tail.setAside),
  };
}
