import type { UseQueryResult } from '@tanstack/react-query';
import type { OperationId } from '#contract/operations.ts';
import type { Failure } from '#domain/failures.ts';
import type { Reading } from '#domain/reading.ts';
import type { Answer } from './client.ts';
import { asFailure } from './failures.ts';
import { refreshInterval, sourceName } from './policy.ts';

type Result = Pick<UseQueryResult<Answer<unknown>, unknown>, 'data' | 'error' | 'isFetching'>;

/** How it stands with a query, in the form the panels draw. */
export function readingOf(id: OperationId, result: Result): Reading {
  return {
    source: sourceName(id),
    asOf: result.data?.asOf ?? null,
    interval: refreshInterval(id),
    failure: result.error ? asFailure(result.error) : null,
    isFetching: result.isFetching,
  };
}

type Part = { readonly answer: Answer<unknown> | null; readonly failure: Failure | null; readonly isAsking: boolean };

/** Of many answers to one operation: as old as the oldest, failed when there is none and all have failed. */
export function readingOfMany(id: OperationId, parts: readonly Part[], interruption: Failure | null): Reading {
  const ages = parts.flatMap(({ answer }) => (answer ? [answer.asOf] : []));
  const hasFailed = parts.length > 0 && parts.every(({ failure }) => failure !== null);
  return {
    source: sourceName(id),
    asOf: ages.length > 0 ? Math.min(...ages) : null,
    interval: refreshInterval(id),
    failure: interruption ?? (hasFailed ? (parts[0]?.failure ?? null) : null),
    isFetching: parts.some(({ isAsking }) => isAsking),
  };
}

const joint = new Set<() => Reading | null>();

/** Names a source that no single query stands for; null while nobody looks at it. */
export function announce(source: () => Reading | null): void {
  joint.add(source);
}

/** Those that somebody looks at. */
export function jointReadings(): Reading[] {
  return Array.from(joint, (source) => source()).filter((reading) => reading !== null);
}
