import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { end } from './failingUpstream.ts';
import { oddLists, oddTotal, operatorRecord, recordlessLists, userAt } from './misbehavingRecords.ts';

/** A service with all the deviations of live services at once. */
export type MisbehavingUpstream = { readonly url: string; readonly close: () => Promise<void> };

/** Odd records, lists without records, or no answer at all. */
const schools = { odd: oddLists, recordless: recordlessLists, silent: null } as const;

type Answerer = (outgoing: ServerResponse) => void;

/** Failures of the first call of an address, before it answers. */
const troubles: readonly Answerer[] = [
  (outgoing) => outgoing.destroy(),
  (outgoing) =>
    outgoing
      .writeHead(429, { 'content-type': 'application/json' })
      .end('{"statusCode":429,"message":"Rate limit is exceeded. Try again in 1 seconds."}'),
  (outgoing) => outgoing.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
  (outgoing) => outgoing.writeHead(200, { 'content-type': 'application/json' }).end(''),
];

/** The lists whose first call fails, one for each kind of failure. */
const troubled = ['/equipment', '/instructors', '/users', '/aircraft'];

/** Every third call for the aircraft reports an error with status 200. */
const erring = (pathname: string, call: number) => pathname.endsWith('1001/aircraft') && call % 3 === 2;
const errorArray = '[{"code":500,"message":"Internal error","category":0,"universallyOverridable":false}]';

/** Serves the school. Lists count `offset` in records, ignore unknown parameters, and send at most 24 items at once. */
export async function startMisbehavingUpstream(school: keyof typeof schools = 'odd'): Promise<MisbehavingUpstream> {
  const calls = new Map<string, number>();
  const lists = schools[school];
  const server = createServer((incoming, outgoing) => {
    if (!lists) return;
    const url = new URL(incoming.url ?? '', 'http://service');
    const call = calls.get(url.pathname) ?? 0;
    calls.set(url.pathname, call + 1);
    const trouble = troubled.findIndex((ending) => url.pathname.endsWith(`1001${ending}`));
    if (call === 0 && trouble >= 0 && url.pathname.startsWith('/core/')) return troubles[trouble]?.(outgoing);
    if (erring(url.pathname, call) && url.pathname.startsWith('/core/')) {
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(errorArray);
      return;
    }
    const body = answerTo(url, lists, call);
    const status = body === null ? 404 : 200;
    outgoing.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
    outgoing.end(body === null ? '{"errors":[{"code":404,"message":"Not found"}]}' : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => end(server) };
}

function answerTo({ pathname, searchParams }: URL, lists: typeof oddLists, call: number): unknown {
  if (/^\/core\/v1\.0\/operators\/1001$/.test(pathname)) return operatorRecord;
  if (/\/users\/[^/]+$/.test(pathname)) return userAt(pathname);
  const items = lists(pathname, call);
  // A bare array, or a complete odd answer.
  if (items === undefined || items === null || 'items' in items || pathname.endsWith('/squawks')) return items ?? null;
  return page(pathname, items, searchParams);
}

const maxAtOnce = 24;

/** A page; it begins with the last record of the previous one. */
function page(pathname: string, items: readonly unknown[], query: URLSearchParams): object {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(maxAtOnce, Number(query.get('limit') ?? maxAtOnce));
  const first = Math.max(0, offset - 1);
  return { totalItems: oddTotal(pathname, items.length), offset, limit, items: items.slice(first, offset + limit) };
}
