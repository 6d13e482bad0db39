import { setPage, setPageSize } from '#domain/lists/listState.ts';
import type { ListControls } from '#web/ui/page/urlState.ts';

/** The address of a list as it stands (page and page size), with these parameters more. */
export function listAddress(
  path: string,
  { query, pageSize, usualSize }: Pick<ListControls, 'query' | 'pageSize' | 'usualSize'>,
  more: { readonly [name: string]: string } = {},
): string {
  const params = { ...setPageSize(pageSize, usualSize), ...setPage(query.offset ?? 0) };
  const kept = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null);
  const search = new URLSearchParams([...kept, ...Object.entries(more)]).toString();
  return search === '' ? path : `${path}?${search}`;
}
