import { printFilter } from '#contract/filters.ts';
import type { Query } from '#contract/query.ts';
import { type Filters, type ListParams, setFilter } from '#domain/lists/listState.ts';
import { dayText } from '#domain/time/clock.ts';
import {
  addDays,
  type Day,
  daySpan,
  type Instant,
  mondayOf,
  type Span,
  wallText,
  type Zone,
} from '#domain/time/time.ts';

/** The times of a list that people ask for most, in the order in which they are offered. */
const reservationSpans = ['weeks', 'before', 'day', 'week', 'from', 'all'] as const;
export type ReservationSpan = (typeof reservationSpans)[number];

/** How many days a list begins with, where the gateway holds as many. */
const usualDays = 42;
/** How many days it goes back in one step: no more than the gateway usually holds. */
const daysBefore = 14;

/** The day that a list is of, by which clock, and how many days ahead the gateway holds. */
export type ListDay = { readonly day: Day; readonly zone: Zone; readonly ahead: number };

const daysOn = ({ ahead }: Pick<ListDay, 'ahead'>) => Math.min(usualDays, ahead);

/**
 * The time filters of each span: all that touches six weeks from a day on, or the two weeks before it, the day or its week
 * (Monday to Sunday), all that starts from the day on, however late, and all there is. Values are written by the clock that
 * zone-less times are meant by.
 */
export function spanFilters(list: ListDay): Readonly<Record<ReservationSpan, Filters>> {
  const { day, zone } = list;
  const written = (instant: Instant) => [wallText(instant, zone.zoneless === 'utc' ? 'UTC' : zone.name)];
  const touching = (first: Day, days: number): Filters => {
    const { start, end } = daySpan(first, zone.name, days);
    return {
      startTime: { operator: 'lt', values: written(end) },
      endTime: { operator: 'gt', values: written(start) },
    };
  };
  return {
    weeks: touching(day, daysOn(list)),
    before: touching(addDays(day, -daysBefore), daysBefore),
    day: touching(day, 1),
    week: touching(mondayOf(day), 7),
    from: { startTime: { operator: 'gte', values: written(daySpan(day, zone.name).start) } },
    all: {},
  };
}

/** `six weeks`, or as many days as the gateway holds ahead where they are fewer. */
export function daysOnText(list: Pick<ListDay, 'ahead'>): string {
  const days = daysOn(list);
  return days === usualDays ? 'six weeks' : days === 1 ? '1 day' : `${days} days`;
}

/** The choices of times, and which of them the filters are; `other` for none. */
export type SpanChoices = {
  readonly value: ReservationSpan | 'other';
  readonly options: readonly { readonly value: ReservationSpan; readonly label: string }[];
};

/** The choice of times for filters as they are. */
export function spanChoices(
  filters: Filters,
  list: ListDay,
  today: Day,
  spans: readonly ReservationSpan[] = reservationSpans,
): SpanChoices {
  const all = spanFilters(list);
  const asked = printTimes(filters);
  return {
    value: spans.find((span) => printTimes(all[span]) === asked) ?? 'other',
    options: spans.map((span) => ({ value: span, label: spanLabel(span, list, today) })),
  };
}

/** What a choice changes in the address: both time filters, so that what is asked for stands there in full. */
export function spanChange(span: ReservationSpan, list: ListDay, usual: Filters): ListParams {
  const { startTime, endTime } = spanFilters(list)[span];
  return {
    ...setFilter('startTime', startTime ?? null, usual),
    ...setFilter('endTime', endTime ?? null, usual),
  };
}

function printTimes({ startTime, endTime }: Filters): string {
  return [startTime, endTime].map((filter) => filter && printFilter(filter)).join(' ');
}

function spanLabel(span: ReservationSpan, list: ListDay, today: Day): string {
  const { day } = list;
  const isToday = day === today;
  const labels = {
    weeks: daysOnText(list).replace(/^s/, 'S'),
    before: isToday ? 'Two weeks before' : `Two weeks before ${dayText(day)}`,
    day: isToday ? 'Today' : dayText(day),
    week: isToday ? 'This week' : `Week of ${dayText(mondayOf(day))}`,
    from: `From ${isToday ? 'today' : dayText(day)}`,
    all: 'All',
  };
  return labels[span];
}

/**
 * The filters that ask for every reservation overlapping a span (`startTime=lt:<end>`, `endTime=gt:<start>`). The zone
 * of a zone-less filter value is not documented, so the window is the union of the two readings, operator zone and UTC:
 * it may bring more than the span, never less; whoever asks trims by instants.
 */
export function overlapFilters(span: Span, zone: string): NonNullable<Query['filters']> {
  const start = earlier(wallText(span.start, zone), wallText(span.start, 'UTC'));
  const end = later(wallText(span.end, zone), wallText(span.end, 'UTC'));
  return { startTime: { operator: 'lt', values: [end] }, endTime: { operator: 'gt', values: [start] } };
}

/** Wall texts of one length sort as they follow in time. */
function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
