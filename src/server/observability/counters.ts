import type { CallClass } from '#contract/gateway/callClass.ts';

/** The queue of calls to the service. `used`: calls of the present 60 seconds. */
export type QueueState = {
  readonly used: number;
  readonly running: number;
  readonly queue: { readonly [Name in CallClass]: number };
  readonly pausedMs: number | null;
  /** Calls that have started, and how long they waited together. */
  readonly waits: { readonly [Name in CallClass]: { readonly count: number; readonly ms: number } };
};

type Failure = { readonly at: Date; readonly status: number | null; readonly words: string };

/** Counters since the start, and the latest events, for `/state` and `/metrics`. */
export type Metrics = {
  /** Calls to the flight service, by the status of their answer or the kind of their failure. */
  readonly calls: Map<string, number>;
  /** Requests answered from the store, fresh. */
  hits: number;
  /** Requests answered from the store, stale. */
  stale: number;
  /** Requests that waited for their own call. */
  misses: number;
  /** Requests that shared a running call. */
  coalesced: number;
  /** Requests answered with a failure of a moment ago. */
  repeated: number;
  pauses: number;
  /** Calls without a good answer. */
  failures: number;
  lastCall: { readonly at: Date; readonly status: number | null; readonly failure: string | null } | null;
  lastAnswerAt: Date | null;
  lastFailure: Failure | null;
};

export function newMetrics(): Metrics {
  const counts = { hits: 0, stale: 0, misses: 0, coalesced: 0, repeated: 0, pauses: 0, failures: 0 };
  return { calls: new Map(), ...counts, lastCall: null, lastAnswerAt: null, lastFailure: null };
}
