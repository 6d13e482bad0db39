import type { School, SchoolReservation } from './school.ts';

/** The API that each contender's page offers as `window.contender`. */
export type Contender = {
  /** Converts the week to the contender's own form, in memory; nothing is drawn yet. */
  readonly prepare: (school: School, words: (reservation: SchoolReservation) => string) => void;
  /** Draws the week with hours of this width in pixels. */
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
