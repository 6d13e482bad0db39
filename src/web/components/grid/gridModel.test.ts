import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import { gridColumns } from './columnLayout.ts';
import {
  actionAt,
  clampedCell,
  figureText,
  groupLines,
  linesOf,
  headMarks,
  keyCommand,
  type Line,
  rowLines,
  totalText,
  valueTextAt,
} from './gridModel.ts';

test('rows are lines in order', () => {
  const lines = rowLines(Uint32Array.of(5, 2));
  expect([lines.count, lines.at(0), lines.at(1)]).toEqual([2, { row: 5, group: null }, { row: 2, group: null }]);
});

test('every group has a header line, followed by its rows when it is open', () => {
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

test('groups have header lines, and rows only where they are open', () => {
  const lines = groupLines([Uint32Array.of(7, 9), null, Uint32Array.of()]);
  expect(Array.from({ length: lines.count }, (_, line) => lines.at(line))).toEqual([
    { row: null, group: 0 },
    { row: 7, group: null },
    { row: 9, group: null },
    { row: null, group: 1 },
    { row: null, group: 2 },
  ]);
  expect(groupLines([]).count).toBe(0);
});

const bounds = { lines: 101, columns: 25, page: 20 };
const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
const press = (key: string, held: Partial<typeof plain> = {}) => ({ ...plain, ...held, key });

test.each([
  ['ArrowDown', {}, { line: 6, column: 3 }],
  ['ArrowUp', {}, { line: 4, column: 3 }],
  ['ArrowLeft', {}, { line: 5, column: 2 }],
  ['ArrowRight', {}, { line: 5, column: 4 }],
  ['Home', {}, { line: 5, column: 0 }],
  ['End', {}, { line: 5, column: 24 }],
  ['PageDown', {}, { line: 25, column: 3 }],
  ['PageUp', {}, { line: 0, column: 3 }],
  ['Home', { ctrlKey: true }, { line: 1, column: 0 }],
  ['End', { ctrlKey: true }, { line: 100, column: 24 }],
])('%s with %j moves to %j', (key, held, to) => {
  expect(keyCommand(press(key, held), { line: 5, column: 3 }, bounds)).toEqual({ does: 'move', to });
});

test.each([
  ['ArrowDown', { ctrlKey: true }],
  ['ArrowDown', { metaKey: true }],
  ['ArrowDown', { shiftKey: true }],
  ['ArrowLeft', { shiftKey: true }],
  ['ArrowDown', { altKey: true }],
  ['Enter', { altKey: true }],
  ['Enter', { metaKey: true }],
  ['x', {}],
  ['Tab', {}],
])('%s with %j does nothing in a row', (key, held) => {
  expect(keyCommand(press(key, held), { line: 5, column: 3 }, bounds)).toBeNull();
});

test('Enter and Space activate any cell, with Shift too', () => {
  for (const key of ['Enter', ' ']) {
    for (const line of [0, 5, 100]) {
      expect(keyCommand(press(key), { line, column: 3 }, bounds)).toEqual({ does: 'activate' });
      expect(keyCommand(press(key, { shiftKey: true }), { line, column: 3 }, bounds)).toEqual({ does: 'activate' });
    }
  }
});

test('in the header, Alt+Down opens the menu, and Shift with an arrow key resizes', () => {
  const head = { line: 0, column: 3 };
  expect(keyCommand(press('ArrowDown', { altKey: true }), head, bounds)).toEqual({ does: 'open menu' });
  expect(keyCommand(press('ArrowUp', { altKey: true }), head, bounds)).toBeNull();
  expect(keyCommand(press('ArrowRight', { shiftKey: true }), head, bounds)).toEqual({ does: 'resize', by: 16 });
  expect(keyCommand(press('ArrowLeft', { shiftKey: true }), head, bounds)).toEqual({ does: 'resize', by: -16 });
  expect(keyCommand(press('ArrowDown', { shiftKey: true }), head, bounds)).toBeNull();
});

test('no key leaves the table', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown');
  const size = fc.integer({ min: 1, max: 30 });
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.boolean())), size, size, size, (steps, lines, columns, page) => {
      let position = { line: 0, column: 0 };
      for (const [key, ctrlKey] of steps) {
        const command = keyCommand(press(key, { ctrlKey }), position, { lines, columns, page });
        if (command?.does === 'move') position = command.to;
        expect(position).toEqual(clampedCell(position, { lines, columns, page }));
      }
    }),
  );
});

const {
  store,
  columns: all,
  column,
} = sampleStore([
  { tail: 'N1', hours: 1.5, note: { deep: 1 } },
  { tail: 'N2', hours: 1234.25, note: null },
]);
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const view = { columns: [], sorts: [], filters: [] };
const shown = gridColumns(all, view, { groupLabel: undefined, clock, zone: store.zone });
const grouped = gridColumns(all, view, { groupLabel: 'Tail', clock, zone: store.zone });
const group = (key: string) => ({ key, count: 1, aggregates: [] });

test('a heading sorts by its column, a row opens, and the totals do nothing', () => {
  const cells = { columns: shown, lines: rowLines(Uint32Array.of(1, 0)), groups: [] };
  expect(actionAt({ line: 0, column: 1 }, cells)).toEqual({ does: 'sort', column: 'hours' });
  expect(actionAt({ line: 1, column: 1 }, cells)).toEqual({ does: 'open', row: 1 });
  expect(actionAt({ line: 2, column: 0 }, cells)).toEqual({ does: 'open', row: 0 });
  expect(actionAt({ line: 3, column: 0 }, cells)).toBeNull();
});

test('a group header expands its group, and the group column cannot be sorted', () => {
  const lines = groupLines([Uint32Array.of(1), null]);
  const cells = { columns: grouped, lines, groups: [group('N2'), group('')] };
  expect(actionAt({ line: 0, column: 0 }, cells)).toBeNull();
  expect(actionAt({ line: 0, column: 1 }, cells)).toEqual({ does: 'sort', column: 'tail' });
  expect(actionAt({ line: 1, column: 4 }, cells)).toEqual({ does: 'toggle', key: 'N2' });
  expect(actionAt({ line: 2, column: 0 }, cells)).toEqual({ does: 'open', row: 1 });
  expect(actionAt({ line: 3, column: 0 }, cells)).toEqual({ does: 'toggle', key: '' });
});

test('copying takes the full value as the service sent it', () => {
  const cells = { columns: shown, lines: rowLines(Uint32Array.of(1, 0)) };
  expect(valueTextAt({ line: 1, column: 1 }, cells, store.items)).toBe('1234.25');
  expect(valueTextAt({ line: 2, column: 2 }, cells, store.items)).toBe('1');
  expect(valueTextAt({ line: 1, column: 2 }, cells, store.items)).toBe('');
  for (const position of [
    { line: 0, column: 1 },
    { line: 3, column: 1 },
    { line: 1, column: 9 },
  ]) {
    expect(valueTextAt(position, cells, store.items)).toBeNull();
  }
  const inGroups = { columns: grouped, lines: groupLines([Uint32Array.of(1)]) };
  expect(valueTextAt({ line: 1, column: 1 }, inGroups, store.items)).toBeNull();
  expect(valueTextAt({ line: 2, column: 0 }, inGroups, store.items)).toBeNull();
  expect(valueTextAt({ line: 2, column: 1 }, inGroups, store.items)).toBe('N2');
});

test('headings show their sort, its rank among several, and a filter', () => {
  const [tail, hours] = shown;
  if (!tail || !hours) throw new RangeError('two columns are needed');
  const none = { direction: undefined, rank: null, isFiltered: false };
  expect(headMarks(tail, view)).toEqual({ ...none, title: 'Tail: text' });
  const byHours = { column: 'hours', isDescending: true };
  const sorted = { ...view, sorts: [byHours] };
  expect(headMarks(hours, sorted)).toEqual({ ...none, direction: 'descending', title: 'Hours: hours' });
  const byBoth = { ...view, sorts: [byHours, { column: 'tail', isDescending: false }] };
  expect(headMarks(hours, byBoth)).toMatchObject({ direction: 'descending', rank: 1 });
  expect(headMarks(tail, byBoth)).toMatchObject({ direction: 'ascending', rank: 2 });
  const filters = [{ form: 'text', column: 'tail', contains: 'N' } as const];
  expect(headMarks(tail, { ...view, filters })).toMatchObject({ isFiltered: true });
  expect(headMarks(hours, { ...view, filters })).toMatchObject({ isFiltered: false });
});

test('the group column, whose id is empty, takes no marks from a column with an empty name', () => {
  const [names] = grouped;
  if (!names) throw new RangeError('a column is needed');
  const filters = [{ form: 'text', column: '', contains: 'N' } as const];
  const marks = headMarks(names, { columns: [], sorts: [{ column: '', isDescending: true }], filters });
  expect(marks).toEqual({ direction: undefined, rank: null, isFiltered: false, title: 'Tail' });
});

test('totals say how many rows they cover, and what these are part of', () => {
  expect(totalText(1, null)).toBe('1 row');
  expect(totalText(1032, 'part of 4,532 rows')).toBe('1,032 rows: part of 4,532 rows');
});

test('figures are shown only under their measures', () => {
  const aggregates = [{ filled: 2, sum: 1235.75, average: 617.875, least: 1.5, most: 1234.25 }];
  const measures = [column('hours')];
  expect(figureText('hours', { measures, part: 'sum' }, aggregates, clock)).toBe('1,235.75');
  expect(figureText('hours', { measures, part: 'filled' }, aggregates, clock)).toBe('2');
  expect(figureText('tail', { measures, part: 'sum' }, aggregates, clock)).toBe('');
  expect(figureText('hours', { measures, part: 'sum' }, [], clock)).toBe('');
});

test('a table has its rows, or its groups with the rows of the open ones', () => {
  const rows = Uint32Array.of(4, 2);
  const every = ({ count, at }: ReturnType<typeof linesOf>) => Array.from({ length: count }, (_, line) => at(line));
  expect(every(linesOf(rows, null))).toEqual([
    { row: 4, group: null },
    { row: 2, group: null },
  ]);
  const headOf = (key: string) => ({ key, count: 1, aggregates: [] });
  const groups = { groups: [headOf('a'), headOf('b')], opened: new Map([['b', rows]]) };
  expect(every(linesOf(rows, groups))).toEqual([
    { row: null, group: 0 },
    { row: null, group: 1 },
    { row: 4, group: null },
    { row: 2, group: null },
  ]);
});
