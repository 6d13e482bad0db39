import { millisecondsInMinute } from '#domain/units.ts';

/**
 * Decides which part of the replica is refreshed next. A part is what one refresh brings up to date: the list of aircraft,
 * the reminders of one aircraft, a slice of reservations.
 *
 * All times are milliseconds of one monotonic clock with an arbitrary origin. Data read before the process began has a
 * negative time.
 */
export type PlannedPart = {
  readonly key: string;
  /** Its greatest age, by the table of ages. */
  readonly targetMs: number;
  /** Calls per refresh, for the demand; 0 if it is refreshed too rarely to count. */
  readonly cost: number;
  /** When the call that read it went out; null when it has never been read. */
  readonly asOf: number | null;
  /** When it was first wanted. */
  readonly since: number;
  /** Its risk, higher while it is viewed: from 1 to 8. */
  readonly weight: number;
  /** Not before this time, after a failure of its own; null without one. */
  readonly retryAt: number | null;
  /** A person has requested a refresh now. Cleared when the refresh ends in any way. */
  readonly isRequested: boolean;
  /** A refresh is under way or waits for its turn. */
  readonly isRunning: boolean;
};

/** How the latest refreshes went. */
export type Outage = {
  /** Failures in a row over all parts, 0 after any success. A 429, or a call that got no turn, does not count. */
  failures: number;
  /** When the latest refresh began; negative infinity before the first. */
  lastAttemptAt: number;
};

export type Situation = {
  readonly parts: readonly PlannedPart[];
  readonly now: number;
  /** Calls per 60 seconds that background refreshes can sustain (`Line.budget`). */
  readonly budget: number;
  /** The first moments for the next background calls, in order (`Line.openings`). */
  readonly openings: readonly number[];
  readonly isConnected: boolean;
  /** How much longer data may age while no screen is connected. */
  readonly idleStretch: number;
  readonly outage: Readonly<Outage>;
  /** Programs are asking for what the copy may lack, so a backlog leaves them calls. */
  readonly areProgramsAsking?: boolean;
};

/**
 * The part to refresh now; or null and when to ask again, unless something changes first. Without a time, only a change or
 * the end of a refresh helps.
 */
export type Next =
  | { readonly key: string; readonly wakeAt?: undefined }
  | { readonly key: null; readonly wakeAt: number | null };

const windowMs = millisecondsInMinute;

/** The share of the budget for targets; the rest is for retries. */
const usable = 0.95;

/** A part may be refreshed from this share of its target age on, so that parts loaded together drift apart. */
const earliest = 0.4;

/** The pace of early refreshes, as a multiple of the rate at which parts fall due. */
const pace = 1.25;

/** A part this much older than its target is refreshed regardless of the pace, like one never read. */
const farBehind = 1.5;

/** A part never read counts as this much older than its target, and ages from there. */
const unread = 2;

/** How much more urgent parts due within a minute are: the aircraft and today's reservations. */
const hotFactor = 8;

/** A part without cost is refreshed once a day and needs no call every minute. */
const isHot = ({ targetMs, cost }: PlannedPart) => targetMs <= windowMs && cost > 0;

type Demand = Pick<PlannedPart, 'targetMs' | 'cost'>;

/** Calls per 60 seconds that keep all parts within their targets. */
export function demandOf(parts: Iterable<Demand>): number {
  let demand = 0;
  for (const { cost, targetMs } of parts) demand += (cost * windowMs) / targetMs;
  return demand;
}

/**
 * The factor that stretches all targets so that the budget (calls per 60 seconds) suffices; at least `least`: 1, or the idle
 * stretch while no screen is connected.
 */
export function stretchOf(parts: Iterable<Demand>, budget: number, min = 1): number {
  return stretchFor(demandOf(parts), budget, min);
}

function stretchFor(demand: number, budget: number, min: number): number {
  return Math.max(1, min, demand / (usable * Math.max(budget, 0.1)));
}

/** The expected greatest age of a part in milliseconds, without the call itself. */
export function expectedAge(part: Pick<PlannedPart, 'targetMs'>, stretch: number): number {
  return part.targetMs * stretch;
}

/** Decides which part is next. It looks at each part only a few times, so it can run after every call. */
export function nextRefresh(situation: Situation): Next {
  const { parts, now, budget, isConnected, idleStretch, outage } = situation;
  const demand = demandOf(parts);
  const stretch = stretchFor(demand, budget, isConnected ? 1 : idleStretch);
  if (isOutage(outage)) return nextProbe(situation, stretch);
  const rate = Math.min(budget, (pace * demand) / stretch);
  const earlyAt = outage.lastAttemptAt + windowMs / Math.max(rate, 0.1);
  const dueAt = outage.lastAttemptAt + windowMs / Math.max(budget, 0.1);
  const backlogAt = situation.areProgramsAsking ? backlogTurn(situation) : Number.NEGATIVE_INFINITY;

  const requested = createBest();
  /** Hot parts that are due: room was kept free for them. */
  const pressing = createBest();
  const hotEarly = createBest();
  const others = createBest();
  const wake = createEarliest(now);
  for (const part of parts) {
    if (part.isRunning) continue;
    const ratio = ratioOf(part, stretch, now);
    const due = timeOf(part, 1, stretch);
    if (part.isRequested) requested.offer(part, ratio);
    else if (part.retryAt !== null && part.retryAt > now) wake.at(part.retryAt);
    else if (isHot(part) && ratio >= 1) pressing.offer(part, ratio);
    else if (ratio >= farBehind && backlogAt > now) wake.at(backlogAt);
    else if (ratio >= farBehind || (ratio >= 1 && dueAt <= now)) others.offer(part, ratio);
    else {
      wake.at(isHot(part) ? due : Math.max(due, dueAt));
      if (ratio < earliest || earlyAt > now) wake.at(Math.max(timeOf(part, earliest, stretch), earlyAt));
      else if (isHot(part)) hotEarly.offer(part, ratio);
      else others.offer(part, ratio);
    }
  }

  const first = requested.get();
  if (first) return { key: first.part.key };
  const choices = [pressing, hotEarly, others].flatMap((best) => best.get() ?? []);
  for (const { part } of choices.toSorted((a, b) => b.priority - a.priority)) {
    if (part === pressing.get()?.part || leavesRoom(part, stretch, situation)) return { key: part.key };
  }
  if (choices.length > 0) wake.at(situation.openings.find((time) => time > now) ?? now + 1_000);
  return { key: null, wakeAt: wake.get() };
}

/** While programs ask, a backlog is read at once as long as more than this share of the calls is free. */
const burst = 1 / 2;
/** This share of the calls is kept for what programs ask for. */
const keptForPrograms = 1 / 4;

/**
 * When the next part of a backlog may be read while programs ask: the free calls are spread until the next ones become free,
 * so that a program seldom waits for a whole window. If there are few, the backlog still gets what no program takes.
 */
function backlogTurn({ parts, openings, now, budget, outage }: Situation): number {
  const free = openings.filter((time) => time <= now).length;
  if (free > openings.length * burst) return Number.NEGATIVE_INFINITY;
  const spare = free - openings.length * keptForPrograms;
  const pause = windowMs / Math.max(budget, 0.1);
  const spread = ((openings[free] ?? now + windowMs) - now) / spare;
  if (spare > 0) return outage.lastAttemptAt + Math.max(pause, spread);
  // Hot parts have calls of their own, and do not delay these few.
  const reads = parts.filter((part) => !isHot(part)).map(({ isRunning, asOf }) => (isRunning ? now : asOf));
  const last = Math.max(...reads.map((at) => at ?? Number.NEGATIVE_INFINITY));
  return last + pause;
}

/** Whether hot parts due within a minute still get their calls if this part is refreshed now. */
function leavesRoom(part: PlannedPart, stretch: number, { parts, now, openings }: Situation): boolean {
  // A refresh of many calls only needs room to begin; each call has its own turn.
  const needed = Math.max(1, Math.min(part.cost, Math.floor(openings.length / 4)));
  const opening = (index: number) => openings[index] ?? Number.POSITIVE_INFINITY;
  if (opening(needed - 1) > now) return false;
  const coming: number[] = [];
  for (const hot of parts) {
    if (!isHot(hot)) continue;
    const period = hot.targetMs * stretch;
    const isUnderWay = hot === part || hot.isRunning;
    const first = isUnderWay ? now + period : Math.max(now, timeOf(hot, 1, stretch), hot.retryAt ?? now);
    for (let due = first; due < now + windowMs; due += period) {
      for (let call = 0; call < hot.cost; call++) coming.push(due);
    }
  }
  return coming.toSorted((a, b) => a - b).every((due, index) => opening(needed + index) <= due);
}

/** One at a time, the part with the fewest failures first, so that one bad part cannot delay the end of the outage. */
function nextProbe({ parts, now, outage }: Situation, stretch: number): Next {
  if (parts.some((part) => part.isRunning)) return { key: null, wakeAt: null };
  const requested = createBest();
  const wanted = createBest();
  const wake = createEarliest(now);
  for (const part of parts) {
    const ratio = ratioOf(part, stretch, now);
    if (part.isRequested) requested.offer(part, ratio);
    else if (ratio < earliest) wake.at(timeOf(part, earliest, stretch));
    else wanted.offer(part, ratio, part.retryAt ?? Number.NEGATIVE_INFINITY);
  }
  const first = requested.get();
  const best = first ?? wanted.get();
  if (!best) return { key: null, wakeAt: wake.get() };
  const at = outage.lastAttemptAt + (first ? firstProbeMs : probeWait(outage));
  return now < at ? { key: null, wakeAt: at } : { key: best.part.key };
}

/** A part's age as a multiple of its stretched target. */
function ratioOf(part: PlannedPart, stretch: number, now: number): number {
  const target = part.targetMs * stretch;
  return part.asOf === null ? unread + (now - part.since) / target : (now - part.asOf) / target;
}

/** When a read part reaches this multiple of its stretched target. */
function timeOf({ asOf, targetMs }: PlannedPart, ratio: number, stretch: number): number {
  return asOf === null ? Number.NEGATIVE_INFINITY : asOf + ratio * targetMs * stretch;
}

/** Grows without limit beyond a part's target, so that no part waits for ever. Up to the target only age counts. */
function priorityOf(part: PlannedPart, ratio: number): number {
  return ratio < 1 ? ratio : 1 + part.weight * (isHot(part) ? hotFactor : 1) * (ratio - 1);
}

/** Keeps the best candidate: the lowest group, then the highest priority, then the shortest target. */
function createBest() {
  let best: { readonly part: PlannedPart; readonly priority: number; readonly group: number } | null = null;
  return {
    offer(part: PlannedPart, ratio: number, group = 0): void {
      const priority = priorityOf(part, ratio);
      const order =
        best && (compared(group, best.group) || best.priority - priority || part.targetMs - best.part.targetMs);
      if (order === null || order < 0) best = { part, priority, group };
    },
    get: () => best,
  };
}

/** The order of two numbers that may be infinite. */
function compared(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** Keeps the earliest of the given times, but none before the next millisecond. */
function createEarliest(now: number) {
  let earliestTime = Number.POSITIVE_INFINITY;
  return {
    at: (time: number) => void (earliestTime = Math.min(earliestTime, time)),
    get: () => (earliestTime === Number.POSITIVE_INFINITY ? null : Math.max(earliestTime, now + 1)),
  };
}

const outageFailures = 3;
const firstProbeMs = 1_000;
const longestProbeMs = 30_000;

/**
 * Whether so many refreshes failed in a row that the whole service must be down. Failures then do not count against a part,
 * so that all parts can be refreshed soon after the outage.
 */
export function isOutage({ failures }: Readonly<Outage>): boolean {
  return failures >= outageFailures;
}

/** Milliseconds from one probe to the next: 1, 2, 4, ... 30 seconds. */
function probeWait({ failures }: Readonly<Outage>): number {
  return Math.min(longestProbeMs, firstProbeMs * 2 ** (failures - outageFailures));
}

const firstRetryMs = 5_000;
const longestRetryMs = 5 * millisecondsInMinute;

/**
 * Milliseconds until a part that failed this many times in a row (1 or more) may be tried again: 5 s, 10 s, ... 5 min. The
 * limit is its target if that is shorter, but at least 30 s.
 */
export function retryAfterFailures(failures: number, targetMs = longestRetryMs): number {
  const longest = Math.min(longestRetryMs, Math.max(30_000, targetMs));
  return Math.min(longest, firstRetryMs * 2 ** (Math.max(1, failures) - 1));
}

/** Milliseconds to wait if the next attempt would most likely fail the same way: the part's interval, at least 5 min. */
function leftAloneFor(targetMs: number): number {
  return Math.max(longestRetryMs, targetMs);
}

/**
 * How long a part waits after this many failures in a row; a failure that would most likely repeat waits for the part's
 * interval.
 */
export function waitAfter(
  { status, detail }: { readonly status: number | null; readonly detail: string },
  failures: number,
  targetMs: number,
): number {
  const isDefinite = status !== null && status >= 400 && status < 500 && ![401, 403, 408, 425].includes(status);
  return isDefinite || detail === 'endless' ? leftAloneFor(targetMs) : retryAfterFailures(failures, targetMs);
}

/** A failure that probably affects every part: no answer, a server error, a rejected key. */
export function isGeneral(status: number | null): boolean {
  return status === null || status >= 500 || status === 401 || status === 403;
}
