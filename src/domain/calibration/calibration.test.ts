import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetThresholds, setThresholds } from '#domain/thresholds.ts';
import { bandOf, earliestUse, factorFor, noFactors } from '#domain/schedule/hoursFactor.ts';
import { byActivity, factorsFrom, type Leg, legsOf, measured } from './measure.ts';
import type { FlownReservation, MeterMove } from './meterNews.ts';
import { reminderMeter, reportedFlights, withReported } from './reported.ts';

const hour = 3_600_000;
const minute = 60_000;

/** Hours of a made-up day as instants. */
const at = (hours: number) => hours * hour;

/** Booked from one hour to another, and closed some minutes after its end. */
function flight(id: string, from: number, to: number, given: Partial<FlownReservation> = {}): FlownReservation {
  const times = { start: at(from), end: at(to), outAt: at(from), closedAt: at(to) + 5 * minute };
  return { id, aircraft: 'a1', activity: 'Dual', ...times, ...given };
}

const move = (hours: number, before: number, after: number, aircraft = 'a1'): MeterMove => {
  return { aircraft, at: at(hours), before, after };
};

const summed = (legs: readonly Leg[]) =>
  legs.map(({ reservations, booked, hours }) => [reservations.map(({ id }) => id).join('+'), booked, hours]);

describe('a step of a meter', () => {
  test('belongs to the flight that was closed with it', () => {
    const { legs, leftOut } = legsOf(
      [move(10.2, 100, 101.4), move(13.2, 101.4, 102.1)],
      [flight('morning', 8, 10), flight('noon', 12, 13)],
    );
    expect([summed(legs), leftOut]).toEqual([
      [
        ['morning', 2, expect.closeTo(1.4)],
        ['noon', 1, expect.closeTo(0.7)],
      ],
      [],
    ]);
  });

  test('also shows flights that were checked out before it and closed later', () => {
    const late = flight('late', 8, 10, { closedAt: at(20) });
    const { legs } = legsOf([move(13.2, 100, 102.1)], [late, flight('noon', 12, 13)]);
    expect(summed(legs)).toEqual([['late+noon', 3, expect.closeTo(2.1)]]);
  });

  test('does not show a flight that leaves after the one that was closed', () => {
    const next = flight('next', 13, 15, { closedAt: null });
    const { legs } = legsOf([move(14, 100, 100.7)], [flight('noon', 12, 13, { closedAt: at(13.9) }), next]);
    expect(summed(legs)).toEqual([['noon', 1, expect.closeTo(0.7)]]);
  });

  test('belongs to the flight even if the gateway saw it before the closing', () => {
    const { legs } = legsOf([move(10, 100, 101.4)], [flight('morning', 8, 10)]);
    expect(summed(legs)).toEqual([['morning', 2, expect.closeTo(1.4)]]);
  });

  test('goes to both of two flights that were closed within minutes', () => {
    const [first, second] = [
      flight('first', 8, 10, { closedAt: at(10) + minute }),
      flight('second', 10, 11, { closedAt: at(10) + 7 * minute }),
    ];
    const moves = [move(10.03, 100, 101.4), { ...move(10.2, 101.4, 102.1) }];
    expect(summed(legsOf(moves, [first, second]).legs)).toEqual([['first+second', 3, expect.closeTo(2.1)]]);
  });

  test('backward is left out, with the leg before it', () => {
    const flights = [flight('one', 8, 9), flight('two', 10, 11), flight('three', 12, 13)];
    const { legs, leftOut } = legsOf(
      [move(9.1, 100, 101.7), move(11.1, 101.7, 101.4), move(13.1, 101.4, 102.1)],
      flights,
    );
    expect(summed(legs)).toEqual([['three', 1, expect.closeTo(0.7)]]);
    expect(leftOut).toEqual([{ ...move(11.1, 101.7, 101.4), why: 'backward' }]);
  });

  test('that jumps is left out', () => {
    const { legs, leftOut } = legsOf([move(9.1, 100, 109.1)], [flight('one', 8, 9)]);
    expect([legs, leftOut]).toEqual([[], [{ ...move(9.1, 100, 109.1), why: 'jumped' }]]);
  });

  test('without a flight is left out', () => {
    expect(legsOf([move(9.1, 100, 100.3)], []).leftOut).toEqual([{ ...move(9.1, 100, 100.3), why: 'no reservation' }]);
  });
});

test('each flight counts once for a meter, and no hours are lost when the meter only rises', () => {
  const flights = fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 180 }),
      length: fc.integer({ min: 20, max: 240 }),
      late: fc.integer({ min: 0, max: 400 }),
    }),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(flights, (given) => {
      let now = 0;
      const all = given.map(({ gap, length, late }, place) => {
        const start = now + gap * minute;
        now = start + length * minute;
        const times = { start, end: now, outAt: start, closedAt: now + late * minute };
        return { id: String(place), aircraft: 'a1', activity: 'Dual', ...times };
      });
      const closings = all.toSorted((a, b) => a.closedAt - b.closedAt);
      // A closing shows what was flown until the flight ended, unless a later flight was closed before.
      let reading = 0;
      const moves = closings.flatMap(({ closedAt, end }) => {
        const flown = all.filter((one) => one.end <= end).reduce((sum, one) => sum + (one.end - one.start) / hour, 0);
        if (flown <= reading) return [];
        const before = reading;
        reading = flown;
        return [{ aircraft: 'a1', at: closedAt, before, after: flown }];
      });
      const { legs, leftOut } = legsOf(moves, all);
      const ids = legs.flatMap(({ reservations }) => reservations.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      const lost = leftOut.reduce((sum, { before, after }) => sum + after - before, 0);
      expect(legs.reduce((sum, { hours }) => sum + hours, 0) + lost).toBeCloseTo(reading);
    }),
  );
});

const leg = (booked: number, hours: number, given: Partial<FlownReservation> = {}): Leg => {
  const one = flight(`${booked} ${hours}`, 0, booked, given);
  return { aircraft: one.aircraft, at: at(booked), reservations: [one], booked, hours };
};

describe('the measured factor', () => {
  test('is the ratio of the sums, with the spread of one booked hour', () => {
    // 1.6 and 1.2 of 2.0 h: 0.7 of all, each 0.2 h off. Variance (0.04 + 0.04) / 4 × 2 = 0.04 for each booked hour.
    const found = measured([leg(2, 1.6), leg(2, 1.2)]);
    expect(found).toEqual({ flights: 2, booked: 4, hours: 2.8, factor: 0.7, spread: expect.closeTo(0.2) });
    expect(measured([leg(2, 1.6)])?.spread).toBeNull();
    expect(measured([])).toBeNull();
  });

  test('of an activity counts legs with that activity only', () => {
    const mixed = { ...leg(3, 2), reservations: [flight('a', 0, 1), flight('b', 1, 3, { activity: 'Rental' })] };
    const found = byActivity([leg(2, 1.6), leg(2, 1.2, { activity: 'Rental' }), mixed]);
    expect([...found].map(([name, ownLegs]) => [name, ownLegs.length])).toEqual([
      ['Dual', 1],
      ['Rental', 1],
    ]);
  });
});

describe('the factor of a forecast', () => {
  afterEach(forgetThresholds);
  const legs = (count: number, aircraft: string, hours: number) =>
    Array.from({ length: count }, () => leg(2, hours, { aircraft }));

  test('is the aircraft’s own from 20 flights on, then the school’s, then the setting, unless the address gives one', () => {
    forgetThresholds();
    setThresholds({ HOURS_FACTOR: 0.6 });
    const factors = factorsFrom([...legs(20, 'a1', 1.6), ...legs(19, 'a2', 1.2)]);
    const of = (id: string, given?: number) => factorFor(id, factors, given);
    expect(of('a1')).toMatchObject({ value: expect.closeTo(0.8), basis: 'aircraft', measured: { flights: 20 } });
    expect(of('a2')).toMatchObject({ value: expect.closeTo(54.8 / 78), basis: 'school', measured: { flights: 39 } });
    expect(of('a1', 1)).toEqual({ value: 1, basis: 'address', measured: null });
    expect(factorFor('a2', factorsFrom(legs(19, 'a2', 1.2)))).toEqual({ value: 0.6, basis: 'setting', measured: null });
  });

  test('gives a band around the booked hours that use up what is left', () => {
    const factors = factorsFrom([...legs(10, 'a1', 1.6), ...legs(10, 'a1', 1.2)]);
    const used = factorFor('a1', factors);
    // Factor 0.7, spread √(0.8 / 40 × 20 / 19) = 0.1451, 40 booked hours behind it: 7 h are used up by 10 booked hours, and
    // (0.7 b − 7)² = (1.5 × 0.1451)² × (b + b² / 40) for b = 8.97 and b = 11.18.
    const { early, late } = bandOf(7, used);
    expect([early, late]).toEqual([expect.closeTo(8.97, 2), expect.closeTo(11.18, 2)]);
    expect(bandOf(7, factorFor('a1', noFactors))).toEqual({ early: 7, late: null });
  });

  test('is within its band, which widens with the spread', () => {
    const some = fc.record({
      factor: fc.double({ min: 0.3, max: 1.2, noNaN: true }),
      spread: fc.double({ min: 0, max: 0.6, noNaN: true }),
      booked: fc.double({ min: 20, max: 2_000, noNaN: true }),
    });
    fc.assert(
      fc.property(some, fc.double({ min: 0.1, max: 100, noNaN: true }), ({ factor, spread, booked }, left) => {
        const one = (wider: number) => {
          const found = { flights: 20, booked, hours: factor * booked, factor, spread: spread + wider };
          return { value: factor, basis: 'aircraft', measured: found } as const;
        };
        const [band, wider] = [bandOf(left, one(0)), bandOf(left, one(0.1))];
        expect(band.early).toBeLessThanOrEqual(left / factor + 1e-6);
        expect(band.late ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(left / factor - 1e-6);
        expect(wider.early).toBeLessThanOrEqual(band.early + 1e-6);
        // What is booked counts in full, so that no flight beyond the band passes a limit unseen.
        expect(earliestUse(left, one(0))).toBeLessThanOrEqual(Math.min(left, left / factor, band.early));
        expect(wider.late ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual((band.late ?? 0) - 1e-6);
      }),
    );
  });
});

describe('the flights report', () => {
  const row = (id: string, tach: readonly [number, number], hobbs: readonly [number, number]) => ({
    reservationId: id,
    aircraftId: 'A1',
    tachOut: tach[0],
    tachIn: tach[1],
    hobbsOut: hobbs[0],
    hobbsIn: hobbs[1],
    flightHours: 9,
  });
  const rows = [
    row('one', [100, 101.4], [200, 201.6]),
    row('two', [101.4, 102.1], [201.6, 202.5]),
    row('three', [102.1, 104.2], [202.5, 204.9]),
    { reservationId: 'odd', aircraftId: 'A1', tachOut: 'x', tachIn: 3 },
    'no row',
  ];
  const flights = reportedFlights(rows);
  const [one, two, three] = [flight('one', 8, 10), flight('two', 10, 11), flight('three', 12, 15)];
  const both: Leg = { aircraft: 'a1', at: at(11.1), reservations: [one, two], booked: 3, hours: 2.1 };

  test('is read by pairs of columns', () => {
    expect(flights.map(({ reservation, aircraft, meters }) => [reservation, aircraft, [...meters.keys()]])).toEqual([
      ['one', 'a1', ['tach', 'hobbs']],
      ['two', 'a1', ['tach', 'hobbs']],
      ['three', 'a1', ['tach', 'hobbs']],
    ]);
  });

  test('shows which meter the reminders use, if that is clear', () => {
    const single = [
      { ...both, reservations: [one], booked: 2, hours: 1.4 },
      { ...both, reservations: [two], booked: 1, hours: 0.7 },
    ];
    expect(reminderMeter(flights, single, new Map([['a1', [104.2]]]))).toBe('tach');
    expect(reminderMeter(flights, single, new Map())).toBeNull();
    expect(reminderMeter(flights, [], new Map([['a1', [101.4, 102.1, 104.2, 201.6, 202.5]]]))).toBeNull();
  });

  test('gives no hours that a meter cannot have counted', () => {
    const odd = reportedFlights([
      row('one', [100, 1e308], [200, 201.6]),
      row('two', [-9e15, 9e15], [201.6, 202.5]),
      row('three', [102.1, 1_042], [202.5, 204.9]),
    ]);
    const legs = withReported([both], odd, 'tach', (id) => (id === 'three' ? three : null));
    expect(legs).toEqual([both]);
  });

  test('separates flights that share one step, and adds those without a step', () => {
    const legs = withReported([both], flights, 'tach', (id) => (id === 'three' ? three : null));
    expect(summed(legs)).toEqual([
      ['one', 2, expect.closeTo(1.4)],
      ['two', 1, expect.closeTo(0.7)],
      ['three', 3, expect.closeTo(2.1)],
    ]);
  });
});
