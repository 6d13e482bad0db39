import type { Horizon } from '#domain/maintenance/horizon.ts';
import { type Axis, type DueItem, figuresText, limitBar, remainingText } from '#domain/maintenance/reminders.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { weekdayDateText } from '#domain/time/clock.ts';
import { addDays, type Day, daySpan, type Instant } from '#domain/time/time.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { TimeTrack, type TrackMark } from '#web/components/timetrack/TimeTrack.tsx';
import { percent } from '#web/components/timetrack/trackModel.ts';
import style from './Limits.module.css';
import { reminderLook } from './ReminderStatus.tsx';

type AxisLinesProps = {
  item: DueItem;
  now: Instant;
  /** True if the due date is shown beside it: the date is then left out. */
  isBrief?: boolean;
};

/**
 * All the limits of a reminder, one per line: first the driving one, with a bar. A limit shows its status only if it differs
 * from the reminder's, which is beside it, and is not OK.
 */
export function AxisLines({ item: { axes, driving, statusId }, now, isBrief = false }: AxisLinesProps) {
  if (axes.length === 0) return <span className={style['none']}>no limit given</span>;
  // A good limit beside one that is due says nothing.
  const hasStatus = (axis: Axis) => axis.statusId !== statusId && axis.statusKind !== 'ok';
  return (
    <span className={style['axes']} data-is-brief={isBrief}>
      {driving && (
        <AxisLine
          axis={driving}
          isDriving
          hasStatus={hasStatus(driving)}
          hasLimit={!isBrief || driving.name !== 'date'}
          isBrief={isBrief}
          now={now}
        />
      )}
      {axes.map(
        (axis) =>
          axis !== driving && (
            <AxisLine key={axis.name} axis={axis} isDriving={false} hasStatus={hasStatus(axis)} hasLimit now={now} />
          ),
      )}
    </span>
  );
}

type AxisLineProps = {
  axis: Axis;
  isDriving: boolean;
  hasStatus: boolean;
  hasLimit: boolean;
  isBrief?: boolean;
  now: Instant;
};

/** The remaining amount, the API's own status of the limit, and its current and limit values. */
function AxisLine({ axis, isDriving, hasStatus, hasLimit, isBrief = false, now }: AxisLineProps) {
  const clock = useClock();
  return (
    <span
      className={style['axis']}
      data-driving={isDriving}
      data-tip={[axis.message, axis.doubt].filter(Boolean).join('. ') || undefined}
    >
      {isDriving && <AxisBar axis={axis} />}
      <span className={style['left']}>
        {isBrief ? <Figure text={remainingText(axis, clock)} /> : remainingText(axis, clock)}
      </span>
      {hasStatus && (
        <StateMark {...reminderLook(axis.statusId)}>
          <span className={axis.statusKind === 'unknown' ? undefined : 'visually-hidden'}>{axis.status}</span>
        </StateMark>
      )}
      {hasLimit && <span className={style['limit']}>{figuresText(axis, now, clock)}</span>}
    </span>
  );
}

/** Under a heading that says `Left`: `3.9 h`, `−10.5 h` past the limit. A screen reader hears it in full. */
function Figure({ text }: { text: string }) {
  const [, left, word] = /^(.*) (left|past due)$/.exec(text) ?? [];
  if (left === undefined) return text;
  return (
    <>
      {word === 'past due' && <span aria-hidden="true">−</span>}
      {left}
      <span className="visually-hidden"> {word}</span>
    </>
  );
}

/**
 * The last 25 h, 30 days or 50 landings before the limit, and in red what is beyond it. The words beside it give the exact remainder; a
 * limit that cannot be counted has no bar.
 */
function AxisBar({ axis }: { axis: Axis }) {
  const bar = limitBar(axis);
  if (bar === null) return null;
  return (
    <span
      className={style['bar']}
      data-tone={reminderLook(axis.statusId).tone}
      role="img"
      aria-label={bar.words}
      data-tip={`${bar.words}. The line is the limit.`}
    >
      <span style={{ width: percent(bar.used * toLimit) }} />
      {bar.beyond > 0 && <i style={{ width: percent(Math.max(0.04, bar.beyond * (1 - toLimit))) }} />}
    </span>
  );
}

/** The part of a bar that is before the limit. */
const toLimit = 0.8;

type HorizonStripProps = {
  /** The first day, and the number of days drawn. */
  from: Day;
  days: number;
  reservations: readonly TimedReservation[];
  horizon: Horizon;
};

/** Coming reservations, with the band in which the limit is crossed; the phrase above it says the same. */
export function HorizonStrip({ from, days, reservations, horizon }: HorizonStripProps) {
  const zone = useSchool().timeZone;
  const window = daySpan(from, zone, days);
  const hours = horizon.limits.filter(({ axis, at }) => axis === 'hours' && at > window.start);
  const likely = hours.find(({ certainty }) => certainty === 'likely');
  const [earliest] = hours;
  // Open to the right if the likely crossing is beyond the strip or unknown.
  const band = earliest ? [{ key: 'band', start: earliest.at, end: likely?.at ?? window.end }] : [];
  const date = horizon.limits.find(({ basis }) => basis === 'date');
  const limits = [...markOf('likely', likely?.at), ...markOf('limit', date?.at)];
  return (
    <TimeTrack
      className={style['strip']}
      isDecorative
      window={window}
      marks={Array.from({ length: days }, (_, index) => addDays(from, index)).map((day) => ({
        key: day,
        at: daySpan(day, zone).start,
        className: style['day'],
        label: weekdayDateText(day),
      }))}
    >
      <TimeTrack
        className={style['track']}
        window={window}
        bands={band.map((one) => ({ ...one, className: style['band'] }))}
        bars={reservations.map((reservation) => ({
          key: reservation.key,
          start: reservation.start,
          end: reservation.end,
          className: style['booked'],
          data: { 'data-kind': reservation.kind, 'data-is-crossing': reservation === likely?.reservation },
        }))}
        lines={limits}
      />
    </TimeTrack>
  );
}

function markOf(kind: 'likely' | 'limit', at: Instant | null | undefined): TrackMark[] {
  return at == null ? [] : [{ key: kind, at, className: style['mark'], data: { 'data-kind': kind } }];
}
