import { minutesInDay } from '#domain/units.ts';
import { type Instructor, instructorName } from '#domain/duty/duties.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import { plainTimes } from '#domain/time/asked.ts';
import { readWordedDay } from '#domain/time/moment.ts';
import type { Day } from '#domain/time/time.ts';
import {
  anyRequest,
  type Feature,
  type FindRequest,
  type Hours,
  minutesOf,
  readHours,
  type WantedInstructor,
  within,
} from './request.ts';

/** The names that a request may use. */
export type Vocabulary = {
  /** The models and tail numbers of the fleet. */
  readonly models: readonly string[];
  readonly instructors: readonly Named[];
  readonly people: readonly Named[];
};

type Named = { readonly userId: string; readonly name: string };

/** The names of a fleet, of its instructors, and of people by their ids. */
export function vocabularyOf(
  fleet: readonly Aircraft[],
  instructors: readonly Instructor[],
  names: ReadonlyMap<string, string>,
): Vocabulary {
  return {
    models: fleet.flatMap((aircraft) => [modelText(aircraft), aircraft.tailNumber ?? '']),
    instructors: instructors.map((instructor) => ({ userId: instructor.userId, name: instructorName(instructor) })),
    people: Array.from(names, ([userId, name]) => ({ userId, name })),
  };
}

export type WordedRequest = {
  readonly request: FindRequest;
  /** Words that could not be read. */
  readonly unread: readonly string[];
  /** Whether it asks for a flight: it has a length, or names an aircraft and a time. */
  readonly isRequest: boolean;
};

type Found = {
  length?: number;
  day?: Day;
  hours?: Hours;
  features: Feature[];
  model?: string;
  student?: string;
  instructor?: WantedInstructor;
  mayBeNight?: boolean;
};

/**
 * Reads a request in plain words: `172 2h tomorrow afternoon with Tanaka for Garcia`. Every part is optional, in any
 * order. A name after “with” is an instructor, and after “for” a student. Any other name is looked up among instructors
 * first, then students.
 */
export function readRequest(text: string, today: Day, vocabulary: Vocabulary): WordedRequest {
  const words = joinedWords(
    plainTimes(text)
      .split(/[\s,;]+/)
      .filter(Boolean),
  );
  const found: Found = { features: [] };
  const unread: string[] = [];
  for (let place = 0; place < words.length;) {
    const taken = takeAt(words, place, found, today) || takeName(words, place, found, vocabulary);
    if (taken === 0) unread.push(words[place] ?? '');
    place += Math.max(1, taken);
  }
  const { features, length, day, hours, model, student, instructor, mayBeNight } = found;
  const isTimed = day !== undefined || hours !== undefined;
  return {
    request: {
      ...anyRequest,
      features,
      ...(length !== undefined && { length }),
      ...(day !== undefined && { day }),
      ...(hours !== undefined && { hours }),
      ...(model !== undefined && { model }),
      ...(student !== undefined && { student }),
      ...(instructor !== undefined && { instructor }),
      ...(mayBeNight !== undefined && { mayBeNight }),
    },
    unread,
    isRequest:
      unread.length === 0 && (length !== undefined || ((model !== undefined || features.length > 0) && isTimed)),
  };
}

/** Joins words that belong together: `2 h` becomes `2h`, and `1300 - 1700` becomes `1300-1700`. */
function joinedWords(words: readonly string[]): string[] {
  return words
    .join(' ')
    .replaceAll(/(\d) (h|hr|hrs|hours?|min|mins|minutes?)(?= |$)/g, '$1$2')
    .replaceAll(/ ?[-–] ?(?=\d{3,4}(?: |$))/g, '-')
    .split(' ')
    .filter(Boolean);
}

const partsOfDay: ReadonlyMap<string, Hours> = new Map([
  ['morning', { from: 6 * 60, to: 12 * 60 }],
  ['afternoon', { from: 12 * 60, to: 18 * 60 }],
  ['evening', { from: 17 * 60, to: 22 * 60 }],
]);

const featureWords: readonly (readonly [RegExp, Feature])[] = [
  [/^complex$/, 'complex'],
  [/^(high[- ]?performance|hp)$/, 'high performance'],
  [/^(tail[- ]?wheel|tail ?dragger)$/, 'tail wheel'],
  [/^(multi|multi[- ]?engine|twin|me)$/, 'multi-engine'],
  [/^(sim|simulator|ftd|aatd|batd)$/, 'simulator'],
];

/** Filler words without a meaning here. */
const fillers = new Set([
  'a',
  'an',
  'and',
  'the',
  'at',
  'on',
  'in',
  'of',
  'me',
  'find',
  'book',
  'free',
  'need',
  'needs',
  'flight',
  'aircraft',
  'plane',
  'lesson',
  'student',
]);

/** How many words from here on have a meaning without the vocabulary; 0 if none do. */
function takeAt(words: readonly string[], place: number, found: Found, today: Day): number {
  const word = words[place] ?? '';
  const next = words[place + 1] ?? '';
  const length = readLength(word);
  if (length !== null) return set(found, { length });
  for (const count of [3, 2, 1]) {
    const phrase = words.slice(place, place + count).join(' ');
    if (words.length - place < count) continue;
    const day = readWordedDay(phrase, today);
    if (day !== null && !/^\d+$/.test(phrase)) return set(found, { day }, count);
    const feature = featureWords.find(([pattern]) => pattern.test(phrase))?.[1];
    if (feature && word !== 'me') return set(found, { features: [...new Set([...found.features, feature])] }, count);
  }
  const hours = readHours(word) ?? partsOfDay.get(word);
  if (hours) return set(found, { hours });
  if (word === 'tonight')
    return set(found, {
      day: today,
      hours: partsOfDay.get('evening') ?? { from: 0, to: minutesInDay },
      mayBeNight: true,
    });
  const bound = /^(after|from|before|until|by)$/.test(word) ? minutesOf(next) : null;
  if (bound !== null) return set(found, { hours: boundHours(word, bound, found.hours) }, 2);
  if (/^(solo|rental|rent|alone)$/.test(word)) return set(found, { instructor: { kind: 'none' } });
  if (/^(dual|instructor|cfi)$/.test(word)) return set(found, { instructor: found.instructor ?? { kind: 'any' } });
  if (word === 'night') return set(found, { mayBeNight: true });
  return fillers.has(word) ? 1 : 0;
}

function set(found: Found, more: Partial<Found>, count = 1): number {
  Object.assign(found, more);
  return count;
}

function boundHours(word: string, at: number, known: Hours | undefined): Hours {
  const isStart = word === 'after' || word === 'from';
  const { from, to } = known ?? { from: 6 * 60, to: 22 * 60 };
  const [first, last] = isStart ? [at, Math.max(to, at + 1)] : [Math.min(from, at - 1), at];
  return { from: Math.max(0, first), to: Math.min(minutesInDay, last) };
}

/** Minutes of `2h`, `1.5h`, `1h30`, `90min`; null for other words and impossible lengths. */
function readLength(word: string): number | null {
  const [, hours, of] = /^(\d{1,2}(?:[.,]\d+)?)(?:h|hr|hrs|hours?)(\d{2})?$/.exec(word) ?? [];
  if (hours !== undefined) return within(Math.round(Number(hours.replace(',', '.')) * 60) + Number(of ?? 0));
  const [, minutes] = /^(\d{2,3})(?:min|mins|minutes?)$/.exec(word) ?? [];
  return minutes === undefined ? null : within(Number(minutes));
}

/** How many words from here on name an aircraft or a person; 0 if none do. */
function takeName(
  words: readonly string[],
  place: number,
  found: Found,
  { models, instructors, people }: Vocabulary,
): number {
  const word = words[place] ?? '';
  const isIntroduced = word === 'with' || word === 'for';
  const [start, of] = isIntroduced ? [place + 1, word === 'with' ? 'instructor' : 'student'] : [place, 'anyone'];
  if (!isIntroduced) {
    const model = modelIn(word, models);
    if (model !== null) return set(found, { model });
  }
  const rest = words.slice(start);
  const instructor = of === 'student' ? null : longestName(rest, instructors);
  const student = of === 'instructor' ? null : longestName(rest, people);
  const isInstructor =
    instructor && (!student || instructor.count >= student.count) && (isIntroduced || found.instructor?.kind !== 'one');
  if (isInstructor)
    return set(found, { instructor: { kind: 'one', userId: instructor.userId } }, instructor.count + start - place);
  if (student && (isIntroduced || found.student === undefined))
    return set(found, { student: student.userId }, student.count + start - place);
  // “with an instructor” continues at the next word.
  return isIntroduced ? 1 : 0;
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{DI}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** The word if some model or tail number contains it: `172`, `archer`, `2sp`; `c172` is a Cessna 172. */
function modelIn(word: string, models: readonly string[]): string | null {
  const wanted = plain(word);
  const isIn = (text: string) => text.length >= 2 && models.some((model) => plain(model).includes(text));
  if (wanted.length < 2 || (!/\d/.test(wanted) && wanted.length < 4)) return null;
  if (isIn(wanted)) return wanted;
  const short = /^c(\d{3}.*)$/.exec(wanted)?.[1];
  return short !== undefined && isIn(short) ? short : null;
}

/**
 * The person named by the first words, using as many of them as possible: `tanaka`, `tamika tanaka`, or `tan` if only
 * one name begins with it.
 */
function longestName(
  words: readonly string[],
  people: readonly Named[],
): { readonly userId: string; readonly count: number } | null {
  for (const count of [3, 2, 1]) {
    const parts = words.slice(0, count).map(plain).filter(Boolean);
    if (parts.length < count || parts.some((part) => part.length < 3)) continue;
    const bearers = people.filter(({ name }) => {
      const own = name.split(/\s+/).map(plain);
      return parts.every((part) => own.some((text) => text.startsWith(part)));
    });
    const exact = bearers.filter(({ name }) => parts.every((part) => name.split(/\s+/).map(plain).includes(part)));
    const [only] = exact.length > 0 ? exact : bearers;
    if (only && (exact.length === 1 || bearers.length === 1)) return { userId: only.userId, count };
  }
  return null;
}
