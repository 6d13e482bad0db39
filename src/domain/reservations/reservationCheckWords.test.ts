import { expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import { checkWords } from './reservationChecks.ts';

const words = (check: Parameters<typeof checkWords>[0], zoneless: 'operator' | 'utc' = 'operator') =>
  checkWords(check, operations.listReservations, { name: 'America/Denver', zoneless });

test('an answer that was not filtered says so, with how many and which filter', () => {
  expect(words({ breaches: { startTime: 3, userId: 1 }, clock: 'neither' }).notes).toEqual([
    'The service did not filter as asked: 3 reservations do not match the filter “Starts”.',
    'The service did not filter as asked: 1 reservation does not match the filter “Person”.',
  ]);
});

test('the clock is said where a time is filtered, and a word more where the answer fits the other one alone', () => {
  expect(words({ breaches: {}, clock: null })).toEqual({ notes: [], scope: null });
  expect(words({ breaches: {}, clock: 'either' }).notes).toEqual([]);
  expect(words({ breaches: {}, clock: 'operator' }).scope).toContain('Times as America/Denver time');
  expect(words({ breaches: {}, clock: 'utc' }).notes).toEqual([
    'This answer fits the times asked only if they are read as UTC, not as America/Denver time.',
  ]);
  expect(words({ breaches: {}, clock: 'operator' }, 'utc').notes).toHaveLength(1);
});
