import { hashKey, queryOptions } from '@tanstack/react-query';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type Page, parseList, type RecordOf } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { type Answer, asking } from './client.ts';
import { onlyIf } from './policy.ts';

/**
 * Documented requests of the service's own API, which the gateway answers from its local copy. Keys go from general to
 * particular: a prefix matches all answers of an operation.
 */
function operationKey(id: OperationId, ...particulars: readonly unknown[]) {
  return ['api', id, ...particulars] as const;
}

/**
 * One page of a list operation. While another page or filter loads, the last one stays visible; another aircraft's page never
 * does.
 */
export function listQuery<Id extends OperationId>(school: Config, id: Id, query: Query, path: PathParameters = {}) {
  type Data = Answer<Page<RecordOf<Id>>>;
  // An id from the service that does not fit in an address fails this query only, not the page.
  const address = () => `/api${addressOf(id, { ...path, operatorId: String(school.operatorId) }, query)}`;
  return queryOptions({
    queryKey: operationKey(id, path, bare(query)),
    queryFn: (context) => asking(address(), (body) => parseList(id, body))(context),
    placeholderData: (last: Data | undefined, lastQuery) =>
      isSamePath(lastQuery?.queryKey[2], path) ? last : undefined,
  });
}

/** `select` for a list whose component draws only the records. */
export function recordsOf<Item>({ value }: Answer<Page<Item>>): readonly Item[] {
  return value.records;
}

/** Equal requests share one query: omitted parameters, empty ones and page one give the same text. */
function bare(query: Query): Query {
  const isGiven = (name: string, part: unknown) =>
    part !== undefined && !(name === 'offset' && part === 0) && hashKey([part]) !== '[{}]';
  return Object.fromEntries(Object.entries(query).filter(([name, part]) => isGiven(name, part)));
}

function isSamePath(last: unknown, path: PathParameters): boolean {
  return hashKey([last]) === hashKey([path]);
}

type RecordOperation = {
  [Id in OperationId]: (typeof operations)[Id]['answer'] extends 'record' ? Id : never;
}[OperationId];

/** One record as the service sent it, in any shape: an unexpected field must not break the page. */
export function recordQuery(school: Config, id: RecordOperation, path: PathParameters = {}) {
  const address = recordAddress(school, id, path);
  return queryOptions({
    queryKey: operationKey(id, path),
    queryFn: asking(address ?? '', (body): unknown => body),
    ...onlyIf(address !== null),
  });
}

/** False if the value does not fit in an address: it would lead to another page, so it is not sent. */
export function canAsk(school: Config, id: RecordOperation, path: PathParameters): boolean {
  return recordAddress(school, id, path) !== null;
}

function recordAddress(school: Config, id: RecordOperation, path: PathParameters): string | null {
  try {
    return `/api${addressOf(id, { ...path, operatorId: String(school.operatorId) })}`;
  } catch {
    return null;
  }
}
