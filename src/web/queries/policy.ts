import { QueryClient } from '@tanstack/react-query';
import { type OperationId, operations } from '#contract/operations.ts';
import { asFailure } from './failures.ts';

const second = 1000;
const minute = 60 * second;

const sources: Partial<Record<OperationId, { readonly name: string; readonly interval: number }>> = {
  listAircraft: { name: 'Aircraft', interval: 5 * minute },
  listReservations: { name: 'Reservations', interval: minute },
};

/** Milliseconds between two refreshes of an operation while somebody looks at it. */
export function refreshInterval(id: OperationId): number {
  return sources[id]?.interval ?? 5 * minute;
}

/** What a person calls an operation's data. */
export function sourceName(id: OperationId): string {
  return sources[id]?.name ?? operations[id].summary;
}

const attempts = 3;

/** Only what may pass by itself is tried again: no answer, a slow one, an upstream fault, a spent allowance. */
function isPassing(error: unknown): boolean {
  return ['offline', 'timeout', 'upstream', 'limited'].includes(asFailure(error).kind);
}

/** As the service told us; else twice as long each time, spread so that many screens do not come back together. */
function waitBefore(attempt: number, error: unknown): number {
  const told = asFailure(error).retryAfter;
  return told ?? 2 ** attempt * second * (0.75 + Math.random() / 2);
}

/** The one retry and refresh policy of the application. Hidden tabs do not poll; a failed refresh keeps the last data. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10 * second,
        gcTime: 30 * minute,
        retry: (failures, error) => failures < attempts - 1 && isPassing(error),
        retryDelay: waitBefore,
        refetchIntervalInBackground: false,
        networkMode: 'always',
      },
    },
  });
}

/** The time to the next refresh: the interval, or what a 429 told us where that is longer. */
export function nextRefresh(interval: number, error: unknown): number {
  return Math.max(interval, error ? (asFailure(error).retryAfter ?? 0) : 0);
}
