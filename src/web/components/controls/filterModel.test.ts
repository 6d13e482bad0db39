import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FilterField, parseFilter, printFilter } from '#contract/filters.ts';
import { type Operation, operations } from '#contract/operations.ts';
import {
  activeFilters,
  choiceOptions,
  fullTime,
  isTime,
  optionValue,
  readText,
  shortTime,
  textPlaceholder,
  textProblem,
} from './filterModel.ts';

const reservations: Operation = operations.listReservations;
const aircraft: Operation = operations.listAircraft;

function fieldOf(operation: Operation, name: string): FilterField {
  const field = operation.filters.find((filter) => filter.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}

describe('the choices of a filter', () => {
  const options = choiceOptions(fieldOf(aircraft, 'statusId'));

  test('start with “all” and then name each status', () => {
    expect(options[0]).toEqual({ value: '', label: 'all', filter: null });
    expect(options.map(({ label }) => label).slice(1, 3)).toEqual(['inactive', 'active']);
  });

  test('have a filter that is read back as the same option', () => {
    for (const { value, filter } of options.slice(1)) {
      expect(filter).not.toBeNull();
      if (!filter) continue;
      expect(parseFilter(fieldOf(aircraft, 'statusId'), printFilter(filter))).toEqual(filter);
      expect(optionValue(filter)).toBe(value);
    }
    expect(optionValue(null)).toBe('');
  });

  test('offer several values at once only when the field takes a list', () => {
    const field = fieldOf(reservations, 'displayTypeId');
    const takesList = field.operators.includes('int');
    const combined = choiceOptions(field).filter(({ filter }) => filter?.operator === 'int');
    expect(combined).toHaveLength(takesList ? 1 : 0);
    expect(choiceOptions({ ...field, operators: ['eq'] }).some(({ value }) => value.startsWith('int'))).toBe(false);
  });
});

describe('a time of day', () => {
  test.each([
    ['1400', '14:00:00'],
    ['1400L', '14:00:00'],
    ['1400 z', '14:00:00'],
    ['14:00', '14:00:00'],
    ['9:30', '09:30:00'],
    ['930', '09:30:00'],
    [' 0:05 ', '00:05:00'],
    ['23:59:59', '23:59:59'],
  ])('%s is read as %s', (text, full) => {
    expect(isTime(text)).toBe(true);
    expect(fullTime(text)).toBe(full);
  });

  test.each(['24:00', '1260', '14', '', 'noon', '14:0', '-1:00', '14:00 pm'])('%s is not a time', (text) => {
    expect(isTime(text)).toBe(false);
  });

  test('is shown without seconds unless they matter, and is sent back unchanged', () => {
    expect(shortTime('14:00:00', 'L')).toBe('1400L');
    expect(shortTime('14:00', 'Z')).toBe('1400Z');
    expect(shortTime('14:00:30', 'L')).toBe('14:00:30L');
    expect(shortTime('14:00:00.0000000', 'L')).toBe('1400L');
    expect(shortTime('', 'L')).toBe('');
    const part = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    fc.assert(
      fc.property(part(23), part(59), part(59), (hour, minute, second) => {
        const time = `${hour}:${minute}:${second}`;
        expect(fullTime(shortTime(time, 'L'))).toBe(time);
      }),
    );
  });
});

describe('a text filter', () => {
  const userId = '2d1f9d4e-0000-4000-8000-000000000001';
  const names = new Map([[userId, 'Ana Lee']]);
  const field = fieldOf(reservations, 'userId');

  test('accepts a name from the list in any case, or an id', () => {
    expect(readText(field, ' ana lee ', names)).toEqual({ operator: 'eq', values: [userId] });
    expect(readText(field, userId, names)).toEqual({ operator: 'eq', values: [userId] });
    expect(readText(field, userId, undefined)).toEqual({ operator: 'eq', values: [userId] });
  });

  test('refuses other text, with a fitting message', () => {
    expect(readText(field, 'Ana', names)).toBeNull();
    expect(textProblem(names)).toBe('Enter a name from the list or an ID');
    expect(textProblem(undefined)).toBe('Invalid value');
  });

  test('has a placeholder that says what can be entered', () => {
    expect(textPlaceholder(field, names)).toBe('Anyone (name or ID)');
    expect(textPlaceholder({ ...field, value: 'text' }, names)).toBe('Any (name or ID)');
    expect(textPlaceholder(field, undefined)).toBe('Any');
  });
});

test('active filters are written as sentences, in field order', () => {
  const filters = {
    startTime: { operator: 'lt', values: ['2026-05-13T00:00:00'] },
    displayTypeId: { operator: 'eq', values: ['1'] },
  } as const;
  const active = activeFilters(reservations, { filters }, { year: '2026' });
  const order = reservations.filters.map(({ name }) => name).filter((name) => name in filters);
  expect(active.map(({ name }) => name)).toEqual(order);
  expect(active.find(({ name }) => name === 'startTime')?.sentence).toContain('Wed 13 May 0000');
  expect(activeFilters(reservations, {}, {})).toEqual([]);
});
