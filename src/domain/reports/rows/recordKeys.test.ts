import { expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { keyOfRow, rowOfKey } from './rowStore.ts';

/** Rows with so many others before them in the list. */
const at = (items: readonly FreeForm[], before = 0) => ({ items, place: { before, isFromEnd: before > 0 } });

test('a row is called by its id, and found by it whatever its place', () => {
  const items = [{ flightId: 'a' }, { flightId: 'b' }];
  expect(keyOfRow(at(items), 1)).toBe('b');
  expect(rowOfKey(at(items.toReversed()), 'b')).toBe(0);
  expect(rowOfKey(at(items), 'c')).toBeNull();
});

test('a row without an id of its own is called by its place', () => {
  const items = at([{ name: 'x' }, { name: 'x' }]);
  expect(keyOfRow(items, 1)).toBe('#2');
  expect(rowOfKey(items, '#2')).toBe(1);
  expect(['#0', '#3', 'x'].map((key) => rowOfKey(items, key))).toEqual([null, null, null]);
});

test('its place is that in the whole list, so that it stays while earlier rows are loaded', () => {
  const items = [{ name: 'x' }, { name: 'x' }];
  expect(keyOfRow(at(items, 40), 1)).toBe('#42');
  expect(rowOfKey(at(items, 40), '#42')).toBe(1);
  expect(rowOfKey(at([{ name: 'y' }, ...items], 39), '#42')).toBe(2);
  expect(rowOfKey(at(items, 40), '#2')).toBeNull();
});

test('a phone number never names a row', () => {
  expect(keyOfRow(at([{ phoneNumber: '719' }, { phoneNumber: '303' }]), 0)).toBe('#1');
});
