import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printSorting, readSorting } from './tableState.ts';

const columns = ['tail', 'now-next', 'status'];

test('an order is read back as it was written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...columns), fc.boolean(), (id, desc) => {
      expect(readSorting(printSorting([{ id, desc }]), columns)).toEqual([{ id, desc }]);
    }),
  );
  expect(printSorting([])).toBeNull();
});

test('what names no column orders nothing', () => {
  expect([null, '', '-', 'colour', '--tail'].map((text) => readSorting(text, columns))).toEqual([[], [], [], [], []]);
});
