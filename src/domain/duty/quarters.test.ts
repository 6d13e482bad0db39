import { expect, test } from 'vitest';
import { quarters } from './quarters.ts';

const zone = 'America/Denver';

test('a day has 96 quarter hours, four fewer in spring and four more in autumn', () => {
  const count = (date: string) => quarters(date, zone).length;
  expect([count('2026-03-08'), count('2026-05-12'), count('2026-11-01')]).toEqual([92, 96, 100]);
});

test('a quarter hour is named by the wall clock, in Zulu where that shows it for the second time', () => {
  const names = quarters('2026-11-01', zone).map(({ text }) => text);
  expect(names.slice(3, 13)).toEqual([
    '0045',
    '0100',
    '0115',
    '0130',
    '0145',
    '0800Z',
    '0815Z',
    '0830Z',
    '0845Z',
    '0200',
  ]);
  expect(new Set(names).size).toBe(100);
  expect(quarters('2026-03-08', zone).some(({ text }) => text === '0215')).toBe(false);
});

test('1500L is 2100Z in summer', () => {
  const afternoon = quarters('2026-05-12', zone).find(({ text }) => text === '1500');
  expect(afternoon?.at).toBe(Date.parse('2026-05-12T21:00:00Z'));
});
