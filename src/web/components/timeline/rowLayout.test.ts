import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onTheDay, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { packLanes } from '#domain/timeline/layout.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { ReservationMark } from '#domain/timeline/barWords.ts';
import { daySpan, overlaps, type Span } from '#domain/time/time.ts';
import {
  compactMeasures,
  fillingMeasures,
  type LayoutOptions,
  layoutRows,
  placeOf,
  reservationIn,
  reservationsNear,
  type RowLayout,
  rowsBetween,
  shiftOf,
  type TimelineRow,
  defaultMeasures,
  visibleBand,
  visibleBars,
  visibleLanes,
  visibleRows,
} from './rowLayout.ts';
import { timeScale } from './timeScale.ts';

const day = daySpan('2026-05-12', 'America/Denver');
const noMarks = new Map<string, ReservationMark>();
const options: LayoutOptions = { span: day, marks: noMarks, measures: defaultMeasures };
const row = (id: string, group: string, ...reservations: readonly TimedReservation[]): TimelineRow => ({
  id,
  label: id,
  group,
  reservations,
});
const layOut = (rows: readonly TimelineRow[], given: Partial<LayoutOptions> = {}) =>
  layoutRows(rows, { ...options, ...given }, null);
/** `C172 0+24`: the rows with top and height, from top to bottom. */
const written = ({ virtualRows }: RowLayout<TimelineRow>) =>
  virtualRows.map((one) => `${one.kind === 'row' ? one.row.id : one.text} ${one.top}+${one.height}`);

const morning = slot('morning', '08:00', '10:00');
const overlapping = slot('overlapping', '09:00', '11:00');
const evening = slot('evening', '18:00', '20:00');

describe('the layout of rows', () => {
  test('puts a heading above each group, and makes a row as tall as its lanes', () => {
    const rows = [
      row('N1', 'C172', morning, overlapping),
      row('N2', 'C172', evening),
      row('N3', 'PA-28'),
      row('none', '', morning, overlapping, evening),
    ];
    expect(written(layOut(rows))).toEqual([
      'C172 0+24',
      'N1 24+60',
      'N2 84+34',
      'PA-28 118+24',
      'N3 142+34',
      'none 176+60',
    ]);
    expect(layOut(rows).height).toBe(236);
    expect(layOut(rows).rows.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
  });

  test('is taller for touch', () => {
    expect(layOut([row('N1', '', morning)], { measures: { ...defaultMeasures, lane: 36 } }).height).toBe(44);
  });

  test('fits six rows in three groups into 198 pixels in a low window, none below the hit size', () => {
    const rows = ['a', 'b', 'b', 'b', 'c', 'c'].map((group, index) => row(`N${index}`, group, morning));
    const { virtualRows, height } = layOut(rows, { measures: compactMeasures });
    expect(height).toBe(198);
    expect(virtualRows.filter(({ kind }) => kind === 'row').map((one) => one.height)).toEqual(Array(6).fill(24));
  });

  test('fills the available height up to lanes for touch, and is never below its minimum', () => {
    const rows = [row('N1', 'C172', morning, overlapping), row('N2', 'C172', evening)];
    const min = layOut(rows);
    const laneIn = (room: number) => fillingMeasures(min, defaultMeasures, room).lane;
    expect([laneIn(0), laneIn(min.height), laneIn(min.height + 2)]).toEqual([26, 26, 26]);
    expect([laneIn(min.height + 3), laneIn(min.height + 29)]).toEqual([27, 35]);
    expect([laneIn(5000), fillingMeasures(min, { ...defaultMeasures, lane: 40 }, 5000).lane]).toEqual([36, 40]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (room) => {
        const { height } = layOut(rows, { measures: fillingMeasures(min, defaultMeasures, room) });
        expect(height).toBeLessThanOrEqual(Math.max(room, min.height));
      }),
    );
    expect(fillingMeasures(layOut([]), defaultMeasures, 500)).toBe(defaultMeasures);
  });

  test('is empty without rows', () => {
    expect(layOut([])).toEqual({ virtualRows: [], rows: [], height: 0 });
  });

  test('leaves out reservations outside the span, but not one that runs past midnight', () => {
    const before = slot('before', '11T20:00', '12T00:00');
    const over = slot('over', '11T23:00', '12T01:00');
    const next = slot('next', '13T00:00', '13T02:00');
    const [only] = layOut([row('N1', '', before, over, next)]).rows;
    expect(only?.packed.reservations.map(({ key }) => key)).toEqual(['over']);
  });

  test('keeps the marks of a row in the order of its reservations', () => {
    const marks = new Map<string, ReservationMark>([['overlapping', { conflict: 'definite' }]]);
    const [first] = layOut([row('N1', '', overlapping, morning)], { marks }).rows;
    expect(first?.packed.reservations.map(({ key }) => key)).toEqual(['morning', 'overlapping']);
    expect(first?.marks).toEqual([undefined, { conflict: 'definite' }]);
  });
});

describe('a repeated layout', () => {
  const rows = [row('N1', 'C172', morning), row('N2', 'C172', evening)];
  const again = (next: readonly TimelineRow[], marks = noMarks, before = layOut(rows)) =>
    layoutRows(next, { ...options, marks }, before);

  test('reuses a row whose reservations are the same, even in a new list or another place', () => {
    const before = layOut(rows);
    const after = again([row('N0', 'C172'), row('N2', 'C172', evening), row('N1', 'C172', morning)], noMarks, before);
    expect(after.rows[1]?.packed).toBe(before.rows[1]?.packed);
    expect(after.rows[2]?.packed).toBe(before.rows[0]?.packed);
    expect(after.rows[2]?.marks).toBe(before.rows[0]?.marks);
  });

  test('lays out only the row with a changed reservation again', () => {
    const before = layOut(rows);
    const after = again([row('N1', 'C172', { ...morning }), row('N2', 'C172', evening)], noMarks, before);
    expect(after.rows.map(({ packed }, index) => packed === before.rows[index]?.packed)).toEqual([false, true]);
  });

  test.each<[string, ReservationMark]>([
    ['a conflict', { conflict: 'possible' }],
    ['a change', { change: 'new' }],
    ['an alert', { alert: 'warning' }],
    ['a check', { check: { level: 'stop', words: 'Do not dispatch: N1 is grounded' } }],
  ])('has new marks when %s is added, and the same ones otherwise', (_, mark) => {
    const before = layOut(rows);
    const marks = new Map([['morning', mark]]);
    const marked = again(rows, marks, before);
    expect(marked.rows[0]?.marks).toEqual([mark]);
    expect(marked.rows[0]?.packed).toBe(before.rows[0]?.packed);
    expect(marked.rows[1]?.marks).toBe(before.rows[1]?.marks);
    const same = again(rows, new Map([['morning', structuredClone(mark)]]), marked);
    expect(same.rows[0]?.marks).toBe(marked.rows[0]?.marks);
  });

  test('has new marks when only the text of a check changes, because the bar’s label contains it', () => {
    const check = (words: string) => new Map([['morning', { check: { level: 'check', words } } as const]]);
    const before = layoutRows(rows, { ...options, marks: check('Caution: Annual due') }, null);
    const after = again(rows, check('Caution: Annual due; no checkout'), before);
    expect(after.rows[0]?.marks[0]?.check?.words).toBe('Caution: Annual due; no checkout');
  });
});

describe('the rows to draw', () => {
  const rows = Array.from({ length: 20 }, (_, index) => row(`N${index}`, index < 10 ? 'C172' : 'PA-28'));
  const layout = layOut(rows);

  test('are those in the viewport, with half a step more above and one and a half below', () => {
    expect(visibleBand(0, 200)).toEqual({ top: -48, bottom: 344 });
    expect(visibleBand(2, 200)).toEqual({ top: 144, bottom: 536 });
    // The heading, then rows of 34 px from 24 on: the last that begins above 344 is the one at 330.
    expect(visibleRows(layout, visibleBand(0, 200), null)).toEqual(Array.from({ length: 11 }, (_, index) => index));
  });

  test('include the focused row at any scroll position, in order and once', () => {
    const band = { top: 300, bottom: 370 };
    expect(visibleRows(layout, band, null)).toEqual([9, 10, 11]);
    expect(visibleRows(layout, band, 10)).toEqual([9, 10, 11]);
    expect(visibleRows(layout, band, 2)).toEqual([2, 9, 10, 11]);
    expect(visibleRows(layout, band, 20)).toEqual([9, 10, 11, 20]);
  });

  test('are exactly those with a part in the band', () => {
    const depths = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        depths,
        fc.integer({ min: -50, max: 3000 }),
        fc.integer({ min: 1, max: 900 }),
        (given, top, height) => {
          const stacked = given.map((depth, index) =>
            row(`N${index}`, '', ...Array.from({ length: depth }, (_, lane) => slot(`${lane}`, '08:00', '10:00'))),
          );
          const { virtualRows } = layOut(stacked);
          const { from, to } = rowsBetween(virtualRows, { top, bottom: top + height });
          for (const [index, one] of virtualRows.entries()) {
            const isSeen = one.top + one.height > top && one.top < top + height;
            expect(index >= from && index < to).toBe(isSeen);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('follow each other without gaps', () => {
    for (const [index, one] of layout.virtualRows.entries()) {
      expect(one.top + one.height).toBe(layout.virtualRows[index + 1]?.top ?? layout.height);
    }
  });
});

describe('the lanes to draw', () => {
  test('are all of them up to six, wherever the row is', () => {
    expect(visibleLanes({ top: 5000, bottom: 5400 }, 0, 6, 26)).toEqual({ fromLane: 0, toLane: 6 });
  });

  test('of a tall row are those in the band and one more above', () => {
    expect(visibleLanes({ top: 1000, bottom: 1400 }, 740, 100, 26)).toEqual({ fromLane: 9, toLane: 26 });
  });

  test('are never before the first or after the last', () => {
    expect(visibleLanes({ top: -48, bottom: 300 }, 100, 7, 26)).toEqual({ fromLane: 0, toLane: 7 });
    expect(visibleLanes({ top: 0, bottom: 300 }, 900, 50, 26)).toEqual({ fromLane: 0, toLane: 0 });
  });
});

describe('the reservations near a span', () => {
  const at = (start: number, length: number, index: number) => reserved(`${index}`, start, start + length);
  const reservations = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 12 })), { maxLength: 40 })
    .map((pairs) => pairs.map(([start, length], index) => at(day.start + start, length, index)));
  const span = fc
    .tuple(fc.integer({ min: -5, max: 50 }), fc.integer({ min: 1, max: 20 }))
    .map(([start, length]): Span => ({ start: day.start + start, end: day.start + start + length }));

  test('include every one that overlaps it', () => {
    fc.assert(
      fc.property(reservations, span, (given, seen) => {
        const packed = packLanes(given);
        const { from, to } = reservationsNear(packed, seen);
        for (const [index, reservation] of packed.reservations.entries()) {
          if (overlaps(reservation, seen)) expect(index >= from && index < to).toBe(true);
        }
      }),
    );
  });

  test('are found without going through distant ones', () => {
    const packed = packLanes(Array.from({ length: 1000 }, (_, index) => at(index * 10, 9, index)));
    expect(reservationsNear(packed, { start: 5000, end: 5020 })).toEqual({ from: 500, to: 502 });
  });

  test('include a long one that began much earlier', () => {
    const packed = packLanes([
      at(0, 1000, 0),
      ...Array.from({ length: 50 }, (_, index) => at(index * 10, 5, index + 1)),
    ]);
    expect(reservationsNear(packed, { start: 900, end: 910 }).from).toBe(0);
  });
});

describe('the bars of a row', () => {
  const scale = timeScale(day, 60, 100);
  const [packed] = layOut([row('N1', '', morning, overlapping, evening)]).rows;
  const all = { scale, drawn: day, fromLane: 0, toLane: 2, active: null };
  const barsIn = (given: Partial<Parameters<typeof visibleBars>[1]>) =>
    packed ? visibleBars(packed, { ...all, ...given }) : [];
  const keys = (given: Partial<Parameters<typeof visibleBars>[1]>) =>
    barsIn(given).map(({ reservation }) => reservation.key);

  test('are at their times at 64 px an hour, with overlaps in lanes of their own', () => {
    expect(
      barsIn({}).map(({ reservation, left, width, lane }) => [
        reservation.key,
        Math.round(left),
        Math.round(width),
        lane,
      ]),
    ).toEqual([
      ['morning', 8 * 64, 2 * 64, 0],
      ['overlapping', 9 * 64, 2 * 64, 1],
      ['evening', 18 * 64, 2 * 64, 0],
    ]);
  });

  test('are those within the drawn times and lanes', () => {
    expect(keys({ drawn: { start: onTheDay('10:00'), end: onTheDay('18:00') } })).toEqual(['overlapping']);
    expect(keys({ fromLane: 1 })).toEqual(['overlapping']);
    expect(keys({ toLane: 1 })).toEqual(['morning', 'evening']);
  });

  test('include the focused one, once, at any scroll position', () => {
    const night = { start: onTheDay('00:00'), end: onTheDay('05:00') };
    expect(keys({ drawn: night, active: 'evening' })).toEqual(['evening']);
    expect(keys({ active: 'evening' })).toEqual(['morning', 'overlapping', 'evening']);
    expect(keys({ drawn: night, active: 'of another row' })).toEqual([]);
  });

  test('are cut off at the edges of the displayed days', () => {
    const [over] = layOut([row('N1', '', slot('over', '11T22:00', '12T02:00'))]).rows;
    const [bar] = over ? visibleBars(over, all) : [];
    expect(bar).toMatchObject({ left: 0, isCutLeft: true, isCutRight: false });
    expect(bar?.width).toBeCloseTo(128);
  });
});

describe('a reservation in the layout', () => {
  const layout = layOut([row('N1', 'C172', morning), row('N2', 'C172', overlapping, evening)]);

  test('is found by its row and key, until it is gone', () => {
    expect(placeOf(layout, 'N2', 'evening')).toEqual({ row: 1, index: 1 });
    expect(placeOf(layout, 'N1', 'evening')).toBeNull();
    expect(placeOf(layout, 'gone', 'evening')).toBeNull();
  });

  test('is found by its line in the document, where headings are lines too', () => {
    expect(reservationIn(layout, 2, 'evening')).toMatchObject({ reservation: { key: 'evening' }, row: { id: 'N2' } });
    expect(reservationIn(layout, 0, 'morning')).toBeNull();
    expect(reservationIn(layout, 1, 'evening')).toBeNull();
    expect(reservationIn(layout, -1, 'morning')).toBeNull();
  });
});

describe('the scroll shift when rows grow', () => {
  const before = layOut([row('N1', 'C172', morning), row('N2', 'C172', evening), row('N3', 'C172')]);

  test('is what the rows above the row at that height have grown', () => {
    const after = layOut([row('N1', 'C172', morning, overlapping), row('N2', 'C172', evening), row('N3', 'C172')]);
    expect(shiftOf(before, after, 60)).toBe(26);
    expect(shiftOf(before, after, 30)).toBe(0);
  });

  test('is zero when that row is gone or no row is above', () => {
    expect(shiftOf(before, layOut([row('N1', 'C172', morning)]), 60)).toBe(0);
    expect(shiftOf(before, before, 5)).toBe(0);
    expect(shiftOf(layOut([]), before, 100)).toBe(0);
  });
});
