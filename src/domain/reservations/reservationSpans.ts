import { printFilter } from '#contract/filters.ts';
import type { Query } from '#contract/query.ts';
import type { TimedReservation } from './reservations.ts';
import { type Filters, isFiltered, type ListParams, setFilter } from '#domain/lists/listState.ts';
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
import { counted, capitalized } from '#domain/words.ts';

/** The most common time ranges of a list, in the order in which they are offered. */
const reservationSpans = ['weeks', 'before', 'day', 'week', 'from', 'all'] as const;
export type ReservationSpan = (typeof reservationSpans)[number];

/** Days that a list shows at first, if the gateway holds that many. */
const defaultDays = 42;
/** Days for one step back: no more than the gateway usually holds. */
const daysBefore = 14;

/** A list's day and zone, and how many days ahead the gateway holds. */
export type ListDay = {
  readonly day: Day;
  readonly zone: Zone;
  readonly ahead: number;
  /** When the six weeks begin, if that is later than the start of the day. */
  readonly from?: Instant | undefined;
};

const daysOn = ({ ahead }: Pick<ListDay, 'ahead'>) => Math.min(defaultDays, ahead);

/**
 * The time filters of each range: everything that overlaps the six weeks from a day or moment on, the two weeks before it, the
 * day, or its week (Monday to Sunday). `from` is everything that starts on the day or later, `all` has no filter.
 * Values are in the zone that times without a zone are read in.
 */
export function spanFilters(list: ListDay): Readonly<Record<ReservationSpan, Filters>> {
  const { day, zone } = list;
  const written = (instant: Instant) => [wallText(instant, zone.zoneless === 'utc' ? 'UTC' : zone.name)];
  const touching = (first: Day, days: number, from?: Instant): Filters => {
    const { start, end } = daySpan(first, zone.name, days);
    return {
      startTime: { operator: 'lt', values: written(end) },
      endTime: { operator: 'gt', values: written(Math.max(start, from ?? start)) },
    };
  };
  return {
    weeks: touching(day, daysOn(list), list.from),
    before: touching(addDays(day, -daysBefore), daysBefore),
    day: touching(day, 1),
    week: touching(mondayOf(day), 7),
    from: { startTime: { operator: 'gte', values: written(daySpan(day, zone.name).start) } },
    all: {},
  };
}

/** How many of the day's reservations the six weeks leave out, because they ended before `from`. */
export function endedBefore(reservations: readonly TimedReservation[], { day, zone, from }: ListDay): number {
  const { start } = daySpan(day, zone.name);
  return reservations.filter(({ end }) => end > start && end <= (from ?? start)).length;
}

/** `six weeks`, or the days that the gateway holds ahead if they are fewer. */
export function daysOnText(list: Pick<ListDay, 'ahead'>): string {
  const days = daysOn(list);
  return days === defaultDays ? 'six weeks' : counted(days, 'day');
}

/** The time ranges on offer, and the one that matches the filters; `other` if none does. */
export type SpanChoices = {
  readonly value: ReservationSpan | 'other';
  readonly options: readonly { readonly value: ReservationSpan; readonly label: string }[];
};

/** The time ranges on offer for the present filters. */
export function spanChoices(
  filters: Filters,
  list: ListDay,
  today: Day,
  spans: readonly ReservationSpan[] = reservationSpans,
): SpanChoices {
  const all = spanFilters(list);
  const times = printTimes(filters);
  return {
    value: spans.find((span) => printTimes(all[span]) === times) ?? 'other',
    options: spans.map((span) => ({ value: span, label: spanLabel(span, list, today) })),
  };
}

/** The address changes for a choice. They always include both time filters, so that the address is complete. */
export function spanChange(span: ReservationSpan, list: ListDay, defaultValue: Filters): ListParams {
  const { startTime, endTime } = spanFilters(list)[span];
  return {
    ...setFilter('startTime', startTime ?? null, defaultValue),
    ...setFilter('endTime', endTime ?? null, defaultValue),
  };
}

function printTimes({ startTime, endTime }: Filters): string {
  return [startTime, endTime].map((filter) => filter && printFilter(filter)).join(' ');
}

function spanLabel(span: ReservationSpan, list: ListDay, today: Day): string {
  const { day } = list;
  const isToday = day === today;
  const labels = {
    weeks: list.from === undefined ? capitalized(daysOnText(list)) : `Next ${daysOnText(list)}`,
    before: isToday ? 'Two weeks before' : `Two weeks before ${dayText(day)}`,
    day: isToday ? 'Today' : dayText(day),
    week: isToday ? 'This week' : `Week of ${dayText(mondayOf(day))}`,
    from: `From ${isToday ? 'today' : dayText(day)}`,
    all: 'All',
  };
  return labels[span];
}

/** Why a list has no rows on any page: its filters, its period, or, as `otherwise` says, its source. */
export function noneBooked(filters: Filters, otherwise = 'The service lists no reservations.'): string {
  const { startTime, endTime, ...others } = filters;
  if (isFiltered({ filters: others })) return 'No reservations match these filters.';
  return startTime || endTime ? 'Nothing is booked in this period.' : otherwise;
}

/**
 * The filters for every reservation that overlaps a span (`startTime=lt:<end>`, `endTime=gt:<start>`). The zone of a
 * value without one is not documented, so the window covers both readings, operator zone and UTC. It may return more
 * than the span, never less; the caller trims by instants.
 */
export function overlapFilters(span: Span, zone: string): NonNullable<Query['filters']> {
  const start = earlier(wallText(span.start, zone), wallText(span.start, 'UTC'));
  const end = later(wallText(span.end, zone), wallText(span.end, 'UTC'));
  return { startTime: { operator: 'lt', values: [end] }, endTime: { operator: 'gt', values: [start] } };
}

/** Local times in this form can be compared as text. */
function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
