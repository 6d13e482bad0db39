import type { Instant, Span } from '#domain/time/time.ts';

/** A booking by its row and its place in the row. */
export type Place = { readonly row: number; readonly index: number };
type Rows = readonly (readonly Span[])[];

const pageRows = 10;

type Walk = (rows: Rows, from: Place, column: Instant) => Place | null;

const walks = {
  previous: (_rows, from) => (from.index > 0 ? { row: from.row, index: from.index - 1 } : null),
  next: (rows, from) => (from.index < lastIn(rows, from.row) ? { row: from.row, index: from.index + 1 } : null),
  up: (rows, from, column) => nearestIn(rows, filled(rows, from.row - 1, -1), column),
  down: (rows, from, column) => nearestIn(rows, filled(rows, from.row + 1, 1), column),
  rowStart: (_rows, from) => ({ row: from.row, index: 0 }),
  rowEnd: (rows, from) => ({ row: from.row, index: lastIn(rows, from.row) }),
  pageUp: (rows, from, column) => nearestIn(rows, pageFrom(rows, from.row, -1), column),
  pageDown: (rows, from, column) => nearestIn(rows, pageFrom(rows, from.row, 1), column),
  first: (rows) => firstPlace(filled(rows, 0, 1)),
  last: (rows) => lastPlace(rows, filled(rows, rows.length - 1, -1)),
} as const satisfies Record<string, Walk>;
export type Step = keyof typeof walks;

/**
 * The booking a step leads to, or null where there is none further on. `column` is the time a reader walks along: up
 * and down go to the booking nearest to it, as a text cursor remembers its column.
 */
export function walk(rows: Rows, from: Place, step: Step, column: Instant): Place | null {
  const go: Walk = walks[step];
  return go(rows, from, column);
}

/** Whether a step is along the rows' time, which moves the remembered column, or across the rows, which keeps it. */
export function isAlongTime(step: Step): boolean {
  return step !== 'up' && step !== 'down' && step !== 'pageUp' && step !== 'pageDown';
}

/** The nearest row with bookings in a direction, the given one included; -1 where there is none. */
function filled(rows: Rows, from: number, direction: 1 | -1): number {
  for (let row = from; row >= 0 && row < rows.length; row += direction) if (rows[row]!.length > 0) return row;
  return -1;
}

/** A page on; near the end of the board, the last row with bookings in that direction. */
function pageFrom(rows: Rows, from: number, direction: 1 | -1): number {
  const target = Math.min(rows.length - 1, Math.max(0, from + direction * pageRows));
  const beyond = filled(rows, target, direction);
  return beyond === -1 ? filled(rows, target, direction === 1 ? -1 : 1) : beyond;
}

function nearestIn(rows: Rows, row: number, column: Instant): Place | null {
  const spans = rows[row];
  if (!spans) return null;
  let best = 0;
  spans.forEach((span, index) => {
    if (distance(span, column) < distance(spans[best]!, column)) best = index;
  });
  return { row, index: best };
}

function distance(span: Span, instant: Instant): number {
  return Math.max(span.start - instant, instant - span.end, 0);
}

function lastIn(rows: Rows, row: number): number {
  return (rows[row]?.length ?? 0) - 1;
}

function firstPlace(row: number): Place | null {
  return row === -1 ? null : { row, index: 0 };
}

function lastPlace(rows: Rows, row: number): Place | null {
  return row === -1 ? null : { row, index: lastIn(rows, row) };
}
