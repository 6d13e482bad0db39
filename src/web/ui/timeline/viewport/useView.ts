import { useEffect, useMemo, useState } from 'react';
import { instantAt, type TimeScale } from '#domain/timeline/timeScale.ts';
import type { Span } from '#domain/time/time.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

/** Rows come and go in steps of this many pixels. */
const tall = 96;

type Steps = { readonly x: number; readonly y: number };

/** How far it is scrolled, in whole steps, so that a frame of scrolling mostly changes nothing. */
export function useScrollSteps(scroller: Scroller, wide: number): Steps {
  const [steps, setSteps] = useState<Steps>({ x: 0, y: 0 });
  useEffect(() => {
    const element = scroller.current!;
    const read = () => {
      const x = Math.floor(element.scrollLeft / wide);
      const y = Math.floor(element.scrollTop / tall);
      setSteps((before) => (before.x === x && before.y === y ? before : { x, y }));
    };
    read();
    element.addEventListener('scroll', read, { passive: true });
    return () => element.removeEventListener('scroll', read);
  }, [scroller, wide]);
  return steps;
}

/** A stretch of the board's height, in pixels. */
export type Band = { readonly above: number; readonly below: number };

/** What is to be drawn: all in sight while it is scrolled within one step, and half a step more on either side. */
export function bandOf({ y }: Steps, height: number): Band {
  return { above: (y - 0.5) * tall, below: (y + 1.5) * tall + height };
}

/** The times to be drawn, and those that may be at the left edge while it is scrolled within one step. */
export type TimeView = { readonly drawn: Span; readonly edge: Span };

export function useTimeView(scale: TimeScale, { x }: Steps, wide: number, room: number): TimeView {
  return useMemo(() => {
    const at = (steps: number) => instantAt(scale, steps * wide);
    const drawn = { start: at(x - 0.5), end: at(x + 1.5) + room / scale.pxPerMs };
    return { drawn, edge: { start: at(x), end: at(x + 1) } };
  }, [scale, x, wide, room]);
}
