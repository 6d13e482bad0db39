import { queryOptions } from '@tanstack/react-query';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import type { Config } from '#contract/config.ts';
import { ask } from './client.ts';
import { operationKey, refreshing } from './operations.ts';

type RecordOperation = 'getOperator' | 'getUser' | 'getUserByExternalId';

/** One record as the service sent it, of whatever shape: a surprise in it must not cost the page. */
export function recordQuery(school: Config, id: RecordOperation, path: PathParameters = {}) {
  return queryOptions({
    queryKey: operationKey(id, path),
    queryFn: ({ signal }) =>
      ask(id, { ...path, operatorId: String(school.operatorId) }, {}, (body): unknown => body, signal),
    enabled: canAsk(school, id, path),
    ...refreshing(id),
  });
}

/** False where a value cannot stand in the address: it would lead elsewhere, and is not sent. */
export function canAsk(school: Config, id: RecordOperation, path: PathParameters): boolean {
  try {
    return addressOf(id, { ...path, operatorId: String(school.operatorId) }) !== '';
  } catch {
    return false;
  }
}
