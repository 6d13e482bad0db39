import {
  type QueryClient,
  type QueryKey,
  replaceEqualDeep,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import type { Page } from '#contract/answers.ts';
import { isRecord as isObject } from '#contract/objects.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import { type AircraftSet, aircraftSets, reservationAges, setOf, setRow, sets } from '#contract/sets.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Failure, kindOfDetail } from '#domain/answers/failures.ts';
import { type Gap, gapOf, gapsIn, gapsWithin } from '#domain/answers/gaps.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Answer, asFailure, RequestFailure } from './client.ts';

/** An operation of the service, or an endpoint of the gateway's local copy: the second part of a query's key. */
export type SourceId = OperationId | AircraftSet | keyof typeof views;

type Source = {
  /** Its name for people. */
  readonly name: string;
  /** The age in seconds that it may reach, if the answer does not say. */
  readonly age: number;
  /** True for data that a screen can do without. */
  readonly isOptional?: boolean;
};

/** Views of the local copy that join several sets or show a part of one, and the list that changes more often than its set. */
const views = {
  listReservations: { name: 'Reservations', age: reservationAges.week },
  reservations: { name: 'Reservations', age: reservationAges.near },
  reservation: { name: 'Reservation', age: reservationAges.week, isOptional: true },
  history: { name: 'Earlier reservations', age: reservationAges.rest },
  hours: { name: 'Measured hours', age: sets.report.age },
  figures: { name: 'Figures', age: sets.report.age },
  forecast: { name: 'Reservations', age: reservationAges.rest, isOptional: true },
  days: { name: 'Reservations', age: reservationAges.rest },
  brief: { name: 'Morning brief', age: sets.reminders.age, isOptional: true },
  people: { name: 'People', age: sets.users.age, isOptional: true },
  log: { name: 'Changes', age: reservationAges.near },
  changes: { name: 'Changes', age: reservationAges.near, isOptional: true },
} as const satisfies { readonly [Id: string]: Source };

const isView = (id: string): id is keyof typeof views => Object.hasOwn(views, id);
const isOperation = (id: string): id is OperationId => Object.hasOwn(operations, id);
const isOfAircraft = (id: string): id is AircraftSet => aircraftSets.some((set) => set === id);

/** For other answers, what the table of sets says; an operation whose records the copy does not hold is like a report. */
function sourceOf(id: SourceId): Source {
  if (isView(id)) return views[id];
  const row = setRow(isOperation(id) ? (setOf(id) ?? 'report') : id);
  const { source = row.name, age, isOptional = false } = row;
  return { name: source ?? (isOperation(id) ? operations[id].summary : row.name), age, isOptional };
}

/** Without events everything is refreshed once a minute, so no data is fresher. */
const minInterval = millisecondsInMinute;

/** Milliseconds after which an answer of this source should be refreshed, if it does not say so itself. */
export function defaultInterval(id: SourceId): number {
  return Math.max(minInterval, sourceOf(id).age * millisecondsInSecond);
}

/** What an answer of the local copy lacks: parts that the gateway has not loaded yet. */
export type Lack = {
  /** True if no part is there. */
  readonly isAll: boolean;
  /** Why: the wait or the failure that the gateway reports; null if it is simply being read. */
  readonly failure: Failure | null;
};

function lackOf(value: unknown): Lack | null {
  return hasLack(value) ? value.lack : null;
}

/** Only answers of the local copy have this member; `replica.ts` creates and types it. */
function hasLack(value: unknown): value is { readonly lack: Lack | null } {
  return isObject(value) && 'lack' in value;
}

const noGaps: readonly Gap[] = [];

/** What each answer lacks, found once: for a large school that takes milliseconds, and screens ask at each change. */
const foundGaps = new WeakMap<object, readonly Gap[]>();

function gapsOf(value: unknown, id: SourceId): readonly Gap[] {
  if (typeof value !== 'object' || value === null || isRecord(id, value)) return noGaps;
  const gaps = foundGaps.get(value) ?? gapsIn(value, sourceOf(id).name);
  foundGaps.set(value, gaps);
  return gaps;
}

type Result = Pick<UseQueryResult<Answer<unknown>, unknown>, 'data' | 'error' | 'failureReason'>;

/**
 * Why a query has no new answer: a failed request, a failed refresh by the gateway, or a wait that it reports. Null for none.
 */
export function failureOf({ data, error, failureReason }: Result): Failure | null {
  const reason = failureReason ?? error;
  if (reason) return asFailure(reason);
  const trouble = data?.trouble == null ? null : new RequestFailure(kindOfDetail(data.trouble, 502)).failure;
  const lack = lackOf(data?.value)?.failure ?? null;
  // Of two waits, the one with a known end.
  return trouble?.kind === 'waiting' ? (lack ?? trouble) : (trouble ?? lack);
}

/** What panels show of a query's state. `interval` in milliseconds: for a query that polls by itself. */
export function readingOf(id: SourceId, result: Result, interval = 0): Reading {
  const { data } = result;
  const asOf = data === undefined || lackOf(data.value)?.isAll ? null : data.asOf;
  const gaps = data ? gapsOf(data.value, id) : noGaps;
  const { name, isOptional = false } = sourceOf(id);
  return {
    source: name,
    asOf,
    interval: Math.max(interval, minInterval, data?.expected ?? defaultInterval(id)),
    failure: failureOf(result),
    isOptional,
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}

/**
 * The same for some aircraft only, from the answer for each (`idKey` of its id). Other records do not matter, such as those
 * of deleted aircraft, read once a day. Null for all.
 */
export function readingWithin(
  reading: Reading,
  fleet: readonly Pick<Aircraft, 'aircraftId'>[] | null,
  answered: { readonly has: (id: string) => boolean },
): Reading {
  if (!fleet) return reading;
  const ids = new Set(fleet.map(({ aircraftId }) => idKey(aircraftId)));
  // A newly listed aircraft is not among the answers yet.
  const unlisted = reading.asOf === null ? [] : [...ids].filter((id) => !answered.has(id));
  const gaps = gapsWithin(reading.gaps ?? noGaps, (id) => ids.has(id));
  return { ...reading, gaps: [...gaps, ...gapOf('aircraft', 'not loaded yet', unlisted)] };
}

/** The readings of every source that is on a screen now, for the connection light. */
export function useReadings(): readonly Reading[] {
  const client = useQueryClient();
  const last = useRef<readonly Reading[]>([]);
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => {
    last.current = replaceEqualDeep(last.current, readingsOf(client));
    return last.current;
  });
}

/** The readings of all queries in use on the screen. Changes only supplement it, and have no age of their own. */
export function readingsOf(client: QueryClient): Reading[] {
  const served = aircraftInService(client);
  return client
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state, queryKey: [area, id], meta }) => {
      if ((area !== 'api' && area !== 'replica') || !isSource(id) || id === 'changes') return [];
      const data = answerIn(state.data);
      const result = { data, error: state.error, failureReason: state.fetchFailureReason };
      const reading = readingOf(id, result, Number(meta?.['interval'] ?? 0));
      if (!served || !reading.gaps) return [reading];
      return [{ ...reading, gaps: gapsWithin(reading.gaps, (aircraftId) => served.has(aircraftId)) }];
    });
}

/** The keys of all queries in use on the screen whose last request failed, or whose answer reports a failure. */
export function failingKeys(client: QueryClient): QueryKey[] {
  return client
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ state: { data, error, fetchFailureReason }, queryKey }) => {
      const failure = failureOf({ data: answerIn(data), error, failureReason: fetchFailureReason });
      return failure ? [queryKey] : [];
    });
}

/** By `idKey`; null until the list of aircraft is loaded. Deleted aircraft are read once a day. */
function aircraftInService(client: QueryClient): ReadonlySet<string> | null {
  const fleet = client.getQueryData<Answer<Page<Aircraft>>>(['api', 'listAircraft', {}, {}]);
  if (!fleet) return null;
  const { records } = fleet.value;
  const found =
    inService.get(records) ??
    new Set(records.filter(({ status }) => lifeOf(status) !== 'deleted').map(({ aircraftId }) => idKey(aircraftId)));
  inService.set(records, found);
  return found;
}

const inService = new WeakMap<readonly Aircraft[], ReadonlySet<string>>();

function isSource(id: unknown): id is SourceId {
  return typeof id === 'string' && (isView(id) || isOperation(id) || isOfAircraft(id));
}

/** True for a single record of the service, whose members mean something other than those of a list. */
function isRecord(id: SourceId, value: unknown): boolean {
  if (!isOperation(id)) return id === 'reservation';
  return !isObject(value) || !('setAside' in value);
}

/** The answer that a query holds; the first one of several pages. */
function answerIn(data: unknown): Answer<unknown> | undefined {
  const first = isPaged(data) ? data.pages[0] : data;
  return isAnswer(first) ? first : undefined;
}

function isPaged(data: unknown): data is { readonly pages: readonly unknown[] } {
  return isObject(data) && Array.isArray(data['pages']);
}

function isAnswer(data: unknown): data is Answer<unknown> {
  return isObject(data) && 'asOf' in data;
}
