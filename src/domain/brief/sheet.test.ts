import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { sampleSchool } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { briefOf } from './brief.ts';
import { type Draft, linesOf, type Page, sheetOf, countsIn } from './sheet.ts';

const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer({ min: 0, max: 60 }).map((count) => 'Wiederholungsüberprüfung '.repeat(count)),
);

function anyDraft(kind: 'wide' | 'narrow'): fc.Arbitrary<Draft> {
  return fc
    .record({ count: fc.integer({ min: 0, max: 300 }), text: words, perLine: fc.integer({ min: 1, max: 3 }) })
    .map(({ count, text, perLine }): Draft => ({
      id: kind,
      title: 'Some',
      note: null,
      columns: [
        { kind: 'code', width: 3 },
        { kind: 'text', width: null },
      ],
      perLine,
      rows: Array.from({ length: count }, (_, place) => ({ cells: [String(place), text], level: null })),
      none: 'None',
    }));
}

const anyPage: fc.Arbitrary<Page> = fc.record({
  title: words,
  isEmpty: fc.constant(false),
  done: fc.constant([]),
  facts: fc.constant([]),
  lines: fc.array(fc.record({ name: words, text: words }), { maxLength: 6 }),
  top: fc.array(anyDraft('wide'), { minLength: 1, maxLength: 1 }),
  dense: fc.array(anyDraft('wide'), { minLength: 2, maxLength: 2 }),
  columns: fc.tuple(
    fc.array(anyDraft('narrow'), { minLength: 2, maxLength: 2 }),
    fc.array(anyDraft('narrow'), { minLength: 3, maxLength: 3 }),
  ),
});

const blocksOf = ({ top, columns }: BriefSheet) => [...top, ...columns.flat()];

/** A list with this many numbered rows. */
function numbered(count: number, more: Partial<Draft> = {}): Draft {
  return {
    id: 'list',
    title: 'List',
    note: null,
    columns: [{ kind: 'text', width: null }],
    rows: Array.from({ length: count }, (_, place) => ({ cells: [`Row ${place + 1}`], level: null })),
    none: 'None',
    ...more,
  };
}

function page(
  top: Draft,
  columns: readonly (readonly Draft[])[] = [[numbered(0)], [numbered(0)]],
  dense = [top],
): Page {
  return { title: 'Tue 12 May 2026', isEmpty: false, done: [], facts: [], lines: [], top: [top], dense, columns };
}

describe('a sheet', () => {
  it('never has more lines than its paper, whatever its content', () => {
    fc.assert(
      fc.property(anyPage, (given) => {
        const sheet = sheetOf(given);
        const { used, of } = linesOf(sheet);
        expect(used).toBeLessThanOrEqual(of + 1e-6);
        // Rows left out are counted, so that nobody takes the list for complete.
        for (const { rows, count, more } of blocksOf(sheet)) {
          if (rows.length < count) expect(more).toBe(`and ${count - rows.length} more`);
          else expect(more).toBe(count === 0 ? 'None' : null);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([1, 6, 26, 60, 150, 400])('fits for a school of %i aircraft, and has the first rows of each list', (size) => {
    const index = readinessIndex(sampleSchool(size, size * 40));
    for (const day of ['2026-05-12', '2026-05-13', '2026-05-15']) {
      const unread = [{ of: 'records', text: 'squawks of 3 aircraft' }] as const;
      const sheet = briefOf({ day, index, changes: [], logFrom: 0, unread });
      const { used, of } = linesOf(sheet);
      expect(used).toBeLessThanOrEqual(of + 1e-6);
      for (const { rows, count } of blocksOf(sheet)) expect(rows.length).toBeGreaterThanOrEqual(Math.min(count, 3));
    }
  });
});

describe('the space on a sheet', () => {
  it('has large letters for little text and small letters for much text', () => {
    expect(sheetOf(page(numbered(6))).lineHeight).toBe(4.8);
    expect(sheetOf(page(numbered(40))).lineHeight).toBe(4.2);
    expect(sheetOf(page(numbered(48))).lineHeight).toBe(3.7);
    expect(sheetOf(page(numbered(300))).lineHeight).toBe(3.3);
  });

  it('takes the dense form of its list before letters get too small', () => {
    const dense = [numbered(90, { id: 'dense', perLine: 3 })];
    const sheet = sheetOf(page(numbered(90), undefined, dense));
    expect([sheet.lineHeight, sheet.top[0]?.id, sheet.top[0]?.rows.length]).toEqual([4.2, 'dense', 90]);
  });

  it('shows the most important rows if not all fit, and counts the rest', () => {
    const [list] = sheetOf(page(numbered(300))).top;
    expect(list?.rows[0]?.cells).toEqual(['Row 1']);
    expect(list?.more).toBe(`and ${300 - (list?.rows.length ?? 0)} more`);
    expect(list?.count).toBe(300);
  });

  it('sorts the rows that fit into reading order', () => {
    const order: Draft['order'] = (a, b) => (a.cells[0] ?? '').localeCompare(b.cells[0] ?? '', 'en', { numeric: true });
    const rows = ['9', '2', '7', '1'].map((cell) => ({ cells: [cell], level: null }));
    expect(sheetOf(page(numbered(0, { rows, order }))).top[0]?.rows.map(({ cells }) => cells[0])).toEqual([
      '1',
      '2',
      '7',
      '9',
    ]);
  });

  it('gives a short list all its lines before long lists share the rest', () => {
    const sheet = sheetOf(
      page(numbered(200), [
        [numbered(200), numbered(2)],
        [numbered(100), numbered(100), numbered(1)],
      ]),
    );
    const [left = [], right = []] = sheet.columns;
    expect(left[1]?.rows).toHaveLength(2);
    expect(right[2]?.rows).toHaveLength(1);
    const [a, b] = right.map(({ rows }) => rows.length);
    expect(a).toBe(b);
    expect(left[0]?.rows.length).toBeGreaterThan(a ?? 0);
  });

  it('allows three lines for a long text, and counts them', () => {
    const long = { cells: ['Checkout for Piper PA-28-181 Archer expired '.repeat(20)], level: null };
    const [list] = sheetOf(page(numbered(0, { rows: [long, long] }))).top;
    expect(list?.rows.map(({ lines }) => lines)).toEqual([3, 3]);
  });
});

it('a line of counts is printed as figures, any other line as it is', () => {
  expect(countsIn('4 can go · 1 not back (by up to 10 min)')).toEqual([
    { count: '4', words: 'can go' },
    { count: '1', words: 'not back (by up to 10 min)' },
  ]);
  expect(countsIn('sunrise 0545L · sunset 2005L')).toBeNull();
  expect(countsIn('None')).toBeNull();
});
