import { type Column, type ColumnKind, isNumeric } from './columns.ts';
import { numberOf } from '#domain/reports/rows/rowStore.ts';
import { plainText } from './values.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import type { Zone, Instant } from '#domain/time/time.ts';
import type { Aggregate } from '#domain/reports/rows/groupRows.ts';
import { dayNumber, instantReader } from './times.ts';
import { aircraftLink, instructorLink, personLink, reservationLink } from '#domain/reservations/links.ts';
import { locale } from '#domain/words.ts';

/** Longer texts are cut in the table; the record panel shows them in full. */
const longest = 300;

/**
 * Formats the cells of a column: money `1,250.00`, hours `6.2`, times `Tue 12 May 2026 1430L` by the chosen clock. Values that
 * do not match the column's kind are shown unchanged; blanks are empty.
 */
export function cellWriter(column: Column, clock: Clock, zone: Zone): (value: unknown) => string {
  const write = writerOf(column, clock, zone);
  return (value) => {
    const plain = plainText(value);
    const text = plain === '' ? '' : (write?.(value) ?? plain);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  };
}

/** Null for values of another kind. */
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

/** `Tue 12 May 2026 1430L`: with the year, because reports cover years. */
function instantText(instant: number, clock: Clock): string {
  return `${datedText(shownDay(instant, clock))} ${clockText(instant, clock)}`;
}

function datedText(day: string): string {
  return `${dayText(day)} ${day.slice(0, 4)}`;
}

function numberedDay(number: number): string | null {
  return Number.isNaN(number) ? null : datedText(new Date(number).toISOString().slice(0, 10));
}

/** Formats figures, with a true minus sign: money has at least two decimals, hours at least one. */
export function figureWriter(kind: ColumnKind, decimals: number): (value: number) => string {
  const least = kind === 'money' ? 2 : kind === 'hours' ? 1 : 0;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, decimals),
    useGrouping: kind === 'money' || kind === 'hours' ? 'always' : 'min2',
  });
  return (value) => format.format(value).replace('-', '−');
}

/** Formats a figure of an aggregate; empty if there is none. The minimum and maximum of times are times. */
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

/** The records that a value may refer to. */
export type KnownThings = {
  readonly aircraft: readonly { readonly aircraftId: string; readonly tailNumber?: string | null | undefined }[];
  readonly instructorIds: readonly string[];
  readonly userIds: readonly string[];
  readonly reservations: readonly { readonly key: string; readonly start: Instant | null }[];
};

/** The page of the record a cell refers to; null if it refers to none. */
export type LinkOf = (value: unknown, column: Pick<Column, 'path'>) => string | null;

const tailName = /tail|registration|aircraft|plane/i;

/**
 * Finds the page of a value: ids in any column, tail numbers only in columns named after aircraft, because a simulator's tail
 * number can be a product name.
 */
export function linksOf(known: KnownThings, zone: string): LinkOf {
  const ids = new Map<string, string>();
  const tails = new Map<string, string>();
  const put = (id: string, link: string) => void ids.set(id.toLowerCase(), link);
  for (const reservation of known.reservations) put(reservation.key, reservationLink(reservation, zone));
  for (const id of known.userIds) put(id, personLink(id));
  for (const id of known.instructorIds) put(id, instructorLink(id));
  for (const { aircraftId, tailNumber } of known.aircraft) {
    put(aircraftId, aircraftLink(aircraftId));
    if (tailNumber) tails.set(tailNumber.toLowerCase(), aircraftLink(aircraftId));
  }
  return (value, { path }) => {
    if (typeof value !== 'string' || value.length > 200) return null;
    const text = value.trim().toLowerCase();
    return ids.get(text) ?? (path.some((name) => tailName.test(name)) ? tails.get(text) : undefined) ?? null;
  };
}
