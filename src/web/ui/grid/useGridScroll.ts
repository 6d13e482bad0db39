import { type RefObject, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { type Shaft, stepAt, topAt } from '#domain/grid/shaft.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

/** Columns come and go in steps of this many pixels. */
export const wide = 160;

/** How far it is scrolled, in whole steps. What a step brings is on the screen in the same frame: no blank rows. */
export function useScrollSteps(scroller: Scroller, shaft: Shaft): { readonly line: number; readonly x: number } {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { current } = scroller;
      current?.addEventListener('scroll', listener, { passive: true });
      return () => current?.removeEventListener('scroll', listener);
    },
    [scroller],
  );
  const line = useSyncExternalStore(subscribe, () => stepAt(shaft, scroller.current?.scrollTop ?? 0));
  const x = useSyncExternalStore(subscribe, () => Math.floor((scroller.current?.scrollLeft ?? 0) / wide));
  return { line, x };
}

/**
 * Keeps the drawn lines where they are seen: `base` is the line at the top of their layer. Where the scrolled element is
 * shorter than all lines, the layer moves with every pixel.
 */
export function useLayerPlace(scroller: Scroller, layer: RefObject<HTMLDivElement | null>, shaft: Shaft, base: number) {
  useLayoutEffect(() => {
    const element = scroller.current!;
    const place = () => {
      const scroll = element.scrollTop;
      const top = base * shaft.lineHeight + scroll - topAt(shaft, scroll);
      layer.current?.style.setProperty('transform', `translateY(${top}px)`);
    };
    place();
    element.addEventListener('scroll', place, { passive: true });
    return () => element.removeEventListener('scroll', place);
  }, [scroller, layer, shaft, base]);
}
