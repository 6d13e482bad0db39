import { useMemo, useState } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { BookingMark } from '#domain/reservations/bookingTitles.ts';
import { type PackedRow, packLanes, topsOf } from '#domain/timeline/lanes.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import type { TimelineRow } from '#web/ui/timeline/timelineProps.ts';

/** A row laid out. It stays the same object while its bookings and their marks do. */
export type Laid = {
  readonly packed: PackedRow<TimedBooking>;
  readonly marks: readonly (BookingMark | undefined)[];
};
type Line<Row> =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'row'; readonly row: Row; readonly laid: Laid; readonly index: number };
export type Board<Row> = {
  /** Headings and rows from top to bottom, and where each begins. */
  readonly lines: readonly Line<Row>[];
  readonly tops: Float64Array;
  /** The rows alone, and the line of each. */
  readonly rows: readonly { readonly row: Row; readonly laid: Laid; readonly line: number }[];
};

/** These mirror `Timeline.module.css`, in pixels. */
const headingHeight = 24;
const rowPadding = 8;

/** Everything that does not depend on where the reader has scrolled to. */
export function useBoard<Row extends TimelineRow>(
  rows: readonly Row[],
  span: Span,
  marks: ReadonlyMap<string, BookingMark>,
  laneHeight: number,
): Board<Row> {
  const [layOut] = useState(rememberingLayout);
  const laid = useMemo(() => layOut(rows, span, marks), [layOut, rows, span, marks]);
  return useMemo(() => {
    const lines: Line<Row>[] = [];
    const placed = rows.map((row, index) => {
      if (row.group && row.group !== rows[index - 1]?.group) lines.push({ kind: 'heading', text: row.group });
      lines.push({ kind: 'row', row, laid: laid[index]!, index });
      return { row, laid: laid[index]!, line: lines.length - 1 };
    });
    const heights = lines.map((line) =>
      line.kind === 'heading' ? headingHeight : Math.max(1, line.laid.packed.depth) * laneHeight + rowPadding,
    );
    return { lines, tops: topsOf(heights), rows: placed };
  }, [rows, laid, laneHeight]);
}

/** Lays rows out, and remembers the last layout for the sake of what has not changed. */
function rememberingLayout() {
  let before = new Map<string, Laid>();
  return (rows: readonly TimelineRow[], span: Span, marks: ReadonlyMap<string, BookingMark>): readonly Laid[] => {
    const laid = rows.map((row) => layRow(row, span, marks, before.get(row.id)));
    before = new Map(rows.map((row, index) => [row.id, laid[index]!]));
    return laid;
  };
}

function layRow(row: TimelineRow, span: Span, all: ReadonlyMap<string, BookingMark>, before: Laid | undefined): Laid {
  const touching = row.bookings.filter((booking) => overlaps(booking, span));
  const packed = packLanes(touching, before?.packed);
  const marks = packed.bookings.map((booking) => all.get(booking.key));
  const isSame = packed === before?.packed && marks.every((mark, index) => isSameMark(mark, before.marks[index]));
  return isSame ? before : { packed, marks };
}

function isSameMark(a: BookingMark | undefined, b: BookingMark | undefined): boolean {
  return a === b || (a?.conflict === b?.conflict && a?.change === b?.change && a?.alert === b?.alert);
}
