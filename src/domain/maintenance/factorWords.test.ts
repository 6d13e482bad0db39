import { expect, test } from 'vitest';
import { hoursLeft, item, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { clock } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import type { Measured, MeasuredFactors } from '#domain/schedule/hoursFactor.ts';
import { factorsText, factorText } from './factorWords.ts';
import { fleetHorizons } from './horizon.ts';
import { horizonPhrase } from './horizonWords.ts';

const measured = (flights: number, factor: number): Measured => {
  return { flights, booked: 2 * flights, hours: 2 * flights * factor, factor, spread: 0.2 };
};

test.each([
  [
    { value: 0.783, basis: 'aircraft', measured: measured(143, 0.783) },
    /0\.78 meter hours, measured on 143 flights of this aircraft\. For the earliest date, it counts in full\.$/,
  ],
  [
    { value: 0.7, basis: 'school', measured: measured(30, 0.7) },
    /0\.70 meter hours, measured on 30 flights of all aircraft: too few/,
  ],
  [{ value: 0.69, basis: 'setting', measured: null }, /0\.69 meter hours, as set: too few flights/],
  [{ value: 1, basis: 'address', measured: null }, /1 meter hours, as chosen here\.$/],
] as const)('the factor text of one aircraft says where the factor comes from', (used, words) => {
  expect(factorText(used)).toMatch(words);
});

/** The 100-hour of a1 with 10 h left, by factors and reservations of 4 h on the next days. */
function horizons(factors: MeasuredFactors) {
  const reservations = [13, 14, 15, 16].map((day) => slot(`r${day}`, `${day}T08:00`, `${day}T12:00`));
  const { history, ...schedule } = scheduleAt(reservations);
  return fleetHorizons(
    [item({ timeOptions: hoursLeft(10) })],
    { ...schedule, history: { ...history, factors } },
    { now },
  );
}

const ownMeasuredFactors: MeasuredFactors = {
  school: measured(200, 0.7),
  aircraft: new Map([['a1', measured(50, 0.8)]]),
};
const ofSchool: MeasuredFactors = { school: measured(200, 0.7), aircraft: new Map() };
const none: MeasuredFactors = { school: null, aircraft: new Map() };

test('the factor text of a list covers all its aircraft', () => {
  expect(factorsText(null, horizons(ownMeasuredFactors))).toBe(
    'Forecasts use the measured meter hours per booked hour of 1 aircraft (0.80).',
  );
  expect(factorsText(null, horizons(ofSchool))).toBe(
    'Forecasts use 0.70, measured on all aircraft, for each booked hour.',
  );
  expect(factorsText(null, horizons(none))).toBe(
    'Forecasts use 0.69 meter hours per booked hour: too few flights are measured.',
  );
  expect(factorsText(0.9, horizons(ownMeasuredFactors))).toBe(
    'Forecasts use 0.9 meter hours per booked hour, as chosen here.',
  );
});

test('a forecast with a measured factor has a latest time, and its earliest time counts all booked time', () => {
  const phrase = (factors: MeasuredFactors) => {
    const [horizon] = horizons(factors).values();
    return horizon ? horizonPhrase(horizon, now, clock) : '';
  };
  // 10 h are 12.5 booked hours at 0.8: on the fourth day. The band of 1.5 × 0.2 × √b begins at 11.1 booked hours, but all
  // of the booked time may come to the meter.
  expect(phrase(ownMeasuredFactors)).toContain('runs out on Sat 0800L flight (earliest Fri 0800L)');
  // With the school's own factor there is no latest case.
  expect(phrase(none)).toContain('runs out on Sat 0800L flight (earliest Fri 0800L)');
  const [horizon] = horizons(ownMeasuredFactors).values();
  const earliestOf = (one: typeof horizon) => one?.limits.find(({ certainty }) => certainty === 'possible')?.at;
  expect(earliestOf(horizon)).toBe(earliestOf([...horizons(none).values()][0]));
  expect(horizon?.latest).toBeGreaterThan(horizon?.due?.at ?? 0);
  expect([...horizons(none).values()][0]?.latest).toBeNull();
});
