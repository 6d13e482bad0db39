import { expect, test } from 'vitest';
import { classCount, classRows } from './classesModel.ts';

test('every name appears once with its class, also one that was set and that no reminder has any more', () => {
  const names = ['Annual', 'VOR Check (91.171)', 'annual ', 'Seat  covers', ''];
  const rows = classRows(names, { 'seat covers': 'advisory', 'old item': 'conditional' });
  expect(rows.map(({ name, words, chosen }) => [name, words, chosen])).toEqual([
    ['annual', 'Airworthiness: grounds', ''],
    ['old item', 'Conditional: IFR or night only (set by a manager)', 'conditional'],
    ['Seat  covers', 'Advisory: listed only (set by a manager)', 'advisory'],
    ['VOR Check (91.171)', 'Conditional: IFR only', ''],
  ]);
  expect(rows.map(({ options }) => options[0]?.label)).toEqual([
    'by name: airworthiness',
    'by name: airworthiness',
    'by name: airworthiness',
    'by name: conditional',
  ]);
  expect(classCount(rows)).toBe('4 names, 2 set');
});
