import { type FailureKind, type Fetch, UpstreamFailure } from './upstream.ts';

/** How the last call went that was not given up by its caller. */
export type LastCall = {
  /** ISO 8601. */
  readonly at: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly failure: FailureKind | null;
};

/** Remembers how the last call went, for `/health`. */
export function recorded(fetch: Fetch, remember: (call: LastCall) => void): Fetch {
  const note = (status: number | null, failure: FailureKind | null) =>
    remember({ at: new Date().toISOString(), status, failure });
  return async (request, signal) => {
    try {
      const answer = await fetch(request, signal);
      note(answer.status, null);
      return answer;
    } catch (error) {
      if (error instanceof UpstreamFailure) note(null, error.kind);
      throw error;
    }
  };
}
