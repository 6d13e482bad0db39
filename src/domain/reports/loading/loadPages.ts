import { joinedWithheld } from '#contract/access/columns.ts';
import type { Instant } from '#domain/time/time.ts';
import { columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { type LoadPlan, type PageRequest, type Segment, showing, withStatus } from './loadPlan.ts';
import { edgeOf, newestColumn, orderOfEnds } from '#domain/reports/rows/newestFirst.ts';
import { comparePage, noRowsSeen, type PageComparison, pageRelation } from './pageOverlap.ts';
import type { ReportPage } from './reportQuery.ts';

/** Adds a page to the load; ignored if no call is pending. */
export function pageArrived(before: LoadPlan, page: ReportPage, now: Instant): LoadPlan {
  const { pending } = before;
  if (!pending) return before;
  const plan = {
    ...before,
    pending: null,
    failure: null,
    failures: 0,
    totalItems: page.totalItems ?? before.totalItems,
    withheld: joinedWithheld(before.withheld, page.withheld),
  };
  const next = pageHandlers[plan.phase](plan, page, pending);
  // No more pages will be compared, so only the rows stay in memory.
  if (next.status === 'complete') return showing(withStatus({ ...next, seen: noRowsSeen }, 'complete', now));
  const shown = showing(next);
  const isEnough = isUnderWay(shown) && shown.rows.length >= wantedRows(shown) && shown.status === 'loading';
  return isEnough ? withStatus(shown, 'idle', now) : shown;
}

const isUnderWay = ({ phase }: LoadPlan) => phase === 'onward' || phase === 'backward';

/** Pages of the newest rows that load automatically. */
const newestPages = 2;

/** The most rows that are loaded to reach back to a time: 24 calls of 500. */
const maxUntil = 12_000;

/** The number of rows to load without a further request. */
export function wantedRows(plan: LoadPlan): number {
  const { target, wholeUpTo, dated, size, totalItems } = plan;
  if (totalItems !== null && totalItems <= wholeUpTo) return Number.POSITIVE_INFINITY;
  const usual = Math.max(target, dated ? newestPages * size : 0);
  return reachesBack(plan) ? usual : Math.max(usual, maxUntil);
}

/** True if the rows shown reach back to the requested time, or cannot, because the list has no order. */
function reachesBack({ until, dated, order, end, rows, shape }: LoadPlan): boolean {
  if (until === null || dated === null || order === 'unknown') return true;
  const column = newestColumn(dated.id, columnsOf(shape));
  if (!column) return rows.length > 0;
  const oldest = edgeOf({ rows, end }, column, dated.zone);
  return oldest !== null && oldest <= until;
}

type PageHandler = (plan: LoadPlan, page: ReportPage, request: PageRequest) => LoadPlan;

const pageHandlers: Readonly<Record<LoadPlan['phase'], PageHandler>> = {
  first: addFirst,
  second: addSecond,
  'without limit': addUnlimited,
  end: addEnd,
  onward: addOnward,
  backward: addBackward,
  given: (plan, page) => complete(addToHead(plan, page), 'given'),
};

function addFirst(plan: LoadPlan, page: ReportPage): LoadPlan {
  const sized = { ...plan, size: page.received || plan.limit };
  // No page follows, so there is nothing to compare: this matters for a hundred thousand rows in one response.
  if (isAll(plan, page)) {
    const compared = { ...page, seen: noRowsSeen, repeated: 0, changed: 0 };
    return complete(withHead(counted(sized, page, compared), page, compared), 'whole');
  }
  return { ...addToHead(sized, page), phase: 'second' };
}

/**
 * True if the first response holds everything. Some services report the page size as the total. Without a total, a
 * short page may be the service's own maximum. The second call then decides.
 */
function isAll({ limit }: LoadPlan, { received, totalItems }: ReportPage): boolean {
  if (received === 0) return true;
  if (received > limit) return received >= (totalItems ?? 0);
  return received < limit && received >= (totalItems ?? Number.POSITIVE_INFINITY);
}

function addSecond(plan: LoadPlan, page: ReportPage): LoadPlan {
  if (page.received === 0 || repeatsUnreadable(plan.head, page)) return complete(plan, 'whole');
  const relation = pageRelation(plan.head.rows, page.rows);
  if (relation === 'new') return towardsNewest(addOnward({ ...plan, mode: 'page', phase: 'onward' }, page));
  if (hasAll(plan)) return complete(plan, 'whole');
  if (relation === 'same') return { ...plan, phase: 'without limit' };
  return towardsNewest({ ...plan, mode: 'record', phase: 'onward' });
}

/** True if a page holds nothing but unreadable items that came before. */
function repeatsUnreadable({ setAside }: Segment, { rows, setAside: ownSetAsides }: ReportPage): boolean {
  const known = new Set(setAside.map(({ raw }) => JSON.stringify(raw)));
  return rows.length === 0 && ownSetAsides.every(({ raw }) => known.has(JSON.stringify(raw)));
}

/** With a total, the end of the list can be requested, to see if the newest rows are there. */
function towardsNewest(plan: LoadPlan): LoadPlan {
  if (plan.status === 'complete' || plan.order !== null) return plan;
  const hasEnd = plan.totalItems !== null && !plan.isTotalWrong && plan.totalItems > plan.head.to;
  return hasEnd ? { ...plan, phase: 'end' } : { ...plan, order: 'unknown' };
}

/** A service that ignores offset may send everything when no limit is given; that includes the rows received before. */
function addUnlimited(plan: LoadPlan, page: ReportPage): LoadPlan {
  const { totalItems, limit, received: before } = plan;
  const isShort = totalItems === null ? before >= limit : before < totalItems;
  if (page.received <= before) return complete(plan, isShort ? 'single' : 'whole');
  const { rows, setAside, received } = page;
  const head = { from: 0, to: received, rows, shape: widened(emptyShape, rows), setAside };
  return complete({ ...plan, head, received, pages: 1 }, 'whole');
}

function addOnward(plan: LoadPlan, page: ReportPage): LoadPlan {
  const next = addToHead(plan, page);
  return !hasMore(plan, next) || hasAll(next) || haveMet(next) ? complete(next, plan.mode) : next;
}

function addBackward(plan: LoadPlan, page: ReportPage, request: PageRequest): LoadPlan {
  const next = addToTail(plan, page, request);
  return !hasMore(plan, next) || hasAll(next) || haveMet(next) ? complete(next, plan.mode) : next;
}

/** A page from the end, before it is known which end is newer. */
function addEnd(plan: LoadPlan, page: ReportPage, request: PageRequest): LoadPlan {
  const next = addToTail(plan, page, request);
  const isEndSeen = plan.isEndSeen || !hasMore(plan, next) || !isFollowed(next, page);
  const { head, tail, dated, size } = next;
  // The service counts more rows than it sends.
  if (!tail || tail.rows.length === 0) return isEndSeen ? unknownEnd(next) : next;
  if (isEndSeen && (hasAll(next) || haveMet(next))) return complete({ ...next, isEndSeen }, plan.mode);
  // A few rows could be the ones that are out of order.
  if (!dated || !isEndSeen || 2 * tail.rows.length < size) return { ...next, isEndSeen };
  const { order, newer, later } = orderOfEnds(head, tail, dated);
  return { ...next, isEndSeen, order, later, end: newer, phase: newer === 'last' ? 'backward' : 'onward' };
}

function unknownEnd(plan: LoadPlan): LoadPlan {
  return { ...plan, tail: null, order: 'unknown', phase: 'onward' };
}

/** True if a page is full and the service now counts more rows than before: the list has grown during the load. */
function isFollowed({ tail, size, totalItems }: LoadPlan, { received }: ReportPage): boolean {
  return tail !== null && received >= size && (totalItems ?? 0) > tail.to;
}

function hasMore(before: LoadPlan, after: LoadPlan): boolean {
  return countOf(after) > countOf(before);
}

/** True if no page is left between the two ends. */
function haveMet({ head, tail }: LoadPlan): boolean {
  return tail !== null && head.to >= tail.from;
}

function addToHead(plan: LoadPlan, page: ReportPage): LoadPlan {
  const compared = comparePage(plan.seen, page.rows);
  return withHead(counted(plan, page, compared), page, compared);
}

function withHead(plan: LoadPlan, page: ReportPage, compared: PageComparison): LoadPlan {
  const { head, mode, size } = plan;
  const ownSegment = segmentOf(page, compared, head.to);
  // A page may hold too few items; the next one still begins at its regular position.
  const to = head.to + (mode === 'page' ? Math.max(size, page.received) : page.received);
  return { ...plan, head: { ...joined(head, ownSegment), to } };
}

/** Adds a page before or after the rows from the end. */
function addToTail(before: LoadPlan, page: ReportPage, { offset }: PageRequest): LoadPlan {
  const compared = comparePage(before.seen, page.rows);
  const plan = counted(before, page, compared);
  const { tail, mode, size } = plan;
  const ownSegment = segmentOf(page, compared, (offset ?? 0) * (mode === 'page' ? size : 1));
  if (!tail) return { ...plan, tail: ownSegment };
  return {
    ...plan,
    tail: ownSegment.from < tail.from ? { ...joined(ownSegment, tail), to: tail.to } : joined(tail, ownSegment),
  };
}

/** A page's new rows, with their positions in the list. */
function segmentOf(page: ReportPage, { rows, repeated }: PageComparison, from: number): Segment {
  const isRepeated = page.rows.length > 0 && repeated === page.rows.length;
  return {
    from,
    to: from + page.received,
    rows,
    shape: widened(emptyShape, rows),
    setAside: isRepeated ? [] : page.setAside.map((aside) => ({ ...aside, index: aside.index + from })),
  };
}

/** Joins two consecutive segments; the longer one's shape is widened by the other's rows. */
function joined(first: Segment, second: Segment): Segment {
  return {
    from: first.from,
    to: second.to,
    rows: first.rows.concat(second.rows),
    shape:
      first.rows.length < second.rows.length ? widened(second.shape, first.rows) : widened(first.shape, second.rows),
    setAside: first.setAside.concat(second.setAside),
  };
}

/** Counts an arrived page. */
function counted(plan: LoadPlan, page: ReportPage, { seen, rows, repeated, changed }: PageComparison): LoadPlan {
  const isRepeated = page.rows.length > 0 && repeated === page.rows.length;
  const came = countOf(plan) + rows.length + (isRepeated ? 0 : page.setAside.length);
  const isBeyond = plan.offset === null && plan.totalItems !== null && came > plan.totalItems;
  return {
    ...plan,
    seen,
    received: plan.received + page.received,
    pages: plan.pages + 1,
    repeated: plan.repeated + repeated,
    changed: plan.changed + changed,
    isTotalWrong: plan.isTotalWrong || isBeyond,
  };
}

/** Items of both ends, including unreadable ones and without repeated ones. */
export function countOf({ head, tail }: Pick<LoadPlan, 'head' | 'tail'>): number {
  const of = (segment: Segment | null) => (segment ? segment.rows.length + segment.setAside.length : 0);
  return of(head) + of(tail);
}

function hasAll(plan: LoadPlan): boolean {
  return plan.totalItems !== null && !plan.isTotalWrong && countOf(plan) >= plan.totalItems;
}

function complete(plan: LoadPlan, mode: LoadPlan['mode']): LoadPlan {
  return { ...plan, mode, status: 'complete' };
}
