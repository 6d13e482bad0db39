import type { CSSProperties } from 'react';
import type { Slide } from '#domain/board/rotation.ts';
import style from './Frame.module.css';

type ProgressProps = { slides: readonly Slide[]; place: number; since: number; isHeld: boolean };

/** A part for each slide; the present one fills while it is shown. */
export function Progress({ slides, place, since, isHeld }: ProgressProps) {
  return (
    <div className={style['progress']} aria-hidden="true">
      {slides.map(({ screen, page, seconds }, index) => (
        <span
          key={index === place ? `${screen} ${page} ${since}` : `${screen} ${page}`}
          data-is-present={index === place}
          data-is-held={index === place && isHeld}
          style={{ '--seconds': `${seconds}s` } as CSSProperties}
        />
      ))}
    </div>
  );
}
