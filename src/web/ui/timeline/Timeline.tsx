import useMediaQuery from '@mui/material/useMediaQuery';
import { useMemo, useRef } from 'react';
import { hourMarks, markStep, timeScale } from '#domain/timeline/timeScale.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { Backdrop } from './Backdrop.tsx';
import { BookingCard } from './BookingCard.tsx';
import { Lines } from './Lines.tsx';
import { TimeHeader } from './TimeHeader.tsx';
import style from './Timeline.module.css';
import type { TimelineProps, TimelineRow } from './timelineProps.ts';
import { useBoard } from './viewport/useBoard.ts';
import { useCard } from './useCard.ts';
import { useDragPan } from './viewport/useDragPan.ts';
import { useSteadyRows } from './viewport/useSteadyRows.ts';
import { useTimePosition } from './viewport/useTimePosition.ts';
import { useSize } from '#web/ui/table/useSize.ts';
import { bandOf, useScrollSteps, useTimeView } from './viewport/useView.ts';
import { useWalk } from './viewport/useWalk.ts';
import { useZoom } from './viewport/useZoom.ts';

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
  const laneHeight = useMediaQuery('(pointer: coarse)', { noSsr: true }) ? 36 : 26;
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
