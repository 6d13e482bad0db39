import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { addressOf, matchPath } from '#contract/addresses.ts';
import { operations } from '#contract/operations.ts';
import { parseQuery } from '#contract/query.ts';
import { refuse, sendJson } from './respond.ts';
import { failures, type Fetch, UpstreamFailure, type UpstreamRequest } from './upstream.ts';

/** A browser is told no more faults than it can show. */
const mostProblems = 20;

/** Marks each answer that went to no upstream; RFC 9211 has no word for a request that its cache refuses. */
export function cacheStatusTold() {
  return createMiddleware(async (c, next) => {
    await next();
    if (c.res.headers.has('cache-status')) return;
    c.res.headers.set('age', '0');
    c.res.headers.set('cache-status', 'flightline; detail=refused');
  });
}

/** Answers `/api/*`: the documented GET paths of the one configured operator, path for path and query for query. */
export function apiRoute(operatorId: number, fetch: Fetch) {
  return async (c: Context): Promise<Response> => {
    const { pathname, searchParams } = new URL(c.req.url);
    const match = matchPath(pathname.slice('/api'.length));
    if (!match) return refuse(c, 404, [{ message: 'There is no such operation; see /openapi.json for all of them.' }]);
    if (match.malformed !== undefined) {
      const problem = {
        message: `${match.malformed} in this address is not of its form; see /openapi.json.`,
        dataField: match.malformed,
      };
      return refuse(c, 400, [problem]);
    }
    if (Number(match.path['operatorId']) !== operatorId) {
      const problem = { message: `This server is set up for operator ${operatorId} only.`, dataField: 'operatorId' };
      return refuse(c, 403, [problem]);
    }
    const { query, problems } = parseQuery(operations[match.id], Array.from(searchParams));
    if (problems.length > 0) {
      const entries = problems.slice(0, mostProblems).map(({ field, message }) => ({ message, dataField: field }));
      return refuse(c, 400, entries);
    }
    return forward(c, fetch, { id: match.id, address: addressOf(match.id, match.path, query) });
  };
}

async function forward(c: Context, fetch: Fetch, request: UpstreamRequest): Promise<Response> {
  const { signal } = c.req.raw;
  try {
    const { status, body, retryAfter } = await fetch(request, signal);
    return await sendJson(c, status, body, {
      age: '0',
      'cache-status': 'flightline; fwd=miss',
      ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    });
  } catch (error) {
    // Nobody is left to read this; 499 is what proxies call it.
    if (signal.aborted) return new Response(null, { status: 499 });
    if (!(error instanceof UpstreamFailure)) throw error;
    const headers = { age: '0', 'cache-status': `flightline; fwd=miss; detail=${error.kind}` };
    return refuse(c, failures[error.kind].status, [{ message: error.message }], headers);
  }
}
