import type { Instant } from './time.ts';

/** What is known of one aircraft before it is asked. */
export type SweepSubject = {
  readonly id: string;
  /** As its last answer says; the higher, the sooner it is asked. 0 is no risk, and so is no answer. */
  readonly risk: number;
  /** The instant its last answer is true of; null while there is none. */
  readonly asOf: Instant | null;
};

/**
 * Where an aircraft stands. `retried` is waiting before all others, because somebody pressed a button; `renewing` is asked
 * while its answer is still good, which is no progress to speak of.
 */
type Stand = 'waiting' | 'retried' | 'asking' | 'renewing' | 'answered' | 'failed';

type Turn = SweepSubject & { readonly stand: Stand; readonly askedAt: Instant | null };

/** One question for each of many aircraft: who was asked, who is next, and what holds it up. */
export type SweepPlan = {
  /** Milliseconds; an answer older than this is asked for at once, a younger one when its turn to be renewed comes. */
  readonly interval: number;
  readonly turns: ReadonlyMap<string, Turn>;
  readonly lastAskedAt: Instant;
  /** By the user. */
  readonly isPaused: boolean;
  /** By the service; null while nothing holds it up. */
  readonly pausedUntil: Instant | null;
};

/** Renewal takes a little less than the interval, so that no answer grows older than it. */
const renewalShare = 0.8;

export function emptyPlan(interval: number, now: Instant): SweepPlan {
  return { interval, turns: new Map(), lastAskedAt: now, isPaused: false, pausedUntil: null };
}

/** These aircraft there are, in the order in which equals are asked; who is no longer among them is forgotten. */
export function listed(plan: SweepPlan, subjects: readonly SweepSubject[], now: Instant): SweepPlan {
  const turnOf = (subject: SweepSubject): Turn => {
    const isGood = subject.asOf !== null && now - subject.asOf < plan.interval;
    const known = plan.turns.get(subject.id) ?? { stand: isGood ? 'answered' : 'waiting', askedAt: null };
    return { ...known, ...subject };
  };
  return { ...plan, turns: new Map(subjects.map((subject) => [subject.id, turnOf(subject)])) };
}

/** An answer has come, whoever asked: a screen of one aircraft spares the sweep a call. */
export function answered(plan: SweepPlan, { id, risk, asOf }: SweepSubject, now: Instant): SweepPlan {
  return change(plan, id, () => true, { stand: 'answered', risk, asOf, askedAt: now });
}

/** It is this aircraft's own failure. */
export function failed(plan: SweepPlan, id: string): SweepPlan {
  return change(plan, id, isUnderWay, { stand: 'failed' });
}

/** No answer came, and no fault of this aircraft: it waits again. */
export function dropped(plan: SweepPlan, id: string): SweepPlan {
  return change(plan, id, isUnderWay, { stand: 'waiting' });
}

/** Somebody wants this one now. */
export function retried(plan: SweepPlan, id: string): SweepPlan {
  return change(plan, id, (turn) => !isUnderWay(turn), { stand: 'retried' });
}

/** Somebody wants all of them anew. */
export function refreshed(plan: SweepPlan): SweepPlan {
  return putInLine(plan, isSettled);
}

/** Nobody is asked before then; a pause never shortens another. */
export function interrupted(plan: SweepPlan, until: Instant): SweepPlan {
  return { ...plan, pausedUntil: Math.max(plan.pausedUntil ?? until, until) };
}

export function paused(plan: SweepPlan): SweepPlan {
  return { ...plan, isPaused: true };
}

export function resumed(plan: SweepPlan): SweepPlan {
  return { ...plan, isPaused: false };
}

export type SweepStep = {
  readonly plan: SweepPlan;
  /** The aircraft to ask now. */
  readonly asked: readonly string[];
  /** When to look again if nothing else happens before; null where only an event can change anything. */
  readonly wakeAt: Instant | null;
};

/**
 * Whom of those in line to ask now, at most `free` of them: those at risk last time first, then those never asked, then the
 * oldest answers.
 */
export function takeTurns(before: SweepPlan, now: Instant, free: number): SweepStep {
  const isTooOld = (turn: Turn) => isSettled(turn) && now - touched(turn) >= before.interval;
  const plan = putInLine(withoutOldPause(before, now), isTooOld);
  const next = isHeld(plan) ? [] : turnsOf(plan).filter(isWaiting).toSorted(inOrder).slice(0, Math.max(0, free));
  return { plan: ask(plan, next, 'asking', now), asked: next.map(({ id }) => id), wakeAt: plan.pausedUntil };
}

/** Asks for the oldest answer anew when nobody is in line: one after the other, evenly over the interval. */
export function renewOldest(plan: SweepPlan, now: Instant): SweepStep {
  const turns = turnsOf(plan);
  const [oldest] = turns.filter(isSettled).toSorted((a, b) => touched(a) - touched(b));
  if (!oldest || isHeld(plan) || turns.some(isWaiting)) return { plan, asked: [], wakeAt: null };
  const renewAt = plan.lastAskedAt + (renewalShare * plan.interval) / turns.length;
  if (now < renewAt) return { plan, asked: [], wakeAt: renewAt };
  return { plan: ask(plan, [oldest], 'renewing', now), asked: [oldest.id], wakeAt: null };
}

export type SweepProgress = { readonly done: number; readonly total: number; readonly waiting: number };

/** How far the sweep has come with these aircraft; the rest are being asked or have failed. */
export function progressOf(plan: SweepPlan, ids: readonly string[]): SweepProgress {
  const turns = ids.map((id) => plan.turns.get(id));
  return {
    done: turns.filter((turn) => turn?.stand === 'answered' || turn?.stand === 'renewing').length,
    total: ids.length,
    waiting: turns.filter((turn) => turn === undefined || isWaiting(turn)).length,
  };
}

const turnsOf = (plan: SweepPlan) => [...plan.turns.values()];
const isWaiting = ({ stand }: Turn) => stand === 'waiting' || stand === 'retried';
const isUnderWay = ({ stand }: Turn) => stand === 'asking' || stand === 'renewing';
const isHeld = (plan: SweepPlan) => plan.isPaused || plan.pausedUntil !== null;
const isSettled = ({ stand }: Turn) => stand === 'answered' || stand === 'failed';

/** When it was last looked at. An answer may be older than the question: the service's front keeps some. */
const touched = ({ askedAt, asOf }: Turn) => askedAt ?? asOf ?? Number.NEGATIVE_INFINITY;

function inOrder(a: Turn, b: Turn): number {
  const wanted = Number(b.stand === 'retried') - Number(a.stand === 'retried');
  return wanted || b.risk - a.risk || oldestFirst(a.asOf, b.asOf);
}

function oldestFirst(a: Instant | null, b: Instant | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return a - b;
}

function ask(plan: SweepPlan, next: readonly Turn[], stand: Stand, now: Instant): SweepPlan {
  if (next.length === 0) return plan;
  const turns = new Map(plan.turns);
  for (const turn of next) turns.set(turn.id, { ...turn, stand, askedAt: now });
  return { ...plan, turns, lastAskedAt: now };
}

function change(plan: SweepPlan, id: string, isMeant: (turn: Turn) => boolean, changes: Partial<Turn>): SweepPlan {
  const turn = plan.turns.get(id);
  if (!turn || !isMeant(turn)) return plan;
  return { ...plan, turns: new Map(plan.turns).set(id, { ...turn, ...changes }) };
}

/** Puts all these in line. */
function putInLine(plan: SweepPlan, isMeant: (turn: Turn) => boolean): SweepPlan {
  const meant = turnsOf(plan).filter(isMeant);
  if (meant.length === 0) return plan;
  const turns = new Map(plan.turns);
  for (const turn of meant) turns.set(turn.id, { ...turn, stand: 'waiting' });
  return { ...plan, turns };
}

function withoutOldPause(plan: SweepPlan, now: Instant): SweepPlan {
  return plan.pausedUntil !== null && plan.pausedUntil <= now ? { ...plan, pausedUntil: null } : plan;
}
