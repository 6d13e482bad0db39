import type { Page } from '#contract/answers.ts';
import type { Config } from '#contract/config.ts';
import type { ListState } from '#domain/listState.ts';
import { pageOddities } from '#domain/pageChecks.ts';
import { toRecordRows } from '#domain/records/rows.ts';
import { useListPage } from './listPage.ts';
import { readingOf } from './reading.ts';

/** A page of records of any shape, every one of them a row; `idNames` are what their id is usually called. */
export function useRecordPage(
  school: Config,
  id: 'listUsers' | 'listEquipment',
  list: Pick<ListState, 'query' | 'pageSize'>,
  ...idNames: readonly string[]
) {
  const { result, page, problem } = useListPage(school, id, list);
  const answer = result.data?.value;
  const query = { ...list.query, offset: page };
  return {
    rows: answer ? toRecordRows(allItems(answer), page * (query.limit ?? 0), ...idNames) : [],
    page,
    query,
    totalItems: answer?.totalItems ?? 0,
    notes: [problem, ...(answer && !result.isPlaceholderData ? pageOddities(answer, query) : [])],
    reading: readingOf(id, result),
    retry: () => void result.refetch(),
  };
}

/** Items that are no objects too, in their places: a general view can show them. */
function allItems({ records, setAside }: Page<unknown>): unknown[] {
  return setAside.reduce<unknown[]>((items, { index, raw }) => items.toSpliced(index, 0, raw), [...records]);
}
