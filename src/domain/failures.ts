import type { ErrorEntry } from '#contract/errors.ts';
import type { Lenient } from '#contract/lenient.ts';
import { durationText } from './clock.ts';

/** Why a request failed, told apart as far as a person can do something about it. */
export type FailureKind =
  | 'offline'
  | 'timeout'
  | 'refused'
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'limited'
  | 'upstream'
  | 'unreadable';

export type Failure = {
  readonly kind: FailureKind;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  /** The error entries of the answer (section 7). */
  readonly entries: readonly Lenient<ErrorEntry>[];
  /** Milliseconds after which to try again, where the service said so. */
  readonly retryAfter: number | null;
};

const statusKinds: Readonly<Record<number, FailureKind>> = {
  400: 'refused',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'missing',
  429: 'limited',
  504: 'timeout',
};

/** The kind of failure that an HTTP status stands for. */
export function kindOfStatus(status: number): FailureKind {
  return statusKinds[status] ?? (status >= 500 ? 'upstream' : 'refused');
}

const words: Readonly<Record<FailureKind, { readonly title: string; readonly advice: string }>> = {
  offline: {
    title: 'Flightline cannot be reached',
    advice: 'Check this device’s network; the page tries again by itself.',
  },
  timeout: {
    title: 'The service did not answer in time',
    advice: 'It may be busy. The page tries again by itself.',
  },
  refused: {
    title: 'The service refused the question',
    advice: 'Change the filter or the address of this page and try again.',
  },
  unauthorized: {
    title: 'The subscription key was not accepted',
    advice: 'Whoever runs Flightline should check the key in its settings.',
  },
  forbidden: {
    title: 'The key may not see this',
    advice: 'Ask the service’s vendor to allow it for your operator, or check the operator id in the settings.',
  },
  missing: {
    title: 'There is no such record',
    advice: 'It may have been removed. Go back to the list and choose again.',
  },
  limited: {
    title: 'The service’s call allowance is used up',
    advice: 'Nothing is lost: the page goes on when the allowance is back.',
  },
  upstream: {
    title: 'The service has a fault',
    advice: 'It is not on your side. The page tries again by itself.',
  },
  unreadable: {
    title: 'The answer could not be read',
    advice: 'The service sent something unexpected. Try again; if it stays, tell whoever runs Flightline.',
  },
};

/** What happened and what to do, in words. */
export function failureWords(failure: Failure): { readonly title: string; readonly advice: string } {
  const { title, advice } = words[failure.kind];
  const wait = failure.retryAfter === null ? '' : ` Next try in ${durationText(failure.retryAfter)}.`;
  return { title, advice: advice + wait };
}
