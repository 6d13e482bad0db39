import fc from 'fast-check';
import type { FreeForm } from '#contract/objects.ts';
import type { Zone } from '#domain/time/time.ts';
import { type Column, columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { allRows, createRowStore, type RowStore } from './rowStore.ts';

export const denver: Zone = { name: 'America/Denver', zoneless: 'operator' };

/** A store of these items, its columns and all its rows, for tests. */
export function sampleStore(items: readonly FreeForm[]): {
  store: RowStore;
  columns: Column[];
  rows: Uint32Array;
  column: (id: string) => Column;
} {
  const store = createRowStore(items, denver);
  const columns = columnsOf(widened(emptyShape, items));
  const column = (id: string) => {
    const found = columns.find((one) => one.id === id);
    if (!found) throw new RangeError(`no column ${id}`);
    return found;
  };
  return { store, columns, rows: allRows(store), column };
}

const wallTime = fc
  .date({ min: new Date('1901-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19));

/** Any item: every kind of value, gaps, repeated texts. */
export const anyItem: fc.Arbitrary<FreeForm> = fc.record(
  {
    id: fc.uuid(),
    word: fc.oneof(fc.constantFrom('', 'N9', 'N12', 'n12', 'Émile', 'emile', '1753-01-01T00:00:00'), fc.string()),
    hours: fc.option(fc.integer({ min: -5000, max: 5000 }).map((tenths) => tenths / 10)),
    start: fc.option(wallTime),
    flag: fc.option(fc.boolean()),
    odd: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    list: fc.array(fc.integer(), { maxLength: 2 }),
    inner: fc.option(
      fc.record({ name: fc.string({ maxLength: 2 }), deep: fc.option(fc.dictionary(fc.string(), fc.integer())) }),
    ),
  },
  { requiredKeys: [] },
);
