/** The lines of a table, all of one height, seen through a viewport. Pixels. */
export type VirtualList = {
  readonly lines: number;
  readonly lineHeight: number;
  /** The height of the viewport. */
  readonly room: number;
};

/** A part of the lines; `end` is exclusive. */
export type Range = { readonly start: number; readonly end: number };

/** Browsers clip taller elements: Firefox at 17.8 million pixels, the others at 33. */
const tallest = 15_000_000;

/** The height of the scrolled element. Beyond half a million lines it is shorter than the lines, and scrolls faster. */
export function scrollHeight({ lines, lineHeight }: VirtualList): number {
  return Math.min(lines * lineHeight, tallest);
}

/** How many pixels of lines pass per scrolled pixel: 1, unless the height is capped. */
function scrollRatio(list: VirtualList): number {
  const scrolled = scrollHeight(list) - list.room;
  return scrolled > 0 ? (list.lines * list.lineHeight - list.room) / scrolled : 1;
}

/** The pixel of the lines at the top of the viewport for a scroll position. */
export function contentTop(list: VirtualList, scroll: number): number {
  return scroll * scrollRatio(list);
}

/** The scroll position that shows a line in full, moving as little as possible. */
export function scrollTo(list: VirtualList, scroll: number, line: number): number {
  const top = contentTop(list, scroll);
  const start = line * list.lineHeight;
  const end = start + list.lineHeight;
  if (start < top) return start / scrollRatio(list);
  return end > top + list.room ? (end - list.room) / scrollRatio(list) : scroll;
}

/** Lines are added and removed in steps, so that most frames of scrolling change nothing. */
const stepLines = 2;
const spareLines = 3;

/** The step that the first visible line is in. */
export function stepAt(list: VirtualList, scroll: number): number {
  return Math.floor(contentTop(list, scroll) / list.lineHeight / stepLines);
}

/** The lines to render while the first visible line is in this step. Their number depends on the viewport alone. */
export function renderedLines({ lines, lineHeight, room }: VirtualList, step: number): Range {
  const count = Math.min(lines, Math.ceil(room / lineHeight) + stepLines + 2 * spareLines + 1);
  const start = Math.max(0, Math.min(step * stepLines - spareLines, lines - count));
  return { start, end: start + count };
}

/** Vertical offsets are counted from a line nearby: browsers round offsets of millions of pixels. */
const layerLines = 4096;

/** The line from which the offsets of the rendered lines are counted. */
export function layerStart({ start }: Range): number {
  return start - (start % layerLines);
}

/**
 * Which line each row element shows. While the range moves by one line, one element changes its line and all others keep
 * theirs, so that elements are reused and only their texts change.
 */
export function linesBySlot({ start, end }: Range): number[] {
  const slots = end - start;
  return Array.from({ length: slots }, (_, slot) => start + ((((slot - start) % slots) + slots) % slots));
}
