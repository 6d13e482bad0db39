import type { Area, OperationId } from '#contract/operations.ts';

/** An operator's API, and all that it takes to call it. */
export type UpstreamSettings = {
  /** Base address of each area, without a slash at its end: `https://api.example.com/core/v1.0`. */
  readonly bases: { readonly [Name in Area]: string };
  readonly key: string;
};

/** One call, rebuilt from parsed parts: nothing of what a client wrote is in it. */
export type UpstreamRequest = {
  readonly id: OperationId;
  /** As `addressOf` writes it, so that equal questions are equal text: `/core/v1.0/operators/1001/aircraft`. */
  readonly address: string;
};

/** What came back, with any status but a redirect. */
export type UpstreamAnswer = {
  readonly status: number;
  /** JSON, without any content coding. */
  readonly body: NonSharedBuffer;
  /** Seconds. */
  readonly retryAfter: number | null;
};

/**
 * A way to get an answer: the call itself, or a layer around another way. Rejects with `UpstreamFailure`, or, when the
 * signal aborts, with its reason.
 */
export type Fetch = (request: UpstreamRequest, signal: AbortSignal) => Promise<UpstreamAnswer>;

/** Why no answer came that could be passed on, with the status and the words for whoever waits. */
export const failures = {
  timeout: {
    status: 504,
    words: 'The flight service took too long to answer. Try again in a minute, or ask for less at once.',
  },
  unreachable: {
    status: 502,
    words:
      'The flight service cannot be reached. Try again in a minute; if it stays so, check the network and the API address in the settings of this server.',
  },
  redirect: {
    status: 502,
    words:
      'The flight service sent this call to another address, where the key is not taken. Check the API address in the settings of this server.',
  },
  unreadable: {
    status: 502,
    words:
      'The flight service sent an answer that is not readable JSON. Try again in a minute; if it stays so, check the API address in the settings of this server.',
  },
  oversized: {
    status: 502,
    words:
      'The flight service sent a larger answer than is taken here. Ask for less at once: a smaller page, or a shorter span of time.',
  },
} as const;
export type FailureKind = keyof typeof failures;

/** A call that brought no answer. The cause stays inside: it may name the upstream. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, cause?: unknown) {
    super(failures[kind].words, { cause });
    this.kind = kind;
  }
}
