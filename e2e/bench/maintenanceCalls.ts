import {
  answered,
  dropped,
  emptyPlan,
  interrupted,
  listed,
  progressOf,
  type SweepPlan,
  takeTurns,
} from '#domain/sweepPlan.ts';
import type { Outcome } from './outcome.ts';

const fleetSizes = [10, 30, 60, 150] as const;
const second = 1_000;
const minute = 60 * second;
const allowance = 60;
/** Of one call. */
const latency = 150;
/** The gateway sends away who would wait longer, and says when to come back. */
const patience = 15 * second;
const atOnce = 2;

/**
 * The calls of a cold maintenance picture, and the time until it is complete, under a service that allows 60 calls in any
 * 60 seconds: the list of aircraft, then reminders and squawks of each as the sweep's plan asks for them. On a simulated
 * clock; the gateway is modelled as far as its allowance goes.
 */
export function maintenanceCalls(): Outcome {
  const table = [['cold sweep', 'calls', 'first row', 'complete', 'minutes of allowance', 'at least', '429s']];
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  for (const size of fleetSizes) {
    const { starts, refusals, firstAt, completeAt } = sweep(size);
    const windows = Math.floor(starts.at(-1)! / minute) + 1;
    const least = Math.ceil((1 + 2 * size) / allowance);
    Object.assign(figures, {
      [`calls for ${size} aircraft`]: starts.length,
      [`first row of ${size} aircraft, s`]: firstAt / second,
      [`complete with ${size} aircraft, s`]: completeAt / second,
      [`429s with ${size} aircraft`]: refusals,
    });
    ratios[`minutes of allowance to the least possible, ${size} aircraft`] = windows / least;
    const seconds = (time: number) => `${(time / second).toFixed(1)} s`;
    const counts = [windows, least, refusals].map(String);
    table.push([`${size} aircraft`, String(starts.length), seconds(firstAt), seconds(completeAt), ...counts]);
  }
  return { table, figures, ratios };
}

/** From the click at 0 until every aircraft has its reminders and squawks; times in milliseconds. */
function sweep(size: number) {
  const clock = simulatedClock();
  const service = limitedService();
  const gateway = allowanceGateway(clock, service.call);
  const ids = Array.from({ length: size }, (_, index) => `N${index}`);
  const subjects = ids.map((id) => ({ id, risk: 0, asOf: null }));
  let plans: SweepPlan[] = [];
  let underWay = 0;
  let firstAt = Number.NaN;

  const change = (index: number, by: (plan: SweepPlan) => SweepPlan) => {
    plans = plans.map((plan, place) => (place === index ? by(plan) : plan));
  };
  const serve = () => {
    for (const [index, plan] of plans.entries()) {
      const step = takeTurns(plan, clock.now(), atOnce - underWay);
      change(index, () => step.plan);
      for (const id of step.asked) ask(index, id);
      if (step.plan.pausedUntil !== null) clock.at(step.plan.pausedUntil, serve);
    }
  };
  const ask = (index: number, id: string) => {
    underWay++;
    gateway((retryAfter) => {
      underWay--;
      const now = clock.now();
      if (retryAfter === null) {
        change(index, (plan) => answered(plan, { id, risk: 0, asOf: now }, now));
        firstAt = Number.isNaN(firstAt) ? now : firstAt;
      } else {
        change(index, (plan) => dropped(plan, id));
        plans = plans.map((plan) => interrupted(plan, now + retryAfter));
      }
      serve();
    });
  };

  gateway(() => {
    plans = [0, 1].map(() => listed(emptyPlan(15 * minute, clock.now()), subjects, clock.now()));
    serve();
  });
  clock.runUntil(() => plans.length > 0 && plans.every((plan) => progressOf(plan, ids).done === size));
  return { ...service.seen(), firstAt, completeAt: clock.now() };
}

type Clock = ReturnType<typeof simulatedClock>;

function simulatedClock() {
  let now = 0;
  const queue: { readonly at: number; readonly act: () => void }[] = [];
  return {
    now: () => now,
    at(time: number, act: () => void) {
      const place = queue.findIndex(({ at }) => at > time);
      queue.splice(place < 0 ? queue.length : place, 0, { at: time, act });
    },
    runUntil(isDone: () => boolean) {
      while (!isDone()) {
        const next = queue.shift();
        if (!next) throw new Error('The sweep stands still.');
        now = next.at;
        next.act();
      }
    },
  };
}

/** Counts each call that comes within 60 seconds of 60 others. */
function limitedService() {
  const starts: number[] = [];
  let refusals = 0;
  return {
    call: (now: number): void => {
      const recent = starts.filter((start) => now - start < minute).length;
      if (recent >= allowance) refusals++;
      starts.push(now);
    },
    seen: () => ({ starts, refusals }),
  };
}

/** Lets a call out when fewer than the allowance count; one counts from its start until a minute after its end. */
function allowanceGateway(clock: Clock, call: (now: number) => void) {
  const counted: number[] = [];
  return (finish: (retryAfter: number | null) => void) => {
    const now = clock.now();
    const blocking = counted.filter((until) => until > now);
    const startAt = blocking.length < allowance ? now : blocking.at(-allowance)!;
    if (startAt - now > patience) {
      const retryAfter = Math.ceil((startAt - now) / second) * second;
      clock.at(now, () => finish(retryAfter));
      return;
    }
    counted.push(startAt + latency + minute);
    clock.at(startAt, () => call(startAt));
    clock.at(startAt + latency, () => finish(null));
  };
}
