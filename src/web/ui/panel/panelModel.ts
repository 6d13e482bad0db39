import { failureWords } from '#domain/answers/failures.ts';
import { leastTrusted, type Reading, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';
import { type Clock, clockText, durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';

/** What a panel says about its data. */
export type PanelState = {
  readonly state: ReadingState;
  /** Whether every source that adds to it has answered or failed. */
  readonly isSettled: boolean;
  /** The age of the oldest data it draws; null while there is none. */
  readonly age: { readonly text: string; readonly isWarning: boolean } | null;
  /** True of data so old that it is hatched. */
  readonly isStale: boolean;
  /** Why loading waits, told once for all sources, because they share one allowance; null where none waits. */
  readonly wait: string | null;
  /** Sources whose last refresh failed, each with what is shown instead and what to do. */
  readonly failures: readonly { readonly source: string; readonly text: string }[];
};

/** The state of a panel whose content comes from `primary`, and to which `others` add. */
export function panelState(
  primary: Reading,
  others: readonly Reading[],
  { now, clock }: { readonly now: Instant; readonly clock: Clock },
): PanelState {
  const state = readingState(primary, now);
  const all = [primary, ...others];
  const oldest = leastTrusted(all, now);
  const hasFailed = state === 'failed';
  return {
    state,
    isSettled: others.every((other) => readingState(other, now) !== 'loading'),
    age: oldest && ageOf(oldest, now, clock),
    isStale: oldest !== null && readingState(oldest, now) === 'stale',
    wait: hasFailed ? null : waitText(all, clock),
    failures: hasFailed ? [] : all.flatMap((reading) => failedRefresh(reading, clock)),
  };
}

/** Quiet while the data is fresh; marked after two missed refreshes, "AS OF" after five. */
function ageOf(reading: Reading, now: Instant, clock: Clock): PanelState['age'] {
  if (reading.asOf === null) return null;
  const state = readingState(reading, now);
  const age = durationText(now - reading.asOf);
  if (state === 'fresh') return { text: `${age} ago`, isWarning: false };
  const text = state === 'stale' ? `AS OF ${clockText(reading.asOf, clock)}` : `${reading.source} ${age} old`;
  return { text, isWarning: true };
}

function waitText(readings: readonly Reading[], clock: Clock): string | null {
  const waiting = readings.filter(({ failure }) => failure?.kind === 'waiting');
  const failures = waiting.flatMap(({ failure }) => failure ?? []);
  const [latest] = failures.toSorted((a, b) => (b.until ?? 0) - (a.until ?? 0));
  if (!latest) return null;
  const sources = [...new Set(waiting.map(({ source }) => source.toLowerCase()))].join(' and ');
  return `${failureWords(latest, clock).title}. Not all ${sources} have loaded yet.`;
}

function failedRefresh({ source, asOf, failure }: Reading, clock: Clock): PanelState['failures'] {
  if (!failure || failure.kind === 'waiting') return [];
  const { title, advice } = failureWords(failure, clock);
  const what = source.toLowerCase();
  const shown = asOf === null ? `No ${what} to show` : `Showing ${what} as of ${clockText(asOf, clock)}`;
  return [{ source, text: `${title}. ${shown}. ${advice}` }];
}
