import { addressOf } from '#contract/addresses.ts';
import { isRecord } from '#contract/objects.ts';
import { type Operation, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { bodyOf } from './body.ts';
import type { ApiAnswer, Source } from './cache.ts';
import type { ReadRequest } from './upstream.ts';

/**
 * A source that also answers pages larger than the specification's maximum. It requests the whole list, which the
 * specification answers without a `limit` (section 8), and takes the page out of it.
 */
export function withLargePages(source: Source): Source {
  return {
    lookUp(request, options) {
      const whole = wholeListOf(request);
      if (!whole) return source.lookUp(request, options);
      const answer = source.lookUp(whole, options);
      return answer && pageOf(answer, request.query);
    },
    async load(request, options, onDisconnect) {
      const whole = wholeListOf(request);
      if (!whole) return source.load(request, options, onDisconnect);
      return pageOf(await source.load(whole, options, onDisconnect), request.query);
    },
  };
}

/** The request for the whole list; null if the page is not too large. */
function wholeListOf(request: ReadRequest): ReadRequest | null {
  const { id, path, query } = request;
  const { paging }: Operation = operations[id];
  const isTooLarge =
    paging?.defaultLimit === null && (query.limit ?? 0) > (paging.maxLimit ?? Number.POSITIVE_INFINITY);
  if (!isTooLarge || request.isUndocumented) return null;
  const { offset: _, limit: __, ...rest } = query;
  return { ...request, query: rest, address: addressOf(id, path, rest) };
}

function pageOf(answer: ApiAnswer, { offset = 0, limit = 0 }: Query): ApiAnswer {
  if (answer.status !== 200) return answer;
  const list: unknown = JSON.parse(answer.body.plain.toString());
  if (!isRecord(list) || !Array.isArray(list['items'])) return answer;
  const items = list['items'].slice(offset * limit, (offset + 1) * limit);
  return { ...answer, body: bodyOf(Buffer.from(JSON.stringify({ ...list, offset, limit, items }))) };
}
