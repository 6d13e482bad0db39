import { type RefObject, useLayoutEffect, useState } from 'react';

export type Scroller = RefObject<HTMLDivElement | null>;
export type Size = { readonly width: number; readonly height: number };

/** The inner size of the scroller in pixels; null until known. */
export function useSize(scroller: Scroller): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
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
