import type { Query } from '#contract/query.ts';
import type { Filters } from '#domain/lists/listState.ts';
import { type Day, daySpan, type Instant, type Span, wallText, type Zone, mondayOf } from '#domain/time/time.ts';

export type ReservationSpan = 'weeks' | 'day' | 'week' | 'from' | 'all';

/** How many days a list begins with: as many as the gateway holds ahead, so that it needs no call. */
const usualDays = 42;

/**
 * The time filters of each span: all that touches six weeks from a day on, the day or its week (Monday to Sunday), all that
 * starts from the day on, however late, and all there is. Values are written by the clock that zone-less times are meant by.
 */
export function spanFilters(day: Day, zone: Zone): Readonly<Record<ReservationSpan, Filters>> {
  const written = (instant: Instant) => [wallText(instant, zone.zoneless === 'utc' ? 'UTC' : zone.name)];
  const touching = (first: Day, days: number): Filters => {
    const { start, end } = daySpan(first, zone.name, days);
    return {
      startTime: { operator: 'lt', values: written(end) },
      endTime: { operator: 'gt', values: written(start) },
    };
  };
  return {
    weeks: touching(day, usualDays),
    day: touching(day, 1),
    week: touching(mondayOf(day), 7),
    from: { startTime: { operator: 'gte', values: written(daySpan(day, zone.name).start) } },
    all: {},
  };
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
