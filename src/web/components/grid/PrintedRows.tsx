import { Fragment, type ReactNode, useMemo } from 'react';
import type { FreeForm } from '#contract/objects.ts';
import { valueAt } from '#domain/reports/columns/columns.ts';
import { useClock } from '#web/components/page/school.tsx';
import { figureWidths, type GridColumn, gridColumns, hasLongWord, paperParts } from './columnLayout.ts';
import { figureText, type GridProps, type Line, linesOf, totalText } from './gridModel.ts';
import style from './ReportGrid.module.css';
import { numberText } from '#domain/words.ts';

/** The most lines drawn for paper: with many more a browser seems to hang, and nobody reads sixty pages. */
const maxLines = 2000;

/**
 * The table on paper: native and whole, in as many parts as its columns need, each with the first column. The grid itself
 * draws only what is in view.
 */
export function PrintedRows(props: GridProps) {
  const { label, store, columns: all, rows, view, figures, groups, totals, part = null } = props;
  const clock = useClock();
  const groupLabel = groups?.grouping.column.label;
  const columns = useMemo(
    () => gridColumns(all, view, { groupLabel, clock, zone: store.zone }),
    [all, view, groupLabel, clock, store],
  );
  const lines = linesOf(rows, groups);
  const drawn = Array.from({ length: Math.min(lines.count, maxLines) }, (_, line) => lines.at(line));
  const items = drawn.flatMap(({ row }) => (row === null ? [] : [store.items[row] ?? {}]));
  const parts = paperParts(columns, items, figureWidths(figures, totals, clock));
  const textIn = (line: Line, column: GridColumn, isFirst: boolean) => {
    if (line.row !== null) return cellText(column, store.items[line.row] ?? {});
    const group = groups?.groups[line.group];
    if (!group) return '';
    if (isFirst) return `${group.key || '(empty)'} (${numberText(group.count)})`;
    return figureText(column.id, figures, group.aggregates, clock);
  };
  return (
    <div className={style['paper']} data-paper="wide">
      {lines.count > maxLines && (
        <p>
          The first {numberText(maxLines)} of {numberText(lines.count)} lines; an export has all of them.
        </p>
      )}
      {parts.map((shown, index) => (
        <Fragment key={shown.map(({ id }) => id).join(' ')}>
          {parts.length > 1 && (
            <p>
              Columns, part {index + 1} of {parts.length}
            </p>
          )}
          <PaperTable label={label} columns={shown} lines={drawn} textIn={textIn}>
            {totals && (
              <tr>
                {shown.map((column, place) => (
                  <th key={column.id} data-look={column.look}>
                    {place === 0 ? totalText(rows.length, part) : figureText(column.id, figures, totals, clock)}
                  </th>
                ))}
              </tr>
            )}
          </PaperTable>
        </Fragment>
      ))}
    </div>
  );
}

function cellText({ source, write }: GridColumn, item: FreeForm): string {
  return source ? write(valueAt(item, source.path)) : '';
}

type PaperTableProps = {
  label: string;
  columns: readonly GridColumn[];
  lines: readonly Line[];
  textIn: (line: Line, column: GridColumn, isFirst: boolean) => string;
  /** The row of the totals. */
  children: ReactNode;
};

function PaperTable({ label, columns, lines, textIn, children }: PaperTableProps) {
  return (
    <table>
      <caption className="visually-hidden">{label}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" data-look={column.look}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- drawn once for paper, never updated
          <tr key={index} data-is-group={line.row === null}>
            {columns.map((column, place) => {
              const text = textIn(line, column, place === 0);
              return (
                <td key={column.id} data-look={column.look} data-is-long={hasLongWord(text)}>
                  {text}
                </td>
              );
            })}
          </tr>
        ))}
        {children}
      </tbody>
    </table>
  );
}
