import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** As long as a token or a display's link, unless somebody says otherwise. */
const feedDays = 365;

/** Makes the private link of a calendar, and resolves with its address. */
export function useFeed(): (subject: FeedSubject, name: string) => Promise<string | null> {
  const handOut = useHandOut();
  const usual = { ask: 'create', kind: 'feed', role: null, userId: null, showsNames: false, days: feedDays } as const;
  return (subject, name) => handOut({ ...usual, name, subject });
}
