import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page, RecordOf } from '#contract/answers.ts';
import type { Config } from '#contract/config.ts';
import type { OperationId } from '#contract/operations.ts';
import { type Booking, type Reservation, toBooking } from '#domain/bookings.ts';
import { type KnownThings, type LinkOf, linksOf } from '#domain/reports/knownValues.ts';
import type { Zone } from '#domain/time.ts';
import type { Answer } from './client.ts';
import type { ReservationWindow } from './reservations.ts';

/**
 * Finds the pages of values that the application has seen: nothing is asked for the sake of a link. `changed` is anything that
 * is another whenever it is worth looking again, such as the rows.
 */
export function useLinkOf(school: Config, changed: unknown): LinkOf {
  const client = useQueryClient();
  // eslint-disable-next-line react/exhaustive-deps -- the cache says nothing by itself; what has changed does
  return useMemo(() => linksOf(knownThings(client, school), school.timeZone), [client, school, changed]);
}

function knownThings(client: QueryClient, school: Config): KnownThings {
  const zone: Zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const aircraft = records(client, 'listAircraft');
  const users = records(client, 'listUsers').flatMap(({ userId }) => (typeof userId === 'string' ? [userId] : []));
  return {
    aircraft: aircraft.flatMap((one) => (one.aircraftId ? [{ ...one, aircraftId: one.aircraftId }] : [])),
    instructorIds: records(client, 'listInstructors').flatMap(({ userId }) => userId ?? []),
    userIds: users,
    reservations: bookings(client, zone),
  };
}

/** The records of all pages of a list that are in the cache. */
function records<Id extends OperationId>(client: QueryClient, id: Id): RecordOf<Id>[] {
  const answers = client.getQueriesData<Answer<Page<RecordOf<Id>>>>({ queryKey: ['api', id] });
  return answers.flatMap(([, answer]) => answer?.value.records ?? []);
}

/** Those of pages and of calendar windows; what has no id of its own cannot be named by a value. */
function bookings(client: QueryClient, zone: Zone): Booking[] {
  type Data = Answer<Partial<Page<Reservation> & ReservationWindow>>;
  const answers = client.getQueriesData<Data>({ queryKey: ['api', 'listReservations'] });
  const all = answers.flatMap(([, answer]) => [
    ...(answer?.value.bookings ?? []),
    ...(answer?.value.records ?? []).map((record) => toBooking(record, zone)),
  ]);
  return all.filter(({ record }) => record.reservationId != null);
}
