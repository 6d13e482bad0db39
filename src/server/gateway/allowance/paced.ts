import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './clock.ts';
import type { Line } from '#server/gateway/observability/line.ts';
import type { Ticket } from './scheduler.ts';
import {
  type Fetch,
  type UpstreamAnswer,
  UpstreamFailure,
  type UpstreamRequest,
} from '#server/gateway/service/upstream.ts';
import { readErrorBody } from '#contract/errors.ts';

/** An answer, and when its call went out, in milliseconds of the clock for ages. */
type PacedAnswer = UpstreamAnswer & { readonly askedAt: number };

/** A call that waits for its turn first. */
export type PacedFetch = (request: UpstreamRequest, ticket: Ticket) => Promise<PacedAnswer>;

export type Pacing = {
  readonly line: Pick<Line, 'run' | 'pause'>;
  /** For ages. */
  readonly clock: Clock;
  readonly onPause: (seconds: number) => void;
};

/** Makes calls in their turn. A 429 for one is a pause for all. */
export function paced(fetch: Fetch, { line, clock, onPause }: Pacing): PacedFetch {
  return (request, ticket) =>
    line.run(ticket, async () => {
      const askedAt = clock();
      const answer = await fetch(request);
      if (answer.status === 429) {
        const seconds = pauseAfter(answer);
        // Before this call ends, so that no other takes its turn in between.
        line.pause(seconds * 1000);
        onPause(seconds);
      }
      return { ...answer, askedAt };
    });
}

/** Before a call is tried again: a while by chance, so that calls that failed together do not come back together. */
export type RetryWait = { readonly leastMs: number; readonly mostMs: number };
export const usualRetryWait: RetryWait = { leastMs: 50, mostMs: 250 };

/**
 * Tries once more, as a call of its own, where the connection broke before any answer: a kept connection that the other
 * side had just closed. Nothing else gets better by asking again at once.
 */
export function retried(fetch: PacedFetch, { leastMs, mostMs }: RetryWait): PacedFetch {
  return async (request, ticket) => {
    try {
      return await fetch(request, ticket);
    } catch (error) {
      if (!(error instanceof UpstreamFailure && error.kind === 'reset')) throw error;
      await sleep(leastMs + Math.random() * (mostMs - leastMs));
      return fetch(request, ticket);
    }
  };
}

/** The specification names no time (section 8), so this is taken where nothing is said. */
const usualPause = 5;

/** No service means longer; a slip in a header must not silence us for a day. */
const longestPause = 120;

/** Seconds to wait after a 429: by its header, else by its words ("Try again in 12 seconds"). */
export function pauseAfter({ retryAfter, body }: UpstreamAnswer): number {
  return Math.min(retryAfter ?? secondsInWords(body) ?? usualPause, longestPause);
}

function secondsInWords(body: Buffer): number | null {
  const words = readErrorBody(body.toString()).map((entry) => entry.message ?? '');
  const [, number, unit] = /\b(?:in|after|for) (\d{1,4}) ?(s|m)/i.exec(words.join(' ')) ?? [];
  return number === undefined ? null : Number(number) * (unit?.toLowerCase() === 'm' ? 60 : 1);
}
