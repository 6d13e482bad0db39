import { useEffect, useEffectEvent } from 'react';
import { instantAt, nextZoom, type TimeScale, xOf, type Zoom } from '#domain/timeline/timeScale.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Hold } from './useTimePosition.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

type ZoomParts = {
  scroller: Scroller;
  scale: TimeScale;
  room: number;
  head: number;
  keep: (hold: Hold) => void;
  onZoom: (zoom: Zoom) => void;
};

/** How much a wheel turns, in pixels, for one step; a touchpad sends many small turns. */
const turn = 60;

/** Zooms by a step while one instant stays in place: the middle, `around`, or what the wheel with Ctrl points at. */
export function useZoom({ scroller, scale, room, head, keep, onZoom }: ZoomParts) {
  const zoomBy = (direction: 1 | -1, around: Instant | null) => {
    const left = scroller.current!.scrollLeft;
    const at = around ?? instantAt(scale, left + room / 2);
    keep({ at, x: xOf(scale, at) - left });
    onZoom(nextZoom(scale, room, direction));
  };
  const zoomAt = useEffectEvent((direction: 1 | -1, clientX: number) => {
    const { left } = scroller.current!.getBoundingClientRect();
    zoomBy(direction, instantAt(scale, clientX - left - head + scroller.current!.scrollLeft));
  });
  useEffect(() => {
    const element = scroller.current!;
    let turned = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < turn) return;
      zoomAt(turned < 0 ? 1 : -1, event.clientX);
      turned = 0;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [scroller]);
  return zoomBy;
}
