import { millisecondsInHour } from '#domain/units.ts';
import type { Page, SetAside } from '#contract/answers.ts';
import type { Query } from '#contract/query.ts';
import { isFiltered } from '#domain/lists/listState.ts';
import { countText, type Knowledge, lackText, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import {
  countBreaches,
  distinctBy,
  pageOddities,
  recordOddities,
  unreadOddities,
  windowOddities,
} from '#domain/answers/pageChecks.ts';
import { dutyHours } from '#domain/duty/dutyDay.ts';
import { advisoryReason, bookedText } from '#domain/duty/flightHours.ts';
import {
  byName,
  type Duty,
  dutyKinds,
  dutyWord,
  type Instructor,
  instructorName,
  matchesInstructor,
} from '#domain/duty/duties.ts';
import { hoursLeftText } from '#domain/maintenance/reminders.ts';
import { stateText } from '#domain/reservations/state.ts';
import { byStart, isTimed, type Reservation } from '#domain/reservations/reservations.ts';
import {
  countAt,
  everywhere,
  type InstructorLists,
  type Location,
  locationNote,
  locationsIn,
  whereIsInstructor,
} from '#domain/reservations/locations.ts';
import { type At, type Clock, clockText, dayText, shownDaysBetween, whenText } from '#domain/time/clock.ts';
import { tenths } from '#domain/words.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import type { ReservationWindow } from '#web/data/replica.ts';
import {
  byAvailability,
  type Doing,
  doingOf,
  freeFor,
  rosterOf,
  type RosterRow,
  scaleOf,
} from '#domain/duty/availability.ts';

/** The answers behind the roster. Neither may belong to another query. */
export type RosterAnswers = {
  /** A page of instructors; undefined while there is none. */
  readonly instructors: Page<Instructor> | undefined;
  /** True while `instructors` still answers the previous filter. */
  readonly isLastPage: boolean;
  /** The query that was sent to the service. */
  readonly query: Query;
  /** The reservations of `rosterSpan`; undefined until loaded. */
  readonly window: ReservationWindow | undefined;
  /** Reservations from before today: someone may not be back from them. Undefined until loaded. */
  readonly earlier: readonly Reservation[] | undefined;
  /** Null if the list is not narrowed to the application's location. */
  readonly location: RosterLocation | null;
  /** What is known of the list of instructors, and of it together with the reservations. */
  readonly known: { readonly list: Knowledge; readonly duties: Knowledge };
};

/** The location requested from the service, and the data that shows who has none. */
export type RosterLocation = {
  readonly chosen: Location;
  /** The same query without the location; undefined until answered. */
  readonly everyone: Page<Instructor> | undefined;
  readonly lists: InstructorLists | null;
};

/** What the address asks for. */
export type RosterQuestion = {
  readonly date: Day;
  readonly at: Instant;
  /** How long the instructor is wanted, in milliseconds; null for any time. */
  readonly length: number | null;
  readonly search: string;
  readonly doing: DoingChoice;
};

/** A text, and whether it states that there is nothing. */
export type Figure = { readonly text: string; readonly isQuiet: boolean };

/** One instructor's row or card. */
export type RosterLine = {
  readonly id: string;
  readonly name: string;
  readonly status: Instructor['instructorStatus'];
  /** True for a person shown although the service's filter finds them at no location. */
  readonly isPlaceUnknown: boolean;
  readonly duties: readonly Duty[];
  readonly doing: LineDoing;
  /** `flight until 1300L`. */
  readonly doingText: string;
  /** `1.5 h left`, if little flight instruction is left; otherwise null. */
  readonly flightLeft: string | null;
  readonly hours: Figure;
  readonly booked: Figure;
  readonly gap: Figure;
  /** `9.0 h` in the 24 h to `2300L`. */
  readonly advisory: { readonly hours: string; readonly to: string; readonly reason: string } | null;
  /** What the columns sort by; those without a value come last. */
  readonly sort: { readonly first: number; readonly booked: number; readonly gap: number };
};

export type Roster = {
  readonly lines: readonly RosterLine[];
  /** The part of the day drawn. */
  readonly hours: Span;
  readonly counters: readonly { readonly value: DoingChoice; readonly count: number; readonly text: string }[];
  /** How many are free at that time; null until known. */
  readonly free: number | null;
  /** What is missing about people's duties: `1 day not loaded yet`, `Not known yet`; null if nothing is. */
  readonly lack: string | null;
  /** `12 of 30`. */
  readonly count: string;
  readonly totalItems: number;
  /** False if the service has more pages: a single page is never sorted. */
  readonly isComplete: boolean;
  readonly scope: string | null;
  readonly empty: NoneText | null;
  readonly notes: readonly string[];
  readonly setAside: readonly { readonly what: string; readonly records: readonly SetAside[] }[];
  /** True if the filters found someone. */
  readonly hasFound: boolean;
};

/**
 * The days to load for a roster: 24 hours that end on the day began the day before, and the next day's reservations limit
 * flight instruction in the evening.
 */
export function rosterSpan(date: Day, zone: string): Span {
  return daySpan(addDays(date, -1), zone, 3);
}

/** The roster of a day as shown. */
export function rosterModel(
  { instructors, isLastPage, query, window, earlier, location, known }: RosterAnswers,
  { date, at, length, search, doing }: RosterQuestion,
  { now, clock }: At,
): Roster {
  const { items: listed, repeated } = distinctBy(instructors?.records ?? [], (instructor) => instructor.userId);
  const isComplete = instructors !== undefined && listed.length >= instructors.totalItems - instructors.setAside.length;
  const { placeless, elsewhere } = withoutLocation(listed, isComplete ? location : null);
  const items = [...listed, ...placeless];
  const day = daySpan(date, clock.zone);
  const isRead = window && earlier && !window.missing.some((part) => overlaps(part, day));
  const reservations = isRead ? joined(earlier, window.reservations) : null;
  const hasDaysAround = window?.missing.length === 0;
  const { rows, hours } = rosterOf(items, reservations && { reservations, hasDaysAround }, { day, at, now });
  const totalItems = instructors?.totalItems ?? 0;
  const inAll = location?.everyone?.totalItems ?? totalItems;
  const narrowing = location ?? everywhere;
  const doingAt = (row: RosterRow) => lineDoing(row, at, length);
  const shown = narrowed(arranged(rows, search, isComplete, at), doing, doingAt);
  const ofDuties = reservations ? known.duties : unanswered(known.duties);
  // The list of people does not depend on the reservations, but their duties do.
  const ofChoice = doing === 'any' ? known.list : ofDuties;
  const ofShown = instructors && !isLastPage ? ofChoice : unanswered(ofChoice);
  const whole = shown.length === inAll ? `${shown.length} in all` : `${shown.length} of ${inAll}`;
  const ignored = countBreaches(
    items,
    query.filters?.['instructorStatusId'],
    (instructor) => instructor.instructorStatus?.id,
  );
  return {
    lines: shown.map((row) => lineOf(row, { day, at, hours, clock, placeless: new Set(placeless), doingAt })),
    hours: scaleOf(hours, day),
    counters: countersOf(rows, doing, doingAt, { length, day: dayText(dayOf(day.start, clock.zone)) }),
    free: reservations && narrowed(rows, 'free', doingAt).length,
    lack: lackText(ofDuties),
    count: countAt(countText(ofShown, shown.length, whole), narrowing),
    totalItems,
    isComplete,
    scope: isComplete
      ? locationNote({ notKnown: placeless.length, elsewhere }, narrowing)
      : `Search, counts and order cover the ${rows.length} loaded of ${totalItems}.`,
    empty: shown.length > 0 ? null : noneText(ofShown, emptyText(Math.max(items.length, totalItems), query)),
    notes: [
      ...(instructors && !isLastPage ? pageOddities(instructors, query) : []),
      ...(window ? windowOddities(window) : []),
      ...recordOddities('instructors', repeated, isLastPage ? 0 : ignored),
      ...unreadOddities('instructors', listed),
    ],
    setAside: [
      { what: 'instructor', records: instructors?.setAside ?? [] },
      { what: 'reservation', records: window?.setAside ?? [] },
    ],
    hasFound: listed.length > 0 && !isLastPage,
  };
}

/** In order of start, each once, because both answers contain yesterday. */
function joined(earlier: readonly Reservation[], window: readonly Reservation[]): readonly Reservation[] {
  const { items } = distinctBy([...earlier, ...window], ({ key }) => key);
  return items.filter(isTimed).toSorted(byStart);
}

/** People whom the service's filter finds at no location: shown, because they may be at this one. */
function withoutLocation(listed: readonly Instructor[], location: RosterLocation | null) {
  const { everyone, lists, chosen } = location ?? {};
  if (!everyone || !lists || !chosen) return { placeless: [], elsewhere: 0 };
  const known = new Set(listed.map(({ userId }) => userId));
  const rest = distinctBy(everyone.records, (instructor) => instructor.userId).items.filter(
    ({ userId }) => !known.has(userId),
  );
  const placeless = rest.filter(({ userId }) => whereIsInstructor(userId, lists, chosen) === 'not known');
  return { placeless, elsewhere: rest.length - placeless.length };
}

function emptyText(loaded: number, query: Query): string {
  if (loaded > 0) return 'No loaded instructors match.';
  return isFiltered(query) ? 'No instructors match these filters.' : 'The service lists no instructors.';
}

/** The longest free first, then by name. A page of several keeps the service's order, because other pages may come before it. */
function arranged(rows: readonly RosterRow[], search: string, isComplete: boolean, at: Instant): readonly RosterRow[] {
  const order = byAvailability(at);
  const found = search === '' ? rows : rows.filter((row) => matchesInstructor(row.instructor, search));
  if (!isComplete) return found;
  return found.toSorted((a, b) => order(a, b) || byName(a.instructor, b.instructor));
}

/** What an instructor does at the time; `short`: free, but not for as long as wanted. */
type LineDoing = Doing | 'short';

function lineDoing(row: RosterRow, at: Instant, length: number | null): LineDoing {
  const free = freeFor(row, at);
  return free !== null && length !== null && free < length ? 'short' : doingOf(row);
}

const doingOrder: readonly LineDoing[] = [
  'free',
  'short',
  'no hours',
  ...dutyKinds,
  'out-of-service',
  'placeholder',
  'unknown',
];

/** The filters of the roster. */
export const doingChoices = ['any', ...doingOrder, 'advisory'] as const;
export type DoingChoice = (typeof doingChoices)[number];

type DoingAt = (row: RosterRow) => LineDoing;

function narrowed(rows: readonly RosterRow[], doing: DoingChoice, doingAt: DoingAt): readonly RosterRow[] {
  if (doing === 'any') return rows;
  return rows.filter((row) => (doing === 'advisory' ? row.booked?.advisory != null : doingAt(row) === doing));
}

/**
 * The number of people in each state; empty states are left out, except the selected one. Duty limits are those of the day shown: the
 * overview has those of today and tomorrow.
 */
function countersOf(
  rows: readonly RosterRow[],
  chosen: DoingChoice,
  doingAt: DoingAt,
  { length, day }: { readonly length: number | null; readonly day: string },
): Roster['counters'] {
  const counts = Map.groupBy(rows, doingAt);
  const advisories = narrowed(rows, 'advisory', doingAt).length;
  const doings = doingOrder
    .filter((doing) => counts.has(doing) || doing === chosen)
    .map((doing) => ({ value: doing, count: counts.get(doing)?.length ?? 0, text: counterWord(doing, length) }));
  if (advisories === 0 && chosen !== 'advisory') return doings;
  const text = `${advisories === 1 ? 'duty limit' : 'duty limits'} on ${day}`;
  return [...doings, { value: 'advisory', count: advisories, text }];
}

type PaperQuestion = {
  readonly doing: DoingChoice;
  readonly at: Instant;
  /** The wanted time in hours. */
  readonly length: number | null;
  /** Whether the time is chosen. */
  readonly isAsked: boolean;
};

/** What is asked about the day, in words for paper: `free for 2.0 h at 1500L`, `who is free at 1500L for 2.0 h`. */
export function paperQuestion(
  { counters }: Pick<Roster, 'counters'>,
  { doing, at, length, isAsked }: PaperQuestion,
  clock: Clock,
): string | null {
  const chosen = counters.find(({ value }) => value === doing)?.text;
  const time = clockText(at, clock);
  if (chosen !== undefined) return doing === 'advisory' ? chosen : `${chosen} at ${time}`;
  if (!isAsked && length === null) return null;
  return `who is free at ${time}${length === null ? '' : ` for ${tenths.format(length)} h`}`;
}

/** `free for 2.0 h`, `free for less`, `flight`. */
function counterWord(doing: LineDoing, length: number | null): string {
  return doing === 'free' && length !== null ? `free for ${bookedText(length)}` : doingWord(doing);
}

function doingWord(doing: LineDoing): string {
  if (doing === 'short') return 'free for less';
  if (doing === 'free') return 'free';
  if (doing === 'unknown') return 'not known';
  if (doing === 'no hours') return 'no hours left';
  if (doing === 'placeholder') return 'not an instructor';
  return doing === 'out-of-service' ? 'not active' : dutyWord(doing);
}

/**
 * Those who cannot teach apart from the others, and what they are: `3 not active, 1 not an instructor`. Nobody is apart while
 * there is nobody else, or `isWhole`.
 */
export function partedLines(lines: readonly RosterLine[], isWhole: boolean) {
  const isIdle = ({ doing }: RosterLine) => doing === 'out-of-service' || doing === 'placeholder';
  if (isWhole || lines.every(isIdle)) return { working: lines, others: [], words: '' };
  const others = lines.filter(isIdle);
  const words = Array.from(
    Map.groupBy(others, (line) => line.doingText),
    ([text, own]) => `${own.length} ${text}`,
  );
  return { working: lines.filter((line) => !isIdle(line)), others, words: words.join(', ') };
}

const unknown: Figure = { text: 'not known yet', isQuiet: true };
/** For someone without hours. */
const none: Figure = { text: '–', isQuiet: true };

type Drawing = {
  readonly day: Span;
  readonly at: Instant;
  readonly hours: Span;
  readonly clock: Clock;
  readonly placeless: ReadonlySet<Instructor>;
  readonly doingAt: DoingAt;
};

function lineOf(row: RosterRow, { day, at, hours, clock, placeless, doingAt }: Drawing): RosterLine {
  const { instructor, booked } = row;
  const who = {
    id: instructor.userId,
    name: instructorName(instructor),
    status: instructor.instructorStatus,
    isPlaceUnknown: placeless.has(instructor),
  };
  const doing = doingAt(row);
  if (booked === null) {
    return {
      ...who,
      duties: [],
      doing,
      doingText: 'not known',
      flightLeft: null,
      hours: unknown,
      booked: unknown,
      gap: unknown,
      advisory: null,
      sort: { first: never, booked: 0, gap: never },
    };
  }
  const { gap, advisory } = booked;
  return {
    ...who,
    duties: booked.day.duties,
    doing,
    doingText: doingText(row, day, clock),
    flightLeft: flightLeftText(row, at),
    hours: { text: dutyHours(booked.day, day.start, clock), isQuiet: booked.day.first === null },
    booked: { text: bookedText(booked.day.booked), isQuiet: booked.day.booked === 0 },
    gap:
      doing === 'out-of-service' || doing === 'placeholder'
        ? none
        : { text: gapText(gap, hours, clock), isQuiet: gap === null },
    advisory: advisory && {
      hours: bookedText(advisory.booked),
      to: `${clockText(advisory.window.end, clock)}${dayShift(advisory.window.end, day, clock)}`,
      reason: advisoryReason(advisory, clock),
    },
    sort: { first: booked.day.first ?? never, booked: booked.day.booked, gap: gap?.start ?? never },
  };
}

/** ` +1` for a time that the clock shown has on the next day, ` −1` on the day before: in Zulu a local day spans two. */
function dayShift(instant: Instant, { start, end }: Span, clock: Clock): string {
  const days = shownDaysBetween((start + end) / 2, instant, clock);
  if (days === 0) return '';
  return days > 0 ? ` +${days}` : ` −${-days}`;
}

/** People without a duty, or a gap, sort last. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * `free until 1500L`, `flight until 1300L`, `not back +0:35`; someone with no flight instruction left is `not booked until
 * 1500L`.
 */
function doingText(row: RosterRow, day: Span, clock: Clock): string {
  const { booked } = row;
  if (booked === null) return 'not known';
  const doing = doingOf(row);
  if (doing === 'out-of-service' || doing === 'placeholder') return doingWord(doing);
  const { duty, until, away } = booked.availability;
  if (away) return stateText(away);
  if (duty) return `${dutyWord(duty.kind)} until ${whenText(until ?? duty.until, duty.reservation.start, clock)}`;
  const isFree = doing === 'free';
  if (until !== null && until < day.end) return `${isFree ? 'free' : 'not booked'} until ${clockText(until, clock)}`;
  if (booked.day.duties.length > 0) return `${isFree ? 'free' : 'not booked'} for the rest of the day`;
  return isFree ? 'free, not booked' : 'not booked';
}

/** `1300L–1500L`, `from 1500L` if nothing follows within the searched hours, or `none left`. */
function gapText(gap: Span | null, hours: Span, clock: Clock): string {
  if (!gap) return 'none left';
  const start = clockText(gap.start, clock);
  return gap.end >= hours.end ? `from ${start}` : `${start}–${clockText(gap.end, clock)}`;
}

/** Milliseconds of a long lesson: a longer one needs no note. */
const scarce = 3 * millisecondsInHour;

/** How long a lesson may last for someone free, if that is short and ends before the next reservation. */
function flightLeftText(row: RosterRow, at: Instant): string | null {
  const { flightLeft = null, availability } = row.booked ?? {};
  const doing = doingOf(row);
  if (flightLeft === null || (doing !== 'free' && doing !== 'no hours')) return null;
  if (flightLeft > Math.min(scarce, (availability?.until ?? Infinity) - at)) return null;
  return hoursLeftText(flightLeft / millisecondsInHour);
}

/**
 * Names of locations by id, for the filter, because the API has no list of them. Those in the operator record or the day's
 * reservations have names; those entered earlier have only their id.
 */
export function locationNames(
  operator: unknown,
  reservations: readonly Reservation[],
  entered: readonly string[],
): ReadonlyMap<string, string> {
  const names = new Map(entered.map((id) => [id, id]));
  for (const { id, name } of locationsIn([operator, reservations.map(({ record }) => record)])) names.set(id, name);
  return names;
}
