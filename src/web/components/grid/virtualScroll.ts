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

/** The top of the layer whose lines are counted from `base`; the same at any scroll position, unless the height is capped. */
export function layerTop(list: VirtualList, base: number, scroll: number): number {
  return base * list.lineHeight + scroll - contentTop(list, scroll);
}

/** Whether a scrolled pixel is a pixel of the lines. */
export function isToScale(list: VirtualList): boolean {
  return scrollRatio(list) === 1;
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
/** Lines above and below the visible ones: browsers may show them before the page gets the scroll event. */
const spareLines = 3;

/** The step that the first visible line is in. */
export function stepAt(list: VirtualList, scroll: number): number {
  return Math.floor(contentTop(list, scroll) / list.lineHeight / stepLines);
}

/** Vertical offsets are counted from a line nearby: browsers round offsets of millions of pixels. */
const farLines = 4096;

/** What is drawn at a step. */
export type Drawn = {
  readonly step: number;
  /** The line from which the offsets of the lines, and their elements, are counted. */
  readonly base: number;
  /** Whether there are spare lines. */
  readonly hasSpare: boolean;
};

/** What is drawn at first. */
export function firstDrawn(step: number): Drawn {
  return { step, base: step * stepLines, hasSpare: true };
}

/**
 * What is drawn at the next step; the same if the step is the same. After a jump that leaves no line in view, the visible
 * lines come first. Each element keeps its place and changes only its text: the layer moves.
 */
export function drawnAt(list: VirtualList, before: Drawn, step: number): Drawn {
  if (step === before.step) return before;
  const start = step * stepLines;
  const isLeap = Math.abs(step - before.step) * stepLines >= slotCount(list);
  const isFar = Math.abs(start - before.base) >= farLines;
  return { step, base: isLeap || isFar ? start : before.base, hasSpare: !isLeap };
}

/** Visible lines while the first of them is within one step. */
function sightLines({ lineHeight, room }: VirtualList): number {
  return Math.ceil(room / lineHeight) + stepLines;
}

/** The number of elements that lines are drawn in, in turn. It depends only on the viewport. */
function slotCount(list: VirtualList): number {
  return sightLines(list) + 2 * spareLines;
}

/** The lines to render. */
export function renderedLines(list: VirtualList, { step, hasSpare }: Drawn): Range {
  const spare = hasSpare ? spareLines : 0;
  const count = Math.min(list.lines, sightLines(list) + 2 * spare);
  const start = Math.max(0, Math.min(step * stepLines - spare, list.lines - count));
  return { start, end: start + count };
}

export type Slot = { readonly slot: number; readonly line: number };

/**
 * The lines to render with the element that shows each, in the order of the elements. While lines scroll into view one by
 * one, one element changes its line and all others keep theirs: elements are reused and only texts change.
 */
export function linesBySlot(list: VirtualList, drawn: Drawn): Slot[] {
  const { start, end } = renderedLines(list, drawn);
  const slots = slotCount(list);
  const slotOf = (line: number) => (((line - drawn.base) % slots) + slots) % slots;
  return Array.from({ length: end - start }, (_, at) => ({ slot: slotOf(start + at), line: start + at })).toSorted(
    (one, other) => one.slot - other.slot,
  );
}
