import { useEffect } from 'react';
import type { Scroller } from '#web/ui/table/useSize.ts';

/** A pull shorter than this, in pixels, is a click. */
const leastPull = 4;

/** The mouse pulls the board along where no booking is; a finger scrolls anyway. */
export function useDragPan(scroller: Scroller) {
  useEffect(() => {
    const element = scroller.current!;
    let from: { x: number; y: number; left: number; top: number } | null = null;
    const down = (event: PointerEvent) => {
      const isFree = !(event.target as Element).closest('[data-key], [role=rowheader], [role=columnheader]');
      const isInside = event.offsetX <= element.clientWidth || event.target !== element;
      if (event.pointerType !== 'mouse' || event.button !== 0 || !isFree || !isInside) return;
      from = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
    };
    const move = (event: PointerEvent) => {
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!element.dataset['isPulled'] && Math.hypot(x, y) < leastPull) return;
      if (!element.dataset['isPulled']) element.setPointerCapture(event.pointerId);
      element.dataset['isPulled'] = 'true';
      element.scrollTo(from.left - x, from.top - y);
    };
    const up = () => {
      from = null;
      delete element.dataset['isPulled'];
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('lostpointercapture', up);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('lostpointercapture', up);
    };
  }, [scroller]);
}
