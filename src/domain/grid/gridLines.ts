/** What a line of a table shows: a row, by its number among the items, or the head of a group. */
export type Line = { readonly row: number; readonly group: null } | { readonly row: null; readonly group: number };

/** The lines of a table, which are looked up and never listed. */
export type Lines = { readonly count: number; readonly at: (line: number) => Line };

export function rowLines(rows: Uint32Array): Lines {
  return { count: rows.length, at: (line) => ({ row: rows[line] as number, group: null }) };
}

/** Groups, each with its rows below it where it is open; null where it is closed. */
export function groupLines(groups: readonly (Uint32Array | null)[]): Lines {
  const heads = new Uint32Array(groups.length);
  let count = 0;
  for (const [group, rows] of groups.entries()) {
    heads[group] = count;
    count += 1 + (rows?.length ?? 0);
  }
  const at = (line: number): Line => {
    const group = lastAtMost(heads, line);
    const within = line - (heads[group] as number);
    return within === 0 ? { row: null, group } : { row: groups[group]?.[within - 1] as number, group: null };
  };
  return { count, at };
}

function lastAtMost(heads: Uint32Array, line: number): number {
  let [low, high] = [0, heads.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((heads[middle] as number) <= line) low = middle;
    else high = middle - 1;
  }
  return low;
}
