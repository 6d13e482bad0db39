import type { CallQueue, QueuedFetch } from './queue.ts';
import { currentMark, RequestMark, within } from '#server/observability/requestMark.ts';
import type { SpanFacts, Tracing } from '#server/observability/tracing.ts';
import { type Fetch, UpstreamFailure } from './upstream.ts';

/** Records work that runs as a part of the present request, or on its own. */
async function recorded<Result>(
  tracing: Tracing,
  kind: 'internal' | 'client',
  name: string,
  run: () => Promise<{ readonly result: Result; readonly facts: SpanFacts }>,
): Promise<Result> {
  const span = tracing.begin(currentMark() ?? new RequestMark(), kind, name);
  try {
    const { result, facts } = await run();
    span.end(facts);
    return result;
  } catch (error) {
    span.end({ attributes: { 'error.type': error instanceof UpstreamFailure ? error.kind : 'fault' }, isError: true });
    throw error;
  }
}

/** Records each call to the service. */
export function tracedCall(fetch: Fetch, tracing: Tracing | undefined): Fetch {
  if (!tracing) return fetch;
  return (request) =>
    recorded(tracing, 'client', `call ${request.id}`, async () => {
      const result = await fetch(request);
      const attributes = { 'flightline.operation': request.id, 'http.response.status_code': result.status };
      return { result, facts: { attributes, isError: result.status >= 400 } };
    });
}

/** Records how long each call waits for its turn. */
export function tracedQueue<Queue extends Pick<CallQueue, 'run'>>(queue: Queue, tracing: Tracing | undefined): Queue {
  if (!tracing) return queue;
  const run: CallQueue['run'] = async (ticket, call) => {
    const started = Promise.withResolvers<{ result: null; facts: SpanFacts }>();
    const facts = { attributes: { 'flightline.call_class': ticket.callClass } };
    const waiting = recorded(tracing, 'internal', 'wait for a turn', () => started.promise);
    const ran = queue.run(ticket, () => {
      started.resolve({ result: null, facts });
      return call();
    });
    // Has no further effect after the call has started.
    ran.catch((error: unknown) => started.reject(error));
    waiting.catch(() => undefined);
    return ran;
  };
  return { ...queue, run };
}

/** Records a refresh for which no request waits, as a trace of its own. */
export function tracedRefresh(fetch: QueuedFetch, tracing: Tracing | undefined): QueuedFetch {
  if (!tracing) return fetch;
  return (request, ticket) => {
    if (currentMark()) return fetch(request, ticket);
    const refresh = async () => ({ result: await fetch(request, ticket), facts: { attributes: {} } });
    return within(new RequestMark(), () => recorded(tracing, 'internal', `refresh ${request.id}`, refresh));
  };
}
