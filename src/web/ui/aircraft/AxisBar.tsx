import { percent } from '#web/ui/timetrack/trackModel.ts';
import { reminderLook } from './ReminderStatus.tsx';
import style from './AxisBar.module.css';

/** How much of the usual interval is left, for the eye; the words beside it say the same exactly. */
export function AxisBar({ fraction, statusId }: { fraction: number | null; statusId: number | null }) {
  const left = Math.min(1, Math.max(0, fraction ?? 0));
  return (
    <span className={style['bar']} data-tone={reminderLook(statusId).tone} aria-hidden="true">
      <span style={{ width: percent(left) }} />
    </span>
  );
}
