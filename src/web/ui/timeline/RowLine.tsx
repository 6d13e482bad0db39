import { memo, type ReactNode } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import { bookingsNear } from '#domain/timeline/lanes.ts';
import { extentOf, type TimeScale } from '#domain/timeline/timeScale.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import style from './Timeline.module.css';
import type { TimelineRow } from './timelineProps.ts';
import type { Laid } from './viewport/useBoard.ts';
import type { TimeView } from './viewport/useView.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { barContents, signRoom } from '#domain/timeline/barContents.ts';
import { type BookingMark, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { kindClass, shapeClass } from '#web/ui/reservation/kinds.tsx';
import bookingBarStyle from './BookingBar.module.css';

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
  laid: Laid;
  renderHead: (row: Row) => ReactNode;
  line: number;
  top: number;
  head: number;
  laneHeight: number;
  /** The lanes to be drawn, the last one exclusive. */
  fromLane: number;
  toLane: number;
  scale: TimeScale;
  view: TimeView;
  clock: Clock;
  open: string | null;
  /** The key of the booking that is the board's tab stop, where it is in this row. */
  active: string | null;
};

function RowLineView<Row extends TimelineRow>({ row, laid, renderHead, line, top, ...rest }: RowLineProps<Row>) {
  const { head, laneHeight, fromLane, toLane, scale, view, clock, open, active } = rest;
  const { packed, marks } = laid;
  const near = bookingsNear(packed, view.drawn);
  const isDrawn = (span: Span & { key: string }, index: number) => {
    const isNear = index >= near.from && index < near.to && overlaps(span, view.drawn);
    return (isNear && packed.lanes[index]! >= fromLane && packed.lanes[index]! < toLane) || span.key === active;
  };
  return (
    <div
      className={style['row']}
      role="row"
      aria-rowindex={line + 2}
      data-line={line}
      style={{ transform: `translateY(${top}px)`, height: Math.max(1, packed.depth) * laneHeight + 8 }}
    >
      <RowHead row={row} renderHead={renderHead} />
      {packed.bookings.map((booking, index) => {
        const extent = isDrawn(booking, index) ? extentOf(scale, booking) : null;
        return (
          extent && (
            <BookingBar
              key={booking.key}
              booking={booking}
              mark={marks[index]}
              top={4 + packed.lanes[index]! * laneHeight}
              left={head + extent.left}
              width={extent.width}
              isCutLeft={extent.isCutLeft}
              isCutRight={extent.isCutRight}
              isAtEdge={booking.start < view.edge.end && booking.end > view.edge.start}
              clock={clock}
              isOpen={booking.key === open}
              isActive={booking.key === active}
            />
          )
        );
      })}
    </div>
  );
}

/** Drawn again only when what it is given changed; the cast keeps the row's own type, which `memo` loses. */
export const RowLine = memo(RowLineView) as typeof RowLineView;

function RowHeadView<Row extends TimelineRow>({ row, renderHead }: { row: Row; renderHead: (row: Row) => ReactNode }) {
  return (
    <div className={style['head']} role="rowheader" aria-label={row.label}>
      {renderHead(row)}
    </div>
  );
}
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
  /** True while the left edge of the window may be within it: its text then follows that edge. */
  isAtEdge: boolean;
  clock: Clock;
  isOpen: boolean;
  isActive: boolean;
};

/** Pixels: a bar is never narrower, and one that is slim holds nothing (`BookingBar.module.css`). */
const leastWidth = 6;
const slimWidth = 20;

/** One booking: one element with as much in it as it has room for. All of it is in the spoken label at any width. */
const BookingBar = memo(function BookingBar(props: BookingBarProps) {
  const { booking, mark, top, left, clock, isActive } = props;
  const width = Math.max(leastWidth, props.width - 1);
  const isSlim = width < slimWidth;
  const { hasIcon, text, signs, hasStatus } = isSlim ? nothing : barContents(booking, mark, clock, width);
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
      {text !== null && props.isAtEdge ? <span className={bookingBarStyle['text']}>{text}</span> : text}
      {signs.map((sign) => (
        <i key={sign} className={bookingBarStyle['sign']} data-sign={sign} />
      ))}
    </div>
  );
});

const barClass = `${kindClass} ${shapeClass} ${bookingBarStyle['bar'] ?? ''}`;
const nothing = { hasIcon: false, text: null, signs: [], hasStatus: false } as const;
