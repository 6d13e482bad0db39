import { millisecondsInDay } from 'date-fns/constants';
import type { QueryPair } from '#contract/query.ts';
import { clockText, dayText } from '#domain/time/clock.ts';
import { parametersOf, type ReportId } from './reportQuery.ts';
import {
  addDays,
  type Day,
  dayOf,
  daySpan,
  type Instant,
  readInstant,
  wallText,
  type Zone,
} from '#domain/time/time.ts';
import type { LoadPlan } from './loadPlan.ts';

/** Which rows a query asks for, where it is not all. */
export type Asked = {
  /** By itself, as after a title: `last 30 days`, `from 1 May to 3 May`, `with flightDate=gte:2026-05-01`. */
  readonly label: string;
  /** After a number of rows: ` of the last 30 days`. */
  readonly suffix: string;
  /** The days of a period that names none: `13 Apr to 12 May`. */
  readonly days: string | null;
  /** In a file name: `2026-04-13-to-2026-05-12`. */
  readonly fileName: string;
  /** Whether it asks for a span of time and nothing else, so that all rows within are there; `to` is exclusive, null is open. */
  readonly isSpan: boolean;
  readonly from: Instant | null;
  readonly to: Instant | null;
};

type AskedAt = {
  readonly today: Day;
  readonly zone: Zone;
};

/** The first of so many days up to today, which is one of them. */
export function firstOfDays(count: number, today: Day): Day {
  return addDays(today, 1 - count);
}

/** The rows of the last days, today included. */
export function askedPeriod(count: number, { today, zone }: AskedAt): Asked {
  const first = firstOfDays(count, today);
  return {
    label: `last ${count} days`,
    suffix: ` of the last ${count} days`,
    days: `${dayWords(first, today)} to ${dayWords(today, today)}`,
    fileName: `${first}-to-${today}`,
    isSpan: true,
    from: daySpan(first, zone.name).start,
    to: daySpan(today, zone.name).end,
  };
}

/** The rows of a query that names dates or anything else besides pages; null where it asks for all. */
export function askedOf(id: ReportId, pairs: readonly QueryPair[], { today, zone }: AskedAt): Asked | null {
  const conditions = pairs.filter(([name, value]) => value !== '' && name !== 'limit' && name !== 'offset');
  if (conditions.length === 0) return null;
  let from: Instant | null = null;
  let to: Instant | null = null;
  const documented = new Set(parametersOf(id).flatMap((one) => (one.isDocumented ? one.name : [])));
  let isSpan = true;
  for (const pair of conditions) {
    const bound = documented.has(pair[0]) ? boundOf(pair, zone) : null;
    if (!bound) isSpan = false;
    else if (bound.isFirst) from = bound.at;
    else to = bound.at;
  }
  if (!isSpan) {
    const label = `with ${conditions.map((pair) => pair.join('=')).join(' and ')}`;
    return { label, suffix: ` ${label}`, days: null, fileName: 'selected', isSpan, from, to };
  }
  const label = spanWords(from, to, today, zone);
  return { label, suffix: ` ${label}`, days: null, fileName: spanFileName(from, to, zone), isSpan, from, to };
}

/** `2026-05-01-to-2026-05-03`, `from-2026-05-01`. */
function spanFileName(from: Instant | null, to: Instant | null, { name }: Zone): string {
  const [first, last] = [from, to === null ? null : to - 1].map((at) => (at === null ? null : dayOf(at, name)));
  if (first && last) return `${first}-to-${last}`;
  return first ? `from-${first}` : `to-${last}`;
}

const comparison = /^(gte?|lte?):(.+)$/;

/** A parameter that says from when, or until when; null for any other. */
function boundOf([name, value]: QueryPair, zone: Zone): { readonly isFirst: boolean; readonly at: Instant } | null {
  const [, operator = null, time = value] = name === 'CreatedDate' ? (comparison.exec(value) ?? []) : [];
  const isFirst = name === 'StartDate' || operator?.startsWith('g') === true;
  const at = readInstant(time, zone);
  const isBound = name === 'StartDate' || name === 'EndDate' || operator !== null;
  return isBound && at !== null ? { isFirst, at } : null;
}

/** `from 1 May to 3 May`, `from 12 May 0930L`, `to 3 May`. */
function spanWords(from: Instant | null, to: Instant | null, today: Day, zone: Zone): string {
  return [from !== null && `from ${timeWords(from, today, zone)}`, to !== null && `to ${endWords(to, today, zone)}`]
    .filter((text) => text !== false)
    .join(' ');
}

const isMidnight = (at: Instant, { name }: Zone) => wallText(at, name).endsWith('T00:00:00');

function timeWords(at: Instant, today: Day, zone: Zone): string {
  const day = dayWords(dayOf(at, zone.name), today);
  return isMidnight(at, zone) ? day : `${day} ${clockText(at, { zone: zone.name, mode: 'L' })}`;
}

/** A span that ends at midnight ends with the day before. */
function endWords(at: Instant, today: Day, zone: Zone): string {
  return isMidnight(at, zone) ? dayWords(dayOf(at - 1, zone.name), today) : timeWords(at, today, zone);
}

/** `12 May`, with the year where it is another. */
export function dayWords(day: Day, today: Day): string {
  const year = day.slice(0, 4);
  return year === today.slice(0, 4) ? dayText(day).slice(4) : `${dayText(day).slice(4)} ${year}`;
}

/** Rows that may lie outside of a span that was asked for: flights over midnight, times read in another zone. */
const [toleratedShare, toleratedTime] = [0.1, millisecondsInDay];

/** Whether a service ignored the span that it was asked for: services drop parameters that they do not know. */
export function isSpanIgnored({ isSpan, from, to }: Asked, dates: readonly Instant[]): boolean {
  if (!isSpan) return false;
  const isOutside = (at: Instant) =>
    (from !== null && at < from - toleratedTime) || (to !== null && at >= to + toleratedTime);
  return dates.filter(isOutside).length > toleratedShare * dates.length;
}

const counted = new Intl.NumberFormat('en-US');

/** `6,214 rows`, `1 row`. */
export function rowsText(count: number): string {
  return `${counted.format(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** Which rows are loaded, where it is not all there are. */
export type Part = {
  /** After a title or a total: `part of 4,532 rows`, `last 30 days`. */
  readonly label: string;
  /** In full: `Newest 1,032 of 4,532 rows (part: rows 3,501–4,532 of 4,532).` */
  readonly text: string;
  /** In a file name: `part-newest-1032-of-4532`. */
  readonly fileName: string;
};

/** The total that the service reports; null if it reports none, or a wrong one. */
export function trustedTotal({ totalItems, isTotalWrong }: LoadPlan): number | null {
  return isTotalWrong ? null : totalItems;
}

/** Whether all rows that were asked for are loaded. */
export function isWhole({ status, mode }: Pick<LoadPlan, 'status' | 'mode'>): boolean {
  return status === 'complete' && mode !== 'given' && mode !== 'single';
}

/** `newest 1,032 of 4,532 rows`; `first` and `last` of the service's list where its order is not known. */
function partText(plan: LoadPlan): string {
  const { mode, order, end, rows, offset } = plan;
  const total = trustedTotal(plan);
  const count = total === null || total < rows.length ? rowsText(rows.length) : countOfTotal(rows.length, total);
  if (mode === 'given') return `${count} at offset ${offset}`;
  if (order === 'unknown' || order === null || mode === 'single') return `${end} ${count}`;
  return `newest ${count}`;
}

const countOfTotal = (count: number, total: number) => `${counted.format(count)} of ${rowsText(total)}`;

/** The rows that the table works on: `the newest 1,032 of 4,532 rows`, `all 812 rows of the last 30 days`. */
export function scopeText(plan: LoadPlan, asked: Asked | null = null): string {
  const { length } = plan.rows;
  const all = length === 1 && !asked ? 'the only row' : `all ${rowsText(length)}`;
  return (isWhole(plan) ? all : `the ${partText(plan)}`) + (asked?.suffix ?? '');
}

/** More about the scope: ` (rows 3,501–4,532 of 4,532), from 2 Apr`, `, 13 Apr to 12 May`. `since` is the day of the oldest. */
export function scopeDetail(plan: LoadPlan, asked: Asked | null, since: string | null): string {
  if (isWhole(plan)) return asked?.days ? `, ${asked.days}` : '';
  const places = placesText(plan);
  return (places === null ? '' : ` (${places})`) + (since === null ? '' : `, from ${since}`);
}

/** The rows beside a heading: `26 rows`, `Newest 1,032 of 4,532 rows`, `812 rows. Last 30 days: 13 Apr to 12 May`. */
export function countText(plan: LoadPlan, asked: Asked | null = null): string {
  const count = isWhole(plan) ? rowsText(plan.rows.length) : capital(partText(plan));
  return asked ? `${count}. ${askedText(asked)}` : count;
}

/** `Last 30 days: 13 Apr to 12 May`. */
function askedText({ label, days }: Asked): string {
  return capital(days === null ? label : `${label}: ${days}`);
}

/** The places of the rows in the service's list: `rows 3,501–4,532 of 4,532`; null where they are not known. */
export function placesText(plan: LoadPlan): string | null {
  const { mode, head, tail, end, order, rows } = plan;
  const total = trustedTotal(plan);
  if (isWhole(plan) || total === null || rows.length === 0 || (mode !== 'page' && mode !== 'record')) return null;
  const { from, to } = tail && end === 'last' && order !== null ? tail : head;
  return `rows ${counted.format(from + 1)}–${counted.format(Math.min(to, total))} of ${counted.format(total)}`;
}

/** Which part of the rows is loaded, from which day; null where all there are were asked for and have come. */
export function partOf(plan: LoadPlan, asked: Asked | null, since: string | null = null): Part | null {
  const isAll = isWhole(plan);
  if (isAll && !asked) return null;
  const total = trustedTotal(plan);
  const of = total === null ? 'part of the rows' : `part of ${rowsText(total)}`;
  const places = placesText(plan);
  const from = since === null ? '' : `, from ${since}`;
  const text = `${capital(partText(plan))} (part${places === null ? '' : `: ${places}`})${from}`;
  return {
    label: isAll ? (asked?.label ?? '') : of + (asked?.suffix ?? ''),
    text: [...(isAll ? [] : [text]), ...(asked ? [askedText(asked)] : [])].map((sentence) => `${sentence}.`).join(' '),
    fileName: [...(isAll ? [] : [partFileName(plan)]), ...(asked ? [asked.fileName] : [])].join('-'),
  };
}

/** Plain letters and figures, as any system takes them. */
function partFileName(plan: LoadPlan): string {
  const words = partText(plan).replace(/ at offset .*/, '');
  return `part-${words
    .replaceAll(',', '')
    .replace(/ rows?$/, '')
    .replaceAll(' ', '-')}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why newer rows than those loaded may exist; null where that is not so, or where rows have no date. */
export function orderWarning(plan: LoadPlan): string | null {
  const { dated, order, mode, status, later, rows } = plan;
  if (dated === null || status === 'loading' || isWhole(plan) || rows.length === 0) return null;
  if (mode === 'single') return `The service sends only these ${rowsText(rows.length)}; newer rows cannot be loaded.`;
  if (order === 'newest last' || order === 'newest first') return laterText(later);
  const why =
    trustedTotal(plan) === null
      ? 'The service does not say how many rows there are'
      : 'The order of the service’s list is not known';
  return `${why}: newer rows may not be loaded. Load all rows to see the newest.`;
}

/** Rows dated later than the newest shown, at the other end of the list. */
function laterText(later: number): string | null {
  if (later === 0) return null;
  const where = `${rowsText(later)} at the other end of the service’s list`;
  return later === 1
    ? `${where} has a later date. Load all rows to see it.`
    : `${where} have later dates. Load all rows to see them.`;
}
