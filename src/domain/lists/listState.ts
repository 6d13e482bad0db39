import { type Filter, printFilter } from '#contract/filters.ts';
import type { Operation, Paging } from '#contract/operations.ts';
import { parseQuery, type Query, type QueryPair } from '#contract/query.ts';
import { readInstant } from '#domain/time/time.ts';

/**
 * A list's state in its page's address, written as the API writes it (`statusId=eq:1`, `offset=2`, `limit=25`), with
 * two additions. `limit=all` stands for the API's omitted limit, which returns everything. `startTime=any` switches off
 * a filter that the list usually has.
 */
export type ListParams = { readonly [name: string]: string | null };
type Listed = Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

export type PageSize = number | 'all';

/** Filters by field name. */
export type Filters = NonNullable<Query['filters']>;
const notFiltered = 'any';

export type ListState = {
  readonly query: Query;
  readonly pageSize: PageSize;
  /** What is wrong with the address, in words; the query leaves it out. */
  readonly problems: readonly string[];
};

/** Largest page size if no bound is documented: every known service accepts it. */
const maxUndocumented = 100;

/** True if the query has any filter. */
export function isFiltered({ filters = {} }: Query): boolean {
  return Object.values(filters).some((filter) => filter !== undefined);
}

/** The page sizes on offer: 25, 50, 100 and more as far as the API allows, and "all" if the API can return everything. */
export function pageSizes(paging: Paging): readonly PageSize[] {
  const max = paging.maxLimit ?? (paging.documented ? Number.POSITIVE_INFINITY : maxUndocumented);
  const sizes = [25, 50, 100, 250, 500].filter((size) => size <= max);
  return paging.defaultLimit === null ? [...sizes, 'all'] : sizes;
}

/** The parameter names that a list keeps in the address. */
export function listParamNames(operation: Listed): string[] {
  return [...operation.filters.map((field) => field.name), ...(operation.paging ? ['offset', 'limit'] : [])];
}

/** Reads the state. An unreadable value falls back to the usual one, with a message. */
export function readListState(
  operation: Listed,
  params: ListParams,
  defaultSize: PageSize,
  defaultValue: Filters = {},
): ListState {
  const allowsAll = operation.paging?.defaultLimit === null;
  const given = listParamNames(operation).flatMap((name): QueryPair[] => {
    const text = params[name] ?? null;
    const isWord = (name === 'limit' && text === 'all' && allowsAll) || (defaultValue[name] && text === notFiltered);
    return text === null || isWord ? [] : [[name, text]];
  });
  const { query, problems } = parseQuery(operation, given);
  const isUsual = ([name]: readonly [string, unknown]) => params[name] !== notFiltered;
  const filters = { ...Object.fromEntries(Object.entries(defaultValue).filter(isUsual)), ...query.filters };
  const size = params['limit'] === 'all' && allowsAll ? 'all' : (query.limit ?? defaultSize);
  const paging = size === 'all' ? { offset: undefined, limit: undefined } : { offset: query.offset, limit: size };
  return {
    query: { ...query, filters, ...paging },
    pageSize: size,
    problems: problems.map((problem) => problem.message),
  };
}

/** Sets or removes a filter. A changed filter returns to the first page. */
export function setFilter(name: string, filter: Filter | null, defaultValue: Filters = {}): ListParams {
  const text = filter ? printFilter(filter) : notFiltered;
  const usually = defaultValue[name] ? printFilter(defaultValue[name]) : notFiltered;
  return { [name]: text === usually ? null : text, offset: null };
}

/** Removes all filters except the usual ones; null if no others are set. */
export function clearFilters(operation: Listed, filters: Filters, defaultValue: Filters = {}): ListParams | null {
  const names = operation.filters.map(({ name }) => name);
  const isSet = names.some((name) => setFilter(name, filters[name] ?? null, defaultValue)[name] !== null);
  return isSet ? { ...Object.fromEntries(names.map((name) => [name, null])), offset: null } : null;
}

/** A changed page size also returns to the first page. */
export function setPageSize(size: PageSize, defaultSize: PageSize): ListParams {
  return { limit: size === defaultSize ? null : String(size), offset: null };
}

export function setPage(page: number): ListParams {
  return { offset: page === 0 ? null : String(page) };
}

/** The index of the last page. */
export function lastPage(totalItems: number, size: PageSize): number {
  return size === 'all' ? 0 : Math.max(0, Math.ceil(totalItems / size) - 1);
}

/** A comparison with an instant in whole epoch seconds, like the report columns. */
export type Bound = { readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly at: number };

/** The bound that a date filter sets (section 4.2): its date-time without a zone is in the operator's time zone. */
export function boundOf(filter: Filter | undefined, zone: string): Bound | null {
  const written = filter?.values[0];
  if (!filter || written === undefined || !isDateOperator(filter.operator)) return null;
  const { operator } = filter;
  const [whole = '', fraction = ''] = written.split('.');
  // A placeholder year means "none" in a record. In a filter it is a bound far in the past or future.
  const instant = readInstant(whole, { name: zone, zoneless: 'operator' }) ?? Date.parse(`${whole}Z`);
  const isRoundedUp = Number(fraction) > 0 && (operator === 'lt' || operator === 'gte');
  return { operator, at: instant / 1000 + (isRoundedUp ? 1 : 0) };
}

function isDateOperator(operator: Filter['operator']): operator is Bound['operator'] {
  return operator !== 'eq' && operator !== 'int';
}
