import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './time.ts';
import { readMoment, readTypedDay, typedDayText } from './moment.ts';

/** Tuesday 12 May 2026, 1105L in Denver. */
const now = Date.parse('2026-05-12T17:05:00Z');
const local = { zone: 'America/Denver', mode: 'L' } as const;
const zulu = { ...local, mode: 'Z' } as const;

describe('on Tue 12 May', () => {
  test.each([
    ['today', '2026-05-12', null],
    ['Tomorrow', '2026-05-13', null],
    ['yesterday', '2026-05-11', null],
    ['tue', '2026-05-12', null],
    ['fri', '2026-05-15', null],
    ['monday', '2026-05-18', null],
    ['12 may', '2026-05-12', null],
    ['May 3', '2026-05-03', null],
    ['1 jan', '2026-01-01', null],
    ['20 december', '2025-12-20', null],
    ['12 may 2027', '2027-05-12', null],
    ['may 12, 2027', '2027-05-12', null],
    ['2026-07-04', '2026-07-04', null],
    ['tue 12 may', '2026-05-12', null],
    ['wednesday, may 12, 2027', '2027-05-12', null],
    ['1500', '2026-05-12', '1500'],
    ['1500L', '2026-05-12', '1500'],
    ['8:05', '2026-05-12', '0805'],
    ['1900z', '2026-05-12', '1300'],
    ['0300Z', '2026-05-11', '2100'],
    ['fri 0800', '2026-05-15', '0800'],
    ['tomorrow 15:00', '2026-05-13', '1500'],
    ['12 may 2027 0930', '2027-05-12', '0930'],
    ['2026-07-04 1200z', '2026-07-04', '0600'],
  ])('“%s” is %s, at %s', (text, day, at) => {
    expect(readMoment(text, now, local)).toEqual({ day, at });
  });

  test.each([
    '',
    '512',
    'N512SP',
    'ma',
    'mayor',
    '31 feb',
    '2026-02-30',
    '2460',
    '15 0',
    '99 may',
    'fri sat',
    'fri 12 may',
    '__proto__',
    'constructor',
  ])('“%s” is not a moment', (text) => {
    expect(readMoment(text, now, local)).toBeNull();
  });
});

test('a time without a zone mark is read by the displayed clock', () => {
  expect(readMoment('1900', now, zulu)).toEqual({ day: '2026-05-12', at: '1300' });
  expect(readMoment('1900L', now, zulu)).toEqual({ day: '2026-05-12', at: '1900' });
});

test('a leap day is found in the nearest leap year, or not at all', () => {
  expect(readMoment('29 feb', Date.parse('2027-06-01T12:00:00Z'), local)).toEqual({ day: '2028-02-29', at: null });
  expect(readMoment('29 feb', now, local)).toBeNull();
});

test('every day is found by its own text, and no input breaks it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -2000, max: 2000 }), fc.string(), (shift, text) => {
      const day = addDays('2026-05-12', shift);
      expect(readMoment(day, now, local)).toEqual({ day, at: null });
      expect(() => readMoment(text, now, local)).not.toThrow();
    }),
  );
});

describe('a day in a field', () => {
  test('is read as it is shown, in any case and with spaces around it', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: -200, max: 300 }), fc.integer({ min: -9_000, max: 9_000 })),
        fc.boolean(),
        (shift, isLoud) => {
          const day = addDays('2026-05-12', shift);
          const text = typedDayText(day, '2026-05-12');
          expect(readTypedDay(` ${isLoud ? text.toUpperCase() : text} `, '2026-05-12')).toBe(day);
        },
      ),
    );
    expect(typedDayText('2026-11-28', '2026-05-12')).toBe('Sat 28 Nov');
    expect(typedDayText('2027-05-12', '2026-05-12')).toBe('Wed 12 May 2027');
  });

  test('is refused in a year that no calendar has, and in figures that two countries read as two days', () => {
    expect(
      ['0202-05-12', '1899-12-31', '2200-01-01', '5/6/2026', '', 'soon'].map((text) =>
        readTypedDay(text, '2026-05-12'),
      ),
    ).toEqual(Array.from({ length: 6 }, () => null));
    expect(readTypedDay('1900-01-01', '2026-05-12')).toBe('1900-01-01');
  });
});
