import { expect, test } from 'vitest';
import { aircraft } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import {
  classChoices,
  hoursChoices,
  instructorChoices,
  lengthChoices,
  modelChoices,
  moreText,
  studentChoices,
} from './findModel.ts';

const values = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value);
const active = { id: 1, name: 'active' };

test('the models are those in service, each once, plus the one in the address', () => {
  const sampleAircraft = (name: string, more = {}) => aircraft({ model: { modelId: name, name }, ...more });
  const fleet = [
    sampleAircraft('172S'),
    sampleAircraft('172S'),
    sampleAircraft('Archer'),
    sampleAircraft('FTD', { isSimulator: true }),
    sampleAircraft('Old', { status: { id: 2, name: 'deleted' } }),
  ];
  expect(values(modelChoices(fleet, ''))).toEqual(['', '172S', 'Archer']);
  expect(values(modelChoices(fleet, 'Archer'))).toEqual(['', '172S', 'Archer']);
  expect(values(modelChoices(fleet, '172'))).toEqual(['', '172', '172S', 'Archer']);
});

test('classes are those that reservations give; another one of the address stays chosen', () => {
  const classes = ['Airplane, Multi Engine Land', 'Airplane, Single Engine Land'];
  expect(values(classChoices(classes, ''))).toEqual(['', ...classes]);
  expect(values(classChoices(classes, 'airplane, multi engine land'))).toEqual([
    '',
    'airplane, multi engine land',
    'Airplane, Single Engine Land',
  ]);
  expect(values(classChoices(classes, 'Glider'))).toEqual(['', 'Glider', ...classes]);
});

test('the instructors are active people, and an unknown one in the address stays chosen', () => {
  const list = [
    { userId: 't2', firstName: 'Kim', lastName: 'Lee', instructorStatus: active },
    { userId: 't1', firstName: 'Ana', lastName: 'Wu', instructorStatus: active },
    { userId: 't3', firstName: 'Dispatcher', lastName: null, instructorStatus: active },
    { userId: 't4', firstName: 'Old', lastName: 'Hand', instructorStatus: { id: 2, name: 'inactive' } },
  ];
  expect(values(instructorChoices(list, { kind: 'any' }))).toEqual(['any', 'none', 't1', 't2']);
  expect(values(instructorChoices(list, { kind: 'one', userId: 'x' }))).toEqual(['any', 'none', 'x', 't1', 't2']);
  expect(values(instructorChoices(null, { kind: 'none' }))).toEqual(['any', 'none']);
});

test('the lengths, hours and students include those in the address', () => {
  expect(lengthChoices(105).find(({ value }) => value === '105')?.label).toBe('1.8 h');
  expect(values(hoursChoices(null))).toEqual(['', '0600-1200', '1200-1800', '1700-2200']);
  expect(values(hoursChoices({ from: 800, to: 900 }))).toContain('1320-1500');
  expect(values(studentChoices(new Map([['s1', 'Ana Garcia']]), 'gone'))).toEqual(['', 'gone', 's1']);
});

test('the rest of a list is counted, and named in a tooltip', () => {
  expect(moreText(['N1'])).toBeNull();
  expect(moreText(['N1', 'N2', 'N3'])).toEqual({ words: 'and 2 more', tip: 'N2, N3' });
});
