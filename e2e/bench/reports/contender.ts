import type { Column, Row } from './rows.ts';

/** What the page of each contender offers as `window.grid`. */
export type Grid = {
  /** Draws the rows, which are in memory, in the order given. */
  readonly load: (root: HTMLElement, columns: readonly Column[], rows: readonly Row[]) => void;
  /** By one column, downwards. */
  readonly sortBy: (key: string) => void;
  /** Rows with this text in any column; all of them when it is empty. */
  readonly filterBy: (text: string) => void;
  /** By the values of one column, with the count of each and the sum of another column; absent where it cannot. */
  readonly groupBy?: (key: string, sum: string) => void;
  /** A selector of what is there once rows are drawn. */
  readonly rows: string;
  readonly scroller: () => Element | null;
};

declare global {
  interface Window {
    grid: Grid;
  }
}
