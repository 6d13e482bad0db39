import { isOut } from '#domain/answers/connection.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { knowledgeOf, namesOf, type NoneText, noneText, type Situation } from '#domain/answers/known.ts';
import { leastTrusted, type Reading, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';
import { isTold } from '#domain/answers/outage.ts';
import { type Clock, clockText, durationText, whenText } from '#domain/time/clock.ts';

/** What a panel says about its data. */
export type PanelState = {
  readonly state: ReadingState;
  /** Whether every optional source has answered or failed. */
  readonly isSettled: boolean;
  /** The age of the oldest data it draws; null while it draws none. */
  readonly age: { readonly text: string; readonly isWarning: boolean } | null;
  /** True if the data is so old that it is hatched. */
  readonly isStale: boolean;
  /** Why loading waits, shown once for all sources, because they share one allowance; null if none waits. */
  readonly wait: string | null;
  /**
   * Sources whose last refresh failed, each with what is missing and what to do. A lost connection, and a cause that several
   * sources share, are reported once for the whole screen, not here.
   */
  readonly failures: readonly { readonly source: string; readonly text: string }[];
  /** Behind the dashes in place of all content, if the screen's banner says why none has arrived; otherwise null. */
  readonly dashes: NoneText | null;
};

/** The state of a panel with content from `primary` and optional data from `others`. */
export function panelState(primary: Reading, others: readonly Reading[], situation: Situation): PanelState {
  const { now, connection } = situation;
  const read = readingState(primary, now);
  const state = read === 'failed' && !isReported(primary, situation) ? 'loading' : read;
  const all = [primary, ...others];
  const oldest = primary.asOf === null ? null : leastTrusted(all, now);
  const hasFailed = state === 'failed';
  const isToldOf = isOut(connection) || (read === 'failed' && state !== read && connection.outage?.isShown === true);
  return {
    state,
    isSettled: others.every((other) => readingState(other, now) !== 'loading'),
    age: oldest && ageOf(oldest, situation),
    isStale: oldest !== null && readingState(oldest, now) === 'stale',
    ...(hasFailed ? { wait: null, failures: [] } : troubleOf(all, situation)),
    dashes: state === 'loading' && isToldOf ? noneText(knowledgeOf([primary], situation), '') : null,
  };
}

/** The messages about sources that wait or whose last refresh failed. */
export function troubleOf(readings: readonly Reading[], situation: Situation): Pick<PanelState, 'wait' | 'failures'> {
  const { clock, connection } = situation;
  return {
    wait: isOut(connection)
      ? null
      : waitText(
          readings.filter((reading) => isReported(reading, situation)),
          clock,
        ),
    failures: failedRefreshes(
      readings.filter((reading) => isReported(reading, situation)),
      clock,
    ),
  };
}

function isReported({ failure }: Reading, { connection }: Situation): boolean {
  return failure !== null && !isTold(failure, connection);
}

/**
 * Quiet while the data is fresh; marked after two missed refreshes, "AS OF" after five. Without a connection it shows a time.
 */
function ageOf(reading: Reading, { now, clock, connection }: Situation): PanelState['age'] {
  if (reading.asOf === null) return null;
  const state = readingState(reading, now);
  const age = durationText(now - reading.asOf);
  const isToldOf = isOut(connection) || (reading.failure !== null && isTold(reading.failure, connection));
  if (state !== 'stale' && isToldOf) return { text: `as of ${whenText(reading.asOf, now, clock)}`, isWarning: false };
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

/** One line for all sources that failed for the same reason. The age of what is shown stands in the panel's header alone. */
function failedRefreshes(readings: readonly Reading[], clock: Clock): PanelState['failures'] {
  const failed = readings.flatMap((reading) =>
    reading.failure && reading.failure.kind !== 'waiting'
      ? [{ ...reading, words: failureWords(reading.failure, clock) }]
      : [],
  );
  const byReason = Map.groupBy(failed, ({ words: { title, advice } }) => `${title} ${advice}`);
  return [...byReason.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { title, advice } = first.words;
    const absent = own.filter(({ asOf }) => asOf === null);
    const parts = [title, absent.length > 0 && `Not known: ${namesOf(absent)}`, advice];
    return [{ source: first.source, text: parts.filter(Boolean).join('. ') }];
  });
}
