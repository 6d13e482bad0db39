import { useMediaQuery } from '#web/ui/page/display.tsx';
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Darkness } from '#domain/calendar/twilight.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { BookingMark } from '#domain/reservations/bookingTitles.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { type Scroller, useSize } from '#web/ui/table/useSize.ts';
import { hourMarks } from '#web/ui/timetrack/trackModel.ts';
import { BookingCard, useBookingCard } from './BookingCard.tsx';
import {
  type Band,
  type LayoutOptions,
  layoutRows,
  type RowLayout,
  type TimelineRow,
  visibleLanes,
  visibleRows,
} from './rowLayout.ts';
import { GroupHead, GroupLine, RowHead, RowLine } from './RowLine.tsx';
import { TimeBackdrop, TimeHeader } from './TimeAxis.tsx';
import style from './Timeline.module.css';
import { markStep, timeScale, type TimeScale, type Zoom } from './timeScale.ts';
import { useNavigation } from './useNavigation.ts';
import { useTouch } from './useTouch.ts';
import { useDragToPan, useScrollAnchor, useViewport } from './useViewport.ts';

/** These mirror `TimeAxis.module.css`, in pixels. */
const hoursHeight = 48;
const stripHeight = 40;

const wideHead = 236;
const narrowHead = 112;
/** A lane is tall enough for a finger, or for a mouse. */
const touchLane = 36;
const mouseLane = 26;

export type TimelineProps<Row extends TimelineRow> = {
  /** The spoken name of the grid. */
  readonly label: string;
  /** What the rows are: the heading of their heads. */
  readonly headLabel: string;
  readonly rows: readonly Row[];
  readonly span: Span;
  /** The local days of the span. */
  readonly days: readonly Span[];
  readonly zoom: Zoom;
  /** The hours of flying, which the zoom `open` shows; the whole span without. */
  readonly opening?: Span;
  readonly onZoom: (zoom: Zoom) => void;
  /** Shift with an arrow key asks for the neighbouring days. */
  readonly onTurn: (direction: -1 | 1) => void;
  /** The instant at the left edge; null for the usual start. */
  readonly at: Instant | null;
  /** Called with the instant at the left edge, to five minutes, when scrolling has stopped. */
  readonly onAt: (at: Instant) => void;
  /** Must be stable: a row's head is rendered again when its row or this function is another. */
  readonly renderHead: (row: Row) => ReactNode;
  /** By the booking's key. */
  readonly marks: ReadonlyMap<string, BookingMark>;
  readonly nights: readonly Darkness[];
  /** Drawn under the hours, as wide as they are; it stays visible with them. */
  readonly strip?: ReactNode;
  /** The key of the booking whose details are open. */
  readonly open: string | null;
  readonly onOpen: (booking: TimedBooking, row: Row) => void;
  /** How many pixels at the right the open details cover. */
  readonly covered?: number;
};

/**
 * Bookings of many rows along one axis of time. It is as tall as its rows, and where its container is not, it scrolls.
 * Only what is near the viewport is in the document.
 */
export function Timeline<Row extends TimelineRow>(props: TimelineProps<Row>) {
  // The clock is in the address, and to read it at each step of scrolling takes longer than the step.
  return <TimelineAt {...props} clock={useClock()} />;
}

function TimelineAt<Row extends TimelineRow>(props: TimelineProps<Row> & { clock: Clock }) {
  const { rows, span, opening, days, zoom, marks, nights, strip, onOpen, clock } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const headerHeight = strip === undefined ? hoursHeight : hoursHeight + stripHeight;
  const { isMeasured, width, height, headWidth, laneHeight, variables } = useDimensions(scroller);
  const scale = useMemo(() => timeScale(span, zoom, width, opening), [span, zoom, width, opening]);
  const hours = useMemo(() => hourMarks(days, markStep(scale), clock), [days, scale, clock]);
  const layout = useRowLayout(rows, span, marks, laneHeight);
  const { at, onAt, onZoom, onTurn, open, covered = 0 } = props;
  const viewport = { scroller, scale, width, covered, headWidth, height, zone: clock.zone, at, onAt, onZoom };
  const { drawn, edge, band, zoomBy, zoomTo } = useViewport(viewport);
  const shown = { scroller, layout, scale, width, headWidth, headerHeight, open, covered };
  const { card, navigation, onDetails } = useInput({ ...shown, zoomBy, zoomTo, onTurn, onOpen });
  useScrollAnchor(scroller, layout, headerHeight);
  return (
    <div className={style['timeline']}>
      <div
        ref={scroller}
        className={style['scroller']}
        role="grid"
        aria-label={props.label}
        aria-readonly="true"
        aria-rowcount={layout.virtualRows.length + 1}
        tabIndex={navigation.line === null ? 0 : -1}
        {...listeners(navigation, card)}
        style={variables}
      >
        {isMeasured && (
          <TimeHeader
            label={props.headLabel}
            scale={scale}
            days={days}
            hours={hours}
            drawn={drawn}
            clock={clock}
            strip={strip}
          />
        )}
        <div className={style['body']} style={{ width: headWidth + scale.width + covered, height: layout.height }}>
          {isMeasured && <TimeBackdrop scale={scale} days={days} hours={hours} nights={nights} drawn={drawn} />}
          {isMeasured && (
            <VirtualRows
              layout={layout}
              band={band}
              activeLine={navigation.line}
              activeKey={navigation.key}
              renderHead={props.renderHead}
              headWidth={headWidth}
              laneHeight={laneHeight}
              scale={scale}
              drawn={drawn}
              edge={edge}
              clock={clock}
              open={props.open}
            />
          )}
        </div>
      </div>
      <BookingCard shown={card.shown} clock={clock} onStay={card.onStay} onLeave={card.onLeave} onOpen={onDetails} />
    </div>
  );
}

type InputOptions<Row extends TimelineRow> = Omit<Parameters<typeof useNavigation<Row>>[0], 'onTap'> &
  Omit<Parameters<typeof useTouch>[0], 'onLongPress'>;

/** Keys, clicks and fingers, and the card that they show. */
function useInput<Row extends TimelineRow>(options: InputOptions<Row>) {
  const { scroller, layout } = options;
  const card = useBookingCard(scroller, layout);
  const navigation = useNavigation({ ...options, onTap: card.onTap });
  const openDetails = (target: EventTarget) => {
    card.onHide();
    navigation.openAt(target);
  };
  useTouch({ ...options, onLongPress: openDetails });
  useDragToPan(scroller);
  return { card, navigation, onDetails: () => card.shown && openDetails(card.shown.bar) };
}

/** The sizes of the visible part and of its rows, in pixels; `width` is that of the times, without the row heads. */
function useDimensions(scroller: Scroller) {
  const size = useSize(scroller);
  const laneHeight = useMediaQuery('(pointer: coarse)') ? touchLane : mouseLane;
  const headWidth = (size?.width ?? 0) < 640 ? narrowHead : wideHead;
  const variables: CSSProperties & Record<'--head' | '--lane', string> = {
    '--head': `${headWidth}px`,
    '--lane': `${laneHeight}px`,
  };
  return {
    isMeasured: size !== null,
    width: Math.max(0, (size?.width ?? 0) - headWidth),
    height: size?.height ?? 0,
    headWidth,
    laneHeight,
    variables,
  };
}

/** One set of listeners for all bookings. */
function listeners(navigation: ReturnType<typeof useNavigation>, card: ReturnType<typeof useBookingCard>) {
  return {
    onClick: navigation.onClick,
    onKeyDown: (event: KeyboardEvent) => {
      card.onKeyDown(event);
      navigation.onKeyDown(event);
    },
    onFocus: (event: FocusEvent) => {
      navigation.onFocus(event);
      card.onFocus(event);
    },
    onBlur: () => {
      navigation.onBlur();
      card.onLeave();
    },
    onPointerOver: card.onPointerOver,
    onPointerLeave: card.onLeave,
    onPointerDown: card.onHide,
  };
}

/** The layout of the rows. Rows that did not change are the same objects as before, so that they are not rendered again. */
function useRowLayout<Row extends TimelineRow>(
  rows: readonly Row[],
  span: Span,
  marks: ReadonlyMap<string, BookingMark>,
  laneHeight: number,
): RowLayout<Row> {
  const [layOut] = useState(() => {
    let previous: RowLayout<Row> | null = null;
    return (next: readonly Row[], options: LayoutOptions) => (previous = layoutRows(next, options, previous));
  });
  return useMemo(() => layOut(rows, { span, marks, laneHeight }), [layOut, rows, span, marks, laneHeight]);
}

type VirtualRowsProps<Row extends TimelineRow> = {
  layout: RowLayout<Row>;
  band: Band;
  /** The virtual row and the booking with the tab stop: they are drawn wherever one has scrolled to. */
  activeLine: number | null;
  activeKey: string | null;
  renderHead: (row: Row) => ReactNode;
  headWidth: number;
  laneHeight: number;
  scale: TimeScale;
  drawn: Span;
  edge: Span;
  clock: Clock;
  open: string | null;
};

/** The headings and rows near the viewport: their heads in one column that stays at the left edge, and their bars. */
function VirtualRows<Row extends TimelineRow>(props: VirtualRowsProps<Row>) {
  const { layout, band, activeLine, activeKey, renderHead, laneHeight, ...look } = props;
  const id = useId();
  const heads: ReactNode[] = [];
  const bars: ReactNode[] = [];
  for (const line of visibleRows(layout, band, activeLine)) {
    const virtual = layout.virtualRows[line];
    if (!virtual) continue;
    const { top, height } = virtual;
    if (virtual.kind === 'heading') {
      const key = `heading ${virtual.text}`;
      heads.push(<GroupHead key={key} text={virtual.text} top={top} line={line} />);
      bars.push(<GroupLine key={key} top={top} />);
      continue;
    }
    const { row, packed, marks } = virtual;
    const place = { line, top, height };
    const headId = `${id}${line}`;
    heads.push(<RowHead key={row.id} row={row} renderHead={renderHead} headId={headId} {...place} />);
    bars.push(
      <RowLine
        key={row.id}
        headId={headId}
        packed={packed}
        marks={marks}
        laneHeight={laneHeight}
        active={line === activeLine ? activeKey : null}
        {...visibleLanes(band, top, packed.depth, laneHeight)}
        {...place}
        {...look}
      />,
    );
  }
  return (
    <>
      <div className={style['heads']} role="rowgroup">
        {heads}
      </div>
      {bars}
    </>
  );
}
