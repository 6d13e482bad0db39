import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysLeft, figuresText, hoursDown, remainingText } from './reminders.ts';
import { clock, cyclesLeft, dateLimit, hoursLeft, item, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';

const hoursText = (hours: number) => remainingText(item({ timeOptions: hoursLeft(hours) }).axes[0]!, clock);
const cyclesText = (cycles: number) => remainingText(item({ cycleOptions: cyclesLeft(cycles) }).axes[0]!, clock);

describe('what remains', () => {
  test.each([
    [6.2, '6.2 h left'],
    [6.29, '6.2 h left'],
    [0.04, '0.0 h left'],
    [0, '0.0 h left'],
    [-1.2, '1.2 h past due'],
    [-1.21, '1.3 h past due'],
  ])('%d hours: %s', (hours, text) => {
    expect(hoursText(hours)).toBe(text);
  });

  test.each([
    [120, '120 landings left'],
    [1, '1 landing left'],
    [1200, '1,200 landings left'],
    [-12, '12 landings past due'],
  ])('%d landings: %s', (cycles, text) => {
    expect(cyclesText(cycles)).toBe(text);
  });

  test.each([
    ['2026-05-26T23:59:59', '14 days left'],
    ['2026-05-13T23:59:59', '1 day left'],
    ['2026-05-12T23:59:59', 'under 1 day left'],
    ['2026-05-11T23:59:59', '1 day past due'],
    // 12 May 11:05 is 2 days and 11 hours after, the third day past.
    ['2026-05-09T23:59:59', '3 days past due'],
  ])('until %s: %s', (limit, text) => {
    expect(remainingText(item({ dateOptions: dateLimit(limit) }).axes[0]!, clock)).toBe(text);
  });

  test('is unknown without a reading', () => {
    const timeOptions = { ...hoursLeft(5), currentHours: null };
    expect(remainingText(item({ timeOptions }).axes[0]!, clock)).toBe('not known');
  });

  test('keeps existing tenths and adds none', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (tenths) => {
        const text = `${tenths < 0 ? '−' : ''}${Math.floor(Math.abs(tenths) / 10)}.${Math.abs(tenths) % 10} h`;
        expect(hoursDown(tenths / 10).replaceAll(',', '')).toBe(text);
        expect(hoursDown(tenths / 10 + 0.07).replaceAll(',', '')).toBe(text);
      }),
    );
  });
});

describe('days in the operator’s time zone', () => {
  test.each([
    // The clocks go forward on 8 March and back on 1 November 2026: noon to noon is 47 and 49 hours.
    ['2026-03-07T12:00-07:00', '2026-03-09T12:00-06:00', 2],
    ['2026-10-31T12:00-06:00', '2026-11-02T12:00-07:00', 2],
    ['2026-10-31T12:00-06:00', '2026-11-02T11:59-07:00', 1],
  ])('from %s to %s are %d', (from, to, days) => {
    expect(daysLeft(Date.parse(to), Date.parse(from), zone.name)).toBe(days);
  });
});

describe('limits and readings', () => {
  test('are given without units, hours with a tenth', () => {
    const { axes } = item({ timeOptions: hoursLeft(100.25), cycleOptions: cyclesLeft(120) });
    expect(axes.map((axis) => figuresText(axis, now, clock))).toEqual(['4,000.0 of 4,100.3', '880 of 1,000']);
  });

  test.each([
    ['2026-07-31T23:59:59', 'Fri 31 Jul'],
    ['2027-07-31T23:59:59', 'Sat 31 Jul 2027'],
  ])('%s is %s, on either clock', (limit, text) => {
    const { axes } = item({ dateOptions: dateLimit(limit) });
    expect(axes.map((axis) => figuresText(axis, now, clock))).toEqual([text]);
    expect(axes.map((axis) => figuresText(axis, now, { ...clock, mode: 'Z' }))).toEqual([text]);
  });

  test('are marked as missing if there are none', () => {
    const timeOptions = { ...hoursLeft(5), currentHours: null, expirationHours: null, message: 'Ask' };
    const dateOptions = { ...dateLimit('2026-05-31'), expirationDate: null, message: 'Ask' };
    const { axes } = item({ timeOptions, dateOptions });
    expect(axes.map((axis) => figuresText(axis, now, clock))).toEqual(['not given of no limit', 'no limit']);
  });
});
