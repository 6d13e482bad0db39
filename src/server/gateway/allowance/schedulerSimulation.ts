import type { CallClass } from '#contract/gateway/callClass.ts';
import { createScheduler, type SchedulerLimits, type Ticket } from './scheduler.ts';

/** A call that somebody wants made. Milliseconds. */
export type Wish = {
  readonly callClass: CallClass;
  /** Since the wish before. */
  readonly after: number;
  /** From its start to its end. */
  readonly lasts: number;
  /** When in between it reaches the flight service, from 0 to 1. */
  readonly reaches: number;
  /** The flight service answers it with a 429 and this pause. */
  readonly pause: number | null;
};

/** What became of a wish. */
export type Fate = {
  readonly wish: Wish;
  readonly at: number;
  refused: boolean;
  started: number | null;
  reached: number | null;
  ended: number | null;
  expired: number | null;
};

/** Runs wishes through the scheduler on a simulated clock, which stops only where something happens. */
export function simulate(limits: SchedulerLimits, wishes: readonly Wish[]): readonly Fate[] {
  const scheduler = createScheduler(limits);
  const fates = fatesOf(wishes);
  const coming = fates.slice();
  const byTicket = new Map<Ticket, Fate>();
  const running = new Map<Ticket, Fate>();
  let wake: number | null = null;

  for (;;) {
    const next = Math.min(
      coming[0]?.at ?? Number.POSITIVE_INFINITY,
      wake ?? Number.POSITIVE_INFINITY,
      ...Array.from(running.values(), (fate) => fate.ended as number),
    );
    if (next === Number.POSITIVE_INFINITY) return fates;
    for (const [ticket, fate] of running) {
      if (fate.ended !== next) continue;
      running.delete(ticket);
      if (fate.wish.pause !== null) scheduler.pause(next + fate.wish.pause);
      scheduler.finish(ticket, next);
    }
    while (coming[0]?.at === next) {
      const fate = coming.shift() as Fate;
      const ticket = { callClass: fate.wish.callClass, since: next };
      fate.refused = scheduler.enter(ticket, next) !== null;
      byTicket.set(ticket, fate);
    }
    const turn = scheduler.tick(next);
    for (const ticket of turn.started) {
      const fate = byTicket.get(ticket) as Fate;
      fate.started = next;
      fate.ended = next + fate.wish.lasts;
      fate.reached = next + fate.wish.lasts * fate.wish.reaches;
      running.set(ticket, fate);
    }
    for (const ticket of turn.expired) (byTicket.get(ticket) as Fate).expired = next;
    wake = turn.wakeAt;
  }
}

function fatesOf(wishes: readonly Wish[]): Fate[] {
  let at = 0;
  return wishes.map((wish) => {
    at += wish.after;
    return { wish, at, refused: false, started: null, reached: null, ended: null, expired: null };
  });
}
