import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { titleOf, toRecordRows } from './rows.ts';

const guid = '77fa9f20-b954-4f24-812a-618f0daa04fc';

describe('a record of any shape has a key and a title', () => {
  test.each([
    [{ userId: guid, firstName: 'Rosa', lastName: 'Sanchez' }, guid, 'Rosa Sanchez'],
    [{ id: 17, name: 'Headset' }, '17', 'Headset'],
    [{ partId: 'P-1', lastName: 'Lee' }, 'P-1', 'Lee'],
    [{ id: null, equipmentId: 0 }, '0', '0'],
    [{ colour: 'red' }, '#51', '#51'],
    ['plain text', '#51', 'plain text'],
    [12, '#51', '12'],
    [null, '#51', '#51'],
    [[1, [2, 3]], '#51', '1, 2, 3'],
  ])('%j', (value, key, title) => {
    expect(toRecordRows([value], 50, 'userId')[0]).toMatchObject({ key, title, index: 0 });
  });

  test('whatever its content', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const rows = toRecordRows(values, 0);
        expect(rows.every(({ key, title }) => key !== '' && title !== '')).toBe(true);
      }),
    );
  });

  test('an empty name does not name a person', () => {
    expect(titleOf({ name: ' ', firstName: 'Ana' })).toBe('Ana');
    expect(titleOf({ nothing: 'of a name' })).toBeNull();
  });
});
