import type { LogEntry, LogKind, LogLimit, LogPlan, LogReading } from '#contract/gateway/log.ts';
import type { Cell } from '#domain/answers/csv.ts';
import type { PageAddress } from '#contract/pages.ts';
import { aircraftLink, reminderLink, reservationLink } from '#domain/reservations/links.ts';
import { statusWords } from '#domain/maintenance/transitions.ts';
import { freedBy, offeredUntil, standbyLink } from './freed.ts';
import { folded } from '#domain/reports/columns/values.ts';
import { type Clock, clockText, dayText, monthDayText, shownDay } from '#domain/time/clock.ts';
import { addDays, type Day, type Instant, minuteText } from '#domain/time/time.ts';
import { counted, locale, tenths } from '#domain/words.ts';

/** The event in the heading of an entry. */
export const kindWords: Readonly<Record<LogKind, string>> = {
  booked: 'Booked',
  moved: 'Moved',
  gone: 'Removed',
  'aircraft-swapped': 'Aircraft swapped',
  'instructor-swapped': 'Instructor swapped',
  'pilot-swapped': 'Pilot swapped',
  'checked-out': 'Checked out',
  back: 'Back',
  status: 'Status changed',
  'reminder-status': 'Reminder',
  'reminder-limit': 'Limit changed',
  'reading-jumped': 'Reading jumped',
  'reading-backward': 'Reading went backward',
  'squawk-opened': 'Squawk opened',
  'squawk-grounds': 'Grounds the aircraft',
  'squawk-released': 'No longer grounds',
  'squawk-resolved': 'Squawk resolved',
  'squawk-unlisted': 'Squawk not listed',
};

/** `Moved, aircraft swapped`. */
export function kindsText(kinds: readonly LogKind[]): string {
  return kinds.map((kind, at) => (at === 0 ? kindWords[kind] : kindWords[kind].toLowerCase())).join(', ');
}

export type EntryWords = {
  /** The change: `moved from 1300L to 1400L, N512SP in place of N286PA`. */
  readonly words: string;
  /**
   * The record's further details, if the words do not have them: `1300L to 1500L · Dual Flight Training`; empty if
   * there are none.
   */
  readonly about: string;
  /** The people concerned: the pilots, then the instructor; empty if there are none. */
  readonly who: string;
};

/** An entry in words. A time without a day is on the entry's own day, by the clock shown. */
export function entryWords({ kinds, facts, at }: LogEntry, clock: Clock): EntryWords {
  if (facts.of === 'reservation') {
    const { before, after, what } = facts;
    const plan = after ?? before;
    if (!plan) return { words: '', about: what, who: '' };
    const says = reservationWords({ kinds, before, after }, plan, { at: Date.parse(at), clock });
    return {
      words: says.words,
      about: [says.hasTimes ? '' : spanWords(plan, { at: Date.parse(at), clock }), what].filter(Boolean).join(' · '),
      who: [...plan.pilots, ...(plan.instructor === null ? [] : [plan.instructor])].join(', '),
    };
  }
  if (facts.of === 'reminder') return { words: reminderWords(facts), about: '', who: '' };
  if (facts.of === 'readings') {
    const names = [...new Set(facts.readings.flatMap(({ reminders }) => reminders))];
    return { words: facts.readings.map(readingWords).join('; '), about: namesText(names), who: '' };
  }
  const { description, isGrounding, isReopened, action } = facts;
  const grounds = isGrounding && !kinds.includes('squawk-grounds') && 'was grounding the aircraft';
  return {
    words: description,
    about: [isReopened && 'reopened', grounds, action].filter(Boolean).join(' · '),
    who: '',
  };
}

type Moment = { readonly at: Instant; readonly clock: Clock };
type Plans = { readonly before: LogPlan | null; readonly after: LogPlan | null };

function reservationWords({ kinds, before, after }: Plans & Pick<LogEntry, 'kinds'>, plan: LogPlan, moment: Moment) {
  if (kinds.includes('booked')) return { words: spanWords(plan, moment), hasTimes: true };
  if (kinds.includes('gone') || !before || !after) {
    const why = after ? `now ${after.status}` : 'deleted';
    return { words: `was ${spanWords(before ?? plan, moment)}, ${why}`, hasTimes: true };
  }
  const parts: Readonly<Partial<Record<LogKind, () => string>>> = {
    moved: () => movedWords(before, after, moment),
    'aircraft-swapped': () => `${after.tail ?? 'no aircraft'} in place of ${before.tail ?? 'no aircraft'}`,
    'instructor-swapped': () => swapWords(namesOf(before), namesOf(after), 'instructor'),
    'pilot-swapped': () => swapWords(before.pilots, after.pilots, 'pilot'),
    'checked-out': () => `due back ${momentText(after.end, moment)}`,
    back: () => `was due ${momentText(after.end, moment)}`,
    status: () => `${before.status} → ${after.status}`,
  };
  return {
    words: kinds.flatMap((kind) => parts[kind]?.() ?? []).join(', '),
    hasTimes: kinds.some((kind) => withTimes.has(kind)),
  };
}

/** Kinds whose words give a time. */
const withTimes: ReadonlySet<LogKind> = new Set(['moved', 'checked-out', 'back']);

function namesOf({ instructor }: LogPlan): readonly string[] {
  return instructor === null ? [] : [instructor];
}

/** Gives the end only if the duration has changed. */
function movedWords(before: LogPlan, after: LogPlan, moment: Moment): string {
  if (before.start === after.start)
    return `until ${momentText(after.end, moment)}, was until ${momentText(before.end, moment)}`;
  const moved = `moved from ${momentText(before.start, moment)} to ${momentText(after.start, moment)}`;
  return length(before) === length(after) ? moved : `${moved}, until ${momentText(after.end, moment)}`;
}

function length({ start, end }: LogPlan): number | null {
  return start === null || end === null ? null : Date.parse(end) - Date.parse(start);
}

/** Leaves out people who are in both lists. */
function swapWords(before: readonly string[], after: readonly string[], role: string): string {
  const gone = before.filter((name) => !after.includes(name)).join(' and ');
  const come = after.filter((name) => !before.includes(name)).join(' and ');
  if (gone && come) return `${come} in place of ${gone}`;
  if (come) return `with ${come}`;
  return gone ? `without ${gone}` : `another ${role} of the same name`;
}

function momentText(iso: string | null, { at, clock }: Moment): string {
  if (iso === null) return 'no time';
  const instant = Date.parse(iso);
  const day = shownDay(instant, clock);
  return day === shownDay(at, clock) ? clockText(instant, clock) : `${dayText(day)} ${clockText(instant, clock)}`;
}

function spanWords({ start, end }: LogPlan, moment: Moment): string {
  const isOneDay =
    start !== null &&
    end !== null &&
    shownDay(Date.parse(start), moment.clock) === shownDay(Date.parse(end), moment.clock);
  return `${momentText(start, moment)} to ${isOneDay ? clockText(Date.parse(end), moment.clock) : momentText(end, moment)}`;
}

type FactsOf<Name extends LogEntry['facts']['of']> = Extract<LogEntry['facts'], { of: Name }>;

/** `Annual: Warning → OK, limit 31 May 2026 → 31 May 2027`, `Annual (date): OK → Expired, overall OK`. */
function reminderWords({ name, before, after, axes = [], limits = [] }: FactsOf<'reminder'>): string {
  if (!before || !after) {
    return after ? `${name} is new, ${after.name}` : `${name} is gone, was ${before?.name ?? 'no status'}`;
  }
  const { axis, words } = statusWords({ before, after }, axes);
  return `${name}${axis ? ` (${axis})` : ''}: ${[words, ...limits.map(limitWords)].filter(Boolean).join(', ')}`;
}

/** `limit 4,100.0 → 4,200.0 h`, `limit 31 May 2026 → 31 May 2027`, `limit none → 1,200 landings`. */
function limitWords({ axis, before, after }: LogLimit): string {
  const figure = (limit: number) => (axis === 'hours' ? tenths : whole).format(limit);
  const unit = axis === 'hours' ? ' h' : ' landings';
  const text = (limit: LogLimit['after']) => {
    if (limit === null) return 'none';
    // A date in another year does not need its weekday.
    if (typeof limit === 'string') return `${monthDayText(limit)} ${limit.slice(0, 4)}`;
    return figure(limit) + unit;
  };
  const isTwoFigures = typeof before === 'number' && typeof after === 'number';
  return `limit ${isTwoFigures ? figure(before) : text(before)} → ${text(after)}`;
}

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** `hours 4,093.8 → 4,193.8 (+100.0)`. */
function readingWords({ meter, before, after }: LogReading): string {
  const figure = meter === 'hours' ? tenths : whole;
  const rise = after - before;
  const sign = rise < 0 ? '−' : '+';
  return `${meter} ${figure.format(before)} → ${figure.format(after)} (${sign}${figure.format(Math.abs(rise))})`;
}

/** `on Annual`, `on Annual and 4 other reminders`. */
function namesText([first, ...others]: readonly string[]): string {
  if (first === undefined) return '';
  if (others.length === 0) return `on ${first}`;
  return `on ${first} and ${counted(others.length, 'other reminder')}`;
}

/** The page that shows an entry's record; null if there is none. Meters and squawks are on the aircraft's page. */
export function entryLink({ facts, aircraftId }: LogEntry, zone: string): string | null {
  if (facts.of === 'reservation') {
    const { start = null } = facts.after ?? facts.before ?? {};
    return reservationLink({ key: facts.key, start: start === null ? null : Date.parse(start) }, zone);
  }
  if (facts.of === 'reminder' && facts.after) return reminderLink(facts.key);
  return aircraftId === null ? null : aircraftLink(aircraftId);
}

/** Who could use the time that an entry freed; null if it freed none that others are offered. */
export function takersLink(entry: LogEntry, now: Instant, zone: string): PageAddress | null {
  const until = offeredUntil(now, zone);
  return freedBy(entry, now).some(({ start }) => start < until) ? standbyLink(entry.seq) : null;
}

/** An entry's whole searchable text, folded. */
export function searchText(entry: Omit<LogEntry, 'seq' | 'at'>): string {
  const { facts, tail, people, kinds } = entry;
  const own =
    facts.of === 'reservation'
      ? [facts.what, facts.before?.tail, facts.before?.status, facts.after?.status]
      : facts.of === 'readings'
        ? facts.readings.flatMap(({ reminders }) => reminders)
        : facts.of === 'reminder'
          ? [facts.name, reminderWords(facts)]
          : [facts.description, facts.action];
  const words = [tail, kindsText(kinds), ...people.map(({ name }) => name), ...own].filter(Boolean);
  return folded([...new Set(words)].join(' '));
}

/** The entries of one day by the clock shown. */
export type LogDay = { readonly day: Day; readonly title: string; readonly entries: readonly LogEntry[] };

/** Entries by day, newest first: `Today, Tue 12 May`, `Yesterday, Mon 11 May`, `Sun 10 May`. */
export function logDays(entries: readonly LogEntry[], now: Instant, clock: Clock): LogDay[] {
  const today = shownDay(now, clock);
  const names = new Map([
    [today, 'Today, '],
    [addDays(today, -1), 'Yesterday, '],
  ]);
  const days = Map.groupBy(entries, ({ at }) => shownDay(Date.parse(at), clock));
  return Array.from(days, ([day, own]) => ({ day, title: `${names.get(day) ?? ''}${dayText(day)}`, entries: own }));
}

/** The columns of the log's file. */
export function logColumns({ zone }: Clock): string[] {
  return [`Seen (${zone})`, 'Kind', 'Aircraft', 'People', 'Change', 'Details', 'Record'];
}

/** An entry as a row of the file, with its time in the operator's time zone. */
export function logCells(entry: LogEntry, clock: Clock): Cell[] {
  const { facts, tail, kinds, at } = entry;
  const { words, about, who } = entryWords(entry, clock);
  const record = facts.of === 'squawk' ? facts.id : facts.of === 'readings' ? entry.aircraftId : facts.key;
  return [minuteText(Date.parse(at), clock.zone), kindsText(kinds), tail, who || null, words, about || null, record];
}
