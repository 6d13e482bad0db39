import { millisecondsInSecond } from '#domain/units.ts';
import { type Clock, preciseText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Connection, isExplained, type Outage } from './connection.ts';
import { type Failure, type FailureKind, failureWords, isPassing } from './failures.ts';
import { isComing } from './gaps.ts';
import type { Reading } from './pageChecks.ts';

/** What a cause concerns: the key, the service itself, or its allowance. In the order in which they explain the others. */
const causes = ['key', 'service', 'allowance'] as const;
type Cause = (typeof causes)[number];

const causeOf: { readonly [Kind in FailureKind]?: Cause } = {
  unauthorized: 'key',
  timeout: 'service',
  upstream: 'service',
  limited: 'allowance',
  waiting: 'allowance',
};
/** The kinds of failure that may have one cause for several sources. */
export const outageKinds: readonly FailureKind[] = ['unauthorized', 'timeout', 'upstream', 'limited', 'waiting'];

/** Milliseconds in which a failure may pass by itself before a screen says anything: until then it only loads. */
export const outageGrace = 10 * millisecondsInSecond;
/** Milliseconds after which a failure that lasts is noted again. */
const sightings = 10 * millisecondsInSecond;
/** Milliseconds for which an outage stays on pages that have not had an answer yet. */
const memory = 60 * millisecondsInSecond;

/**
 * The outage that these sources show, or the one before if nothing newer has arrived since. Null for none. A cause is shared
 * by at least two sources; the failure of one alone is its own.
 */
export function outageIn(before: Outage | null, readings: readonly Reading[], now: Instant): Outage | null {
  for (const cause of causes) {
    const failing = readings.filter(({ failure }) => failure !== null && causeOf[failure.kind] === cause);
    const [failure] = failing.flatMap((reading) => reading.failure ?? []).toSorted((a, b) => endOf(b) - endOf(a));
    const sources = [...new Set(failing.map(({ source }) => source))];
    const isBefore = before !== null && causeOf[before.failure.kind] === cause;
    if (!failure || (sources.length < 2 && !isBefore)) continue;
    if (!isBefore)
      return { failure, since: sinceOf(readings, now), sources, seenAt: now, isShown: !isPassing(failure) };
    const all = sources.every((source) => before.sources.includes(source))
      ? before.sources
      : [...new Set([...before.sources, ...sources])];
    const isSame = all === before.sources && before.failure === failure && now - before.seenAt < sightings;
    return isSame ? before : { ...before, failure, sources: all, seenAt: now };
  }
  // An allowance has its end; of the others, a page that has not had an answer yet cannot say that they are over.
  if (before === null || causeOf[before.failure.kind] === 'allowance' || now - before.seenAt > memory) return null;
  const hasNews = ({ source, asOf }: Reading) =>
    before.sources.includes(source) && asOf !== null && asOf > before.since;
  return readings.some((reading) => isWhole(reading) && hasNews(reading)) ? null : before;
}

/** The newest data of the sources, except of those that the gateway answers with nothing read yet. */
function sinceOf(readings: readonly Reading[], now: Instant): Instant {
  const newest = Math.max(...readings.filter(isWhole).flatMap(({ asOf }) => asOf ?? []));
  return Number.isFinite(newest) ? Math.min(newest, now) : now;
}

const isWhole = ({ gaps = [] }: Reading) => !gaps.some(isComing);
const endOf = (failure: Failure) => failure.until ?? 0;

/** True for a failure that the lost connection or the outage explains: it is reported once for the whole screen. */
export function isTold(failure: Failure, connection: Connection): boolean {
  const { outage = null } = connection;
  const cause = causeOf[failure.kind];
  return (
    isExplained(failure, connection) ||
    (cause !== undefined && outage !== null && causeOf[outage.failure.kind] === cause)
  );
}

/** The outage in words: the cause with its one time, and what to do. */
export function outageWords({ failure, since }: Outage, now: Instant, clock: Clock) {
  const until = failure.until ?? null;
  if (causeOf[failure.kind] === 'allowance') {
    const end = until === null ? '' : `: loading resumes at ${preciseText(until, clock)}`;
    return { title: `Call allowance used up${end}`, advice: 'No data is lost.', isWait: true };
  }
  const { advice } = failureWords(failure);
  const title = titles[failure.kind] ?? failureWords(failure).title;
  return { title: `${title} since ${whenText(since, now, clock)}`, advice, isWait: false };
}

const titles: { readonly [Kind in FailureKind]?: string } = {
  unauthorized: 'Subscription key not accepted',
  timeout: 'The flight service has not answered',
  upstream: 'The flight service has not answered properly',
};
