import { memo, type ReactNode } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { type BookingMark, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { kindClass, shapeClass } from '#web/ui/reservation/kinds.tsx';
import { barContents, signRoom } from './barContents.ts';
import { barInset, type PackedBookings, type TimelineRow, visibleBars } from './rowLayout.ts';
import style from './RowLine.module.css';
import { isAtEdge, type TimeScale, type VisibleTimes } from './timeScale.ts';

/** The heading above the rows of one group. */
export function GroupLine({ text, top, line }: { text: string; top: number; line: number }) {
  return (
    <div className={style['group']} role="row" aria-rowindex={line + 2} style={{ transform: `translateY(${top}px)` }}>
      <span role="rowheader">{text}</span>
    </div>
  );
}

type RowLineProps<Row> = {
  row: Row;
  packed: PackedBookings['packed'];
  marks: PackedBookings['marks'];
  renderHead: (row: Row) => ReactNode;
  /** Its index among the virtual rows, and where it lies, in pixels. */
  line: number;
  top: number;
  height: number;
  headWidth: number;
  laneHeight: number;
  /** The lanes to draw, the last one exclusive. */
  fromLane: number;
  toLane: number;
  scale: TimeScale;
  times: VisibleTimes;
  clock: Clock;
  /** The key of the booking whose details are open. */
  open: string | null;
  /** The key of the booking with the tab stop, where it is in this row. */
  active: string | null;
};

function RowLineView<Row extends TimelineRow>(props: RowLineProps<Row>) {
  const { row, packed, marks, renderHead, line, top, height, headWidth, laneHeight } = props;
  const { fromLane, toLane, scale, times, clock, open, active } = props;
  const bars = visibleBars({ packed, marks }, { scale, drawn: times.drawn, fromLane, toLane, active });
  return (
    <div
      className={style['row']}
      role="row"
      aria-rowindex={line + 2}
      data-line={line}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <RowHead row={row} renderHead={renderHead} />
      {bars.map(({ booking, mark, lane, left, width, isCutLeft, isCutRight }) => (
        <BookingBar
          key={booking.key}
          booking={booking}
          mark={mark}
          top={barInset + lane * laneHeight}
          left={headWidth + left}
          width={width}
          isCutLeft={isCutLeft}
          isCutRight={isCutRight}
          isAtEdge={isAtEdge(times, booking)}
          clock={clock}
          isOpen={booking.key === open}
          isActive={booking.key === active}
        />
      ))}
    </div>
  );
}

// `memo` loses the type parameter of the row.
export const RowLine = memo(RowLineView) as typeof RowLineView;

function RowHeadView<Row extends TimelineRow>({ row, renderHead }: { row: Row; renderHead: (row: Row) => ReactNode }) {
  return (
    <div className={style['head']} role="rowheader" aria-label={row.label}>
      {renderHead(row)}
    </div>
  );
}
// `memo` loses the type parameter of the row.
const RowHead = memo(RowHeadView) as typeof RowHeadView;

type BookingBarProps = {
  booking: TimedBooking;
  mark: BookingMark | undefined;
  /** Pixels in the row. */
  top: number;
  left: number;
  width: number;
  isCutLeft: boolean;
  isCutRight: boolean;
  /** True where it may reach over the left edge of the viewport: its text then follows that edge. */
  isAtEdge: boolean;
  clock: Clock;
  isOpen: boolean;
  isActive: boolean;
};

/** Pixels: a bar is never narrower, and one that is slim holds nothing (`RowLine.module.css`). */
const leastWidth = 6;
const slimWidth = 20;

/** One booking: one element with as much in it as it has room for. All of it is in the spoken label at any width. */
const BookingBar = memo(function BookingBar(props: BookingBarProps) {
  const { booking, mark, top, left, clock, isActive } = props;
  const width = Math.max(leastWidth, props.width - 1);
  const isSlim = width < slimWidth;
  const { hasIcon, text, signs, hasStatus } = isSlim ? emptyBar : barContents(booking, mark, clock, width);
  const room = (signs.length + (hasStatus ? 1 : 0)) * signRoom;
  return (
    <div
      className={barClass}
      role="gridcell"
      aria-label={spokenBooking(booking, clock, mark)}
      aria-selected={props.isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      data-key={booking.key}
      data-kind={booking.kind}
      data-status={booking.statusId}
      data-alert={mark?.alert}
      data-conflict={mark?.conflict}
      data-change={mark?.change ? '' : undefined}
      data-cut-left={props.isCutLeft || undefined}
      data-cut-right={props.isCutRight || undefined}
      data-slim={isSlim || undefined}
      data-has-icon={hasIcon || undefined}
      data-has-status={hasStatus || undefined}
      style={room > 0 ? { left, top, width, paddingRight: 3 + room } : { left, top, width }}
    >
      {text !== null && props.isAtEdge ? <span className={style['text']}>{text}</span> : text}
      {signs.map((sign) => (
        <i key={sign} className={style['sign']} data-sign={sign} />
      ))}
    </div>
  );
});

const barClass = `${kindClass} ${shapeClass} ${style['bar'] ?? ''}`;
const emptyBar = { hasIcon: false, text: null, signs: [], hasStatus: false } as const;
