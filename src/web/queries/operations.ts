import { hashKey, queryOptions } from '@tanstack/react-query';
import type { PathParameters } from '#contract/addresses.ts';
import { type Page, parseList, type RecordOf } from '#contract/answers.ts';
import type { CallClass } from '#contract/callClass.ts';
import type { Config } from '#contract/config.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { type Answer, ask } from './client.ts';
import { nextRefresh, refreshInterval } from './policy.ts';

/** Keys go from general to particular, so that a prefix names all of an operation's answers. */
export function operationKey(id: OperationId, ...particulars: readonly unknown[]) {
  return ['api', id, ...particulars] as const;
}

/** How a query refreshes: as the operation usually does, or at another interval in milliseconds. */
export function refreshing(id: OperationId, interval = refreshInterval(id)) {
  return {
    refetchInterval: ({ state }: { state: Parameters<typeof nextRefresh>[1] }) => nextRefresh(interval, state),
    meta: { interval },
  };
}

/** One page of a list operation. While another page or filter is under way, the last one stays; another aircraft's never. */
export function listQuery<Id extends OperationId>(
  school: Config,
  id: Id,
  query: Query,
  path: PathParameters = {},
  callClass?: CallClass,
) {
  type Data = Answer<Page<RecordOf<Id>>>;
  return queryOptions({
    queryKey: operationKey(id, path, bare(query)),
    queryFn: ({ signal }): Promise<Data> =>
      ask(
        id,
        { ...path, operatorId: String(school.operatorId) },
        query,
        (body) => parseList(id, body),
        signal,
        callClass,
      ),
    placeholderData: (last: Data | undefined, lastQuery) =>
      isSamePath(lastQuery?.queryKey[2], path) ? last : undefined,
    ...refreshing(id),
  });
}

/** Two queries that ask the same are one: what is left out and what is empty print alike. */
function bare(query: Query): Query {
  const isAsked = (part: unknown) => part !== undefined && (typeof part !== 'object' || hashKey([part]) !== '[{}]');
  return Object.fromEntries(Object.entries(query).filter(([, part]) => isAsked(part)));
}

function isSamePath(last: unknown, path: PathParameters): boolean {
  return hashKey([last]) === hashKey([path]);
}
