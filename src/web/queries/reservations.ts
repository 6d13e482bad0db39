import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Page, parseList, type SetAside } from '#contract/answers.ts';
import type { CallClass } from '#contract/callClass.ts';
import type { Config } from '#contract/config.ts';
import { type Booking, inSpan, isTimed, type Reservation, toBooking } from '#domain/bookings.ts';
import { keepSame } from '#domain/schedule/sameBookings.ts';
import type { Span, Zone } from '#domain/time.ts';
import { overlapFilters } from '#domain/windows.ts';
import { type Answer, ask } from './client.ts';
import { operationKey, refreshing } from './operations.ts';
import { refreshInterval } from './policy.ts';

export type ReservationWindow = {
  /** Those that overlap the span, by start. */
  readonly bookings: readonly Booking[];
  /** Reservations without readable times: they cannot be placed, and must not vanish. */
  readonly untimed: readonly Booking[];
  readonly setAside: readonly SetAside[];
  /** What the service said there is, and what it sent, where the two differ. */
  readonly shortfall: { readonly said: number; readonly sent: number } | null;
};

const pageSize = 250;
/** 15,000 reservations: a month of a large school. */
const mostPages = 60;

/** Who waits for a window, and how often it is asked again, in milliseconds. */
export type Pace = { readonly callClass: CallClass; readonly interval: number };

export const usualPace: Pace = { callClass: 'person', interval: refreshInterval('listReservations') };

/** Every reservation overlapping a span. Give whole days, so that all screens ask the same question. */
export function reservationWindow(school: Config, span: Span, pace = usualPace) {
  return queryOptions({
    queryKey: operationKey('listReservations', 'window', span),
    queryFn: ({ signal }) => askWindow(school, span, signal, pace.callClass),
    placeholderData: keepPreviousData,
    structuralSharing: (last, next) => keepBookings(last as Windowed | undefined, next as Windowed),
    ...refreshing('listReservations', pace.interval),
  });
}

type Windowed = Answer<ReservationWindow>;

/** What says the same stays the same object, so that a refresh without news renders nothing. */
function keepBookings(last: Windowed | undefined, next: Windowed): Windowed {
  return last
    ? { ...next, value: { ...next.value, bookings: keepSame(last.value.bookings, next.value.bookings) } }
    : next;
}

async function askWindow(
  school: Config,
  span: Span,
  signal: AbortSignal,
  callClass: CallClass,
): Promise<Answer<ReservationWindow>> {
  const zone: Zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const filters = overlapFilters(span, zone.name);
  const found = new Map<string, Booking>();
  const setAside: SetAside[] = [];
  let asOf = Number.POSITIVE_INFINITY;
  let said = 0;
  for (let offset = 0; offset < mostPages; offset++) {
    const answer = await askPage(school, { filters, offset, limit: pageSize }, signal, callClass);
    const before = found.size;
    for (const booking of answer.value.records.map((record) => toBooking(record, zone)))
      found.set(booking.key, booking);
    setAside.push(...answer.value.setAside);
    asOf = Math.min(asOf, answer.asOf);
    said = answer.value.totalItems;
    if (found.size + setAside.length >= said || found.size === before) break;
  }
  const all = [...found.values()];
  const sent = all.length + setAside.length;
  const value = {
    bookings: inSpan(all, span),
    untimed: all.filter((booking) => !isTimed(booking)),
    setAside,
    shortfall: sent === said ? null : { said, sent },
  };
  return { value, asOf };
}

function askPage(
  school: Config,
  query: Parameters<typeof ask>[2],
  signal: AbortSignal,
  callClass: CallClass,
): Promise<Answer<Page<Reservation>>> {
  const path = { operatorId: String(school.operatorId) };
  return ask('listReservations', path, query, (body) => parseList('listReservations', body), signal, callClass);
}
