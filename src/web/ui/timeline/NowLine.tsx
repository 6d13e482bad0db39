import { type Clock, clockText, repeatedHourNote } from '#domain/time/clock.ts';
import { type TimeScale, xOf } from '#domain/timeline/timeScale.ts';
import type { Instant } from '#domain/time/time.ts';
import { useMinute } from '#web/ui/page/now.ts';
import style from './NowLine.module.css';

/** Now and where it is; null on a span without it. The minute draws these two elements alone, never the rows. */
function useNowX(scale: TimeScale): { now: Instant; x: number } | null {
  const now = useMinute();
  if (now < scale.span.start || now >= scale.span.end) return null;
  return { now, x: xOf(scale, now) };
}

export function NowLine({ scale }: { scale: TimeScale }) {
  const at = useNowX(scale);
  return at && <div className={style['line']} style={{ transform: `translateX(${at.x}px)` }} />;
}

export function NowLabel({ scale, clock }: { scale: TimeScale; clock: Clock }) {
  const at = useNowX(scale);
  return (
    at && (
      <div
        className={style['label']}
        style={{ transform: `translateX(calc(${at.x}px - 50%))` }}
        title={repeatedHourNote([at.now], clock)}
      >
        {clockText(at.now, clock)}
      </div>
    )
  );
}
