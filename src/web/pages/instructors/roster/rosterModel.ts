import type { Page, SetAside } from '#contract/answers.ts';
import type { Query } from '#contract/query.ts';
import { isFiltered } from '#domain/lists/listState.ts';
import { countBreaches, distinctBy, pageOddities, recordOddities, windowOddities } from '#domain/answers/pageChecks.ts';
import { advisoryReason, bookedText, dutyHours } from '#domain/duty/dutyDay.ts';
import {
  byName,
  type Duty,
  dutyKinds,
  dutyWord,
  type Instructor,
  instructorName,
  isPlaceholder,
  matchesInstructor,
} from '#domain/duty/duties.ts';
import type { Booking } from '#domain/reservations/bookings.ts';
import {
  countAt,
  everywhere,
  type InstructorLists,
  type Location,
  locationNote,
  locationsIn,
  whereIsInstructor,
} from '#domain/reservations/locations.ts';
import { type Clock, clockText, lateText, whenText } from '#domain/time/clock.ts';
import { type Day, dayOf, daySpan, type Instant, readInstant, type Span, wallText } from '#domain/time/time.ts';
import { ticks } from '#domain/timeline/layout.ts';
import { knownFrom, type ReservationWindow } from '#web/queries/replica.ts';
import { byAvailability, type Doing, doingOf, rosterOf, type RosterRow } from '#domain/duty/availability.ts';

/** The answers that the roster is made of. Neither may belong to another question. */
export type RosterAnswers = {
  /** A page of instructors; undefined while there is none. */
  readonly instructors: Page<Instructor> | undefined;
  /** True while `instructors` still answers the last filter. */
  readonly isLastPage: boolean;
  /** What the service was asked for them. */
  readonly query: Query;
  /** The reservations of the day and of the day before; undefined until they have been read. */
  readonly window: ReservationWindow | undefined;
  /** Null where the list is not narrowed to the location of the application. */
  readonly location: RosterLocation | null;
};

/** The location for which the service was asked, and what tells who is at none. */
export type RosterLocation = {
  readonly chosen: Location;
  /** The same question without the location; undefined while it is not answered. */
  readonly everyone: Page<Instructor> | undefined;
  readonly lists: InstructorLists | null;
};

/** What the address asks for. */
export type RosterQuestion = {
  readonly date: Day;
  readonly at: Instant;
  readonly search: string;
  readonly doing: DoingChoice;
};

/** A text, and whether it says that there is nothing. */
export type Figure = { readonly text: string; readonly isQuiet: boolean };

/** One instructor's row or card. */
export type RosterLine = {
  readonly id: string;
  readonly name: string;
  readonly status: Instructor['instructorStatus'];
  /** Of one who is shown although the service's filter finds them at no location. */
  readonly isPlaceUnknown: boolean;
  readonly duties: readonly Duty[];
  readonly doing: Doing;
  /** `flight until 1300L`. */
  readonly doingText: string;
  /** `1.5 h left`, where little flight instruction is left; else null. */
  readonly flightLeft: string | null;
  readonly hours: Figure;
  readonly booked: Figure;
  readonly gap: Figure;
  readonly advisory: { readonly text: string; readonly reason: string } | null;
  /** What the columns sort by; those without a value come last. */
  readonly sort: { readonly first: number; readonly booked: number; readonly gap: number };
};

export type Roster = {
  readonly lines: readonly RosterLine[];
  /** The part of the day that is drawn. */
  readonly hours: Span;
  readonly counters: readonly { readonly value: DoingChoice; readonly count: number; readonly text: string }[];
  /** How many are free at that instant; null while nobody knows. */
  readonly free: number | null;
  /** `12 of 30`. */
  readonly count: string;
  readonly totalItems: number;
  /** False where the service has more pages: one page is never sorted. */
  readonly isComplete: boolean;
  readonly scope: string | null;
  readonly empty: string | null;
  readonly notes: readonly string[];
  readonly setAside: readonly { readonly what: string; readonly records: readonly SetAside[] }[];
  /** True where the filters found somebody. */
  readonly hasFound: boolean;
};

/** The roster of a day as it is shown. */
export function rosterModel(
  { instructors, isLastPage, query, window, location }: RosterAnswers,
  { date, at, search, doing }: RosterQuestion,
  { now, clock }: { readonly now: Instant; readonly clock: Clock },
): Roster {
  const { items: listed, repeated } = distinctBy(instructors?.records ?? [], (one) => one.userId);
  const isComplete = instructors !== undefined && listed.length >= instructors.totalItems - instructors.setAside.length;
  const { placeless, elsewhere } = withoutLocation(listed, isComplete ? location : null);
  const items = [...listed, ...placeless];
  const day = daySpan(date, clock.zone);
  const bookings = knownFrom(window, day.start);
  const hasDayBefore = window?.missing.length === 0;
  const { rows, hours } = rosterOf(items, bookings && { bookings, hasDayBefore }, { day, at, now });
  const totalItems = instructors?.totalItems ?? 0;
  const inAll = location?.everyone?.totalItems ?? totalItems;
  const narrowing = location ?? everywhere;
  const shown = narrowed(arranged(rows, search, isComplete), doing);
  const ignored = countBreaches(items, query.filters?.['instructorStatusId'], (one) => one.instructorStatus?.id);
  return {
    lines: shown.map((row) => lineOf(row, { day, hours, clock, placeless: new Set(placeless) })),
    hours,
    counters: countersOf(rows, doing),
    free: bookings && narrowed(rows, 'free').length,
    count: countAt(shown.length === inAll ? `${shown.length} in all` : `${shown.length} of ${inAll}`, narrowing),
    totalItems,
    isComplete,
    scope: isComplete
      ? locationNote({ notKnown: placeless.length, elsewhere }, narrowing)
      : `Search, counts and order cover the ${rows.length} loaded of ${totalItems}.`,
    empty: shown.length > 0 ? null : emptyText(Math.max(items.length, totalItems), query),
    notes: [
      ...(instructors && !isLastPage ? pageOddities(instructors, query) : []),
      ...(window ? windowOddities(window) : []),
      ...recordOddities('instructors', repeated, isLastPage ? 0 : ignored),
    ],
    setAside: [
      { what: 'instructors', records: instructors?.setAside ?? [] },
      { what: 'reservations', records: window?.setAside ?? [] },
    ],
    hasFound: listed.length > 0 && !isLastPage,
  };
}

/** Those whom the service's filter finds at no location: they are shown, because they may be at this one. */
function withoutLocation(listed: readonly Instructor[], location: RosterLocation | null) {
  const { everyone, lists, chosen } = location ?? {};
  if (!everyone || !lists || !chosen) return { placeless: [], elsewhere: 0 };
  const known = new Set(listed.map(({ userId }) => userId));
  const rest = distinctBy(everyone.records, (one) => one.userId).items.filter(({ userId }) => !known.has(userId));
  const placeless = rest.filter(({ userId }) => whereIsInstructor(userId, lists, chosen) === 'not known');
  return { placeless, elsewhere: rest.length - placeless.length };
}

function emptyText(loaded: number, query: Query): string {
  if (loaded > 0) return 'No loaded instructors match.';
  return isFiltered(query) ? 'No instructors match these filters.' : 'The service lists no instructors.';
}

/** Who is free first, then by name; one page of several keeps the order of the service, because the rest may come before it. */
function arranged(rows: readonly RosterRow[], search: string, isComplete: boolean): readonly RosterRow[] {
  const found = search === '' ? rows : rows.filter((row) => matchesInstructor(row.instructor, search));
  if (!isComplete) return found;
  return found.toSorted((a, b) => byAvailability(a, b) || byName(a.instructor, b.instructor));
}

const doingOrder: readonly Doing[] = ['free', 'no hours', ...dutyKinds, 'out-of-service', 'unknown'];

/** What the roster can be narrowed to. */
export const doingChoices = ['any', ...doingOrder, 'advisory'] as const;
export type DoingChoice = (typeof doingChoices)[number];

function narrowed(rows: readonly RosterRow[], doing: DoingChoice): readonly RosterRow[] {
  if (doing === 'any') return rows;
  return rows.filter((row) => (doing === 'advisory' ? row.booked?.advisory != null : doingOf(row) === doing));
}

/** How many do what; what nobody does is left out, but for what is chosen. */
function countersOf(rows: readonly RosterRow[], chosen: DoingChoice): Roster['counters'] {
  const counts = Map.groupBy(rows, doingOf);
  const advisories = narrowed(rows, 'advisory').length;
  const doings = doingOrder
    .filter((doing) => counts.has(doing) || doing === chosen)
    .map((doing) => ({ value: doing, count: counts.get(doing)?.length ?? 0, text: doingWord(doing) }));
  if (advisories === 0 && chosen !== 'advisory') return doings;
  return [...doings, { value: 'advisory', count: advisories, text: advisories === 1 ? 'advisory' : 'advisories' }];
}

function doingWord(doing: Doing): string {
  if (doing === 'free') return 'free';
  if (doing === 'unknown') return 'not known';
  if (doing === 'no hours') return 'no hours left';
  return doing === 'out-of-service' ? 'not active' : dutyWord(doing);
}

const unknown: Figure = { text: '–', isQuiet: true };

type Drawing = {
  readonly day: Span;
  readonly hours: Span;
  readonly clock: Clock;
  readonly placeless: ReadonlySet<Instructor>;
};

function lineOf(row: RosterRow, { day, hours, clock, placeless }: Drawing): RosterLine {
  const { instructor, booked } = row;
  const who = {
    id: instructor.userId,
    name: instructorName(instructor),
    status: instructor.instructorStatus,
    isPlaceUnknown: placeless.has(instructor),
  };
  const doing = doingOf(row);
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
    doingText: doingText(row, clock),
    flightLeft: doing === 'free' || doing === 'no hours' ? flightLeftText(booked.flightLeft) : null,
    hours: { text: dutyHours(booked.day, day.start, clock), isQuiet: booked.day.first === null },
    booked: { text: bookedText(booked.day.booked), isQuiet: booked.day.booked === 0 },
    gap: doing === 'out-of-service' ? unknown : { text: gapText(gap, hours, clock), isQuiet: gap === null },
    advisory: advisory && {
      text: `Advisory ${bookedText(advisory.booked)}`,
      reason: advisoryReason(advisory, clock),
    },
    sort: { first: booked.day.first ?? never, booked: booked.day.booked, gap: gap?.start ?? never },
  };
}

/** Who has no duty, or no gap, sorts after all who have. */
const never = Number.MAX_SAFE_INTEGER;

/** `free until 1500L`, `flight until 1300L`, `not back +0:35`; who has no flight instruction left is `not booked until 1500L`. */
function doingText(row: RosterRow, clock: Clock): string {
  const { instructor, booked } = row;
  if (booked === null) return 'not known';
  const doing = doingOf(row);
  if (doing === 'out-of-service') return isPlaceholder(instructor) ? 'not an instructor' : 'not active';
  const { duty, until, late } = booked.availability;
  if (late !== undefined) return `not back ${lateText(late)}`;
  if (duty) return `${dutyWord(duty.kind)} until ${whenText(duty.booking.end, duty.booking.start, clock)}`;
  const isFree = doing === 'free';
  if (until !== null) return `${isFree ? 'free' : 'not booked'} until ${clockText(until, clock)}`;
  if (booked.day.duties.length > 0) return `${isFree ? 'free' : 'not booked'} for the rest of the day`;
  return isFree ? 'free, not booked' : 'not booked';
}

/** `1300L–1500L`, `from 1500L` where nothing follows within the hours that were searched, or `none left`. */
function gapText(gap: Span | null, hours: Span, clock: Clock): string {
  if (!gap) return 'none left';
  const start = clockText(gap.start, clock);
  return gap.end >= hours.end ? `from ${start}` : `${start}–${clockText(gap.end, clock)}`;
}

/** Milliseconds that a long lesson takes: more than that is not worth a word. */
const scarce = 3 * 3_600_000;

function flightLeftText(flightLeft: number | null): string | null {
  if (flightLeft === null || flightLeft > scarce) return null;
  return `${(Math.floor(Math.max(0, flightLeft) / 360_000) / 10).toFixed(1)} h left`;
}

/** A quarter hour of an operator's day, with its text in an address. */
type Quarter = { readonly at: Instant; readonly text: string };

/**
 * Every quarter hour of a day, 92, 96 or 100 of them: `1500` by the operator's wall clock, and in Zulu, `0830Z`, where that
 * clock shows the hour for the second time.
 */
export function quarters(day: Day, zone: string): Quarter[] {
  return ticks(daySpan(day, zone), 0.25).map((at) => {
    const wall = wallText(at, zone);
    const isFirst = readInstant(wall, { name: zone, zoneless: 'operator' }) === at;
    return { at, text: isFirst ? short(wall) : `${short(wallText(at, 'UTC'))}Z` };
  });
}

/** `1500` of `2026-05-12T15:00:00`. */
function short(wall: string): string {
  return wall.slice(11, 13) + wall.slice(14, 16);
}

/** When somebody is wanted. */
export type FreeAt = {
  readonly quarters: readonly Quarter[];
  /** The quarter hour in which `at` lies. */
  readonly index: number;
  /** The instant that is looked at: the one asked for, else now, else the middle of a day that is not today. */
  readonly at: Instant;
  readonly isAsked: boolean;
  readonly problem: string | null;
};

/** Reads when somebody is wanted from the address: `free=1500` by the operator's wall clock. */
export function readFreeAt(text: string, date: Day, now: Instant, zone: string): FreeAt {
  const all = quarters(date, zone);
  const asked = all.find((quarter) => quarter.text === text);
  const middle = all[all.length >> 1]?.at ?? now;
  const at = asked?.at ?? (dayOf(now, zone) === date ? now : middle);
  const isGood = text === '' || asked !== undefined;
  return {
    quarters: all,
    index: all.findLastIndex((quarter) => quarter.at <= at),
    at,
    isAsked: asked !== undefined,
    problem: isGood ? null : `“${text}” is not a quarter hour of this day such as 1500; showing no time.`,
  };
}

const hour = 3_600_000;

/** The hours that are drawn, with whole hours more where an instant outside of them is asked for. */
export function hoursWith({ start, end }: Span, at: Instant): Span {
  return {
    start: start - Math.ceil(Math.max(0, start - at) / hour) * hour,
    end: end + Math.ceil(Math.max(0, at - end) / hour) * hour,
  };
}

/** The quarter hours that a slider over these hours offers, and which of them is looked at. */
export function sliderQuarters({ quarters: all, at }: Pick<FreeAt, 'quarters' | 'at'>, { start, end }: Span) {
  const offered = all.filter((quarter) => quarter.at >= start && quarter.at <= end);
  return {
    offered,
    index: Math.max(
      0,
      offered.findLastIndex((quarter) => quarter.at <= at),
    ),
  };
}

/**
 * Names of locations by id, for the filter: the API has no list of them. Those that the operator's record or the day's
 * reservations mention go by name, those that were entered before by their id.
 */
export function locationNames(
  operator: unknown,
  bookings: readonly Booking[],
  entered: readonly string[],
): ReadonlyMap<string, string> {
  const names = new Map(entered.map((id) => [id, id]));
  for (const { id, name } of locationsIn([operator, bookings.map(({ record }) => record)])) names.set(id, name);
  return names;
}
