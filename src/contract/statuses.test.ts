import { expect, test } from 'vitest';
import {
  aircraftStatuses,
  displayTypes,
  instructorStatuses,
  nameOf,
  reminderStatuses,
  reservationStatuses,
  trainingSessionStatuses,
  userStatuses,
} from './statuses.ts';

test.each([
  ['aircraft statuses', aircraftStatuses, 'inactive, active, deleted', '0, 1, 2'],
  ['instructor statuses', instructorStatuses, 'inactive, active, deleted', '0, 1, 2'],
  ['reminder statuses', reminderStatuses, 'OK, Warning, Expired', '1, 2, 3'],
  ['display types', displayTypes, 'Standard, Maintenance, Class, Meeting, Instructor Time Off', '0, 1, 2, 3, 10'],
  ['training session statuses', trainingSessionStatuses, 'Passed', '3'],
  ['user statuses', userStatuses, 'Active', '1'],
] as const)('%s are those of section 3', (_title, table, names, ids) => {
  expect(table.map(({ name }) => name).join(', ')).toBe(names);
  expect(table.map(({ id }) => id).join(', ')).toBe(ids);
});

test('names the known ids, and null for the others', () => {
  expect(nameOf(displayTypes, 10)).toBe('Instructor Time Off');
  expect(nameOf(reservationStatuses, 2)).toBe('Completed');
  expect(nameOf(reservationStatuses, 7)).toBeNull();
  expect(nameOf(aircraftStatuses, null)).toBeNull();
  expect(nameOf(aircraftStatuses, undefined)).toBeNull();
});
