import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Alert, alertLines } from './frameModel.ts';

const expired: Alert = { kind: 'expired', label: 'Expired', entries: ['N1AB', 'N2AB', 'N3AB', 'N5AB', 'N6AB'] };
const open: Alert = { kind: 'open', label: 'Not closed out', entries: ['N4AB +0:23'] };

describe('the alerts', () => {
  test('is one line where all has room', () => {
    expect(alertLines([expired, open], 60)).toHaveLength(1);
    expect(alertLines([], 60)).toEqual([]);
  });

  test('is a line a kind where not, and counts what has no room', () => {
    const lines = alertLines([expired, open], 21);
    expect(lines.map(([first]) => [first?.shown.length, first?.more])).toEqual([
      [1, 4],
      [1, 0],
    ]);
  });

  test('loses nothing: what is shown and what is counted are all there is', () => {
    const entries = fc.array(fc.string({ minLength: 3, maxLength: 14 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(entries, entries, fc.integer({ min: 20, max: 120 }), (some, others, width) => {
        const given = [
          { ...expired, entries: some },
          { ...open, entries: others },
        ];
        const fitted = alertLines(given, width).flat();
        expect(fitted.map(({ shown, more }) => shown.length + more)).toEqual([some.length, others.length]);
        for (const { shown, entries: all } of fitted) expect(all.slice(0, shown.length)).toEqual(shown);
      }),
    );
  });
});
