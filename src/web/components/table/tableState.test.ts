import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printSorting, readSorting } from './tableState.ts';

const columns = ['tail', 'now-next', 'status'];

test('a sort order is read back as written', () => {
  fc.assert(
    fc.property(fc.constantFrom(...columns), fc.boolean(), (id, desc) => {
      expect(readSorting(printSorting([{ id, desc }]), columns)).toEqual([{ id, desc }]);
    }),
  );
  expect(printSorting([])).toBeNull();
});

test('an unknown column gives no sort order', () => {
  expect([null, '', '-', 'colour', '--tail'].map((text) => readSorting(text, columns))).toEqual([[], [], [], [], []]);
});
