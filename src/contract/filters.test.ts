import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allowedBy,
  type Filter,
  type FilterField,
  isLocalDateTime,
  operators,
  parseFilter,
  printFilter,
} from './filters.ts';
import { operationIds, operations } from './operations.ts';
import { filterOf } from '#e2e/fixtures/samples/queryArbitraries.ts';

const fields = operationIds.flatMap((id) => operations[id].filters.map((field: FilterField) => ({ id, field })));
const status = operations.listMaintenanceReminders.filters[0];
const startTime = operations.listReservations.filters[0];
const person = operations.listReservations.filters[3];
const location = operations.listInstructors.filters[1];
const made = (value: FilterField['value']): FilterField => ({
  name: 'made',
  label: 'Made',
  operators: ['eq', 'int'],
  value,
  documented: true,
});

test.each(fields)('every printed filter for $field.name of $id parses back, and the reverse', ({ field }) => {
  fc.assert(
    fc.property(filterOf(field), (filter) => {
      const text = printFilter(filter);
      const read = parseFilter(field, text);
      expect(read).toEqual(filter);
      expect(printFilter(read as Filter)).toBe(text);
    }),
  );
});

test.each(fields)('any text is either a filter of $field.name of $id that prints unchanged, or null', ({ field }) => {
  const text = fc.oneof(
    fc.string(),
    fc.tuple(fc.constantFrom(...Object.keys(operators)), fc.string()).map((parts) => parts.join(':')),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = parseFilter(field, given);
      if (read) expect(printFilter(read)).toBe(given);
    }),
  );
});

test('reads the forms in the specification', () => {
  expect(parseFilter(status, 'eq:1')).toEqual({ operator: 'eq', values: ['1'] });
  expect(parseFilter(status, 'int:2,3')).toEqual({ operator: 'int', values: ['2', '3'] });
  expect(parseFilter(startTime, 'lt:2026-05-12T14:00:00')).toEqual({ operator: 'lt', values: ['2026-05-12T14:00:00'] });
});

test.each([
  [status, '1'],
  [status, ':1'],
  [status, 'eq'],
  [status, 'eq:'],
  [status, 'eq:4'],
  [status, 'eq:01'],
  [status, 'eq: 1'],
  [status, 'eq:1,2'],
  [status, 'EQ:1'],
  [status, 'lt:1'],
  [status, 'int:'],
  [status, 'int:2,'],
  [status, 'int:2,2'],
  [status, 'int:2,9'],
  [startTime, 'eq:2026-05-12T14:00:00'],
  [startTime, 'lt:2026-05-12T14:00:00Z'],
  [startTime, 'lt:2026-05-12T14:00:00-06:00'],
  [startTime, 'lt:2026-05-12'],
  [startTime, 'toString:2026-05-12T14:00:00'],
  [person, 'eq:Garcia'],
  [location, 'eq:\u0000'],
  [location, 'eq:\ud800'],
  [location, `eq:${'x'.repeat(201)}`],
] as const)('refuses %o as %j', (field, text) => {
  expect(parseFilter(field, text)).toBeNull();
});

test.each([
  ['id', '7', '-7'],
  ['integer', '-7', '7.5'],
] as const)('an %s may be %s and not %s', (kind, good, bad) => {
  expect(parseFilter(made(kind), `int:${good},8`)).not.toBeNull();
  expect(parseFilter(made(kind), `eq:${bad}`)).toBeNull();
});

test.each([
  ['2026-05-12T14:00', true],
  ['2026-05-12T14:00:00', true],
  ['2026-05-12T23:59:59.1234567', true],
  ['2024-02-29T00:00:00', true],
  ['2026-02-29T00:00:00', false],
  ['2026-13-01T00:00:00', false],
  ['2026-05-12T24:00:00', false],
  ['2026-05-12T14:60:00', false],
  ['2026-05-12T14:00:00.12345678', false],
  ['2026-05-12 14:00:00', false],
])('%s as a date-time without zone: %s', (text, expected) => {
  expect(isLocalDateTime(text)).toBe(expected);
});

test("a field's words list its name, its operators and its values", () => {
  expect(allowedBy(status)).toBe('operators of statusId: eq, int; values: 1 (OK), 2 (Warning), 3 (Expired)');
  expect(allowedBy(startTime)).toContain('lte, lt, gte, gt; values: a date-time without zone');
  expect(allowedBy(person)).toContain('a guid');
});
