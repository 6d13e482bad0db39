import { failureWords } from '#domain/answers/failures.ts';
import { type LoadPlan, usualLimit, withStatus } from '#domain/reports/loading/loadPlan.ts';
import { type Clock, clockText, durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';

const counted = new Intl.NumberFormat('en-US');

/** `6,214 rows`, `1 row`. */
export function rowsText(count: number): string {
  return `${counted.format(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** The total that the service reports; null if it reports none, or a wrong one. */
function trustedTotal({ totalItems, isTotalWrong }: LoadPlan): number | null {
  return isTotalWrong ? null : totalItems;
}

/** `1,000 of 4,726 rows`, `26 rows`. */
export function countText(plan: LoadPlan): string {
  const { length } = plan.rows;
  const total = trustedTotal(plan);
  return total !== null && total > length ? `${counted.format(length)} of ${rowsText(total)}` : rowsText(length);
}

/** How the service pages, in a sentence; null before it is known. */
export function pagingText({ mode, received, limit, offset }: LoadPlan): string | null {
  const rows = rowsText(received);
  if (mode === 'page') return 'Paging as specified: offset counts pages.';
  if (mode === 'record') return 'Nonstandard paging: offset counts rows, not pages.';
  if (mode === 'single') return `Paging not supported: the service always returns its first ${rows}.`;
  if (mode === 'given') return `Only the page at offset ${offset} was requested.`;
  if (mode === 'unknown') return null;
  if (received > limit) return `Limit not supported: the service returned all ${rows} at once.`;
  return received === 0 ? 'No rows match these parameters.' : `All rows in one response: ${rows}.`;
}

/** The rows that the table works on: `the 250 rows loaded of 1,912`, `all 1,912 rows`. */
export function scopeText(plan: LoadPlan): string {
  const { length } = plan.rows;
  const total = trustedTotal(plan);
  const isComplete = plan.status === 'complete' && plan.mode !== 'given' && plan.mode !== 'single';
  if (isComplete) return length === 1 ? 'the only row' : `all ${rowsText(length)}`;
  return total === null || total <= length
    ? `the ${rowsText(length)} loaded`
    : `the ${rowsText(length)} loaded of ${counted.format(total)}`;
}

/** Warnings about the data that was received. */
export function loadWarnings(plan: LoadPlan): string[] {
  const { rows, setAside, totalItems, isTotalWrong, repeated, changed, mode } = plan;
  const came = rows.length + setAside.length;
  const isShort = plan.status === 'complete' && mode !== 'given' && totalItems !== null && came !== totalItems;
  return [
    ...(isShort || isTotalWrong
      ? [`The service reported ${rowsText(totalItems ?? 0)} but sent ${counted.format(came)}.`]
      : []),
    ...(repeated > 0 ? [`${rowsText(repeated)} sent twice, shown once.`] : []),
    ...(changed > 0 ? [`${rowsText(changed)} changed while loading; both versions are shown.`] : []),
  ];
}

export type LoadProgress = {
  readonly loaded: number;
  readonly total: number | null;
  /** Rows per second while loading; null before the first page. */
  readonly rate: number | null;
  /** Milliseconds; null if the total or the rate is unknown. */
  readonly remaining: number | null;
};

export function loadProgress(plan: LoadPlan, now: Instant): LoadProgress {
  const loaded = plan.rows.length + plan.setAside.length;
  const total = trustedTotal(plan);
  const { spent } = withStatus(plan, plan.status, now);
  const rate = loaded > 0 && spent > 0 ? (1000 * loaded) / spent : null;
  const remaining = total === null || rate === null ? null : (1000 * Math.max(0, total - loaded)) / rate;
  return { loaded, total, rate, remaining };
}

/** `1,500 of 4,726 rows`, `1,500 rows so far`. */
export function progressText({ loaded, total }: LoadProgress): string {
  return counted.format(loaded) + (total === null ? ' rows so far' : ` of ${rowsText(total)}`);
}

/** `2,500 rows per second, about 1 min left`; null before the first page. */
export function rateText({ rate, remaining }: LoadProgress, isLoading: boolean): string | null {
  if (rate === null) return null;
  const left = remaining !== null && isLoading ? `, about ${durationText(remaining)} left` : '';
  return `${counted.format(Math.round(rate))} rows per second${left}`;
}

/** Whether the progress of the load is shown. The second page is loaded unasked and needs no progress. */
export function hasLoadBar({ pages, status, phase, failure }: LoadPlan): boolean {
  if (pages === 0 || status === 'idle' || status === 'complete') return false;
  return phase === 'onward' || status !== 'loading' || failure !== null;
}

/** Why loading has stopped; null while it runs. */
export function stopText(plan: LoadPlan, clock: Clock): { readonly isWarning: boolean; readonly text: string } | null {
  const { status, failure, pausedUntil } = plan;
  if (status === 'paused') return { isWarning: false, text: 'Paused. Loaded rows are kept.' };
  if (!failure) return null;
  const { title, advice } = failureWords(failure, clock);
  const message = failure.entries[0]?.message;
  const reason = message ? `${title} (“${message}”)` : title;
  if (status === 'failed') {
    return { isWarning: true, text: `${reason}. Loading stopped; ${rowsText(plan.rows.length)} kept. ${advice}` };
  }
  const resumes = pausedUntil === null ? '' : `; resumes at ${clockText(pausedUntil, clock)}`;
  return { isWarning: true, text: reason + resumes };
}

export type LoadChoices = {
  /** How many more rows one button loads; null if that is all there are. */
  readonly more: number | null;
  /** `Load all 4,726`. */
  readonly all: string;
};

/** What can be loaded next; null if loading is complete or under way. */
export function loadChoices(plan: LoadPlan): LoadChoices | null {
  if (plan.status !== 'idle') return null;
  const total = trustedTotal(plan);
  const left = total === null ? null : total - plan.rows.length;
  const more = Math.min(usualLimit, plan.limit, left ?? usualLimit);
  return { more: left === more ? null : more, all: `Load all${total === null ? '' : ` ${counted.format(total)}`}` };
}
