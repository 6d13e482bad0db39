import type { CallClass } from '#contract/gateway/callClass.ts';
import { createScheduler, type SchedulerLimits, type Ticket } from '#server/upstream/scheduler.ts';

/** A requested call. Times in milliseconds. */
export type CallRequest = {
  readonly callClass: CallClass;
  /** Since the previous request. */
  readonly after: number;
  /** From its start to its end. */
  readonly lasts: number;
  /** When it reaches the flight service, as a share of that time from 0 to 1. */
  readonly reaches: number;
  /** The pause, if the flight service answers it with a 429. */
  readonly pause: number | null;
};

/** What happened to a requested call. */
export type SimulatedCall = {
  readonly request: CallRequest;
  readonly at: number;
  refused: boolean;
  started: number | null;
  reached: number | null;
  ended: number | null;
  expired: number | null;
};

/** Runs requested calls through the scheduler, on a simulated clock that jumps from event to event. */
export function simulate(limits: SchedulerLimits, requests: readonly CallRequest[]): readonly SimulatedCall[] {
  const scheduler = createScheduler(limits);
  const calls = callsOf(requests);
  const coming = calls.slice();
  const byTicket = new Map<Ticket, SimulatedCall>();
  const running = new Map<Ticket, SimulatedCall>();
  let wake: number | null = null;

  for (;;) {
    const next = Math.min(
      coming[0]?.at ?? Number.POSITIVE_INFINITY,
      wake ?? Number.POSITIVE_INFINITY,
      ...Array.from(running.values(), (outcome) => outcome.ended ?? Number.POSITIVE_INFINITY),
    );
    if (next === Number.POSITIVE_INFINITY) return calls;
    for (const [ticket, call] of running) {
      if (call.ended !== next) continue;
      running.delete(ticket);
      if (call.request.pause !== null) scheduler.pause(next + call.request.pause);
      scheduler.finish(ticket, next);
    }
    for (let call = coming[0]; call?.at === next; call = coming[0]) {
      coming.shift();
      const ticket = { callClass: call.request.callClass, since: next };
      call.refused = scheduler.enter(ticket, next) !== null;
      byTicket.set(ticket, call);
    }
    const turn = scheduler.tick(next);
    for (const ticket of turn.started) {
      const call = byTicket.get(ticket);
      if (!call) throw new Error('The scheduler started a ticket that it was not given.');
      call.started = next;
      call.ended = next + call.request.lasts;
      call.reached = next + call.request.lasts * call.request.reaches;
      running.set(ticket, call);
    }
    for (const ticket of turn.expired) {
      const call = byTicket.get(ticket);
      if (call) call.expired = next;
    }
    wake = turn.wakeAt;
  }
}

function callsOf(requests: readonly CallRequest[]): SimulatedCall[] {
  let at = 0;
  return requests.map((request) => {
    at += request.after;
    return { request, at, refused: false, started: null, reached: null, ended: null, expired: null };
  });
}
