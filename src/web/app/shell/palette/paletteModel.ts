import type { Instructor } from '#domain/duty/duties.ts';
import { type Aircraft, byTail, modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink, instructorLink, personLink } from '#domain/reservations/links.ts';
import { fullName, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { isCompleted, isVoid } from '#domain/reservations/state.ts';
import { isGrounded } from '#domain/readiness/fitness.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import { partOf, presentText } from '#domain/readiness/fleetLists.ts';
import { personIds } from '#domain/schedule/schedule.ts';
import { type Clock, dayText, whenText } from '#domain/time/clock.ts';
import { plainTimes } from '#domain/time/asked.ts';
import type { Day, Instant } from '#domain/time/time.ts';
import { readRequest, type Vocabulary } from '#domain/planning/requestWords.ts';
import { requestText } from '#domain/planning/finderText.ts';
import { findAddress } from '#domain/planning/request.ts';
import type { Navigation } from '#web/app/shell/shellModel.ts';
import { type Moment, readMoment } from '#domain/time/moment.ts';
import { capitalized } from '#domain/words.ts';

/** The finder for a request in plain words, `172 2h tomorrow afternoon`; none if the text asks for no flight. */
export function requestTargets(text: string, vocabulary: Vocabulary, today: Day): PaletteTarget[] {
  const { request, isRequest } = readRequest(text, today, vocabulary);
  if (!isRequest) return [];
  const nameIn = (people: Vocabulary['people'], id: string | null) =>
    people.find(({ userId }) => userId === id)?.name ?? null;
  const { student, instructor } = request;
  const names = {
    student: nameIn(vocabulary.people, student),
    instructor: nameIn(vocabulary.instructors, instructor.kind === 'one' ? instructor.userId : null),
  };
  const path = findAddress(request);
  return [{ id: path, path, group: 'Planning', label: `Find: ${requestText(request, names)}`, hint: 'Finder' }];
}

/** Something that can be found. */
export type Target = {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** Shown beside the label, and searched too. */
  readonly hint: string;
  /** What it is doing now, beside the label. */
  readonly state?: string | null;
  /** Further words to find it by. */
  readonly words?: string;
};

/** What the palette offers: an address of ours, or an action for settings of this browser only. */
export type PaletteTarget = Target & ({ readonly path: string } | { readonly act: () => void });

export type PaletteSources = {
  readonly pages: readonly PaletteTarget[];
  /** Views, filters and tools of the pages, and reports: found by a text alone. */
  readonly views: readonly PaletteTarget[];
  readonly aircraft: readonly PaletteTarget[];
  readonly instructors: readonly PaletteTarget[];
  readonly people: readonly PaletteTarget[];
  readonly switches: readonly PaletteTarget[];
};

/** Links to pages that the role may see; actions for this browser always stay. */
export function allowedSources(sources: PaletteSources, maySeePage: (address: string) => boolean): PaletteSources {
  const only = (targets: readonly PaletteTarget[]) =>
    targets.filter((target) => !('path' in target) || maySeePage(target.path));
  const { pages, views, aircraft, instructors, people, switches } = sources;
  return {
    pages: only(pages),
    views: only(views),
    aircraft: only(aircraft),
    instructors: only(instructors),
    people: only(people),
    switches,
  };
}

/**
 * All matches of the text, best first: a named day or hour comes before all. If nothing matches all words of a question, its
 * small words are left out. Without a text: pages, days and switches.
 */
export function paletteTargets(text: string, sources: PaletteSources, now: Instant, clock: Clock): PaletteTarget[] {
  const { pages, views, aircraft, instructors, people, switches } = sources;
  const days = usualWords.flatMap((word) => momentTargets(word, now, clock, capitalized(word)));
  if (text.trim() === '') return [...pages, ...days, ...switches];
  const named = momentTargets(text, now, clock);
  const known = new Set(named.map(({ id }) => id));
  const rest = [...pages, ...views, ...aircraft, ...instructors, ...people, ...days, ...switches];
  const found = findTargets(rest, text);
  const matches = found.length > 0 ? found : findTargets(rest, withoutSmallWords(text));
  return [...named, ...matches.filter(({ id }) => !known.has(id))];
}

const smallWords =
  /\b(who|what|which|where|when|how|is|are|was|the|an?|at|of|for|to|in|on|my|me|show|list|print|all|can|i)\b/gi;

/** `what is due` as `due`; the text itself if nothing else is left. */
function withoutSmallWords(text: string): string {
  const rest = text.replaceAll(smallWords, ' ').trim();
  return rest === '' ? text : rest;
}

/** Other words that people use for the pages of the bar. */
const pageWords: { readonly [path: string]: string } = {
  '/plan': 'aircraft down move reservations finder spare standby shop planner',
  '/figures': 'utilisation',
  '/brief': 'print',
  '/board': 'wall display',
};

/** The pages, and the Expired reminders if there is a page for them. */
export function pageTargets(navigation: Navigation): PaletteTarget[] {
  const pages = navigation.map(({ path, label, key }) => ({
    id: path,
    path,
    label,
    group: 'Pages',
    hint: `g ${key}`,
    words: pageWords[path] ?? '',
  }));
  if (!navigation.some(({ path }) => path === '/maintenance')) return pages;
  const path = '/maintenance?statusId=eq:3';
  return [
    ...pages,
    { id: 'expired', path, label: 'Expired reminders', group: 'Pages', hint: 'Maintenance', words: 'overdue items' },
  ];
}

/** `stateOf` says what an aircraft is doing now, `flying until 2030L`; null while it is not known. */
export function aircraftTargets(
  fleet: readonly Aircraft[],
  stateOf: (aircraftId: string) => string | null = () => null,
): PaletteTarget[] {
  return fleet.toSorted(byTail).map((aircraft) => ({
    id: aircraft.aircraftId,
    path: aircraftLink(aircraft.aircraftId),
    label: aircraft.tailNumber ?? 'no tail number',
    group: 'Aircraft',
    hint: modelText(aircraft),
    state: stateOf(aircraft.aircraftId),
    // What people ask of one.
    words: 'back return until next free',
  }));
}

export function instructorTargets(instructors: readonly Instructor[]): PaletteTarget[] {
  return instructors.map((instructor) => ({
    id: `instructor ${instructor.userId}`,
    path: instructorLink(instructor.userId),
    label: fullName(instructor) || instructor.userId,
    group: 'Instructors',
    hint: instructor.instructorStatus?.name ?? '',
  }));
}

/** Users by name only: contact data is not in the palette. `stateOf` says what each has next, `next 1500L N341DS`. */
export function peopleTargets(
  names: ReadonlyMap<string, string>,
  stateOf: (userId: string) => string | null = () => null,
): PaletteTarget[] {
  return Array.from(names, ([userId, name]) => ({
    id: `user ${userId}`,
    path: personLink(userId),
    label: name,
    group: 'People',
    hint: 'User',
    state: stateOf(userId),
    // A person's page shows the next reservation first.
    words: 'next reservation booking',
  }));
}

/** What each person has next by the key of their id, `next 1500L N341DS`, of reservations in order of start. */
export function nextOfPeople(
  reservations: readonly TimedReservation[],
  now: Instant,
  clock: Clock,
): ReadonlyMap<string, string> {
  const next = new Map<string, string>();
  for (const reservation of reservations) {
    if (reservation.start <= now || isVoid(reservation) || isCompleted(reservation)) continue;
    const text = ['next', whenText(reservation.start, now, clock), tailOf(reservation)].filter(Boolean).join(' ');
    for (const id of personIds(reservation)) if (!next.has(id)) next.set(id, text);
  }
  return next;
}

/** What an aircraft is doing, or that it is grounded: one that may not fly is never “not out yet”. */
export function aircraftState(row: AssessedAircraft, now: Instant, clock: Clock): string | null {
  const { present, group, fitness } = row;
  if (!present) return null;
  if (partOf(row) !== 'cannot go' || !isGrounded(fitness)) return presentText(row, now, clock);
  return group === 'in the shop' ? `grounded, ${presentText(row, now, clock)}` : 'grounded';
}

type Switches = {
  readonly mode: Clock['mode'];
  readonly isDark: boolean;
  readonly setMode: (mode: Clock['mode']) => void;
  readonly setDark: (isDark: boolean) => void;
  readonly openHelp: () => void;
  /** Opens the choice of a moment; null if the role has no page for it. */
  readonly openMoment: (() => void) | null;
};

export function switchTargets({ mode, isDark, setMode, setDark, openHelp, openMoment }: Switches): PaletteTarget[] {
  const other = mode === 'L' ? 'Z' : 'L';
  return [
    {
      id: 'time',
      group: 'Switches',
      label: other === 'Z' ? 'Show Zulu time' : 'Show local time',
      hint: 'L/Z',
      act: () => setMode(other),
    },
    {
      id: 'theme',
      group: 'Switches',
      label: isDark ? 'Light colours' : 'Dark colours',
      hint: 'Theme',
      act: () => setDark(!isDark),
    },
    ...(openMoment
      ? [
          {
            id: 'moment',
            group: 'Switches',
            label: 'Another time',
            hint: 'Past or forecast',
            words: 'moment history then ahead play',
            act: openMoment,
          },
        ]
      : []),
    { id: 'help', group: 'Switches', label: 'Keyboard shortcuts', hint: '?', words: 'help keys', act: openHelp },
  ];
}

const usualWords = ['today', 'tomorrow', 'yesterday'] as const;

/** The day and hour in a text, as the address of its reservations; none if there are none. */
function momentTargets(text: string, now: Instant, clock: Clock, label?: string): PaletteTarget[] {
  const moment = readMoment(plainTimes(text), now, clock);
  return moment ? [momentTarget(moment, label)] : [];
}

function momentTarget({ day, at }: Moment, label?: string): PaletteTarget {
  const search = new URLSearchParams(at === null ? { date: day } : { date: day, at });
  const written = `${dayText(day)} ${day.slice(0, 4)}${at === null ? '' : ` ${at}L`}`;
  return {
    id: `reservations ${search.toString()}`,
    path: `/reservations?${search.toString()}`,
    group: 'Reservations',
    label: label ?? written,
    hint: label === undefined ? 'Reservations' : written,
    words: 'reservations',
  };
}

type Searched = {
  readonly label: string;
  readonly all: string;
  readonly parts: readonly string[];
  readonly isPage: boolean;
};

/** Lower case, without accents and dashes: `N512-SP` is found by `512sp`, `Núñez` by `nunez`. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{DI}]/gu, '')
    .toLowerCase()
    .replaceAll(/[-‐–’']/g, '');
}

/**
 * The targets that match all words of the text, best first: a label that equals or starts with it, then a word that starts
 * with it. Then the end of a word (the last three of a tail number), then any part. Equal matches keep the given order.
 * Linear.
 */
export function findTargets<Given extends Target>(targets: readonly Given[], text: string): Given[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...targets];
  const scored = targets.flatMap((target) => {
    const score = scoreOf(searchedOf(target), words);
    return score === 0 ? [] : [{ target, score }];
  });
  return scored.toSorted((a, b) => b.score - a.score).map(({ target }) => target);
}

function searchedOf({ group, label, hint, words = '' }: Target): Searched {
  const all = plain(`${label} ${hint} ${words}`);
  return { label: plain(label), all, parts: all.split(/[\s/,·]+/), isPage: group === 'Pages' };
}

/** The sum over all words; 0 if one of them has no match. */
function scoreOf(searched: Searched, words: readonly string[]): number {
  const scores = words.map((word) => wordScore(searched, word));
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / words.length;
}

function wordScore({ label, all, parts, isPage }: Searched, word: string): number {
  if (label === word) return 6;
  // A page is found by any word of its name before people whose names begin with it.
  if (label.startsWith(word) || (isPage && label.includes(` ${word}`))) return 5;
  if (parts.some((part) => part.startsWith(word))) return 4;
  if (parts.some((part) => part.endsWith(word))) return 3;
  if (label.includes(word)) return 2;
  return all.includes(word) ? 1 : 0;
}

/** The best of each group, groups in the order of their best, at most `most` per group. */
export function byGroup<Given extends Target>(
  targets: readonly Given[],
  max: number,
): { readonly group: string; readonly targets: readonly Given[] }[] {
  return Array.from(
    Map.groupBy(targets, ({ group }) => group),
    ([group, members]) => ({
      group,
      targets: members.slice(0, max),
    }),
  );
}
