import { describe, expect, test } from 'vitest';
import { columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { defaultView } from '#domain/reports/reportView.ts';
import { exportName, exportNotes, withheldText } from './tableModel.ts';

describe('columns that the role does not see', () => {
  const columns = columnsOf(widened(emptyShape, [{ landings: 3, lessons: 4 }]));
  const withheld = { count: 8, members: ['totalDue', 'acctBal', 'a', 'lessons', 'b', 'c', 'd', 'e'] };

  test('are counted, and the first of many are named', () => {
    expect(withheldText(null, columns)).toBeNull();
    expect(withheldText({ count: 1, members: ['totalDue'] }, columns)).toBe(
      '1 column is withheld from your role: totalDue. A manager can open it on Setup.',
    );
    expect(withheldText(withheld, columns)).toBe(
      '7 columns are withheld from your role: totalDue, acctBal, a, b, c, d and 1 more. ' +
        'Some values are withheld from your role in lessons. A manager can open them on Setup.',
    );
    expect(withheldText({ count: 300, members: ['a', 'b'] }, columns)).toMatch(/^300 columns .*: a, b and 298 more\./);
    expect(withheldText({ count: 1, members: ['lessons'] }, columns)).toBe(
      'Some values are withheld from your role in lessons. A manager can open it on Setup.',
    );
  });

  test('are named in the notes of a file, whose name says that some are missing', () => {
    const shown = { view: defaultView, columns, loaded: 3, withheld };
    expect(exportNotes(null, null, shown)).toEqual([withheldText(withheld, columns, 100)]);
    expect(exportName('flights', '2026-05-12', null, 34, withheld)).toBe(
      'flights-2026-05-12-34-rows-shown-columns-withheld',
    );
  });
});
