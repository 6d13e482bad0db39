import { memo } from 'react';
import { type HourMark, extentOf, type TimeScale, xOf } from '#domain/timeline/timeScale.ts';
import type { Darkness } from '#domain/calendar/twilight.ts';
import type { Span } from '#domain/time/time.ts';
import style from './Backdrop.module.css';
import { NowLine } from './NowLine.tsx';
import { isIn } from './TimeHeader.tsx';

type BackdropProps = {
  scale: TimeScale;
  days: readonly Span[];
  hours: readonly HourMark[];
  nights: readonly Darkness[];
  drawn: Span;
};

/** Nights, hours, midnights and now: a few elements as tall as the board, none of them a row's own. */
export const Backdrop = memo(function Backdrop({ scale, days, hours, nights, drawn }: BackdropProps) {
  return (
    <div className={style['backdrop']} aria-hidden="true">
      {nights.map(({ span, kind }) => {
        const extent = extentOf(scale, span);
        return (
          extent && <div key={span.start} className={style[kind]} style={{ left: extent.left, width: extent.width }} />
        );
      })}
      {hours.filter(isIn(drawn)).map((mark) => (
        <div key={mark.at} className={style['hour']} style={{ left: xOf(scale, mark.at) }} />
      ))}
      {days.slice(1).map((day) => (
        <div key={day.start} className={style['midnight']} style={{ left: xOf(scale, day.start) }} />
      ))}
      <NowLine scale={scale} />
    </div>
  );
});
