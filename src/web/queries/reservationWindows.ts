import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { Config } from '#contract/config.ts';
import { type Booking, isTimed, type TimedBooking } from '#domain/bookings.ts';
import { windowOddities } from '#domain/pageChecks.ts';
import type { Span } from '#domain/time.ts';
import type { Answer } from './client.ts';
import { asFailure } from './failures.ts';
import { readingOfMany } from './reading.ts';
import { type Pace, type ReservationWindow, reservationWindow, usualPace } from './reservations.ts';

/** Windows that follow one another, as one: what is there of them, and how it stands with them together. */
export function useReservationWindows(school: Config, spans: readonly Span[], pace: Pace = usualPace) {
  const combine = useCallback((results: Results) => combined(spans, results, pace), [spans, pace]);
  return useQueries({ queries: spans.map((span) => reservationWindow(school, span, pace)), combine });
}

type Results = UseQueryResult<Answer<ReservationWindow>>[];

function combined(spans: readonly Span[], results: Results, pace: Pace) {
  const windows = results.flatMap(({ data, isPlaceholderData }) => (data && !isPlaceholderData ? data : []));
  const parts = results.map(({ data, error, isFetching }) => ({
    answer: data ?? null,
    failure: error ? asFailure(error) : null,
    isAsking: isFetching,
  }));
  return {
    bookings: together(windows.map(({ value }) => value.bookings)),
    notes: windows.flatMap(({ value }) => windowOddities(value)),
    setAside: windows.flatMap(({ value }) => value.setAside),
    missing: spans.filter((_, index) => !results[index]?.data || results[index].isPlaceholderData),
    /** Of how many windows the answer is here. */
    done: windows.length,
    total: results.length,
    /** When the oldest of them was true; null until all are here. */
    asOf: windows.length < results.length ? null : Math.min(...windows.map(({ asOf }) => asOf)),
    reading: { ...readingOfMany('listReservations', parts, null), interval: pace.interval },
    refetch: () => void Promise.all(results.map((result) => result.refetch())),
  };
}

/** In order of start, as each window is; what reaches into two of them is there once. */
function together(lists: readonly (readonly Booking[])[]): readonly TimedBooking[] {
  const byKey = new Map<string, TimedBooking>();
  for (const booking of lists.flat()) if (isTimed(booking) && !byKey.has(booking.key)) byKey.set(booking.key, booking);
  return [...byKey.values()];
}

/** Asks windows that are likely to be wanted next, behind all that somebody waits for, once the present one is here. */
export function usePrefetchedWindows(school: Config, spans: readonly Span[], isReady: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isReady) return;
    for (const span of spans) {
      void client.prefetchQuery(reservationWindow(school, span, { ...usualPace, callClass: 'prefetch' }));
    }
  }, [client, school, spans, isReady]);
}
