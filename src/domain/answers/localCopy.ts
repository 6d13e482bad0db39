import type { ReplicaState } from '#contract/gateway/replica.ts';
import { setRow } from '#contract/sets.ts';
import { durationText } from '#domain/time/clock.ts';
import { failureWords, refreshFailure } from './failures.ts';
import type { Instant } from '#domain/time/time.ts';
import { numberText } from '#domain/words.ts';

/** One set of the local copy in words. */
export type LocalCopyRow = {
  readonly name: string;
  /** `12 of 24`; for a set with one part `yes` or `not yet`. */
  readonly progress: string;
  /** The oldest part's age. */
  readonly age: string;
  /** True if the age is more than three times the expected one. */
  readonly isLate: boolean;
  /** The expected age: the target, or more if the allowance is too small. */
  readonly expected: string;
  readonly failure: string | null;
};

/** The sets that have parts; `now` is by the gateway's clock. */
export function localCopyRows(sets: ReplicaState['sets'], now: Instant): LocalCopyRow[] {
  return sets
    .filter(({ parts }) => parts > 0)
    .map(({ set, parts, known, asOf, targetAge, expectedAge, failure }): LocalCopyRow => {
      const age = asOf === null ? null : now - Date.parse(asOf);
      const expected = durationText(expectedAge * 1000);
      return {
        name: setRow(set).name,
        progress: parts === 1 ? (known === 1 ? 'yes' : 'not yet') : `${numberText(known)} of ${numberText(parts)}`,
        age: age === null ? '–' : durationText(age),
        isLate: age !== null && age > 3 * 1000 * expectedAge,
        expected: expectedAge > targetAge ? `${expected}, target ${durationText(targetAge * 1000)}` : expected,
        failure: failure && wordsOf(failure),
      };
    });
}

function wordsOf(failure: NonNullable<ReplicaState['sets'][number]['failure']>): string {
  const status = failure.status === null ? '' : ` (${failure.status})`;
  return failure.message === ''
    ? `${failureWords(refreshFailure(failure)).title}${status}`
    : `${failure.message}${status}`;
}
