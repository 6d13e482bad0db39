import { useEffect, useLayoutEffect, useRef } from 'react';
import { linesBetween } from '#domain/timeline/lanes.ts';
import type { TimelineRow } from '#web/ui/timeline/timelineProps.ts';
import type { Board } from './useBoard.ts';
import type { Scroller } from '#web/ui/table/useSize.ts';

/** When rows grow or shrink, the one under the pointer stays where it is; without a pointer, the topmost. */
export function useSteadyRows<Row extends TimelineRow>(scroller: Scroller, board: Board<Row>, headerHeight: number) {
  const pointer = useRef<number | null>(null);
  const before = useRef(board);
  useEffect(() => {
    const element = scroller.current!;
    const track = (event: PointerEvent) => {
      pointer.current = event.type === 'pointerleave' ? null : event.clientY;
    };
    element.addEventListener('pointermove', track, { passive: true });
    element.addEventListener('pointerleave', track, { passive: true });
    return () => {
      element.removeEventListener('pointermove', track);
      element.removeEventListener('pointerleave', track);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    const last = before.current;
    before.current = board;
    if (last === board) return;
    const element = scroller.current!;
    const below = pointer.current === null ? 0 : pointer.current - element.getBoundingClientRect().top - headerHeight;
    const y = element.scrollTop + Math.max(0, below);
    const old = last.rows.findLast(({ line }) => line <= linesBetween(last.tops, y, y + 1).from);
    const now = board.rows.find(({ row }) => row.id === old?.row.id);
    const shift = old && now ? board.tops[now.line]! - last.tops[old.line]! : 0;
    if (shift !== 0) element.scrollBy({ top: shift });
  }, [scroller, board, headerHeight]);
}
