import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Page } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Failure } from '#domain/answers/failures.ts';
import { type Reservation, type ReservationRecord, toReservation } from '#domain/reservations/reservations.ts';
import type { Answer } from './client.ts';
import { onlyIf } from './policy.ts';
import { failureOf } from './readings.ts';
import { reservationQuery, type ReservationWindow, zoneOf } from './replica.ts';

export type OpenReservation = {
  /** Null until one is loaded. */
  readonly reservation: Reservation | null;
  /** False while only the fields for screens are loaded, or if the gateway does not hold the whole record. */
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  /** Why the whole record is not loaded; of kind `missing` if the gateway does not hold it. */
  readonly failure: Failure | null;
};

/**
 * The reservation with this key: at once from a loaded answer that has it, then the whole record by its id. One without an id
 * is found only among loaded answers.
 */
export function useReservation(school: Config, key: string | null): OpenReservation {
  const loaded = useLoaded(school, key);
  const whole = useQuery({ ...reservationQuery(key ?? ''), ...onlyIf(key !== null && loaded?.hasId !== false) });
  const record = whole.data?.value ?? loaded?.record ?? null;
  const assumed = loaded?.assumed;
  const reservation = useMemo(
    () => record && { ...toReservation(record, zoneOf(school)), assumed },
    [record, assumed, school],
  );
  const failure = failureOf(whole);
  return {
    reservation,
    isWhole: whole.data !== undefined || loaded?.isWhole === true,
    isLoading: whole.isFetching && failure === null,
    failure,
  };
}

type Loaded = Pick<Reservation, 'record' | 'assumed'> & { readonly isWhole: boolean; readonly hasId: boolean };
type LoadedAnswer = Answer<Page<ReservationRecord> | ReservationWindow>;

const indexes = new WeakMap<object, ReadonlyMap<string, Loaded>>();

/**
 * The reservations of one answer by key; built once per answer. Windows hold the fields for screens; pages of lists hold
 * whole records.
 */
function indexOf({ value }: LoadedAnswer, school: Config): ReadonlyMap<string, Loaded> {
  const known = indexes.get(value);
  if (known) return known;
  const isWhole = 'records' in value;
  const reservations = isWhole
    ? value.records.map((record) => toReservation(record, zoneOf(school)))
    : [...value.reservations, ...value.untimed];
  const index = new Map(
    reservations.map(({ key, record, assumed }) => [
      key,
      { record, assumed, isWhole, hasId: record.reservationId != null },
    ]),
  );
  indexes.set(value, index);
  return index;
}

/** The reservation with this key in the newest answer that has it. */
function useLoaded(school: Config, key: string | null): Loaded | null {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => {
    if (key === null) return null;
    for (const answer of loadedAnswers(client)) {
      const found = indexOf(answer, school).get(key);
      if (found) return found;
    }
    return null;
  });
}

/** Every loaded answer with reservations, newest first. */
function loadedAnswers(client: QueryClient): LoadedAnswer[] {
  const keys = [
    ['replica', 'reservations'],
    ['replica', 'forecast'],
    ['api', 'listReservations'],
  ];
  return keys
    .flatMap((queryKey) => client.getQueriesData<LoadedAnswer>({ queryKey }))
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf);
}

/** The reservations loaded in any form, for links from values that name one. */
export function loadedReservations(client: QueryClient, school: Config): Reservation[] {
  const found = new Map(loadedAnswers(client).flatMap((answer) => [...indexOf(answer, school)]));
  return [...found.values()].filter(({ hasId }) => hasId).map(({ record }) => toReservation(record, zoneOf(school)));
}
