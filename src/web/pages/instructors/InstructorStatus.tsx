import { instructorStatuses, nameOf } from '#contract/statuses.ts';
import type { Instructor } from '#domain/duty/instructors.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';

const looks: Readonly<Record<number, { shape: Shape; tone: Tone }>> = {
  0: { shape: 'ring', tone: 'inactive' },
  1: { shape: 'check', tone: 'ok' },
  2: { shape: 'ring', tone: 'inactive' },
};

/** The API's own status of an instructor (section 3), as given; an id we do not know is shown by its name. */
export function InstructorStatus({ status }: { status: Instructor['instructorStatus'] }) {
  const look = looks[status?.id ?? -1] ?? { shape: 'dashed', tone: 'plain' };
  return (
    <StateMark shape={look.shape} tone={look.tone}>
      <span style={{ color: 'var(--muted)' }}>
        {status?.name ?? nameOf(instructorStatuses, status?.id) ?? 'no status'}
      </span>
    </StateMark>
  );
}
