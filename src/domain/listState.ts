import { type Filter, printFilter } from '#contract/filters.ts';
import type { Operation, Paging } from '#contract/operations.ts';
import { parseQuery, type Query, type QueryPair } from '#contract/query.ts';

/**
 * A list's state in the address of its page, written as the API writes it (`statusId=eq:1`, `offset=2`, `limit=25`), with
 * one word more: `limit=all`, where the API returns everything when the limit is left out.
 */
export type ListParams = { readonly [name: string]: string | null };
type Listed = Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

export type PageSize = number | 'all';

export type ListState = {
  readonly query: Query;
  readonly pageSize: PageSize;
  /** What the address said that cannot be, in words; it is left out of the query. */
  readonly problems: readonly string[];
};

/** The sizes a pager offers: 25, 50, 100, and the API's own maximum or everything. */
export function pageSizes(paging: Paging): readonly PageSize[] {
  const sizes = [25, 50, 100, 250].filter((size) => paging.maxLimit === null || size <= paging.maxLimit);
  return paging.defaultLimit === null ? [...sizes, 'all'] : sizes;
}

/** The names a list keeps in the address. */
export function listParamNames(operation: Listed): string[] {
  return [...operation.filters.map((field) => field.name), ...(operation.paging ? ['offset', 'limit'] : [])];
}

/** Reads the state; what cannot be read falls back to what is usual, with a word about it. */
export function readListState(operation: Listed, params: ListParams, usualSize: PageSize): ListState {
  const allowsAll = operation.paging?.defaultLimit === null;
  const given = listParamNames(operation).flatMap((name): QueryPair[] => {
    const text = params[name] ?? null;
    return text === null || (name === 'limit' && text === 'all' && allowsAll) ? [] : [[name, text]];
  });
  const { query, problems } = parseQuery(operation, given);
  const size = params['limit'] === 'all' && allowsAll ? 'all' : (query.limit ?? usualSize);
  return {
    query: { ...query, offset: size === 'all' ? undefined : query.offset, limit: size === 'all' ? undefined : size },
    pageSize: size,
    problems: problems.map((problem) => problem.message),
  };
}

/** Sets or removes a filter. Another question begins at its first page. */
export function setFilter(name: string, filter: Filter | null): ListParams {
  return { [name]: filter && printFilter(filter), offset: null };
}

/** Another page size begins at the first page, too. */
export function setPageSize(size: PageSize, usualSize: PageSize): ListParams {
  return { limit: size === usualSize ? null : String(size), offset: null };
}

export function setPage(page: number): ListParams {
  return { offset: page === 0 ? null : String(page) };
}

/** The index of the last page there is. */
export function lastPage(totalItems: number, size: PageSize): number {
  return size === 'all' ? 0 : Math.max(0, Math.ceil(totalItems / size) - 1);
}
