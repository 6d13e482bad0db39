import { memo, type ReactElement, type ReactNode, useMemo, useState } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import type { Span } from '#domain/time/time.ts';
import { overlaps } from '#domain/time/time.ts';
import { spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { kindClass, shapeClass } from '#web/ui/reservation/kinds.tsx';
import { barContents, reserved, signRoom } from './barContents.ts';
import { type Bar, barInset, type PackedBookings, type TimelineRow, visibleBars } from './rowLayout.ts';
import style from './RowLine.module.css';
import type { TimeScale } from './timeScale.ts';

type GroupHeadProps = { text: string; top: number; line: number };

/** The heading above the rows of one group. */
export function GroupHead({ text, top, line }: GroupHeadProps) {
  return (
    <div className={style['heading']} role="row" aria-rowindex={line + 2} style={{ transform: `translateY(${top}px)` }}>
      <span role="rowheader">{text}</span>
    </div>
  );
}

type RowHeadProps<Row> = {
  row: Row;
  /** Draws whose row it is. */
  renderHead: (row: Row) => ReactNode;
  /** Its index among the virtual rows, and where it lies, in pixels. */
  line: number;
  top: number;
  height: number;
  headId: string;
};

/**
 * Whose row it is. The heads are apart from the bars, so that the browser moves them as one layer and not as one of each row;
 * both parts have the same index, and each bar is described by the head.
 */
function RowHeadView<Row extends TimelineRow>({ row, renderHead, line, top, height, headId }: RowHeadProps<Row>) {
  const content = useMemo(() => renderHead(row), [renderHead, row]);
  return (
    <div
      className={style['headLine']}
      role="row"
      aria-rowindex={line + 2}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div id={headId} className={style['head']} role="rowheader" aria-label={row.label}>
        {content}
      </div>
    </div>
  );
}
// `memo` loses the type parameter of the row.
export const RowHead = memo(RowHeadView) as typeof RowHeadView;

/** The ground under the heading of a group, as wide as the times. */
export function GroupLine({ top }: { top: number }) {
  return <div className={style['group']} style={{ transform: `translateY(${top}px)` }} />;
}

type RowLineProps = {
  packed: PackedBookings['packed'];
  marks: PackedBookings['marks'];
  /** Of its `RowHead`. */
  headId: string;
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
  drawn: Span;
  /** The times that may be at the left edge of the viewport: the text of a bar there follows that edge. */
  edge: Span;
  clock: Clock;
  /** The key of the booking whose details are open. */
  open: string | null;
  /** The key of the booking with the tab stop, where it is in this row. */
  active: string | null;
};

/** The bars of one row. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { packed, marks, headId, line, top, height, headWidth, laneHeight } = props;
  const { fromLane, toLane, scale, drawn, edge, clock, open, active } = props;
  const [draw] = useState(barDrawing);
  const bars = visibleBars({ packed, marks }, { scale, drawn, fromLane, toLane, active });
  const looks = bars.map((bar): BarLook => {
    const { key } = bar.booking;
    return {
      ...bar,
      left: headWidth + bar.left,
      top: barInset + bar.lane * laneHeight,
      isAtEdge: overlaps(bar.booking, edge),
      isOpen: key === open,
      isActive: key === active,
      clock,
      headId,
    };
  });
  return (
    <div
      className={style['row']}
      // A row of a grid has cells; one without bookings in view says nothing beside its head.
      role={looks.length > 0 ? 'row' : 'none'}
      aria-rowindex={looks.length > 0 ? line + 2 : undefined}
      data-line={line}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {draw(looks)}
    </div>
  );
});

/** All that a bar's look depends on; where, in pixels in the row. */
type BarLook = Omit<Bar, 'lane'> & {
  readonly top: number;
  readonly isAtEdge: boolean;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly clock: Clock;
  readonly headId: string;
};

const lookKeys = [
  'booking',
  'mark',
  'left',
  'top',
  'width',
  'isCutLeft',
  'isCutRight',
  'isAtEdge',
  'isOpen',
  'isActive',
  'clock',
  'headId',
] as const satisfies readonly (keyof BarLook)[];

/** Draws the bars of a row. A bar that looks as before is the same element, and React passes over it. */
function barDrawing() {
  let before: ReadonlyMap<string, { readonly look: BarLook; readonly element: ReactElement }> = new Map();
  return (looks: readonly BarLook[]) => {
    const drawn = looks.map((look) => {
      const last = before.get(look.booking.key);
      const isSame = last && lookKeys.every((key) => last.look[key] === look[key]);
      return isSame ? last : { look, element: bookingBar(look) };
    });
    before = new Map(drawn.map((one) => [one.look.booking.key, one]));
    return drawn.map(({ element }) => element);
  };
}

/** Pixels: a bar is never narrower, and one that is slim holds nothing (`RowLine.module.css`). */
const leastWidth = 6;
const slimWidth = 20;

/**
 * One booking: one element with as much in it as it has room for. All of it is in the spoken label at any width. No component,
 * because hundreds of them take longer than what they draw.
 */
function bookingBar({ booking, mark, top, left, clock, isActive, ...look }: BarLook) {
  const width = Math.max(leastWidth, look.width - 1);
  const isSlim = width < slimWidth;
  const { hasIcon, text, signs, hasStatus } = isSlim ? emptyBar : barContents(booking, mark, clock, width);
  const room = (signs.length + (hasStatus ? 1 : 0)) * signRoom;
  const words = text !== null && look.isAtEdge ? <span className={style['text']}>{text}</span> : text;
  return (
    <div
      key={booking.key}
      className={hasIcon || hasStatus ? shapedBarClass : barClass}
      role="gridcell"
      aria-label={spokenBooking(booking, clock, mark)}
      aria-describedby={look.headId}
      aria-selected={look.isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      data-key={booking.key}
      data-kind={booking.kind}
      data-status={booking.statusId === reserved ? undefined : booking.statusId}
      data-alert={mark?.alert}
      data-conflict={mark?.conflict}
      data-change={mark?.change ? '' : undefined}
      data-cut-left={look.isCutLeft || undefined}
      data-cut-right={look.isCutRight || undefined}
      data-slim={isSlim || undefined}
      data-has-icon={hasIcon || undefined}
      data-has-status={hasStatus || undefined}
      style={room > 0 ? { left, top, width, paddingRight: 3 + room } : { left, top, width }}
    >
      {signs.length === 0 ? words : [words, ...signs.map(signOf)]}
    </div>
  );
}

function signOf(sign: string) {
  return <i key={sign} className={style['sign']} data-sign={sign} />;
}

const barClass = `${kindClass} ${style['bar'] ?? ''}`;
/** Shapes only where one is drawn: each bar would have them computed. */
const shapedBarClass = `${shapeClass} ${barClass}`;
const emptyBar = { hasIcon: false, text: null, signs: [], hasStatus: false } as const;
