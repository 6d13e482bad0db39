import { isRecord } from '#contract/objects.ts';
import { parseList, parseRecord, type Page, type RecordOf, UnreadableAnswer } from '#contract/answers.ts';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import { type Area, areaPaths, type Operation, type OperationId, operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { Settings } from '#server/settings.ts';
import { readErrorBody, retrySeconds } from '#contract/errors.ts';

export const areas: readonly Area[] = ['core', 'scheduling', 'reports'];

export type Upstream = NonNullable<Settings['upstream']>;

export type ConnectionOptions = {
  readonly upstream: Upstream;
  readonly operatorId: number;
  /** Calls per 60 seconds that the service allows. */
  readonly rateLimit: number;
  readonly fetch: typeof fetch;
  /** Waits this many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

/** The records read; `rows` are the records as sent, readable or not. */
export type Reading<Id extends OperationId> = { readonly page: Page<RecordOf<Id>>; readonly rows: readonly unknown[] };
type Answer<Id extends OperationId> = (Reading<Id> & { readonly failure: null }) | { readonly failure: Failure };

export type Connection = {
  /** Makes one call. Throws `AllowanceSpent` on a 429, since every further call would make it worse. */
  ask<Id extends OperationId>(id: Id, query?: Query, path?: PathParameters): Promise<Answer<Id>>;
  readonly calls: () => number;
  /** The received headers about call limits, each with its last value. */
  readonly limitHeaders: ReadonlyMap<string, string>;
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

/** A connection that calls the service one call at a time, spaced, and follows no redirect. */
export function connectTo({ upstream, operatorId, rateLimit, fetch, wait }: ConnectionOptions): Connection {
  const limitHeaders = new Map<string, string>();
  let calls = 0;
  const init = {
    headers: { accept: 'application/json', 'user-agent': 'flightline', 'x-subscription-key': upstream.key },
    redirect: 'manual',
  } as const;

  return {
    limitHeaders,
    calls: () => calls,
    async ask(id, query = {}, path = {}) {
      if (calls > 0) await wait(spacing(rateLimit));
      calls += 1;
      const { area } = operations[id];
      const address = addressOf(id, { operatorId: String(operatorId), ...path }, query);
      const url = upstream.bases[area] + address.slice(areaPaths[area].length);
      try {
        const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
        for (const [name, value] of answer.headers) if (isAboutLimits(name)) limitHeaders.set(name, value);
        const body = await answer.text();
        const failure = failureOf(answer.status, body, answer.headers.get('retry-after'));
        if (failure?.kind === 'limited') throw new AllowanceSpent(failure);
        return failure ? { failure } : read(id, body);
      } catch (error) {
        if (error instanceof AllowanceSpent) throw error;
        return { failure: failureOfError(error) };
      }
    },
  };
}

function isAboutLimits(header: string): boolean {
  return /rate-?limit|^retry-after$/.test(header);
}

function read<Id extends OperationId>(id: Id, text: string): Answer<Id> {
  const { answer }: Operation = operations[id];
  try {
    const body: unknown = JSON.parse(text);
    if (answer === 'record') {
      const page = { records: [parseRecord(id, body)], setAside: [], totalItems: 1, offset: 0, limit: null };
      return { failure: null, page, rows: [body] };
    }
    const items = isRecord(body) ? body['items'] : null;
    return { failure: null, page: parseList(id, body), rows: Array.isArray(items) ? items : [] };
  } catch (error) {
    if (!(error instanceof UnreadableAnswer || error instanceof SyntaxError)) throw error;
    const said = error instanceof UnreadableAnswer ? error.message : text ? 'It is not JSON.' : 'It is empty.';
    return { failure: { kind: 'unreadable', said, retryAfter: null } };
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
  readonly said: string;
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

/** The failure that an answer with this status is, or null for an answer. `retryAfter` is the header of that name. */
export function failureOf(status: number, body: string, retryAfter: string | null): Failure | null {
  if (status >= 200 && status < 300) return null;
  const [entry] = readErrorBody(body);
  const message = entry?.message ?? '';
  const seconds = (text: string | null | undefined) => retrySeconds(text, Date.now());
  return {
    kind: kindOf(status, message),
    said: message ? `${status}, “${message}”` : String(status),
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
  if (name === 'TimeoutError') return { kind: 'timeout', said: '', retryAfter: null };
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return { kind: 'unreachable', said: code, retryAfter: null };
}

/** A failure in words: `the key was not accepted (401, “The key is not known.”)`. */
export function failureWords({ kind, said, retryAfter }: Failure): string {
  const wait = retryAfter === null ? 'try again in a minute' : `try again in ${retryAfter} s`;
  return kinds[kind].title + (said && ` (${said})`) + (kind === 'limited' ? `; ${wait}` : '');
}

/** The advice for these failures, each piece once. */
export function adviceFor(failures: readonly Failure[]): string[] {
  return [...new Set(failures.map(({ kind }) => kinds[kind].advice))];
}
