import type { ErrorEntry } from '#contract/errors.ts';
import type { Lenient } from '#contract/tolerant.ts';
import { type Clock, durationText, preciseText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';

/** Why a request failed, in the kinds that matter to a person. */
export type FailureKind =
  | 'offline'
  | 'timeout'
  | 'refused'
  | 'unauthorized'
  | 'forbidden'
  | 'signed out'
  | 'not allowed'
  | 'missing'
  | 'limited'
  | 'waiting'
  | 'upstream'
  | 'unreadable';

export type Failure = {
  readonly kind: FailureKind;
  /** HTTP status; null if no answer came. */
  readonly status: number | null;
  /** The answer's error entries (section 7). */
  readonly entries: readonly Lenient<ErrorEntry>[];
  /** Milliseconds until the next try, if the service gave a time. */
  readonly retryAfter: number | null;
  /** The request's id in the log; null if no answer came from Flightline. */
  readonly reference?: string | null;
  /** When loading resumes by itself; only for `waiting`. */
  readonly until?: Instant | null;
};

const statusKinds: Readonly<Record<number, FailureKind>> = {
  400: 'refused',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  429: 'limited',
  504: 'timeout',
};

/** The kind of failure for an HTTP status. */
export function kindOfStatus(status: number): FailureKind {
  return statusKinds[status] ?? (status >= 500 ? 'upstream' : 'refused');
}

/** Words of `Cache-Status` for a request that waited for the allowance, or for a pause that the service requested. */
const waits = new Set(['busy', 'paused', 'dropped']);

const detailKinds: Readonly<Record<string, FailureKind>> = {
  timeout: 'timeout',
  unreadable: 'unreadable',
  oversized: 'unreadable',
  endless: 'unreadable',
  stopping: 'offline',
  // The gateway's own 401 and 403. Without these words they come from the service, which rejects the key.
  'signed-out': 'signed out',
  'not-allowed': 'not allowed',
};

/** The kind of failure for the gateway's own word (the `detail` of `Cache-Status`) and the status. */
export function kindOfDetail(detail: string | null, status: number): FailureKind {
  if (detail !== null && waits.has(detail)) return 'waiting';
  const upstream = /^upstream-(\d{3})$/.exec(detail ?? '')?.[1];
  if (upstream !== undefined) return kindOfStatus(Number(upstream));
  return detailKinds[detail ?? ''] ?? kindOfStatus(status);
}

/** True for a failure that may pass by itself: no answer, a slow answer, a service error, a wait for the allowance. */
export function isPassing({ kind }: Pick<Failure, 'kind'>): boolean {
  return ['offline', 'timeout', 'upstream', 'limited', 'waiting'].includes(kind);
}

/** A wait for the allowance until an instant; null if its end is not known. */
export function waitingUntil(until: Instant | null): Failure {
  return { kind: 'waiting', status: null, entries: [], retryAfter: null, until };
}

/** Why the gateway's last refresh failed, as it reports it in bodies. */
export function refreshFailure({
  status,
  message,
}: {
  readonly status: number | null;
  readonly message: string;
}): Failure {
  const kind = status === null ? 'upstream' : status < 400 ? 'unreadable' : kindOfStatus(status);
  return { kind, status, entries: message === '' ? [] : [{ message }], retryAfter: null };
}

type Words = { readonly title: string; readonly advice: string };

const words: Readonly<Record<FailureKind, Words>> = {
  offline: {
    title: 'Flightline cannot be reached',
    advice: 'Check this device’s network. Retrying automatically.',
  },
  timeout: {
    title: 'The service did not answer in time',
    advice: 'It may be busy. Retrying automatically.',
  },
  refused: {
    title: 'The service rejected the request',
    advice: 'Change the filter or the address of this page and try again.',
  },
  unauthorized: {
    title: 'The subscription key was not accepted',
    advice: 'Ask your Flightline administrator to check the key in the settings.',
  },
  forbidden: {
    title: 'This key has no access',
    advice: 'Ask the service’s vendor to allow it for your operator, or check the operator id in the settings.',
  },
  'signed out': {
    title: 'You are signed out',
    advice: 'Sign in again to see new data.',
  },
  'not allowed': {
    title: 'Your role does not include this',
    advice: 'Ask your Flightline administrator if you need it.',
  },
  missing: {
    title: 'Record not found',
    advice: 'It may have been deleted. Go back to the list and choose again.',
  },
  limited: {
    title: 'The service’s call allowance is used up',
    advice: 'No data is lost. Loading resumes when calls are available again.',
  },
  waiting: {
    title: 'Loading paused: rate limit reached',
    advice: 'It resumes automatically.',
  },
  upstream: {
    title: 'The service reported an error',
    advice: 'The problem is at the service. Retrying automatically.',
  },
  unreadable: {
    title: 'The answer could not be read',
    advice:
      'The service sent something unexpected. Try again. If it happens again, tell your Flightline administrator.',
  },
};

/** The failure and the advice in words. A wait gives the time it ends, if a clock is given. */
export function failureWords(failure: Failure, clock: Clock | null = null): Words {
  const { title, advice } = words[failure.kind];
  if (failure.kind === 'waiting') {
    const until = failure.until ?? null;
    return until === null || clock === null
      ? { title, advice }
      : { title: `Loading resumes at ${preciseText(until, clock)}: rate limit reached`, advice };
  }
  // The gateway's own message is more precise than "no answer".
  const said = failure.kind === 'upstream' && failure.status === null ? failure.entries[0]?.message : null;
  if (said) return { title: said.replace(/\.$/, ''), advice: 'Retrying automatically.' };
  const wait = failure.retryAfter === null ? '' : ` Next try in ${durationText(failure.retryAfter)}.`;
  return { title, advice: advice + wait };
}

/** Why something was not saved: the gateway explains an invalid form better than the kind of its failure does. */
export function refusalWords(failure: Failure): string {
  return failure.entries[0]?.message ?? failureWords(failure).title;
}
