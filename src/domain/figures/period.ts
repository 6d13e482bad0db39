import { addDays, addMonths, type Day, dayOf, daySpan, type Instant, type Span } from '#domain/time/time.ts';

/** The periods of figures by their names in the address; a span of days is written `2026-04-01..2026-04-30`. */
export const figurePeriods = ['month', 'last-month', '90', 'year'] as const;
export type FigurePeriod = (typeof figurePeriods)[number];

/** The longest period, in days. */
export const maxFigureDays = 400;

/** The days of a period of figures, both inclusive. A period that still runs ends with today. */
export type FigureDays = { readonly first: Day; readonly last: Day };

/** `year`: twelve months up to today. `today` is the operator's. */
export function figureDays(period: FigurePeriod, today: Day): FigureDays {
  const month = today.slice(0, 7);
  if (period === 'month') return { first: `${month}-01`, last: today };
  if (period === 'last-month') return { first: `${addMonths(month, -1)}-01`, last: addDays(`${month}-01`, -1) };
  if (period === '90') return { first: addDays(today, -89), last: today };
  return { first: addDays(yearsBefore(today), 1), last: today };
}

/** As many days before a period. For a whole month, the month before it. */
export function daysBefore({ first, last }: FigureDays): FigureDays {
  const end = addDays(first, -1);
  if (first.endsWith('-01') && addDays(last, 1).endsWith('-01') && first.slice(0, 7) === last.slice(0, 7))
    return { first: `${end.slice(0, 7)}-01`, last: end };
  return { first: addDays(first, -countOf({ first, last })), last: end };
}

/** The same dates a year earlier. 29 February becomes the 28th. */
export function yearBefore({ first, last }: FigureDays): FigureDays {
  return { first: yearsBefore(first), last: yearsBefore(last) };
}

/** How many days these are. */
export function countOf({ first, last }: FigureDays): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1;
}

/** From midnight to midnight in the operator's time zone, but not beyond the present: nothing is counted before it happens. */
export function figureSpan({ first, last }: FigureDays, now: Instant, zone: string): Span {
  const { start } = daySpan(first, zone);
  return { start, end: Math.max(start, Math.min(daySpan(last, zone).end, now)) };
}

/** The first instants of the months that a span touches, and the end of the last: neighbours bound one month each. */
export function monthEdges({ start, end }: Span, zone: string): readonly Instant[] {
  const edges: Instant[] = [];
  for (let month = dayOf(start, zone).slice(0, 7); ; month = addMonths(month, 1)) {
    const edge = daySpan(`${month}-01`, zone).start;
    edges.push(edge);
    if (edge >= end) return edges;
  }
}

function yearsBefore(day: Day): Day {
  const year = String(Number(day.slice(0, 4)) - 1);
  return day.endsWith('-02-29') ? `${year}-02-28` : `${year}${day.slice(4)}`;
}
