import { expect, it } from 'vitest';
import type { BehindAnswer, Student } from '#contract/gateway/behind.ts';
import { behindModel } from './behindModel.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const student = (number: number, reasons: Student['reasons'], more: Partial<Student> = {}): Student => ({
  userId: id(number),
  name: `Sam ${number}`,
  instructors: [{ userId: 'i1', name: 'Ida Lee' }],
  reasons,
  areCheckoutsKnown: true,
  ...more,
});
const late: Student['reasons'] = [
  { kind: 'no lesson', last: '2026-04-28T16:00:00Z', from: '2026-04-27T06:00:00Z' },
  { kind: 'no booking', until: '2026-06-24T05:59:59.999Z' },
];
const answer = (students: BehindAnswer['students'], gaps: string[] = []): BehindAnswer => ({ students, gaps });

it('says why each student falls behind, by the shown clock, and links to the person', () => {
  const { rows, count, more } = behindModel(answer([student(1, late), student(2, [])]), { clock });
  expect(rows).toEqual([
    {
      userId: id(1),
      name: 'Sam 1',
      link: `/people/${id(1)}`,
      why: 'last lesson Tue 28 Apr; nothing booked to Tue 23 Jun',
    },
  ]);
  expect([count, more]).toEqual([1, 0]);
  const inZulu = behindModel(answer([student(1, late)]), { clock: { ...clock, mode: 'Z' } });
  expect(inZulu.rows[0]?.why).toBe('last lesson Tue 28 Apr; nothing booked to Wed 24 Jun');
});

it('lists as many as it may, and counts all', () => {
  const many = [1, 2, 3, 4, 5, 6, 7].map((number) => student(number, late));
  const { rows, count, more } = behindModel(answer(many), { clock, max: 5 });
  expect([rows.length, count, more]).toEqual([5, 7, 2]);
});

it('narrows to the students of an instructor, with what is not known of them', () => {
  const of = (userId: string) => ({ instructors: [{ userId, name: userId }], areCheckoutsKnown: false });
  const given = answer([student(1, late, of('I1')), student(2, late, of('i2')), student(3, [], of('i1'))], ['A gap.']);
  const own = behindModel(given, { clock, instructorId: 'i1' });
  expect(own.rows.map(({ name }) => name)).toEqual(['Sam 1']);
  expect(own.notKnown).toBe('A gap. Checkouts of 2 students are not known.');
  expect(behindModel(given, { clock, instructorId: 'i9' })).toMatchObject({ count: 0, notKnown: 'A gap.' });
});
