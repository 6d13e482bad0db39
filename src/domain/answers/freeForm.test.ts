import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memberLabel, restOf, textOf, valueText } from './members.ts';

test.each([
  ['workOrderDisplayNumber', 'Work order display number'],
  ['engine1Tach', 'Engine1 tach'],
  ['squawkId', 'Squawk id'],
  ['HTTPStatus', 'HTTP status'],
  ['reported_by', 'Reported by'],
  ['', ''],
])('the member %s is labelled “%s”', (name, label) => {
  expect(memberLabel(name)).toBe(label);
});

test.each([
  [true, 'yes'],
  [0, '0'],
  ['text', 'text'],
  [null, ''],
  [['a', 2, false], 'a, 2, no'],
  [{ id: 1, name: 'Open' }, 'Open'],
  [{ firstName: 'Ana', lastName: 'Lee' }, 'Ana Lee'],
  [{ id: 1 }, '{"id":1}'],
])('%j is shown as “%s”', (value, text) => {
  expect(valueText(value)).toBe(text);
});

describe('the rest of a record', () => {
  test('are the unknown members with a value', () => {
    const record = { known: 1, other: 2, empty: null, blank: '', list: [], object: {}, zero: 0, no: false };
    expect(restOf(record, ['known']).map(({ name, text }) => `${name} ${text}`)).toEqual([
      'other 2',
      'zero 0',
      'no no',
    ]);
  });

  test('any JSON value has a text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
        for (const { label, text } of restOf(record, [])) expect(typeof label + typeof text).toBe('stringstring');
      }),
    );
  });
});

test('the first member with a text is used', () => {
  expect(textOf({ a: ' ', b: 5, c: 'x' }, 'a', 'b', 'c')).toBe('5');
  expect(textOf({ a: {} }, 'a', 'b')).toBeNull();
});
