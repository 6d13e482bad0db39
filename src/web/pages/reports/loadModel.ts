import { failureWords } from '#domain/answers/failures.ts';
import { countOf, wantedRows } from '#domain/reports/loading/loadPages.ts';
import { type LoadPlan, defaultLimit, withStatus } from '#domain/reports/loading/loadPlan.ts';
import { rowsText, trustedTotal } from '#domain/reports/loading/part.ts';
import { type Clock, clockText, durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { numberText } from '#domain/words.ts';

/** How the service pages, in a sentence; null before it is known. */
export function pagingText({ mode, received, limit, offset }: LoadPlan): string | null {
  const rows = rowsText(received);
  if (mode === 'page') return 'Paging as specified: offset counts pages.';
  if (mode === 'record') return 'Nonstandard paging: offset counts rows, not pages.';
  if (mode === 'single') return `Paging not supported: the service always returns its first ${rows}.`;
  if (mode === 'given') return `Only the page at offset ${offset} was requested.`;
  if (mode === 'unknown') return null;
  if (received > limit) return `Limit not supported: the service returned all ${rows} at once.`;
  return received === 0 ? 'The service returned no rows.' : `All rows in one response: ${rows}.`;
}

/** Warnings about the data that was received. */
export function loadWarnings(plan: LoadPlan): string[] {
  const { totalItems, isTotalWrong, repeated, changed, mode } = plan;
  const came = countOf(plan);
  const isShort = plan.status === 'complete' && mode !== 'given' && totalItems !== null && came !== totalItems;
  return [
    ...(isShort || isTotalWrong
      ? [`The service reported ${rowsText(totalItems ?? 0)} but sent ${numberText(came)}.`]
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
  const loaded = countOf(plan);
  const total = trustedTotal(plan);
  const { spent } = withStatus(plan, plan.status, now);
  const rate = loaded > 0 && spent > 0 ? (1000 * loaded) / spent : null;
  const goal = Math.min(total ?? Number.POSITIVE_INFINITY, wantedRows(plan));
  const remaining = total === null || rate === null ? null : (1000 * Math.max(0, goal - plan.rows.length)) / rate;
  return { loaded, total, rate, remaining };
}

/** `1,500 of 4,726 rows`, `1,500 rows so far`; the current step before any are shown. */
export function progressText({ loaded, total }: LoadProgress, isFinding = false): string {
  if (isFinding) return `Finding the newest rows${total === null ? '' : ` of ${numberText(total)}`} …`;
  return numberText(loaded) + (total === null ? ' rows so far' : ` of ${rowsText(total)}`);
}

/** `2,500 rows per second, about 1 min left`; null before the first page. */
export function rateText({ rate, remaining }: LoadProgress, isLoading: boolean): string | null {
  if (rate === null) return null;
  const left = remaining !== null && isLoading ? `, about ${durationText(remaining)} left` : '';
  return `${numberText(Math.round(rate))} rows per second${left}`;
}

/**
 * Whether to show the load's progress: for a load that a person requested or stopped, and during the search for the newest rows.
 * Other automatic loading adds rows below those already shown.
 */
export function hasLoadBar(plan: LoadPlan): boolean {
  const { pages, status, failure, rows } = plan;
  if (pages === 0 || status === 'idle' || status === 'complete') return false;
  const isRequested = plan.target > rows.length || plan.until !== null || wantedRows(plan) === Number.POSITIVE_INFINITY;
  return plan.order === null || isRequested || status !== 'loading' || failure !== null;
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
  /** How many more rows one button loads, and its label, `Load 500 older`; null if no more than that are left. */
  readonly more: { readonly rows: number; readonly label: string } | null;
  /** `Load all 4,726`. */
  readonly all: string;
};

/** What can be loaded next; null if loading is complete or under way. */
export function loadChoices(plan: LoadPlan): LoadChoices | null {
  if (plan.status !== 'idle') return null;
  const total = trustedTotal(plan);
  const left = total === null ? null : total - plan.rows.length;
  const rows = Math.min(defaultLimit, plan.limit, left ?? defaultLimit);
  const isOrdered = plan.order === 'newest last' || plan.order === 'newest first';
  const more = { rows, label: `Load ${numberText(rows)} ${isOrdered ? 'older' : 'more'}` };
  return { more: left === rows ? null : more, all: `Load all${total === null ? '' : ` ${numberText(total)}`}` };
}
