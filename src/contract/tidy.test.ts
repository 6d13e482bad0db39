import { describe, expect, test } from 'vitest';
import { parseList, parseRecord } from './answers.ts';
import { aircraft, reservation } from '#e2e/fixtures/samples/sampleRecords.ts';

const id = '00000051-0000-4000-8000-00000000AB3F';
const tailOf = (more: object) => parseRecord('listAircraft', { ...aircraft, aircraftId: id, ...more }).tailNumber;

describe('a tail number', () => {
  test.each([
    [' N512SP ', 'N512SP'],
    ['', 'C172S …ab3f'],
    ['   ', 'C172S …ab3f'],
    ['NULL', 'C172S …ab3f'],
    ['null', 'C172S …ab3f'],
    [null, 'C172S …ab3f'],
    [undefined, 'C172S …ab3f'],
    ['Nullarbor', 'Nullarbor'],
  ])('%j is shown as %s', (tailNumber, shown) => {
    expect(tailOf({ tailNumber, model: { name: ' C172S ' } })).toBe(shown);
  });

  test('without a model, starts with the make, and without either with "Aircraft"', () => {
    expect(tailOf({ tailNumber: null, model: null, make: { name: 'Cessna' } })).toBe('Cessna …ab3f');
    expect(tailOf({ tailNumber: null, model: { name: ' ' }, make: {} })).toBe('Aircraft …ab3f');
  });

  test('missing in a reservation comes from its aircraft option if both are the same aircraft', () => {
    const read = (own: object, option: object) =>
      parseRecord('listReservations', {
        ...reservation,
        aircraft: own,
        aircraftOption: { aircraft: option },
      }).aircraft?.tailNumber;
    expect(read({ aircraftId: id, tailNumber: 'NULL' }, { aircraftId: id.toLowerCase(), tailNumber: 'N1' })).toBe('N1');
    expect(read({ tailNumber: 'NULL' }, { aircraftId: id, tailNumber: 'N1' })).toBe('N1');
    expect(read({ aircraftId: id }, { aircraftId: 'another', tailNumber: 'N1' })).toBe('Aircraft …ab3f');
    expect(read({}, {})).toBeNull();
  });
});

test('ids are equal in any letter case, makes and models lose surrounding blanks, and the rest stays', () => {
  const [one, other] = [' ABC-1 ', 'abc-1'].map((aircraftId) => ({
    ...aircraft,
    aircraftId,
    make: { makeId: 'M-1', name: ' Cessna' },
    note: ' As It Is ',
  }));
  const raw = { items: [one, other] };
  const { records } = parseList('listAircraft', raw);
  expect(records[0]).toEqual(records[1]);
  expect(records[0]).toMatchObject({
    aircraftId: 'abc-1',
    make: { makeId: 'm-1', name: 'Cessna' },
    note: ' As It Is ',
  });
  expect(raw.items[0]?.aircraftId).toBe(' ABC-1 ');
  const user = parseRecord('getUserByExternalId', {
    externalId: 'Ab-1',
    aircraftCheckouts: [{ model: { modelId: 'X-1', name: 'C172S ' } }],
  });
  expect(user).toMatchObject({ externalId: 'Ab-1', aircraftCheckouts: [{ model: { modelId: 'x-1', name: 'C172S' } }] });
});
