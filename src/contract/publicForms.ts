import { areaPaths, type Operation, type OperationId } from './operations.ts';
import type { QueryPair } from './query.ts';

/**
 * Public clients of such services also write queries in forms of their own (field notes, last section). This file reads
 * those. What we send always has the specification's form.
 */

type Known = Pick<Operation, 'paging' | 'filters' | 'plain'>;

/**
 * Rewrites a query's pairs to the specification's form if both mean the same. Names and operators may be in any letter
 * case. A bare date becomes its midnight, and a `limit` above the maximum becomes the maximum. Everything else stays as
 * written.
 */
export function inDocumentedForm(known: Known, pairs: readonly QueryPair[]): QueryPair[] {
  const { paging, filters, plain } = known;
  const names = [...(paging ? ['offset', 'limit'] : []), ...[...filters, ...plain].map((field) => field.name)];
  return pairs.map(([written, value]) => {
    const isKnown = names.includes(written);
    const name = (isKnown ? null : names.find((one) => one.toLowerCase() === written.toLowerCase())) ?? written;
    if (name === 'limit' && paging) return [name, withinLimit(value, paging.maxLimit)];
    const field = filters.find((one) => one.name === name);
    return [name, field ? documentedFilter(value, field.value === 'localDateTime') : value];
  });
}

function withinLimit(value: string, most: number | null): string {
  return most !== null && /^[1-9]\d{0,8}$/.test(value) && Number(value) > most ? String(most) : value;
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

/** The operation with the extra parameters of public clients, as text that only the service understands. */
export function asPublicClientsKnow(id: OperationId, operation: Operation): Operation {
  const seen = (seenInTheField[id] ?? []).map((name) => ({ name, label: name, value: 'text' }) as const);
  return seen.length === 0 ? operation : { ...operation, plain: [...operation.plain, ...seen] };
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
