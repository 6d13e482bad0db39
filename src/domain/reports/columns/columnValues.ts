import { type Column, type ColumnKind, isNumeric } from './columns.ts';
import { dictionaryOf, type RowStore, numberOf } from '#domain/reports/rows/rowStore.ts';
import { folded } from './texts.ts';
import type { Work } from '#domain/reports/rows/work.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import type { Zone } from '#domain/time/time.ts';
import type { Aggregate } from '#domain/reports/rows/groupRows.ts';
import { dayNumber, instantReader } from './instants.ts';
import { plainText } from './valueKinds.ts';

export type ColumnValue = { readonly text: string; readonly count: number };

/** The different texts of a column with the rows that have them, the most frequent first; equals in the order they came. */
export function* columnValues(store: RowStore, column: Column): Work<ColumnValue[]> {
  const { texts, codes } = yield* dictionaryOf(store, column);
  const counts = new Uint32Array(texts.length);
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  yield;
  return texts
    .map((text, code) => ({ text, count: counts[code] as number }))
    .toSorted((one, other) => other.count - one.count);
}

/** The values that have these letters, the chosen ones before all others, and at most so many of the others. */
export function offeredValues(
  values: readonly ColumnValue[],
  chosen: readonly string[],
  search: string,
  most: number,
): ColumnValue[] {
  const counts = new Map(values.map(({ text, count }) => [text, count]));
  const isChosen = new Set(chosen);
  const wanted = folded(search.trim());
  const others: ColumnValue[] = [];
  for (const value of values) {
    if (others.length === most) break;
    if (!isChosen.has(value.text) && folded(value.text).includes(wanted)) others.push(value);
  }
  return [...chosen.map((text) => ({ text, count: counts.get(text) ?? 0 })), ...others];
}

/** Longer texts are cut in the table; the record shows them whole. */
const longest = 300;

/**
 * How the cells of a column read: money `1,250.00`, hours `6.2`, times `Tue 12 May 2026 1430L` by the clock that is shown. What
 * is not of the column's kind is shown as it came; nothing is empty.
 */
export function cellWriter(column: Column, clock: Clock, zone: Zone): (value: unknown) => string {
  const write = writerOf(column, clock, zone);
  return (value) => {
    const plain = plainText(value);
    const text = plain === '' ? '' : (write?.(value) ?? plain);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  };
}

/** Null for what is not of the kind. */
function writerOf({ kind, decimals }: Column, clock: Clock, zone: Zone): ((value: unknown) => string | null) | null {
  if (isNumeric(kind)) {
    const write = figureWriter(kind, decimals);
    return (value) => (Number.isNaN(numberOf(value)) ? null : write(numberOf(value)));
  }
  if (kind === 'day') return (value) => (typeof value === 'string' ? numberedDay(dayNumber(value)) : null);
  if (kind !== 'instant' && kind !== 'wallTime') return null;
  const read = instantReader(zone);
  return (value) => {
    const instant = typeof value === 'string' ? read(value) : Number.NaN;
    return Number.isNaN(instant) ? null : instantText(instant, clock);
  };
}

/** `Tue 12 May 2026 1430L`: reports reach over years. */
function instantText(instant: number, clock: Clock): string {
  return `${datedText(shownDay(instant, clock))} ${clockText(instant, clock)}`;
}

function datedText(day: string): string {
  return `${dayText(day)} ${day.slice(0, 4)}`;
}

function numberedDay(number: number): string | null {
  return Number.isNaN(number) ? null : datedText(new Date(number).toISOString().slice(0, 10));
}

/** How figures of a kind read, with a true minus: money has two decimals, hours one at least, numbers those they have. */
export function figureWriter(kind: ColumnKind, decimals: number): (value: number) => string {
  const least = kind === 'money' ? 2 : kind === 'hours' ? 1 : 0;
  const format = new Intl.NumberFormat('en-US', {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, decimals),
    useGrouping: kind === 'money' || kind === 'hours' ? 'always' : 'min2',
  });
  return (value) => format.format(value).replace('-', '−');
}

/** A part of an aggregate as text; empty where there is none. Least and most of times read as times do. */
export function aggregateWriter(column: Column, clock: Clock): (part: keyof Aggregate, aggregate: Aggregate) => string {
  const figure = figureWriter(column.kind, column.decimals);
  const average = figureWriter(column.kind, column.decimals + 2);
  const count = figureWriter('number', 0);
  const time = ({ kind }: Column, value: number) =>
    kind === 'day' ? (numberedDay(value) ?? '') : instantText(value, clock);
  return (part, aggregate) => {
    const value = aggregate[part];
    if (value === null) return '';
    if (part === 'filled') return count(value);
    if (!isNumeric(column.kind)) return time(column, value);
    return part === 'average' ? average(value) : figure(value);
  };
}
