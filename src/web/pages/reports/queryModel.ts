import type { FilterField } from '#contract/filters.ts';
import type { Query, QueryPair } from '#contract/query.ts';
import type { ListParams } from '#domain/lists/listState.ts';
import { type LoadPlan, defaultLimit } from '#domain/reports/loading/loadPlan.ts';
import { type Selection, selectionOf, periodSelection } from '#domain/reports/loading/part.ts';
import {
  daysOf,
  endParameter,
  type Period,
  type PeriodDays,
  periodLabels,
  periodsOf,
  startParameter,
  usualPeriod,
} from '#domain/reports/loading/periods.ts';
import {
  parametersOf,
  type ReportId,
  type ReportParameter,
  takesAnyName,
} from '#domain/reports/loading/reportQuery.ts';
import { type Day, readInstant, wallText, type Zone } from '#domain/time/time.ts';
import { capitalized } from '#domain/words.ts';
import type { LoadExtent } from '#web/data/reports/reportLoader.ts';

/** The parameters as name-value pairs, in the order of the address. */
export type Pairs = readonly QueryPair[];

/** The value of a parameter; empty if it is not set. */
export function valueOf(pairs: Pairs, name: string): string {
  return pairs.find(([known]) => known === name)?.[1] ?? '';
}

/** Sets a parameter, which keeps its position; an empty value removes it. */
export function withValue(pairs: Pairs, name: string, value: string): Pairs {
  if (value === '') return pairs.filter(([known]) => known !== name);
  if (!pairs.some(([known]) => known === name)) return [...pairs, [name, value]];
  return pairs.map((pair) => (pair[0] === name ? [name, value] : pair));
}

/** Renames a parameter, which keeps its position and its value. */
export function withName(pairs: Pairs, before: string, name: string): Pairs {
  return pairs.map((pair) => (pair[0] === before ? [name, pair[1]] : pair));
}

export type QueryFields = {
  /** Documented ones for dates; they are with the tools of the rows. */
  readonly dates: readonly ReportParameter[];
  /** Other documented ones: pages, chunks. */
  readonly documented: readonly ReportParameter[];
  readonly undocumented: readonly ReportParameter[];
  /** Further parameters that the address sets. */
  readonly free: Pairs;
  /** Whether any other parameter can be added. */
  readonly takesAny: boolean;
  /** Whether any parameter other than dates is set. */
  readonly isUsed: boolean;
};

/** The parameters that the panel offers. */
export function queryFields(id: ReportId, pairs: Pairs): QueryFields {
  const parameters = parametersOf(id);
  const undocumented = parameters.filter(({ isDocumented }) => !isDocumented);
  const offered = new Set(parameters.map(({ name }) => name));
  const free = pairs.filter(([name]) => !offered.has(name));
  const isDate = ({ form }: ReportParameter) => form === 'instant' || form === 'filter';
  const dates = parameters.filter((parameter) => parameter.isDocumented && isDate(parameter));
  return {
    dates,
    documented: parameters.filter((parameter) => parameter.isDocumented && !isDate(parameter)),
    undocumented,
    free,
    takesAny: takesAnyName(id),
    isUsed: pairs.some(([name, value]) => value !== '' && !dates.some((date) => date.name === name)),
  };
}

/** A date filter of a report as a field of the filter grammar. */
export function filterField(parameter: ReportParameter): FilterField {
  return {
    ...parameter,
    operators: ['gte', 'gt', 'lte', 'lt'],
    value: 'localDateTime',
    documented: parameter.isDocumented,
  };
}

/** Whether a text is valid for a whole number; empty means the default. */
export function isCountText(text: string): boolean {
  return /^\d{0,9}$/.test(text.trim());
}

/** The operator's day and clock (`2026-05-12`, `09:30`) of an RFC 3339 date-time; empty for any other text. */
export function wallParts(value: string, zone: string): { readonly day: string; readonly clock: string } {
  const instant = readInstant(value, { name: zone, zoneless: 'operator' });
  const [day = '', clock = ''] = instant === null ? [] : wallText(instant, zone).split('T');
  return { day, clock: clock.slice(0, 5) };
}

/** The clock of an end date that names only a day: all of the day, to its last second. */
export const dayEnd = '23:59';

/**
 * The date-time of the operator's clock in Zulu (`2026-05-12T15:30:00Z`); empty without a day. No clock means midnight, 23:59
 * the last second of the day.
 */
export function zuluText(day: string, clock: string, zone: string): string {
  if (day === '') return '';
  const seconds = clock === dayEnd ? '59' : '00';
  const instant = readInstant(`${day}T${clock || '00:00'}:${seconds}`, { name: zone, zoneless: 'operator' });
  return instant === null ? '' : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

export type PageSteps = {
  /** From 0. */
  readonly page: number;
  readonly limit: number;
  /** As reported, otherwise at least the rows up to this page, and one more if the page is full. */
  readonly totalItems: number;
  /** The parameters after choosing another page or page size. */
  readonly pairsFor: (changes: ListParams) => Pairs;
};

/** Paging through the service's own pages; null if the query does not name a page. */
export function pageSteps(
  { query, pairs }: { readonly query: Query; readonly pairs: Pairs },
  plan: LoadPlan,
  offsetCounts: 'page' | 'record',
): PageSteps | null {
  const { offset, limit = defaultLimit } = query;
  if (offset === undefined) return null;
  const step = offsetCounts === 'record' ? limit : 1;
  const page = Math.floor(offset / step);
  const isFull = plan.received >= limit;
  const others = pairs.filter(([name]) => name !== 'offset' && name !== 'limit');
  return {
    page,
    limit,
    totalItems: plan.totalItems ?? page * limit + plan.received + (isFull ? 1 : 0),
    pairsFor: ({ offset: to = null, limit: size }) => {
      // Without a page, all pages are loaded.
      if (size === 'all') return others;
      const rows = size === undefined ? limit : Number(size ?? defaultLimit);
      const pageSize = offsetCounts === 'record' ? rows : 1;
      return [...others, ['offset', String(Number(to ?? 0) * pageSize)], ['limit', String(rows)]];
    },
  };
}

/** The parameters with the period, and those that the period adds. Dates or a page in the address override any period. */
export type PeriodQuery = {
  /** Null if the address selects the rows, or if the report has no dates. */
  readonly period: Period | null;
  readonly added: Pairs;
  /** Which rows are requested; null for all. */
  readonly selection: Selection | null;
  /** The days to which the page narrows the rows, because the service takes no dates; null for none. */
  readonly days: PeriodDays | null;
};

export function periodQuery(
  id: ReportId,
  pairs: Pairs,
  period: Period,
  at: { readonly today: Day; readonly zone: Zone },
): PeriodQuery {
  const parameter = startParameter(id);
  if (!parameter || pairs.some(([name, value]) => value !== '' && isDateOrPage(id, name))) {
    const isOpen = !parameter && periodsOf(id).length > 0 && !pairs.some(([name]) => name === 'offset');
    const days = isOpen ? daysOf(period, at.today) : null;
    return { period: isOpen ? period : null, added: [], selection: selectionOf(id, pairs, at), days };
  }
  const days = daysOf(period, at.today);
  const end = endParameter(id);
  if (!days) return { period, added: [], selection: selectionOf(id, pairs, at), days };
  const { first, last } = days;
  const value = parameter.form === 'instant' ? zuluText(first, '', at.zone.name) : `gte:${first}T00:00:00`;
  // A period that runs needs no end: rows are added to it.
  const until: Pairs = end && last < at.today ? [[end.name, zuluText(last, dayEnd, at.zone.name)]] : [];
  const added: Pairs = [[parameter.name, value], ...until];
  const isAlone = selectionOf(id, pairs, at) === null;
  return {
    period,
    added,
    selection: isAlone ? periodSelection(days, at) : selectionOf(id, [...added, ...pairs], at),
    days: null,
  };
}

/** Whether a parameter selects days or a page. */
export function isDateOrPage(id: ReportId, name: string): boolean {
  if (name === 'offset') return true;
  return parametersOf(id).some(
    (parameter) => parameter.name === name && (parameter.form === 'instant' || parameter.form === 'filter'),
  );
}

/** The words where a report has no rows: filters of one's own, otherwise a period, are a reason; without either there are none at all. */
export function noRowsText(id: ReportId, own: Pairs, { added, days }: Pick<PeriodQuery, 'added' | 'days'>): string {
  const given = own.filter(([name, value]) => value !== '' && name !== 'limit');
  if (given.some(([name]) => !isDateOrPage(id, name))) return 'No rows match these filters.';
  const isPeriod = added.length > 0 || days !== null || given.length > 0;
  return isPeriod ? 'No rows in this period.' : 'The service has no rows for this report.';
}

/** The most rows of a period that are all loaded automatically. */
const maxByItself = 5000;

/**
 * How many rows are loaded: `rows=all`, `rows=2000` of the address; without it two pages, or all of a period, or of dates that
 * have a beginning, if they are not too many.
 */
export function loadExtent(text: string | null, isPeriod: boolean): LoadExtent & { readonly problem: string | null } {
  const isCount = text !== null && /^[1-9]\d{0,7}$/.test(text);
  const isGood = text === null || text === 'all' || isCount;
  return {
    target: text === 'all' ? Number.POSITIVE_INFINITY : isCount ? Number(text) : 0,
    wholeUpTo: isPeriod ? maxByItself : 0,
    problem: isGood ? null : `“${text}” is not a number of rows, or all; showing the newest.`,
  };
}

/** The number of rows for the address; null for the usual. */
export function extentText(rows: number): string | null {
  if (rows === 0) return null;
  return rows === Number.POSITIVE_INFINITY ? 'all' : String(rows);
}

/** The period beside the number of rows: `in the last 30 days`; null if all rows are requested. */
export function periodText(period: Period | null): string | null {
  return period === null || period === 'all' ? null : `in the last ${period} days`;
}

/** The periods in sight; the others, and dates of one's own, are behind a button. */
const inSight: ReadonlySet<Period> = new Set(['month', 'last-month', '30', '90']);

export type PeriodOption = { readonly value: Period; readonly label: string };

/** The periods of a report: those in sight, and the others. */
export function periodMenu(id: ReportId): {
  readonly shown: readonly PeriodOption[];
  readonly others: readonly PeriodOption[];
} {
  const options = periodsOf(id).map((value) => ({ value, label: periodLabels[value] }));
  const shown = options.filter(({ value }) => inSight.has(value));
  if (usualPeriod(id) === 'all' && shown.length > 0) {
    return { shown: [{ value: 'all', label: 'Newest' }, ...shown], others: [] };
  }
  return { shown, others: options.filter(({ value }) => !inSight.has(value)) };
}

/** What is asked for in place of the periods in sight: `All dates`, `1 Apr to 15 Apr`, `One page`. */
export function otherPeriodText(period: Period | null, selection: Pick<Selection, 'label'> | null): string {
  if (period === null) return capitalized(selection?.label.replace(/^from (?=.* to )/, '') ?? 'One page');
  return periodLabels[period];
}

/**
 * The parameters for the address after a change. Those that the period adds are left out. If one of them was changed,
 * the period ends and all stay.
 */
export function withoutPeriod(pairs: Pairs, added: Pairs): { readonly pairs: Pairs; readonly isEnded: boolean } {
  const isKept = added.every(([name, value]) => valueOf(pairs, name) === value);
  if (!isKept) return { pairs, isEnded: true };
  return { pairs: pairs.filter(([name]) => !added.some(([own]) => own === name)), isEnded: false };
}
