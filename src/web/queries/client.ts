import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { UnreadableAnswer } from '#contract/answers.ts';
import { type CallClass, callClassHeader } from '#contract/callClass.ts';
import { readErrorBody } from '#contract/errors.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { kindOfStatus } from '#domain/failures.ts';
import type { Instant } from '#domain/time.ts';
import { RequestFailure } from './failures.ts';

/** What was read, and the instant it is true of: the gateway may answer from its store and says how old that is (`Age`). */
export type Answer<Value> = { readonly value: Value; readonly asOf: Instant };

/** Answers with people's numbers or money in them: the browser's own cache, which others may share, keeps none of them. */
const personal = /\/(?:users|reservations|reports)(?=[/?]|$)/;

/** Longer than the gateway's own limit, so that its clearer error comes first. */
const patience = 20_000;

/** Asks one operation through the gateway and reads the answer. Throws `RequestFailure`. */
export async function ask<Value>(
  id: OperationId,
  path: PathParameters,
  query: Query,
  read: (body: unknown) => Value,
  signal: AbortSignal,
  callClass: CallClass = 'person',
): Promise<Answer<Value>> {
  return askAddress(`/api${addressOf(id, path, query)}`, read, signal, callClass);
}

/** Asks any address of the gateway. Throws `RequestFailure`. */
export async function askAddress<Value>(
  address: string,
  read: (body: unknown) => Value,
  signal: AbortSignal,
  callClass: CallClass = 'person',
): Promise<Answer<Value>> {
  const { response, text } = await exchange(address, signal, callClass);
  if (!response.ok) throw refusal(response, text);
  const asOf = Date.now() - 1000 * Number(response.headers.get('age') ?? 0);
  try {
    return { value: read(JSON.parse(text)), asOf };
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof UnreadableAnswer) {
      throw new RequestFailure('unreadable', { status: response.status }, { cause });
    }
    throw cause;
  }
}

async function exchange(
  address: string,
  signal: AbortSignal,
  callClass: CallClass,
): Promise<{ response: Response; text: string }> {
  const deadline = AbortSignal.timeout(patience);
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, deadline]),
      cache: personal.test(address) ? 'no-store' : 'default',
      headers: { accept: 'application/json', [callClassHeader]: callClass },
    });
    return { response, text: await response.text() };
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new RequestFailure(deadline.aborted ? 'timeout' : 'offline', {}, { cause });
  }
}

function refusal(response: Response, text: string): RequestFailure {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new RequestFailure(kindOfStatus(response.status), {
    status: response.status,
    entries: readErrorBody(text),
    retryAfter: Number.isFinite(seconds) ? seconds * 1000 : null,
  });
}
