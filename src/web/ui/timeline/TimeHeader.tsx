import { memo, type ReactNode } from 'react';
import { type Clock, dayText } from '#domain/time/clock.ts';
import { hoursOf, type HourMark, zoneName, type TimeScale, xOf } from '#domain/timeline/timeScale.ts';
import { dayOf, type Span } from '#domain/time/time.ts';
import { NowLabel } from './NowLine.tsx';
import style from './TimeHeader.module.css';

type TimeHeaderProps = {
  label: string;
  scale: TimeScale;
  days: readonly Span[];
  hours: readonly HourMark[];
  drawn: Span;
  clock: Clock;
  strip: ReactNode;
};

/** The days and hours over the rows. It stays in sight, and each day's name while something of the day is. */
export const TimeHeader = memo(function TimeHeader(props: TimeHeaderProps) {
  const { label, scale, days, hours, drawn, clock, strip } = props;
  return (
    <div
      className={style['header']}
      role="row"
      aria-rowindex={1}
      data-has-strip={strip !== undefined}
      style={{ width: `calc(var(--head) + ${scale.width}px)` }}
    >
      <div className={style['corner']} role="columnheader">
        {label}
      </div>
      {days.map((day) => (
        <div
          key={day.start}
          className={style['day']}
          role="columnheader"
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
        {hours.filter(isIn(drawn)).map((mark) => (
          <span key={mark.at} style={{ left: xOf(scale, mark.at) }}>
            {mark.label}
            {mark.zone && <small>{mark.zone}</small>}
          </span>
        ))}
        <NowLabel scale={scale} clock={clock} />
      </div>
      {strip && (
        <div className={style['strip']} aria-hidden="true">
          {strip}
        </div>
      )}
    </div>
  );
});

export function isIn(span: Span) {
  return (mark: HourMark) => mark.at >= span.start && mark.at < span.end;
}

/** Says when the clocks change, and whose day it is where Zulu's hours stand under it. */
function dayNote(day: Span, { zone, mode }: Clock): string {
  const hours = hoursOf(day);
  const change = hours === 24 ? '' : `${hours} h, ${zoneName(day.start, zone)} to ${zoneName(day.end - 1, zone)}`;
  return [mode === 'Z' ? 'local day' : '', change].filter(Boolean).join(', ');
}
