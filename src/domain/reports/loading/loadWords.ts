import { type LoadPlan, standing } from './loadPlan.ts';
import type { Instant } from '#domain/time/time.ts';

export type LoadProgress = {
  readonly loaded: number;
  readonly total: number | null;
  /** Rows a second, over all the time spent loading; null before anything came. */
  readonly rate: number | null;
  /** Milliseconds; null where the total or the rate is not known. */
  readonly remaining: number | null;
};

export function loadProgress(plan: LoadPlan, now: Instant): LoadProgress {
  const loaded = plan.rows.length + plan.setAside.length;
  const total = plan.isTotalWrong ? null : plan.totalItems;
  const { spent } = standing(plan, plan.stand, now);
  const rate = loaded > 0 && spent > 0 ? (1000 * loaded) / spent : null;
  const remaining = total === null || rate === null ? null : (1000 * Math.max(0, total - loaded)) / rate;
  return { loaded, total, rate, remaining };
}

const counted = new Intl.NumberFormat('en-US');

/** `6,214 rows`, `1 row`. */
export function rowsText(count: number): string {
  return `${counted.format(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** How the service was found to page, in a sentence; null before that is known. */
export function pagingWords(plan: LoadPlan): string | null {
  const rows = rowsText(plan.received);
  if (plan.mode === 'page') return 'The service pages as specified: offset counts pages.';
  if (plan.mode === 'record') return 'The service pages by rows: offset counts rows, not pages.';
  if (plan.mode === 'single') return `The service sends its first ${rows} and nothing else, whatever offset says.`;
  if (plan.mode === 'given') return `Only the page at offset ${plan.offset} was asked for.`;
  if (plan.mode === 'unknown') return null;
  if (plan.received > plan.limit) return `The service returns everything at once: ${rows}, paged here.`;
  return plan.received === 0 ? 'No rows match these parameters.' : `One answer holds everything: ${rows}.`;
}

/** What the rows that the table works on are: `the 250 rows loaded of 1,912`, `all 1,912 rows`. */
export function scopeText(plan: LoadPlan): string {
  const { length } = plan.rows;
  const total = plan.isTotalWrong ? null : plan.totalItems;
  if (plan.stand === 'complete' && plan.mode !== 'given' && plan.mode !== 'single') return `all ${rowsText(length)}`;
  return total === null || total <= length
    ? `the ${rowsText(length)} loaded`
    : `the ${rowsText(length)} loaded of ${counted.format(total)}`;
}

/** What is odd about what came, in words. */
export function loadOddities(plan: LoadPlan): string[] {
  const { rows, setAside, totalItems, repeated, changed, mode } = plan;
  const came = rows.length + setAside.length;
  const said = counted.format(totalItems ?? 0);
  const isShort = plan.stand === 'complete' && mode !== 'given' && totalItems !== null && came !== totalItems;
  return [
    ...(isShort || plan.isTotalWrong ? [`The service says there are ${said}, and sent ${counted.format(came)}.`] : []),
    ...(repeated > 0 ? [`${rowsText(repeated)} came twice and ${repeated === 1 ? 'is' : 'are'} shown once.`] : []),
    ...(changed > 0
      ? [`${rowsText(changed)} came again with other contents while loading; both versions are shown.`]
      : []),
  ];
}
