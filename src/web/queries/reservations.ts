import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Page, parseList, type SetAside } from '#contract/answers.ts';
import type { CallClass } from '#contract/callClass.ts';
import type { Config } from '#contract/config.ts';
import type { Query } from '#contract/query.ts';
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
/** 30,000 reservations: a week of the largest school. */
const mostPages = 120;

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

/**
 * What says the same stays the same object, so that a refresh without news renders nothing. Asked twice about the same
 * answer it gives the same result: the query asks at every render while an earlier window stands in.
 */
function keepBookings(last: Windowed | undefined, next: Windowed): Windowed {
  if (!last || last === next) return next;
  const value = { ...next.value, bookings: keepSame(last.value.bookings, next.value.bookings) };
  const isSame = last.asOf === next.asOf && members.every((name) => last.value[name] === value[name]);
  return isSame ? last : { ...next, value };
}

const members = [
  'bookings',
  'untimed',
  'setAside',
  'shortfall',
] as const satisfies readonly (keyof ReservationWindow)[];

/** One person's reservations overlapping a span, through the API's own filter. Another person's never stand in for them. */
export function personWindow(school: Config, userId: string, span: Span) {
  const key = operationKey('listReservations', 'person', userId);
  return queryOptions({
    queryKey: [...key, span],
    queryFn: ({ signal }) =>
      askWindow(school, span, signal, 'person', { userId: { operator: 'eq', values: [userId] } }),
    placeholderData: (last: Answer<ReservationWindow> | undefined, lastQuery) =>
      lastQuery?.queryKey[3] === userId ? last : undefined,
    ...refreshing('listReservations'),
  });
}

async function askWindow(
  school: Config,
  span: Span,
  signal: AbortSignal,
  callClass: CallClass,
  more: Query['filters'] = {},
): Promise<Answer<ReservationWindow>> {
  const zone: Zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const filters = { ...overlapFilters(span, zone.name), ...more };
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
  query: Query,
  signal: AbortSignal,
  callClass: CallClass,
): Promise<Answer<Page<Reservation>>> {
  const path = { operatorId: String(school.operatorId) };
  return ask('listReservations', path, query, (body) => parseList('listReservations', body), signal, callClass);
}
