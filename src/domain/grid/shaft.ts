/** The lines of a table, all equally tall, seen through a window. Pixels. */
export type Shaft = {
  readonly lines: number;
  readonly lineHeight: number;
  /** What of the lines can be seen at once. */
  readonly room: number;
};

/** Browsers cut off what is taller: Firefox at 17.8 million pixels, the others at 33. */
const tallest = 15_000_000;

/** Height of the element that is scrolled. Beyond half a million lines it is shorter than the lines, and scrolls faster. */
export function shaftHeight({ lines, lineHeight }: Shaft): number {
  return Math.min(lines * lineHeight, tallest);
}

/** How many pixels of lines a pixel of scrolling is: 1, unless there are very many. */
function pace(shaft: Shaft): number {
  const scrolled = shaftHeight(shaft) - shaft.room;
  return scrolled > 0 ? (shaft.lines * shaft.lineHeight - shaft.room) / scrolled : 1;
}

/** The pixel of the lines that is at the top of the window when it is scrolled so far. */
export function topAt(shaft: Shaft, scroll: number): number {
  return scroll * pace(shaft);
}

function scrollAt(shaft: Shaft, top: number): number {
  return top / pace(shaft);
}

/** Where to scroll so that a line is seen whole, from where it is scrolled now. */
export function scrollTo(shaft: Shaft, scroll: number, line: number): number {
  const top = topAt(shaft, scroll);
  const start = line * shaft.lineHeight;
  const end = start + shaft.lineHeight;
  if (start < top) return scrollAt(shaft, start);
  return end > top + shaft.room ? scrollAt(shaft, end - shaft.room) : scroll;
}

/** A part of the lines; `end` is exclusive. */
export type Stretch = { readonly start: number; readonly end: number };

/** Lines come and go so many at a time, so that most frames of scrolling change nothing. */
const stepLines = 2;
const spareLines = 3;

/** The step of the first line in sight. */
export function stepAt(shaft: Shaft, scroll: number): number {
  return Math.floor(topAt(shaft, scroll) / shaft.lineHeight / stepLines);
}

/** The lines to be drawn as long as the first line in sight is in this step. How many they are depends on the room alone. */
export function drawnLines({ lines, lineHeight, room }: Shaft, step: number): Stretch {
  const count = Math.min(lines, Math.ceil(room / lineHeight) + stepLines + 2 * spareLines + 1);
  const start = Math.max(0, Math.min(step * stepLines - spareLines, lines - count));
  return { start, end: start + count };
}
