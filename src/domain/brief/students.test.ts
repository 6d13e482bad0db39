import { expect, it } from 'vitest';
import type { BehindAnswer, Student } from '#contract/gateway/behind.ts';
import { block, brief, said } from '#e2e/fixtures/samples/sampleBrief.ts';

const reasons: Student['reasons'] = [
  { kind: 'no lesson', last: '2026-04-28T16:00:00Z', from: '2026-04-27T06:00:00Z' },
  { kind: 'no booking', until: '2026-06-24T05:59:59.999Z' },
];
const student = (name: string, instructors: readonly string[], more: Partial<Student> = {}): Student => ({
  userId: name,
  name,
  instructors: instructors.map((one) => ({ userId: one, name: one })),
  reasons,
  areCheckoutsKnown: true,
  ...more,
});
const sheetOf = (answer: BehindAnswer | null) => brief([], { students: answer });
const ids = (answer: BehindAnswer | null) =>
  sheetOf(answer)
    .columns.flat()
    .map(({ id }) => id);

it('lists students that fall behind by instructor, with why and since when', () => {
  const students = [
    student('Sam Garcia', ['Max Ray']),
    student('Zoe Hill', ['Ida Lee']),
    student('Abe Fox', [], { reasons: reasons.slice(1) }),
    student('Not Behind', ['Ida Lee'], { reasons: [] }),
  ];
  const sheet = sheetOf({ students, gaps: [] });
  expect(said(sheet, 'students')).toEqual([
    'Ida Lee | Zoe Hill: last lesson Tue 28 Apr; nothing booked to Tue 23 Jun',
    'Max Ray | Sam Garcia: last lesson Tue 28 Apr; nothing booked to Tue 23 Jun',
    'No instructor | Abe Fox: nothing booked to Tue 23 Jun',
  ]);
  expect(block(sheet, 'students')).toMatchObject({ count: 3, note: 'by instructor' });
});

it('has no such list if there is nobody, and says what is not known', () => {
  const nobody = student('Sam Garcia', ['Ida Lee'], { reasons: [] });
  expect(ids({ students: [nobody], gaps: [] })).not.toContain('students');
  expect(ids(null)).not.toContain('students');
  const gaps = ['Bookings ahead are not known.'];
  expect(said(sheetOf({ students: [nobody], gaps }), 'students')).toEqual(gaps);
  const some = sheetOf({ students: [student('Zoe Hill', ['Ida Lee'])], gaps });
  expect(block(some, 'students').note).toBe('by instructor, not all known');
});
