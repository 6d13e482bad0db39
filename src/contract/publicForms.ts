import { areaPaths, type Operation, type OperationId } from './operations.ts';
import type { QueryPair } from './query.ts';

/**
 * What public clients of such services write besides the specification's forms (field notes, last section). What we send
 * ourselves is always the specification's; here it is told how theirs is understood.
 */

type Known = Pick<Operation, 'paging' | 'filters' | 'plain'>;

/**
 * Brings the pairs of a query to the specification's form wherever both say the same: names and operators in any letter
 * case, a bare date for its midnight, and a `limit` above the largest one for the largest. All else stays as written.
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

/** Parameters that live services take where the specification shows others only; passed on as they are. */
const seenInTheField: { readonly [Id in OperationId]?: readonly string[] } = {
  listAircraft: ['tailNumber'],
  listReservations: ['startTimeUtc', 'endTimeUtc', 'tailNumber'],
};

/** The operation with the parameters that public clients send besides, as text that only the service understands. */
export function asPublicClientsKnow(id: OperationId, operation: Operation): Operation {
  const seen = (seenInTheField[id] ?? []).map((name) => ({ name, label: name, value: 'text' }) as const);
  return seen.length === 0 ? operation : { ...operation, plain: [...operation.plain, ...seen] };
}

/** The list of people that live services have in Core: no operation of the specification, and never asked for by us. */
export const peopleOperation = {
  paging: { maxLimit: 500, defaultLimit: null, documented: false },
  filters: [],
  plain: [],
  open: true,
} as const satisfies Pick<Operation, 'paging' | 'filters' | 'plain' | 'open'>;

/** The operator id in the address of that list, or null for any other address. */
export function operatorOfPeople(pathname: string): string | null {
  const [, operatorId = null] = /^\/core\/v1\.0\/operators\/(0|[1-9]\d{0,9})\/people$/.exec(pathname) ?? [];
  return operatorId;
}

/** The path of that list. */
export function peoplePath(operatorId: string): string {
  return `${areaPaths.core}/operators/${operatorId}/people`;
}
