import type { IncomingMessage } from 'node:http';
import { callClassHeader, readCallClass, refreshHeader } from '#contract/gateway/callClass.ts';
import type { Source, Served } from '#server/gateway/service/cache.ts';
import type { Leaving } from '#server/gateway/service/refresh.ts';
import { refusalReply, type Reply, type Refusal } from './reply.ts';
import { LRUCache } from 'lru-cache';
import { addressOf, matchPath } from '#contract/addresses.ts';
import { operations } from '#contract/operations.ts';
import {
  asPublicClientsKnow,
  inDocumentedForm,
  operatorOfPeople,
  peopleOperation,
  peoplePath,
} from '#contract/publicForms.ts';
import { parseQuery, printQuery, type QueryPair, type QueryReading } from '#contract/query.ts';
import type { ReadRequest } from '#server/gateway/service/upstream.ts';

/** RFC 9211 has no word for a request that its cache refuses. */
export const refusedStatus = { age: '0', 'cache-status': 'flightline; detail=refused' };

export type Handler = (incoming: IncomingMessage, leaving: Leaving) => Reply | Promise<Reply>;

/** Whether a person asks for the newest there is ("Refresh now"), whatever is stored. */
export function wantsFresh({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers[refreshHeader] === 'now';
}

/** Answers `/api/*`: the documented GET paths of the one configured operator, path for path and query for query. */
export function apiHandler(operatorId: number, source: Source): Handler {
  const read = targetReader(operatorId);
  return (incoming, leaving) => {
    const target = read(incoming.url ?? '');
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

export type Target =
  | { readonly request: ReadRequest; readonly refusal?: undefined }
  | { readonly refusal: Refusal; readonly request?: undefined };

/** A browser is told no more faults than it can show. */
const mostProblems = 20;

/**
 * Reads the target of a request below `/api`, as it came: an operation of the one configured operator, rebuilt from its
 * parsed parts, or a refusal. Dots are not resolved and nothing is decoded twice. What public clients write otherwise
 * than the specification is understood (`publicForms.ts`), so that they can be pointed at this server.
 */
export function readTarget(target: string, operatorId: number): Target {
  const [pathname = '', ...search] = target.slice('/api'.length).split('?');
  const pairs = Array.from(new URLSearchParams(search.join('?')));
  const match = matchPath(pathname);
  const ofPeople = match ? null : operatorOfPeople(pathname);
  if (ofPeople !== null) return peopleTarget(ofPeople, pairs, operatorId);
  if (!match) return refuse(404, { message: 'There is no such operation; see /openapi.json for all of them.' });
  if (match.malformed !== undefined) {
    const message = `${match.malformed} in this address is not of its form; see /openapi.json.`;
    return refuse(400, { message, dataField: match.malformed });
  }
  if (Number(match.path['operatorId']) !== operatorId) return refuseOperator(operatorId);
  const { id, path } = match;
  const known = asPublicClientsKnow(id, operations[id]);
  const { query, problems } = parseQuery(known, inDocumentedForm(known, pairs));
  if (problems.length > 0) return refuseQuery(problems);
  return { request: { id, address: addressOf(id, path, query), path, query } };
}

/** The list of people that live services have besides the specification's users. */
function peopleTarget(named: string, pairs: readonly QueryPair[], operatorId: number): Target {
  if (Number(named) !== operatorId) return refuseOperator(operatorId);
  const { query, problems } = parseQuery(peopleOperation, inDocumentedForm(peopleOperation, pairs));
  if (problems.length > 0) return refuseQuery(problems);
  const search = printQuery(peopleOperation, query);
  const address = peoplePath(named) + (search && `?${search}`);
  return { request: { id: 'listUsers', address, path: { operatorId: named }, query, isUndocumented: true } };
}

function refuseOperator(operatorId: number): Target {
  const message = `This server is set up for operator ${operatorId} only.`;
  return refuse(403, { message, dataField: 'operatorId' });
}

function refuseQuery(problems: QueryReading['problems']): Target {
  const entries = problems.slice(0, mostProblems).map(({ field, message }) => ({ message, dataField: field }));
  return refuse(400, ...entries);
}

function refuse(status: number, ...problems: Refusal['problems']): Target {
  return { refusal: { status, problems } };
}

/** Screens ask for the same few hundred targets over and over. */
const mostKnown = 2_000;
const longestKnown = 500;

/** Reads targets, and remembers those that it has read before. */
export function targetReader(operatorId: number): (target: string) => Target {
  const known = new LRUCache<string, Target>({ max: mostKnown });
  return (target) => {
    const before = known.get(target);
    if (before) return before;
    const read = readTarget(target, operatorId);
    if (!read.refusal && target.length <= longestKnown) known.set(target, read);
    return read;
  };
}
