import type { BehindAnswer, BehindReason, Student } from '#contract/gateway/behind.ts';
import { type Clock, dayText, shownDay } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { millisecondsInDay } from '#domain/units.ts';
import { counted, inOrder } from '#domain/words.ts';

/** Days without a lesson, and days before a checkout expires, from which a student falls behind. Habit of schools. */
export const behindDays = { withoutLesson: 14, checkout: 30 } as const;
/** How often the same lesson is unfinished before it counts. */
const maxUnfinished = 2;
/** An instructor of one of so many last lessons counts as the student's own. */
const lastLessons = 2;

/** One training session of one student. */
export type LessonTaken = {
  /** The session's id; null if it has none. */
  readonly id: string | null;
  /** The same for the same lesson of the same course. */
  readonly key: string;
  readonly lesson: string;
  readonly at: Instant;
  /** Null: its status says neither. */
  readonly isFinished: boolean | null;
};

/** Training that was, or may have been, flown. */
export type Trained = {
  readonly end: Instant;
  /** False if the record is not closed, or its status is unclear. */
  readonly isDone: boolean;
  /** Null without an instructor who has an id. */
  readonly instructor: { readonly userId: string; readonly name: string } | null;
};

/** What the copy holds of one student. */
export type StudentFacts = {
  readonly userId: string;
  readonly name: string;
  /** In any order. */
  readonly trained: readonly Trained[];
  /** The next reservation that stands, or may; null for none. */
  readonly next: { readonly start: Instant; readonly instructor: Trained['instructor'] } | null;
  /** Valid checkouts with the last second of their last day; null if the records do not say. */
  readonly checkouts: readonly { readonly type: string; readonly expires: Instant | null }[] | null;
  readonly taken: readonly LessonTaken[];
};

/** A student with the reasons. What `held`, the span around now whose reservations are all read, does not cover is no reason. */
export function studentOf(facts: StudentFacts, held: Span, now: Instant): Student {
  const { userId, name, checkouts, next } = facts;
  return {
    userId,
    name,
    instructors: instructorsOf(facts, now),
    reasons: [
      ...unfinishedReasons(facts.taken),
      ...checkoutReasons(facts, now),
      ...lessonReasons(facts, held, now),
      ...(next === null && held.end > now ? [{ kind: 'no booking', until: iso(held.end - 1) } as const] : []),
    ],
    areCheckoutsKnown: checkouts !== null,
  };
}

/** Whether the lessons of the last two weeks are all read. */
export function knowsLessons(held: Span, now: Instant): boolean {
  return held.start <= now - behindDays.withoutLesson * millisecondsInDay;
}

/** Those who fall behind, in the order given; the one rule of how many there are. */
export function behindOf({ students }: Pick<BehindAnswer, 'students'>): Student[] {
  return students.filter(({ reasons }) => reasons.length > 0);
}

/** Those with the most reasons first, then by name and id. */
export function byReasons(a: Student, b: Student): number {
  return b.reasons.length - a.reasons.length || inOrder.compare(a.name, b.name) || (a.userId < b.userId ? -1 : 1);
}

/** What is not known, in sentences: of the school, and of how many of the given students. */
export function gapsIn({ students, gaps }: BehindAnswer): string[] {
  const unread = students.filter(({ areCheckoutsKnown }) => !areCheckoutsKnown).length;
  return [...gaps, ...(unread > 0 ? [`Checkouts of ${counted(unread, 'student')} are not known.`] : [])];
}

/** `nothing booked to Tue 23 Jun`, `last lesson Tue 28 Apr`, `Cessna 172S checkout expires Sat 30 May`. */
export function reasonText(reason: BehindReason, clock: Clock): string {
  const day = (at: string) => dayText(shownDay(Date.parse(at), clock));
  if (reason.kind === 'no booking') return `nothing booked to ${day(reason.until)}`;
  if (reason.kind === 'checkout') return `${reason.type} checkout expires ${day(reason.expires)}`;
  if (reason.kind === 'unfinished') {
    return `${reason.lesson} not finished ${reason.times} times, last ${day(reason.last)}`;
  }
  return reason.last === null ? `no lesson since ${day(reason.from)}` : `last lesson ${day(reason.last)}`;
}

function instructorsOf({ trained, next }: StudentFacts, now: Instant): Student['instructors'] {
  const last = trained
    .filter(({ isDone, end }) => isDone && end <= now)
    .toSorted((a, b) => b.end - a.end || byText(a.instructor?.userId, b.instructor?.userId))
    .slice(0, lastLessons);
  const all = [...last, ...(next ? [next] : [])].flatMap(({ instructor }) => instructor ?? []);
  return [...new Map(all.map((one) => [one.userId, one])).values()].toSorted(
    (a, b) => inOrder.compare(a.name, b.name) || (a.userId < b.userId ? -1 : 1),
  );
}

function unfinishedReasons(taken: readonly LessonTaken[]): BehindReason[] {
  // A session may stand on several reservations.
  const once = new Map(taken.map((one, place) => [one.id ?? place, one]));
  const lessons = Map.groupBy(once.values(), ({ key }) => key);
  const found = Array.from(lessons.values(), (all) => {
    // Many sessions have only a date: of those of one day, the one that finished the lesson was the last.
    const inTime = all.toSorted(
      (a, b) => a.at - b.at || Number(a.isFinished) - Number(b.isFinished) || byText(a.lesson, b.lesson),
    );
    // Once it was finished, what was unfinished before it no longer counts.
    const unfinished = inTime
      .slice(inTime.findLastIndex(({ isFinished }) => isFinished === true) + 1)
      .filter(({ isFinished }) => isFinished === false);
    return { last: unfinished.at(-1), times: unfinished.length };
  });
  return found
    .flatMap(({ last, times }) => (last && times >= maxUnfinished ? [{ last, times }] : []))
    .toSorted((a, b) => b.last.at - a.last.at || (a.last.key < b.last.key ? -1 : 1))
    .map(({ last, times }) => ({ kind: 'unfinished', lesson: last.lesson, times, last: iso(last.at) }));
}

function checkoutReasons({ checkouts }: StudentFacts, now: Instant): BehindReason[] {
  const soon = now + behindDays.checkout * millisecondsInDay;
  return (checkouts ?? [])
    .flatMap(({ type, expires }) => (expires !== null && expires >= now && expires <= soon ? [{ type, expires }] : []))
    .toSorted((a, b) => a.expires - b.expires || (a.type < b.type ? -1 : 1))
    .map(({ type, expires }) => ({ kind: 'checkout', type, expires: iso(expires) }));
}

function lessonReasons({ trained }: StudentFacts, held: Span, now: Instant): BehindReason[] {
  if (!knowsLessons(held, now)) return [];
  const since = now - behindDays.withoutLesson * millisecondsInDay;
  const past = trained.filter(({ end }) => end <= now);
  // A record that nobody closed may be a lesson that was flown.
  if (past.some(({ end }) => end > since)) return [];
  const last = past
    .filter(({ isDone }) => isDone)
    .reduce<Instant | null>((at, { end }) => Math.max(at ?? end, end), null);
  return [{ kind: 'no lesson', last: last === null ? null : iso(last), from: iso(held.start) }];
}

function byText(a = '', b = ''): number {
  return a < b ? -1 : Number(a > b);
}

function iso(instant: Instant): string {
  return new Date(instant).toISOString();
}

const finishedWords = /\b(pass|passed|complete|completed|finished|satisfactory|sat)\b/i;
const unfinishedWords =
  /\b(incomplete|uncompleted|unfinished|fail|failed|failure|unsatisfactory|unsat|repeat|repeated)\b/i;
/** Before a word that means finished, it turns it round. */
const negatedWords =
  /\b(not|never|no|non|cannot|didn.?t|isn.?t|wasn.?t|without)\b[^,;.()]{0,60}?\b(pass|passed|complete|completed|finished|satisfactory|sat)\b/i;
/** With one of these, what comes of the session is open. */
const openWords =
  /\b(partial|partially|partly|pending|awaiting|to be|to|almost|nearly|scheduled|in progress|if|cancell?ed|void)\b/i;

/**
 * Whether a training session was finished, by the words of its status; null if they do not say it. `Not satisfactory` and `Did not
 * pass` are unfinished; `Scheduled`, `Partially completed` and words that we do not know are not known.
 */
export function saysFinished(status: string): boolean | null {
  // `In-complete`, `Un-satisfactory`.
  const plain = status
    .replaceAll(/\b(in|un)[ _-]+(?=complete|satisfactory|finished)/gi, '$1')
    .replaceAll(/[_-]+/g, ' ');
  if (unfinishedWords.test(plain)) return false;
  if (openWords.test(plain)) return null;
  if (negatedWords.test(plain)) return false;
  return finishedWords.test(plain) ? true : null;
}
