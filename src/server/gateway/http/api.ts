import type { IncomingMessage } from 'node:http';
import { callClassHeader, readCallClass, refreshHeader } from '#contract/gateway/callClass.ts';
import type { Source } from '#server/gateway/service/cache.ts';
import type { Leaving } from '#server/gateway/service/flights.ts';
import { refusalReply, type Reply } from './reply.ts';
import type { Served } from './served.ts';
import { targetReader } from './target.ts';

/** RFC 9211 has no word for a request that its cache refuses. */
export const refusedStatus = { age: '0', 'cache-status': 'flightline; detail=refused' };

export type Handler = (incoming: IncomingMessage, leaving: Leaving) => Reply | Promise<Reply>;

/** Whether a person asks for the newest there is ("Refresh now"), whatever is stored. */
export function wantsFresh({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers[refreshHeader] === 'now';
}

/** Answers `/api/*`: the documented GET paths of the one configured operator, path for path and query for query. */
export function apiHandler(operatorId: number, source: Source): Handler {
  const readTarget = targetReader(operatorId);
  return (incoming, leaving) => {
    const target = readTarget(incoming.url ?? '');
    if (target.refusal) return refusalReply(target.refusal, refusedStatus);
    const { request } = target;
    const asker = { callClass: readCallClass(incoming.headers[callClassHeader]), isFresh: wantsFresh(incoming) };
    const served = source.atOnce(request, asker);
    return served ? replyOf(served) : source.inTime(request, asker, leaving).then(replyOf);
  };
}

/** An answer of the API as it goes out. */
function replyOf({ status, body, age, cacheStatus, retryAfter }: Served): Reply {
  const headers = { age: String(age), 'cache-status': cacheStatus };
  return { status, body, headers: retryAfter === null ? headers : { ...headers, 'retry-after': String(retryAfter) } };
}
