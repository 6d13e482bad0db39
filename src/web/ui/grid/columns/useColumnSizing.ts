import { type PointerEvent, useState } from 'react';
import { fittingWidth } from '#domain/reports/columns/columnSettings.ts';
import { headColumnOf } from '#web/ui/grid/placeOf.ts';

type Drag = { readonly index: number; readonly startX: number; readonly startWidth: number; readonly width: number };

/**
 * Widths by dragging the edge of a column's head. The width is the table's own until the pointer lets go, so that the address
 * is written once.
 */
export function useColumnSizing(widthAt: (index: number) => number, onWidth: (index: number, width: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  return {
    /** The column that is being dragged, and its width now. */
    drag,
    onPointerDown: (event: PointerEvent) => {
      const handle = event.target instanceof Element ? event.target.closest('[data-handle]') : null;
      const index = handle && headColumnOf(handle);
      if (index === null || event.button !== 0) return;
      event.preventDefault();
      handle?.setPointerCapture(event.pointerId);
      const width = widthAt(index);
      setDrag({ index, startX: event.clientX, startWidth: width, width });
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag) setDrag({ ...drag, width: fittingWidth(drag.startWidth + event.clientX - drag.startX) });
    },
    onPointerUp: () => {
      if (drag && drag.width !== drag.startWidth) onWidth(drag.index, drag.width);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  };
}
