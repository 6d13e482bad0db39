import { allowedBy, type Filter, isLocalDateTime, missingDay, parseFilter, printFilter } from './filters.ts';
import type { Operation } from './operations.ts';

/** A query as data: screens build it, the client prints it, gateway and operator parse it. */
export type Query = {
  /** Page index. */
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  readonly filters?: { readonly [field: string]: Filter | undefined };
  /** Parameters that are not filters, and any names that an open operation may accept. */
  readonly plain?: { readonly [name: string]: string | undefined };
};

export type QueryPair = readonly [name: string, value: string];
export type QueryProblem = { readonly field: string; readonly message: string };
export type QueryReading = { readonly query: Query; readonly problems: readonly QueryProblem[] };

type Known = Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

const wholeNumber = /^(0|[1-9]\d{0,8})$/;
/** RFC 3339: a zone is required. */
const instant = /^\d{4}-\d\d-\d\d[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/** `Date.parse` alone would read 30 February as 2 March. */
function isInstant(text: string): boolean {
  return instant.test(text) && isLocalDateTime(text.slice(0, 19).toUpperCase()) && !Number.isNaN(Date.parse(text));
}

/**
 * Reads a query's name-value pairs by the operation's fields. An unknown name is a problem whose message lists the
 * known ones, unless the specification leaves the parameters open. Each name may occur only once.
 */
export function parseQuery(operation: Known, pairs: readonly QueryPair[]): QueryReading {
  const query: Draft = { filters: {}, plain: {} };
  const problems: QueryProblem[] = [];
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    const message = seen.has(name) ? `${name} is given twice; give it once.` : take(operation, query, name, value);
    if (message) problems.push({ field: name, message });
    seen.add(name);
  }
  return { query, problems };
}

type Draft = {
  offset?: number | undefined;
  limit?: number | undefined;
  filters: Record<string, Filter>;
  plain: Record<string, string>;
};

/** Takes one pair into the draft; returns the problem in words, or null. */
function take(operation: Known, draft: Draft, name: string, value: string): string | null {
  if (operation.paging && (name === 'offset' || name === 'limit')) return takePaging(operation, draft, name, value);
  const field = operation.filters.find((known) => known.name === name);
  if (field) {
    const filter = parseFilter(field, value);
    if (!filter) return `${noSuchDay(value) ?? `"${clip(value)}" is not a filter of ${name}`}; ${allowedBy(field)}.`;
    draft.filters[name] = filter;
    return null;
  }
  const plain = operation.plain.find((known) => known.name === name);
  if (plain?.value === 'instant' && !isInstant(value)) {
    const form = 'a date-time with a zone (RFC 3339), such as 2026-05-12T14:00:00Z';
    const missing = noSuchDay(value);
    return missing === null ? `"${clip(value)}" is not ${form}.` : `${missing}; give ${form}.`;
  }
  // A service may ignore such a filter, and answer with rows of every day.
  const missing = plain || !/date/i.test(name) ? null : noSuchDay(value);
  if (missing !== null) return `${missing}; ${name} is left out.`;
  if (!plain && !(operation.open && isOpenName(name))) return unknownName(operation, name);
  if (value.length > 500) return `${name} is longer than 500 characters.`;
  draft.plain[name] = value;
  return null;
}

function takePaging(operation: Known, draft: Draft, name: 'offset' | 'limit', value: string): string | null {
  const maximum = operation.paging?.maxLimit ?? null;
  const min = name === 'limit' ? 1 : 0;
  const number = Number(value);
  const inRange =
    wholeNumber.test(value) && number >= min && (name === 'offset' || maximum === null || number <= maximum);
  if (!inRange) {
    const max = name === 'limit' && maximum !== null ? `${min} through ${maximum}` : `${min} or more`;
    return `${name} is a whole number, ${max}; "${clip(value)}" is not.`;
  }
  draft[name] = number;
  return null;
}

/**
 * Names that a service may accept: letters, digits, dot, dash and underscore, beginning with a letter, so never
 * `__proto__`.
 */
function isOpenName(name: string): boolean {
  return /^[A-Za-z][\w.-]{0,63}$/.test(name);
}

function unknownName(operation: Known, name: string): string {
  const fields = operation.filters.map((field) => `${field.name} (${allowedBy(field)})`);
  const others = [...(operation.paging ? ['offset', 'limit'] : []), ...operation.plain.map((field) => field.name)];
  const known = [...others, ...fields];
  return `"${clip(name)}" is not a parameter here; known fields: ${known.length ? known.join('; ') : 'none'}.`;
}

function noSuchDay(value: string): string | null {
  const day = missingDay(value);
  return day === null ? null : `There is no day ${day}`;
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The query string without its `?`, in a fixed order; empty for an empty query. */
export function printQuery(operation: Known, query: Query): string {
  const filters = operation.filters.map((field) => {
    const filter = query.filters?.[field.name];
    return [field.name, filter && printFilter(filter)] as const;
  });
  const paging = [
    ['offset', query.offset === 0 ? undefined : query.offset?.toString()],
    ['limit', query.limit?.toString()],
  ] as const;
  const plain = Object.entries(query.plain ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [...filters, ...plain, ...(operation.paging ? paging : [])]
    .flatMap(([name, value]) => (value === undefined ? [] : [`${encodePart(name)}=${encodePart(value)}`]))
    .join('&');
}

/** Percent-encodes, but leaves `:` and `,` as the specification writes them. */
function encodePart(text: string): string {
  // Nearly all parts need no encoding.
  if (/^[\w.:,-]*$/.test(text)) return text;
  return encodeURIComponent(text).replaceAll('%3A', ':').replaceAll('%2C', ',');
}
