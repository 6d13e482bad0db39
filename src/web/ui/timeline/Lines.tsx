import type { ComponentProps } from 'react';
import { linesBetween } from '#domain/timeline/lanes.ts';
import { GroupLine, RowLine } from './RowLine.tsx';
import type { TimelineRow } from './timelineProps.ts';
import type { Board } from './viewport/useBoard.ts';
import type { Band } from './viewport/useView.ts';

type LinesProps<Row extends TimelineRow> = {
  board: Board<Row>;
  band: Band;
  /** The line and the booking with the tab stop. They are drawn wherever one has scrolled to. */
  active: { readonly line: number | null; readonly key: string | null };
} & Omit<ComponentProps<typeof RowLine<Row>>, 'row' | 'laid' | 'line' | 'top' | 'active' | 'fromLane' | 'toLane'>;

/** The headings and rows near the window. */
export function Lines<Row extends TimelineRow>({ board, band, active, ...rest }: LinesProps<Row>) {
  const near = linesBetween(board.tops, band.above, band.below);
  return board.lines.map((line, index) => {
    const isNear = index >= near.from && index < near.to;
    if (!isNear && index !== active.line) return null;
    const top = board.tops[index]!;
    if (line.kind === 'heading')
      return <GroupLine key={`heading ${line.text}`} text={line.text} top={top} line={index} />;
    const { row, laid } = line;
    const lanes = lanesIn(band, top, laid.packed.depth, rest.laneHeight);
    const key = index === active.line ? active.key : null;
    return <RowLine key={row.id} row={row} laid={laid} line={index} top={top} active={key} {...lanes} {...rest} />;
  });
}

/** A row of so many lanes is drawn whole; a taller one, such as all that have no aircraft, only near the window. */
const wholeDepth = 6;

function lanesIn(band: Band, top: number, depth: number, laneHeight: number) {
  if (depth <= wholeDepth) return { fromLane: 0, toLane: depth };
  return {
    fromLane: Math.floor((band.above - top) / laneHeight) - 1,
    toLane: Math.ceil((band.below - top) / laneHeight),
  };
}
