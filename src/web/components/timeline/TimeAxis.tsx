import { memo, type ReactNode } from 'react';
import { type Clock, clockText, dayText, repeatedHourNote } from '#domain/time/clock.ts';
import type { Darkness } from '#domain/calendar/twilight.ts';
import { dayOf, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { useMinute } from '#web/components/page/now.ts';
import { hasInstant, type HourMark } from '#web/components/timetrack/trackModel.ts';
import style from './TimeAxis.module.css';
import { dayNote, extentOf, type TimeScale, xOf } from './timeScale.ts';

type TimeHeaderProps = {
  /** The kind of the rows, and its tooltip. */
  label: string;
  note?: string | undefined;
  scale: TimeScale;
  days: readonly Span[];
  hours: readonly HourMark[];
  drawn: Span;
  clock: Clock;
  /** Under the hours; none if undefined. Its label is beside it. */
  strip: Strip | undefined;
  /** A band of 8 px at the lower edge of the hours, over the whole span; none if undefined. */
  band: ReactNode;
};

/** Drawn under the hours, at their width; decorative, so its content must also be given elsewhere. */
export type Strip = {
  readonly drawing: ReactNode;
  /** Its label in a few words, and its tooltip as a sentence. */
  readonly labels: readonly string[];
  readonly note: string;
};

/**
 * The days and hours above the rows. The header stays visible, and so does the name of each day while part of it is in view.
 */
export const TimeHeader = memo(function TimeHeader(props: TimeHeaderProps) {
  const { label, note, scale, days, hours, drawn, clock, strip, band } = props;
  return (
    <div
      className={style['header']}
      role="row"
      aria-rowindex={1}
      data-has-strip={strip !== undefined}
      style={{ width: `calc(var(--head) + ${scale.width}px)` }}
    >
      <div className={style['corner']} role="columnheader">
        {strip && (
          <span className={style['sums']} data-tip={strip.note} aria-hidden="true">
            {strip.labels.map((words) => (
              <span key={words}>{words}</span>
            ))}
          </span>
        )}
        <span data-tip={note}>{label}</span>
      </div>
      {days.map((day) => (
        <div
          key={day.start}
          className={style['day']}
          role="columnheader"
          data-is-near={overlaps(day, drawn) || undefined}
          style={{
            left: `calc(var(--head) + ${xOf(scale, day.start)}px)`,
            width: (day.end - day.start) * scale.pxPerMs,
          }}
        >
          <span>
            <b>{dayText(dayOf(day.start, clock.zone))}</b> <small>{dayNote(day, clock)}</small>
          </span>
        </div>
      ))}
      <div className={style['hours']} aria-hidden="true">
        {hours
          .filter(({ at }) => hasInstant(drawn, at))
          .map((mark) => (
            <span key={mark.at} style={{ left: xOf(scale, mark.at) }}>
              {mark.label}
              {mark.zone && <small>{mark.zone}</small>}
            </span>
          ))}
        <NowLabel scale={scale} clock={clock} />
        {band !== undefined && <div className={style['band']}>{band}</div>}
      </div>
      {strip && (
        <div className={style['strip']} data-tip={strip.note} aria-hidden="true">
          {strip.drawing}
        </div>
      )}
    </div>
  );
});

type TimeBackdropProps = {
  scale: TimeScale;
  days: readonly Span[];
  hours: readonly HourMark[];
  nights: readonly Darkness[];
  drawn: Span;
};

/** Nights, hours, midnights and now: a few elements as tall as all rows together, not some per row. */
export const TimeBackdrop = memo(function TimeBackdrop({ scale, days, hours, nights, drawn }: TimeBackdropProps) {
  return (
    <div className={style['backdrop']} aria-hidden="true">
      {nights.map(({ span, kind }) => {
        const extent = extentOf(scale, span);
        return (
          extent && <div key={span.start} className={style[kind]} style={{ left: extent.left, width: extent.width }} />
        );
      })}
      {hours
        .filter(({ at }) => hasInstant(drawn, at))
        .map(({ at }) => (
          <div key={at} className={style['hourLine']} style={{ left: xOf(scale, at) }} />
        ))}
      {days.slice(1).map((day) => (
        <div key={day.start} className={style['midnight']} style={{ left: xOf(scale, day.start) }} />
      ))}
      <NowLine scale={scale} />
    </div>
  );
});

/**
 * The current instant and its position; null on a span without it. Each minute renders only the line and its label, never the
 * rows.
 */
function useNowX(scale: TimeScale): { now: Instant; x: number } | null {
  const now = useMinute();
  return hasInstant(scale.span, now) ? { now, x: xOf(scale, now) } : null;
}

function NowLine({ scale }: { scale: TimeScale }) {
  const at = useNowX(scale);
  return at && <div className={style['nowLine']} style={{ transform: `translateX(${at.x}px)` }} />;
}

function NowLabel({ scale, clock }: { scale: TimeScale; clock: Clock }) {
  const at = useNowX(scale);
  return (
    at && (
      <div
        className={style['nowLabel']}
        style={{ transform: `translateX(calc(${at.x}px - 50%))` }}
        data-tip={repeatedHourNote([at.now], clock)}
      >
        {clockText(at.now, clock)}
      </div>
    )
  );
}
