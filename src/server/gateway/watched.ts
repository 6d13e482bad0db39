import { type Fetch, failures, UpstreamFailure } from './upstream.ts';

/** How a call went. */
export type CallResult = {
  /** Null when no answer came that could be read. */
  readonly status: number | null;
  /** The status, or the kind of failure. */
  readonly result: string;
  /** For people; null when all is well. */
  readonly words: string | null;
  /** For the log alone: it may name the upstream. */
  readonly cause?: unknown;
};

/** Tells how each call went. What should never happen in a call is a failure of it too, and not the end of the process. */
export function watched(fetch: Fetch, tell: (result: CallResult) => void): Fetch {
  return async (request) => {
    try {
      const answer = await fetch(request);
      const words = answer.status < 400 ? null : `The flight service answered ${answer.status}.`;
      tell({ status: answer.status, result: String(answer.status), words });
      return answer;
    } catch (error) {
      const failure = error instanceof UpstreamFailure ? error : new UpstreamFailure('fault', error);
      tell({ status: null, result: failure.kind, words: failures[failure.kind].words, cause: failure.cause });
      throw failure;
    }
  };
}
