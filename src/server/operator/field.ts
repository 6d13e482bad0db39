import { matchPath } from '#contract/addresses.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import { knownParameters } from './answers/parameters.ts';
import { oddities, type JsonRecord } from './fieldRecords.ts';
import type { ZoneClock } from './school/zone.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Answers as live services of this kind have been seen to: a layer over the finished answer. Which records are odd
 * follows from their ids, so that the same call always brings the same answer.
 */
export function asInTheField(handler: Handler, clock: ZoneClock): Handler {
  return async (request) => {
    const url = new URL(request.url);
    const id = matchPath(url.pathname)?.id;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const answer = await handler(id && isReading ? leniently(request, url, id) : request);
    if (request.method === 'HEAD') return answer;
    if (!answer.ok) return fieldProblem(answer);
    if (!id) return answer;
    return Response.json(fieldBody(id, (await answer.json()) as JsonRecord, clock), { headers: answer.headers });
  };
}

/** Parameters that are not known are ignored; names and operators are taken in any letter case. */
function leniently(request: Request, url: URL, id: OperationId): Request {
  const { filters, plain, paging } = knownParameters(id);
  const names = [...(paging ? ['offset', 'limit'] : []), ...[...filters, ...plain].map((field) => field.name)];
  const kept = [...url.searchParams].flatMap(([name, value]) => {
    const known = names.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
    return known === undefined ? [] : [[known, value.replace(/^[a-z]+:/i, (operator) => operator.toLowerCase())]];
  });
  return new Request(`${url.origin}${url.pathname}?${new URLSearchParams(kept).toString()}`, {
    method: request.method,
    headers: request.headers,
  });
}

/** The forms of error bodies that are not the specification's; another operator's id is a bad request. */
async function fieldProblem(answer: Response): Promise<Response> {
  const entries = (await answer.json()) as readonly { message: string }[];
  const message = entries[0]?.message ?? '';
  const init = { status: answer.status, headers: answer.headers };
  if (answer.status === 429) return tooManyRequests(answer.headers);
  if (answer.status === 401) return Response.json({ statusCode: 401, message }, init);
  if (answer.status === 403) return new Response('operatorId is not valid for this subscription.', { status: 400 });
  return Response.json(answer.status === 404 ? { errors: entries } : entries, init);
}

/** Tells the seconds in its prose; in the header only now and then. */
function tooManyRequests(given: Headers): Response {
  const headers = new Headers(given);
  const seconds = Number(headers.get('retry-after'));
  if (seconds % 3 === 0) headers.delete('retry-after');
  const message = `Rate limit is exceeded. Try again in ${seconds} seconds.`;
  return Response.json({ statusCode: 429, message }, { status: 429, headers });
}

function fieldBody(id: OperationId, body: JsonRecord, clock: ZoneClock): JsonRecord {
  const change = oddities[id];
  const operation: Operation = operations[id];
  if (operation.answer === 'record') return change ? change(body, clock) : body;
  const items = body['items'] as readonly JsonRecord[];
  // An empty list has been seen as null.
  return { ...body, items: items.length === 0 ? null : items.map((item) => (change ? change(item, clock) : item)) };
}
