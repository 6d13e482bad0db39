import { describe, expect, test } from 'vitest';
import { forgetThresholds } from '#domain/thresholds.ts';
import { landingRatesFrom, reportedLandings } from './landings.ts';

const hour = 3_600_000;

/** Flights of an hour with so many landings each. */
function rates(activity: string, counts: readonly number[]) {
  const landings = new Map(counts.map((count, place) => [`f${place}`, count]));
  const times = { start: 0, end: hour, outAt: null, closedAt: hour };
  const booked = (id: string) => ({ id, aircraft: 'a1', activity, ...times });
  return landingRatesFrom(landings, booked);
}

test('landings are read from the usual columns of a report; rows of one reservation add up', () => {
  const rows = [
    { reservationId: 'A', landings: 3 },
    { reservationId: 'a', landings: 2 },
    { reservationId: 'b', dayLandings: 4, nightLandings: 1 },
    { reservationId: 'c', landings: null },
    { reservationId: 'd', landings: 2.5 },
    { reservationId: 'e', landingFee: 12 },
    { landings: 7 },
    'nothing',
  ];
  expect([...reportedLandings(rows)]).toEqual([
    ['a', 5],
    ['b', 5],
  ]);
});

describe('the rate of an activity', () => {
  forgetThresholds();

  test('is measured from 20 flights on, its worst is the 90th percentile', () => {
    expect([
      ...rates(
        'Dual',
        Array.from({ length: 19 }, () => 8),
      ),
    ]).toEqual([]);
    const counts = Array.from({ length: 20 }, (_, place) => (place < 17 ? 2 : place < 18 ? 9 : 20));
    expect(rates(' DUAL ', counts).get('dual')).toEqual({ flights: 20, usual: expect.closeTo(4.15), worst: 9 });
  });

  test('takes no landings that nobody can have made', () => {
    const usual = Array.from({ length: 20 }, () => 4);
    expect(rates('Dual', [...usual, 9_999_999]).get('dual')).toEqual({ flights: 20, usual: 4, worst: 4 });
    expect([...reportedLandings([{ reservationId: 'a', landings: 1e308 }])]).toEqual([]);
  });

  test('without a name or a booking says nothing', () => {
    expect([
      ...rates(
        '',
        Array.from({ length: 30 }, () => 8),
      ),
    ]).toEqual([]);
    expect([...landingRatesFrom(new Map([['a', 8]]), () => null)]).toEqual([]);
  });
});
