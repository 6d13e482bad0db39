import { useQuery } from '@tanstack/react-query';
import type { PathParameters } from '#contract/addresses.ts';
import type { Config } from '#contract/config.ts';
import type { OperationId } from '#contract/operations.ts';
import { lastPage, type ListState } from '#domain/listState.ts';
import { listQuery } from './operations.ts';

/**
 * The page of a list that the address asks for; where the list ends before it, its last page, with a word about it.
 */
export function useListPage<Id extends OperationId>(
  school: Config,
  id: Id,
  list: Pick<ListState, 'query' | 'pageSize'>,
  path: PathParameters = {},
) {
  const asked = list.query.offset ?? 0;
  const result = useQuery(listQuery(school, id, list.query, path));
  const total = result.data?.value.totalItems;
  const last = total === undefined || result.isPlaceholderData ? asked : lastPage(total, list.pageSize);
  const isBeyond = asked > last;
  const fallback = useQuery({ ...listQuery(school, id, { ...list.query, offset: last }, path), enabled: isBeyond });
  return {
    result: isBeyond ? fallback : result,
    page: isBeyond ? last : asked,
    problem: isBeyond ? `There is no page ${asked + 1}; this is the last, page ${last + 1}.` : null,
  };
}
