import { isRecord } from '#contract/objects.ts';
import { parseList, parseRecord, type Page, type RecordOf, UnreadableAnswer } from '#contract/answers.ts';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type Area, areaPaths, type Operation, type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { isUntrusted, type UpstreamSettings } from '#server/upstream/upstream.ts';
import { readErrorBody, retrySeconds } from '#contract/errors.ts';

export const areas: readonly Area[] = ['core', 'scheduling', 'reports'];

/** An answer of the service. */
export type Sent = {
  readonly status: number;
  readonly body: string;
  /** Names are in lower case. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The local copy answered; the service was not asked. */
  readonly isHeld?: boolean;
};

/** One call: its operation, and its address as `addressOf` writes it. */
export type Call = { readonly id: OperationId; readonly address: string };

/**
 * Gets the service's answer. `mayBeHeld`: an existing answer will do. Rejects with `NoAnswer` if the service gives
 * none. Anything else ends the check.
 */
export type Send = (call: Call, mayBeHeld: boolean) => Promise<Sent>;

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('The service gave no answer.');
    this.failure = failure;
  }
}

export type ConnectionOptions = {
  readonly upstream: UpstreamSettings;
  readonly operatorId: number;
  /** Calls per 60 seconds that the service allows. */
  readonly rateLimit: number;
  readonly fetch: typeof fetch;
  /** Waits this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

/** The records read; `rows` are the records as sent, readable or not. */
export type Reading<Id extends OperationId> = {
  readonly page: Page<RecordOf<Id>>;
  readonly rows: readonly unknown[];
  readonly isHeld: boolean;
};
type Answer<Id extends OperationId> = (Reading<Id> & { readonly failure: null }) | { readonly failure: Failure };

export type Connection = {
  /** Makes one call. Throws `AllowanceSpent` on a 429, since every further call would make it worse. */
  ask<Id extends OperationId>(id: Id, query?: Query, path?: PathParameters): Promise<Answer<Id>>;
  /** The same, but an answer of the local copy will do. */
  look<Id extends OperationId>(id: Id, query?: Query, path?: PathParameters): Promise<Answer<Id>>;
  readonly calls: () => number;
  /** The received headers about call limits, each with its last value. */
  readonly limitHeaders: ReadonlyMap<string, string>;
  /** Milliseconds by which this machine's clock is ahead of the service's, as its last answer shows; null if none does. */
  readonly clockAhead: () => number | null;
};

export class AllowanceSpent extends Error {
  override readonly name = 'AllowanceSpent';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super('The call allowance is used up.');
    this.failure = failure;
  }
}

/** As long as the gateway waits; a later answer is too late for the dashboard too. */
const timeoutMs = 15_000;

/** Milliseconds between two calls. They use half of the allowance, because a gateway may run on the same key. */
export function spacing(rateLimit: number): number {
  return Math.max(100, Math.ceil(120_000 / rateLimit));
}

/** Sends one call at a time, spaced, and follows no redirect. */
export function directly({ upstream, rateLimit, fetch, wait }: Omit<ConnectionOptions, 'operatorId'>): Send {
  let isFirst = true;
  const init = {
    headers: { accept: 'application/json', 'user-agent': 'flightline', 'x-subscription-key': upstream.key },
    redirect: 'manual',
  } as const;
  return async ({ id, address }) => {
    if (!isFirst) await wait(spacing(rateLimit));
    isFirst = false;
    const { area } = operations[id];
    const url = upstream.bases[area] + address.slice(areaPaths[area].length);
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      return { status: answer.status, headers: answer.headers, body: await answer.text() };
    } catch (error) {
      throw new NoAnswer(failureOfError(error));
    }
  };
}

/** A connection to an operator over some way to send calls. */
export function connectTo(operatorId: number, send: Send, clock: () => number = Date.now): Connection {
  const limitHeaders = new Map<string, string>();
  let calls = 0;
  let clockAhead: number | null = null;

  function note({ headers }: Sent): string | null {
    const now = clock();
    let retryAfter: string | null = null;
    for (const [name, value] of headers) {
      if (isAboutLimits(name)) limitHeaders.set(name, value);
      if (name === 'retry-after') retryAfter = value;
      const serverTime = name === 'date' ? Date.parse(value) : Number.NaN;
      if (!Number.isNaN(serverTime)) clockAhead = now - serverTime;
    }
    return retryAfter;
  }

  async function answerOf<Id extends OperationId>(
    mayBeHeld: boolean,
    id: Id,
    query: Query = {},
    path: PathParameters = {},
  ): Promise<Answer<Id>> {
    const address = addressOf(id, { operatorId: String(operatorId), ...path }, query);
    try {
      const sent = await send({ id, address }, mayBeHeld);
      if (!sent.isHeld) calls += 1;
      const failure = failureOf(sent.status, sent.body, note(sent));
      if (failure?.kind === 'limited') throw new AllowanceSpent(failure);
      return failure ? { failure } : read(id, sent);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      calls += 1;
      return { failure: error.failure };
    }
  }

  return {
    limitHeaders,
    calls: () => calls,
    clockAhead: () => clockAhead,
    ask: (...question) => answerOf(false, ...question),
    look: (...question) => answerOf(true, ...question),
  };
}

function isAboutLimits(header: string): boolean {
  return /rate-?limit|^retry-after$/.test(header);
}

function read<Id extends OperationId>(id: Id, { body: text, isHeld = false }: Sent): Answer<Id> {
  const { answer }: Operation = operations[id];
  try {
    const body: unknown = JSON.parse(text);
    if (answer === 'record') {
      const page = { records: [parseRecord(id, body)], setAside: [], totalItems: 1, offset: 0, limit: null };
      return { failure: null, page, rows: [body], isHeld };
    }
    const items = isRecord(body) ? body['items'] : null;
    return { failure: null, page: parseList(id, body), rows: Array.isArray(items) ? items : [], isHeld };
  } catch (error) {
    if (!(error instanceof UnreadableAnswer || error instanceof SyntaxError)) throw error;
    const detail = error instanceof UnreadableAnswer ? error.message : text ? 'It is not JSON.' : 'It is empty.';
    return { failure: { kind: 'unreadable', detail, retryAfter: null } };
  }
}

/** Each way a call fails: what happened, and what to do about it. */
const kinds = {
  unauthorized: {
    title: 'the key was not accepted',
    advice: 'Check that API_SUBSCRIPTION_KEY is the whole key, and the one for this service.',
  },
  forbidden: {
    title: 'this key has no access',
    advice: 'Check API_OPERATOR_ID. If only some operations are forbidden, ask the vendor to allow them for the key.',
  },
  wrongOperator: {
    title: 'the operator id was not accepted',
    advice: 'Check API_OPERATOR_ID: it must be the number of the operator that the key belongs to.',
  },
  missing: {
    title: 'there is nothing at this address',
    advice:
      'Check API_BASE_URL (without /core/v1.0) and API_OPERATOR_ID. If only some operations are missing, this service does not have them.',
  },
  limited: {
    title: 'the call allowance is used up',
    advice:
      'Run the check again after that time. Another program may be using the same key; API_RATE_LIMIT must not be above what the service allows.',
  },
  refused: {
    title: 'the request was rejected',
    advice: 'The specification allows this request, and the pages that make it will be rejected too. Tell the vendor.',
  },
  faulty: { title: 'the service failed', advice: 'Try again later; if it still fails, tell the vendor.' },
  timeout: {
    title: 'no answer in time',
    advice: 'Try again later; if no answer comes in time, check the network between this machine and the service.',
  },
  unreachable: {
    title: 'no connection',
    advice: 'Check the API address in the settings, and whether this machine can reach it.',
  },
  untrusted: {
    title: 'the certificate of the service cannot be trusted',
    advice: 'Check the clock of this machine and the API address in the settings; if both are right, tell the vendor.',
  },
  redirected: {
    title: 'the service redirected the call to another address, to which the key is not sent',
    advice: 'Set the API address to the one that the service answers at.',
  },
  unreadable: {
    title: 'the answer is unreadable',
    advice: 'Check the API address in the settings: something else may be answering instead of the service.',
  },
} as const;

export type Failure = {
  readonly kind: keyof typeof kinds;
  /** The message of the service or the network: a status, a code, a sentence. */
  readonly detail: string;
  /** Seconds, if the service said when to retry. */
  readonly retryAfter: number | null;
};

const statusKinds: { readonly [status: number]: Failure['kind'] } = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  408: 'timeout',
  429: 'limited',
  504: 'timeout',
};

/** The failure that this status means; null if it means success. `retryAfter` is the header of that name. */
export function failureOf(status: number, body: string, retryAfter: string | null): Failure | null {
  if (status >= 200 && status < 300) return null;
  const [entry] = readErrorBody(body);
  const message = entry?.message ?? '';
  const seconds = (text: string | null | undefined) => retrySeconds(text, Date.now());
  return {
    kind: kindOf(status, message),
    detail: message ? `${status}, “${message}”` : String(status),
    retryAfter: seconds(retryAfter) ?? seconds(/\b(\d+) seconds?\b/i.exec(message)?.[1]),
  };
}

function kindOf(status: number, message: string): Failure['kind'] {
  if (status < 400) return 'redirected';
  // Live services answer this instead of 403.
  if (status === 400 && /operatorId/i.test(message)) return 'wrongOperator';
  return statusKinds[status] ?? (status >= 500 ? 'faulty' : 'refused');
}

/** The failure of a call without an answer: what `fetch`, or reading its body, threw. */
export function failureOfError(error: unknown): Failure {
  const { name, cause } = error instanceof Error ? error : { name: '', cause: undefined };
  if (name === 'TimeoutError') return { kind: 'timeout', detail: '', retryAfter: null };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { kind: isUntrusted(code) ? 'untrusted' : 'unreachable', detail: code, retryAfter: null };
}

/** A failure in words: `the key was not accepted (401, “The key is not known.”)`. */
export function failureWords({ kind, detail, retryAfter }: Failure): string {
  const wait = retryAfter === null ? 'try again in a minute' : `try again in ${retryAfter} s`;
  return kinds[kind].title + (detail && ` (${detail})`) + (kind === 'limited' ? `; ${wait}` : '');
}

/** The advice for these failures, each piece once. */
export function adviceFor(failures: readonly Failure[]): string[] {
  return [...new Set(failures.map(({ kind }) => kinds[kind].advice))];
}
