import { printFilter } from '#contract/filters.ts';

import { type Filters, type ListParams, setFilter } from '#domain/lists/listState.ts';
import { countAt, locationNote, narrowed, type Narrowing } from '#domain/reservations/locations.ts';
import { type Booking, isTimed } from '#domain/reservations/bookings.ts';
import { type ReservationSpan, spanFilters } from '#domain/reservations/reservationSpans.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Day, type Zone, mondayOf } from '#domain/time/time.ts';

/** In the order in which they are offered. */
const spans = ['weeks', 'day', 'week', 'from', 'all'] as const satisfies readonly ReservationSpan[];

/** The times people ask for most, and which of them the filters are; `other` for none. */
export type SpanChoices = {
  readonly value: ReservationSpan | 'other';
  readonly options: readonly { readonly value: ReservationSpan; readonly label: string }[];
};

/** The choice of times for filters as they are; `day` is the list's day. */
export function spanChoices(filters: Filters, day: Day, today: Day, zone: Zone): SpanChoices {
  const all = spanFilters(day, zone);
  const asked = printTimes(filters);
  return {
    value: spans.find((span) => printTimes(all[span]) === asked) ?? 'other',
    options: spans.map((span) => ({ value: span, label: spanLabel(span, day, today) })),
  };
}

/** What a choice changes in the address: both time filters, so that what is asked for stands there in full. */
export function spanChange(span: ReservationSpan, day: Day, zone: Zone, usual: Filters): ListParams {
  const { startTime, endTime } = spanFilters(day, zone)[span];
  return {
    ...setFilter('startTime', startTime ?? null, usual),
    ...setFilter('endTime', endTime ?? null, usual),
  };
}

function printTimes({ startTime, endTime }: Filters): string {
  return [startTime, endTime].map((filter) => filter && printFilter(filter)).join(' ');
}

function spanLabel(span: ReservationSpan, day: Day, today: Day): string {
  const isToday = day === today;
  if (span === 'weeks') return 'Six weeks';
  if (span === 'from') return `From ${isToday ? 'today' : dayText(day)}`;
  if (span === 'day') return isToday ? 'Today' : dayText(day);
  if (span === 'week') return isToday ? 'This week' : `Week of ${dayText(mondayOf(day))}`;
  return 'All';
}

/** A page of the list as it has come. */
type ListPage = {
  readonly bookings: readonly Booking[];
  /** On all pages. */
  readonly totalItems: number;
  readonly notes: readonly (string | null)[];
  /** False while these are the rows of the page or the filters before. */
  readonly isAnswer: boolean;
  readonly narrowing: Narrowing;
};

/** What the list shows below its filters. */
export type ShownList = {
  /** `50 of 1,204`; null while it is not known. */
  readonly count: string | null;
  readonly bookings: readonly Booking[];
  readonly notes: readonly (string | null)[];
  /** What of this page is left out, because the service cannot filter by location; null for nothing. */
  readonly scope: string | null;
  /** What stands in place of rows; null where there are some. */
  readonly empty: string | null;
};

/** The rows of a page and what is odd about them. Another question's rows are never shown under new filters. */
export function shownList({ bookings: all, totalItems, notes, isAnswer, narrowing }: ListPage): ShownList {
  if (!isAnswer) return { count: null, bookings: [], notes: [], scope: null, empty: 'Loading…' };
  const here = narrowed(all, narrowing.chosen ? narrowing.whereIs : null);
  const bookings = here.shown;
  const note = locationNote(here, narrowing);
  const untimed = bookings.filter((booking) => !isTimed(booking)).length;
  return {
    count: countAt(`${bookings.length.toLocaleString('en')} of ${totalItems.toLocaleString('en')}`, narrowing),
    bookings,
    notes: [...notes, untimed > 0 ? `${untimed} without a readable span of time.` : null],
    scope: note && `This page: ${note} The service cannot filter reservations by location.`,
    empty:
      bookings.length > 0
        ? null
        : all.length > 0
          ? 'All reservations of this page are elsewhere.'
          : 'No reservations match these filters.',
  };
}
