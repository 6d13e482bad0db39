import { expect, test } from 'vitest';
import { keyOfRow, rowOfKey } from './rowStore.ts';

test('a row is called by its id, and found by it whatever its place', () => {
  const items = [{ flightId: 'a' }, { flightId: 'b' }];
  expect(keyOfRow(items, 1)).toBe('b');
  expect(rowOfKey(items.toReversed(), 'b')).toBe(0);
  expect(rowOfKey(items, 'c')).toBeNull();
});

test('a row without an id of its own is called by its place', () => {
  const items = [{ name: 'x' }, { name: 'x' }];
  expect(keyOfRow(items, 1)).toBe('#2');
  expect(rowOfKey(items, '#2')).toBe(1);
  expect(['#0', '#3', 'x'].map((key) => rowOfKey(items, key))).toEqual([null, null, null]);
});

test('a phone number never names a row', () => {
  expect(keyOfRow([{ phoneNumber: '719' }, { phoneNumber: '303' }], 0)).toBe('#1');
});
