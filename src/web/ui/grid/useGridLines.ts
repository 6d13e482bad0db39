import { useMemo } from 'react';
import { groupLines, type Lines, rowLines } from '#domain/grid/gridLines.ts';
import type { GridGroups } from './gridProps.ts';

/** The rows one below the other, or the heads of groups with the rows of those that are open. */
export function useGridLines(rows: Uint32Array, groups: GridGroups | null): Lines {
  const list = groups?.groups;
  const opened = groups?.opened;
  return useMemo(
    () => (list && opened ? groupLines(list.map(({ key }) => opened.get(key) ?? null)) : rowLines(rows)),
    [rows, list, opened],
  );
}
