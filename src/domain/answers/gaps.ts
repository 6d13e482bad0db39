import { millisecondsInDay } from 'date-fns/constants';
import type { SetAside } from '#contract/answers.ts';
import type { Span } from '#domain/time/time.ts';
import type { Failure } from './failures.ts';

/** What can be missing of an answer, one and several. */
const subjects = {
  aircraft: ['aircraft', 'aircraft'],
  day: ['day', 'days'],
  reservation: ['reservation', 'reservations'],
  record: ['record', 'records'],
  people: ['people', 'people'],
} as const;

/** Why: it comes by itself only where it has not been read yet. */
type Reason = 'not read yet' | 'could not be read' | 'unreadable' | 'without a time' | 'not sent' | 'not all read';

/** Something that an answer lacks. Two sources may lack the same, as two lists of one aircraft: it is counted once. */
export type Gap = {
  readonly of: keyof typeof subjects;
  readonly reason: Reason;
  /** Each thing that is missing, by what tells it apart. */
  readonly keys: readonly string[];
};

/** True of what will be read without anybody doing anything. */
export function isComing({ reason }: Gap): boolean {
  return reason === 'not read yet' || reason === 'not all read';
}

const written: Readonly<Record<Reason, (what: string) => string>> = {
  'not read yet': (what) => `${what} not read yet`,
  'could not be read': (what) => `${what} could not be read`,
  unreadable: (what) => `${what} unreadable`,
  'without a time': (what) => `${what} without a readable time`,
  'not sent': (what) => `${what} not sent by the service`,
  // Nobody knows how many there are.
  'not all read': (what) => `${what.replace(/^\d+ /, '')} not all read`,
};

/** What is missing, counted: `4 aircraft not read yet`, `1 reservation unreadable`; empty where nothing is. */
export function gapTexts(gaps: readonly Gap[]): string[] {
  const kinds = Map.groupBy(gaps, ({ of, reason }) => `${of} ${reason}`);
  return [...kinds.values()].flatMap((own) => {
    const [first] = own;
    const count = new Set(own.flatMap(({ keys }) => keys)).size;
    if (!first || count === 0) return [];
    const [one, several] = subjects[first.of];
    return written[first.reason](`${count.toLocaleString('en')} ${count === 1 ? one : several}`);
  });
}

/** A gap of these things; none where there are none. */
export function gapOf(of: Gap['of'], reason: Reason, keys: readonly string[]): Gap[] {
  return keys.length > 0 ? [{ of, reason, keys }] : [];
}

/** The same without the aircraft that do not matter: deleted ones are read once a day. */
export function gapsWithin(gaps: readonly Gap[], isMeant: (aircraftId: string) => boolean): Gap[] {
  return gaps.flatMap((gap) =>
    gap.of === 'aircraft' ? gapOf('aircraft', gap.reason, gap.keys.filter(isMeant)) : [gap],
  );
}

/** What answers of any kind say of what they lack. */
type Lacking = {
  /** Records that could not be read. */
  readonly setAside: readonly SetAside[];
  /** Of a window of reservations: days that have not been read, records that cannot be placed, and what was not sent. */
  readonly missing: readonly Span[];
  readonly untimed: readonly { readonly key: string }[];
  readonly shortfall: { readonly said: number; readonly sent: number } | null;
  /** Of the records of each aircraft: null where they have not been read, with the reason where that failed. */
  readonly aircraft: readonly {
    readonly aircraftId: string;
    readonly records: readonly unknown[] | null;
    readonly setAside: readonly SetAside[];
    readonly failure: Failure | null;
  }[];
  /** Of the summaries of days. */
  readonly days: readonly { readonly day: string; readonly isKnown: boolean }[];
  /** Of the list of people. */
  readonly isComplete: boolean;
};

/**
 * What is missing of an answer of any kind; none of one that does not say. Unreadable records have nothing that tells them apart
 * but the list that they are of (`list`, such as `Reminders`) and their place among those that look the same.
 */
export function gapsIn(answer: unknown, list: string): Gap[] {
  if (typeof answer !== 'object' || answer === null) return [];
  // Each member is of this kind wherever an answer has it.
  const { setAside, missing, untimed, shortfall, aircraft, days, isComplete } = answer as Partial<Lacking>;
  const short = shortfall ? Math.max(0, shortfall.said - shortfall.sent) : 0;
  const unread = (aircraft ?? []).filter(({ records }) => records === null);
  const own = (isFailed: boolean) =>
    unread.filter(({ failure }) => (failure !== null) === isFailed).map(({ aircraftId }) => aircraftId.toLowerCase());
  const skipped = [
    ...skippedKeys(list, setAside ?? []),
    ...(aircraft ?? []).flatMap((one) => skippedKeys(`${list} ${one.aircraftId}`, one.setAside)),
  ];
  return [
    ...gapOf('aircraft', 'not read yet', own(false)),
    ...gapOf('aircraft', 'could not be read', own(true)),
    ...gapOf('day', 'not read yet', (missing ?? []).flatMap(daysOf)),
    ...gapOf(
      'day',
      'not read yet',
      (days ?? []).filter(({ isKnown }) => !isKnown).map(({ day }) => day),
    ),
    ...gapOf('people', 'not all read', isComplete === false ? ['all'] : []),
    ...gapOf('record', 'unreadable', skipped),
    ...gapOf(
      'reservation',
      'without a time',
      (untimed ?? []).map(({ key }) => key),
    ),
    ...gapOf(
      'reservation',
      'not sent',
      Array.from({ length: short }, (_, index) => String(index)),
    ),
  ];
}

function skippedKeys(list: string, skipped: readonly SetAside[]): string[] {
  const alike = Map.groupBy(skipped, ({ raw, reason }) => `${list} ${reason} ${JSON.stringify(raw)}`);
  return [...alike].flatMap(([text, own]) => own.map((_, place) => `${text} ${place}`));
}

/** The days of a stretch by when they begin: two windows that overlap miss the same. */
function daysOf({ start, end }: Span): string[] {
  const count = Math.max(1, Math.round((end - start) / millisecondsInDay));
  return Array.from({ length: count }, (_, index) => String(start + index * millisecondsInDay));
}
