import type { Column, Row } from './rows.ts';

/** The API that each contender's page offers as `window.grid`. */
export type Grid = {
  /** Draws the rows from memory in the order given. */
  readonly load: (root: HTMLElement, columns: readonly Column[], rows: readonly Row[]) => void;
  /** Sorts by one column, descending. */
  readonly sortBy: (key: string) => void;
  /** Filters to rows with this text in any column; an empty text shows all. */
  readonly filterBy: (text: string) => void;
  /** Groups by the values of one column, with the count of each and the sum of another column; absent if it cannot. */
  readonly groupBy?: (key: string, sum: string) => void;
  /** A selector that matches once rows are drawn. */
  readonly rows: string;
  readonly scroller: () => Element | null;
};

declare global {
  interface Window {
    grid: Grid;
  }
}
