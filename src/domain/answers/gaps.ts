import { millisecondsInDay } from '#domain/units.ts';
import type { SetAside } from '#contract/answers.ts';
import type { Span } from '#domain/time/time.ts';
import type { Failure } from './failures.ts';
import { counted } from '#domain/words.ts';

/** What an answer can lack, as singular and plural. */
const subjects = {
  aircraft: ['aircraft', 'aircraft'],
  day: ['day', 'days'],
  reservation: ['reservation', 'reservations'],
  record: ['record', 'records'],
  people: ['people', 'people'],
} as const;

/** Why it is missing. Only data not loaded yet will come by itself. */
type Reason =
  | 'not loaded yet'
  | 'could not be loaded'
  | 'unreadable'
  | 'without a time'
  | 'not sent'
  | 'not all loaded';

/**
 * Something missing from an answer. Two sources may lack the same thing, such as two lists for one aircraft; it counts
 * once.
 */
export type Gap = {
  readonly of: keyof typeof subjects;
  readonly reason: Reason;
  /** The key of each missing thing. */
  readonly keys: readonly string[];
};

/** True if it will be read without anyone doing anything. */
export function isComing({ reason }: Gap): boolean {
  return reason === 'not loaded yet' || reason === 'not all loaded';
}

const reasonWords: Readonly<Record<Exclude<Reason, 'not all loaded'>, string>> = {
  'not loaded yet': 'not loaded yet',
  'could not be loaded': 'could not be loaded',
  unreadable: 'unreadable',
  'without a time': 'without a readable time',
  'not sent': 'not sent by the service',
};

/**
 * The missing things with their numbers: `4 aircraft not read yet`, `1 reservation unreadable`; empty if nothing is
 * missing.
 */
export function gapTexts(gaps: readonly Gap[]): string[] {
  const kinds = Map.groupBy(gaps, ({ of, reason }) => `${of} ${reason}`);
  return [...kinds.values()].flatMap((ownGaps) => {
    const [first] = ownGaps;
    const count = new Set(ownGaps.flatMap(({ keys }) => keys)).size;
    if (!first || count === 0) return [];
    const [one, several] = subjects[first.of];
    return first.reason === 'not all loaded'
      ? `${count === 1 ? one : several} not all loaded`
      : `${counted(count, one, several)} ${reasonWords[first.reason]}`;
  });
}

/** A gap of these things; an empty list if there are none. */
export function gapOf(of: Gap['of'], reason: Reason, keys: readonly string[]): Gap[] {
  return keys.length > 0 ? [{ of, reason, keys }] : [];
}

/** The same gaps, with only the aircraft that matter. Deleted aircraft, for example, are read only once a day. */
export function gapsWithin(gaps: readonly Gap[], isMeant: (aircraftId: string) => boolean): Gap[] {
  return gaps.flatMap((gap) =>
    gap.of === 'aircraft' ? gapOf('aircraft', gap.reason, gap.keys.filter(isMeant)) : [gap],
  );
}

/** The members in which answers report what they lack. */
type Lacking = {
  /** Records that could not be read. */
  readonly setAside: readonly SetAside[];
  /** For a window of reservations: unread days, records without a time, and records that were not sent. */
  readonly missing: readonly Span[];
  readonly untimed: readonly { readonly key: string }[];
  readonly shortfall: { readonly said: number; readonly sent: number } | null;
  /** For each aircraft's records: null until they have been read, with the reason if that failed. */
  readonly aircraft: readonly {
    readonly aircraftId: string;
    readonly records: readonly unknown[] | null;
    readonly setAside: readonly SetAside[];
    readonly failure: Failure | null;
  }[];
  /** For summaries of days. */
  readonly days: readonly { readonly day: string; readonly isKnown: boolean }[];
  /** For the list of people. */
  readonly isComplete: boolean;
};

/**
 * What an answer of any kind lacks; an empty list if it does not say. Unreadable records have no key of their own. They
 * are identified by their list (`list`, such as `Reminders`) and their number among identical ones.
 */
export function gapsIn(answer: unknown, list: string): Gap[] {
  if (typeof answer !== 'object' || answer === null) return [];
  // Every answer that has one of these members has it in this form.
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
    ...gapOf('aircraft', 'not loaded yet', own(false)),
    ...gapOf('aircraft', 'could not be loaded', own(true)),
    ...gapOf('day', 'not loaded yet', (missing ?? []).flatMap(daysOf)),
    ...gapOf(
      'day',
      'not loaded yet',
      (days ?? []).filter(({ isKnown }) => !isKnown).map(({ day }) => day),
    ),
    ...gapOf('people', 'not all loaded', isComplete === false ? ['all'] : []),
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
  return [...alike].flatMap(([text, ownSetAsides]) => ownSetAsides.map((_, place) => `${text} ${place}`));
}

/** The start of each day in a span. Two overlapping windows then have the same key for a missing day. */
function daysOf({ start, end }: Span): string[] {
  const count = Math.max(1, Math.round((end - start) / millisecondsInDay));
  return Array.from({ length: count }, (_, index) => String(start + index * millisecondsInDay));
}
