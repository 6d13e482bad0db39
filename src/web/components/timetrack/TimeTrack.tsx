import type { CSSProperties, ReactNode } from 'react';
import type { Instant, Span } from '#domain/time/time.ts';
import { placeInstants, placeSpans } from './trackModel.ts';

type Data = Readonly<Record<`data-${string}`, string | number | boolean | undefined>>;

/** A span of time on a track. */
export type TrackBar = Span & {
  readonly key: string | number;
  readonly className?: string | undefined;
  readonly label?: ReactNode;
  readonly data?: Data;
  /** Its position across the track, as CSS; the full width if left out. */
  readonly across?: { readonly from: string | number; readonly size: string | number };
};

/** An instant on a track: an hour, a day, now. */
export type TrackMark = {
  readonly key: string | number;
  readonly at: Instant;
  readonly className?: string | undefined;
  readonly label?: ReactNode;
  readonly data?: Data;
};

type TimeTrackProps = {
  /** The time that the whole track covers: a day of 23, 24 or 25 hours, or any other span. */
  window: Span;
  /** The direction of time. */
  direction?: 'right' | 'down';
  as?: 'div' | 'span' | 'ul';
  className: string | undefined;
  style?: CSSProperties;
  /** True if the text beside the track says the same. */
  isDecorative?: boolean;
  /** Behind everything: darkness, or the reach of a forecast. */
  bands?: readonly TrackBar[];
  marks?: readonly TrackMark[];
  bars?: readonly TrackBar[];
  /** In front of everything, such as now. */
  lines?: readonly TrackMark[];
  /** Drawn between the marks and the bars. */
  children?: ReactNode;
};

/**
 * Spans and instants on a strip of time, from back to front: bands, marks, children, bars, lines. Items outside the window
 * are left out, and overlapping ones are cut. It sets each position along the track; the given classes define the look and
 * set `position: absolute`.
 */
export function TimeTrack(props: TimeTrackProps) {
  const { window, direction = 'right', as: Track = 'div', className, style, isDecorative, children } = props;
  const Item = Track === 'ul' ? 'li' : 'span';
  const isRight = direction === 'right';
  const spansOf = (bars: readonly TrackBar[] = []) =>
    placeSpans(window, bars).map(({ item: { key, className: own, label, data, across }, from, length }) => {
      const along = isRight ? { left: from, width: length } : { top: from, height: length };
      const beside = isRight
        ? { top: across?.from, height: across?.size }
        : { left: across?.from, width: across?.size };
      return (
        <Item key={key} className={own} {...data} style={{ ...along, ...beside }}>
          {label}
        </Item>
      );
    });
  const instantsOf = (marks: readonly TrackMark[] = []) =>
    placeInstants(window, marks).map(({ item: { key, className: own, label, data }, from }) => (
      <Item key={key} className={own} {...data} style={isRight ? { left: from } : { top: from }}>
        {label}
      </Item>
    ));
  return (
    <Track className={className} style={style} aria-hidden={isDecorative || undefined}>
      {spansOf(props.bands)}
      {instantsOf(props.marks)}
      {children}
      {spansOf(props.bars)}
      {instantsOf(props.lines)}
    </Track>
  );
}
