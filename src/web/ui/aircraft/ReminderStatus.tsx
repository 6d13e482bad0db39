import { nameOf, reminderStatuses } from '#contract/statuses.ts';
import { type Axis, type DueItem, figuresText, remainingText } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { percent } from '#web/ui/timetrack/trackModel.ts';
import style from './ReminderStatus.module.css';

type Look = { readonly shape: Shape; readonly tone: Tone };

const looks: Readonly<Record<number, Look>> = {
  1: { shape: 'check', tone: 'ok' },
  2: { shape: 'triangle', tone: 'warning' },
  3: { shape: 'octagon', tone: 'expired' },
};

/** How a reminder's status id is drawn; an id that the specification (section 3) does not list is dashed. */
export function reminderLook(statusId: number | null): Look {
  return looks[statusId ?? -1] ?? { shape: 'dashed', tone: 'plain' };
}

/** The API's own status of a reminder or of one of its axes, by the name it came with. */
export function ReminderStatus({ id, name }: { id: number | null; name: string }) {
  return <StateMark {...reminderLook(id)}>{name || nameOf(reminderStatuses, id) || 'no status'}</StateMark>;
}

type AxisLinesProps = {
  item: DueItem;
  now: Instant;
  /** Where the date it is due stands beside: it is not said again, nor that another limit is OK. */
  isBrief?: boolean;
};

/**
 * All the ways a reminder comes due, a line each: the driving one first, with a bar, and its own status only where it is not the
 * reminder's, which stands beside it.
 */
export function AxisLines({ item: { axes, driving, statusId }, now, isBrief = false }: AxisLinesProps) {
  if (axes.length === 0) return <span className={style['none']}>no limit given</span>;
  const hasStatus = (axis: Axis) => axis.statusId !== statusId && !(isBrief && axis.severity === 'ok');
  return (
    <span className={style['axes']} data-is-brief={isBrief}>
      {driving && (
        <AxisLine
          axis={driving}
          isDriving
          hasStatus={hasStatus(driving)}
          hasLimit={!isBrief || driving.name !== 'date'}
          now={now}
        />
      )}
      {axes.map(
        (axis) =>
          axis !== driving && (
            <AxisLine
              key={axis.name}
              axis={axis}
              isDriving={false}
              hasStatus={!isBrief || hasStatus(axis)}
              hasLimit
              now={now}
            />
          ),
      )}
    </span>
  );
}

type AxisLineProps = { axis: Axis; isDriving: boolean; hasStatus: boolean; hasLimit: boolean; now: Instant };

/** What is left, the API's own status of the axis, and current and limit. */
function AxisLine({ axis, isDriving, hasStatus, hasLimit, now }: AxisLineProps) {
  const clock = useClock();
  return (
    <span className={style['axis']} data-driving={isDriving} title={axis.message || undefined}>
      {isDriving && <AxisBar axis={axis} />}
      <span className={style['left']}>{remainingText(axis, clock)}</span>
      {hasStatus && <StateMark {...reminderLook(axis.statusId)}>{axis.status}</StateMark>}
      {hasLimit && <span className={style['limit']}>{figuresText(axis, now, clock)}</span>}
    </span>
  );
}

/** How much of the usual interval is left; the words beside it say it exactly. */
function AxisBar({ axis: { fraction, statusId } }: { axis: Axis }) {
  const left = Math.min(1, Math.max(0, fraction ?? 0));
  return (
    <span className={style['bar']} data-tone={reminderLook(statusId).tone} aria-hidden="true">
      <span style={{ width: percent(left) }} />
    </span>
  );
}
