import type { Activity } from '#domain/fleet.ts';
import type { Shape, Tone } from './StateMark.tsx';

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
