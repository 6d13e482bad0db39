import type { Who } from '#contract/access/grants.ts';
import { rightsOf } from '#domain/access/rights.ts';
import { isExplained, isOut, lostText } from '#domain/answers/connection.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { gapTexts, isComing } from '#domain/answers/gaps.ts';
import { type Knowledge, lackText, noneText, type Telling } from '#domain/answers/known.ts';
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

/** How many reminders are Expired, in the bar. */
export type Badge = {
  /** `3`, `3+` while aircraft are missing, `?` where it is not known whether there are any. */
  readonly text: string;
  readonly label: string;
  readonly isKnown: boolean;
};

/** The badge beside Maintenance; none alone where it is known that nothing is Expired. */
export function expiredBadge(count: number, known: Knowledge): Badge | null {
  const lack = lackText(known);
  if (count > 0) {
    const words = `${count} ${count === 1 ? 'reminder' : 'reminders'} expired`;
    const text = known.lacks.length > 0 ? `${count}+` : String(count);
    return { text, label: lack === null ? words : `${words}, ${lack}`, isKnown: true };
  }
  if (lack === null) return null;
  return { text: '?', label: `Expired reminders: ${noneText(known, '').text}`, isKnown: false };
}

/** What the light says: how far the data of the screen can be trusted, that not all of it is here, or that nobody answers. */
export type LightState = ReadingState | 'part' | 'lost';

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
  readonly state: LightState;
  /** The age of the data, `12 s`, or the state where there is none. */
  readonly text: string;
  /** What follows, in a line of its own where the bar is narrow: ` since 1329L`; empty for nothing. */
  readonly more: string;
  /** `Data: up to date, 12 s`. */
  readonly label: string;
  readonly sources: readonly SourceLine[];
};

/**
 * One light for everything on the screen: the worst of the sources without which it has nothing to show; red where the gateway
 * does not answer, whatever they say.
 */
export function lightModel(readings: readonly Reading[], telling: Telling): Light {
  const { now, clock, connection } = telling;
  const sources = readings.map((reading) => sourceLine(reading, telling));
  if (isOut(connection)) {
    const label = lostText(connection, now, clock);
    const text = 'No connection';
    return { state: 'lost', text, more: label.slice(text.length), label, sources };
  }
  const worst = connectionReading(readings, now);
  const state = worst ? readingState(worst, now) : 'fresh';
  const text = worst?.asOf == null ? stateWords[state] : durationText(now - worst.asOf);
  if ((state === 'fresh' || state === 'late') && readings.some(isPartial))
    return { state: 'part', text: 'not all read', more: '', label: `Data: not all read yet, ${text}`, sources };
  return { state, text, more: '', label: `Data: ${stateWords[state]}, ${text}`, sources };
}

/** True of a source of which something is still to be read. */
function isPartial({ gaps = [], isOptional }: Reading): boolean {
  return isOptional !== true && gaps.some(isComing);
}

function sourceLine(reading: Reading, { now, clock, connection }: Telling): SourceLine {
  const { source, asOf, interval, failure, gaps = [] } = reading;
  const isLost = isOut(connection) && asOf !== null;
  const state = isLost ? 'stale' : readingState(reading, now);
  const age = asOf === null ? null : `as of ${clockText(asOf, clock)}, ${durationText(now - asOf)} ago`;
  const refreshed = isLost ? 'not refreshed without a connection' : `refreshed every ${durationText(interval)}`;
  const isTold = failure !== null && !isExplained(failure, connection);
  const missing = [isTold && failureWords(failure, clock).title, ...gapTexts(gaps)].filter(Boolean).join('; ');
  return {
    state,
    title: `${source}: ${isLost ? 'no connection' : stateWords[state]}`,
    age: age && `${age}; ${refreshed}`,
    failure: missing === '' ? null : `${missing}.`,
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
