import { expect, test } from 'vitest';
import { atOnce, type Steps } from '#domain/steps.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import type { Booking } from './bookings.ts';
import { type FigureFacts, figuresOf } from './figures.ts';
import { flightsOf, joinedFlights } from './flights.ts';
import { squawksOf } from './grounded.ts';

const hour = 3_600_000;
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const start = Date.parse('2026-01-01T00:00:00Z');
const now = Date.parse('2026-05-12T18:00:00Z');
const span = { start, end: now };

/** All on one aircraft with one instructor and student, at the same few hours, with a grounding squawk for each row. */
function hostileRows(count: number) {
  const group = (name: string) => ({ key: name, name });
  const of = { aircraft: group('n1'), model: group('172s'), location: group('apa'), instructor: group('ann') };
  const bookings = Array.from({ length: count }, (_, index): Booking => {
    const at = start + (index % 24) * hour;
    const status = index % 3 === 0 ? 'void' : 'completed';
    return {
      id: `r${index}`,
      start: at,
      end: at + 2 * hour,
      of,
      students: ['s1'],
      kind: 'flight',
      status,
      statusName: status,
    };
  }).toSorted((a, b) => a.start - b.start);
  const flights = Array.from({ length: count }, (_, index) => ({
    flightId: `f${index}`,
    reservationId: `r${index}`,
    aircraftId: 'n1',
    instructor: 'ann',
    checkedOutOn: new Date(start + (index % 24) * hour).toISOString(),
    checkedInOn: new Date(start + (index % 24) * hour + hour).toISOString(),
    flightHours: 1,
  }));
  const squawks = Array.from({ length: count }, (_, index) => ({
    aircraft: 'n1',
    squawk: toSquawk(
      { squawkId: `q${index}`, groundAircraft: true, created: new Date(start + (index % 500) * hour).toISOString() },
      index,
      zone,
    ),
  }));
  return { bookings, flights, squawks };
}

function* made({ bookings, flights, squawks }: ReturnType<typeof hostileRows>): Steps<unknown> {
  const facts: FigureFacts = {
    bookings: { rows: bookings, leftOut: [] },
    flights: yield* joinedFlights([yield* flightsOf(flights, zone)], bookings),
    squawks: squawksOf(squawks),
    orders: { rows: [], leftOut: [] },
    enrolments: null,
    squawked: null,
    cancelledAt: new Map(),
    fleet: [{ key: 'n1', name: 'N1' }],
  };
  return yield* figuresOf(facts, { span, by: 'instructor', now, zone });
}

/** Milliseconds of this thread; the fastest of some runs has no pauses. */
function fastest(rows: ReturnType<typeof hostileRows>): number {
  const times = Array.from({ length: 4 }, () => {
    const before = process.threadCpuUsage();
    atOnce(made(rows));
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test('the time for figures grows in proportion to the rows, also if all are on one aircraft', () => {
  const [few, many] = [hostileRows(4_000), hostileRows(16_000)];
  // Proportional growth gives four, quadratic growth sixteen; a disturbance would not happen three times.
  expect([1, 2, 3].some(() => fastest(many) < 9 * Math.max(4, fastest(few)))).toBe(true);
});

test('more rows are more steps, so that no step holds the gateway for all of them', () => {
  const stepsOf = (count: number) => {
    const steps = made(hostileRows(count));
    let taken = 0;
    while (!steps.next().done) taken++;
    return taken;
  };
  expect(stepsOf(16_000) - stepsOf(4_000)).toBeGreaterThanOrEqual(12_000 / 500);
});
