import { type Clock, preciseText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Connection, isOut } from './connection.ts';
import { gapTexts, isComing } from './gaps.ts';
import { type Reading, readingState } from './pageChecks.ts';

/** When something is said, by which clock, and how the connection to the gateway is then. */
export type Telling = { readonly now: Instant; readonly clock: Clock; readonly connection: Connection };

/**
 * How much is known of what a statement rests on. Only where all of it is known may anything say that there is nothing, that
 * nothing is wrong, or how many there are in all.
 */
export type Knowledge = {
  /** `part`: there is something of every source, but not all of it, or it is too old. */
  readonly state: 'known' | 'part' | 'not known';
  /** What is missing, in words, counted: `4 aircraft not read yet`. Empty where all is known, or known as it was. */
  readonly lacks: readonly string[];
  /** True where what is missing will be read without anybody doing anything. */
  readonly isComing: boolean;
  /** Since when nothing new has been read, `1329L`; null where all of it is of now. */
  readonly since: string | null;
};

/** How much is known of these sources together: every one that a statement rests on. */
export function knowledgeOf(readings: readonly Reading[], telling: Telling): Knowledge {
  const absent = readings.filter(({ asOf }) => asOf === null);
  const gaps = readings.flatMap(({ gaps: own = [] }) => own);
  const since = sinceOf(readings, telling);
  return {
    state: absent.length > 0 ? 'not known' : gaps.length > 0 || since !== null ? 'part' : 'known',
    lacks: [...absentTexts(absent, telling), ...gapTexts(gaps)],
    isComing: absent.every(isAwaited) && gaps.every(isComing),
    since,
  };
}

/** The same of an answer that is not the one to this question: nothing of it is known, whatever its sources say. */
export function unanswered(knowledge: Knowledge): Knowledge {
  return { ...knowledge, state: 'not known' };
}

/** The same with something more that is missing and will not come, in words. */
export function lacking(knowledge: Knowledge, words: string): Knowledge {
  const state = knowledge.state === 'known' ? 'part' : knowledge.state;
  return { ...knowledge, state, lacks: [...knowledge.lacks, words], isComing: false };
}

/** Of what is no longer trusted, or of everything while the gateway does not answer, the oldest. */
function sinceOf(readings: readonly Reading[], { now, clock, connection }: Telling): string | null {
  const old = readings.filter((reading) => isOut(connection) || readingState(reading, now) === 'stale');
  const known = old.flatMap(({ asOf }) => asOf ?? []);
  return known.length === 0 ? null : whenText(Math.min(...known), now, clock);
}

/** True of a source that is being read, or that waits for its turn: it comes by itself. */
function isAwaited({ failure }: Reading): boolean {
  return failure === null || failure.kind === 'waiting' || failure.kind === 'offline';
}

function absentTexts(absent: readonly Reading[], { clock, connection }: Telling): string[] {
  if (absent.length === 0) return [];
  if (isOut(connection)) return ['no connection'];
  const waits = absent.filter(isAwaited);
  const failed = absent.filter((reading) => !isAwaited(reading));
  const until = Math.max(...waits.map(({ failure }) => failure?.until ?? 0));
  const end = until > 0 ? ` until ${preciseText(until, clock)}` : '';
  return [
    ...(waits.length > 0 ? [`waiting${end} for ${namesOf(waits)}`] : []),
    ...(failed.length > 0 ? [`${namesOf(failed)} could not be read`] : []),
  ];
}

/** `reservations`, `reservations, squawks and reminders`. */
export function namesOf(readings: readonly Pick<Reading, 'source'>[]): string {
  const names = [...new Set(readings.map(({ source }) => source.toLowerCase()))];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

const said = Symbol('said');

/** What stands in the place of rows where there are none. `noneText` alone makes it, so that nothing else can say that there is nothing. */
export type NoneText = { readonly text: string; readonly isKnown: boolean; readonly [said]: true };

/**
 * That there is nothing, in the words given, where all is known that it rests on; else that it is not known, and why:
 * `Not known yet: 4 aircraft not read yet.`
 */
export function noneText(knowledge: Knowledge, words: string): NoneText {
  const isKnown = knowledge.state === 'known';
  return { text: isKnown ? words : unknownText(knowledge), isKnown, [said]: true };
}

/** `Not known yet: waiting for reservations.`, `Not known: 2 reservations unreadable.`, `Not known since 1329L.` */
function unknownText({ lacks, isComing: isToCome, since }: Knowledge): string {
  if (lacks.length === 0) return since === null ? notKnownYet : `Not known since ${since}.`;
  return `${isToCome ? 'Not known yet' : 'Not known'}: ${lacks.join('; ')}.`;
}

const notKnownYet = 'Not known yet';

/**
 * A count: as it is written where all is known, `12 in all`; else so many and what is missing, `12, 4 aircraft not read yet`.
 * None at all says nothing before there is
 * something of every source, nor where it is of long ago.
 */
export function countText(knowledge: Knowledge, count: number | string, whole: string): string {
  if (knowledge.state === 'known') return whole;
  if (count === 0 && knowledge.state === 'not known') return notKnownYet;
  if (count === 0 && knowledge.lacks.length === 0) return 'Not known';
  return [String(count), ...knowledge.lacks].join(', ');
}

/** What is missing, beside what is there: `4 aircraft not read yet`, `Not known yet`, `as of 1329L`; null where nothing is. */
export function lackText({ state, lacks, since }: Knowledge): string | null {
  if (state === 'known') return null;
  if (state === 'not known') return notKnownYet;
  return lacks.length > 0 ? lacks.join(', ') : `as of ${since}`;
}
