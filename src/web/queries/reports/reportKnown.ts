import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { type LinkOf, linksOf } from '#domain/reports/columns/knownValues.ts';
import { listQuery } from '#web/queries/api.ts';
import { peopleQuery } from '#web/queries/replica.ts';
import { loadedBookings } from '#web/queries/reservations.ts';

/**
 * Finds the pages of values: of aircraft and people all, of reservations those that are loaded. `changed` is anything that is
 * another whenever it is worth looking for reservations again, such as the rows.
 */
export function useLinkOf(school: Config, changed: unknown): LinkOf {
  const client = useQueryClient();
  const aircraft = useQuery(listQuery(school, 'listAircraft', {})).data?.value.records;
  const instructors = useQuery(listQuery(school, 'listInstructors', {})).data?.value.records;
  const users = useQuery(peopleQuery).data?.value.users;
  return useMemo(() => {
    const known = {
      aircraft: aircraft ?? [],
      instructorIds: instructors?.map(({ userId }) => userId) ?? [],
      userIds: users?.map(({ userId }) => userId) ?? [],
      reservations: loadedBookings(client, school),
    };
    return linksOf(known, school.timeZone);
    // eslint-disable-next-line react/exhaustive-deps -- the cache says nothing by itself; what has changed does
  }, [client, school, aircraft, instructors, users, changed]);
}
