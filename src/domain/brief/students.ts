import type { BehindAnswer, Student } from '#contract/gateway/behind.ts';
import { behindOf, gapsIn, reasonText } from '#domain/people/behind.ts';
import type { Clock } from '#domain/time/clock.ts';
import { inOrder } from '#domain/words.ts';
import { rest } from './briefDay.ts';
import type { Draft } from './sheet.ts';

/**
 * Students that fall behind, by the instructors whose students they are, so that each finds their own; no list if there is nobody
 * and nothing is unknown. As of the present, whatever the day of the brief.
 */
export function studentDrafts(answer: BehindAnswer | null, clock: Clock): Draft[] {
  const behind = answer ? behindOf(answer) : [];
  const gaps = answer ? gapsIn(answer) : [];
  if (behind.length === 0 && gaps.length === 0) return [];
  const rows = behind.map((student) => ({
    cells: [
      instructorsOf(student),
      `${student.name}: ${student.reasons.map((one) => reasonText(one, clock)).join('; ')}`,
    ],
    level: null,
  }));
  // Where not all rows fit, those with the most reasons stay.
  const order: Draft['order'] = (a, b) => inOrder.compare(a.cells[0] ?? '', b.cells[0] ?? '');
  return [
    {
      id: 'students',
      title: 'Students that fall behind',
      note: behind.length > 0 && gaps.length > 0 ? 'by instructor, not all known' : 'by instructor',
      columns: [{ kind: 'text', width: 8 }, rest],
      rows,
      order,
      none: gaps.join(' '),
    },
  ];
}

function instructorsOf({ instructors }: Student): string {
  return instructors.map(({ name }) => name).join(', ') || 'No instructor';
}
