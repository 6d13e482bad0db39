import { expect, test } from 'vitest';
import { now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { historyInReport } from './history.ts';

test('lessons in the report count by the instructor’s name or id, up to now, and for this student alone', () => {
  const row = (instructor: string, date: string, more = {}) => ({
    studentId: 'SAM',
    instructor,
    trainingSessionDate: date,
    ...more,
  });
  const history = historyInReport(
    [
      row('Kim Lee', '2026-05-01T09:00:00'),
      row('kim lee ', '2026-05-11T09:00:00'),
      row('Kim Lee', '2026-05-20T09:00:00'),
      row('Kim Lee', '2026-05-10T09:00:00', { studentId: 'someone' }),
      row('T. Tanaka', '2026-05-02T09:00:00', { instructorId: 'T1' }),
    ],
    'sam',
    { now, zone },
  );
  expect(history.with({ userId: 't2', name: 'Kim Lee' })).toEqual({ count: 2, last: onTheDay('11T09:00') });
  expect(history.with({ userId: 't1', name: 'Tamika Tanaka' })).toEqual({ count: 1, last: onTheDay('02T09:00') });
  expect(history.with({ userId: 't3', name: 'Nobody' })).toEqual({ count: 0, last: null });
});
