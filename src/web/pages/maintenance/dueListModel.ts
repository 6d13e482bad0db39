import { parseFilter } from '#contract/filters.ts';
import { operations } from '#contract/operations.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { countText, type Knowledge, lackText, type NoneText, noneText } from '#domain/answers/known.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { searchSentence } from '#domain/lists/sentences.ts';
import { byUrgency, type Choices, type Hidden, visibleItems } from '#domain/maintenance/dueList.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import { doubtIn, type DueItem, isCounted, type StatusKind } from '#domain/maintenance/reminders.ts';
import { type ReminderChange, transitions, transitionText } from '#domain/maintenance/transitions.ts';
import { countAt, locationNote, narrowed, type Narrowing } from '#domain/reservations/locations.ts';
import type { At, Clock } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { FillProgress } from '#web/data/maintenance.ts';
import { millisecondsInDay } from '#domain/units.ts';
import { capitalized, numberText } from '#domain/words.ts';

export type Grouping = 'none' | 'aircraft' | 'reminder';

/** Due, as booked, within so many days; or at most ten hours left on the meter. */
export const withinChoices = ['any', '7d', '30d', '10h'] as const;
export type Within = (typeof withinChoices)[number];

/** The query in the address. `status` is a filter as the API writes it (`eq:3`, `int:2,3`); empty for all. */
export type DueQuestion = {
  readonly status: string;
  readonly search: string;
  readonly show: Choices;
  readonly grouping: Grouping;
};

/** What is loaded of the fleet's reminders. */
export type DueRead = {
  readonly items: readonly DueItem[];
  /** What is known of the list of aircraft, and of the reminders of the aircraft that are shown. */
  readonly known: Knowledge;
};

type DueGroup = { readonly key: string; readonly title: string; readonly items: readonly DueItem[] };

type StatusName = 'Expired' | 'Warning' | 'OK';

/** How many reminders have a status; pressing it filters by that status. */
export type DueCounter = {
  /** As the API writes it. */
  readonly filter: string;
  readonly statusId: number;
  readonly name: StatusName;
  /** `12`; `12+` while some aircraft are missing; empty until any are loaded. */
  readonly count: string;
  readonly hint: string | undefined;
};

/** The list before it is searched. */
export type DueBase = {
  /** Worst first. */
  readonly sorted: readonly DueItem[];
  /** The number of reminders of all statuses. */
  readonly total: number;
  readonly known: Knowledge;
  readonly narrowing: Narrowing;
  readonly counters: readonly DueCounter[];
  /** How many are Warning or Expired. */
  readonly both: string;
  /** What the counts lack: `4 aircraft not loaded yet`, `Not known yet`; null if they are complete and current. */
  readonly lack: string | null;
  /** `2 with another status`; null for none. */
  readonly others: string | null;
  /** The filter in force, as the API writes it; empty for none. */
  readonly filter: string;
  /** The part of the fleet, if it is narrowed to a location. */
  readonly note: string | null;
  /** How many are left out, by reason. */
  readonly hidden: Hidden;
  /** What is wrong with the address. */
  readonly problem: string | null;
};

export type DueList = DueBase & {
  /** Worst first, by group if there are groups. */
  readonly rows: readonly DueItem[];
  /** Null if the list is not grouped. */
  readonly groups: readonly DueGroup[] | null;
  /** `51 in all`, `12 of 51`. */
  readonly count: string;
  /** The text in place of rows; null if there are some. */
  readonly empty: NoneText | null;
};

const [statusField] = operations.listMaintenanceReminders.filters;

const statuses: readonly { readonly filter: string; readonly statusId: number; readonly name: StatusName }[] = [
  { filter: 'eq:3', statusId: 3, name: 'Expired' },
  { filter: 'eq:2', statusId: 2, name: 'Warning' },
  { filter: 'eq:1', statusId: 1, name: 'OK' },
];

/**
 * The part of the due list that does not depend on the search, so that typing costs little. The status filter is applied here and
 * not by the service: the counters need all reminders, and a new request would cost a call per aircraft.
 */
export function dueBase(
  read: DueRead,
  { status, show }: Pick<DueQuestion, 'status' | 'show'>,
  narrowing: Narrowing,
): DueBase {
  const filter = status === '' ? null : parseFilter(statusField, status);
  const { items: all, hidden } = visibleItems(read.items, show);
  const here = narrowed(all, narrowing.chosen ? ({ aircraft }) => narrowing.whereIs(aircraft.aircraftId) : null);
  const visible = here.shown;
  const wanted = filter ? visible.filter((item) => filter.values.includes(String(countedAs(item)))) : visible;
  const counts = countStatuses(visible);
  return {
    sorted: wanted.toSorted(byUrgency),
    total: all.length,
    known: read.known,
    narrowing,
    counters: countersOf(counts, read),
    both: plainCount(counts.expired + counts.warning, read),
    lack: lackText(read.known),
    others: counts.unknown > 0 ? `${counts.unknown} with another status` : null,
    filter: filter ? status : '',
    note: locationNote(here, narrowing),
    hidden,
    problem: status !== '' && !filter ? `“${status}” is not a status filter; showing all.` : null,
  };
}

/** The reminders that the search finds, in groups if they are wanted. */
export function foundDue(
  base: DueBase,
  { search, grouping, within = 'any' }: Pick<DueQuestion, 'search' | 'grouping'> & { readonly within?: Within },
  at: DueAt | null = null,
): DueList {
  const { sorted, total, known, narrowing } = base;
  const near = within === 'any' || at === null ? sorted : sorted.filter((item) => isWithin(item, within, at));
  const found = searchItems(near, search);
  const groups = grouping === 'none' ? null : groupItems(found, grouping);
  const none = total > 0 ? 'No reminders match.' : 'The service lists no reminders.';
  const all = numberText(total);
  const whole = found.length === total ? `${all} in all` : `${numberText(found.length)} of ${all}`;
  return {
    ...base,
    rows: groups?.flatMap(({ items }) => items) ?? found,
    groups,
    count: countAt(countText(known, found.length, whole), narrowing),
    empty: found.length > 0 ? null : noneText(known, none),
  };
}

/** The words for each column that the list can be sorted by. */
const orderWords: Readonly<Record<string, string>> = {
  name: 'item',
  tail: 'aircraft',
  horizon: 'due time',
  next: 'next reservation',
  visit: 'shop visit',
};

type PaperQuestion = Pick<DueQuestion, 'search' | 'grouping'> & {
  readonly view: 'list' | 'calendar';
  readonly within: Within;
  /** The column as in the address: `tail`, or `-tail` for descending; empty for worst first. */
  readonly sort: string;
};

/**
 * The title on paper, which has no controls: what is asked for, how many of how many, and in which order, such as
 * `Due within 7 days: 39 of 143, worst first`.
 */
export function paperTitle(
  { filter, count }: Pick<DueList, 'filter' | 'count'>,
  { view, search, grouping, within, sort }: PaperQuestion,
): string {
  const asked = filter === '' ? [] : parseFilter(statusField, filter)?.values;
  const named = statuses.filter(({ statusId }) => asked?.includes(String(statusId)));
  const what = [
    view === 'calendar' ? 'Due calendar' : within === 'any' ? 'Due list' : null,
    within !== 'any' && withinWords[within],
    named.map(({ name }) => name).join(' or '),
    searchSentence(search),
  ].filter(Boolean);
  const column = orderWords[sort.replace(/^-/, '')];
  const order = [
    grouping !== 'none' && `by ${grouping}`,
    column && `sorted by ${column}${sort.startsWith('-') ? ', last first' : ''}`,
  ].filter(Boolean);
  const words = view === 'calendar' ? [] : order.length > 0 ? order : ['worst first'];
  return `${capitalized(what.join(', '))}: ${[count, ...words].join(', ')}`;
}

const withinWords = { '7d': 'due within 7 days', '30d': 'due within 30 days', '10h': '10 h left or less' } as const;

/** When reminders come due: by the forecast, once the reservations are loaded. */
export type DueAt = { readonly horizons: ReadonlyMap<string, Horizon> | null; readonly now: Instant };

const maxHours = 10;

/**
 * True for what is due so soon, and for what may be: of an unreadable limit it is not known. Without a forecast, hours and landings
 * come due at usual use.
 */
export function isWithin(item: DueItem, within: Exclude<Within, 'any'>, { horizons, now }: DueAt): boolean {
  if (item.isComplied) return false;
  if (within === '10h') {
    const hours = item.axes.find(({ name }) => name === 'hours');
    if (!hours) return false;
    return (
      hours.doubt !== null ||
      (hours.remaining !== null && hours.remaining <= maxHours) ||
      hours.statusKind === 'expired'
    );
  }
  const days = within === '7d' ? 7 : 30;
  if (item.statusKind === 'expired' || doubtIn(item)) return true;
  const comesIn = item.driving?.comesIn ?? null;
  const due = horizons?.get(item.key)?.due?.at ?? (comesIn === null ? null : now + comesIn);
  return due !== null && due <= now + days * millisecondsInDay;
}

/** The documented status id under which a reminder is counted, so that each counter filters what it counted. */
function countedAs({ statusKind, statusId }: DueItem): number | null {
  return statusKind === 'unknown' ? statusId : statusIds[statusKind];
}

const statusIds = { expired: 3, warning: 2, ok: 1 } as const;

function countersOf(counts: Readonly<Record<StatusKind, number>>, read: DueRead): DueCounter[] {
  const statusKinds = { Expired: 'expired', Warning: 'warning', OK: 'ok' } as const;
  return statuses.map((status) => ({
    ...status,
    count: plainCount(counts[statusKinds[status.name]], read),
    hint: read.known.lacks.length === 0 ? undefined : 'of the aircraft loaded so far',
  }));
}

/** `3`; `3+` while aircraft are missing; empty until any are loaded. */
function plainCount(count: number, { known }: DueRead): string {
  return known.state === 'not known' ? '' : `${count}${known.lacks.length === 0 ? '' : '+'}`;
}

/** By the API's own overall status. Permanently complied and switched-off reminders never count, even where they are shown. */
function countStatuses(items: readonly DueItem[]): Record<StatusKind, number> {
  const counts = { expired: 0, warning: 0, ok: 0, unknown: 0 };
  for (const item of items) if (isCounted(item)) counts[item.statusKind]++;
  return counts;
}

/** Groups in the order of their first item, so that a sorted list gives the worst group first. Linear. */
function groupItems(items: readonly DueItem[], grouping: 'aircraft' | 'reminder'): DueGroup[] {
  const keyOf = ({ aircraft, name }: DueItem) =>
    grouping === 'aircraft' ? aircraft.aircraftId : lettersOf(name) || name;
  const titleOf = ({ aircraft, name }: DueItem) =>
    grouping === 'aircraft' ? (aircraft.tailNumber ?? 'No tail number') : name;
  return Array.from(Map.groupBy(items, keyOf), ([key, members]) => {
    const [first] = members;
    return { key, title: first ? titleOf(first) : '', items: members };
  });
}

/** Letter case, spaces and dashes do not matter: `100-Hour` is `100 hour`. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The reminders in whose tail number or name every word occurs. */
function searchItems(items: readonly DueItem[], text: string): readonly DueItem[] {
  const words = text.split(/\s+/).map(lettersOf).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const letters = searchedLetters.get(item) ?? [lettersOf(item.aircraft.tailNumber ?? ''), lettersOf(item.name)];
    searchedLetters.set(item, letters);
    return words.every((word) => letters.some((letter) => letter.includes(word)));
  });
}

/** The letters of each reminder. They are read once, because a school has a thousand reminders. */
const searchedLetters = new WeakMap<DueItem, readonly string[]>();

/** The changes of these aircraft's reminders since the person last looked, in lines; none if nothing changed. */
export function changesSince(
  lookedAt: Instant | null,
  changes: readonly ReminderChange[],
  aircraft: readonly Aircraft[],
  { now, clock }: At,
): { readonly key: string; readonly text: string }[] {
  if (lookedAt === null) return [];
  const later = changes.filter(({ seenAt }) => seenAt > lookedAt);
  return transitions(later, aircraft).map((transition) => ({
    key: transition.key,
    text: transitionText(transition, now, clock),
  }));
}

/** The progress of the first load of something, aircraft by aircraft. */
export type ProgressShown = {
  /** Null once all aircraft are loaded. */
  readonly bar: {
    readonly known: number;
    readonly total: number;
    readonly label: string;
    readonly text: string;
  } | null;
  /** The aircraft that could not be loaded, with the reason. */
  readonly failures: readonly { readonly key: string; readonly text: string }[];
};

/** Null if all are loaded and nothing failed. */
export function progressShown(
  { known, total, failed }: FillProgress,
  what: 'reminders' | 'squawks',
  clock: Clock,
): ProgressShown | null {
  if (known >= total && failed.length === 0) return null;
  const bar = { known, total, label: `Aircraft with ${what} loaded`, text: `${known} of ${total} aircraft loaded` };
  return {
    bar: known < total ? bar : null,
    failures: failed.map(({ aircraft, failure }) => ({
      key: aircraft.aircraftId,
      text: `${aircraft.tailNumber ?? 'No tail number'}: ${failureWords(failure, clock).title}`,
    })),
  };
}
