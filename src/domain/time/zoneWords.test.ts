import { expect, test } from 'vitest';
import { offsetText, repeatedHourNote } from './clock.ts';
import { nextClockChange, zoneText } from './clockChange.ts';

const may = Date.parse('2026-05-12T17:05:00Z');

test.each([
  ['America/Denver', 'UTC−6 until Sun 1 Nov, then UTC−7'],
  ['Europe/Berlin', 'UTC+2 until Sun 25 Oct, then UTC+1'],
  ['Asia/Kolkata', 'UTC+5:30'],
  ['America/Phoenix', 'UTC−7'],
  ['UTC', 'UTC'],
  ['Asia/Beirut', 'UTC+3 until Sun 25 Oct, then UTC+2'],
  ['Australia/Lord_Howe', 'UTC+10:30 until Sun 4 Oct, then UTC+11'],
])('%s in May: %s', (zone, text) => {
  expect(zoneText(may, zone)).toBe(text);
});

test('on the day of a change, the text gives it before and the next one after', () => {
  const before = Date.parse('2026-11-01T07:30:00Z');
  const after = Date.parse('2026-11-01T08:30:00Z');
  expect(nextClockChange(before, 'America/Denver')).toEqual({ day: '2026-11-01', offset: 'UTC−7' });
  expect(offsetText(after, 'America/Denver')).toBe('UTC−7');
  expect(nextClockChange(after, 'America/Denver')).toEqual({ day: '2027-03-14', offset: 'UTC−6' });
});

test('repeated times are told apart by their offset', () => {
  const [first, second] = [Date.parse('2026-11-01T07:30:00Z'), Date.parse('2026-11-01T08:30:00Z')];
  const local = { zone: 'America/Denver', mode: 'L' } as const;
  expect(repeatedHourNote([first, second], local)).toBe(
    '0130L is UTC−6, the first time that night; 0130L* is UTC−7, the second time that night',
  );
  expect(repeatedHourNote([may, null], local)).toBeUndefined();
  expect(repeatedHourNote([second], { ...local, mode: 'Z' })).toBeUndefined();
});
