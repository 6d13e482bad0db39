import type { ReactNode } from 'react';
import type { CrosswindFigure, WindFigure } from '#domain/weather/figures.ts';
import type { CategoryReading } from '#domain/weather/weather.ts';
import { type Shape, Mark } from '#web/components/controls/StateMark.tsx';
import style from './WeatherStrip.module.css';

/** The darker the shape, the worse the category; its word is always beside it. */
const shapes: { readonly [Category in CategoryReading['category']]: Shape } = {
  VFR: 'ring',
  MVFR: 'half',
  IFR: 'dot',
  LIFR: 'octagon',
};

type BadgeProps = { reading: CategoryReading | null; words: string; children?: ReactNode };

/** A flight category in its colour, shape and words. */
export function CategoryBadge({ reading, words, children }: BadgeProps) {
  return (
    <b className={style['badge']} data-category={reading?.category ?? 'unknown'}>
      <Mark shape={reading ? shapes[reading.category] : 'dashed'} />
      {words}
      {children}
    </b>
  );
}

/** An arrow that flies with the wind, north up; calm, variable and not known have marks of their own. */
export function WindMark({ kind, to }: WindFigure) {
  return (
    <svg viewBox="0 0 16 16" data-wind={kind} style={to === null ? undefined : { rotate: `${to}deg` }}>
      {windDrawings[kind]}
    </svg>
  );
}

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8, strokeLinecap: 'round' } as const;

const windDrawings = {
  steady: <path d="M8 .5 13 8H9.4v7.500H6.600V8H3z" fill="currentColor" />,
  calm: (
    <>
      <circle cx="8" cy="8" r="6" {...line} />
      <circle cx="8" cy="8" r="2" fill="currentColor" />
    </>
  ),
  variable: <path d="M4 5.500 1.500 8 4 10.500M12 5.500 14.500 8 12 10.500M2 8h12" {...line} strokeLinejoin="round" />,
  unknown: (
    <>
      <circle cx="8" cy="8" r="6.500" {...line} strokeWidth={1.4} strokeDasharray="2.600 2.400" />
      <path
        d="M6.200 6.600a1.900 1.900 0 1 1 2.700 1.700c-.6.300-.9.700-.9 1.200M8 11.700v.01"
        {...line}
        strokeWidth={1.5}
      />
    </>
  ),
} as const;

/** A runway, and the side from which the wind crosses it. */
export function CrosswindMark({ from }: Pick<CrosswindFigure, 'from'>) {
  return (
    <svg viewBox="0 0 16 16" style={from === 'right' ? { scale: '-1 1' } : undefined}>
      <path d="M10 1.500h4.500v13H10z" {...line} strokeWidth={1.3} />
      <path d="M12.250 3.500v2m0 2v1.500m0 2v1.500" {...line} strokeWidth={1} />
      {from !== null && <path d="M1 8h6.500M5 5.200 7.800 8 5 10.800" {...line} strokeLinejoin="round" />}
    </svg>
  );
}

export function CeilingMark() {
  return (
    <svg viewBox="0 0 16 16">
      <path
        d="M4.500 8.500a2.700 2.700 0 0 1 .3-5.400 3.800 3.800 0 0 1 7.200.9 2.300 2.300 0 0 1-.3 4.500z"
        fill="currentColor"
      />
      <path d="M8 14.500v-4M6.300 12 8 10.300 9.700 12" {...line} strokeWidth={1.3} strokeLinejoin="round" />
    </svg>
  );
}

export function VisibilityMark() {
  return (
    <svg viewBox="0 0 16 16">
      <path
        d="M1 8c1.700-2.900 4.200-4.300 7-4.300S13.300 5.100 15 8c-1.700 2.900-4.200 4.300-7 4.300S2.700 10.900 1 8z"
        {...line}
        strokeWidth={1.5}
      />
      <circle cx="8" cy="8" r="2" fill="currentColor" />
    </svg>
  );
}
