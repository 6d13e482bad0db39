import { type Clock, preciseText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Connection, isOut } from './connection.ts';
import { gapTexts, isComing } from './gaps.ts';
import { type Reading, readingState } from './pageChecks.ts';
import { numberText } from '#domain/words.ts';

/** The time, the clock and the gateway connection when a statement is made. */
export type Situation = { readonly now: Instant; readonly clock: Clock; readonly connection: Connection };

/**
 * How much is known of a statement's sources. A text may give a total, or say “none” or “nothing wrong”, only if
 * everything is known.
 */
export type Knowledge = {
  /** `part`: every source has some data, but not all of it, or it is too old. */
  readonly state: 'known' | 'part' | 'not known';
  /**
   * What is missing, counted, in words: `4 aircraft not read yet`. Empty if everything is known, now or at an earlier
   * time.
   */
  readonly lacks: readonly string[];
  /** True if the missing data will be read without anyone doing anything. */
  readonly isComing: boolean;
  /** Since when nothing new has been read, `1329L`; null if all data is current. */
  readonly since: string | null;
};

/** How much is known of all these sources together. Pass every source that the statement uses. */
export function knowledgeOf(readings: readonly Reading[], situation: Situation): Knowledge {
  const absent = readings.filter(({ asOf }) => asOf === null);
  const gaps = readings.flatMap(({ gaps: ownGaps = [] }) => ownGaps);
  const since = sinceOf(readings, situation);
  return {
    state: absent.length > 0 ? 'not known' : gaps.length > 0 || since !== null ? 'part' : 'known',
    lacks: [...absentTexts(absent, situation), ...gapTexts(gaps)],
    isComing: absent.every(isAwaited) && gaps.every(isComing),
    since,
  };
}

/** The knowledge before this question has an answer: nothing is known, whatever the sources report. */
export function unanswered(knowledge: Knowledge): Knowledge {
  return { ...knowledge, state: 'not known' };
}

/** The same knowledge with one more missing thing, in words, that will not come by itself. */
export function lacking(knowledge: Knowledge, words: string): Knowledge {
  const state = knowledge.state === 'known' ? 'part' : knowledge.state;
  return { ...knowledge, state, lacks: [...knowledge.lacks, words], isComing: false };
}

/** The oldest time among stale sources, or among all sources while the gateway does not answer. */
function sinceOf(readings: readonly Reading[], { now, clock, connection }: Situation): string | null {
  const old = readings.filter((reading) => isOut(connection) || readingState(reading, now) === 'stale');
  const known = old.flatMap(({ asOf }) => asOf ?? []);
  return known.length === 0 ? null : whenText(Math.min(...known), now, clock);
}

/** True for a source that is being read or waits for its turn: its data will come by itself. */
function isAwaited({ failure }: Reading): boolean {
  return failure === null || failure.kind === 'waiting' || failure.kind === 'offline';
}

function absentTexts(absent: readonly Reading[], { clock, connection }: Situation): string[] {
  if (absent.length === 0) return [];
  if (isOut(connection)) return ['no connection'];
  const waits = absent.filter(isAwaited);
  const failed = absent.filter((reading) => !isAwaited(reading));
  const until = Math.max(...waits.map(({ failure }) => failure?.until ?? 0));
  const end = until > 0 ? ` until ${preciseText(until, clock)}` : '';
  return [
    ...(waits.length > 0 ? [`waiting${end} for ${namesOf(waits)}`] : []),
    ...(failed.length > 0 ? [`${namesOf(failed)} could not be loaded`] : []),
  ];
}

/** `reservations`, `reservations, squawks and reminders`. */
export function namesOf(readings: readonly Pick<Reading, 'source'>[]): string {
  const names = [...new Set(readings.map(({ source }) => source.toLowerCase()))];
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

const said = Symbol('said');

/**
 * The text in place of rows if there are none. Only `noneText` makes it, so that no other code can say that there is
 * nothing.
 */
export type NoneText = { readonly text: string; readonly isKnown: boolean; readonly [said]: true };

/**
 * The given words for "none" if every source is known; otherwise “not known”, and why: `Not known yet: 4 aircraft not
 * read yet.`
 */
export function noneText(knowledge: Knowledge, words: string): NoneText {
  const isKnown = knowledge.state === 'known';
  return { text: isKnown ? words : unknownSentence(knowledge), isKnown, [said]: true };
}

/** `Not known yet: waiting for reservations`, `Not known: 2 reservations unreadable`, `Not known since 1329L` */
export function unknownText({ lacks, isComing: isToCome, since }: Knowledge): string {
  if (lacks.length === 0) return since === null ? notKnownYet : `Not known since ${since}`;
  return `${isToCome ? 'Not known yet' : 'Not known'}: ${lacks.join('; ')}`;
}

function unknownSentence(knowledge: Knowledge): string {
  const isBare = knowledge.lacks.length === 0 && knowledge.since === null;
  return isBare ? notKnownYet : `${unknownText(knowledge)}.`;
}

const notKnownYet = 'Not known yet';

/**
 * A count: the given text if everything is known, `12 in all`; otherwise the number and what is missing, `12, 4
 * aircraft not read yet`. Zero is not shown until every source has some data, nor for old data.
 */
export function countText(knowledge: Knowledge, count: number | string, whole: string): string {
  if (knowledge.state === 'known') return whole;
  if (count === 0 && knowledge.state === 'not known') return notKnownYet;
  if (count === 0 && knowledge.lacks.length === 0) return 'Not known';
  return [typeof count === 'number' ? numberText(count) : count, ...knowledge.lacks].join(', ');
}

/** What is missing, beside what is shown: `4 aircraft not read yet`, `Not known yet`, `as of 1329L`; null if nothing is. */
export function lackText({ state, lacks, since }: Knowledge): string | null {
  if (state === 'known') return null;
  if (state === 'not known') return notKnownYet;
  return lacks.length > 0 ? lacks.join(', ') : `as of ${since}`;
}

/** The same after a figure, as part of its sentence: `2 not back, not all known yet`. */
export function lackAfter(known: Knowledge): string | null {
  return known.state === 'not known' ? 'not all known yet' : lackText(known);
}
