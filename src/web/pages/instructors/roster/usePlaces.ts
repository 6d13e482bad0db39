import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { Booking } from '#domain/reservations/bookings.ts';
import { locationsIn } from '#domain/reservations/locations.ts';
import { recordQuery } from '#web/queries/api.ts';
import { remember, remembered } from '#web/ui/page/remembered.ts';
import { useSchool } from '#web/ui/page/school.tsx';

const storage = 'flightline.locations';

/**
 * What can stand for a location, by id: the API has no list of them. Those that the day's reservations or the operator's
 * own record mention go by name, those that were entered before and found somebody by their id.
 */
export function usePlaces(bookings: readonly Booking[] | null): ReadonlyMap<string, string> {
  const operator = useQuery(recordQuery(useSchool(), 'getOperator')).data?.value;
  const [entered] = useState(() => remembered(storage));
  return useMemo(() => {
    const mentioned = locationsIn([operator, (bookings ?? []).map((booking) => booking.record)]);
    const places = new Map(entered.map((id) => [id, id]));
    for (const { id, name } of mentioned) places.set(id, name);
    return places;
  }, [operator, bookings, entered]);
}

/** Remembers a location that found somebody. */
export function useRemembered(location: string | undefined, hasFound: boolean): void {
  useEffect(() => {
    if (location && hasFound) remember(storage, location);
  }, [location, hasFound]);
}
