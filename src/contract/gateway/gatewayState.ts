import * as z from 'zod/mini';
import { replicaStateShape } from './replica.ts';

const lineOf = z.number();

/**
 * What `GET /state` reports about the connection to the flight service and the local copy: never its address or the
 * key.
 */
export const gatewayStateShape = z.object({
  /** ISO 8601, the gateway's clock. */
  at: z.string(),
  /** Calls in the last 60 seconds and the flight service's limit; null if it has no limit. */
  allowance: z.object({ limit: z.nullable(z.number()), used: z.number() }),
  /** Calls under way. */
  running: z.number(),
  /** Calls waiting for their turn, by class. */
  queue: z.object({ person: lineOf, program: lineOf, load: lineOf, replica: lineOf }),
  /** ISO 8601; null unless the flight service has requested a pause. */
  pausedUntil: z.nullable(z.string()),
  /** ISO 8601: time of the flight service's last successful answer. */
  lastAnswerAt: z.nullable(z.string()),
  /** The last failed call; null if none has failed since the start. */
  lastFailure: z.nullable(
    z.object({
      at: z.string(),
      /** Its HTTP status; null if no readable answer came. */
      status: z.nullable(z.number()),
      /** For people to read. */
      words: z.string(),
    }),
  ),
  /** Since the start. */
  counts: z.object({
    calls: z.number(),
    /** Requests that shared another request's call. */
    coalesced: z.number(),
    /** Requests answered from the store with a fresh answer. */
    hits: z.number(),
    /** Requests answered from the store with an older answer. */
    stale: z.number(),
    tooManyRequests: z.number(),
  }),
  /** The gateway's local copy of the school; null if it keeps none. */
  replica: z.nullable(replicaStateShape),
});
export type GatewayState = z.output<typeof gatewayStateShape>;
