import { currentText, limitText, remainingText, type Axis, type DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { AxisBar } from './AxisBar.tsx';
import style from './AxisCell.module.css';
import { reminderLook } from './ReminderStatus.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

/** All the ways a reminder comes due, a line each: the one that drives it first, with its bar. */
export function AxisLines({ item, now }: { item: DueItem; now: Instant }) {
  const { driving } = item;
  const others = item.axes.filter((axis) => axis !== driving);
  if (item.axes.length === 0) return <span className={style['none']}>no limit given</span>;
  return (
    <span className={style['axes']}>
      {driving && <AxisLine axis={driving} isDriving now={now} />}
      {others.map((axis) => (
        <AxisLine key={axis.name} axis={axis} isDriving={false} now={now} />
      ))}
    </span>
  );
}

/** What is left, the API's own status of the axis where it is not OK, and current and limit. */
function AxisLine({ axis, isDriving, now }: { axis: Axis; isDriving: boolean; now: Instant }) {
  const clock = useClock();
  const [current, limit] = [currentText, limitText].map((text) =>
    text(axis, now, clock).replace(/ (h|landings?)$/, ''),
  );
  return (
    <span className={style['axis']} data-driving={isDriving} title={axis.message || undefined}>
      {isDriving && <AxisBar fraction={axis.fraction} statusId={axis.statusId} />}
      <span className={style['left']}>{remainingText(axis, clock)}</span>
      <StateMark {...reminderLook(axis.statusId)}>{axis.status}</StateMark>
      <span className={style['limit']}>{axis.name === 'date' ? limit : `${current} of ${limit}`}</span>
    </span>
  );
}
