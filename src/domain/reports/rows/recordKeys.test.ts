import { expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { keyOfRow, rowOfKey } from './rowStore.ts';

/** Rows with so many others before them in the list. */
const at = (items: readonly FreeForm[], before = 0) => ({ items, place: { before, isFromEnd: before > 0 } });

test('a row is named by its id, and found by it at any position', () => {
  const items = [{ flightId: 'a' }, { flightId: 'b' }];
  expect(keyOfRow(at(items), 1)).toBe('b');
  expect(rowOfKey(at(items.toReversed()), 'b')).toBe(0);
  expect(rowOfKey(at(items), 'c')).toBeNull();
});

test('a row without a unique id is named by its position', () => {
  const items = at([{ name: 'x' }, { name: 'x' }]);
  expect(keyOfRow(items, 1)).toBe('#2');
  expect(rowOfKey(items, '#2')).toBe(1);
  expect(['#0', '#3', 'x'].map((key) => rowOfKey(items, key))).toEqual([null, null, null]);
});

test('its position is in the whole list, so that it stays the same while earlier rows load', () => {
  const items = [{ name: 'x' }, { name: 'x' }];
  expect(keyOfRow(at(items, 40), 1)).toBe('#42');
  expect(rowOfKey(at(items, 40), '#42')).toBe(1);
  expect(rowOfKey(at([{ name: 'y' }, ...items], 39), '#42')).toBe(2);
  expect(rowOfKey(at(items, 40), '#2')).toBeNull();
});

test('a phone number never names a row', () => {
  expect(keyOfRow(at([{ phoneNumber: '719' }, { phoneNumber: '303' }]), 0)).toBe('#1');
});
