import { activityPhrase } from '#domain/activityWords.ts';
import type { Activity, FleetRow } from '#domain/fleet.ts';
import type { Instant } from '#domain/time.ts';
import { useClock } from './school.tsx';
import { type Shape, StateMark, type Tone } from './StateMark.tsx';

/** Quiet where all is well; what needs a person is amber. */
export const activityLooks: Readonly<Record<Activity, { shape: Shape; tone: Tone }>> = {
  away: { shape: 'dot', tone: 'accent' },
  open: { shape: 'open', tone: 'warning' },
  'due-out': { shape: 'half', tone: 'accent' },
  maintenance: { shape: 'wrench', tone: 'shop' },
  available: { shape: 'ring', tone: 'ok' },
  unfit: { shape: 'octagon', tone: 'warning' },
  'out-of-service': { shape: 'ring', tone: 'inactive' },
  unknown: { shape: 'dashed', tone: 'plain' },
};

/** What an aircraft is doing now, read from its bookings. */
export function ActivityMark({ row, now }: { row: FleetRow; now: Instant }) {
  const clock = useClock();
  const look = activityLooks[row.activity];
  return (
    <StateMark shape={look.shape} tone={look.tone}>
      {activityPhrase(row, now, clock)}
    </StateMark>
  );
}
