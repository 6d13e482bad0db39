import type { Reading } from '#domain/answers/pageChecks.ts';
import type { Instant } from '#domain/time/time.ts';

/** That there is no such record is an answer, and no failure: the panel says it as its own. */
export function foundOrNot(reading: Reading, failedAt: Instant): { reading: Reading; isMissing: boolean } {
  if (reading.failure?.kind !== 'missing') return { reading, isMissing: false };
  return { reading: { ...reading, failure: null, asOf: failedAt }, isMissing: true };
}
