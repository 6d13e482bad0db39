import { type CallClass, callClasses } from '#contract/callClass.ts';
import { type AllowanceLimits, createAllowance } from './allowance.ts';

/** All times in milliseconds. */
export type SchedulerLimits = AllowanceLimits & {
  /** Calls at a time. */
  readonly concurrency: number;
  /** How many may wait. */
  readonly places: { readonly [Name in CallClass]: number };
  /** Who has waited as long as this is as urgent as a person, so that nothing starves. */
  readonly ageingMs: number;
  /** Who has waited as long as this is sent away: by then nobody looks any more. */
  readonly patienceMs: number;
};

/** Usual values, for an allowance per 60 seconds. */
export function usualScheduling(allowance: number): SchedulerLimits {
  return {
    allowance,
    windowMs: 60_000,
    concurrency: 6,
    share: { person: 1, sweep: 0.8, prefetch: 0.6 },
    places: { person: 100, sweep: 200, prefetch: 50 },
    ageingMs: 8_000,
    patienceMs: 15_000,
  };
}

/** One call that waits for its turn. Its class may rise while it waits. */
export type Ticket = { callClass: CallClass; readonly since: number };

/** What is to be done now; `wakeAt` is when to ask again if nothing else happens before. */
export type Turn = {
  readonly started: readonly Ticket[];
  readonly expired: readonly Ticket[];
  readonly wakeAt: number | null;
};

/**
 * Decides which call goes out when. It keeps no clock and no timers: each step is told the time, by a clock that never
 * runs backward.
 */
export function createScheduler(limits: SchedulerLimits) {
  const { concurrency, places, ageingMs, patienceMs } = limits;
  const allowance = createAllowance(limits);
  const queue = createQueue(ageingMs);
  const running = new Map<Ticket, CallClass>();
  let pausedUntil = 0;
  /** After a pause one call goes out first: if it is refused as well, the others need not be. */
  let isProbing = false;

  const isFull = () => running.size >= (isProbing ? 1 : concurrency);
  const soonest = (callClass: CallClass, ahead: number, aheadOfClass: number, now: number) =>
    Math.max(pausedUntil, allowance.soonest(callClass, ahead, aheadOfClass, now));

  function start(ticket: Ticket): Ticket {
    queue.tickets.delete(ticket);
    running.set(ticket, ticket.callClass);
    allowance.begin(ticket.callClass);
    return ticket;
  }

  function wakeAt(now: number): number | null {
    if (queue.tickets.size === 0) return null;
    const times = Array.from(queue.tickets, ({ since }) => since + patienceMs);
    const waiting = isFull() ? [] : callClasses.filter((name) => queue.length(name) > 0);
    times.push(...waiting.map((name) => soonest(name, 0, 0, now)));
    return Math.min(...times.filter((time) => time > now));
  }

  return {
    /** Puts a ticket in line, or returns the milliseconds after which trying again may help. */
    enter(ticket: Ticket, now: number): number | null {
      const { callClass } = ticket;
      const aheadOfClass = queue.length(callClass);
      const wait = soonest(callClass, queue.ahead(ticket, now), aheadOfClass, now) - now;
      if (aheadOfClass >= places[callClass] || wait > patienceMs) return Math.max(wait, 1_000);
      queue.tickets.add(ticket);
      return null;
    },

    /** Takes a ticket out of the line; false when it is not there, because it has started or ended. */
    leave: (ticket: Ticket): boolean => queue.tickets.delete(ticket),

    /** What may start at this moment, and who has waited in vain. */
    tick(now: number): Turn {
      const started: Ticket[] = [];
      while (!isFull()) {
        const next = queue.first(now, ({ callClass }) => soonest(callClass, 0, 0, now) <= now);
        if (!next) break;
        started.push(start(next));
      }
      const expired = Array.from(queue.tickets).filter(({ since }) => now - since >= patienceMs);
      for (const ticket of expired) queue.tickets.delete(ticket);
      return { started, expired, wakeAt: wakeAt(now) };
    },

    /** The call of a started ticket has ended, however it did. */
    finish(ticket: Ticket, now: number): void {
      const callClass = running.get(ticket);
      if (callClass === undefined) return;
      running.delete(ticket);
      allowance.finish(callClass, now);
      if (now >= pausedUntil) isProbing = false;
    },

    /** Nothing starts before `until`; a pause never shortens another. */
    pause(until: number): void {
      pausedUntil = Math.max(pausedUntil, until);
      isProbing = true;
    },

    isPaused: (now: number): boolean => now < pausedUntil,

    /** Empties the line and returns who stood in it. */
    clear(): readonly Ticket[] {
      const waiting = Array.from(queue.tickets);
      queue.tickets.clear();
      return waiting;
    },

    state: (now: number) => ({
      used: allowance.used(now),
      running: running.size,
      queue: { person: queue.length('person'), sweep: queue.length('sweep'), prefetch: queue.length('prefetch') },
      pausedMs: pausedUntil > now ? pausedUntil - now : null,
    }),
  };
}

/** Tickets in their order: by class, a person's first, and then by time; who has grown old counts as a person. */
function createQueue(ageingMs: number) {
  const tickets = new Set<Ticket>();
  const rank = ({ callClass, since }: Ticket, now: number) =>
    now - since >= ageingMs ? 0 : callClasses.indexOf(callClass);
  return {
    tickets,
    length(callClass: CallClass): number {
      let count = 0;
      for (const ticket of tickets) if (ticket.callClass === callClass) count++;
      return count;
    },
    /** How many come before a new ticket. */
    ahead(ticket: Ticket, now: number): number {
      const own = rank(ticket, now);
      return Array.from(tickets).filter((other) => rank(other, now) <= own).length;
    },
    /** The first of those that may start. */
    first(now: number, mayStart: (ticket: Ticket) => boolean): Ticket | undefined {
      let best: Ticket | undefined;
      for (const ticket of tickets) {
        const order = best ? rank(ticket, now) - rank(best, now) || ticket.since - best.since : -1;
        if (order < 0 && mayStart(ticket)) best = ticket;
      }
      return best;
    },
  };
}
