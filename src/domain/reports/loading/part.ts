import { millisecondsInDay, millisecondsInSecond } from '#domain/units.ts';
import type { QueryPair } from '#contract/query.ts';
import { clockText } from '#domain/time/clock.ts';
import { dayWords } from './periods.ts';
import { parametersOf, type ReportId } from './reportQuery.ts';
import { type Day, dayOf, daySpan, type Instant, readInstant, wallText, type Zone } from '#domain/time/time.ts';
import type { LoadPlan } from './loadPlan.ts';
import { counted, numberText, capitalized } from '#domain/words.ts';

/** The rows that a query selects, if not all. */
export type Selection = {
  /**
   * As a text of its own, for example after a title: `last 30 days`, `from 1 May to 3 May`, `with
   * flightDate=gte:2026-05-01`.
   */
  readonly label: string;
  /** After a number of rows: ` of the last 30 days`. */
  readonly suffix: string;
  /** The days of a period whose label has none: `13 Apr to 12 May`. */
  readonly days: string | null;
  /** In a file name: `2026-04-13-to-2026-05-12`. */
  readonly fileName: string;
  /** True if it selects only a span of time, so that it contains all rows of that span; `to` is exclusive, null is open. */
  readonly isSpan: boolean;
  readonly from: Instant | null;
  readonly to: Instant | null;
};

type SelectionDay = {
  readonly today: Day;
  readonly zone: Zone;
};

/** The rows of a period: `label` is `last month`, `last 30 days`; both days are inclusive. */
export function periodSelection(
  { label, first, last }: { readonly label: string; readonly first: Day; readonly last: Day },
  { today, zone }: SelectionDay,
): Selection {
  return {
    label,
    suffix: label.endsWith('days') ? ` of the ${label}` : ` of ${label}`,
    days: `${dayWords(first, today)} to ${dayWords(last, today)}`,
    fileName: `${first}-to-${last}`,
    isSpan: true,
    from: daySpan(first, zone.name).start,
    to: daySpan(last, zone.name).end,
  };
}

/** The rows of a query with dates or other parameters besides pages; null if it selects all. */
export function selectionOf(
  id: ReportId,
  pairs: readonly QueryPair[],
  { today, zone }: SelectionDay,
): Selection | null {
  const conditions = pairs.filter(([name, value]) => value !== '' && name !== 'limit' && name !== 'offset');
  if (conditions.length === 0) return null;
  let from: Instant | null = null;
  let to: Instant | null = null;
  const documented = new Set(parametersOf(id).flatMap((parameter) => (parameter.isDocumented ? parameter.name : [])));
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

/** A parameter that gives a start or an end; null for any other. */
function boundOf([name, value]: QueryPair, zone: Zone): { readonly isFirst: boolean; readonly at: Instant } | null {
  const [, operator = null, time = value] = name === 'CreatedDate' ? (comparison.exec(value) ?? []) : [];
  const isFirst = name === 'StartDate' || operator?.startsWith('g') === true;
  const at = readInstant(time, zone);
  const isBound = name === 'StartDate' || name === 'EndDate' || operator !== null;
  if (!isBound || at === null) return null;
  // The end date is inclusive: its last second ends the day.
  const isLastSecond = name === 'EndDate' && wallText(at, zone.name).endsWith('T23:59:59');
  return { isFirst, at: isLastSecond ? at + millisecondsInSecond : at };
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

/** Tolerance for rows outside a requested span: flights over midnight, times read in another zone. */
const [toleratedShare, toleratedTime] = [0.1, millisecondsInDay];

/** True if the service ignored the requested span: services drop parameters they do not know. */
export function isSpanIgnored({ isSpan, from, to }: Selection, dates: readonly Instant[]): boolean {
  if (!isSpan) return false;
  const isOutside = (at: Instant) =>
    (from !== null && at < from - toleratedTime) || (to !== null && at >= to + toleratedTime);
  return dates.filter(isOutside).length > toleratedShare * dates.length;
}

/** `6,214 rows`, `1 row`. */
export function rowsText(count: number): string {
  return counted(count, 'row');
}

/** The loaded rows, if they are not all there are. */
export type Part = {
  /** After a title or a total: `part of 4,532 rows`, `last 30 days`. */
  readonly label: string;
  /** As a sentence: `Newest 1,032 of 4,532 rows (part: rows 3,501–4,532 of 4,532).` */
  readonly text: string;
  /** In a file name: `part-newest-1032-of-4532`. */
  readonly fileName: string;
  /** True if all requested rows are loaded: only the request left some out. */
  readonly isWhole: boolean;
};

/** The total that the service reports; null if it reports none, or a wrong one. */
export function trustedTotal({ totalItems, isTotalWrong }: LoadPlan): number | null {
  return isTotalWrong ? null : totalItems;
}

/** True if all requested rows are loaded. */
export function isWhole({ status, mode }: Pick<LoadPlan, 'status' | 'mode'>): boolean {
  return status === 'complete' && mode !== 'given' && mode !== 'single';
}

/** The total to name beside the rows that are loaded; null if there is none, or one below their number. */
function totalBeside(plan: LoadPlan): number | null {
  const total = trustedTotal(plan);
  return total === null || total < plan.rows.length ? null : total;
}

/** Which rows are loaded: `first` or `last` of the service's list if its order is not known; null from an offset. */
function sideOf({ mode, order, end }: LoadPlan): 'newest' | LoadPlan['end'] | null {
  if (mode === 'given') return null;
  return order === 'unknown' || order === null || mode === 'single' ? end : 'newest';
}

/** `newest 1,032 of 4,532 rows`, `250 of 4,532 rows at offset 500`. */
function partText(plan: LoadPlan): string {
  const { rows, offset } = plan;
  const [side, total] = [sideOf(plan), totalBeside(plan)];
  const count = total === null ? rowsText(rows.length) : countOfTotal(rows.length, total);
  return side === null ? `${count} at offset ${offset}` : `${side} ${count}`;
}

const countOfTotal = (count: number, total: number) => `${numberText(count)} of ${rowsText(total)}`;

/** The rows that the table works on: `the newest 1,032 of 4,532 rows`, `all 812 rows of the last 30 days`. */
export function scopeText(plan: LoadPlan, selection: Selection | null = null, article = 'the '): string {
  const { length } = plan.rows;
  const all = length === 1 && !selection ? `${article}only row` : `all ${rowsText(length)}`;
  return (isWhole(plan) ? all : article + partText(plan)) + (selection?.suffix ?? '');
}

/**
 * More about the scope: ` (rows 3,501–4,532 of 4,532), from 2 Apr`, `, 13 Apr to 12 May`. `since` is the oldest row's
 * day.
 */
export function scopeDetail(plan: LoadPlan, selection: Selection | null, since: string | null): string {
  if (isWhole(plan)) return selection?.days ? `, ${selection.days}` : '';
  const places = placesText(plan);
  return (places === null ? '' : ` (${places})`) + (since === null ? '' : `, from ${since}`);
}

/** `Last 30 days: 13 Apr to 12 May`. */
function selectionText({ label, days }: Selection): string {
  return capitalized(days === null ? label : `${label}: ${days}`);
}

/** The rows' positions in the service's list: `rows 3,501–4,532 of 4,532`; null if they are not known. */
export function placesText(plan: LoadPlan): string | null {
  const { mode, head, tail, end, order, rows } = plan;
  const total = trustedTotal(plan);
  if (isWhole(plan) || total === null || rows.length === 0 || (mode !== 'page' && mode !== 'record')) return null;
  const { from, to } = tail && end === 'last' && order !== null ? tail : head;
  return `rows ${numberText(from + 1)}–${numberText(Math.min(to, total))} of ${numberText(total)}`;
}

/** The loaded part of the rows, and its first day; null if all rows were requested and have arrived. */
export function partOf(plan: LoadPlan, selection: Selection | null, since: string | null = null): Part | null {
  const isAll = isWhole(plan);
  if (isAll && !selection) return null;
  const total = trustedTotal(plan);
  const of = total === null ? 'part of the rows' : `part of ${rowsText(total)}`;
  const places = placesText(plan);
  const from = since === null ? '' : `, from ${since}`;
  const text = `${capitalized(partText(plan))} (part${places === null ? '' : `: ${places}`})${from}`;
  return {
    label: isAll ? (selection?.label ?? '') : of + (selection?.suffix ?? ''),
    text: [...(isAll ? [] : [text]), ...(selection ? [selectionText(selection)] : [])]
      .map((sentence) => `${sentence}.`)
      .join(' '),
    fileName: [...(isAll ? [] : [partFileName(plan)]), ...(selection ? [selection.fileName] : [])].join('-'),
    isWhole: isAll,
  };
}

/** All rows of some days, out of those that are loaded. */
export function partOfDays(
  { label, first, last }: { readonly label: string; readonly first: Day; readonly last: Day },
  today: Day,
): Part {
  return {
    label,
    text: `${capitalized(label)}: ${dayWords(first, today)} to ${dayWords(last, today)}.`,
    fileName: `${first}-to-${last}`,
    isWhole: true,
  };
}

/** A file name of letters, digits and dashes only, which every system accepts. */
function partFileName(plan: LoadPlan): string {
  const [side, total] = [sideOf(plan), totalBeside(plan)];
  const words = ['part', side, plan.rows.length, total === null ? null : `of-${total}`];
  return words.filter((word) => word !== null).join('-');
}

/** Why newer rows than those loaded may exist; null if none can, or if rows have no date. */
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

/** The rows at the other end of the list that are dated later than the newest shown. */
function laterText(later: number): string | null {
  if (later === 0) return null;
  const where = `${rowsText(later)} at the other end of the service’s list`;
  return later === 1
    ? `${where} has a later date. Load all rows to see it.`
    : `${where} have later dates. Load all rows to see them.`;
}
