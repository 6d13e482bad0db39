import type { ReactNode } from 'react';
import { type GivenStatus, lifeOf } from '#contract/statuses.ts';
import style from './StateMark.module.css';

/** A state always has a shape, a colour and a word; the shapes are distinct without colour. */
export type Shape = 'octagon' | 'triangle' | 'check' | 'ring' | 'wrench' | 'dot' | 'half' | 'dashed' | 'open';

const drawings: Readonly<Record<Shape, ReactNode>> = {
  octagon: <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="currentColor" />,
  triangle: <path d="M8 1.5 15 14H1z" fill="currentColor" stroke="var(--edge)" strokeLinejoin="round" />,
  check: <path d="m3 8.5 3.5 3.5L13 4.5" fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />,
  ring: <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  wrench: (
    <path
      d="M10.5 1.5a4 4 0 0 0-3.7 5.4L1.8 12a1.6 1.6 0 0 0 2.2 2.2l5-5.1a4 4 0 0 0 5.3-4.6l-2.3 2.3-2.4-.6-.6-2.4 2.3-2.2z"
      fill="currentColor"
    />
  ),
  dot: <circle cx="8" cy="8" r="5.5" fill="currentColor" />,
  half: (
    <>
      <circle cx="8" cy="8" r="5.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M8 3a5 5 0 0 1 0 10z" fill="currentColor" />
    </>
  ),
  dashed: (
    <g fill="none" strokeDasharray="2.6 2">
      <circle cx="8" cy="8" r="5.5" stroke="var(--edge)" strokeWidth="4" />
      <circle cx="8" cy="8" r="5.5" stroke="currentColor" strokeWidth="2" />
    </g>
  ),
  open: (
    <>
      <circle cx="8" cy="8" r="6.5" fill="currentColor" stroke="var(--edge)" />
      <path d="M8 4.5V8l2.4 1.6" fill="none" stroke="var(--on)" strokeWidth="1.7" strokeLinecap="round" />
    </>
  ),
};

export type Tone = 'expired' | 'warning' | 'ok' | 'inactive' | 'shop' | 'accent' | 'plain';

/** How a state is marked, besides its word. */
export type Look = { readonly shape: Shape; readonly tone: Tone };

export function StateMark({ shape, tone, children }: Look & { children: ReactNode }) {
  return (
    <span className={style['mark']} data-tone={tone}>
      <Mark shape={shape} />
      <span>{children}</span>
    </span>
  );
}

/** The API's own status of an aircraft or instructor (section 3); an undocumented one is shown by its name. */
export function LifeMark({ status }: { status: GivenStatus | null | undefined }) {
  const life = status?.id == null && !status?.name ? 'unknown' : lifeOf(status);
  const look: Look =
    life === 'active'
      ? { shape: 'check', tone: 'ok' }
      : life === 'unknown'
        ? { shape: 'dashed', tone: 'plain' }
        : { shape: 'ring', tone: 'inactive' };
  return (
    <StateMark {...look}>
      <span className={style['status']}>{status?.name ?? (life === 'unknown' ? 'no status' : life)}</span>
    </StateMark>
  );
}

/** Only the shape, for use beside its colour and words. */
export function Mark({ shape }: { shape: Shape }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {drawings[shape]}
    </svg>
  );
}
