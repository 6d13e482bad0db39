import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PathParameters } from '#contract/addresses.ts';
import type { Page } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import { calledFor, type SchoolSet, sets } from '#contract/sets.ts';
import { type Reservation, toReservation } from '#domain/reservations/reservations.ts';
import { asSent } from '#domain/answers/unknownMembers.ts';
import { lastPage, type ListState } from '#domain/lists/listState.ts';
import { type Failure, isPassing } from '#domain/answers/failures.ts';
import { distinctBy, pageOddities, type Reading, recordOddities, unreadOddities } from '#domain/answers/pageChecks.ts';
import { toRecordRows } from '#domain/records/rows.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { InstructorLists, Location } from '#domain/reservations/locations.ts';
import { firstHeldDays, windowOf } from '#domain/reservations/heldDays.ts';
import { checkFilters, checkWords, passesFilters } from '#domain/reservations/reservationChecks.ts';
import { listQuery } from './api.ts';
import type { Answer } from './client.ts';
import { onlyIf, useRefresh } from './policy.ts';
import { readingOf } from './readings.ts';
import { windowQuery, zoneOf } from './replica.ts';

type ListRequest = Pick<ListState, 'query' | 'pageSize'>;

/** The list page that the address names; if the list ends before it, the last page and a note. */
export function useListPage<Id extends OperationId>(
  school: Config,
  id: Id,
  list: ListRequest,
  path: PathParameters = {},
) {
  const wanted = list.query.offset ?? 0;
  const result = useQuery(listQuery(school, id, list.query, path));
  const total = result.data?.value.totalItems;
  const last = total === undefined || result.isPlaceholderData ? wanted : lastPage(total, list.pageSize);
  const isBeyond = wanted > last;
  const fallback = useQuery({ ...listQuery(school, id, { ...list.query, offset: last }, path), ...onlyIf(isBeyond) });
  const shown = isBeyond ? fallback : result;
  return {
    result: shown,
    // While the last page loads, the previous page stands in, so that the panel stays open.
    reading: readingOf(id, shown.data === undefined ? { ...result, failureReason: shown.failureReason } : shown),
    /** False while the last page or filter stands in for this one: do not show its records under this address. */
    isAnswer: shown.data !== undefined && !shown.isPlaceholderData,
    page: isBeyond ? last : wanted,
    problem: isBeyond ? `There is no page ${wanted + 1}; this is the last, page ${last + 1}.` : null,
  };
}

/** A page of a set's records of any shape, each one a row. Items that are not records are set aside. */
export function useRecordPage(school: Config, set: SchoolSet, list: ListRequest) {
  const { idMember } = sets[set];
  const id = calledFor(set);
  const refresh = useRefresh();
  const { result, isAnswer, page, problem, reading } = useListPage(school, id, list);
  const answer = result.data?.value;
  const query = { ...list.query, offset: page };
  const first = page * (query.limit ?? 0);
  const rows = useMemo(() => (answer ? recordRows(answer, first, idMember) : []), [answer, first, idMember]);
  return {
    rows,
    /** The rows are those of the previous page: do not show them under this page's number. */
    isPending: answer !== undefined && !isAnswer,
    setAside: answer?.setAside ?? [],
    page,
    query,
    totalItems: answer?.totalItems ?? 0,
    notes: [problem, ...(answer && isAnswer ? pageOddities(answer, query) : [])],
    reading,
    retry: () => refresh(listQuery(school, id, query).queryKey),
  };
}

/** Records by their place in the whole list; items that are not records have places too. */
function recordRows({ records, setAside }: Page<unknown>, first: number, idMember: string) {
  const items = setAside.reduce<unknown[]>((all, { index, raw }) => all.toSpliced(index, 0, raw), records.map(asSent));
  const isSetAside = new Set(setAside.map(({ index }) => index));
  return toRecordRows(items, first, idMember).filter(({ index }) => !isSetAside.has(index));
}

/** What the gateway's copy holds of a list that is still waiting. */
export type Meanwhile = {
  readonly span: Span;
  readonly reservations: readonly Reservation[];
  /** Whether all of the span has been read. */
  readonly isWhole: boolean;
  readonly reading: Reading;
};

/**
 * While the first page of a list waits, for the allowance or for a service that does not answer: its first days from the gateway's copy. Null if nothing waits, if
 * the copy has none of it, and for other pages.
 */
function useMeanwhile(
  school: Config,
  { query, pageSize }: ListRequest,
  { isAnswer, failure, now }: Waiting,
): Meanwhile | null {
  const [hasWaited, setWaited] = useState(false);
  // The list still waits between two attempts.
  const isWaiting = !isAnswer && (hasWaited || (failure !== null && isPassing(failure)));
  if (isWaiting !== hasWaited) setWaited(isWaiting);
  const window = windowOf(now, school.timeZone, school.copyDays);
  const span = (query.offset ?? 0) === 0 ? firstHeldDays(query.filters ?? {}, zoneOf(school), window) : null;
  const result = useQuery({ ...windowQuery(school, span ?? window), ...onlyIf(isWaiting && span !== null) });
  const reading = readingOf('reservations', result);
  const held = result.data?.value;
  const reservations = useMemo(() => {
    const { filters = {} } = query;
    const ownReservations = (held?.reservations ?? []).filter((reservation) =>
      passesFilters(reservation, filters, zoneOf(school)),
    );
    return pageSize === 'all' ? ownReservations : ownReservations.slice(0, pageSize);
  }, [held, query, pageSize, school]);
  if (!isWaiting || span === null || !held || reading.asOf === null) return null;
  return {
    span,
    reservations,
    isWhole: held.missing.length === 0,
    reading: { ...reading, failure: failure ?? reading.failure },
  };
}

type Waiting = { readonly isAnswer: boolean; readonly failure: Failure | null; readonly now: Instant };

/** One page of the list of reservations, and its irregularities. */
export function useReservationPage(school: Config, list: ListRequest, now: Instant) {
  const refresh = useRefresh();
  const zone = useMemo(() => zoneOf(school), [school]);
  const { result, isAnswer, page, problem, reading } = useListPage(school, 'listReservations', list);
  const meanwhile = useMeanwhile(school, list, { isAnswer, failure: reading.failure, now });
  const answer = isAnswer ? result.data?.value : undefined;
  const { items: reservations, repeated } = useMemo(
    () =>
      distinctBy(
        (answer?.records ?? []).map((record) => toReservation(record, zone)),
        (reservation) => reservation.key,
      ),
    [answer, zone],
  );
  const query = { ...list.query, offset: page };
  const check = answer
    ? checkWords(checkFilters(reservations, query.filters ?? {}, zone.name), operations.listReservations, zone)
    : null;
  return {
    isAnswer,
    query,
    page,
    reservations,
    totalItems: result.data?.value.totalItems ?? 0,
    setAside: answer?.setAside ?? [],
    reading: meanwhile?.reading ?? reading,
    meanwhile,
    retry: () => refresh(listQuery(school, 'listReservations', query).queryKey),
    scope: check?.scope ?? null,
    notes: [
      problem,
      ...(answer ? pageOddities(answer, query) : []),
      ...(check?.notes ?? []),
      ...recordOddities('reservations', repeated),
      ...unreadOddities('reservations', answer?.records ?? []),
    ],
  };
}

/**
 * Who is where by the API's own filter of instructors, one call per location; `lists` is null until loaded. If they are not
 * wanted, no call is made.
 */
export function useInstructorLists(school: Config, locations: readonly Location[], isWanted: boolean) {
  const result = useQuery({ ...instructorListsQuery(school, locations), ...onlyIf(isWanted && locations.length > 0) });
  const reading = readingOf('listInstructors', result);
  return { lists: (isWanted && result.data?.value) || null, readings: isWanted ? [reading] : [] };
}

function instructorListsQuery(school: Config, locations: readonly Location[]) {
  return queryOptions({
    queryKey: ['api', 'listInstructors', 'by location', locations] as const,
    queryFn: async ({ client }): Promise<Answer<InstructorLists>> => {
      const answers = await Promise.all(locations.map((location) => client.query(instructorsAt(school, location))));
      const value = locations.map((location, index) => ({
        location,
        userIds: answers[index]?.value.records.map(({ userId }) => userId) ?? [],
      }));
      const asOf = Math.min(...answers.map((answer) => answer.asOf));
      return { value, asOf, expected: answers[0]?.expected ?? null, trouble: null, etag: null, parts: null };
    },
  });
}

const instructorsAt = (school: Config, { id }: Location) =>
  listQuery(school, 'listInstructors', { filters: { locationId: { operator: 'eq', values: [id] } } });
