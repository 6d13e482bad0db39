import { errorEntry } from '#contract/errors.ts';
import { type Body, bodyOf } from '#server/gateway/http/body.ts';
import { failures, type UpstreamAnswer, UpstreamFailure } from './upstream.ts';

/** A call that went wrong, as it is told to whoever asked: always with an error array of section 7 or the upstream's own. */
export type Failed = {
  readonly status: number;
  readonly body: Body;
  /** Seconds. */
  readonly retryAfter: number | null;
  /** What the flight service answered; null when it did not. */
  readonly upstreamStatus: number | null;
  /** One word for `Cache-Status`. */
  readonly detail: string;
  /** It says nothing of the address: there was no place for the call, or no time. */
  readonly isOurs: boolean;
};

/** An error that the flight service answered. */
export function failedBy({ status, body, retryAfter }: UpstreamAnswer): Failed {
  const detail = `upstream-${status}`;
  return { status, body: bodyOf(body), retryAfter, upstreamStatus: status, detail, isOurs: false };
}

/** A call that brought no answer. */
export function failedWithout({ kind, message, retryAfter }: UpstreamFailure): Failed {
  const { status } = failures[kind];
  const body = bodyOf(Buffer.from(JSON.stringify([errorEntry({ code: status, message })])));
  const isOurs = ['busy', 'dropped', 'stopping'].includes(kind);
  return { status, body, retryAfter, upstreamStatus: null, detail: kind, isOurs };
}

/**
 * Whether this is an answer all the same, such as "there is no such record" or "you may not": then an older copy is not
 * given out in its place. What may pass by itself (408, 425, 429, 5xx) is none.
 */
export function isDefinite({ upstreamStatus: status }: Failed): boolean {
  return status !== null && status < 500 && ![408, 425, 429].includes(status);
}
