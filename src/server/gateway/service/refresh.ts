import { LRUCache } from 'lru-cache';
import { type Body, bodyOf } from '#server/gateway/http/reply.ts';
import { errorEntry } from '#contract/errors.ts';
import { failures, type UpstreamAnswer, UpstreamFailure, type UpstreamRequest } from './upstream.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { Line } from '#server/gateway/allowance/queue.ts';
import type { Ticket } from '#server/gateway/allowance/scheduler.ts';

/** A good answer of the flight service. Times in milliseconds of the clock for ages. */
export type Copy = {
  readonly body: Body;
  /** When the call went out: the data is at least as new as this. */
  readonly askedAt: number;
  readonly answeredAt: number;
};

/** Where good answers are kept by their address: a shared store would take this place. */
export type Store = {
  readonly get: (address: string) => Copy | undefined;
  readonly put: (address: string, copy: Copy) => void;
  readonly drop: (address: string) => void;
};

/** For what an entry takes besides its body. */
const entryBytes = 1024;

/** Keeps copies in memory, at most so many bytes of them; what was not asked for longest goes first. */
export function memoryStore(bytes: number): Store {
  const copies = new LRUCache<string, Copy>({
    maxSize: bytes,
    // A body comes to stand here up to three times, but packed it is a fraction of itself.
    sizeCalculation: ({ body }, address) => 2 * body.plain.length + address.length + entryBytes,
  });
  return {
    get: (address) => copies.get(address),
    put: (address, copy) => void copies.set(address, copy),
    drop: (address) => void copies.delete(address),
  };
}

/** What went wrong last with an address. Times in milliseconds of the clock for ages. */
export type Trouble = {
  readonly failed: Failed;
  readonly at: number;
  /** Until then this address is not asked for again. */
  readonly until: number;
  /** In a row. */
  readonly count: number;
};

export type CoolOff = { readonly firstMs: number; readonly mostMs: number };
export const usualCoolOff: CoolOff = { firstMs: 1_000, mostMs: 15_000 };

/** An upstream that asks for more than this is asked again all the same. */
const longestMs = 120_000;
const mostAddresses = 5_000;

export type Troubles = ReturnType<typeof createTroubles>;

/** Remembers troubles by address. After each in a row an address cools off twice as long as before, up to a bound. */
export function createTroubles({ firstMs, mostMs }: CoolOff) {
  const troubles = new LRUCache<string, Trouble>({ max: mostAddresses });
  return {
    get: (address: string): Trouble | undefined => troubles.get(address),
    add(address: string, failed: Failed, now: number): void {
      const count = (troubles.get(address)?.count ?? 0) + 1;
      const coolOff = Math.min(firstMs * 2 ** (count - 1), mostMs);
      const told = Math.min((failed.retryAfter ?? 0) * 1000, longestMs);
      troubles.set(address, { failed, at: now, until: now + Math.max(coolOff, told), count });
    },
    clear: (address: string): void => void troubles.delete(address),
  };
}

/** A call that went wrong, as it is told to whoever asked: always with an error array of section 7 or the upstream's own. */
export type Failed = {
  readonly status: number;
  readonly body: Body;
  /** Seconds. */
  readonly retryAfter: number | null;
  /** What the flight service answered; null when it did not. */
  readonly upstreamStatus: number | null;
  /** One word for `Cache-Status`. */
  readonly detail: string;
  /** It says nothing of the address: there was no place for the call, or no time. */
  readonly isOurs: boolean;
};

/** An error that the flight service answered. */
export function failedBy({ status, body, retryAfter }: UpstreamAnswer): Failed {
  const detail = `upstream-${status}`;
  return { status, body: bodyOf(body), retryAfter, upstreamStatus: status, detail, isOurs: false };
}

/** A call that brought no answer. */
export function failedWithout({ kind, message, retryAfter }: UpstreamFailure): Failed {
  const { status } = failures[kind];
  const body = bodyOf(Buffer.from(JSON.stringify([errorEntry({ code: status, message })])));
  const isOurs = ['busy', 'dropped', 'stopping'].includes(kind);
  return { status, body, retryAfter, upstreamStatus: null, detail: kind, isOurs };
}

/**
 * Whether this is an answer all the same, such as "there is no such record" or "you may not": then an older copy is not
 * given out in its place. What may pass by itself (408, 425, 429, 5xx) is none.
 */
export function isDefinite({ upstreamStatus: status }: Failed): boolean {
  return status !== null && status < 500 && ![408, 425, 429].includes(status);
}

type Flight<Outcome> = {
  readonly ticket: Ticket;
  readonly outcome: Promise<Outcome>;
  waiting: number;
  /** Its outcome is wanted for the store, whoever waits. */
  isWanted: boolean;
};

/** Takes what is to be done when a client goes away before it has its answer. */
export type Leaving = (onLeave: () => void) => void;

export type Flights<Outcome> = {
  /** Whether a call for this address is under way or in line. */
  readonly has: (address: string) => boolean;
  /**
   * Waits for the call that is under way for this address, or begins one. The last who leaves takes the call out of the
   * line, if it has not started.
   */
  readonly join: (request: UpstreamRequest, callClass: CallClass, leaving: Leaving) => Promise<Outcome>;
  /** Has the call made, though nobody may wait for it. */
  readonly want: (request: UpstreamRequest, callClass: CallClass) => void;
};

/** Keeps equal questions to one call at a time. `fly` makes the call, and never rejects. */
export function createFlights<Outcome>(
  line: Pick<Line, 'ticket' | 'hasten' | 'leave'>,
  fly: (request: UpstreamRequest, ticket: Ticket) => Promise<Outcome>,
): Flights<Outcome> {
  const flights = new Map<string, Flight<Outcome>>();

  function board(request: UpstreamRequest, callClass: CallClass): Flight<Outcome> {
    const { address } = request;
    const known = flights.get(address);
    if (known) {
      line.hasten(known.ticket, callClass);
      return known;
    }
    const ticket = line.ticket(callClass);
    const outcome = fly(request, ticket).finally(() => {
      // Another may have taken the place of one that was dropped.
      if (flights.get(address)?.ticket === ticket) flights.delete(address);
    });
    const flight = { ticket, outcome, waiting: 0, isWanted: false };
    flights.set(address, flight);
    return flight;
  }

  function leave(address: string, flight: Flight<Outcome>): void {
    flight.waiting--;
    if (flight.waiting > 0 || flight.isWanted) return;
    if (line.leave(flight.ticket)) flights.delete(address);
  }

  return {
    has: (address) => flights.has(address),
    want(request, callClass) {
      board(request, callClass).isWanted = true;
    },
    join(request, callClass, leaving) {
      const flight = board(request, callClass);
      flight.waiting++;
      leaving(() => leave(request.address, flight));
      return flight.outcome;
    },
  };
}
