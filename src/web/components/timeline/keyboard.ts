import type { Instant, Span } from '#domain/time/time.ts';
import type { ReservationPlace } from './rowLayout.ts';

/** The reservations of each row. */
type Rows = readonly (readonly Span[])[];
type Walk = (rows: Rows, from: ReservationPlace, column: Instant) => ReservationPlace | null;

/** How many rows Page Up and Page Down go. */
const pageRows = 10;

const walks = {
  previous: (_rows, from) => (from.index > 0 ? { row: from.row, index: from.index - 1 } : null),
  next: (rows, from) => (from.index < lastIn(rows, from.row) ? { row: from.row, index: from.index + 1 } : null),
  up: (rows, from, column) => nearestIn(rows, nextFilled(rows, from.row - 1, -1), column),
  down: (rows, from, column) => nearestIn(rows, nextFilled(rows, from.row + 1, 1), column),
  rowStart: (_rows, from) => ({ row: from.row, index: 0 }),
  rowEnd: (rows, from) => ({ row: from.row, index: lastIn(rows, from.row) }),
  pageUp: (rows, from, column) => nearestIn(rows, pageFrom(rows, from.row, -1), column),
  pageDown: (rows, from, column) => nearestIn(rows, pageFrom(rows, from.row, 1), column),
  first: (rows) => firstPlace(nextFilled(rows, 0, 1)),
  last: (rows) => lastPlace(rows, nextFilled(rows, rows.length - 1, -1)),
} as const satisfies Record<string, Walk>;
export type Step = keyof typeof walks;

/**
 * The reservation that a step leads to, or null if there is none further on. `column` is the remembered time: up and down go to
 * the nearest reservation, as a text cursor remembers its column.
 */
export function walk(rows: Rows, from: ReservationPlace, step: Step, column: Instant): ReservationPlace | null {
  const go: Walk = walks[step];
  return go(rows, from, column);
}

/** Whether a step goes along a row, which sets the remembered time, or across rows, which keeps it. */
export function isAlongRow(step: Step): boolean {
  return step !== 'up' && step !== 'down' && step !== 'pageUp' && step !== 'pageDown';
}

/** The nearest row with reservations in a direction, including the given one; -1 if there is none. */
function nextFilled(rows: Rows, from: number, direction: 1 | -1): number {
  for (let row = from; row >= 0 && row < rows.length; row += direction) if (lastIn(rows, row) >= 0) return row;
  return -1;
}

/** One page further; near the end of the rows, the last row with reservations in that direction. */
function pageFrom(rows: Rows, from: number, direction: 1 | -1): number {
  const target = Math.min(rows.length - 1, Math.max(0, from + direction * pageRows));
  const beyond = nextFilled(rows, target, direction);
  return beyond === -1 ? nextFilled(rows, target, direction === 1 ? -1 : 1) : beyond;
}

function nearestIn(rows: Rows, row: number, column: Instant): ReservationPlace | null {
  const distances = rows[row]?.map((span) => distance(span, column));
  return distances ? { row, index: distances.indexOf(Math.min(...distances)) } : null;
}

function distance(span: Span, instant: Instant): number {
  return Math.max(span.start - instant, instant - span.end, 0);
}

function lastIn(rows: Rows, row: number): number {
  return (rows[row]?.length ?? 0) - 1;
}

function firstPlace(row: number): ReservationPlace | null {
  return row === -1 ? null : { row, index: 0 };
}

function lastPlace(rows: Rows, row: number): ReservationPlace | null {
  return row === -1 ? null : { row, index: lastIn(rows, row) };
}

/**
 * Where keyboard movement begins: the first reservation from the left in the topmost row that has any; null if none is visible.
 */
export function firstVisible(
  rows: readonly { readonly top: number; readonly reservations: readonly Span[] }[],
  viewport: { readonly top: number; readonly left: Instant },
): ReservationPlace | null {
  const row = rows.findIndex(({ top, reservations }) => top >= viewport.top && reservations.length > 0);
  if (row === -1) return null;
  const index = rows[row]?.reservations.findIndex((reservation) => reservation.end > viewport.left) ?? -1;
  return { row, index: Math.max(0, index) };
}

/** What a key does in the timeline. */
export type KeyCommand =
  | { readonly kind: 'step'; readonly step: Step }
  /** Other days. */
  | { readonly kind: 'turn'; readonly direction: -1 | 1 }
  | { readonly kind: 'zoom'; readonly direction: -1 | 1 }
  | { readonly kind: 'open' };

type Keys = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const plainKeys: ReadonlyMap<string, KeyCommand> = new Map([
  ['ArrowLeft', { kind: 'step', step: 'previous' }],
  ['ArrowRight', { kind: 'step', step: 'next' }],
  ['ArrowUp', { kind: 'step', step: 'up' }],
  ['ArrowDown', { kind: 'step', step: 'down' }],
  ['Home', { kind: 'step', step: 'rowStart' }],
  ['End', { kind: 'step', step: 'rowEnd' }],
  ['PageUp', { kind: 'step', step: 'pageUp' }],
  ['PageDown', { kind: 'step', step: 'pageDown' }],
] satisfies [string, KeyCommand][]);

const shiftKeys: ReadonlyMap<string, KeyCommand> = new Map([
  ['ArrowLeft', { kind: 'turn', direction: -1 }],
  ['ArrowRight', { kind: 'turn', direction: 1 }],
] satisfies [string, KeyCommand][]);

const controlKeys: ReadonlyMap<string, KeyCommand> = new Map([
  ['Home', { kind: 'step', step: 'first' }],
  ['End', { kind: 'step', step: 'last' }],
] satisfies [string, KeyCommand][]);

/** Typed with or without Shift. */
const shiftlessKeys: ReadonlyMap<string, KeyCommand> = new Map([
  ['+', { kind: 'zoom', direction: 1 }],
  ['=', { kind: 'zoom', direction: 1 }],
  ['-', { kind: 'zoom', direction: -1 }],
  ['Enter', { kind: 'open' }],
  [' ', { kind: 'open' }],
] satisfies [string, KeyCommand][]);

/** The command of a key; null if it is not a key of the timeline. */
export function commandOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Keys): KeyCommand | null {
  if (altKey || metaKey) return null;
  if (ctrlKey) return (shiftKey ? shiftKeys : controlKeys).get(key) ?? null;
  return (shiftKey ? shiftKeys : plainKeys).get(key) ?? shiftlessKeys.get(key) ?? null;
}

/** The keys of a timeline, each with what it does, for the list of all keys. */
export const timelineKeys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['←', '→'], 'Reservation before, after'],
  [['↑', '↓'], 'Row above, below'],
  [['Home', 'End'], 'First, last of the row'],
  [['PageUp', 'PageDown'], 'Ten rows up, down'],
  [['Ctrl Home', 'Ctrl End'], 'First, last of all rows'],
  [['Enter'], 'Open the details'],
  [['Esc'], 'Close the details'],
  [['+', '-'], 'Zoom in, out'],
  [['Shift ←', 'Shift →'], 'Days before, after'],
];

/** Pixels kept free around what is scrolled into view. */
const margin = 24;

/** The scroll position nearest to `current` that shows from `start` to `end`, or the part from `start` if both do not fit. */
export function scrollToShow(current: number, viewport: number, start: number, end: number): number {
  return Math.min(start - margin, Math.max(current, end + margin - viewport));
}
