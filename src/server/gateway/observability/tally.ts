import type { CallResult } from '#server/gateway/service/watched.ts';

type Happening = { readonly at: Date; readonly status: number | null; readonly words: string };

/** What is counted and remembered since the start, for `/state` and `/metrics`. */
export type Tally = {
  /** Calls to the flight service, by the status of their answer or the kind of their failure. */
  readonly calls: Map<string, number>;
  /** Requests answered from the store, fresh. */
  hits: number;
  /** Requests answered from the store with something older. */
  stale: number;
  /** Requests that waited for a call of their own. */
  misses: number;
  /** Requests that waited for a call that was under way already. */
  coalesced: number;
  /** Requests answered with what went wrong a moment before. */
  repeated: number;
  pauses: number;
  lastCall: { readonly at: Date; readonly status: number | null; readonly failure: string | null } | null;
  lastAnswerAt: Date | null;
  lastFailure: Happening | null;
};

export function newTally(): Tally {
  const counts = { hits: 0, stale: 0, misses: 0, coalesced: 0, repeated: 0, pauses: 0 };
  return { calls: new Map(), ...counts, lastCall: null, lastAnswerAt: null, lastFailure: null };
}

/** Takes in how a call went. */
export function countCall(tally: Tally, { status, result, words }: CallResult, at: Date): void {
  tally.calls.set(result, (tally.calls.get(result) ?? 0) + 1);
  tally.lastCall = { at, status, failure: status === null ? result : null };
  if (words === null) tally.lastAnswerAt = at;
  else tally.lastFailure = { at, status, words };
}
