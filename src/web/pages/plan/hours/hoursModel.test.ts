import { beforeEach, expect, test } from 'vitest';
import { forgetThresholds } from '#domain/thresholds.ts';
import { clock } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { sampleHours } from '#e2e/fixtures/samples/sampleHours.ts';
import {
  hoursNote,
  hoursRows,
  hoursSummary,
  leftOutRows,
  reasonText,
  schoolRow,
  seenText,
  spreadText,
  stepText,
  useText,
} from './hoursModel.ts';

const fleet = [
  { aircraftId: 'FD9A106B-ac39-430a-84b3-241732068ae6', tailNumber: 'N512SP' },
  { aircraftId: '93fd30f6-0b90-42b4-8aea-c06181e2d876', tailNumber: 'N284PA' },
];

beforeEach(forgetThresholds);

test('each grouping has its own rows, most flights first', () => {
  const shown = (by: Parameters<typeof hoursRows>[2], search = '') =>
    hoursRows(sampleHours, fleet, by, search).map(({ tail, activity, measured }) => [tail, activity, measured.flights]);
  expect(shown('aircraft')).toEqual([
    ['N512SP', null, 128],
    ['N284PA', null, 101],
    ['not listed', null, 12],
  ]);
  expect(shown('activity')).toEqual([
    [null, 'Dual Flight Training', 150],
    [null, 'Rental', 91],
  ]);
  expect(shown('both', ' rental')).toEqual([['N512SP', 'Rental', 38]]);
});

test('each aircraft shows which factor its forecasts use', () => {
  const school = schoolRow(sampleHours);
  const uses = hoursRows(sampleHours, fleet, 'aircraft', '').map((row) => useText(row, school));
  expect(uses).toEqual(['its own factor', 'its own factor', '0.73 of all aircraft: 12 of 20 flights']);
  const few = hoursRows(sampleHours, fleet, 'aircraft', '').map((row) => useText(row, null))[2];
  expect(few).toBe('0.69 as set: 12 of 20 flights');
  expect(hoursRows(sampleHours, fleet, 'activity', '').map((row) => useText(row, school))).toEqual([null, null]);
});

test('the spread is that of ten booked hours', () => {
  const [row] = sampleHours.rows;
  // 7.3 ± 1.5 × 0.17 × √10.
  expect(row && spreadText(row)).toBe('6.5 to 8.1 h');
  expect(row && spreadText({ ...row, spread: null })).toBeNull();
});

test('the page says what was measured, since when, and how', () => {
  expect(hoursSummary(sampleHours)).toBe(
    '0.73 meter hours per booked hour, over 241 flights. Forecasts use an aircraft’s own factor for 2 of 3 aircraft.',
  );
  expect(hoursSummary({ rows: [] })).toBe('No flight has been measured yet.');
  expect(hoursNote(sampleHours, clock)).toMatch(/since Fri 13 Mar, for 90 days at most\. The flights report .* “tach”/);
  expect(hoursNote({ ...sampleHours, reported: null }, clock)).toMatch(/at most\.$/);
});

test('readings that were left out show when, how far and why', () => {
  const shown = leftOutRows(sampleHours, fleet).map((row) => [
    row.tail,
    seenText(row, clock),
    stepText(row),
    reasonText(row),
  ]);
  expect(shown[0]).toEqual(['N512SP', 'Sun 10 May 1605L', '4,193.8 to 4,093.9 h', 'went backward']);
  expect(stepText({ before: 999.96, after: 1_001 })).toBe('1,000.0 to 1,001.0 h');
  expect(shown[2]?.[3]).toBe('moved without a closed reservation');
});
