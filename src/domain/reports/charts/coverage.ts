import type { Column } from '#domain/reports/columns/columns.ts';
import { edgeOf } from '#domain/reports/rows/newestFirst.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import type { Selection } from '#domain/reports/loading/part.ts';
import { dayWords } from '#domain/reports/loading/periods.ts';
import type { Bucket } from '#domain/reports/columns/times.ts';
import { clockText, monthDayText, monthText } from '#domain/time/clock.ts';
import { addMonths, type Day, dayOf, daySpan, type Instant, type Span, type Zone } from '#domain/time/time.ts';

/**
 * The times of a column between which all rows are loaded; null is open. They are sort keys of the column: instants, or
 * midnight UTC of days.
 */
export type Coverage = {
  readonly column: Pick<Column, 'id' | 'kind'>;
  readonly from: Instant | null;
  /** Exclusive. */
  readonly to: Instant | null;
};

type LoadedRows = Pick<LoadPlan, 'rows' | 'end' | 'order'> & {
  /** True if all requested rows are loaded. */
  readonly isWhole: boolean;
};

/** The loaded part of a report; null if it is everything, and `unknown` if rows of any time may be missing. */
export function coverageOf(
  loaded: LoadedRows,
  selection: Selection | null,
  column: Column | null,
  zone: Zone,
): Coverage | 'unknown' | null {
  const { isWhole, order } = loaded;
  if (isWhole && !selection) return null;
  const isUnknown = !isWhole && (order === 'unknown' || order === null);
  if (!column || isUnknown || (selection && !selection.isSpan)) return 'unknown';
  const edge = isWhole ? null : edgeOf(loaded, column, zone);
  const froms = [edge, keyOf(selection?.from ?? null, column, zone)].filter((from) => from !== null);
  return {
    column,
    from: froms.length === 0 ? null : Math.max(...froms),
    to: keyOf(selection?.to ?? null, column, zone),
  };
}

/** An instant as a key of the column. */
function keyOf(instant: Instant | null, { kind }: Pick<Column, 'kind'>, { name }: Zone): Instant | null {
  return instant === null || kind !== 'day' ? instant : Date.parse(`${dayOf(instant, name)}T00:00:00Z`);
}

/** The loaded part of some days, and whether it is all of them; `loaded` is that of all rows. */
export function coverageOfDays(
  loaded: Coverage | 'unknown' | null,
  { first, last }: { readonly first: Day; readonly last: Day },
  column: Column,
  zone: Zone,
): { readonly coverage: Coverage | 'unknown'; readonly isWhole: boolean } {
  if (loaded === 'unknown') return { coverage: loaded, isWhole: false };
  const [start, end] = [
    keyOf(daySpan(first, zone.name).start, column, zone) ?? 0,
    keyOf(daySpan(last, zone.name).end, column, zone) ?? 0,
  ];
  const [from, to] = [Math.max(start, loaded?.from ?? start), Math.min(end, loaded?.to ?? end)];
  return { coverage: { column, from, to }, isWhole: from === start && to === end };
}

/** The first day of the loaded rows, `2 Apr`, with the year if it differs; null if not known. */
export function sinceText(coverage: Coverage | 'unknown' | null, zone: Zone, today: Day): string | null {
  if (coverage === null || coverage === 'unknown' || coverage.from === null) return null;
  return dayWords(dayOf(coverage.from, zoneNameOf(coverage.column, zone)), today);
}

const zoneNameOf = ({ kind }: Pick<Column, 'kind'>, { name }: Zone) => (kind === 'day' ? 'UTC' : name);

/** A period before the edge, with only a few stray rows loaded. */
export const incomplete = 'incomplete';

/** The present period, in a report without later rows: rows can only be added to it. */
export const soFar = 'so far';

/** The present as a key of a column; null if some of its keys lie ahead, as those of reservations do. */
export function runningOf(keys: Float64Array, column: Pick<Column, 'kind'>, now: Instant, zone: Zone): Instant | null {
  const at = keyOf(now, column, zone);
  return at === null || keys.some((key) => key > at) ? null : at;
}

/**
 * The loaded part of a period (`2026-10-19` for weeks): `from 24 Oct`, `to 22 Nov`, or `so far` for the one that runs; null
 * if all of it is loaded.
 */
export function cutOf(
  name: string,
  bucket: Bucket,
  { coverage, running }: { readonly coverage: Coverage; readonly running: Instant | null },
  zone: Zone,
): string | null {
  const zoneName = zoneNameOf(coverage.column, zone);
  const { start, end } = spanOf(name, bucket, zoneName);
  const from = coverage.from !== null && coverage.from > start ? coverage.from : null;
  const to = coverage.to !== null && coverage.to < end ? coverage.to : null;
  const isRunning = running !== null && running >= start && running < end;
  if (from === null && to === null) return isRunning ? soFar : null;
  if ((from ?? start) >= Math.min(end, to ?? end)) return incomplete;
  const write = (instant: Instant) =>
    bucket === 'day' ? clockText(instant, { zone: zoneName, mode: 'L' }) : monthDayText(dayOf(instant, zoneName));
  const until = to !== null && `to ${write(bucket === 'day' ? to : to - 1)}`;
  return [from !== null && `from ${write(from)}`, until].filter((text) => text !== false).join(' ');
}

/** A period's instants by its name, as `bucketReader` names it. */
function spanOf(name: string, bucket: Bucket, zoneName: string): Span {
  const first = `${name}-01-01`.slice(0, 10);
  const start = daySpan(first, zoneName).start;
  if (bucket === 'day' || bucket === 'week') return daySpan(first, zoneName, bucket === 'day' ? 1 : 7);
  const next = addMonths(first.slice(0, 7), bucket === 'month' ? 1 : 12);
  return { start, end: daySpan(`${next}-01`, zoneName).start };
}

/** A period in words: `week of 19 Oct`, `24 Oct`, `October 2026`. */
export function periodName(name: string, bucket: Bucket): string {
  if (bucket === 'year') return name;
  if (bucket === 'month') return monthText(name);
  return bucket === 'week' ? `week of ${monthDayText(name)}` : monthDayText(name);
}
