import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualWidth } from './columnSettings.ts';
import { anyItem, sampleStore } from '#domain/reports/rows/sampleRows.ts';

test('a column is as wide as its values or its name, whichever is wider', () => {
  const { store, column } = sampleStore([{ to: 'KCOS', remarks: 'x'.repeat(500), isSimulatorFlight: true }]);
  const widths = ['to', 'remarks', 'isSimulatorFlight'].map((id) => usualWidth(column(id), store.items));
  expect(widths).toEqual([72, 260, 181]);
});

test('whatever the values, a column can be read and leaves room for others', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 5 }), (items) => {
      const { store, columns } = sampleStore(items);
      for (const column of columns) {
        const width = usualWidth(column, store.items);
        expect(width).toBeGreaterThanOrEqual(72);
        expect(width).toBeLessThanOrEqual(260);
      }
    }),
  );
});
