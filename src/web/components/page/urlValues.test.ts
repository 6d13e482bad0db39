import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readChoice, readMonth, readNumber, readSet, readUrlDay, toggled } from './urlValues.ts';

const views = ['timeline', 'week', 'month'] as const;

describe('a choice in the address', () => {
  test('is the default when the address has none', () => {
    expect(readChoice('view', null, views, 'timeline')).toEqual({ value: 'timeline', problem: null });
    expect(readChoice('view', 'week', views, 'timeline')).toEqual({ value: 'week', problem: null });
  });

  test('falls back and is named when it does not exist', () => {
    expect(readChoice('view', 'year', views, 'timeline')).toEqual({
      value: 'timeline',
      problem: '“year” is not a valid value for view; showing timeline.',
    });
    expect(readChoice('view', '', views, 'timeline').problem).not.toBeNull();
  });
});

describe('a day in the address', () => {
  test.each([
    [null, '2026-05-12', null],
    ['2026-02-28', '2026-02-28', null],
    ['2028-02-29', '2028-02-29', null],
  ])('%s is read as %s', (text, value, problem) => {
    expect(readUrlDay(text, '2026-05-12')).toEqual({ value, problem });
  });

  test.each(['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-00-10', '2026-05-00'])(
    'there is no %s',
    (text) => {
      const problem = `There is no day ${text}; showing today.`;
      expect(readUrlDay(text, '2026-05-12')).toEqual({ value: '2026-05-12', problem });
    },
  );

  test.each(['9999-12-31', '1899-12-31', '2200-01-01'])('%s is beyond the calendar', (text) => {
    const problem = `“${text}” is not a date from 1900 to 2199; showing today.`;
    expect(readUrlDay(text, '2026-05-12')).toEqual({ value: '2026-05-12', problem });
  });

  test.each(['tomorrow', '0001-01-01', '2026-5-1', '2026-05-12T10:00', ''])('%s is not a day', (text) => {
    const read = readUrlDay(text, '2026-05-12');
    expect(read.value).toBe('2026-05-12');
    expect(read.problem).toBe(`“${text}” is not a date such as 2026-05-12; showing today.`);
  });
});

test('an invalid month falls back to the current one', () => {
  expect(readMonth(null, '2026-05')).toEqual({ value: '2026-05', problem: null });
  expect(readMonth('2027-01', '2026-05')).toEqual({ value: '2027-01', problem: null });
  expect(readMonth('2027-13', '2026-05')).toEqual({
    value: '2026-05',
    problem: 'There is no month 2027-13; showing this month.',
  });
});

describe('a number in the address', () => {
  const bounds = { min: 0.5, max: 1.5 };

  test('is read within its bounds, inclusive', () => {
    expect(readNumber('factor', '0.5', 0.69, bounds).value).toBe(0.5);
    expect(readNumber('factor', '1.5', 0.69, bounds).value).toBe(1.5);
    expect(readNumber('factor', null, 0.69, bounds)).toEqual({ value: 0.69, problem: null });
  });

  test.each(['0.49', '1.51', '-1', '1e0', 'NaN', '', ' 1', '1.', '0x1'])('%s is refused', (text) => {
    expect(readNumber('factor', text, 0.69, bounds)).toEqual({
      value: 0.69,
      problem: `“${text}” is not a number from 0.5 to 1.5 for factor; using 0.69.`,
    });
  });

  test('never leaves its bounds, whatever the address contains', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String)), (text) => {
        const { value } = readNumber('factor', text, 0.69, bounds);
        expect(value >= 0.5 && value <= 1.5).toBe(true);
      }),
    );
  });
});

describe('a set in the address', () => {
  test('is kept in the order of the choices, and odd values are named', () => {
    expect(readSet('hide', 'month,timeline', views)).toEqual({ value: ['timeline', 'month'], problem: null });
    expect(readSet('hide', null, views)).toEqual({ value: [], problem: null });
    expect(readSet('hide', 'month,year', views)).toEqual({
      value: ['month'],
      problem: '“year” is not a valid value for hide.',
    });
  });

  test('contains a word after an odd number of toggles, even one with a comma', () => {
    const words = [...views, 'grounded', 'grounded, booked', 'booked'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words)), (presses) => {
        const text = presses.reduce<string | null>(
          (written, press) => toggled(readSet('hide', written, words).value, press),
          null,
        );
        const odd = words.filter((word) => presses.filter((press) => press === word).length % 2 === 1);
        expect(readSet('hide', text, words)).toEqual({ value: odd, problem: null });
        expect(text === null).toBe(odd.length === 0);
      }),
    );
  });
});
