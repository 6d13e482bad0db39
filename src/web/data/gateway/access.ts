import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { millisecondsInMinute } from '#domain/units.ts';
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
import { timeouts } from '#contract/gateway/ages.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import {
  type ReminderClassRequest,
  reminderClassesPath,
  reminderClassesShape,
} from '#contract/access/reminderClasses.ts';
import { ask, asking, readAs } from '#web/data/client.ts';
import { changing, configKey } from '#web/data/policy.ts';
import { failureOf } from '#web/data/readings.ts';
import { send } from './gateway.ts';
import { now } from '#web/device/screenClock.ts';

/** The access that was granted: links, tokens and roles of people. For managers. */
const accessQuery = queryOptions({
  queryKey: ['access'] as const,
  queryFn: asking(accessPath, (body) => readAs(grantsShape, body)),
});

/** The granted access, with its age and its last failure. */
export function useGrants() {
  const result = useQuery(accessQuery);
  return {
    /** Null until loaded. */
    grants: result.data?.value.grants ?? null,
    /** Where the last revocation does not count yet, in words; null if it counts everywhere. */
    notYet: result.data?.value.notYet ?? null,
    /** Why nothing can be kept beyond a restart, in words; null if all is well. */
    trouble: result.data?.value.trouble ?? null,
    asOf: result.data?.asOf ?? null,
    failure: failureOf(result),
    queryKey: accessQuery.queryKey,
  };
}

/** Grants or revokes access. The answer holds the secret of a new grant, which is never shown again. */
export function useHandOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: AccessRequest) => send(accessPath, request, (body) => readAs(accessAnswerShape, body)),
    onSuccess: ({ grants, notYet, trouble }) => {
      const value = { grants, notYet, trouble };
      client.setQueryData(accessQuery.queryKey, (last) => last && { ...last, value, asOf: now(), etag: null });
    },
    // A secret lives no longer than the form that shows it.
    gcTime: 0,
  });
}

/** The same as for a token or a display's link, unless a manager sets another period. */
const feedDays = 365;

/** Creates the private link of a calendar, and resolves with its address. */
export function useFeed(): (subject: FeedSubject, name: string) => Promise<string | null> {
  const { mutateAsync } = useHandOut();
  const defaults = {
    ask: 'create',
    kind: 'feed',
    role: null,
    userId: null,
    showsNames: false,
    days: feedDays,
  } as const;
  return async (subject, name) => (await mutateAsync({ ...defaults, name, subject })).secret;
}

/** Milliseconds between two requests: sessions change with every sign-in. */
const sessionsInterval = millisecondsInMinute;

/** Whose sessions: the user's own in every browser, or everybody's. */
export type Whose = 'own' | 'all';

const sessionsQuery = (whose: Whose) =>
  queryOptions({
    queryKey: ['sessions', whose] as const,
    queryFn: asking(whose === 'all' ? `${sessionsPath}?of=all` : sessionsPath, (body) => readAs(sessionsShape, body)),
    refetchInterval: sessionsInterval,
    staleTime: 0,
  });

/** The sessions, most recently used first; null until loaded. */
export function useSessions(whose: Whose) {
  const query = sessionsQuery(whose);
  const result = useQuery(query);
  const asOf = result.data?.asOf ?? null;
  const reading: Reading = { source: 'Sessions', asOf, interval: sessionsInterval, failure: failureOf(result) };
  return { sessions: result.data?.value.sessions ?? null, reading, queryKey: query.queryKey };
}

/** Ends a session, or all of the user's own except this one. */
export function useEndSession() {
  const client = useQueryClient();
  const end = (request: SessionRequest) => send(sessionsPath, request, (body) => readAs(sessionsShape, body));
  return useMutation(changing(client, ['sessions'], end));
}

/** Ends this browser's own session. Never rejects: the form that follows says what the server answers, or that it does not. */
export async function endOwnSession(): Promise<void> {
  const signal = AbortSignal.timeout(timeouts.browser);
  await fetch('/sign-out', { method: 'POST', body: new URLSearchParams(), redirect: 'manual', signal }).catch(
    () => undefined,
  );
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

/** The audit from the newest entry, of one event or of all; `older` loads more, and is null at the end. */
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

/** Sets the class of all reminders of a name, for everyone. The configuration brings it to the rules. */
export function useClassChange() {
  const client = useQueryClient();
  const change = (request: ReminderClassRequest) =>
    send(reminderClassesPath, request, (body) => readAs(reminderClassesShape, body));
  return useMutation(changing(client, configKey, change));
}

/** Which report columns are withheld from which roles, with sample values. For managers. */
const columnsQuery = queryOptions({
  queryKey: ['access/columns'] as const,
  queryFn: asking(columnsPath, (body) => readAs(columnsShape, body)),
});

export function useReportColumns() {
  const result = useQuery(columnsQuery);
  return {
    /** Null until loaded. */
    reports: result.data?.value.reports ?? null,
    failure: failureOf(result),
    queryKey: columnsQuery.queryKey,
  };
}

/** Opens a column to a role, or closes it. */
export function useColumnChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: ColumnRequest) => send(columnsPath, request, (body) => readAs(columnsShape, body)),
    onSuccess: (value) =>
      client.setQueryData(columnsQuery.queryKey, (last) => last && { ...last, value, asOf: now(), etag: null }),
  });
}
