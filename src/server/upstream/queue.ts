import { setTimeout as sleep } from 'node:timers/promises';
import { byName } from '#contract/objects.ts';
import { readErrorBody } from '#contract/errors.ts';
import { type CallClass, callClasses } from '#contract/gateway/callClass.ts';
import { type Fetch, type UpstreamAnswer, UpstreamFailure, type UpstreamRequest } from './upstream.ts';
import { createScheduler, type SchedulerLimits, type Ticket } from './scheduler.ts';

/** Milliseconds from an arbitrary origin; only differences matter. */
export type Clock = () => number;

type Waiting = { readonly start: () => void; readonly refuse: (reason: Error) => void };

export type CallQueue = ReturnType<typeof createCallQueue>;

/**
 * The queue of calls to the flight service: the scheduler with a clock and a timer.
 *
 * We do not use p-queue: its sliding window counts starts instead of answers, it has no shares or ageing, and it cannot run
 * on a simulated clock.
 */
export function createCallQueue(limits: SchedulerLimits, clock: Clock) {
  const scheduler = createScheduler(limits);
  const waiting = new Map<Ticket, Waiting>();
  /** By class, how many calls have started and their total wait. */
  const waits = byName(callClasses, () => ({ count: 0, ms: 0 }));
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function next(): void {
    clearTimeout(timer);
    const now = clock();
    const { started, expired, wakeAt } = scheduler.tick(now);
    // A timer may fire slightly early by this clock; one more millisecond saves a useless run.
    if (wakeAt !== null) timer = setTimeout(next, Math.ceil(wakeAt - now) + 1);
    for (const ticket of started) {
      const wait = waits[ticket.callClass];
      wait.count++;
      wait.ms += now - ticket.since;
      remove(ticket)?.start();
    }
    for (const ticket of expired) remove(ticket)?.refuse(busy(scheduler.soonest(ticket.callClass, now) ?? 0));
  }

  function remove(ticket: Ticket): Waiting | undefined {
    const found = waiting.get(ticket);
    waiting.delete(ticket);
    return found;
  }

  return {
    ticket: (callClass: CallClass): Ticket => ({ callClass, since: clock() }),

    /** Runs a call in its turn. Rejects with `UpstreamFailure` if the queue is full or the wait too long. */
    async run<Result>(ticket: Ticket, call: () => Promise<Result>): Promise<Result> {
      if (isClosed) throw new UpstreamFailure('stopping');
      const refusedFor = scheduler.enter(ticket, clock());
      if (refusedFor !== null) throw busy(refusedFor);
      await new Promise<void>((start, refuse) => {
        waiting.set(ticket, { start, refuse });
        next();
      });
      try {
        return await call();
      } finally {
        scheduler.finish(ticket, clock());
        next();
      }
    },

    /** Raises the priority of a waiting call to that of this class. */
    promote(ticket: Ticket, callClass: CallClass): void {
      if (callClasses.indexOf(callClass) >= callClasses.indexOf(ticket.callClass)) return;
      ticket.callClass = callClass;
      next();
    },

    /** Cancels a call that has not started; false when it has. */
    cancel(ticket: Ticket): boolean {
      if (!scheduler.cancel(ticket)) return false;
      remove(ticket)?.refuse(new UpstreamFailure('dropped'));
      return true;
    },

    /** Starts no call for this long. */
    pause: (ms: number): void => scheduler.pause(clock() + ms),

    isPaused: (): boolean => scheduler.isPaused(clock()),

    /**
     * Milliseconds until a new call of this class could start: 0 for at once, null while no connection is free for it,
     * because the end of a running call is unknown.
     */
    soonest: (callClass: CallClass): number | null => scheduler.soonest(callClass, clock()),

    /** How many more calls of this class may start now, besides waiting ones; negative if too many wait. */
    free: (callClass: CallClass): number => scheduler.free(callClass, clock()),

    /** The first moments of the clock for the next calls of this class, in order, as many as fit into one window. */
    openings: (callClass: CallClass): readonly number[] => scheduler.openings(callClass, clock()),

    /** The sustainable calls of this class per 60 seconds, at the present length of calls. */
    budget: (callClass: CallClass): number => scheduler.budget(callClass),

    /**
     * Counts calls of an earlier process that ended at these times of the clock, which may be negative: each counts until a
     * window after. For the start, before any call.
     */
    restore: (ends: readonly number[]): void => scheduler.restore(ends, clock()),

    /** Another gateway's call has just ended. */
    noteOther: (): void => scheduler.restore([clock()], clock()),

    state: () => ({ ...scheduler.state(clock()), waits }),

    /** Rejects all waiting and all new calls; running calls may finish. */
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      for (const ticket of scheduler.clear()) remove(ticket)?.refuse(new UpstreamFailure('stopping'));
    },
  };
}

/** The failure of a call that may be tried again after this wait, at least a second. */
function busy(ms: number): UpstreamFailure {
  return new UpstreamFailure('busy', undefined, Math.max(1, Math.ceil(ms / 1000)));
}

/** An answer, and when its call went out, in milliseconds of the clock for ages. */
type QueuedAnswer = UpstreamAnswer & { readonly askedAt: number };

/** A call that first waits in the queue. */
export type QueuedFetch = (request: UpstreamRequest, ticket: Ticket) => Promise<QueuedAnswer>;

export type QueuedOptions = {
  readonly queue: Pick<CallQueue, 'run' | 'pause'>;
  /** With several gateways, from `permittedCalls`. */
  readonly permitted?: <Result>(callClass: CallClass, call: () => Promise<Result>) => Promise<Result>;
  /** The clock for ages. */
  readonly clock: Clock;
  readonly onPause: (seconds: number) => void;
};

/** Makes calls through the queue. A 429 answer to one pauses all. */
export function queued(fetch: Fetch, { queue, permitted = atOnce, clock, onPause }: QueuedOptions): QueuedFetch {
  const called = async (request: UpstreamRequest) => {
    const askedAt = clock();
    const answer = await fetch(request);
    if (answer.status === 429) {
      const seconds = pauseAfter(answer);
      // Pauses before this call ends, so that no other starts in between.
      queue.pause(seconds * 1000);
      onPause(seconds);
    }
    return { ...answer, askedAt };
  };
  return (request, ticket) => queue.run(ticket, () => permitted(ticket.callClass, () => called(request)));
}

function atOnce<Result>(_: CallClass, call: () => Promise<Result>): Promise<Result> {
  return call();
}

/** The wait before a retry; random, so that calls that failed together are not retried together. */
export type RetryWait = { readonly minMs: number; readonly maxMs: number };
export const defaultRetryWait: RetryWait = { minMs: 50, maxMs: 250 };

/**
 * Retries once, as a separate call, if the connection was reset before any answer. The other side had then just closed a
 * kept-alive connection. For other failures an immediate retry does not help.
 */
export function withRetry(fetch: QueuedFetch, { minMs, maxMs }: RetryWait): QueuedFetch {
  return async (request, ticket) => {
    try {
      return await fetch(request, ticket);
    } catch (error) {
      if (!(error instanceof UpstreamFailure && error.kind === 'reset')) throw error;
      await sleep(minMs + Math.random() * (maxMs - minMs));
      return fetch(request, ticket);
    }
  };
}

/** Seconds to wait if the answer names no time. The specification names none either (section 8). */
const defaultPause = 5;

/** No service intends a longer pause; a wrong header must not stop all calls for a day. */
const maxPause = 120;

/** Seconds to wait after a 429: from its header, otherwise from its message ("Try again in 12 seconds"). */
export function pauseAfter({ retryAfter, body }: UpstreamAnswer): number {
  return Math.min(retryAfter ?? secondsInMessage(body) ?? defaultPause, maxPause);
}

function secondsInMessage(body: Buffer): number | null {
  const messages = readErrorBody(body.toString()).map((entry) => entry.message ?? '');
  const [, number, unit] = /\b(?:in|after|for) (\d{1,4}) ?(s|m)/i.exec(messages.join(' ')) ?? [];
  return number === undefined ? null : Number(number) * (unit?.toLowerCase() === 'm' ? 60 : 1);
}

/** A larger step of the wall clock is not drift: it was set, or the machine slept. */
const minStepMs = 1_000;

/**
 * A clock for ages. Unlike a monotonic clock it advances while the machine sleeps. Unlike the wall clock it never runs
 * backward. If the wall clock is set forward, stored data looks older than it is, never younger.
 */
export function ageClock(monotonic: Clock, wall: Clock): Clock {
  let offset = wall() - monotonic();
  let skipped = 0;
  return () => {
    const now = monotonic();
    const step = wall() - now - offset;
    if (Math.abs(step) > minStepMs) {
      offset += step;
      skipped += Math.max(0, step);
    }
    return now + skipped;
  };
}
