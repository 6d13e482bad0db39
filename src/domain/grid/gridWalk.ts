/** A cell of a table: line 0 is its head, both count from 0. */
export type Place = { readonly line: number; readonly column: number };

/** How far one can walk: lines with the head, columns, and the lines of one page. */
export type Ground = { readonly lines: number; readonly columns: number; readonly page: number };

type Step = (place: Place, ground: Ground) => Place;

const steps: { readonly [key: string]: Step | undefined } = {
  ArrowUp: ({ line, column }) => ({ line: line - 1, column }),
  ArrowDown: ({ line, column }) => ({ line: line + 1, column }),
  ArrowLeft: ({ line, column }) => ({ line, column: column - 1 }),
  ArrowRight: ({ line, column }) => ({ line, column: column + 1 }),
  Home: ({ line }) => ({ line, column: 0 }),
  End: ({ line }, { columns }) => ({ line, column: columns - 1 }),
  PageUp: ({ line, column }, { page }) => ({ line: line - page, column }),
  PageDown: ({ line, column }, { page }) => ({ line: line + page, column }),
};

const stepsWithControl: { readonly [key: string]: Step | undefined } = {
  Home: () => ({ line: 1, column: 0 }),
  End: (_, { lines, columns }) => ({ line: lines - 1, column: columns - 1 }),
};

/** Where a key leads, after the pattern for grids of the ARIA Authoring Practices; null for keys that lead nowhere. */
export function walk(place: Place, key: string, isControl: boolean, ground: Ground): Place | null {
  const step = (isControl ? stepsWithControl : steps)[key];
  return step ? within(step(place, ground), ground) : null;
}

/** The nearest place that there is. */
export function within({ line, column }: Place, { lines, columns }: Ground): Place {
  const clamp = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));
  return { line: clamp(line, lines), column: clamp(column, columns) };
}
