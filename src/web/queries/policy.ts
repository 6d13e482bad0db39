import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { type OperationId, operations } from '#contract/operations.ts';
import { untilNextTurn } from '#domain/refreshGrid.ts';
import type { Instant } from '#domain/time.ts';
import { asFailure } from './failures.ts';

const second = 1000;
const minute = 60 * second;

const sources: Partial<Record<OperationId, { readonly name: string; readonly interval: number }>> = {
  listAircraft: { name: 'Aircraft', interval: 5 * minute },
  listReservations: { name: 'Reservations', interval: minute },
  listMaintenanceReminders: { name: 'Reminders', interval: 15 * minute },
  listSquawks: { name: 'Squawks', interval: 15 * minute },
  listInstructors: { name: 'Instructors', interval: 15 * minute },
  listUsers: { name: 'Users', interval: 15 * minute },
  getUser: { name: 'User', interval: 15 * minute },
  getUserByExternalId: { name: 'User', interval: 15 * minute },
  listEquipment: { name: 'Equipment', interval: 15 * minute },
  getOperator: { name: 'Operator', interval: 60 * minute },
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

/** A service that sends us away for longer is asked all the same: a wall display would else wait for ever. */
const longestWait = 15 * minute;

/** Milliseconds that the service told us to wait; 0 where it did not. */
export function toldWait(error: unknown): number {
  return error ? Math.min(asFailure(error).retryAfter ?? 0, longestWait) : 0;
}

/** As the service told us; else twice as long each time, spread so that many screens do not come back together. */
function waitBefore(attempt: number, error: unknown): number {
  return toldWait(error) || 2 ** attempt * second * (0.75 + Math.random() / 2);
}

/** The one retry and refresh policy of the application. Hidden tabs do not poll; a failed refresh keeps the last data. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
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
  for (const id of keptOperations) client.setQueryDefaults(['api', id], { gcTime: Number.POSITIVE_INFINITY });
  return client;
}

/** Shown without anybody observing the query, and when nothing can be asked: never dropped while we run, kept beyond. */
export const keptOperations: readonly OperationId[] = ['listAircraft', 'listMaintenanceReminders', 'listSquawks'];

/** Whether a key is the operation's question without page and filter: the answer says how things stand, not what was asked. */
export function isWhole([area, asked, , query]: QueryKey, id: OperationId): boolean {
  return area === 'api' && asked === id && Object.keys(query ?? {}).length === 0;
}

/** Milliseconds that this screen is behind the grid; less than the shortest time for which the gateway gives out a copy. */
const spread = Math.floor(Math.random() * 8 * second);

type Standing = { readonly error: unknown; readonly dataUpdatedAt: Instant; readonly errorUpdatedAt: Instant };

/** The time to the next refresh: the next turn on the grid that all screens share, or what a 429 told us where that is longer. */
export function nextRefresh(interval: number, { error, dataUpdatedAt, errorUpdatedAt }: Standing): number {
  const last = Math.max(dataUpdatedAt, errorUpdatedAt);
  const now = Date.now();
  const told = toldWait(error);
  // A clock that was set back must not make the wait longer than it was.
  return Math.max(untilNextTurn(now, { interval, spread, last }), Math.min(told, errorUpdatedAt + told - now));
}
