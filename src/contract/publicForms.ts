import { areaPaths, type Operation, type OperationId, type Paging } from './operations.ts';
import type { QueryPair } from './query.ts';

/**
 * Public clients of such services also write queries in forms of their own (field notes, last section). This file reads
 * those. What we send always has the specification's form.
 */

type Known = Pick<Operation, 'paging' | 'filters' | 'plain'>;

/**
 * Rewrites a query's pairs to the specification's form if both mean the same. Names and operators may be in any letter
 * case, and a bare date becomes its midnight. Everything else stays as written.
 */
export function inDocumentedForm(known: Known, pairs: readonly QueryPair[]): QueryPair[] {
  const { paging, filters, plain } = known;
  const names = [...(paging ? ['offset', 'limit'] : []), ...[...filters, ...plain].map((field) => field.name)];
  return pairs.map(([written, value]) => {
    const isKnown = names.includes(written);
    const name =
      (isKnown ? null : names.find((candidate) => candidate.toLowerCase() === written.toLowerCase())) ?? written;
    const field = filters.find((filter) => filter.name === name);
    return [name, field ? documentedFilter(value, field.value === 'localDateTime') : value];
  });
}

/** Cuts a `limit` above the maximum to the maximum, as live services do. */
export function withLimitCut(paging: Paging | null, pairs: readonly QueryPair[]): QueryPair[] {
  const max = paging?.maxLimit ?? Number.POSITIVE_INFINITY;
  const isAbove = (value: string) => /^[1-9]\d{0,8}$/.test(value) && Number(value) > max;
  return pairs.map(([name, value]) => [name, name === 'limit' && isAbove(value) ? String(max) : value]);
}

function documentedFilter(text: string, isTime: boolean): string {
  const colon = text.indexOf(':');
  const isOperator = /^[a-z]+:/i.test(text);
  const lower = isOperator ? text.slice(0, colon).toLowerCase() + text.slice(colon) : text;
  return isTime ? lower.replace(/^([a-z]+:\d{4}-\d\d-\d\d)$/, '$1T00:00:00') : lower;
}

/** Parameters that live services accept though the specification shows others; they are passed on unchanged. */
const seenInTheField: { readonly [Id in OperationId]?: readonly string[] } = {
  listAircraft: ['tailNumber'],
  listReservations: ['startTimeUtc', 'endTimeUtc', 'tailNumber'],
};

/**
 * The operation as public clients know it: with extra parameters, as text, and without a maximum of Core's `limit`. These
 * clients read one page and take it for the whole list.
 */
export function asPublicClientsKnow(id: OperationId, operation: Operation): Operation {
  const seen = (seenInTheField[id] ?? []).map((name) => ({ name, label: name, value: 'text' }) as const);
  const paging =
    operation.area === 'core' && operation.paging ? { ...operation.paging, maxLimit: null } : operation.paging;
  return { ...operation, paging, plain: [...operation.plain, ...seen] };
}

/** The text of a public client's filter: `eq:N512SP`, or `N512SP` alone. */
export function seenText(value: string): string {
  return /^eq:/i.test(value) ? value.slice('eq:'.length) : value;
}

/** A bound on a time in UTC, in epoch seconds. */
export type SeenBound = { readonly operator: 'lt' | 'lte' | 'gt' | 'gte'; readonly at: number };

const seenTime = /^(lte?|gte?):(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)Z?)?$/i;

/** A public client's filter on a time in UTC, such as `Gte:2026-11-20T08:00:00Z`; null for any other form. */
export function seenBoundOf(value: string): SeenBound | null {
  const [, written = '', day = '', time = '00:00'] = seenTime.exec(value) ?? [];
  const operator = (['lt', 'lte', 'gt', 'gte'] as const).find((name) => name === written.toLowerCase());
  const at = Date.parse(`${day}T${time}Z`) / 1000;
  return operator === undefined || Number.isNaN(at) ? null : { operator, at };
}

/** The list of people that live services have in Core. The specification has no such operation, and we never request it. */
export const peopleOperation = {
  paging: { maxLimit: 500, defaultLimit: null, documented: false },
  filters: [],
  plain: [],
  open: true,
} as const satisfies Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

/** The operator id in the people list's address, or null for any other address. */
export function operatorOfPeople(pathname: string): string | null {
  const [, operatorId = null] = /^\/core\/v1\.0\/operators\/(0|[1-9]\d{0,9})\/people$/.exec(pathname) ?? [];
  return operatorId;
}

/** The people list's path. */
export function peoplePath(operatorId: string): string {
  return `${areaPaths.core}/operators/${operatorId}/people`;
}
