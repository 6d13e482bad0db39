import type { CallClass } from '#contract/gateway/callClass.ts';
import { checkoutAges, reservationAges, sets } from '#contract/sets.ts';
import { createScheduler, type Ticket, defaultScheduling } from '#server/upstream/scheduler.ts';
import { isOutage, nextRefresh, type PlannedPart, retryAfterFailures, stretchOf } from '#server/replica/planner.ts';

/** The service's answer by the time of the call, in milliseconds since the start. */
export type Service = (
  at: number,
  key: string,
) =>
  | { readonly lasts: number; readonly result: 'good' | 'failed' }
  | { readonly lasts: number; readonly pauseMs: number };

export type Run = {
  readonly parts: readonly PlannedPart[];
  readonly allowance: number;
  readonly service: Service;
  readonly lastsMs: number;
  /** When a person or a long load makes a call, in order. */
  readonly others?: readonly { readonly at: number; readonly callClass: CallClass }[];
  /** When the process ends and another starts with the stored data. */
  readonly restartAt?: number;
  readonly isConnected?: (at: number) => boolean;
  readonly areProgramsAsking?: boolean;
  /** Times at which a person requests a part, in order. */
  readonly requests?: readonly { readonly at: number; readonly key: string }[];
};

/** A call that reached the service. */
export type MadeCall = {
  readonly key: string;
  readonly callClass: CallClass;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isGood: boolean;
};

type SimulatedPart = { -readonly [Name in keyof PlannedPart]: PlannedPart[Name] } & { failures: number };
type Running = MadeCall & { readonly pauseMs: number; readonly part: SimulatedPart | null };

const endOfTime = Number.POSITIVE_INFINITY;

/** Refreshes parts with the real planner and scheduler, on a simulated clock that jumps from event to event. */
export function simulateReplica(run: Run): readonly MadeCall[] {
  const process = { ...startProcess(run), parts: run.parts.map((part) => ({ ...part, failures: 0 })) };
  const coming = Array.from(run.others ?? []);
  const requests = Array.from(run.requests ?? []);
  const calls: MadeCall[] = [];
  let restartAt = run.restartAt ?? endOfTime;
  let now = 0;
  while (now < run.lastsMs) {
    for (const [ticket, call] of process.running) if (call.endedAt <= now) endCall(process, ticket, call);
    if (restartAt <= now) {
      restartAt = endOfTime;
      restart(process, run, calls, now);
    }
    for (; requests[0] && requests[0].at <= now; requests.shift()) {
      const part = process.parts.find(({ key }) => key === requests[0]?.key);
      if (part) part.isRequested = true;
    }
    for (; coming[0] && coming[0].at <= now; coming.shift()) {
      process.scheduler.enter({ callClass: coming[0].callClass, since: now }, now);
    }
    const turn = process.scheduler.tick(now);
    for (const ticket of turn.started) calls.push(beginCall(process, run, ticket, null, now));
    const wakeAt = refresh(process, run, calls, now);
    const ends = Array.from(process.running.values(), ({ endedAt }) => endedAt);
    const next = Math.min(wakeAt, turn.wakeAt ?? endOfTime, coming[0]?.at ?? endOfTime, requests[0]?.at ?? endOfTime);
    // Timers fire in whole milliseconds.
    now = Math.max(now + 1, Math.ceil(Math.min(next, restartAt, ...ends)));
  }
  return calls;
}

type Process = ReturnType<typeof startProcess> & { parts: SimulatedPart[] };

function startProcess({ allowance }: Run) {
  const outage = { failures: 0, lastAttemptAt: Number.NEGATIVE_INFINITY };
  return { scheduler: createScheduler(defaultScheduling(allowance)), running: new Map<Ticket, Running>(), outage };
}

/** Starts the next refreshes while turns are free; returns when to look again. */
function refresh(process: Process, run: Run, calls: MadeCall[], now: number): number {
  const { scheduler, parts, outage } = process;
  for (;;) {
    const wait = scheduler.soonest('replica', now);
    if (wait === null) return endOfTime;
    if (wait > 0) return now + wait;
    const next = nextRefresh({
      parts,
      now,
      budget: scheduler.budget('replica'),
      openings: scheduler.openings('replica', now),
      isConnected: run.isConnected?.(now) ?? true,
      idleStretch: 4,
      outage,
      ...(run.areProgramsAsking !== undefined && { areProgramsAsking: run.areProgramsAsking }),
    });
    const part = parts.find(({ key }) => key === next.key);
    if (!part) return next.wakeAt ?? endOfTime;
    const ticket: Ticket = { callClass: 'replica', since: now };
    if (scheduler.enter(ticket, now) !== null || !scheduler.tick(now).started.includes(ticket)) {
      throw new Error('There was no turn, though it was free.');
    }
    part.isRunning = true;
    outage.lastAttemptAt = now;
    calls.push(beginCall(process, run, ticket, part, now));
  }
}

function beginCall({ running }: Process, run: Run, ticket: Ticket, part: SimulatedPart | null, now: number): MadeCall {
  const answer = run.service(now, part?.key ?? '');
  const isGood = 'result' in answer && answer.result === 'good';
  const pauseMs = 'pauseMs' in answer ? answer.pauseMs : 0;
  const { callClass } = ticket;
  const call = { key: part?.key ?? '', callClass, startedAt: now, endedAt: now + answer.lasts, isGood, pauseMs, part };
  running.set(ticket, call);
  return call;
}

function endCall({ scheduler, running, outage }: Process, ticket: Ticket, call: Running): void {
  const { endedAt, part } = call;
  running.delete(ticket);
  if (call.pauseMs > 0) scheduler.pause(endedAt + call.pauseMs);
  scheduler.finish(ticket, endedAt);
  if (!part) return;
  part.isRunning = false;
  part.isRequested = false;
  if (call.isGood) {
    Object.assign(part, { asOf: call.startedAt, failures: 0, retryAt: null });
    outage.failures = 0;
  } else if (call.pauseMs === 0) {
    if (!isOutage(outage)) part.failures++;
    part.retryAt = endedAt + retryAfterFailures(part.failures, part.targetMs);
    outage.failures++;
  }
}

/** Calls in flight are cut off. They may have reached the service, and count as ended at the start of the next process. */
function restart(process: Process, run: Run, calls: MadeCall[], now: number): void {
  for (const call of process.running.values()) Object.assign(call, { endedAt: now, isGood: false });
  const ends = calls.filter(({ endedAt }) => endedAt > now - 60_000).map(({ endedAt }) => endedAt);
  Object.assign(process, startProcess(run));
  process.scheduler.restore(ends, now);
  for (const part of process.parts) Object.assign(part, { isRunning: false, failures: 0, retryAt: null });
}

/** The parts of a school that has never been read. `perDay` is the number of reservations of a day. */
export function partsOfSchool(aircraft: number, perDay = Math.round(3.5 * aircraft)): PlannedPart[] {
  const slices = (days: number) => Math.max(1, Math.ceil((days * perDay) / 200));
  // Half the aircraft fly today.
  const flies = (index: number) => (index % 2 === 0 ? 4 : 2);
  return [
    ...many(slices(49), 'rest', reservationAges.rest, () => 1),
    ...many(aircraft, 'squawks', sets.squawks.age, flies),
    ...many(aircraft, 'reminders', sets.reminders.age, flies),
    ...many(slices(5), 'week', reservationAges.week, () => 2),
    ...many(slices(2), 'near', reservationAges.near, () => 6),
    unreadPart('aircraft', sets.aircraft.age, 6),
    unreadPart('instructors', sets.instructors.age, 2),
    unreadPart('users', sets.users.age, 2),
    unreadPart('running', reservationAges.running, 2),
    unreadPart('operator', sets.operator.age, 2),
    unreadPart('equipment', sets.equipment.age, 1),
  ];
}

/**
 * The people who fly in a school: each day one reservation in four is somebody's flight without an instructor, and nearly
 * every reservation of two days somebody else's.
 */
export function flyersOfSchool(perDay: number): PlannedPart[] {
  return [
    ...many(Math.round(perDay / 4), 'flyer today', checkoutAges.today, () => 2),
    ...many(Math.round(perDay * 1.2), 'flyer soon', checkoutAges.soon, () => 1),
  ];
}

function many(count: number, name: string, seconds: number, weight: (index: number) => number): PlannedPart[] {
  return Array.from({ length: count }, (_, index) => unreadPart(`${name} ${index}`, seconds, weight(index)));
}

function unreadPart(key: string, seconds: number, weight: number): PlannedPart {
  return {
    key,
    targetMs: seconds * 1_000,
    cost: 1,
    asOf: null,
    since: 0,
    weight,
    retryAt: null,
    isRequested: false,
    isRunning: false,
  };
}

/**
 * The greatest age of each part between two times, in milliseconds, up to the next answer. Infinite for a part that was missing
 * at the start.
 */
export function worstAges(
  calls: readonly MadeCall[],
  parts: readonly PlannedPart[],
  from: number,
  to: number,
): Map<string, number> {
  const good = Map.groupBy(
    calls.filter(({ isGood, endedAt }) => isGood && endedAt <= to),
    ({ key }) => key,
  );
  const worst = parts.map(({ key, asOf }): [string, number] => {
    let last = asOf ?? Number.NEGATIVE_INFINITY;
    let oldest = 0;
    for (const { startedAt, endedAt } of good.get(key) ?? []) {
      if (endedAt > from) oldest = Math.max(oldest, endedAt - last);
      last = startedAt;
    }
    return [key, Math.max(oldest, to - last)];
  });
  return new Map(worst);
}

/** The most of the chosen calls that the service may have seen in any 60 seconds, whatever the delay of each on the way. */
export function maxInWindow(calls: readonly MadeCall[], isChosen: (call: MadeCall) => boolean = () => true): number {
  const chosen = calls.filter(isChosen);
  const starts = chosen.map(({ startedAt }) => startedAt).toSorted((a, b) => a - b);
  const ends = chosen.map(({ endedAt }) => endedAt).toSorted((a, b) => a - b);
  let max = 0;
  let over = 0;
  for (const [index, start] of starts.entries()) {
    while ((ends[over] ?? endOfTime) <= start - 60_000) over++;
    max = Math.max(max, index + 1 - over);
  }
  return max;
}

/** How much a school's target ages are stretched for calls of this length. */
export function expectedStretch(parts: readonly PlannedPart[], allowance: number, callMs: number): number {
  const scheduler = createScheduler(defaultScheduling(allowance));
  let now = 0;
  for (let call = 0; call < 100; call++) {
    const ticket: Ticket = { callClass: 'replica', since: now };
    scheduler.enter(ticket, now);
    scheduler.tick(now);
    scheduler.finish(ticket, now + callMs);
    now += 120_000;
  }
  return stretchOf(parts, scheduler.budget('replica'));
}
