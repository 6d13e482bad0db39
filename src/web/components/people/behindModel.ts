import type { BehindAnswer } from '#contract/gateway/behind.ts';
import { behindOf, gapsIn, reasonText } from '#domain/people/behind.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { personLink } from '#domain/reservations/links.ts';
import type { Clock } from '#domain/time/clock.ts';

/** One student that falls behind. */
type BehindRow = {
  readonly userId: string;
  readonly name: string;
  readonly link: string;
  /** `last lesson Tue 28 Apr; nothing booked to Tue 23 Jun`. */
  readonly why: string;
};

type Asked = {
  readonly clock: Clock;
  /** The most rows. */
  readonly max?: number | undefined;
  /** The instructor whose students are shown; all students if omitted. */
  readonly instructorId?: string | undefined;
};

/** The first students that fall behind, how many there are and are not listed, and what is not known, in a sentence or two. */
export function behindModel(answer: BehindAnswer, { clock, max = Infinity, instructorId }: Asked) {
  const isOf = ({ userId }: { readonly userId: string }) => idKey(userId) === idKey(instructorId ?? '');
  const students = answer.students.filter(({ instructors }) => instructorId === undefined || instructors.some(isOf));
  const behind = behindOf({ students });
  const rows = behind.slice(0, max).map(({ userId, name, reasons }): BehindRow => ({
    userId,
    name,
    link: personLink(userId),
    why: reasons.map((reason) => reasonText(reason, clock)).join('; '),
  }));
  return {
    rows,
    count: behind.length,
    more: behind.length - rows.length,
    notKnown: gapsIn({ ...answer, students }).join(' '),
  };
}
