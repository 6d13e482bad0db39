import { expect, test } from 'vitest';
import { columnName, columnNames } from './columns.ts';

test.each([
  ['customerLabel1Name', 'Customer'],
  ['registrationTail', 'Tail'],
  ['workOrderDisplayNumber', 'Work order'],
  ['checkedOutOn', 'Checked out on'],
  ['isSimulator', 'Simulator'],
  ['aircraftId', 'Aircraft ID'],
  ['airframeTtis', 'Airframe TTIS'],
  ['departureAirport', 'Departure airport'],
  ['isOn', 'On'],
  ['on', 'On'],
  ['id', 'ID'],
  ['', ''],
])('%s is shown as %s', (member, name) => {
  expect(columnName([member])).toBe(name);
});

test('a nested field gets a single name', () => {
  expect(columnName(['aircraft', 'registrationTail'])).toBe('Aircraft tail');
});

test('columns with the same short name keep their full names', () => {
  expect(columnNames([['customerLabel1Name'], ['customer'], ['hours']])).toEqual([
    'Customer label1 name',
    'Customer',
    'Hours',
  ]);
});
