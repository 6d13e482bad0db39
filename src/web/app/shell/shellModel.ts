import { millisecondsInMinute } from '#domain/units.ts';
import type { Who } from '#contract/access/grants.ts';
import { rightsOf } from '#domain/access/rights.ts';
import { isExplained, isOut, noConnection, sinceAnswer } from '#domain/answers/connection.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { gapTexts, isComing } from '#domain/answers/gaps.ts';
import { type Knowledge, lackAfter, noneText, type Situation } from '#domain/answers/known.ts';
import { connectionReading, type Reading, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';
import { type Clock, clockText, durationText, repeatedHourNote, shownDayText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { IconName } from '#web/components/controls/Icon.tsx';
import { counted } from '#domain/words.ts';

/** A page of the bar; `g` and then `key` opens it. The first four or five are in a phone's bar, the rest behind "More". */
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
/** Replaces a list for a user who has only their own page of it. */
export type OwnPage = Pick<PageEntry, 'label' | 'preload'>;

/**
 * The pages of the bar for a role. An instructor without access to the list of instructors gets their own schedule first
 * (`own`), under the same key.
 */
export function navigationFor(navigation: Navigation, who: Who, own: OwnPage): Navigation {
  const { maySeePage, firstPage } = rightsOf(who);
  const list = navigation.find(({ path }) => path === '/instructors');
  const isOwn = list !== undefined && !maySeePage(list.path) && isAt(list, firstPage);
  const pages = navigation.filter(({ path }) => maySeePage(path));
  return isOwn ? [{ ...list, ...own, path: firstPage }, ...pages] : pages;
}

/** Whether an address is a page or below it; the first page has none below. */
export function isAt({ path }: Pick<PageEntry, 'path'>, pathname: string): boolean {
  return path === '/' ? pathname === '/' : pathname.startsWith(path);
}

/** The window width from which a page is in the bar itself: see `Nav.module.css`. */
export type Placement = 'always' | 'desktop' | 'wide' | 'more';

const onPhones = 5;
const onDesktops = 6;
const onWide = 9;

/** The place of the page at this index. "More" takes a place too, if needed. */
export function placeOf(index: number, count: number): Placement {
  if (index < (count <= onPhones ? onPhones : onPhones - 1)) return 'always';
  if (index < onDesktops || count <= onDesktops) return 'desktop';
  return index < onWide || count <= onWide + 1 ? 'wide' : 'more';
}

/** The number of Expired reminders, in the bar. */
export type Badge = {
  /** `3`; `3+` while aircraft are missing; `?` if it is not known whether there are any. */
  readonly text: string;
  readonly label: string;
  readonly isKnown: boolean;
};

/** The badge beside Maintenance; none only if it is known that no item is overdue. */
export function expiredBadge(count: number, known: Knowledge): Badge | null {
  const lack = lackAfter(known);
  if (count > 0) {
    const words = counted(count, 'Expired reminder');
    const text = known.lacks.length > 0 ? `${count}+` : String(count);
    return { text, label: lack === null ? words : `${words}, ${lack}`, isKnown: true };
  }
  if (lack === null) return null;
  return { text: '?', label: `Expired reminders: ${noneText(known, '').text}`, isKnown: false };
}

/**
 * The state of the light: how reliable the screen's data is, that part of it is missing, or that the gateway does not answer.
 */
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
  /** The age of the data, `12 s`, or the state if there is none. */
  readonly text: string;
  /** The rest of the text, on its own line if the bar is narrow: ` since 1329L`; empty for nothing. */
  readonly more: string;
  /** `Data: up to date, 12 s`. */
  readonly label: string;
  readonly sources: readonly SourceLine[];
};

/**
 * One light for everything on screen: the worst of the required sources; red if the gateway does not answer, whatever their
 * state.
 */
export function lightModel(readings: readonly Reading[], situation: Situation): Light {
  const { now, clock, connection } = situation;
  const sources = readings.map((reading) => sourceLine(reading, situation));
  if (isOut(connection)) {
    const more = sinceAnswer(connection, now, clock);
    return { state: 'lost', text: noConnection, more, label: noConnection + more, sources };
  }
  const worst = connectionReading(readings, now);
  const state = worst ? readingState(worst, now) : 'fresh';
  const text = worst?.asOf == null ? stateWords[state] : durationText(now - worst.asOf);
  if ((state === 'fresh' || state === 'late') && readings.some(isPartial))
    return { state: 'part', text: 'not all loaded', more: '', label: `Data: not all loaded yet, ${text}`, sources };
  const label = ['Data: ' + stateWords[state], ...(worst?.asOf == null ? [] : [text])].join(', ');
  return { state, text, more: '', label, sources };
}

/** True for a source with parts still to be read. */
function isPartial({ gaps = [], isOptional }: Reading): boolean {
  return isOptional !== true && gaps.some(isComing);
}

/** Rounds to whole minutes: the gateway counts whole seconds, so an hour may arrive as 59 minutes and 59 seconds. */
function wholeMinutes(interval: number): number {
  return interval < 2 * millisecondsInMinute
    ? interval
    : Math.round(interval / millisecondsInMinute) * millisecondsInMinute;
}

function sourceLine(reading: Reading, { now, clock, connection }: Situation): SourceLine {
  const { source, asOf, interval, failure, gaps = [] } = reading;
  const isLost = isOut(connection) && asOf !== null;
  const state = isLost ? 'stale' : readingState(reading, now);
  const age = asOf === null ? null : `as of ${clockText(asOf, clock)}, ${durationText(now - asOf)} ago`;
  const refreshed = isLost
    ? 'not refreshed without a connection'
    : `refreshed every ${durationText(wholeMinutes(interval))}`;
  const isReported = failure !== null && !isExplained(failure, connection);
  const missing = [isReported && failureWords(failure, clock).title, ...gapTexts(gaps)].filter(Boolean).join('; ');
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
  /** The day, and which of two equal hours it is if the clock shows one twice. */
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
      title: `${shownDayText(now, clock)}, ${name}${note === undefined ? '' : `; ${note}`}`,
    };
  });
}
