import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { millisecondsInMinute } from 'date-fns/constants';
import { type AuditLine, auditPageShape, auditPath } from '#contract/access/audit.ts';
import { type ColumnRequest, columnsPath, columnsShape } from '#contract/access/columns.ts';
import {
  type AccessRequest,
  accessAnswerShape,
  accessPath,
  type FeedSubject,
  grantsShape,
} from '#contract/access/grants.ts';
import { type SessionRequest, sessionsPath, sessionsShape } from '#contract/access/sessions.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { ask, asking, readAs } from '#web/queries/client.ts';
import { failureOf } from '#web/queries/readings.ts';
import { send } from './gateway.ts';

/** What is handed out: links, tokens and roles of people. For managers. */
const accessQuery = queryOptions({
  queryKey: ['access'] as const,
  queryFn: asking(accessPath, (body) => readAs(grantsShape, body)),
});

/** What is handed out, with its age and its last failure. */
export function useGrants() {
  const result = useQuery(accessQuery);
  return {
    /** Null until it has been read. */
    grants: result.data?.value.grants ?? null,
    asOf: result.data?.asOf ?? null,
    failure: failureOf(result),
    queryKey: accessQuery.queryKey,
  };
}

/**
 * Hands something out or takes it back, and resolves with the secret of what was created: nobody is told it again. Rejects with a
 * `RequestFailure`.
 */
export function useHandOut(): (request: AccessRequest) => Promise<string | null> {
  const client = useQueryClient();
  return async (request) => {
    const { grants, secret } = await send(accessPath, request, (body) => readAs(accessAnswerShape, body));
    client.setQueryData(
      accessQuery.queryKey,
      (last) => last && { ...last, value: { grants }, asOf: Date.now(), etag: null },
    );
    return secret;
  };
}

/** As long as a token or a display's link, unless somebody says otherwise. */
const feedDays = 365;

/** Makes the private link of a calendar, and resolves with its address. */
export function useFeed(): (subject: FeedSubject, name: string) => Promise<string | null> {
  const handOut = useHandOut();
  const usual = { ask: 'create', kind: 'feed', role: null, userId: null, showsNames: false, days: feedDays } as const;
  return (subject, name) => handOut({ ...usual, name, subject });
}

/** Sessions come and go with every sign-in; milliseconds. */
const sessionsInterval = millisecondsInMinute;

/** Who is signed in: oneself with every browser, or everybody. */
export type Whose = 'own' | 'all';

const sessionsQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['sessions', whose] as const,
    queryFn: asking(whose === 'all' ? `${sessionsPath}?of=all` : sessionsPath, (body) => readAs(sessionsShape, body)),
    refetchInterval: sessionsInterval,
    staleTime: 0,
  });

/** The sessions, null until they have been read; the one used last first. */
export function useSessions(whose: Whose) {
  const query = sessionsQuery(whose);
  const result = useQuery(query);
  const asOf = result.data?.asOf ?? null;
  const reading: Reading = { source: 'Sessions', asOf, interval: sessionsInterval, failure: failureOf(result) };
  return { sessions: result.data?.value.sessions ?? null, reading, queryKey: query.queryKey };
}

/** Ends a session, or all of one's own but this one. Rejects with a `RequestFailure`. */
export function useEndSession(): (request: SessionRequest) => Promise<void> {
  const client = useQueryClient();
  return async (request) => {
    await send(sessionsPath, request, (body) => readAs(sessionsShape, body));
    await client.invalidateQueries({ queryKey: ['sessions'] });
  };
}

const auditQuery = (event: AuditLine['event'] | null) =>
  infiniteQueryOptions({
    queryKey: ['audit', event] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (pageParam !== null) query.set('before', String(pageParam));
      if (event !== null) query.set('event', event);
      return ask(`${auditPath}?${query}`, (body) => readAs(auditPageShape, body), { signal, isUrgent: false });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ value }) => value.next,
    staleTime: 0,
  });

/** The audit from the newest entry on, of one event or of all; `older` loads more, and is null at the end. */
export function useAudit(event: AuditLine['event'] | null) {
  const query = auditQuery(event);
  const result = useInfiniteQuery(query);
  const { error, failureReason } = result;
  const first = result.data?.pages[0];
  const failure = failureOf({ data: first, error, failureReason });
  const reading: Reading = { source: 'Audit', asOf: first?.asOf ?? null, interval: sessionsInterval, failure };
  return {
    entries: result.data?.pages.flatMap(({ value }) => value.entries) ?? null,
    reading,
    queryKey: query.queryKey,
    older: result.hasNextPage ? () => void result.fetchNextPage() : null,
    isLoadingOlder: result.isFetchingNextPage,
  };
}

/** Which columns of reports are withheld from whom, with sample values. For managers. */
const columnsQuery = queryOptions({
  queryKey: ['access/columns'] as const,
  queryFn: asking(columnsPath, (body) => readAs(columnsShape, body)),
});

export function useReportColumns() {
  const result = useQuery(columnsQuery);
  return {
    /** Null until they have been read. */
    reports: result.data?.value.reports ?? null,
    failure: failureOf(result),
    queryKey: columnsQuery.queryKey,
  };
}

/** Opens a column to a role, or closes it. Rejects with a `RequestFailure`. */
export function useColumnChange(): (request: ColumnRequest) => Promise<void> {
  const client = useQueryClient();
  return async (request) => {
    const value = await send(columnsPath, request, (body) => readAs(columnsShape, body));
    client.setQueryData(columnsQuery.queryKey, (last) => last && { ...last, value, asOf: Date.now(), etag: null });
  };
}
