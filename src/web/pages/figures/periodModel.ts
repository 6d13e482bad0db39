import {
  countOf,
  type FigureDays,
  figureDays,
  type FigurePeriod,
  figurePeriods,
  maxFigureDays,
} from '#domain/figures/period.ts';
import { type Day, isDay } from '#domain/time/time.ts';
import { dayText } from '#domain/time/clock.ts';
import { counted } from '#domain/words.ts';

/** The period in the address: one of the names, or days of its own. */
export type ChosenPeriod = {
  readonly name: FigurePeriod | 'own';
  readonly days: FigureDays;
  /** Why the address was not understood; null if it was. */
  readonly problem: string | null;
};

/** The periods as choices. */
export const periodOptions = [
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: '90', label: '90 days' },
  { value: 'year', label: '12 months' },
  { value: 'own', label: 'From–to' },
] as const satisfies readonly { readonly value: ChosenPeriod['name']; readonly label: string }[];

/** Reads `month`, `last-month`, `90`, `year` or `2026-04-01..2026-04-30`; this month for anything else, with the reason. */
export function readPeriod(text: string, today: Day): ChosenPeriod {
  const usual = { name: 'month', days: figureDays('month', today), problem: null } as const;
  if (text === '') return usual;
  const name = figurePeriods.find((one) => one === text);
  if (name) return { name, days: figureDays(name, today), problem: null };
  const [first = '', last = '', ...more] = text.split('..');
  const refuse = (problem: string) => ({ ...usual, problem: `${problem} This month is shown.` });
  if (more.length > 0 || !isDay(first) || !isDay(last)) return refuse(`There is no period “${text}”.`);
  if (first > last) return refuse('The first day of the period is after its last.');
  if (first > today) return refuse('The period has not begun.');
  const days = { first, last: last > today ? today : last };
  return countOf(days) > maxFigureDays
    ? refuse(`A period has at most ${maxFigureDays} days.`)
    : { name: 'own', days, problem: null };
}

/** The period for the address. */
export function printDays({ first, last }: FigureDays): string {
  return `${first}..${last}`;
}

/** `Fri 1 May to Tue 12 May, 12 days`; the year if it is not this one. */
export function daysText(days: FigureDays, today: Day): string {
  const withYear = (day: Day) =>
    day.slice(0, 4) === today.slice(0, 4) ? dayText(day) : `${dayText(day)} ${day.slice(0, 4)}`;
  const { first, last } = days;
  const span = first === last ? withYear(first) : `${withYear(first)} to ${withYear(last)}`;
  return `${span}, ${counted(countOf(days), 'day')}`;
}
