import { type Query, type QueryClient, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { targetAges } from '#contract/gateway/ages.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import { type Failure, kindOfDetail } from '#domain/answers/failures.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { type Answer, asFailure, RequestFailure } from './client.ts';

/** What can be asked for: an operation of the service, or an endpoint of the gateway's local copy. It is the second part of a query's key. */
export type SourceId =
  | OperationId
  | 'reminders'
  | 'squawks'
  | 'reservations'
  | 'reservation'
  | 'forecast'
  | 'days'
  | 'people'
  | 'changes';

type Source = {
  /** What a person calls it. */
  readonly name: string;
  /** How old it may become, in seconds, where the answer does not say. */
  readonly age: number;
  /** True of what only adds to a screen. */
  readonly isOptional?: boolean;
};

const ages = targetAges;

const sources: { readonly [Id in SourceId]?: Source } = {
  listAircraft: { name: 'Aircraft', age: ages.aircraft },
  listReservations: { name: 'Reservations', age: ages.reservationsWeek },
  reservations: { name: 'Reservations', age: ages.reservationsNear },
  reservation: { name: 'Reservation', age: ages.reservationsWeek, isOptional: true },
  forecast: { name: 'Reservations', age: ages.reservationsRest, isOptional: true },
  days: { name: 'Reservations', age: ages.reservationsRest },
  listMaintenanceReminders: { name: 'Reminders', age: ages.reminders },
  reminders: { name: 'Reminders', age: ages.reminders },
  listSquawks: { name: 'Squawks', age: ages.squawks },
  squawks: { name: 'Squawks', age: ages.squawks },
  listInstructors: { name: 'Instructors', age: ages.instructors },
  listUsers: { name: 'Users', age: ages.users },
  people: { name: 'People', age: ages.users, isOptional: true },
  getUser: { name: 'User', age: ages.user, isOptional: true },
  getUserByExternalId: { name: 'User', age: ages.user, isOptional: true },
  listEquipment: { name: 'Equipment', age: ages.equipment, isOptional: true },
  getOperator: { name: 'Operator', age: ages.operator, isOptional: true },
  changes: { name: 'Changes', age: ages.reservationsNear, isOptional: true },
};

const isOperation = (id: SourceId): id is OperationId => Object.hasOwn(operations, id);

/** What a person calls a source. */
function sourceName(id: SourceId): string {
  return sources[id]?.name ?? (isOperation(id) ? operations[id].summary : id);
}

const second = 1000;
/** Without events everything is asked for once a minute, so that nothing is fresher than that. */
const leastInterval = 60 * second;

/** Milliseconds after which an answer of this source should be refreshed, where it does not say so itself. */
export function usualInterval(id: SourceId): number {
  return Math.max(leastInterval, (sources[id]?.age ?? ages.report) * second);
}

/** What an answer of the local copy lacks: parts that the gateway has not read yet. */
export type Lack = {
  /** True where nothing of it is there. */
  readonly isAll: boolean;
  /** Why: the wait or the failure that the gateway reports; null where it is simply being read. */
  readonly failure: Failure | null;
};

function lackOf(value: unknown): Lack | null {
  return typeof value === 'object' && value !== null && 'lack' in value ? (value.lack as Lack | null) : null;
}

type Result = Pick<UseQueryResult<Answer<unknown>, unknown>, 'data' | 'error' | 'failureReason'>;

/** Why a query has no new answer, or null: the failure of the request, of the gateway's last refresh, or a wait that it reports. */
export function failureOf({ data, error, failureReason }: Result): Failure | null {
  const reason = failureReason ?? error;
  if (reason) return asFailure(reason);
  const trouble = data?.trouble == null ? null : new RequestFailure(kindOfDetail(data.trouble, 502)).failure;
  const lack = lackOf(data?.value)?.failure ?? null;
  // Of two waits the one that knows its end.
  return trouble?.kind === 'waiting' ? (lack ?? trouble) : (trouble ?? lack);
}

/** How it stands with a query, in the form the panels draw. `interval` in milliseconds: of a query that polls by itself. */
export function readingOf(id: SourceId, result: Result, interval = 0): Reading {
  const { data } = result;
  const asOf = data === undefined || lackOf(data.value)?.isAll ? null : data.asOf;
  return {
    source: sourceName(id),
    asOf,
    interval: Math.max(interval, leastInterval, data?.expected ?? usualInterval(id)),
    failure: failureOf(result),
    isOptional: sources[id]?.isOptional ?? false,
  };
}

/** How it stands with every source that a screen is looking at now, for the connection light. */
export function useReadings(): readonly Reading[] {
  const client = useQueryClient();
  const last = useRef<{ text: string; readings: readonly Reading[] }>({ text: '', readings: [] });
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => {
    const readings = readingsOf(client);
    const text = JSON.stringify(readings);
    if (text !== last.current.text) last.current = { text, readings };
    return last.current.readings;
  });
}

function readingsOf(client: QueryClient): Reading[] {
  const queries = client.getQueryCache().findAll({ type: 'active', predicate: isOfSource });
  return queries.map((query) => {
    const { state, queryKey, meta } = query as Query<Answer<unknown>>;
    const result = { data: state.data, error: state.error, failureReason: state.fetchFailureReason };
    return readingOf(queryKey[1] as SourceId, result, Number(meta?.['interval'] ?? 0));
  });
}

/** Changes add to what is there already, and have no age of their own. */
function isOfSource({ queryKey: [area, id] }: Query): boolean {
  return (area === 'api' || area === 'replica') && id !== 'changes';
}
