import { readErrorBody } from '#contract/errors.ts';

/** Each way a call fails: what happened, and what whoever runs the check can do about it. */
const kinds = {
  unauthorized: {
    title: 'the key was not accepted',
    advice: 'Check API_SUBSCRIPTION_KEY: the whole key, and the one of this service.',
  },
  forbidden: {
    title: 'this key has no access',
    advice:
      'Check API_OPERATOR_ID; where only some operations are forbidden, ask the vendor to allow them for the key.',
  },
  wrongOperator: {
    title: 'the operator id was not accepted',
    advice: 'Check API_OPERATOR_ID: it must be the number of the operator that the key belongs to.',
  },
  missing: {
    title: 'there is nothing at this address',
    advice:
      'Check API_BASE_URL (without /core/v1.0) and API_OPERATOR_ID; where only some operations are missing, this service does not have them.',
  },
  limited: {
    title: 'the call allowance is used up',
    advice:
      'Run the check again after that time. Another program may be using the same key; API_RATE_LIMIT must not be above what the service allows.',
  },
  refused: {
    title: 'the question was refused',
    advice:
      'A refused question is one the specification allows: the pages that ask it will be refused too. Tell the vendor.',
  },
  faulty: { title: 'the service has a fault', advice: 'Try again later; if a fault stays, tell the vendor.' },
  timeout: {
    title: 'no answer in time',
    advice: 'Try again later; if no answer comes in time, check the network between this machine and the service.',
  },
  unreachable: {
    title: 'no connection',
    advice: 'Check the API address in the settings, and whether this machine may reach it.',
  },
  redirected: {
    title: 'the service sent the call to another address, to which the key does not go',
    advice: 'Give the settings the address at which the service really answers.',
  },
  unreadable: {
    title: 'the answer cannot be read',
    advice: 'Check the API address in the settings: something else may be answering in place of the service.',
  },
} as const;

export type Failure = {
  readonly kind: keyof typeof kinds;
  /** What the service or the network said of it: a status, a code, a sentence. */
  readonly said: string;
  /** Seconds, where the service said when to come back. */
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
  return {
    kind: kindOf(status, message),
    said: message ? `${status}, “${message}”` : String(status),
    retryAfter: secondsIn(retryAfter) ?? secondsIn(/\b(\d+) seconds?\b/i.exec(message)?.[1] ?? null),
  };
}

function kindOf(status: number, message: string): Failure['kind'] {
  if (status < 400) return 'redirected';
  // Live services answer so where 403 would be expected.
  if (status === 400 && /operatorId/i.test(message)) return 'wrongOperator';
  return statusKinds[status] ?? (status >= 500 ? 'faulty' : 'refused');
}

/** A span in whole seconds, or a date as `Retry-After` may have it (RFC 9110). */
function secondsIn(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

/** The failure that a call without an answer is: what `fetch`, or the reading of its body, threw. */
export function failureOfError(error: unknown): Failure {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return { kind: 'timeout', said: '', retryAfter: null };
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return { kind: 'unreachable', said: code ?? '', retryAfter: null };
}

/** What happened: `the key was not accepted (401, “The key is not known.”)`. */
export function failureWords({ kind, said, retryAfter }: Failure): string {
  const wait = retryAfter === null ? 'try again in a minute' : `try again in ${retryAfter} s`;
  return kinds[kind].title + (said && ` (${said})`) + (kind === 'limited' ? `; ${wait}` : '');
}

/** What to do, each advice once. */
export function adviceFor(failures: readonly Failure[]): string[] {
  return [...new Set(failures.map(({ kind }) => kinds[kind].advice))];
}
