import { type Filter, printFilter } from '#contract/filters.ts';
import type { Operation, Paging } from '#contract/operations.ts';
import { parseQuery, type Query, type QueryPair } from '#contract/query.ts';
import { readInstant } from '#domain/time/time.ts';

/**
 * A list's state in the address of its page, written as the API writes it (`statusId=eq:1`, `offset=2`, `limit=25`), with
 * two words more: `limit=all`, where the API returns everything when the limit is left out, and `startTime=any`, where a
 * list is usually filtered by that field and this time is not.
 */
export type ListParams = { readonly [name: string]: string | null };
type Listed = Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

export type PageSize = number | 'all';

/** Filters by the names of their fields. */
export type Filters = NonNullable<Query['filters']>;
const notFiltered = 'any';

export type ListState = {
  readonly query: Query;
  readonly pageSize: PageSize;
  /** What the address said that cannot be, in words; it is left out of the query. */
  readonly problems: readonly string[];
};

/** What a pager offers at most where no bound is documented: what every service has been seen to take. */
const mostUndocumented = 100;

/** Whether a query asks for a part of what there is. */
export function isFiltered({ filters = {} }: Query): boolean {
  return Object.values(filters).some((filter) => filter !== undefined);
}

/** The sizes a pager offers: 25, 50, 100 and more as far as the API allows, and everything where it gives that. */
export function pageSizes(paging: Paging): readonly PageSize[] {
  const most = paging.maxLimit ?? (paging.documented ? Number.POSITIVE_INFINITY : mostUndocumented);
  const sizes = [25, 50, 100, 250, 500].filter((size) => size <= most);
  return paging.defaultLimit === null ? [...sizes, 'all'] : sizes;
}

/** The names a list keeps in the address. */
export function listParamNames(operation: Listed): string[] {
  return [...operation.filters.map((field) => field.name), ...(operation.paging ? ['offset', 'limit'] : [])];
}

/** Reads the state; what cannot be read falls back to what is usual, with a word about it. */
export function readListState(
  operation: Listed,
  params: ListParams,
  usualSize: PageSize,
  usual: Filters = {},
): ListState {
  const allowsAll = operation.paging?.defaultLimit === null;
  const given = listParamNames(operation).flatMap((name): QueryPair[] => {
    const text = params[name] ?? null;
    const isWord = (name === 'limit' && text === 'all' && allowsAll) || (usual[name] && text === notFiltered);
    return text === null || isWord ? [] : [[name, text]];
  });
  const { query, problems } = parseQuery(operation, given);
  const isUsual = ([name]: readonly [string, unknown]) => params[name] !== notFiltered;
  const filters = { ...Object.fromEntries(Object.entries(usual).filter(isUsual)), ...query.filters };
  const size = params['limit'] === 'all' && allowsAll ? 'all' : (query.limit ?? usualSize);
  const paging = size === 'all' ? { offset: undefined, limit: undefined } : { offset: query.offset, limit: size };
  return {
    query: { ...query, filters, ...paging },
    pageSize: size,
    problems: problems.map((problem) => problem.message),
  };
}

/** Sets or removes a filter. Another question begins at its first page. */
export function setFilter(name: string, filter: Filter | null, usual: Filters = {}): ListParams {
  const text = filter ? printFilter(filter) : notFiltered;
  const usually = usual[name] ? printFilter(usual[name]) : notFiltered;
  return { [name]: text === usually ? null : text, offset: null };
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

/** A comparison with an instant in whole epoch seconds, as the columns are. */
export type Bound = { readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly at: number };

/** The bound that a date filter (section 4.2) sets: its date-time without zone is the operator's wall clock. */
export function boundOf(filter: Filter | undefined, zone: string): Bound | null {
  const written = filter?.values[0];
  if (!filter || written === undefined || !isDateOperator(filter.operator)) return null;
  const { operator } = filter;
  const [whole = '', fraction = ''] = written.split('.');
  // Years that stand for "none" in a record are far bounds in a filter.
  const instant = readInstant(whole, { name: zone, zoneless: 'operator' }) ?? Date.parse(`${whole}Z`);
  const isRoundedUp = Number(fraction) > 0 && (operator === 'lt' || operator === 'gte');
  return { operator, at: instant / 1000 + (isRoundedUp ? 1 : 0) };
}

function isDateOperator(operator: Filter['operator']): operator is Bound['operator'] {
  return operator !== 'eq' && operator !== 'int';
}
