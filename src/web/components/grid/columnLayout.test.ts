import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  automaticWidth,
  columnsAtStep,
  columnsIn,
  figureWidths,
  type GridColumn,
  gridColumns,
  hasLongWord,
  paperParts,
  placeColumns,
  renderedColumns,
  scrollLeftTo,
  textBound,
  firstWidthOf,
  widthOf,
} from './columnLayout.ts';
import { anyItem, sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';

type Column = { readonly width: number; readonly isPinned: boolean };
const look = { widthOf: ({ width }: Column) => width, isPinned: ({ isPinned }: Column) => isPinned };
const anyColumns = fc.array(fc.record({ width: fc.integer({ min: 48, max: 400 }), isPinned: fc.boolean() }), {
  maxLength: 300,
});

test('the first column stays in view, and pinned ones as far as they fit', () => {
  const columns = [false, true, false, true].map((isPinned) => ({ width: 100, isPinned }));
  expect(placeColumns(columns, look, 1000).pinned.map(({ index }) => index)).toEqual([0, 1]);
  expect(placeColumns(columns, look, 300).pinned.map(({ index }) => index)).toEqual([0]);
  expect(placeColumns(columns, look, 150).pinned).toEqual([]);
});

test('columns have no gaps, and pinned ones take at most three fifths of the width', () => {
  fc.assert(
    fc.property(anyColumns, fc.integer({ min: 0, max: 2000 }), (columns, room) => {
      const { pinned, free, pinnedWidth, width } = placeColumns(columns, look, room);
      let left = 0;
      for (const [index, placed] of [...pinned, ...free].entries()) {
        expect(placed).toMatchObject({ index, left, column: columns[index] });
        left += placed.width;
      }
      expect(width).toBe(left);
      expect(pinnedWidth).toBe(pinned.reduce((sum, one) => sum + one.width, 0));
      expect(pinnedWidth).toBeLessThanOrEqual(0.6 * room);
    }),
  );
});

test('the columns in a range are those that a comparison of each would find', () => {
  fc.assert(
    fc.property(anyColumns, fc.integer({ min: -500, max: 9000 }), fc.nat(2000), (columns, start, length) => {
      const places = placeColumns(columns, look, 1000);
      const found = columnsIn(places, { start, end: start + length });
      const touching = places.free.filter(({ left, width }) => left + width > start && left < start + length);
      expect(places.free.slice(found.start, found.end)).toEqual(touching);
    }),
  );
});

test('a column is as wide as its values or its name', () => {
  const { store, column } = sampleStore([{ to: 'KCOS', remarks: 'x'.repeat(500), isSimulatorFlight: true }]);
  const widths = ['to', 'remarks', 'isSimulatorFlight'].map((id) => automaticWidth(column(id), store.items));
  // `Simulator flight` is 16 letters: 16 × 7.2 + 44 = 159.2.
  expect(widths).toEqual([72, 260, 159]);
});

test('a column is readable and leaves room for others, whatever its values', () => {
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 5 }), (items) => {
      const { store, columns } = sampleStore(items);
      for (const column of columns) {
        const width = automaticWidth(column, store.items);
        expect(width).toBeGreaterThanOrEqual(72);
        expect(width).toBeLessThanOrEqual(260);
      }
    }),
  );
});

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const {
  store,
  columns: all,
  column,
} = sampleStore([{ tail: 'N1', hours: 1.5, id: '5e3a7f0c-1f6d-4c9b-9a44-6d2f0f4f7b11', list: [1] }]);
const options = { groupLabel: undefined, clock, zone: store.zone };

test('hidden columns are left out, and each kind has its own style', () => {
  const setting = { width: null, isHidden: false, isPinned: false };
  const hidden = { ...setting, column: 'tail', isHidden: true };
  const columns = gridColumns(
    all,
    { columns: [hidden, { ...setting, column: 'hours' }, { ...setting, column: 'id' }] },
    options,
  );
  expect(columns.map(({ id, look: own }) => [id, own])).toEqual([
    ['hours', 'figure'],
    ['id', 'code'],
    ['list', 'quiet'],
  ]);
  expect(columns[0]?.write(6)).toBe('6.0');
});

test('rows in groups have the group column first', () => {
  const [first, second] = gridColumns(all, { columns: [] }, { ...options, groupLabel: 'Mechanic' });
  expect(first).toMatchObject({ id: '', label: 'Mechanic', source: null });
  expect(first?.write('x')).toBe('');
  expect(second?.id).toBe('tail');
});

test('a column has the width its user set, or what its values, its total or the row count need', () => {
  const [tail, hours] = gridColumns(all, { columns: [] }, options);
  if (!tail || !hours?.source) throw new RangeError('two columns are needed');
  const needs = {
    automatic: new Map([['hours', 80]]),
    figures: new Map([['hours', 95]]),
    firstId: 'tail',
    firstWidth: 116,
  };
  expect(widthOf(hours, needs)).toBe(95);
  expect(widthOf(tail, needs)).toBe(116);
  expect(widthOf({ ...hours, source: { ...hours.source, width: 50 } }, needs)).toBe(50);
  expect(widthOf({ ...tail, source: null }, needs)).toBe(260);
  expect(widthOf(hours, { automatic: new Map(), figures: new Map(), firstId: undefined, firstWidth: 116 })).toBe(0);
});

test('the first column has room for the label of the totals, within limits', () => {
  expect(firstWidthOf('')).toBe(116);
  expect(firstWidthOf('1,032 rows: part of 4,532 rows')).toBe(Math.ceil(30 * 7.2 + 26));
  expect(firstWidthOf('x'.repeat(99))).toBe(320);
});

test('widths come from the last rows when rows are taken from the end of a list', () => {
  const items = Array.from({ length: 100 }, (_, at) => ({ note: at < 50 ? 'x'.repeat(30) : 'short' }));
  const note = sampleStore(items).column('note');
  expect(automaticWidth(note, items, true)).toBeLessThan(automaticWidth(note, items));
});

test('a total gets the width its text needs', () => {
  const total = { filled: 1, sum: 1_234_567.5, average: null, least: null, most: null };
  const measures = [column('hours')];
  // 1,234,567.5 and one letter to spare: 12 letters of 7.2 pixels and 26 pixels of padding.
  expect(figureWidths({ measures, part: 'sum' }, [total], clock)).toEqual(new Map([['hours', 113]]));
  expect(figureWidths({ measures, part: 'sum' }, null, clock)).toEqual(new Map());
});

const hundreds = placeColumns(
  Array.from({ length: 20 }, (_, index) => ({ width: 100, isPinned: index === 0 })),
  look,
  500,
);

test('columns just outside the viewport are rendered too', () => {
  // One pinned column of 100 pixels; the viewport ends at 500, what is rendered at 612.
  expect(columnsAtStep(hundreds, 0, 500)).toEqual({ start: 0, end: 6 });
  // Scrolled by 320 to 352 pixels: columns from 340 to 932 pixels, of which the first is at 100.
  expect(columnsAtStep(hundreds, 10, 500)).toEqual({ start: 2, end: 9 });
});

test('rendered columns leave space for those before them', () => {
  const write = () => '';
  const columns = Array.from({ length: 6 }, (_, index): GridColumn => {
    return { id: String(index), label: '', source: null, look: 'text', write };
  });
  const places = placeColumns(columns, { widthOf: () => 100, isPinned: () => false }, 1000);
  const part = renderedColumns(places, { start: 2, end: 4 });
  expect(part.pinned.map(({ index }) => index)).toEqual([0]);
  expect(part.free.map(({ index }) => index)).toEqual([3, 4]);
  expect(part).toMatchObject({ before: 200, width: 600 });
  expect(part.free[0]?.style).toEqual({ width: 100 });
  expect(renderedColumns(places, { start: 5, end: 5 }).free).toEqual([]);
});

test('a column is scrolled into view next to the pinned ones, or not at all if it is in view', () => {
  const at = (scrollLeft: number) => ({ scrollLeft, clientWidth: 500 });
  expect(scrollLeftTo(hundreds, 0, at(300))).toBe(300);
  expect(scrollLeftTo(hundreds, 2, at(0))).toBe(0);
  expect(scrollLeftTo(hundreds, 10, at(0))).toBe(600);
  expect(scrollLeftTo(hundreds, 3, at(900))).toBe(200);
  expect(scrollLeftTo(hundreds, 99, at(40))).toBe(40);
});

test('a column wider than the viewport shows its start', () => {
  const places = placeColumns(
    [100, 900, 100].map((width) => ({ width, isPinned: false })),
    look,
    500,
  );
  expect(scrollLeftTo(places, 1, { scrollLeft: 700, clientWidth: 500 })).toBe(0);
});

test('a text’s width limit is slightly above its letters, and infinite with an unknown letter', () => {
  const widths = Array.from({ length: 127 }, (_, code) => (code === 'W'.charCodeAt(0) ? 12 : 6));
  expect(textBound('', widths)).toBe(0);
  expect(textBound('WaW', widths)).toBeGreaterThan(30);
  expect(textBound('WaW', widths)).toBeLessThan(33);
  expect(textBound('−4', widths)).toBe(Number.POSITIVE_INFINITY);
  expect(textBound('Garcia', new Float64Array())).toBe(Number.POSITIVE_INFINITY);
});

describe('a report on paper', () => {
  const paperColumn = (id: string, letters: number): GridColumn => ({
    id,
    label: id,
    source: null,
    look: 'text',
    write: () => 'x'.repeat(letters),
  });
  const withRows = (id: string, letters: number): GridColumn => {
    const [source] = gridColumns([sampleStore([{ [id]: 'x'.repeat(letters) }]).column(id)], { columns: [] }, options);
    if (!source) throw new Error('no column');
    return source;
  };
  const none = new Map<string, number>();
  const idsOf = (parts: readonly (readonly GridColumn[])[]) => parts.map((part) => part.map(({ id }) => id));

  test('puts columns that fit side by side', () => {
    expect(idsOf(paperParts([paperColumn('a', 1), paperColumn('b', 1)], [{}], none))).toEqual([['a', 'b']]);
    expect(paperParts([], [{}], none)).toEqual([]);
    expect(idsOf(paperParts([paperColumn('a', 1)], [{}], none))).toEqual([['a']]);
  });

  test('splits the others into parts, each with the first column, without losing or repeating any', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 60 }), (lengths) => {
        const columns = lengths.map((letters, index) => withRows(`c${index}`, letters));
        const item = Object.fromEntries(lengths.map((letters, index) => [`c${index}`, 'x'.repeat(letters)]));
        const parts = idsOf(paperParts(columns, [item], none));
        const [first, ...rest] = columns.map(({ id }) => id);
        expect(parts.every((part) => part[0] === first)).toBe(true);
        expect(parts.flatMap((part) => part.slice(1))).toEqual(rest);
        // 21 letters and the padding of two at most: seven beside the first.
        expect(parts.every((part, index) => index === parts.length - 1 || part.length >= 7)).toBe(true);
      }),
    );
  });

  test('makes room for a total longer than its values', () => {
    const columns = Array.from({ length: 20 }, (_, index) => withRows(`c${index}`, 4));
    const item = Object.fromEntries(columns.map(({ id }) => [id, 'xxxx']));
    expect(paperParts(columns, [item], none)).toHaveLength(1);
    expect(paperParts(columns, [item], new Map(columns.map(({ id }) => [id, 110])))).toHaveLength(3);
  });

  test('breaks a word longer than a date with time', () => {
    expect(hasLongWord('Tue 12 May 2026 1009L')).toBe(false);
    expect(hasLongWord('see 0123456789012345678901')).toBe(true);
  });
});
