import { expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import { checkWords } from './reservationChecks.ts';

const words = (check: Parameters<typeof checkWords>[0], zoneless: 'operator' | 'utc' = 'operator') =>
  checkWords(check, operations.listReservations, { name: 'America/Denver', zoneless });

test('an unfiltered answer gives the number of records and names the filter', () => {
  expect(words({ breaches: { startTime: 3, userId: 1 }, clock: 'neither' }).notes).toEqual([
    'The service ignored the filter: 3 reservations do not match the filter “Starts”.',
    'The service ignored the filter: 1 reservation does not match the filter “Person”.',
  ]);
});

test('the clock is mentioned if a time is filtered, with a note if only the other clock fits', () => {
  expect(words({ breaches: {}, clock: null })).toEqual({ notes: [], scope: null });
  expect(words({ breaches: {}, clock: 'either' }).notes).toEqual([]);
  expect(words({ breaches: {}, clock: 'operator' }).scope).toContain('Times as America/Denver time');
  expect(words({ breaches: {}, clock: 'utc' }).notes).toEqual([
    'This answer fits the requested times only if the service reads them as UTC, not as America/Denver time.',
  ]);
  expect(words({ breaches: {}, clock: 'operator' }, 'utc').notes).toHaveLength(1);
});
