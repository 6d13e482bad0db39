import { queryOptions } from '@tanstack/react-query';
import { gatewayStateShape } from '#contract/gateway/gatewayState.ts';
import { UnreadableAnswer } from '#contract/answers.ts';
import { timeouts } from '#contract/gateway/ages.ts';
import { asking, readAs, refusal, RequestFailure } from '#web/queries/client.ts';
import { polling } from '#web/queries/policy.ts';

/** Milliseconds. */
const stateInterval = 5_000;

/** How the gateway stands: its allowance, its queue, its last failure, and its local copy (`GET /state`). */
export const stateQuery = queryOptions({
  queryKey: ['state'] as const,
  queryFn: asking('/state', (body) => readAs(gatewayStateShape, body)),
  staleTime: 0,
  ...polling(stateInterval),
});

/** Sends a value to an address of the gateway, and reads the answer. Throws `RequestFailure`. */
export async function send<Value>(address: string, sent: unknown, read: (body: unknown) => Value): Promise<Value> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(timeouts.browser);
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(sent), signal });
    const text = await response.text();
    if (!response.ok) throw refusal(response, text, Date.now());
    return read(JSON.parse(text));
  } catch (cause) {
    if (cause instanceof RequestFailure) throw cause;
    if (cause instanceof SyntaxError || cause instanceof UnreadableAnswer)
      throw new RequestFailure('unreadable', {}, { cause });
    throw new RequestFailure(
      cause instanceof Error && cause.name === 'TimeoutError' ? 'timeout' : 'offline',
      {},
      { cause },
    );
  }
}
