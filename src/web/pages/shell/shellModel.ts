import type { Who } from '#contract/access/grants.ts';
import { rightsOf } from '#domain/access/rights.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { connectionReading, type Reading, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';
import { type Clock, clockText, dayText, durationText, repeatedHourNote, shownDay } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { IconName } from '#web/ui/controls/Icon.tsx';

/** A page of the bar; `key` goes there after `g`. The first four or five are in a phone's bar, the rest behind "More". */
export type PageEntry = {
  readonly path: string;
  readonly label: string;
  readonly key: string;
  /** On a phone, over the label. */
  readonly icon?: IconName;
  /** Loads its files before it is opened. Never rejects. */
  readonly preload?: () => void;
};
export type Navigation = readonly PageEntry[];
/** What stands in the place of a list for one who has only their own page of it. */
export type OwnPage = Pick<PageEntry, 'label' | 'preload'>;

/**
 * The pages of the bar that a role has. Who has not the list of instructors but is one has their own schedule first, which
 * `own` is, under the same key.
 */
export function navigationFor(navigation: Navigation, who: Who, own: OwnPage): Navigation {
  const { maySeePage, firstPage } = rightsOf(who);
  const list = navigation.find(({ path }) => path === '/instructors');
  const isOwn = list !== undefined && !maySeePage(list.path) && isAt(list, firstPage);
  const pages = navigation.filter(({ path }) => maySeePage(path));
  return isOwn ? [{ ...list, ...own, path: firstPage }, ...pages] : pages;
}

/** Whether an address is of a page or below it; the first page has none below. */
export function isAt({ path }: Pick<PageEntry, 'path'>, pathname: string): boolean {
  return path === '/' ? pathname === '/' : pathname.startsWith(path);
}

/** From which width of the window on a page is in the bar itself: see `Nav.module.css`. */
export type Place = 'always' | 'desktop' | 'wide';

const onPhones = 5;
const onDesktops = 6;

/** Where the page at this index of so many is. "More" takes a place too, where it is needed. */
export function placeOf(index: number, count: number): Place {
  if (index < (count <= onPhones ? onPhones : onPhones - 1)) return 'always';
  return index < onDesktops || count <= onDesktops ? 'desktop' : 'wide';
}

const stateWords: Readonly<Record<ReadingState, string>> = {
  fresh: 'up to date',
  late: 'late',
  stale: 'stale',
  loading: 'loading',
  failed: 'failed',
};

/** A source of data behind the connection light. */
export type SourceLine = {
  readonly state: ReadingState;
  /** `Aircraft: up to date`. */
  readonly title: string;
  /** When the data is from and how often it is refreshed; null while there is none. */
  readonly age: string | null;
  readonly failure: string | null;
};

export type Light = {
  readonly state: ReadingState;
  /** The age of the data, `12 s`, or the state where there is none. */
  readonly text: string;
  /** `Data: up to date, 12 s`. */
  readonly label: string;
  readonly sources: readonly SourceLine[];
};

/** One light for everything on the screen: the worst of the sources without which it has nothing to show. */
export function lightModel(readings: readonly Reading[], now: Instant, clock: Clock): Light {
  const worst = connectionReading(readings, now);
  const state = worst ? readingState(worst, now) : 'fresh';
  const text = worst?.asOf == null ? stateWords[state] : durationText(now - worst.asOf);
  return {
    state,
    text,
    label: `Data: ${stateWords[state]}, ${text}`,
    sources: readings.map((reading) => sourceLine(reading, now, clock)),
  };
}

function sourceLine(reading: Reading, now: Instant, clock: Clock): SourceLine {
  const { source, asOf, interval, failure } = reading;
  const state = readingState(reading, now);
  const age = asOf === null ? null : `as of ${clockText(asOf, clock)}, ${durationText(now - asOf)} ago`;
  return {
    state,
    title: `${source}: ${stateWords[state]}`,
    age: age && `${age}; refreshed every ${durationText(interval)}`,
    failure: failure && `${failureWords(failure, clock).title}.`,
  };
}

/** A button of the header that shows a clock, and switches all times of the page to it. */
export type ClockButton = {
  readonly mode: Clock['mode'];
  readonly text: string;
  readonly label: string;
  /** The day, and which of two hours it is where the clock shows one twice. */
  readonly title: string;
};

export function clockButtons(now: Instant, zone: string): ClockButton[] {
  return (['L', 'Z'] as const).map((mode) => {
    const clock = { zone, mode };
    const name = mode === 'L' ? `local time, ${zone}` : 'Zulu time';
    const text = clockText(now, clock);
    const note = repeatedHourNote([now], clock);
    return {
      mode,
      text,
      label: `${text}, ${name}`,
      title: `${dayText(shownDay(now, clock))}, ${name}${note === undefined ? '' : `; ${note}`}`,
    };
  });
}
