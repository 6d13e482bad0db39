import { type Fetch, failures, UpstreamFailure, type UpstreamRequest } from './upstream.ts';

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
export function watched(fetch: Fetch, tell: (result: CallResult, request: UpstreamRequest) => void): Fetch {
  return async (request) => {
    try {
      const answer = await fetch(request);
      const words = answer.status < 400 ? null : `The flight service answered ${answer.status}.`;
      tell({ status: answer.status, result: String(answer.status), words }, request);
      return answer;
    } catch (error) {
      const failure = error instanceof UpstreamFailure ? error : new UpstreamFailure('fault', error);
      const { kind, cause } = failure;
      tell({ status: null, result: kind, words: failures[kind].words, cause }, request);
      throw failure;
    }
  };
}
