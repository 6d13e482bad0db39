import type { TimelineRow } from '#web/ui/timeline/timelineProps.ts';
import type { Board } from './useBoard.ts';

/** The booking whose bar holds a node of the document, with its row; null elsewhere. */
export function bookingAt<Row extends TimelineRow>(target: EventTarget, board: Board<Row>) {
  const bar = (target as Element).closest<HTMLElement>('[data-key]');
  const line = board.lines[Number(bar?.closest<HTMLElement>('[data-line]')?.dataset['line'] ?? -1)];
  if (!bar || line?.kind !== 'row') return null;
  const { bookings } = line.laid.packed;
  const index = bookings.findIndex((booking) => booking.key === bar.dataset['key']);
  const booking = bookings[index];
  return booking
    ? { bar, booking, mark: line.laid.marks[index], row: line.row, place: { row: line.index, index } }
    : null;
}
