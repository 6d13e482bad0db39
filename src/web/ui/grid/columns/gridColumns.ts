import type { CSSProperties } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import type { Placed } from '#domain/grid/columnPlaces.ts';
import { cellWriter } from '#domain/reports/columns/columnValues.ts';
import { isNumeric } from '#domain/reports/columns/columns.ts';
import type { ShownColumn } from '#domain/reports/views/viewState.ts';
import type { Zone } from '#domain/time/time.ts';

/** A column of the table: one of the report, or, where `source` is null, the one that names the groups. */
export type GridColumn = {
  readonly id: string;
  readonly label: string;
  readonly source: ShownColumn | null;
  /** How its cells are set, for the style sheet. */
  readonly look: 'text' | 'figure' | 'code' | 'quiet';
  readonly write: (value: unknown) => string;
};

export function gridColumn(column: ShownColumn, clock: Clock, zone: Zone): GridColumn {
  // Formats are dear to make, and of 300 columns a dozen are in sight.
  let writer: ((value: unknown) => string) | null = null;
  return {
    id: column.id,
    label: column.label,
    source: column,
    look: lookOf(column),
    write: (value) => (writer ??= cellWriter(column, clock, zone))(value),
  };
}

export function groupColumn(label: string): GridColumn {
  return { id: '', label, source: null, look: 'text', write: () => '' };
}

function lookOf({ kind }: ShownColumn): GridColumn['look'] {
  if (isNumeric(kind)) return 'figure';
  if (kind === 'guid') return 'code';
  return kind === 'list' || kind === 'object' || kind === 'empty' ? 'quiet' : 'text';
}

/** A column in its place, with the one style object that all its cells share. */
export type DrawnColumn = Placed<GridColumn> & { readonly style: CSSProperties };

/** The columns to be drawn: the pinned ones, and of the others those near the window. */
export type ColumnPart = {
  readonly pinned: readonly DrawnColumn[];
  readonly free: readonly DrawnColumn[];
  /** Pixels of the columns left out between the two. */
  readonly before: number;
  readonly width: number;
};

export function drawnColumn(placed: Placed<GridColumn>): DrawnColumn {
  return { ...placed, style: { width: placed.width } };
}
