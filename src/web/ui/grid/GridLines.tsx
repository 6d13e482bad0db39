import { useRef } from 'react';
import type { Clock } from '#domain/time/clock.ts';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import type { Line, Lines } from '#domain/grid/gridLines.ts';
import type { Place } from '#domain/grid/gridWalk.ts';
import { type Shaft, shaftHeight, type Stretch } from '#domain/grid/shaft.ts';
import type { LinkOf } from '#domain/reports/columns/knownValues.ts';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { FigureRow } from './FigureRow.tsx';
import type { ColumnPart } from './columns/gridColumns.ts';
import type { GridFigures, GridGroups } from './gridProps.ts';
import { GridRow } from './GridRow.tsx';
import style from './ReportGrid.module.css';
import type { Scroller } from '#web/ui/table/useSize.ts';
import { useLayerPlace } from './useGridScroll.ts';

type GridLinesProps = {
  scroller: Scroller;
  shaft: Shaft;
  drawn: Stretch;
  part: ColumnPart;
  lines: Lines;
  items: readonly FreeForm[];
  active: { readonly place: Place; readonly id: string } | null;
  open: number | null;
  linkOf?: LinkOf | undefined;
  figures: GridFigures;
  groups: GridGroups | null;
  clock: Clock;
};

/** Places in the layer are counted from a line nearby: millions of pixels would be rounded. */
const layerLines = 4096;

/** The lines near the window. An element that scrolls out of sight serves the line that comes in: its cells only change text. */
export function GridLines(props: GridLinesProps) {
  const { scroller, shaft, drawn, part, lines, active } = props;
  const layer = useRef<HTMLDivElement>(null);
  const base = drawn.start - (drawn.start % layerLines);
  useLayerPlace(scroller, layer, shaft, base);
  const slots = drawn.end - drawn.start;
  const rows = Array.from({ length: slots }, (_, slot) => {
    const line = drawn.start + ((((slot - drawn.start) % slots) + slots) % slots);
    const common = {
      rowIndex: line + 1,
      part,
      top: (line - base) * shaft.lineHeight,
      active: active?.place.line === line + 1 ? { column: active.place.column, id: active.id } : null,
    };
    return <GridLine key={slot} line={lines.at(line)} common={common} {...props} />;
  });
  return (
    <div role="rowgroup" className={style['shaft']} style={{ height: shaftHeight(shaft), width: part.width }}>
      <div ref={layer} className={style['layer']}>
        {rows}
      </div>
    </div>
  );
}

type Common = Pick<Parameters<typeof GridRow>[0], 'rowIndex' | 'part' | 'top' | 'active'>;

function GridLine({ line, common, ...props }: GridLinesProps & { line: Line; common: Common }) {
  const { groups, figures, clock } = props;
  const group = line.group === null ? null : groups?.groups[line.group];
  if (!group) {
    const row = line.row ?? 0;
    return <GridRow {...common} item={props.items[row] ?? nothing} isOpen={props.open === row} linkOf={props.linkOf} />;
  }
  const isOpen = groups?.opened.has(group.key) ?? false;
  return (
    <FigureRow {...common} look="group" figures={figures} aggregates={group.aggregates} clock={clock}>
      <span className={style['groupHead']}>
        <Icon name={isOpen ? 'down' : 'next'} size={14} />
        <span className={style['groupName']}>{group.key || 'nothing'}</span>
        <span className={style['count']}>{group.count.toLocaleString('en-US')}</span>
        <span className="visually-hidden">rows, {isOpen ? 'shown' : 'not shown'}</span>
      </span>
    </FigureRow>
  );
}

const nothing: FreeForm = {};
