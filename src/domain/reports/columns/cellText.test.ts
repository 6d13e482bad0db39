import { expect, test } from 'vitest';
import type { ColumnKind } from './columns.ts';
import { aggregateWriter, cellWriter } from './cellText.ts';
import { denver, sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';

const clock = { zone: denver.name, mode: 'L' } as const;

function written(value: unknown, name = 'it', kind?: ColumnKind): string {
  const column = sampleStore([{ [name]: value }]).column(name);
  return cellWriter({ ...column, kind: kind ?? column.kind }, clock, denver)(value);
}

test.each([
  ['amount', 1250, '1,250.00'],
  ['amount', -3.5, '−3.50'],
  ['flightHours', 6, '6.0'],
  ['landings', 1234, '1234'],
  ['landings', 12_345, '12,345'],
  ['start', '2026-05-12T14:30:00', 'Tue 12 May 2026 1430L'],
  ['start', '2026-05-12T20:30:00Z', 'Tue 12 May 2026 1430L'],
  ['day', '2026-05-12', 'Tue 12 May 2026'],
  ['start', '1753-01-01T00:00:00', ''],
  ['start', '5/12/2026 2:30:00 PM', 'Tue 12 May 2026 1430L'],
  ['day', '5/12/2026', 'Tue 12 May 2026'],
  ['invoiceNumber', 12_345, '12345'],
  ['landingsTotal', 12_345, '12,345'],
  ['open', true, 'yes'],
  ['list', [1, 'b'], '1, b'],
  ['html', '<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['none', null, ''],
])('%s %j is shown as %j', (name, value, text) => {
  expect(written(value, name)).toBe(text);
});

test('a value that does not fit a corrected type is shown unchanged', () => {
  expect(written('n/a', 'it', 'money')).toBe('n/a');
  expect(written('$1,250.5', 'it', 'money')).toBe('1,250.50');
  expect(written('soon', 'it', 'wallTime')).toBe('soon');
});

test('a very long text is cut', () => {
  expect(written('x'.repeat(100_000))).toHaveLength(301);
});

test('aggregates are formatted like their column', () => {
  const { column } = sampleStore([{ amount: 3.5, start: '2026-05-12T14:30:00' }]);
  const none = { filled: 3, sum: null, average: null, least: null, most: null };
  const money = aggregateWriter(column('amount'), clock);
  expect(money('sum', { ...none, sum: 12_000.5 })).toBe('12,000.50');
  expect(money('filled', none)).toBe('3');
  expect(money('average', none)).toBe('');
  const time = aggregateWriter(column('start'), clock);
  expect(time('most', { ...none, most: Date.parse('2026-05-12T20:30:00Z') })).toBe('Tue 12 May 2026 1430L');
});
