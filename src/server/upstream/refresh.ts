import { LRUCache } from 'lru-cache';
import { errorEntry } from '#contract/errors.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { CallQueue, Clock, QueuedFetch } from './queue.ts';
import type { Ticket } from './scheduler.ts';
import { type Body, bodyOf } from './body.ts';
import { failures, type UpstreamAnswer, UpstreamFailure, type UpstreamRequest } from './upstream.ts';

/** A good answer of the flight service. Times in milliseconds of the clock for ages. */
export type StoredAnswer = {
  readonly body: Body;
  /** When the call went out: the data is at least as new as this. */
  readonly askedAt: number;
  readonly answeredAt: number;
};

/** Good answers by address. */
export type AnswerStore = {
  readonly get: (address: string) => StoredAnswer | undefined;
  readonly set: (address: string, answer: StoredAnswer) => void;
  readonly delete: (address: string) => void;
};

/** What an entry takes in memory besides its body. */
const entryBytes = 1024;

/** A store in memory of at most this many bytes. The entry requested longest ago is evicted first. */
export function memoryStore(bytes: number): AnswerStore {
  const answers = new LRUCache<string, StoredAnswer>({
    maxSize: bytes,
    // A body is held in up to three forms, but a compressed one is a fraction of the plain one.
    sizeCalculation: ({ body }, address) => 2 * body.plain.length + address.length + entryBytes,
  });
  return {
    get: (address) => answers.get(address),
    set: (address, answer) => void answers.set(address, answer),
    delete: (address) => void answers.delete(address),
  };
}

/** A failed call as it is sent to clients: with the service's own error body or an error array (section 7). */
export type FailedCall = {
  readonly status: number;
  readonly body: Body;
  /** Seconds. */
  readonly retryAfter: number | null;
  /** The status of the service's answer; null if there was none. */
  readonly upstreamStatus: number | null;
  /** One word for `Cache-Status`. */
  readonly detail: string;
  /** The call was never made, so the failure says nothing about the address. */
  readonly isLocal: boolean;
};

/** An error answered by the flight service. */
export function failureFromAnswer({ status, body, retryAfter }: UpstreamAnswer): FailedCall {
  const detail = `upstream-${status}`;
  return { status, body: bodyOf(body), retryAfter, upstreamStatus: status, detail, isLocal: false };
}

/** A call without an answer, as it is sent to clients. */
export function failureWithoutAnswer({ kind, message, retryAfter }: UpstreamFailure): FailedCall {
  const { status } = failures[kind];
  const body = bodyOf(Buffer.from(JSON.stringify([errorEntry({ code: status, message })])));
  const isLocal = ['busy', 'dropped', 'stopping'].includes(kind);
  return { status, body, retryAfter, upstreamStatus: null, detail: kind, isLocal };
}

/**
 * Whether the error is a definite answer, such as "not found" or "no access", which no older answer may replace. Temporary
 * statuses (408, 425, 429, 5xx) are not.
 */
export function isDefinite({ upstreamStatus: status }: FailedCall): boolean {
  return status !== null && status < 500 && ![408, 425, 429].includes(status);
}

/** The last failure of an address. Times in milliseconds of the clock for ages. */
export type RecentFailure = {
  readonly failed: FailedCall;
  readonly at: number;
  /** The address is not requested again before this. */
  readonly until: number;
  /** The number of failures in a row. */
  readonly count: number;
};

export type Backoff = { readonly firstMs: number; readonly maxMs: number };
export const defaultBackoff: Backoff = { firstMs: 1_000, maxMs: 15_000 };

/** A longer `Retry-After` is cut to this. */
const maxRetryAfterMs = 120_000;
/** Bytes of all remembered failures, and of the body of one; an explanation takes a few hundred. */
const maxFailureBytes = 8 * 1024 * 1024;
const maxFailureBody = 64 * 1024;

type RecentFailures = ReturnType<typeof recentFailures>;

/** A failure as remembered; our own words replace an error page that is too long to keep. */
function remembered(failed: FailedCall): FailedCall {
  if (failed.body.plain.length <= maxFailureBody) return failed;
  const message = `The flight service answered with error ${failed.status}. Try again in a minute.`;
  return { ...failed, body: bodyOf(Buffer.from(JSON.stringify([errorEntry({ code: failed.status, message })]))) };
}

/**
 * Remembers failures by address, within this many bytes; the one requested longest ago is forgotten first. The wait before
 * the next call doubles with each failure in a row, up to a limit.
 */
export function recentFailures({ firstMs, maxMs }: Backoff, bytes = maxFailureBytes) {
  const known = new LRUCache<string, RecentFailure>({
    maxSize: bytes,
    sizeCalculation: ({ failed }, address) => 2 * failed.body.plain.length + address.length + entryBytes,
  });
  return {
    get: (address: string): RecentFailure | undefined => known.get(address),
    add(address: string, failed: FailedCall, now: number): void {
      const count = (known.get(address)?.count ?? 0) + 1;
      const wait = Math.min(firstMs * 2 ** (count - 1), maxMs);
      const requested = Math.min((failed.retryAfter ?? 0) * 1000, maxRetryAfterMs);
      known.set(address, { failed: remembered(failed), at: now, until: now + Math.max(wait, requested), count });
    },
    clear: (address: string): void => void known.delete(address),
  };
}

/** How a call ended. */
type Outcome = { readonly answer: StoredAnswer; readonly failed?: undefined } | { readonly failed: FailedCall };

type PendingCall = {
  readonly ticket: Ticket;
  readonly outcome: Promise<Outcome>;
  waiting: number;
  /** The store needs its outcome, even if no client waits. */
  isWanted: boolean;
};

/** Registers what to do when a client disconnects before it has its answer. */
export type OnDisconnect = (callback: () => void) => void;

export type RefreshParts = {
  readonly fetch: QueuedFetch;
  readonly queue: Pick<CallQueue, 'ticket' | 'promote' | 'cancel'>;
  readonly store: AnswerStore;
  readonly failures: RecentFailures;
  /** The clock for ages. */
  readonly clock: Clock;
};

/**
 * Fetches answers into the store; equal requests share one call. Only a good answer replaces another; a failure is
 * remembered beside it.
 */
export function createRefresh({ fetch, queue, store, failures: recent, clock }: RefreshParts) {
  const pending = new Map<string, PendingCall>();
  const slow = new Set<string>();

  function fail(address: string, failed: FailedCall): Outcome {
    if (!failed.isLocal) recent.add(address, failed, clock());
    if (isDefinite(failed)) store.delete(address);
    return { failed };
  }

  async function call({ id, address }: UpstreamRequest, ticket: Ticket): Promise<Outcome> {
    try {
      const received = await fetch({ id, address }, ticket);
      if (received.status >= 400) return fail(address, failureFromAnswer(received));
      const body = bodyOf(received.body, store.get(address)?.body);
      const answer = { body, askedAt: received.askedAt, answeredAt: clock() };
      store.set(address, answer);
      recent.clear(address);
      return { answer };
    } catch (error) {
      const failure = error instanceof UpstreamFailure ? error : new UpstreamFailure('fault', error);
      return fail(address, failureWithoutAnswer(failure));
    } finally {
      slow.delete(address);
    }
  }

  function startOrJoin(request: UpstreamRequest, callClass: CallClass): PendingCall {
    const { address } = request;
    const known = pending.get(address);
    if (known) {
      queue.promote(known.ticket, callClass);
      return known;
    }
    const ticket = queue.ticket(callClass);
    const outcome = call(request, ticket).finally(() => {
      // Another call may have replaced a cancelled one.
      if (pending.get(address)?.ticket === ticket) pending.delete(address);
    });
    const started = { ticket, outcome, waiting: 0, isWanted: false };
    pending.set(address, started);
    return started;
  }

  function leave(address: string, joined: PendingCall): void {
    joined.waiting--;
    if (joined.waiting > 0 || joined.isWanted) return;
    if (queue.cancel(joined.ticket)) pending.delete(address);
  }

  return {
    /** Whether a call for this address is running or queued. */
    has: (address: string): boolean => pending.has(address),

    /** Starts a call for the store, for which no client waits. */
    start(request: UpstreamRequest, callClass: CallClass): void {
      startOrJoin(request, callClass).isWanted = true;
    },

    /** Waits for the pending call to this address, or starts one. The last client to disconnect cancels it while it is queued. */
    join(request: UpstreamRequest, callClass: CallClass, onDisconnect: OnDisconnect): Promise<Outcome> {
      const joined = startOrJoin(request, callClass);
      joined.waiting++;
      onDisconnect(() => leave(request.address, joined));
      return joined.outcome;
    },

    /**
     * Notes that a client stopped waiting for the pending call to this address. Does nothing without one, because
     * nothing would remove the mark.
     */
    markSlow: (address: string): void => void (pending.has(address) && slow.add(address)),
    isSlow: (address: string): boolean => slow.has(address),
  };
}
