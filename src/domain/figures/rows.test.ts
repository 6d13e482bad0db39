import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FigureRowsOf } from '#contract/gateway/figures.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { atOnce } from '#domain/steps.ts';
import { daySpan } from '#domain/time/time.ts';
import { millisecondsInDay, millisecondsInHour } from '#domain/units.ts';
import type { Booking, Group } from './bookings.ts';
import { type FigureFacts, figuresOf } from './figures.ts';
import type { FlownFlight } from './flights.ts';
import { squawksOf } from './grounded.ts';
import { workOrdersOf } from './maintenance.ts';
import { lackedBy, rowsOf } from './rows.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const now = Date.parse('2026-05-13T00:00:00Z');
const { start } = daySpan('2026-05-04', zone.name);
const span = { start, end: daySpan('2026-05-11', zone.name).end };

const group = (name: string | null): Group | null => (name === null ? null : { key: name.toLowerCase(), name });
const places = [null, 'Centennial', 'North', 'שדה'];
const statuses: readonly (readonly [Booking['status'], string])[] = [
  ['completed', 'Completed'],
  ['reserved or unclear', 'Reserved'],
  ['void', 'Cancelled - weather'],
  ['void', 'No show'],
  ['void', 'Cancelled'],
];

/** A week before the period, the period, and a day after it; some flights leave late, some never. */
const bookingOf = fc.record({
  hours: fc.integer({ min: -168, max: 240 }),
  aircraft: fc.constantFrom('a1', 'a2'),
  place: fc.constantFrom(...places),
  status: fc.constantFrom(...statuses),
  kind: fc.constantFrom<Booking['kind']>('flight', 'flight', 'other', 'shop', 'time off'),
  delay: fc.constantFrom(null, 0, 0.2, 0.5, 2),
  flown: fc.constantFrom(null, 1, 1.5),
  notice: fc.constantFrom(null, -1, 1, 5, 50, 200),
});

/** Days before the end of the period at which a squawk or work order was opened, and days until it was closed. */
const openOf = fc.record({
  before: fc.constantFrom(-1, 0, 3, 6.99, 7, 20, 28, 60, 91, 400),
  open: fc.constantFrom(null, 0, 3, 30),
  isUndated: fc.boolean(),
});

const school = fc
  .tuple(fc.array(bookingOf, { maxLength: 60 }), fc.array(openOf, { maxLength: 20 }))
  .map(([given, opens]): FigureFacts => {
    const bookings: Booking[] = [];
    const flights: FlownFlight[] = [];
    const cancelledAt = new Map<string, number>();
    for (const [index, one] of given.entries()) {
      const id = `r${index}`;
      const at = start + one.hours * millisecondsInHour;
      const of = { aircraft: group(one.aircraft), model: null, location: group(one.place), instructor: group('Ann') };
      const [status, statusName] = one.status;
      const shared = { id, start: at, end: at + 2 * millisecondsInHour, of, students: [] };
      bookings.push({ ...shared, kind: one.kind, status, statusName });
      if (status === 'void' && one.notice !== null) cancelledAt.set(id, at - one.notice * millisecondsInHour);
      if (one.kind !== 'flight' || one.delay === null) continue;
      const out = at + one.delay * millisecondsInHour;
      const back = one.flown === null ? null : out + one.flown * millisecondsInHour;
      flights.push({ id, reservation: id, out, back, hours: one.flown, of });
    }
    const created = new Date(start + 30 * millisecondsInHour).toISOString();
    const squawk = toSquawk({ squawkId: 'q1', groundAircraft: true, created }, 0, zone);
    const times = opens.map(({ before, open, isUndated }, place) => {
      const opened = span.end - before * millisecondsInDay;
      const text = (at: number) => new Date(at).toISOString();
      const closed = open === null ? null : text(opened + open * millisecondsInDay);
      return { place, opened: text(opened), closed, isUndated };
    });
    const squawks = times.map(({ place, opened, closed, isUndated }) => {
      const ends = closed === null ? {} : { resolved: true, ...(!isUndated && { resolvedDate: closed }) };
      return { aircraft: 'a1', squawk: toSquawk({ squawkId: `s${place}`, created: opened, ...ends }, place, zone) };
    });
    return {
      bookings: { rows: bookings.toSorted((a, b) => a.start - b.start), leftOut: [] },
      flights: { rows: flights.toSorted((a, b) => a.out - b.out), leftOut: [] },
      squawks: squawksOf([{ aircraft: 'a2', squawk }, ...squawks]),
      squawked: null,
      orders: workOrdersOf(
        times.map(({ place, opened, closed }) => ({ workOrderDisplayNumber: `WO-${place}`, opened, closed })),
        zone,
      ),
      enrolments: null,
      cancelledAt,
      fleet: [],
    };
  });

test('a bar has as many rows as its figure counts, in any school', () => {
  fc.assert(
    fc.property(school, (facts) => {
      const { departures, cancellations, utilisation, maintenance } = atOnce(
        figuresOf(facts, { span, by: 'location', now, zone }),
      );
      const rows = (of: FigureRowsOf, name: string) => rowsOf(facts, { of, name }, { span, now, zone });
      const counted = [
        ['late', departures?.causes],
        ['cancelled', cancellations?.causes],
        ['notice', cancellations?.notice],
      ] as const;
      for (const [of, bars = []] of counted)
        for (const { name, count } of bars) expect([of, name, rows(of, name).length]).toEqual([of, name, count]);
      for (const [weekday, hours] of (cancellations?.week ?? []).entries())
        for (const [hour, { cancelled }] of hours.entries())
          expect([weekday, hour, rows('week', `${weekday}-${hour}`).length]).toEqual([weekday, hour, cancelled]);
      for (const { name, visits } of maintenance.shopKinds ?? [])
        expect([name, rows('shop', name).length]).toEqual([name, visits]);
      for (const { name, count } of maintenance.openSquawks ?? []) expect(rows('squawks', name)).toHaveLength(count);
      for (const { name, count } of maintenance.openOrders ?? []) {
        const orders = rows('orders', name);
        expect([orders.length, new Set(orders.map(({ title }) => title)).size]).toEqual([count, count]);
      }
      // Nothing is in two bars, or in none.
      expect(departures?.causes.reduce((sum, { count }) => sum + count, 0)).toBe(
        (departures?.due ?? 0) - (departures?.onTime ?? 0),
      );
      for (const { group: of, flights, flown } of utilisation.bars) {
        // As a browser writes the key, in which marks of direction stand around some letters.
        const found = rows('location', isolatedTexts({ key: of?.key ?? '' }).key);
        expect(found).toHaveLength(flights ?? 0);
        expect(found.reduce((sum, { hours }) => sum + (hours ?? 0), 0)).toBeCloseTo(flown ?? 0, 9);
        expect(found.map(({ at }) => at)).toEqual(found.map(({ at }) => at).toSorted((a, b) => b - a));
      }
    }),
  );
});

test('a bar without one of its sources has no rows, and says which it lacks', () => {
  const cancelled = { of: 'cancelled', name: 'weather' } as const;
  const facts = fc
    .sample(school, { numRuns: 50, seed: 7 })
    .find((one) => rowsOf(one, cancelled, { span, now, zone }).length > 0);
  if (!facts) throw new Error('No school has a flight that was cancelled for weather.');
  const lacks = new Set(['flights', 'reservations'] as const);
  expect(lackedBy(cancelled, lacks)).toEqual(['reservations']);
  expect(lackedBy({ of: 'location', name: '' }, lacks)).toEqual(['flights']);
  expect(rowsOf(facts, cancelled, { span, now, lacks, zone })).toEqual([]);
});
