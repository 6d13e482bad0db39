import { placeIn, shareOf, type HourMark } from '#domain/timeline/timeScale.ts';
import type { Darkness } from '#domain/calendar/twilight.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { percent } from '#web/ui/aircraft/percent.ts';
import style from './DayScreen.module.css';
import type { DayRow, DaySchedule } from './daySchedule.ts';
import { Tail } from './parts.tsx';

type DayScreenProps = {
  board: DaySchedule;
  rows: readonly DayRow[];
  hours: Span;
  marks: readonly HourMark[];
  darkness: readonly Darkness[];
  now: Instant;
};

/** The day by the clock: a row for each aircraft that is booked. */
export function DayScreen({ board, rows, hours, marks, darkness, now }: DayScreenProps) {
  const isNowIn = now >= hours.start && now < hours.end;
  return (
    <div className={style['day']} style={{ fontSize: board.font, gridTemplateColumns: `${board.head}px 1fr` }}>
      <div className={style['axis']} style={{ height: board.axis }} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark.at} style={{ left: percent(shareOf(hours, mark.at)) }}>
            {mark.label}
          </span>
        ))}
      </div>
      <div className={style['backdrop']} style={{ left: board.head, top: board.axis }} aria-hidden="true">
        {darkness.map(({ span, kind }) => {
          const { left, width } = placeIn(hours, span);
          return (
            <span key={span.start} className={style[kind]} style={{ left: percent(left), width: percent(width) }} />
          );
        })}
        {marks.map((mark) => (
          <span key={mark.at} className={style['hour']} style={{ left: percent(shareOf(hours, mark.at)) }} />
        ))}
      </div>
      <ul className={style['rows']}>
        {rows.map((row) => (
          <Row key={row.id} row={row} laneHeight={board.laneHeight} head={board.head} />
        ))}
      </ul>
      {isNowIn && (
        <div className={style['nowLayer']} style={{ left: board.head, top: board.axis }} aria-hidden="true">
          <span className={style['now']} style={{ left: percent(shareOf(hours, now)) }} />
        </div>
      )}
    </div>
  );
}

function Row({ row, laneHeight, head }: { row: DayRow; laneHeight: number; head: number }) {
  return (
    <li className={style['row']} style={{ height: row.lanes * laneHeight }}>
      <span className={style['tail']} style={{ width: head }}>
        <Tail tail={row.tail} />
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
