import { nameOf, reminderStatuses } from '#contract/statuses.ts';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';

const looks: Readonly<Record<number, Look>> = {
  1: { shape: 'check', tone: 'ok' },
  2: { shape: 'triangle', tone: 'warning' },
  3: { shape: 'octagon', tone: 'expired' },
};

/** The look of a reminder's status id; an id missing from the specification (section 3) is dashed. */
export function reminderLook(statusId: number | null): Look {
  return looks[statusId ?? -1] ?? { shape: 'dashed', tone: 'plain' };
}

/** The API's own status of a reminder or of one of its limits, by the service's name. */
export function ReminderStatus({ id, name }: { id: number | null; name: string }) {
  return <StateMark {...reminderLook(id)}>{name || nameOf(reminderStatuses, id) || 'no status'}</StateMark>;
}
