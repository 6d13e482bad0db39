import { useMediaQuery } from '#web/ui/page/display.tsx';
import { useMemo, useRef, memo, type ComponentProps } from 'react';
import {
  hourMarks,
  markStep,
  timeScale,
  type HourMark,
  extentOf,
  type TimeScale,
  xOf,
} from '#domain/timeline/timeScale.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { BookingCard } from './BookingCard.tsx';
import { TimeHeader, isIn } from './TimeHeader.tsx';
import style from './Timeline.module.css';
import type { TimelineProps, TimelineRow } from './timelineProps.ts';
import { useBoard, type Board } from './viewport/useBoard.ts';
import { useCard } from './useCard.ts';
import { useDragPan } from './viewport/useDragPan.ts';
import { useSteadyRows } from './viewport/useSteadyRows.ts';
import { useTimePosition } from './viewport/useTimePosition.ts';
import { useSize } from '#web/ui/table/useSize.ts';
import { bandOf, useScrollSteps, useTimeView, type Band } from './viewport/useView.ts';
import { useWalk } from './viewport/useWalk.ts';
import { useZoom } from './viewport/useZoom.ts';
import type { Darkness } from '#domain/calendar/twilight.ts';
import type { Span } from '#domain/time/time.ts';
import backdropStyle from './Backdrop.module.css';
import { NowLine } from './NowLine.tsx';
import { linesBetween } from '#domain/timeline/lanes.ts';
import { GroupLine, RowLine } from './RowLine.tsx';

/** These mirror `Timeline.module.css`, in pixels. */
const hoursHeight = 48;
const stripHeight = 40;
const wideHead = 236;
const narrowHead = 112;

/**
 * Bookings of many rows along one axis of time. It is as tall as its rows, and where its container is not, it scrolls.
 * Only what is near the window is in the document.
 */
export function Timeline<Row extends TimelineRow>(props: TimelineProps<Row>) {
  const { span, days, zoom } = props;
  const clock = useClock();
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const laneHeight = useMediaQuery('(pointer: coarse)') ? 36 : 26;
  const head = (size?.width ?? 0) < 640 ? narrowHead : wideHead;
  const room = Math.max(0, (size?.width ?? 0) - head);
  const wide = Math.max(1, Math.round(room / 4));
  const scale = useMemo(() => timeScale(span, zoom, room), [span, zoom, room]);
  const board = useBoard(props.rows, span, props.marks, laneHeight);
  const steps = useScrollSteps(scroller, wide);
  const view = useTimeView(scale, steps, wide, room);
  const hours = useMemo(() => hourMarks(days, markStep(scale), clock), [days, scale, clock]);
  const keep = useTimePosition({ scroller, scale, room, zone: clock.zone, at: props.at, onAt: props.onAt });
  const zoomBy = useZoom({ scroller, scale, room, head, keep, onZoom: props.onZoom });
  const { onMove, onOpen } = props;
  const headerHeight = props.strip === undefined ? hoursHeight : hoursHeight + stripHeight;
  const walk = useWalk({ scroller, board, scale, room, headerHeight, zoomBy, onMove, onOpen });
  const card = useCard(scroller, board);
  useDragPan(scroller);
  useSteadyRows(scroller, board, headerHeight);
  const axis = { scale, days, hours, drawn: view.drawn };
  return (
    <div className={style['timeline']}>
      <div
        ref={scroller}
        className={style['scroller']}
        role="grid"
        aria-label={props.label}
        aria-readonly="true"
        aria-rowcount={board.lines.length + 1}
        tabIndex={walk.line === null ? 0 : -1}
        {...handlers(walk, card)}
        style={{ ['--head' as string]: `${head}px`, ['--lane' as string]: `${laneHeight}px` }}
      >
        {size && <TimeHeader label={props.headLabel} strip={props.strip} clock={clock} {...axis} />}
        <div className={style['body']} style={{ width: head + scale.width, height: board.tops.at(-1) }}>
          {size && <Backdrop nights={props.nights} {...axis} />}
          {size && (
            <Lines
              board={board}
              band={bandOf(steps, size.height)}
              active={walk}
              renderHead={props.renderHead}
              head={head}
              laneHeight={laneHeight}
              scale={scale}
              view={view}
              clock={clock}
              open={props.open}
            />
          )}
        </div>
      </div>
      <BookingCard card={card} clock={clock} />
    </div>
  );
}

/** One set of listeners for all bookings: first where the reader is, then what the card shows of it. */
function handlers(walk: ReturnType<typeof useWalk>, card: ReturnType<typeof useCard>) {
  return {
    onClick: walk.onClick,
    onKeyDown: (event: React.KeyboardEvent) => {
      card.onKeyDown(event);
      walk.onKeyDown(event);
    },
    onFocus: (event: React.FocusEvent) => {
      walk.onFocus(event);
      card.onFocus(event);
    },
    onBlur: () => {
      walk.onBlur();
      card.onLeave();
    },
    onPointerOver: card.onPointerOver,
    onPointerLeave: card.onLeave,
    onPointerDown: card.onHide,
  };
}

type BackdropProps = {
  scale: TimeScale;
  days: readonly Span[];
  hours: readonly HourMark[];
  nights: readonly Darkness[];
  drawn: Span;
};

/** Nights, hours, midnights and now: a few elements as tall as the board, none of them a row's own. */
const Backdrop = memo(function Backdrop({ scale, days, hours, nights, drawn }: BackdropProps) {
  return (
    <div className={backdropStyle['backdrop']} aria-hidden="true">
      {nights.map(({ span, kind }) => {
        const extent = extentOf(scale, span);
        return (
          extent && (
            <div key={span.start} className={backdropStyle[kind]} style={{ left: extent.left, width: extent.width }} />
          )
        );
      })}
      {hours.filter(isIn(drawn)).map((mark) => (
        <div key={mark.at} className={backdropStyle['hour']} style={{ left: xOf(scale, mark.at) }} />
      ))}
      {days.slice(1).map((day) => (
        <div key={day.start} className={backdropStyle['midnight']} style={{ left: xOf(scale, day.start) }} />
      ))}
      <NowLine scale={scale} />
    </div>
  );
});

type LinesProps<Row extends TimelineRow> = {
  board: Board<Row>;
  band: Band;
  /** The line and the booking with the tab stop. They are drawn wherever one has scrolled to. */
  active: { readonly line: number | null; readonly key: string | null };
} & Omit<ComponentProps<typeof RowLine<Row>>, 'row' | 'laid' | 'line' | 'top' | 'active' | 'fromLane' | 'toLane'>;

/** The headings and rows near the window. */
function Lines<Row extends TimelineRow>({ board, band, active, ...rest }: LinesProps<Row>) {
  const near = linesBetween(board.tops, band.above, band.below);
  return board.lines.map((line, index) => {
    const isNear = index >= near.from && index < near.to;
    if (!isNear && index !== active.line) return null;
    const top = board.tops[index]!;
    if (line.kind === 'heading')
      return <GroupLine key={`heading ${line.text}`} text={line.text} top={top} line={index} />;
    const { row, laid } = line;
    const lanes = lanesIn(band, top, laid.packed.depth, rest.laneHeight);
    const key = index === active.line ? active.key : null;
    return <RowLine key={row.id} row={row} laid={laid} line={index} top={top} active={key} {...lanes} {...rest} />;
  });
}

/** A row of so many lanes is drawn whole; a taller one, such as all that have no aircraft, only near the window. */
const wholeDepth = 6;

function lanesIn(band: Band, top: number, depth: number, laneHeight: number) {
  if (depth <= wholeDepth) return { fromLane: 0, toLane: depth };
  return {
    fromLane: Math.floor((band.above - top) / laneHeight) - 1,
    toLane: Math.ceil((band.below - top) / laneHeight),
  };
}
