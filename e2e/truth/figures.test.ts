import { describe, expect, test } from 'vitest';
import { bookingsOf } from '#domain/figures/bookings.ts';
import { figuresOf } from '#domain/figures/figures.ts';
import { atOnce } from '#domain/steps.ts';
import { flightsOf, joinedFlights } from '#domain/figures/flights.ts';
import { squawksOf } from '#domain/figures/grounded.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { idKey, toReservation } from '#domain/reservations/reservations.ts';
import { addDays, dayOf, daySpan, type Span } from '#domain/time/time.ts';
import { type FigureSchool, type FigureSchoolOptions, figureSchool, type TrueFlight } from './figureSchool.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What Flightline says, from the service's records alone. */
function said({ records, now, zone: name, tails }: FigureSchool, span: Span) {
  const zone = { name, zoneless: 'operator' } as const;
  const bookings = bookingsOf(records.reservations.map((record) => toReservation(record, zone)));
  const facts = {
    bookings,
    flights: atOnce(joinedFlights([atOnce(flightsOf(records.flights, zone))], bookings.rows)),
    squawks: squawksOf(
      records.squawks.map((record, place) => ({
        aircraft: idKey(record.aircraftId),
        squawk: toSquawk(record, place, zone),
      })),
    ),
    orders: { rows: [], leftOut: [] },
    enrolments: null,
    squawked: null,
    cancelledAt: new Map(),
    fleet: tails.map((tail) => ({ key: tail, name: tail })),
  };
  return atOnce(figuresOf(facts, { span, by: 'instructor', now, zone }));
}

/** The truth, counted from what happened, minute by minute where that is the plainest way. */
function truth({ flights, squawks, now, zone, tails }: FigureSchool, span: Span) {
  const isIn = (at: number) => span.start <= at && at < span.end;
  const booked = flights.filter(({ start, fate }) => isIn(start) && (fate === 'flown' || fate === 'forgotten'));
  const left = flights.filter(({ out, fate }) => fate === 'flown' && isIn(out));
  const closed = left.filter(({ isOpen }) => !isOpen);
  const isGrounded = (tail: string, at: number) =>
    squawks.some((one) => one.tail === tail && one.grounds && one.start <= at && at < (one.end ?? now));
  const due = flights.filter(({ start, fate }) => fate !== 'shop' && isIn(start) && start + 15 * minute <= now);
  const whyLate = (flight: TrueFlight) => {
    const { fate, start, out, tail } = flight;
    if (fate === 'cancelled' || fate === 'no-show') return 'cancelled';
    if (fate === 'flown' && out - start <= 15 * minute) return 'in time';
    if (isGrounded(tail, start)) return 'grounded';
    if (fate === 'forgotten') return 'never checked out';
    const before = flights
      .filter((other) => other.fate === 'flown' && other.tail === tail && other.out < out)
      .reduce<TrueFlight | null>((last, other) => (last && last.out > other.out ? last : other), null);
    return before && !before.isOpen && before.back > start ? 'late aircraft' : 'not recorded';
  };
  const countBy = (names: readonly string[]) =>
    Object.fromEntries(
      Array.from(
        Map.groupBy(names, (name) => name),
        ([name, some]) => [name, some.length],
      ),
    );
  const groundedHours = tails.flatMap((tail) =>
    Array.from({ length: Math.round((span.end - span.start) / hour) }, (_, count) =>
      Number(isGrounded(tail, span.start + count * hour)),
    ),
  );
  const away = flights.filter(({ start, fate }) => isIn(start) && fate !== 'cancelled' && fate !== 'no-show');
  const cancelled = due.filter(({ fate }) => fate === 'cancelled' || fate === 'no-show');
  return {
    flown: closed.reduce((sum, { tenths }) => sum + tenths, 0) / 10,
    closed: closed.length,
    booked: booked.reduce((sum, { start, end }) => sum + (end - start), 0) / hour,
    open: 16 * tails.length * Math.round((span.end - span.start) / (24 * hour)),
    dead: deadMinutes(away, zone) / 60,
    byInstructor: Object.fromEntries(
      Array.from(
        Map.groupBy(closed, ({ instructor }) => instructor),
        ([name, own]) => [name, own.reduce((sum, { tenths }) => sum + tenths, 0) / 10],
      ),
    ),
    departures: countBy(due.map(whyLate)),
    cancelled: countBy(
      cancelled.map(({ fate, said: cause }) => (fate === 'no-show' ? fate : (cause ?? 'not recorded'))),
    ),
    groundedDays: groundedHours.reduce((a, b) => a + b, 0) / 24,
    opened: squawks.filter(({ start }) => isIn(start)).length,
    closedSquawks: squawks.filter(({ end }) => end !== null && isIn(end)).length,
    openAtEnd: squawks.filter(({ start, end }) => start < span.end && (end === null || end >= span.end)).length,
    // Weekends and all: three days from the squawk to the shop.
    unplannedHours:
      away
        .filter(
          ({ fate, tail, start }) =>
            fate === 'shop' &&
            squawks.some(
              (one) =>
                one.tail === tail &&
                one.grounds &&
                one.start <= start &&
                start <= one.start + 72 * hour &&
                start < (one.end ?? now),
            ),
        )
        .reduce((sum, { start, end }) => sum + (end - start), 0) / hour,
    shopHours:
      away.filter(({ fate }) => fate === 'shop').reduce((sum, { start, end }) => sum + (end - start), 0) / hour,
  };
}

/** Minutes of a day between an aircraft's first and last start in which it was not booked. */
function deadMinutes(flights: readonly TrueFlight[], zone: string): number {
  let minutes = 0;
  for (const own of Map.groupBy(flights, ({ tail, start }) => `${tail} ${dayOf(start, zone)}`).values()) {
    const starts = own.map(({ start }) => start);
    for (let at = Math.min(...starts); at < Math.max(...starts); at += minute)
      if (!own.some(({ start, end }) => start <= at && at < end)) minutes++;
  }
  return minutes;
}

const schools: readonly FigureSchoolOptions[] = [
  { seed: 1, zone: 'America/Denver', first: '2026-02-20', days: 40 },
  { seed: 2, zone: 'America/Denver', first: '2026-10-15', days: 40 },
  { seed: 3, zone: 'Asia/Kolkata', first: '2026-05-01', days: 31 },
  { seed: 4, zone: 'Australia/Sydney', first: '2026-03-15', days: 40 },
];

describe.each(schools)('the figures of a school in $zone from $first', (options) => {
  const school = figureSchool(options);
  const spans: readonly Span[] = [
    { start: daySpan(options.first, options.zone).start, end: school.now },
    {
      start: daySpan(addDays(options.first, 9), options.zone).start,
      end: daySpan(addDays(options.first, 24), options.zone).end,
    },
  ];

  test.each(spans.map((span, index) => [index === 0 ? 'whole' : 'part', span] as const))(
    'are true of the %s',
    (_, span) => {
      const [is, says] = [truth(school, span), said(school, span)];
      const { utilisation, departures, cancellations, maintenance } = says;
      expect(utilisation.flown.value).toBeCloseTo(is.flown, 6);
      expect(utilisation.flown.rows).toBe(is.closed);
      expect(utilisation.booked.value).toBeCloseTo(is.booked, 6);
      expect(utilisation.open.value).toBe(is.open);
      expect(utilisation.dead.value).toBeCloseTo(is.dead, 6);
      expect(Object.fromEntries(utilisation.bars.map(({ group, flown }) => [group?.name, flown]))).toEqual(
        is.byInstructor,
      );
      const counts = (departures?.causes ?? []).map(({ name, count }) => [name, count] as const);
      expect(Object.fromEntries([['in time', departures?.onTime], ...counts])).toEqual(is.departures);
      expect(Object.fromEntries((cancellations?.causes ?? []).map(({ name, count }) => [name, count]))).toEqual(
        is.cancelled,
      );
      expect(maintenance.grounded.value).toBeCloseTo(is.groundedDays, 6);
      expect([maintenance.opened, maintenance.closed]).toEqual([is.opened, is.closedSquawks]);
      expect(maintenance.openSquawks?.reduce((sum, { count }) => sum + count, 0)).toBe(is.openAtEnd);
      expect(maintenance.shop.value).toBeCloseTo(is.shopHours, 6);
      const shop = Object.fromEntries((maintenance.shopKinds ?? []).map(({ name, hours }) => [name, hours]));
      expect(shop['unplanned']).toBeCloseTo(is.unplannedHours, 6);
      expect(shop['planned']).toBeCloseTo(is.shopHours - is.unplannedHours, 6);
      expect([shop['not told'], is.unplannedHours > 0, is.shopHours > is.unplannedHours]).toEqual([
        undefined,
        true,
        true,
      ]);
    },
  );

  test('leave out just the odd rows, and every kind of truth occurs', () => {
    const [whole = { start: 0, end: 0 }] = spans;
    const { leftOut } = said(school, whole);
    const open = school.flights.filter(({ fate, isOpen }) => fate === 'flown' && isOpen).length;
    expect(leftOut.flights).toEqual({ ...school.odd, 'not closed': open });
    const { departures, cancelled } = truth(school, whole);
    expect(Object.keys(departures).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'cancelled',
      'grounded',
      'in time',
      'late aircraft',
      'never checked out',
      'not recorded',
    ]);
    expect(Object.keys(cancelled)).toHaveLength(4);
    for (const count of [...Object.values(school.odd), open]) expect(count).toBeGreaterThan(0);
  });
});
