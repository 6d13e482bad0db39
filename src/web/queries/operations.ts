import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PathParameters } from '#contract/addresses.ts';
import { type Page, parseList, type RecordOf } from '#contract/answers.ts';
import type { Config } from '#contract/config.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { type Answer, ask } from './client.ts';
import { nextRefresh, refreshInterval } from './policy.ts';

/** Keys go from general to particular, so that a prefix names all of an operation's answers. */
export function operationKey(id: OperationId, ...particulars: readonly unknown[]) {
  return ['api', id, ...particulars] as const;
}

/** How a query refreshes. */
export function refreshing(id: OperationId) {
  const interval = refreshInterval(id);
  return {
    refetchInterval: (query: { state: { error: unknown } }) => nextRefresh(interval, query.state.error),
  };
}

/** One page of a list operation. */
export function listQuery<Id extends OperationId>(school: Config, id: Id, query: Query, path: PathParameters = {}) {
  return queryOptions({
    queryKey: operationKey(id, path, query),
    queryFn: ({ signal }): Promise<Answer<Page<RecordOf<Id>>>> =>
      ask(id, { ...path, operatorId: String(school.operatorId) }, query, (body) => parseList(id, body), signal),
    placeholderData: keepPreviousData,
    ...refreshing(id),
  });
}
