import type { School, SchoolReservation } from './school.ts';

/** What the page of each contender offers as `window.contender`. */
export type Contender = {
  /** Turns the week into the contender's own form, in memory; nothing is drawn yet. */
  readonly prepare: (school: School, words: (reservation: SchoolReservation) => string) => void;
  /** Draws the week, whose hours are so many pixels wide. */
  readonly show: (root: HTMLElement, pixelsPerHour: number) => void;
  /** Shows one day over the whole width, from midnight to midnight. */
  readonly turn: (start: number, end: number) => void;
  /** A selector. */
  readonly bars: string;
  readonly scroller: () => Element | null;
};

declare global {
  interface Window {
    contender: Contender;
  }
}
