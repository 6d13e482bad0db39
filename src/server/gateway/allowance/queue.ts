import { type CallClass, callClasses } from '#contract/gateway/callClass.ts';
import { createScheduler, type SchedulerLimits, type Ticket } from './scheduler.ts';
import {
  UpstreamFailure,
  type Fetch,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '#server/gateway/service/upstream.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { readErrorBody } from '#contract/errors.ts';

type Place = { readonly start: () => void; readonly refuse: (reason: Error) => void };

export type Line = ReturnType<typeof createLine>;

/**
 * The line in which calls to the flight service wait for their turn: the scheduler with a clock and a timer.
 *
 * Own, and not p-queue: that has a sliding window too, but counts starts and not answers, knows no shares or ageing, and
 * cannot be run on a simulated clock.
 */
export function createLine(limits: SchedulerLimits, clock: Clock) {
  const scheduler = createScheduler(limits);
  const places = new Map<Ticket, Place>();
  /** How many calls of a class have started, and how long they had waited for it in all. */
  const waits = { person: { count: 0, ms: 0 }, load: { count: 0, ms: 0 }, replica: { count: 0, ms: 0 } };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function turn(): void {
    clearTimeout(timer);
    const now = clock();
    const { started, expired, wakeAt } = scheduler.tick(now);
    // A timer may fire a little early by this clock: a millisecond more saves a turn for nothing.
    if (wakeAt !== null) timer = setTimeout(turn, Math.ceil(wakeAt - now) + 1);
    for (const ticket of started) {
      const wait = waits[ticket.callClass];
      wait.count++;
      wait.ms += now - ticket.since;
      take(ticket)?.start();
    }
    for (const ticket of expired) take(ticket)?.refuse(busy(scheduler.soonest(ticket.callClass, now) ?? 0));
  }

  function take(ticket: Ticket): Place | undefined {
    const place = places.get(ticket);
    places.delete(ticket);
    return place;
  }

  return {
    ticket: (callClass: CallClass): Ticket => ({ callClass, since: clock() }),

    /** Runs a call when its turn has come. Rejects with `UpstreamFailure` when there is no place or no turn for it. */
    async run<Result>(ticket: Ticket, call: () => Promise<Result>): Promise<Result> {
      if (isClosed) throw new UpstreamFailure('stopping');
      const refusedFor = scheduler.enter(ticket, clock());
      if (refusedFor !== null) throw busy(refusedFor);
      await new Promise<void>((start, refuse) => {
        places.set(ticket, { start, refuse });
        turn();
      });
      try {
        return await call();
      } finally {
        scheduler.finish(ticket, clock());
        turn();
      }
    },

    /** Lets a waiting call go as early as one of this class. */
    hasten(ticket: Ticket, callClass: CallClass): void {
      if (callClasses.indexOf(callClass) >= callClasses.indexOf(ticket.callClass)) return;
      ticket.callClass = callClass;
      turn();
    },

    /** Takes a call out that has not started; false when it has. */
    leave(ticket: Ticket): boolean {
      if (!scheduler.leave(ticket)) return false;
      take(ticket)?.refuse(new UpstreamFailure('dropped'));
      return true;
    },

    /** Lets nothing start for so long. */
    pause: (ms: number): void => scheduler.pause(clock() + ms),

    isPaused: (): boolean => scheduler.isPaused(clock()),

    /**
     * Milliseconds until a new call of this class could start: 0 for at once, null while no connection is free for it,
     * because nobody knows when a call under way ends.
     */
    soonest: (callClass: CallClass): number | null => scheduler.soonest(callClass, clock()),

    /** The first moments of the clock for the next calls of this class, in order, as many as fit into one window. */
    openings: (callClass: CallClass): readonly number[] => scheduler.openings(callClass, clock()),

    /** Calls of this class per 60 seconds that can be kept up, as long as calls last as they do at present. */
    budget: (callClass: CallClass): number => scheduler.budget(callClass),

    /**
     * Counts calls of an earlier process that ended at these times of the clock, which may be negative: each counts until a
     * window after. For the start, before any call.
     */
    restore: (ends: readonly number[]): void => scheduler.restore(ends, clock()),

    state: () => ({ ...scheduler.state(clock()), waits }),

    /** Sends all away who wait, and whoever comes. Calls under way are let finish. */
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      for (const ticket of scheduler.clear()) take(ticket)?.refuse(new UpstreamFailure('stopping'));
    },
  };
}

/** The failure of a call that may be tried again after this wait; at least a second. */
function busy(ms: number): UpstreamFailure {
  return new UpstreamFailure('busy', undefined, Math.max(1, Math.ceil(ms / 1000)));
}

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

/** Milliseconds from some beginning; only differences mean something. */
export type Clock = () => number;

/** A larger step of the wall clock is no drift: it was set, or the machine slept. */
const leastStepMs = 1_000;

/**
 * A clock for ages: it goes on while the machine sleeps, as a steady clock does not, and never runs backward, as the wall
 * clock does when it is set. Where the wall clock is set forward, what is stored looks older than it is, never younger.
 */
export function ageClock(steady: Clock, wall: Clock): Clock {
  let usual = wall() - steady();
  let skipped = 0;
  return () => {
    const now = steady();
    const step = wall() - now - usual;
    if (Math.abs(step) > leastStepMs) {
      usual += step;
      skipped += Math.max(0, step);
    }
    return now + skipped;
  };
}
