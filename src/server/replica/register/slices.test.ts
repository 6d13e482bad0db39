import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowOf } from '#domain/reservations/heldDays.ts';
import { addDays, daySpan } from '#domain/time/time.ts';
import { type Cell, classBounds, classOf, completeUntil, daysWithin, densityOf, slicesOf, tile } from './slices.ts';

const zone = 'America/Denver';
const now = Date.parse('2026-05-12T17:05:00Z');
const days = { back: 14, ahead: 42 };
const newCell = (from: number, to: number): Cell => ({ from, to, asOf: null, count: null });
const bounds = classBounds(now, zone);
const options = { bounds, pageSize: 250, density: null, isOneList: false };

/** The days of the window with this many reservations each. */
const cellsWith = (counts: readonly (number | null)[]): Cell[] =>
  tile(windowOf(now, zone, days), [], zone, newCell).map((cell, index) => {
    const count = counts[index % counts.length] ?? null;
    return { ...cell, count, asOf: count === null ? null : 0 };
  });

describe('the days that are held', () => {
  it('go from one operator’s midnight to another, across both changes of the clock', () => {
    const winter = windowOf(Date.parse('2026-10-20T17:00:00Z'), zone, days);
    expect([winter.start, winter.end].map((at) => new Date(at).toISOString())).toEqual([
      '2026-10-05T06:00:00.000Z',
      '2026-12-02T07:00:00.000Z',
    ]);
    expect(
      tile(winter, [], zone, newCell)
        .map(({ from, to }) => (to - from) / 3_600_000)
        .toSorted((a, b) => b - a)[0],
    ).toBe(25);
  });

  it('are divided into consecutive cells, whatever is known already', () => {
    const anyKnown = fc.uniqueArray(fc.integer({ min: -20, max: 50 }), { maxLength: 30 });
    fc.assert(
      fc.property(anyKnown, fc.integer({ min: 1, max: 23 }), (known, hour) => {
        const span = windowOf(now, zone, days);
        const cells = known.flatMap((day) => {
          const { start, end } = daySpan(addDays('2026-05-12', day), zone);
          const cut = start + hour * 3_600_000;
          return day % 2 === 0 ? [newCell(start, end)] : [newCell(start, cut), newCell(cut, end)];
        });
        const tiled = tile(span, cells, zone, newCell);
        expect([tiled[0]?.from, tiled.at(-1)?.to]).toEqual([span.start, span.end]);
        tiled.slice(1).forEach((cell, index) => expect(cell.from).toBe(tiled[index]?.to));
        const inside = cells.filter(({ from, to }) => from >= span.start && to <= span.end);
        expect(tiled).toEqual(expect.arrayContaining(inside));
      }),
    );
  });
});

describe('slices', () => {
  it('begin with today and tomorrow in one call if nothing is known', () => {
    const near = slicesOf(cellsWith([null]), options).filter((slice) => slice.class === 'near');
    expect(near.map(({ from, to }) => [from, to])).toEqual([
      [daySpan('2026-05-12', zone).start, daySpan('2026-05-13', zone).end],
    ]);
  });

  it('join days of one class up to about 200 reservations', () => {
    const slices = slicesOf(cellsWith([60]), { ...options, density: 60 });
    for (const { cells } of slices) expect(cells.length).toBeLessThanOrEqual(3);
    expect(slices.length).toBeLessThan(57 / 2);
  });

  it('are all days together if the service sends one list for any days', () => {
    const cells = cellsWith([60, null]);
    expect(slicesOf(cells, { ...options, isOneList: true })).toMatchObject([{ class: 'week', cells }]);
  });

  it('cover each cell once, in order, and hold no more than fits unless one cell alone does', () => {
    const anyCounts = fc.array(fc.option(fc.integer({ min: 0, max: 400 })), { minLength: 1, maxLength: 57 });
    fc.assert(
      fc.property(anyCounts, fc.integer({ min: 20, max: 250 }), (counts, pageSize) => {
        const cells = cellsWith(counts);
        const slices = slicesOf(cells, { ...options, pageSize, density: densityOf(cells) });
        expect(slices.flatMap((slice) => slice.cells)).toEqual(cells);
        for (const slice of slices) {
          const size = slice.cells.reduce((sum, cell) => sum + (cell.count ?? 0), 0);
          if (slice.cells.length > 1) expect(size).toBeLessThanOrEqual(pageSize);
          expect(new Set(slice.cells.map((cell) => classOf(cell.from, bounds))).size).toBe(1);
        }
      }),
    );
  });
});

describe('how far pages in order of start are complete', () => {
  const slice = { start: 1_000, end: 9_000 };

  it('is to the end of the slice if they reach beyond it, and otherwise to the last start', () => {
    expect(completeUntil(slice, [2_000, 9_000], 1)).toBe(9_000);
    expect(completeUntil(slice, [500, 2_000, 5_000], 1)).toBe(5_000);
  });

  it('is unknown if they are out of order, or hold only earlier reservations', () => {
    expect(completeUntil(slice, [5_000, 2_000], 1)).toBeNull();
    expect(completeUntil(slice, [200, 900], 1)).toBeNull();
    expect(completeUntil(slice, [1_000, 1_000, 1_000], 1)).toBeNull();
    expect(completeUntil(slice, [], 1)).toBeNull();
  });

  it('stays unknown if it would hardly advance', () => {
    expect(completeUntil(slice, [200, 900, 2_000, 3_000], 2)).toBeNull();
    expect(completeUntil(slice, [200, 900, 2_000, 3_000, 4_000], 2)).toBe(4_000);
  });
});

it('a span is divided at the operator’s midnights', () => {
  const { start, end } = daySpan('2026-03-08', zone, 2);
  expect(daysWithin(start + 1, end - 1, zone)).toEqual([
    { start: start + 1, end: daySpan('2026-03-08', zone).end },
    { start: daySpan('2026-03-09', zone).start, end: end - 1 },
  ]);
});
