import type { UseQueryResult } from '@tanstack/react-query';
import type { OperationId } from '#contract/operations.ts';
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
