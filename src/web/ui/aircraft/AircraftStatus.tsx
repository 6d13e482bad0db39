import { aircraftStatuses, nameOf } from '#contract/statuses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';

const looks: Readonly<Record<number, { shape: Shape; tone: Tone }>> = {
  0: { shape: 'ring', tone: 'inactive' },
  1: { shape: 'check', tone: 'ok' },
  2: { shape: 'ring', tone: 'inactive' },
};

/** The API's own status of an aircraft (section 3), as given; an id we do not know is shown by its name. */
export function AircraftStatus({ status }: { status: Aircraft['status'] }) {
  const look = looks[status?.id ?? -1] ?? { shape: 'dashed', tone: 'plain' };
  return (
    <StateMark shape={look.shape} tone={look.tone}>
      <span style={{ color: 'var(--muted)' }}>
        {status?.name ?? nameOf(aircraftStatuses, status?.id) ?? 'no status'}
      </span>
    </StateMark>
  );
}
