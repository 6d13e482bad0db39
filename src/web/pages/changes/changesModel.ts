import { type LogAnswer, type LogEntry, type LogKind, logKinds } from '#contract/gateway/log.ts';
import { csvHead, csvLines } from '#domain/answers/csv.ts';
import { countText, type Knowledge, lacking, type NoneText, noneText } from '#domain/answers/known.ts';
import { logCells, logColumns, logDays, type LogDay } from '#domain/log/words.ts';
import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import { type Day, daySpan, type Instant, shiftStart, type ShiftStarts } from '#domain/time/time.ts';
import { readChoice, readSet, readUrlDay } from '#web/components/page/urlValues.ts';
import { numberText } from '#domain/words.ts';

/** The kinds to choose from, by subject. */
export const kindGroups: readonly { readonly name: string; readonly kinds: readonly LogKind[] }[] = [
  {
    name: 'Reservations',
    kinds: ['booked', 'moved', 'gone', 'aircraft-swapped', 'instructor-swapped', 'pilot-swapped'],
  },
  { name: 'Flights', kinds: ['checked-out', 'back', 'status'] },
  { name: 'Reminders and meters', kinds: ['reminder-status', 'reminder-limit', 'reading-jumped', 'reading-backward'] },
  {
    name: 'Squawks',
    kinds: ['squawk-opened', 'squawk-grounds', 'squawk-released', 'squawk-resolved', 'squawk-unlisted'],
  },
];

/** Which part of the log is shown: a shift, since this person last looked, a day, or all. It opens on this shift. */
export const logPeriods = ['shift', 'last-shift', 'seen', 'day', 'all'] as const;
export const defaultPeriod = 'shift';
type LogPeriod = (typeof logPeriods)[number];

/** What the address asks for. */
export type LogChoice = {
  readonly period: LogPeriod;
  readonly day: Day;
  readonly kinds: readonly LogKind[];
  readonly aircraft: string;
  readonly person: string;
  readonly search: string;
};

/** The choice in an address, read before the page is drawn; the page itself reads the same with its hooks. */
export function writtenChoice(address: URLSearchParams, today: Day): LogChoice {
  return {
    period: readChoice('period', address.get('period'), logPeriods, defaultPeriod).value,
    day: readUrlDay(address.get('date'), today).value,
    kinds: readSet('kind', address.get('kind'), logKinds).value,
    aircraft: address.get('aircraft') ?? '',
    person: address.get('person') ?? '',
    search: address.get('q') ?? '',
  };
}

type PeriodNow = {
  readonly now: Instant;
  readonly zone: string;
  readonly starts: ShiftStarts;
  readonly lookedAt: Instant;
};

/** From inclusive and to exclusive; null if that end is open. */
function periodSpan(
  period: LogPeriod,
  { now, zone, starts, lookedAt, day }: PeriodNow & { readonly day: Day },
): { readonly from: Instant | null; readonly to: Instant | null } {
  if (period === 'seen') return { from: lookedAt, to: null };
  if (period === 'day') {
    const { start, end } = daySpan(day, zone);
    return { from: start, to: end };
  }
  if (period === 'all') return { from: null, to: null };
  const begun = shiftStart(now, zone, starts);
  return period === 'shift' ? { from: begun, to: null } : { from: shiftStart(begun - 1, zone, starts), to: begun };
}

/** The query for a choice. */
export function questionOf({ period, day, kinds, aircraft, person, search }: LogChoice, moment: PeriodNow) {
  const span = periodSpan(period, { ...moment, day });
  const iso = (instant: Instant | null) => (instant === null ? null : new Date(instant).toISOString());
  return {
    from: iso(span.from),
    to: iso(span.to),
    kinds,
    aircraft: aircraft || null,
    person: person || null,
    q: search.slice(0, 200),
  };
}

/** How many filters narrow the log, besides the search. */
export function filtersUsed({ kinds, aircraft, person }: Pick<LogChoice, 'kinds' | 'aircraft' | 'person'>): number {
  return Number(kinds.length > 0) + Number(aircraft !== '') + Number(person !== '');
}

/** The periods to choose from; shifts with the time of their start. */
export function periodOptions({ now, zone, starts }: Omit<PeriodNow, 'lookedAt'>, clock: Clock) {
  const begun = shiftStart(now, zone, starts);
  const last = shiftStart(begun - 1, zone, starts);
  return [
    { value: 'shift', label: `This shift, ${clockText(begun, clock)}` },
    { value: 'last-shift', label: `Last shift, ${clockText(last, clock)}` },
    { value: 'seen', label: 'Not seen' },
    { value: 'day', label: 'Day' },
    { value: 'all', label: 'All' },
  ] as const satisfies readonly { readonly value: LogPeriod; readonly label: string }[];
}

export type ShownLog = {
  /** `214 in all`, `12 of 214`. */
  readonly count: string;
  readonly days: readonly LogDay[];
  /** Entries that arrived while someone reads further down, and are not drawn yet. */
  readonly held: number;
  /** How many of the drawn entries are new since the last look. */
  readonly news: number;
  /** `100 of 214 shown`; null if all are. */
  readonly shown: string | null;
  /** The text in place of entries. */
  readonly empty: NoneText | null;
  /** Since when the log is complete. */
  readonly began: string;
};

type Showing = {
  readonly choice: LogChoice;
  readonly moment: PeriodNow;
  readonly clock: Clock;
  /** The number of the newest entry to draw; null for all. */
  readonly until: number | null;
  /** What is known of the log. */
  readonly known: Knowledge;
};

/** What the page shows of an answer. */
export function shownLog(log: LogAnswer, { choice, moment, clock, until, known }: Showing): ShownLog {
  const drawn = until === null ? log.entries : log.entries.filter(({ seq }) => seq <= until);
  const isNarrowed = choice.period !== 'all' || choice.search.trim() !== '' || filtersUsed(choice) > 0;
  const from = Date.parse(log.from);
  const whole = isNarrowed ? `${numberText(log.total)} of ${numberText(log.all)}` : `${numberText(log.all)} in all`;
  return {
    count: countText(known, isNarrowed ? log.total : log.all, whole),
    days: logDays(drawn, moment.now, clock),
    held: log.entries.length - drawn.length,
    news: drawn.filter((entry) => isNews(entry, moment.lookedAt)).length,
    shown:
      log.entries.length < log.total ? `${numberText(log.entries.length)} of ${numberText(log.total)} shown` : null,
    empty: log.entries.length > 0 ? null : emptyText(log, { choice, moment, clock, known }),
    began: `Complete since ${longWhen(from, moment.now, clock)}. Kept for 90 days. Time noticed.`,
  };
}

/** True for an entry made after the log was last marked as seen. */
export function isNews({ at }: Pick<LogEntry, 'at'>, lookedAt: Instant): boolean {
  return Date.parse(at) > lookedAt;
}

/** States that nothing has changed, but only for the time that the log covers. */
function emptyText(log: LogAnswer, { choice, moment, clock, known }: Omit<Showing, 'until'>): NoneText {
  const { now, zone, starts, lookedAt } = moment;
  const when = (instant: Instant) => longWhen(instant, now, clock);
  const began = Date.parse(log.from);
  const logBegan = `${when(began)}, when the log began`;
  if (log.all === 0) return noneText(known, `Nothing has changed since ${logBegan}.`);
  if (choice.search.trim() !== '' || filtersUsed(choice) > 0) return noneText(known, 'No changes match these filters.');
  const span = periodSpan(choice.period, { ...moment, day: choice.day });
  if (span.to !== null && span.to <= began) return noneText(lacking(known, `the log began ${when(began)}`), '');
  const isBefore = span.from !== null && span.from < began;
  if (isBefore) {
    const isOver = span.to !== null && span.to <= now;
    return noneText(known, isOver ? `Nothing changed after ${logBegan}.` : `Nothing has changed since ${logBegan}.`);
  }
  const since = {
    seen: `you last looked, ${when(lookedAt)}`,
    shift: `this shift began, ${when(shiftStart(now, zone, starts))}`,
  };
  if (choice.period === 'seen' || choice.period === 'shift')
    return noneText(known, `Nothing has changed since ${since[choice.period]}.`);
  return noneText(
    known,
    choice.period === 'day' ? `Nothing changed on ${dayText(choice.day)}.` : 'Nothing changed in the last shift.',
  );
}

/** With the year, unless it is this year. */
function longWhen(instant: Instant, now: Instant, clock: Clock): string {
  const [year, thisYear] = [shownDay(instant, clock).slice(0, 4), shownDay(now, clock).slice(0, 4)];
  if (year === thisYear) return whenText(instant, now, clock);
  return `${dayText(shownDay(instant, clock))} ${year} ${clockText(instant, clock)}`;
}

/** The log as a file, piece by piece as it arrives; `tell` gets the number of entries written. */
export async function* logCsv(
  pages: AsyncIterable<readonly LogEntry[]>,
  clock: Clock,
  tell: (count: number) => void,
): AsyncGenerator<string> {
  yield csvHead(logColumns(clock));
  let count = 0;
  for await (const entries of pages) {
    yield csvLines(entries.map((entry) => logCells(entry, clock)));
    count += entries.length;
    tell(count);
  }
}
