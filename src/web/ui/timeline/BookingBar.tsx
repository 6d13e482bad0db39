import { memo } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { Clock } from '#domain/time/clock.ts';
import { barContents, signRoom } from '#domain/timeline/barContents.ts';
import { type BookingMark, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { kindClass, shapeClass } from '#web/ui/reservation/kinds.tsx';
import style from './BookingBar.module.css';

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
export const BookingBar = memo(function BookingBar(props: BookingBarProps) {
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
      {text !== null && props.isAtEdge ? <span className={style['text']}>{text}</span> : text}
      {signs.map((sign) => (
        <i key={sign} className={style['sign']} data-sign={sign} />
      ))}
    </div>
  );
});

const barClass = `${kindClass} ${shapeClass} ${style['bar'] ?? ''}`;
const nothing = { hasIcon: false, text: null, signs: [], hasStatus: false } as const;
