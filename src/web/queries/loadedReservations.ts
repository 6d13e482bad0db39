import { type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Page } from '#contract/answers.ts';
import type { Config } from '#contract/config.ts';
import { peopleNames } from '#domain/bookedPeople.ts';
import { type Booking, type Reservation, toBooking } from '#domain/bookings.ts';
import type { Answer } from './client.ts';
import { operationKey } from './operations.ts';
import type { ReservationWindow } from './reservations.ts';

type Loaded = Answer<Page<Reservation> | ReservationWindow>;

const indexes = new WeakMap<Loaded, ReadonlyMap<string, Reservation>>();

/** The reservations of one answer by key; made once per answer. */
function indexOf(answer: Loaded, school: Config): ReadonlyMap<string, Reservation> {
  const known = indexes.get(answer);
  if (known) return known;
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const { value } = answer;
  const bookings =
    'records' in value ? value.records.map((record) => toBooking(record, zone)) : [...value.bookings, ...value.untimed];
  const index = new Map(bookings.map((booking) => [booking.key, booking.record]));
  indexes.set(answer, index);
  return index;
}

/** Every answer with reservations that is here, the youngest first. */
function loadedAnswers(client: QueryClient): Loaded[] {
  return client
    .getQueriesData<Loaded>({ queryKey: operationKey('listReservations') })
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf);
}

/**
 * The reservation with this key in the youngest answer that has it: the API has no call for one reservation. Null while
 * none has; `isLoading` says whether one is still awaited.
 */
export function useLoadedReservation(
  school: Config,
  key: string | null,
): { booking: Booking | null; isLoading: boolean } {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  const record = useSyncExternalStore(subscribe, () => {
    if (key === null) return null;
    for (const answer of loadedAnswers(client)) {
      const found = indexOf(answer, school).get(key);
      if (found) return found;
    }
    return null;
  });
  const booking = useMemo(
    () => record && toBooking(record, { name: school.timeZone, zoneless: school.zonelessTimes }),
    [record, school],
  );
  return { booking, isLoading: useIsFetching({ queryKey: operationKey('listReservations') }) > 0 };
}

/** The people of all reservations that are here, by id, in order of their names; read again when the latest answer comes. */
export function useLoadedPeople(school: Config, latest: Loaded | undefined): ReadonlyMap<string, string> {
  const client = useQueryClient();
  return useMemo(() => {
    const records = [...loadedAnswers(client), ...(latest ? [latest] : [])].flatMap((answer) => [
      ...indexOf(answer, school).values(),
    ]);
    return peopleNames(records.map((record) => ({ record })));
  }, [client, school, latest]);
}
