import { memo, type ReactElement, type ReactNode, useMemo, useState } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import { type Span, overlaps } from '#domain/time/time.ts';
import { type RowOf, spokenReservation } from '#domain/timeline/barWords.ts';
import { kindClass, shapeClass } from '#web/components/reservation/kinds.tsx';
import { barContents, reserved, signRoom } from './barContents.ts';
import { type Bar, type PackedReservations, type RowMeasures, type TimelineRow, visibleBars } from './rowLayout.ts';
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
  /** Draws the name of the row. */
  renderHead: (row: Row) => ReactNode;
  /** What the head shows beside the name, in words. */
  note: string;
  /** Its index among the virtual rows, and its position, in pixels. */
  line: number;
  top: number;
  height: number;
  headId: string;
};

/**
 * The head of a row. Heads are separate from the bars, so that the browser moves them as one layer, not one per row. Both
 * parts have the same index, and the head describes each bar.
 */
function RowHeadView<Row extends TimelineRow>({ row, note, renderHead, line, top, height, headId }: RowHeadProps<Row>) {
  const content = useMemo(() => renderHead(row), [renderHead, row]);
  return (
    <div
      className={style['headLine']}
      role="row"
      aria-rowindex={line + 2}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div className={style['head']} role="rowheader" aria-label={note === '' ? row.label : `${row.label}, ${note}`}>
        {/* Its bars are described by the name alone. */}
        <span id={headId} hidden>
          {row.label}
        </span>
        {content}
      </div>
    </div>
  );
}
// `memo` loses the type parameter of the row.
export const RowHead = memo(RowHeadView) as typeof RowHeadView;

/** The background under a group heading, as wide as the times. */
export function GroupLine({ top }: { top: number }) {
  return <div className={style['group']} style={{ transform: `translateY(${top}px)` }} />;
}

type RowLineProps = {
  row: RowOf;
  packed: PackedReservations['packed'];
  marks: PackedReservations['marks'];
  /** The id of its `RowHead`. */
  headId: string;
  /** Its index among the virtual rows, and its position, in pixels. */
  line: number;
  top: number;
  height: number;
  headWidth: number;
  measures: RowMeasures;
  /** The lanes to draw, the last one exclusive. */
  fromLane: number;
  toLane: number;
  scale: TimeScale;
  drawn: Span;
  /** The times that may be at the left edge of the viewport: the text of a bar there follows that edge. */
  edge: Span;
  clock: Clock;
  /** The key of the reservation whose details are open. */
  open: string | null;
  /** The key of the reservation with the tab stop, if it is in this row. */
  active: string | null;
};

/** The bars of one row. */
export const RowLine = memo(function RowLine(props: RowLineProps) {
  const { packed, marks, headId, line, top, height, headWidth, measures } = props;
  const { fromLane, toLane, scale, drawn, edge, clock, open, active } = props;
  const { kind, id } = props.row;
  // A new object whenever one of its reservations changes, but always the same row.
  const row = useMemo((): RowOf => ({ kind, id }), [kind, id]);
  const [draw] = useState(barDrawing);
  const bars = visibleBars({ packed, marks }, { scale, drawn, fromLane, toLane, active });
  const looks = bars.map((bar): BarLook => {
    const { key } = bar.reservation;
    return {
      ...bar,
      left: headWidth + bar.left,
      top: measures.padding / 2 + bar.lane * measures.lane,
      isAtEdge: overlaps(bar.reservation, edge),
      isOpen: key === open,
      isActive: key === active,
      clock,
      row,
      headId,
    };
  });
  return (
    <div
      className={style['row']}
      // A row of a grid has cells; one without reservations in view has only its head.
      role={looks.length > 0 ? 'row' : 'none'}
      aria-rowindex={looks.length > 0 ? line + 2 : undefined}
      data-line={line}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {draw(looks)}
    </div>
  );
});

/** Everything that determines a bar's look; its position in pixels in the row. */
type BarLook = Omit<Bar, 'lane'> & {
  readonly top: number;
  readonly isAtEdge: boolean;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  readonly clock: Clock;
  readonly row: RowOf;
  readonly headId: string;
};

const lookKeys = [
  'reservation',
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
  'row',
  'headId',
] as const satisfies readonly (keyof BarLook)[];

/** Draws the bars of a row. An unchanged bar is the same element, so that React skips it. */
function barDrawing() {
  let before: ReadonlyMap<string, { readonly look: BarLook; readonly element: ReactElement }> = new Map();
  return (looks: readonly BarLook[]) => {
    const drawn = looks.map((look) => {
      const last = before.get(look.reservation.key);
      const isSame = last && lookKeys.every((key) => last.look[key] === look[key]);
      return isSame ? last : { look, element: reservationBar(look) };
    });
    before = new Map(drawn.map((one) => [one.look.reservation.key, one]));
    return drawn.map(({ element }) => element);
  };
}

/** Pixels: the least width of a bar, and the width below which it is slim and empty (`RowLine.module.css`). */
const minWidth = 6;
const slimWidth = 20;

/**
 * One reservation: one element with as much content as fits. The spoken label has all of it at any width. Not a component,
 * because hundreds of them take longer than the drawing itself.
 */
function reservationBar({ reservation, mark, top, left, clock, row, isActive, ...look }: BarLook) {
  const width = Math.max(minWidth, look.width - 1);
  const isSlim = width < slimWidth;
  const { hasIcon, text, signs, hasStatus } = isSlim ? emptyBar : barContents(reservation, mark, clock, width, row);
  const room = (signs.length + (hasStatus ? 1 : 0)) * signRoom;
  const words = text !== null && look.isAtEdge ? <span className={style['text']}>{text}</span> : text;
  return (
    <div
      key={reservation.key}
      className={hasIcon || hasStatus ? shapedBarClass : barClass}
      role="gridcell"
      aria-label={spokenReservation(reservation, clock, mark, row)}
      aria-describedby={look.headId}
      aria-selected={look.isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
      data-key={reservation.key}
      data-kind={reservation.kind}
      data-status={reservation.statusId === reserved ? undefined : reservation.statusId}
      data-alert={mark?.alert}
      data-conflict={mark?.conflict}
      data-late={mark?.late?.step}
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
/** Shapes only for a bar that shows one: otherwise they would be computed for each bar. */
const shapedBarClass = `${shapeClass} ${barClass}`;
const emptyBar = { hasIcon: false, text: null, signs: [], hasStatus: false } as const;
