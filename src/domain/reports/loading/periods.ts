import { addDays, addMonths, type Day } from '#domain/time/time.ts';
import { monthDayText } from '#domain/time/clock.ts';
import { isDated, parametersOf, type ReportId, type ReportParameter } from './reportQuery.ts';

/** How far back a report with dates reaches, by its name in the address (`days=last-month`); numbers are days up to today. */
export const periods = ['month', 'last-month', '7', '30', '90', 'all'] as const;
export type Period = (typeof periods)[number];

export const periodLabels: Readonly<Record<Period, string>> = {
  month: 'This month',
  'last-month': 'Last month',
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  all: 'All dates',
};

/** The days of a period, both inclusive. */
export type PeriodDays = {
  /** `last month`, `last 30 days`. */
  readonly label: string;
  readonly first: Day;
  readonly last: Day;
};

/** The days of a period; null for all. `today` is the last day of a period that still runs. */
export function daysOf(period: Period, today: Day): PeriodDays | null {
  if (period === 'all') return null;
  const month = `${today.slice(0, 7)}-01`;
  if (period === 'month') return { label: 'this month', first: month, last: today };
  if (period === 'last-month') {
    return { label: 'last month', first: `${addMonths(today.slice(0, 7), -1)}-01`, last: addDays(month, -1) };
  }
  return { label: `last ${period} days`, first: addDays(today, 1 - Number(period)), last: today };
}

/** `12 May`, with the year if it differs. */
export function dayWords(day: Day, today: Day): string {
  const year = day.slice(0, 4);
  return year === today.slice(0, 4) ? monthDayText(day) : `${monthDayText(day)} ${year}`;
}

/** The parameter for the start date of a report; null if the specification has none. */
export function startParameter(id: ReportId): ReportParameter | null {
  return documented(id, ['StartDate', 'CreatedDate']);
}

/** The parameter for the end date of a report; null if the specification has none. */
export function endParameter(id: ReportId): ReportParameter | null {
  return documented(id, ['EndDate']);
}

function documented(id: ReportId, names: readonly string[]): ReportParameter | null {
  return parametersOf(id).find(({ isDocumented, name }) => isDocumented && names.includes(name)) ?? null;
}

/**
 * The periods of a report; none if its rows have no dates. A service that takes a start date alone cannot be asked for a
 * period that has ended. Without a start date its newest rows are loaded back to the period's first day.
 */
export function periodsOf(id: ReportId): readonly Period[] {
  if (!startParameter(id)) return isDated(id) ? periods : [];
  return endParameter(id) ? periods : periods.filter((period) => period !== 'last-month');
}

/** The period of a report unless another is chosen: its newest rows where the service takes no dates. */
export function usualPeriod(id: ReportId): Period {
  return startParameter(id) ? '30' : 'all';
}
