import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ColumnRequest, columnsPath, columnsShape } from '#contract/access/columns.ts';
import {
  type AccessRequest,
  accessAnswerShape,
  accessPath,
  type FeedSubject,
  grantsShape,
} from '#contract/access/grants.ts';
import { asking, readAs } from '#web/queries/client.ts';
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

/** Makes the private link of a calendar, and resolves with its address. */
export function useFeed(): (subject: FeedSubject, name: string) => Promise<string | null> {
  const handOut = useHandOut();
  const usual = { ask: 'create', kind: 'feed', role: null, userId: null, showsNames: false, days: null } as const;
  return (subject, name) => handOut({ ...usual, name, subject });
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
