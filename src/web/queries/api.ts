import { hashKey, queryOptions } from '@tanstack/react-query';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type Page, parseList, type RecordOf } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { type Answer, asking } from './client.ts';

/**
 * Documented requests of the service's own API, which the gateway answers from its local copy. Keys go from general to
 * particular, so that a prefix names all of an operation's answers.
 */
function operationKey(id: OperationId, ...particulars: readonly unknown[]) {
  return ['api', id, ...particulars] as const;
}

/** One page of a list operation. While another page or filter is under way, the last one stays; another aircraft's never. */
export function listQuery<Id extends OperationId>(school: Config, id: Id, query: Query, path: PathParameters = {}) {
  type Data = Answer<Page<RecordOf<Id>>>;
  // An id of the service's that cannot stand in an address costs this query, not the page.
  const address = () => `/api${addressOf(id, { ...path, operatorId: String(school.operatorId) }, query)}`;
  return queryOptions({
    queryKey: operationKey(id, path, bare(query)),
    queryFn: (context) => asking(address(), (body) => parseList(id, body))(context),
    placeholderData: (last: Data | undefined, lastQuery) =>
      isSamePath(lastQuery?.queryKey[2], path) ? last : undefined,
  });
}

/** Two queries that ask the same are one: what is left out, what is empty and the first page print alike. */
function bare(query: Query): Query {
  const isAsked = (name: string, part: unknown) =>
    part !== undefined && !(name === 'offset' && part === 0) && hashKey([part]) !== '[{}]';
  return Object.fromEntries(Object.entries(query).filter(([name, part]) => isAsked(name, part)));
}

function isSamePath(last: unknown, path: PathParameters): boolean {
  return hashKey([last]) === hashKey([path]);
}

type RecordOperation = 'getOperator' | 'getUser' | 'getUserByExternalId';

/** One record as the service sent it, of whatever shape: a surprise in it must not cost the page. */
export function recordQuery(school: Config, id: RecordOperation, path: PathParameters = {}) {
  const address = recordAddress(school, id, path);
  return queryOptions({
    queryKey: operationKey(id, path),
    queryFn: asking(address ?? '', (body): unknown => body),
    enabled: address !== null,
  });
}

/** False where a value cannot stand in the address: it would lead elsewhere, and is not sent. */
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
