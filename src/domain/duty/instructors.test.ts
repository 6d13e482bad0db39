import { expect, test } from 'vitest';
import { byName, type Instructor, instructorName, matchesInstructor } from './instructors.ts';

const instructor = (lastName: string): Instructor => ({ userId: lastName, firstName: 'Ana', lastName });

test('an instructor goes by name, else by id', () => {
  expect(instructorName(instructor('Tanaka'))).toBe('Ana Tanaka');
  expect(instructorName({ userId: 'u1' })).toBe('u1');
  const names = [{ userId: 'u1' }, instructor('Watson'), instructor('Reed')].toSorted(byName);
  expect(names.map((one) => one.lastName ?? null)).toEqual(['Reed', 'Watson', null]);
});

test('a search ignores letter case and accents', () => {
  const zoë = { userId: 'u1', firstName: 'Zoë', lastName: 'Núñez' };
  expect(['zoe', 'NUN', 'ë n', ''].map((text) => matchesInstructor(zoë, text))).toEqual([true, true, true, true]);
  expect(matchesInstructor(zoë, 'zoo')).toBe(false);
});
