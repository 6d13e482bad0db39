import { queryOptions } from '@tanstack/react-query';
import { exportsPath } from '#contract/access/audit.ts';
import { gatewayStateShape } from '#contract/gateway/gatewayState.ts';
import { UnreadableAnswer } from '#contract/answers.ts';
import { timeouts } from '#contract/gateway/ages.ts';
import { asking, readAs, refusal, RequestFailure } from '#web/data/client.ts';
import { polling } from '#web/data/policy.ts';
import { now } from '#web/device/screenClock.ts';

/** Milliseconds. */
const stateInterval = 5_000;

/** The gateway's state: its allowance, its queue, its last failure, and its local copy (`GET /state`). */
export const stateQuery = queryOptions({
  queryKey: ['state'] as const,
  queryFn: asking('/state', (body) => readAs(gatewayStateShape, body)),
  staleTime: 0,
  ...polling(stateInterval),
});

/** Reports a saved file to the gateway, for its audit. The file is saved even if the report fails. */
export function noteExport(file: string): void {
  const headers = { 'content-type': 'application/json' };
  fetch(exportsPath, { method: 'POST', headers, body: JSON.stringify({ file }), keepalive: true }).catch(
    () => undefined,
  );
}

/** Sends a value to an address of the gateway, and reads the answer. Throws `RequestFailure`. */
export async function send<Value>(address: string, sent: unknown, read: (body: unknown) => Value): Promise<Value> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  try {
    const signal = AbortSignal.timeout(timeouts.browser);
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(sent), signal });
    const text = await response.text();
    if (!response.ok) throw refusal(response, text, now());
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
