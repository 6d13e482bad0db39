import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { type Shaft, stepAt, topAt } from '#domain/grid/shaft.ts';

export type Scroller = RefObject<HTMLDivElement | null>;
export type Size = { readonly width: number; readonly height: number };

/** The inner size of the scroller in pixels; null until it is known. */
export function useSize(scroller: Scroller): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return size;
}

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
