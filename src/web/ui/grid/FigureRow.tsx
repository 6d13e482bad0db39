import { memo, type ReactNode } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import type { Aggregate } from '#domain/reports/rows/groupRows.ts';
import { aggregateWriter } from '#domain/reports/columns/columnValues.ts';
import { type ActiveCell, Cell, RowFrame } from './GridRow.tsx';
import type { ColumnPart } from './columns/gridColumns.ts';
import type { GridFigures } from './gridProps.ts';

type FigureRowProps = {
  rowIndex: number;
  part: ColumnPart;
  top: number | null;
  look: 'group' | 'total';
  active: ActiveCell | null;
  figures: GridFigures;
  /** In the order of the measures. */
  aggregates: readonly Aggregate[];
  clock: Clock;
  /** What the first cell says. */
  children: ReactNode;
};

/** The head of a group, or the line of totals: the chosen figure under each measure. */
export const FigureRow = memo(function FigureRow(props: FigureRowProps) {
  const { figures, aggregates, clock, active, children, ...frame } = props;
  return (
    <RowFrame
      {...frame}
      renderCell={(drawn) => (
        <Cell key={drawn.index} column={drawn} active={active}>
          {drawn.index === 0 ? children : figureText(drawn.column.id, figures, aggregates, clock)}
        </Cell>
      )}
    />
  );
});

function figureText(id: string, { measures, part }: GridFigures, aggregates: readonly Aggregate[], clock: Clock) {
  const at = measures.findIndex((measure) => measure.id === id);
  const [measure, aggregate] = [measures[at], aggregates[at]];
  return measure && aggregate ? aggregateWriter(measure, clock)(part, aggregate) : '';
}
