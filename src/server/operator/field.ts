import { matchPath } from '#contract/addresses.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import { isOneIn, oddities, type JsonRecord } from './fieldRecords.ts';
import type { ZoneClock } from './school/zone.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Answers as live services of this kind have been seen to: a layer over the finished answer of an app that takes what
 * they take (`isField`). Which records are odd follows from their ids, so that the same call always brings the same answer.
 */
export function asInTheField(handler: Handler, clock: ZoneClock): Handler {
  return async (request) => {
    const answer = await handler(request);
    if (request.method === 'HEAD') return answer;
    if (!answer.ok) return fieldProblem(answer);
    const url = new URL(request.url);
    const id = matchPath(url.pathname)?.id;
    if (!id) return answer;
    const body = fieldBody(id, (await answer.json()) as JsonRecord, url, clock);
    return Response.json(body, { headers: answer.headers });
  };
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

function fieldBody(id: OperationId, body: JsonRecord, { pathname, searchParams }: URL, clock: ZoneClock): unknown {
  const change = oddities[id];
  const operation: Operation = operations[id];
  if (operation.answer === 'record') return change ? change(body, clock) : body;
  const sent = body['items'] as readonly JsonRecord[];
  const items = change ? sent.map((item) => change(item, clock)) : sent;
  // The open squawks of an aircraft have been seen without their envelope.
  if (id === 'listSquawks' && asksForOpen(searchParams)) return items;
  // An empty list has been seen as null, now and then.
  const isNull = items.length === 0 && isOneIn(50, 'no items', pathname + searchParams.toString());
  return { ...body, items: isNull ? null : items };
}

function asksForOpen(parameters: URLSearchParams): boolean {
  return Array.from(parameters).some(([name, value]) => /^resolved$/i.test(name) && /^eq:false$/i.test(value));
}
