import { millisecondsInMinute } from '#domain/units.ts';
import { timeouts } from '#contract/gateway/ages.ts';
import { type CallClass, callClasses } from '#contract/gateway/callClass.ts';
import { byName } from '#contract/objects.ts';
import { type AllowanceLimits, type ByClass, createAllowance } from './allowance.ts';

/** All times in milliseconds. */
export type SchedulerLimits = AllowanceLimits & {
  /** Calls at a time. */
  readonly concurrency: number;
  /** How many may wait in the queue. */
  readonly maxQueued: ByClass;
  /** A call that waited this long is as urgent as a person's, so that nothing starves. */
  readonly ageingMs: number;
  /** A call that cannot start within this time is refused. */
  readonly maxWaitMs: ByClass;
};

/**
 * Default values for an allowance per 60 seconds, infinite for none. A third of the allowance and two connections are
 * always left to callers; half of that third and one of the two are for people only. Programs leave a sixth to the replica,
 * and so does a long load, with one more connection, because it would otherwise stop. If people share the allowance (`http/shares.ts`), a tenth
 * stays for those who have made no request yet.
 */
export function defaultScheduling(allowance: number, isShared = false): SchedulerLimits {
  const keptForPeople = {
    classes: ['program', 'load', 'replica'],
    counted: callClasses,
    share: 9 / 10,
    spareConnections: 0,
  } as const;
  return {
    allowance,
    windowMs: millisecondsInMinute,
    concurrency: 6,
    bounds: [
      { classes: callClasses, share: 1, spareConnections: 0 },
      { classes: ['program', 'load', 'replica'], share: 5 / 6, spareConnections: 1 },
      { classes: ['load', 'replica'], share: 2 / 3, spareConnections: 2 },
      { classes: ['program'], share: 2 / 3, spareConnections: 1 },
      { classes: ['load'], share: 1 / 2, spareConnections: 3 },
      ...(isShared ? [keptForPeople] : []),
    ],
    maxQueued: { person: 100, program: 200, load: 200, replica: 5 },
    ageingMs: 8_000,
    // Without an allowance a call waits only for a connection, which soon becomes free.
    maxWaitMs: {
      person: allowance === Number.POSITIVE_INFINITY ? 15_000 : timeouts.allowance,
      program: timeouts.program,
      load: 15_000,
      replica: 15_000,
    },
  };
}

/** A waiting call. Its class may rise while it waits. */
export type Ticket = { callClass: CallClass; readonly since: number };

/** What to do now; `wakeAt` is when to run again if nothing happens first. */
export type Turn = {
  readonly started: readonly Ticket[];
  readonly expired: readonly Ticket[];
  readonly wakeAt: number | null;
};

const none: ByClass = byName(callClasses, () => 0);

/** The shortest wait that a refused call is given, in milliseconds. */
const minWaitMs = 1_000;

/** Decides which call starts when. It has no clock and no timers; each step gets the time from a clock that never runs backward. */
export function createScheduler(limits: SchedulerLimits) {
  const { maxQueued, ageingMs, maxWaitMs } = limits;
  const allowance = createAllowance(limits);
  const connections = createConnections(limits);
  const queue = createQueue(ageingMs);
  let pausedUntil = 0;

  const soonest = (callClass: CallClass, ahead: ByClass, now: number) =>
    Math.max(pausedUntil, allowance.soonest(callClass, ahead, maxWaitMs[callClass], now));
  /** Milliseconds until the allowance, pauses and tickets ahead would let a new ticket start. */
  const waitOf = (ticket: Ticket, now: number) => soonest(ticket.callClass, queue.ahead(ticket, now), now) - now;
  const mayStart = (name: CallClass, now: number) =>
    queue.length(name) > 0 && connections.areFree(name) && soonest(name, none, now) <= now;

  function wakeAt(now: number): number | null {
    if (queue.expiries.size === 0) return null;
    const times = Array.from(queue.expiries.values());
    const waiting = callClasses.filter((name) => queue.length(name) > 0 && connections.areFree(name));
    times.push(...waiting.map((name) => soonest(name, none, now)));
    return Math.min(...times.filter((time) => time > now));
  }

  return {
    /** Queues a ticket, or returns the milliseconds after which a retry may help. */
    enter(ticket: Ticket, now: number): number | null {
      const { callClass } = ticket;
      const wait = waitOf(ticket, now);
      if (queue.length(callClass) >= maxQueued[callClass] || wait > maxWaitMs[callClass])
        return Math.max(wait, minWaitMs);
      queue.expiries.set(ticket, now + maxWaitMs[callClass]);
      return null;
    },

    /** Removes a ticket from the queue; false when it has started or expired. */
    cancel: (ticket: Ticket): boolean => queue.expiries.delete(ticket),

    /** Which calls start now, and which have waited too long. */
    tick(now: number): Turn {
      const started: Ticket[] = [];
      for (;;) {
        const ready = callClasses.filter((name) => mayStart(name, now));
        const next = queue.first(now, ready);
        if (!next) break;
        queue.expiries.delete(next);
        connections.begin(next, now);
        allowance.begin(next.callClass);
        started.push(next);
      }
      return { started, expired: queue.remove(now), wakeAt: wakeAt(now) };
    },

    /** The call of a started ticket has ended, in whatever way. */
    finish(ticket: Ticket, now: number): void {
      const callClass = connections.finish(ticket, now);
      if (callClass === null) return;
      allowance.finish(callClass, now);
      if (now >= pausedUntil) connections.probe(false);
    },

    /** Nothing starts before `until`; a pause never shortens another. After it one call goes out first. */
    pause(until: number): void {
      pausedUntil = Math.max(pausedUntil, until);
      connections.probe(true);
    },

    isPaused: (now: number): boolean => now < pausedUntil,

    /** Counts calls of an earlier process that ended at these times, each against every bound. */
    restore: (ends: readonly number[], now: number): void => allowance.restore(ends, now),

    /**
     * Milliseconds until a new call of this class could start, after those that wait ahead of it: 0 for at once, null while
     * no connection is free for it, because the end of a running call is unknown.
     */
    soonest(callClass: CallClass, now: number): number | null {
      return connections.areFree(callClass) ? waitOf({ callClass, since: now }, now) : null;
    },

    /** How many more calls of this class may start now, besides waiting ones; negative if too many wait. */
    free: (callClass: CallClass, now: number): number => allowance.room(callClass, now, now) - queue.length(callClass),

    /** The first moments for the next calls of this class, in order, as many as fit into one window; none in a pause. */
    openings: (callClass: CallClass, now: number): readonly number[] =>
      allowance.openings(callClass, now).map((time) => Math.max(time, pausedUntil)),

    /** The sustainable calls of this class per 60 seconds, at the present length of calls. */
    budget: (callClass: CallClass): number =>
      Math.min(allowance.sustained(callClass, connections.callMs()), connections.sustained(callClass)),

    /** Empties the queue and returns the tickets that were in it. */
    clear: (): readonly Ticket[] => queue.remove(Number.POSITIVE_INFINITY),

    state: (now: number) => ({
      used: allowance.used(now),
      running: connections.running(),
      queue: byName(callClasses, (name) => queue.length(name)),
      pausedMs: pausedUntil > now ? pausedUntil - now : null,
    }),
  };
}

/** The share of the latest call in the average of how long calls last. */
const latest = 0.1;

/** Running calls, and which classes may have one more. */
function createConnections({ concurrency, bounds }: SchedulerLimits) {
  const running = new Map<Ticket, { readonly callClass: CallClass; readonly at: number }>();
  /** After a pause one call goes out first: if it is refused as well, the others need not be. */
  let isProbing = false;
  let callMs = 0;
  const limits = bounds.map(({ classes, spareConnections }) => ({
    classes,
    limit: Math.max(1, concurrency - spareConnections),
  }));

  return {
    areFree(callClass: CallClass): boolean {
      if (isProbing) return running.size === 0;
      return limits.every(({ classes, limit }) => {
        if (!classes.includes(callClass)) return true;
        let count = 0;
        for (const call of running.values()) if (classes.includes(call.callClass)) count++;
        return count < limit;
      });
    },
    begin: (ticket: Ticket, at: number) => void running.set(ticket, { callClass: ticket.callClass, at }),
    finish(ticket: Ticket, now: number): CallClass | null {
      const call = running.get(ticket);
      if (!call) return null;
      running.delete(ticket);
      callMs += (now - call.at - callMs) * latest;
      return call.callClass;
    },
    probe: (isOn: boolean) => void (isProbing = isOn),
    running: () => running.size,
    /** How long calls last at present, on average. */
    callMs: () => callMs,
    /** Calls per 60 seconds that the connections of a class can carry. */
    sustained(callClass: CallClass): number {
      const allowed = limits.filter(({ classes }) => classes.includes(callClass)).map(({ limit }) => limit);
      return (Math.min(...allowed) * millisecondsInMinute) / callMs;
    },
  };
}

/** Tickets in order of class, a person's first, then of time; a long wait counts as a person's. */
function createQueue(ageingMs: number) {
  /** When each of them expires. */
  const expiries = new Map<Ticket, number>();
  const rank = ({ callClass, since }: Ticket, now: number) =>
    now - since >= ageingMs ? 0 : callClasses.indexOf(callClass);
  return {
    expiries,
    /** Removes and returns those that have expired. */
    remove(now: number): readonly Ticket[] {
      if (expiries.size === 0) return [];
      const gone = Array.from(expiries).filter(([, expiry]) => expiry <= now);
      for (const [ticket] of gone) expiries.delete(ticket);
      return gone.map(([ticket]) => ticket);
    },
    length(callClass: CallClass): number {
      let count = 0;
      for (const ticket of expiries.keys()) if (ticket.callClass === callClass) count++;
      return count;
    },
    /** How many of each class come before a new ticket. */
    ahead(ticket: Ticket, now: number): { [Name in CallClass]: number } {
      const rankOfTicket = rank(ticket, now);
      const ahead = { ...none };
      for (const other of expiries.keys()) if (rank(other, now) <= rankOfTicket) ahead[other.callClass]++;
      return ahead;
    },
    /** The first of those classes that may start. */
    first(now: number, ready: readonly CallClass[]): Ticket | undefined {
      let best: Ticket | undefined;
      for (const ticket of ready.length > 0 ? expiries.keys() : []) {
        if (!ready.includes(ticket.callClass)) continue;
        const order = best ? rank(ticket, now) - rank(best, now) || ticket.since - best.since : -1;
        if (order < 0) best = ticket;
      }
      return best;
    },
  };
}
