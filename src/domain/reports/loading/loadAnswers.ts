import type { Instant } from '#domain/time/time.ts';
import { emptyShape, widened } from '#domain/reports/columns/inference.ts';
import { type LoadPlan, type PagingMode, standing, nothingSeen, pageRelation, tell, type Told } from './loadPlan.ts';
import type { ReportPage } from './reportQuery.ts';

/** The call's answer has come. One that nobody waits for any more is not taken. */
export function arrived(before: LoadPlan, page: ReportPage, now: Instant): LoadPlan {
  if (!before.asking) return before;
  const plan = {
    ...before,
    asking: null,
    failure: null,
    failures: 0,
    totalItems: page.totalItems ?? before.totalItems,
  };
  const next = takers[plan.phase](plan, page);
  const isComplete = next.stand === 'complete';
  // Nothing is compared with any more: the rows alone stay in memory.
  if (isComplete) return standing({ ...next, seen: nothingSeen }, 'complete', now);
  const isEnough = next.phase === 'onward' && next.rows.length >= next.wanted && next.stand === 'loading';
  return isEnough ? standing(next, 'resting', now) : next;
}

const takers: Readonly<Record<LoadPlan['phase'], (plan: LoadPlan, page: ReportPage) => LoadPlan>> = {
  first: takeFirst,
  second: takeSecond,
  'without limit': takeWhole,
  onward: takeOnward,
  given: (plan, page) => complete(take(plan, page), 'given'),
};

function takeFirst(plan: LoadPlan, page: ReportPage): LoadPlan {
  // Nothing can come again where nothing follows: a hundred thousand rows at once need not be compared.
  if (isAll(plan, page))
    return complete(append(plan, page, { ...page, seen: nothingSeen, repeated: 0, changed: 0 }), 'whole');
  return { ...take(plan, page), phase: 'second' };
}

/**
 * Whether the first answer holds everything. A total that equals a full page may be that page's alone, and without a total a
 * short page may be all that a service sends at once: then the second call tells.
 */
function isAll({ limit }: LoadPlan, { received, totalItems }: ReportPage): boolean {
  if (received === 0) return true;
  if (received > limit) return received >= (totalItems ?? 0);
  return received < limit && received >= (totalItems ?? Number.POSITIVE_INFINITY);
}

function takeSecond(plan: LoadPlan, page: ReportPage): LoadPlan {
  if (page.received === 0) return complete(plan, 'whole');
  const relation = pageRelation(plan.rows, page.rows);
  if (relation === 'new') return takeOnward({ ...plan, mode: 'page', phase: 'onward' }, page);
  if (hasAll(plan)) return complete(plan, 'whole');
  if (relation === 'same') return { ...plan, phase: 'without limit' };
  return { ...plan, mode: 'record', phase: 'onward' };
}

/** Asked for everything, a service that ignores offset may send it; what came before is among it. */
function takeWhole(plan: LoadPlan, page: ReportPage): LoadPlan {
  const { totalItems, limit } = plan;
  const isShort = totalItems === null ? plan.received >= limit : plan.received < totalItems;
  if (page.received <= plan.received) return complete(plan, isShort ? 'single' : 'whole');
  const { rows, setAside, received } = page;
  return complete({ ...plan, rows, shape: widened(emptyShape, rows), setAside, received, pages: 1 }, 'whole');
}

function takeOnward(plan: LoadPlan, page: ReportPage): LoadPlan {
  const next = take(plan, page);
  const isNews = next.rows.length > plan.rows.length || next.setAside.length > plan.setAside.length;
  return !isNews || hasAll(next) ? complete(next, plan.mode) : next;
}

function take(plan: LoadPlan, page: ReportPage): LoadPlan {
  return append(plan, page, tell(plan.seen, page.rows));
}

function append(plan: LoadPlan, page: ReportPage, { seen, rows, repeated, changed }: Told): LoadPlan {
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
  return { ...plan, mode, stand: 'complete' };
}
