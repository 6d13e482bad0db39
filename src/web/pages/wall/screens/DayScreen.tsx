import type { Darkness } from '#domain/calendar/twilight.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { type HourMark, percent } from '#web/components/timetrack/trackModel.ts';
import style from './DayScreen.module.css';
import type { DayRow, DaySchedule } from './daySchedule.ts';
import { MarkedTail } from './parts.tsx';

type DayScreenProps = {
  schedule: DaySchedule;
  rows: readonly DayRow[];
  hours: Span;
  marks: readonly HourMark[];
  darkness: readonly Darkness[];
  now: Instant;
};

/** The day by the clock: a row for each aircraft that is booked. */
export function DayScreen({ schedule, rows, hours, marks, darkness, now }: DayScreenProps) {
  const below = { left: schedule.head, top: schedule.axis };
  return (
    <div className={style['day']} style={{ fontSize: schedule.font, gridTemplateColumns: `${schedule.head}px 1fr` }}>
      <TimeTrack
        className={style['axis']}
        style={{ height: schedule.axis }}
        isDecorative
        window={hours}
        marks={marks.map(({ at, label }) => ({ key: at, at, label }))}
      />
      <TimeTrack
        className={style['backdrop']}
        style={below}
        isDecorative
        window={hours}
        bands={darkness.map(({ span, kind }) => ({ key: span.start, ...span, className: style[kind] }))}
        marks={marks.map(({ at }) => ({ key: at, at, className: style['hour'] }))}
      />
      <ul className={style['rows']}>
        {rows.map((row) => (
          <Row key={row.id} row={row} laneHeight={schedule.laneHeight} head={schedule.head} />
        ))}
      </ul>
      <TimeTrack
        className={style['nowLayer']}
        style={below}
        isDecorative
        window={hours}
        lines={[{ key: 'now', at: now, className: style['now'] }]}
      />
    </div>
  );
}

function Row({ row, laneHeight, head }: { row: DayRow; laneHeight: number; head: number }) {
  return (
    <li className={style['row']} style={{ height: row.lanes * laneHeight }}>
      <span className={style['tail']} style={{ width: head }}>
        <MarkedTail tail={row.tail} isGrounded={row.isGrounded} />
      </span>
      <div className={style['track']}>
        {row.bars.map((bar) => (
          <span
            key={bar.key}
            className={style['bar']}
            data-kind={bar.kind}
            data-state={bar.state}
            style={{
              left: percent(bar.left),
              width: percent(bar.width),
              top: bar.lane * laneHeight + 2,
              height: laneHeight - 4,
            }}
          >
            {bar.label}
          </span>
        ))}
      </div>
    </li>
  );
}
