import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { aircraftPlaces, type Location, type Mentions, mentionsIn } from '#domain/reservations/locations.ts';
import { recordQuery } from './api.ts';
import { historyQuery, windowQuery } from './replica.ts';
import { nearSpan } from './reservations.ts';
import { now } from '#web/device/screenClock.ts';

/** Locations found in reservations; plain data, so that equal answers stay the same object. */
type LocationsAnswer = {
  readonly mentions: Mentions;
  /** Where each aircraft is, by `idKey` of its id. */
  readonly places: readonly (readonly [string, Location])[];
  /** Whether today and tomorrow have been read completely. */
  readonly isWhole: boolean;
};

/**
 * Locations found in the reservations of today and tomorrow, and in their history. The answer is the same on every page.
 * While today or tomorrow is missing, the last complete answer stays.
 */
export function locationsQuery(school: Config) {
  return queryOptions({
    queryKey: ['replica', 'locations'] as const,
    queryFn: async ({ client, queryKey }): Promise<LocationsAnswer> => {
      const present = now();
      const span = nearSpan(school, present);
      const [near, history] = await Promise.all([
        client.query(windowQuery(school, span)),
        client.query(historyQuery(school, span.start)),
      ]);
      const isWhole = near.value.missing.length === 0;
      const last = client.getQueryData<LocationsAnswer>(queryKey);
      if (!isWhole && last?.isWhole) return last;
      const reservations = [...history.value.reservations, ...near.value.reservations];
      return { mentions: mentionsIn(reservations), places: [...aircraftPlaces(reservations, present)], isWhole };
    },
  });
}

const nothing: LocationsAnswer = { mentions: { placed: [], named: [] }, places: [], isWhole: false };

/** The locations of the school: from its reservations and the operator's record. */
export function useKnownLocations(school: Config) {
  const { mentions, places, isWhole } = useQuery(locationsQuery(school)).data ?? nothing;
  const { data, isPending } = useQuery(recordQuery(school, 'getOperator'));
  const operator = data?.value;
  const isSettled = isWhole && !isPending;
  return useMemo(
    () => ({ sources: { mentions, operator }, places: new Map(places), isSettled }),
    [mentions, operator, places, isSettled],
  );
}
