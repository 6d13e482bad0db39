import { shareOf } from '#domain/timeline/timeScale.ts';
import { type MovementBucket, type Movements, sumOf } from '#domain/calendar/dispatch.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { percent } from '#web/ui/aircraft/percent.ts';
import style from './MovementsStrip.module.css';

type MovementsStripProps = {
  /** What the strip's width stands for: the visible part of the timeline's axis. */
  span: Span;
  movements: Movements;
  now: Instant;
};

/** Departures upwards and returns downwards, per 15 minutes of what is booked; as wide as what it lies in. */
export function MovementsStrip({ span, movements, now }: MovementsStripProps) {
  const shown = movements.buckets.filter(({ start }) => start < span.end && start + quarter > span.start);
  const unit = quarter / (span.end - span.start);
  const isNow = now >= span.start && now < span.end;
  // A day without movements has no bars, and no scale.
  const most = Math.max(1, movements.max);
  return (
    <figure className={style['strip']}>
      <figcaption className={style['sums']}>
        <span>▲ {sumOf(shown, 'departures')} out</span>
        <span>▼ {sumOf(shown, 'returns')} back</span>
      </figcaption>
      <svg viewBox={`0 0 1 ${2 * height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={style['departures']} d={barsOf(shown, span, unit, (one) => -one.departures / most)} />
        <path className={style['returns']} d={barsOf(shown, span, unit, (one) => one.returns / most)} />
      </svg>
      {isNow && <span className={style['now']} style={{ left: percent(shareOf(span, now)) }} />}
    </figure>
  );
}

const quarter = 15 * 60_000;
/** Half the height of the drawing, in its own units. */
const height = 20;

/** All bars as one path: two elements whatever the number of buckets. Shares below 0 go up from the middle. */
function barsOf(
  buckets: readonly MovementBucket[],
  span: Span,
  unit: number,
  shareOfMost: (bucket: MovementBucket) => number,
): string {
  return buckets
    .filter((bucket) => shareOfMost(bucket) !== 0)
    .map((bucket) => {
      const left = (bucket.start - span.start) / (span.end - span.start) + unit * 0.1;
      return `M${left} ${height}v${shareOfMost(bucket) * (height - 1)}h${unit * 0.8}V${height}z`;
    })
    .join('');
}
