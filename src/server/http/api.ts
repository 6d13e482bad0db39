import { LRUCache } from 'lru-cache';
import { addressOf, matchPath } from '#contract/addresses.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import { byName } from '#contract/objects.ts';
import { operationIds, operations } from '#contract/operations.ts';
import {
  asPublicClientsKnow,
  inDocumentedForm,
  operatorOfPeople,
  peopleOperation,
  peoplePath,
  withLimitCut,
} from '#contract/publicForms.ts';
import { parseQuery, printQuery, type QueryPair, type QueryReading } from '#contract/query.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import type { OpenTo } from '#domain/access/reportRows.ts';
import { createNarrowing } from '#server/http/rights/narrow.ts';
import { currentMark, within } from '#server/observability/requestMark.ts';
import { refusedRequest } from '#server/http/rights/refusals.ts';
import type { ApiAnswer, Source } from '#server/upstream/cache.ts';
import type { ReadRequest } from '#server/upstream/upstream.ts';
import type { Clock } from '#server/upstream/queue.ts';
import { type Incoming, type Sender, wantsFresh } from './incoming.ts';
import { programAnswers } from './programs.ts';
import { type Refusal, refusalReply, type Reply } from './reply.ts';
import { tooManyCalls } from './shares.ts';

/** RFC 9211 has no parameter for a request refused by the cache. */
export const refusedStatus = { age: '0', 'cache-status': 'flightline; detail=refused' };

export type Handler = (incoming: Incoming, caller: Caller, sender: Sender) => Reply | Promise<Reply>;

/** Every browser's `User-Agent` begins like this. A program's does so only if it wants to count as a browser. */
const isBrowser = ({ headers }: Pick<Incoming, 'headers'>) => headers['user-agent']?.startsWith('Mozilla/') === true;

/**
 * Nobody waits for a display's requests. People wait for the first page of a report; the rest comes while they read.
 * Programs wait for whatever they request.
 */
function callClassOf({ who }: Caller, incoming: Incoming, { id, query }: Pick<ReadRequest, 'id' | 'query'>): CallClass {
  if (who.role !== 'display' && !isBrowser(incoming)) return 'program';
  const isLater = operations[id].area === 'reports' && (query.offset ?? 0) > 0;
  return who.role === 'display' || isLater || query.plain?.['Chunk'] !== undefined ? 'load' : 'person';
}

/**
 * Answers `/api/*`: the documented GET paths of the configured operator, path for path and query for query, narrowed to the
 * caller's role.
 */
export function apiHandler(operatorId: number, source: Source, clock: Clock, openTo?: OpenTo): Handler {
  const read = targetReader(operatorId);
  const narrowing = createNarrowing(openTo);
  const answerProgram = programAnswers(source, clock);
  return (incoming, caller, sender) => {
    const target = read(incoming.url ?? '');
    if (target.refusal) return refusalReply(target.refusal, refusedStatus);
    const { request } = target;
    const refusal = refusedRequest(request, caller.who);
    if (refusal) return refusalReply(refusal, { age: '0' });
    const callClass = callClassOf(caller, incoming, request);
    const isFresh = wantsFresh(incoming);
    const seen = (whole: ApiAnswer) => replyOf(narrowing.answer(request, whole, caller));
    if (callClass === 'program')
      return answerProgram({ request, incoming, isFresh, grant: caller.grant, sender }, seen);
    const options = { callClass, isFresh };
    const answer = source.lookUp(request, options);
    if (answer) return seen(answer);
    const wait = sender.takeCall();
    // The work takes longer from here on, and its log lines name the request.
    if (wait === null) return within(currentMark(), source.load, request, options, sender.onDisconnect).then(seen);
    const stored = isFresh ? source.lookUp(request, { ...options, isFresh: false }) : null;
    return stored ? seen(stored) : tooManyCalls(wait);
  };
}

function replyOf({ status, body, age, cacheStatus, retryAfter }: ApiAnswer): Reply {
  const headers = { age: String(age), 'cache-status': cacheStatus };
  return { status, body, headers: retryAfter === null ? headers : { ...headers, 'retry-after': String(retryAfter) } };
}

export type Target =
  | { readonly request: ReadRequest; readonly refusal?: undefined }
  | { readonly refusal: Refusal; readonly request?: undefined };

/** The operations, and what public clients also send. */
const understood = byName(operationIds, (id) => asPublicClientsKnow(id, operations[id]));

/** No browser can show more. */
const maxProblems = 20;

/**
 * Parses the target of a request below `/api`: an operation of the one configured operator, rebuilt from its parsed parts,
 * or a refusal. Dots are not resolved and nothing is decoded twice. It also accepts the forms of public clients
 * (`publicForms.ts`), so that they can use this server.
 */
export function readTarget(target: string, operatorId: number): Target {
  const [pathname = '', ...search] = target.slice('/api'.length).split('?');
  const pairs = Array.from(new URLSearchParams(search.join('?')));
  const match = matchPath(pathname);
  const peopleOperator = match ? null : operatorOfPeople(pathname);
  if (peopleOperator !== null) return peopleTarget(peopleOperator, pairs, operatorId);
  if (!match) return refuse(404, { message: 'No such operation; /openapi.json lists all of them.' });
  if (match.malformed !== undefined) {
    const message = `${match.malformed} in this address is malformed; see /openapi.json.`;
    return refuse(400, { message, dataField: match.malformed });
  }
  if (Number(match.path['operatorId']) !== operatorId) return refuseOperator(operatorId);
  const { id, path } = match;
  const known = understood[id];
  const { query, problems } = parseQuery(known, withLimitCut(known.paging, inDocumentedForm(known, pairs)));
  if (problems.length > 0) return refuseQuery(problems);
  return { request: { id, address: addressOf(id, path, query), path, query } };
}

/** The list of people, which live services have in addition to the specification's users. */
function peopleTarget(named: string, pairs: readonly QueryPair[], operatorId: number): Target {
  if (Number(named) !== operatorId) return refuseOperator(operatorId);
  const given = withLimitCut(peopleOperation.paging, inDocumentedForm(peopleOperation, pairs));
  const { query, problems } = parseQuery(peopleOperation, given);
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
  const entries = problems.slice(0, maxProblems).map(({ field, message }) => ({ message, dataField: field }));
  return refuse(400, ...entries);
}

function refuse(status: number, ...problems: Refusal['problems']): Target {
  return { refusal: { status, problems } };
}

/** Screens repeat the same few hundred targets. */
const maxKnown = 2_000;
const maxKnownLength = 500;

/** Parses targets, and remembers the parsed ones. */
function targetReader(operatorId: number): (target: string) => Target {
  const known = new LRUCache<string, Target>({ max: maxKnown });
  return (target) => {
    const before = known.get(target);
    if (before) return before;
    const read = readTarget(target, operatorId);
    if (!read.refusal && target.length <= maxKnownLength) known.set(target, read);
    return read;
  };
}
