import fc from 'fast-check';
import type { Filter, FilterField, ValueKind } from '#contract/filters.ts';
import type { Operation } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';

/** Any filter that a field allows, for property tests. */
export function filterOf(field: FilterField): fc.Arbitrary<Filter> {
  const value = field.choices
    ? fc.constantFrom(...field.choices.map((choice) => String(choice.id)))
    : valuesOf[field.value];
  return fc
    .constantFrom(...field.operators)
    .chain((operator) =>
      fc
        .uniqueArray(value, { minLength: 1, maxLength: operator === 'int' ? 5 : 1 })
        .map((values) => ({ operator, values })),
    );
}

const localDateTime = fc
  .tuple(
    fc.date({ min: new Date('1753-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom(16, 19, 21, 23),
  )
  .map(([date, length]) => date.toISOString().slice(0, length));

const valuesOf: Record<ValueKind, fc.Arbitrary<string>> = {
  id: fc.nat(999_999_999).map(String),
  integer: fc.integer({ min: -999_999_999, max: 999_999_999 }).map(String),
  guid: fc.uuid(),
  localDateTime,
  text: plainText(200),
};

/** Text without control characters, of any script, up to so many UTF-16 units. */
export function plainText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.length <= maxLength && !/\p{Cc}/u.test(text));
}

/** Any query that an operation allows, in the form that `parseQuery` returns. */
export function queryOf(operation: Operation): fc.Arbitrary<Query> {
  const plain = operation.plain.map(
    ({ name, value }) => [name, value === 'instant' ? instant : plainText(500)] as const,
  );
  const filters = operation.filters.map((field) => [field.name, filterOf(field)] as const);
  const { maxLimit } = operation.paging ?? { maxLimit: null };
  const paging = {
    offset: fc.integer({ min: 1, max: 999_999_999 }),
    limit: fc.integer({ min: 1, max: maxLimit ?? 999_999_999 }),
  };
  return fc
    .tuple(
      operation.paging ? fc.record(paging, { requiredKeys: [] }) : fc.constant({}),
      fc.record(Object.fromEntries(filters), { requiredKeys: [] }),
      fc.record(Object.fromEntries(plain), { requiredKeys: [] }),
    )
    .map(([page, given, others]) => ({ ...page, filters: { ...given }, plain: { ...others } }));
}

const instant = fc
  .tuple(
    fc.date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('Z', '-06:00', '+05:30'),
  )
  .map(([date, zone]) => date.toISOString().slice(0, 19) + zone);
