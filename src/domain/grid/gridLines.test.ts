import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupLines, type Line, rowLines } from './gridLines.ts';

test('rows are lines in their order', () => {
  const lines = rowLines(Uint32Array.of(5, 2));
  expect([lines.count, lines.at(0), lines.at(1)]).toEqual([2, { row: 5, group: null }, { row: 2, group: null }]);
});

test('every group has its head, and its rows below it where it is open', () => {
  const anyGroup = fc.option(fc.uint32Array({ maxLength: 5 }));
  fc.assert(
    fc.property(fc.array(anyGroup, { maxLength: 20 }), (groups) => {
      const wanted = groups.flatMap((rows, group): Line[] => [
        { row: null, group },
        ...Array.from(rows ?? [], (row) => ({ row, group: null })),
      ]);
      const lines = groupLines(groups);
      expect(Array.from({ length: lines.count }, (_, line) => lines.at(line))).toEqual(wanted);
    }),
  );
});
