import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Config } from '#contract/config.ts';
import { addDays, type Day, daySpan, overlaps, type Span } from '#domain/time.ts';
import type { Answer } from './client.ts';
import { operationKey } from './operations.ts';
import { readingOf } from './reading.ts';
import { type ReservationWindow, reservationWindow, usualPace } from './reservations.ts';

/** Milliseconds between two looks at the list of aircraft on a wall display; give it to `useMaintenance`. */
export const boardFleetInterval = 10 * 60_000;

type BoardReservationOptions = {
  /** False where no names are shown: then none is stored either. */
  readonly hasNames: boolean;
  /** Milliseconds between two refreshes. */
  readonly interval?: number;
};

/**
 * Yesterday, today and tomorrow on a wall display. It is stored, and where nothing newer is to be had (after a power cut, past
 * midnight in an outage) what is shown is the last there is, marked with its age.
 */
export function useBoardReservations(
  school: Config,
  today: Day,
  { hasNames, interval = usualPace.interval }: BoardReservationOptions,
) {
  const client = useQueryClient();
  const span = daySpan(addDays(today, -1), school.timeZone, 3);
  const { placeholderData: _, ...window } = reservationWindow(school, span, { ...usualPace, interval });
  const result = useQuery({
    ...window,
    initialData: () => latestWindow(client, span),
    initialDataUpdatedAt: 0,
    meta: { ...window.meta, keep: hasNames ? 'with names' : 'without names' },
  });
  return {
    /** Null while there has never been an answer. */
    window: result.data?.value ?? null,
    reading: { ...readingOf('listReservations', result), interval },
    refetch: result.refetch,
  };
}

type Windowed = Answer<ReservationWindow>;

/** The youngest answer that reaches into the span: at midnight yesterday's, at a start the stored one. */
function latestWindow(client: QueryClient, span: Span): Windowed | undefined {
  return client
    .getQueriesData<Windowed>({ queryKey: operationKey('listReservations', 'window') })
    .filter(([key]) => overlaps(key[3] as Span, span))
    .flatMap(([, answer]) => answer ?? [])
    .toSorted((a, b) => b.asOf - a.asOf)[0];
}
