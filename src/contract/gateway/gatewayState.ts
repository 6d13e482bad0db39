import * as z from 'zod/mini';
import { replicaStateShape } from './replica.ts';

const lineOf = z.number();

/** What `GET /state` tells of the way to the flight service and of the local copy: never its address, never the key. */
export const gatewayStateShape = z.object({
  /** ISO 8601, the gateway's clock. */
  at: z.string(),
  /** Calls of the last 60 seconds against those that the flight service allows; null where it has no limit. */
  allowance: z.object({ limit: z.nullable(z.number()), used: z.number() }),
  /** Calls under way. */
  running: z.number(),
  /** Calls that wait for their turn, by class. */
  queue: z.object({ person: lineOf, load: lineOf, replica: lineOf }),
  /** ISO 8601; null unless the flight service has asked for a pause. */
  pausedUntil: z.nullable(z.string()),
  /** ISO 8601; when the flight service last answered as it should. */
  lastAnswerAt: z.nullable(z.string()),
  /** The last call that went wrong; null when none has since the start. */
  lastFailure: z.nullable(
    z.object({
      at: z.string(),
      /** What it answered; null when no answer came that could be read. */
      status: z.nullable(z.number()),
      /** For people. */
      words: z.string(),
    }),
  ),
  /** Since the start. */
  counts: z.object({
    calls: z.number(),
    /** Requests that shared the call of another. */
    coalesced: z.number(),
    /** Requests answered from the store, fresh. */
    hits: z.number(),
    /** Requests answered from the store with something older. */
    stale: z.number(),
    tooManyRequests: z.number(),
  }),
  /** The gateway's local copy of the school; null where it keeps none. */
  replica: z.nullable(replicaStateShape),
});
export type GatewayState = z.output<typeof gatewayStateShape>;
