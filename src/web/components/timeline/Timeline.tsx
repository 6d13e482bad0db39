import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Darkness } from '#domain/calendar/twilight.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { ReservationMark } from '#domain/timeline/barWords.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { useClock } from '#web/components/page/school.tsx';
import { hourMarks } from '#web/components/timetrack/trackModel.ts';
import { ReservationCard, useReservationCard } from './ReservationCard.tsx';
import {
  type Band,
  fillingMeasures,
  type LayoutOptions,
  layoutRows,
  type RowLayout,
  type RowMeasures,
  type TimelineRow,
  visibleLanes,
  visibleRows,
} from './rowLayout.ts';
import { GroupHead, GroupLine, RowHead, RowLine } from './RowLine.tsx';
import { type Strip, TimeBackdrop, TimeHeader } from './TimeAxis.tsx';
import style from './Timeline.module.css';
import { dayNote, markStep, timeScale, type TimeScale, type Zoom } from './timeScale.ts';
import { useNavigation } from './useNavigation.ts';
import { useTouch } from './useTouch.ts';
import { useDimensions, useDragToPan, useScrollAnchor, useViewport, variablesOf } from './useViewport.ts';

export type TimelineProps<Row extends TimelineRow> = {
  /** The spoken name of the grid. */
  readonly label: string;
  /** The kind of the rows: the heading of their heads. */
  readonly headLabel: string;
  readonly headNote?: string | undefined;
  readonly rows: readonly Row[];
  readonly span: Span;
  /** The local days of the span. */
  readonly days: readonly Span[];
  readonly zoom: Zoom;
  /** The flying hours, which the zoom `open` shows; the whole span if not given. */
  readonly opening?: Span;
  readonly onZoom: (zoom: Zoom) => void;
  /** Shift with an arrow key turns to the neighbouring days. */
  readonly onTurn: (direction: -1 | 1) => void;
  /** The instant at the left edge; null for the usual start. */
  readonly at: Instant | null;
  /** Called with the instant at the left edge, to five minutes, when scrolling has stopped. */
  readonly onAt: (at: Instant) => void;
  /** Must be stable: a row's head renders again when its row or this function changes. */
  readonly renderHead: (row: Row) => ReactNode;
  /** What the head of a row shows beside its name, in words for screen readers. */
  readonly noteOf?: (row: Row) => string;
  /** By the reservation's key. */
  readonly marks: ReadonlyMap<string, ReservationMark>;
  readonly nights: readonly Darkness[];
  /** It stays visible together with the hours. */
  readonly strip?: Strip;
  /** A band of 8 px under the hours; its space is kept while it is null. */
  readonly band?: ReactNode;
  /** The key of the reservation whose details are open. */
  readonly open: string | null;
  readonly onOpen: (reservation: TimedReservation, row: Row) => void;
  /** How many pixels at the right the open details cover. */
  readonly covered?: number;
  /** True: as tall as its container, with taller rows if there is space. False: as tall as its rows. */
  readonly isFilling?: boolean;
};

/**
 * Reservations of many rows along one axis of time. If its container is lower than its rows, it scrolls. Only what is near the
 * viewport is in the document.
 */
export function Timeline<Row extends TimelineRow>(props: TimelineProps<Row>) {
  // The clock is in the address, and reading it at each scroll step takes longer than the step.
  return <TimelineAt {...props} clock={useClock()} />;
}

function TimelineAt<Row extends TimelineRow>(props: TimelineProps<Row> & { clock: Clock }) {
  const { rows, span, opening, days, zoom, marks, nights, onOpen, clock, isFilling = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // The page's title names a single day; only what is special of it needs a line.
  const hasDays = days.length > 1 || days.some((day) => dayNote(day, clock) !== '');
  const { isMeasured, width, height, headWidth, header, min } = useDimensions(scroller, {
    hasDays,
    hasBand: props.band !== undefined,
  });
  const strip = header.strip === 0 ? undefined : props.strip;
  const headerHeight = header.days + header.hours + 1 + (strip ? header.strip : 0);
  const scale = useMemo(() => timeScale(span, zoom, width, opening), [span, zoom, width, opening]);
  const hours = useMemo(() => hourMarks(days, markStep(scale), clock), [days, scale, clock]);
  const room = isFilling && isMeasured ? height - headerHeight : 0;
  const { layout, measures } = useRowLayout(rows, { span, marks, measures: min }, room);
  const { at, onAt, onZoom, onTurn, open, covered = 0 } = props;
  const viewport = { scroller, scale, width, covered, headWidth, height, zone: clock.zone, at, onAt, onZoom };
  const { drawn, edge, band, zoomBy, zoomTo } = useViewport(viewport);
  const shown = { scroller, layout, scale, width, headWidth, headerHeight, open, covered };
  const { card, navigation, onDetails } = useInput({ ...shown, zoomBy, zoomTo, onTurn, onOpen });
  useScrollAnchor(scroller, layout, headerHeight);
  return (
    <div className={style['timeline']} data-is-filling={isFilling}>
      <div
        ref={scroller}
        className={style['scroller']}
        role="grid"
        aria-label={props.label}
        aria-readonly="true"
        aria-rowcount={layout.virtualRows.length + 1}
        tabIndex={navigation.line === null ? 0 : -1}
        {...listeners(navigation, card)}
        style={variablesOf(headWidth, header, measures)}
      >
        {isMeasured && (
          <TimeHeader
            label={props.headLabel}
            note={props.headNote}
            scale={scale}
            days={days}
            hours={hours}
            drawn={drawn}
            clock={clock}
            strip={strip}
            band={props.band}
          />
        )}
        <div
          className={style['body']}
          style={{ width: headWidth + scale.width + covered, height: Math.max(layout.height, room) }}
        >
          {isMeasured && <TimeBackdrop scale={scale} days={days} hours={hours} nights={nights} drawn={drawn} />}
          {isMeasured && (
            <VirtualRows
              layout={layout}
              band={band}
              activeLine={navigation.line}
              activeKey={navigation.key}
              renderHead={props.renderHead}
              noteOf={props.noteOf ?? noNote}
              headWidth={headWidth}
              measures={measures}
              scale={scale}
              drawn={drawn}
              edge={edge}
              clock={clock}
              open={props.open}
            />
          )}
        </div>
      </div>
      <ReservationCard card={card} clock={clock} onOpen={onDetails} />
    </div>
  );
}

type InputOptions<Row extends TimelineRow> = Omit<Parameters<typeof useNavigation<Row>>[0], 'onTap'> &
  Omit<Parameters<typeof useTouch>[0], 'onLongPress'>;

/** Keys, clicks and fingers, and the card they open. */
function useInput<Row extends TimelineRow>(options: InputOptions<Row>) {
  const { scroller, layout } = options;
  const card = useReservationCard(scroller, layout);
  const navigation = useNavigation({ ...options, onTap: card.onTap });
  const openDetails = (target: EventTarget) => {
    card.onHide();
    navigation.openAt(target);
  };
  useTouch({ ...options, onLongPress: openDetails });
  useDragToPan(scroller);
  return { card, navigation, onDetails: () => card.shown && openDetails(card.shown.bar) };
}

/** One set of listeners for all reservations. */
function listeners(navigation: ReturnType<typeof useNavigation>, card: ReturnType<typeof useReservationCard>) {
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

/**
 * The layout of the rows, which fill the available space. Unchanged rows are the same objects as before, so that they do not
 * render again.
 */
function useRowLayout<Row extends TimelineRow>(rows: readonly Row[], options: LayoutOptions, room: number) {
  const { span, marks, measures } = options;
  const [layOut] = useState(() => {
    let previous: RowLayout<Row> | null = null;
    return (next: readonly Row[], how: LayoutOptions) => (previous = layoutRows(next, how, previous));
  });
  return useMemo(() => {
    const min = layOut(rows, { span, marks, measures });
    const filling = fillingMeasures(min, measures, room);
    const layout = filling === measures ? min : layOut(rows, { span, marks, measures: filling });
    return { layout, measures: filling };
  }, [layOut, rows, span, marks, measures, room]);
}

const noNote = () => '';

type VirtualRowsProps<Row extends TimelineRow> = {
  layout: RowLayout<Row>;
  band: Band;
  /** The virtual row and the reservation with the tab stop: they are drawn at any scroll position. */
  activeLine: number | null;
  activeKey: string | null;
  renderHead: (row: Row) => ReactNode;
  noteOf: (row: Row) => string;
  headWidth: number;
  measures: RowMeasures;
  scale: TimeScale;
  drawn: Span;
  edge: Span;
  clock: Clock;
  open: string | null;
};

/** The headings and rows near the viewport: their bars, and their heads in one column that stays at the left edge. */
function VirtualRows<Row extends TimelineRow>(props: VirtualRowsProps<Row>) {
  const { layout, band, activeLine, activeKey, renderHead, noteOf, measures, ...look } = props;
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
    const head = { row, note: noteOf(row), renderHead, headId };
    heads.push(<RowHead key={row.id} {...head} {...place} />);
    bars.push(
      <RowLine
        key={row.id}
        row={row}
        headId={headId}
        packed={packed}
        marks={marks}
        measures={measures}
        active={line === activeLine ? activeKey : null}
        {...visibleLanes(band, top, packed.depth, measures.lane)}
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
