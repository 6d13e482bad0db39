import type { TextSizes } from '#domain/wall/textSizes.ts';

/** How much a tile shows: all details on a line each; state and worst finding on two lines; one line. */
export type TileLevel = 'full' | 'compact' | 'line';

type TileSize = { readonly width: number; readonly height: number };

/** Minimum size of a tile in font sizes, as drawn by `FleetScreen.module.css`, and the size of its tail number. */
const designs: Readonly<Record<TileLevel, TileSize & { readonly tailSize: number }>> = {
  full: { width: 16, height: 6.9, tailSize: 1.5 },
  compact: { width: 13.6, height: 3.2, tailSize: 1.1 },
  line: { width: 9.5, height: 1.75, tailSize: 1 },
};
const levels = ['full', 'compact', 'line'] as const;
/** The width of a letter of B612 Mono, in font sizes. */
const monoLetter = 0.65;
/** Longer names may be cut. */
const maxTailLetters = 7;
/** The width beside a tail number, for its state. */
const besideTail = 9;
const squawkLine = 1.3;
/** Limits the text of a small fleet. */
const maxGrowth = 1.6;

export type TileRoom = {
  readonly count: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Between two tiles, in pixels. */
  readonly gap: number;
  readonly sizes: TextSizes;
  /** Letters of the longest tail number; simulator names, which may be cut, do not count. */
  readonly tail: number;
  /** Whether full tiles have a line for a squawk that grounds. */
  readonly hasSquawks: boolean;
};

export type TileLayout = {
  readonly level: TileLevel;
  /** Pixels; never below the legible size. */
  readonly font: number;
  readonly columns: number;
  readonly rows: number;
  readonly perPage: number;
  readonly pages: number;
};

/**
 * Lays out the tiles of the whole fleet: first the text shrinks to the legible size, then tiles show less, then there are
 * several pages. The result fits, unless there is not even space for one line.
 */
export function tileLayout(room: TileRoom): TileLayout {
  const { legible, easy } = room.sizes;
  for (const level of levels) {
    for (let font = Math.round(easy * maxGrowth); font >= legible; font--) {
      const grid = gridOf(room, level, font);
      if (grid.columns * grid.rows >= room.count) return onePage(room, level, font, grid.rows);
    }
  }
  const { columns, rows } = gridOf(room, 'line', legible);
  const [wide, tall] = [Math.max(1, columns), Math.max(1, rows)];
  const pages = Math.ceil(room.count / (wide * tall));
  return { level: 'line', font: legible, columns: wide, rows: tall, perPage: wide * tall, pages };
}

/** As few columns as possible, for the widest tiles. */
function onePage(room: TileRoom, level: TileLevel, font: number, maxRows: number): TileLayout {
  const columns = Math.max(1, Math.ceil(room.count / Math.max(1, maxRows)));
  const rows = Math.max(1, Math.ceil(room.count / columns));
  return { level, font, columns, rows, perPage: columns * rows, pages: 1 };
}

/** How many columns and rows of tiles fit. */
function gridOf({ width, height, gap, ...room }: TileRoom, level: TileLevel, font: number) {
  const tile = tileSize(room, level);
  const fits = (length: number, one: number) => Math.max(0, Math.floor((length + gap) / (one * font + gap)));
  return { columns: fits(width, tile.width), rows: fits(height, tile.height) };
}

/** The minimum size of a tile, in font sizes. */
export function tileSize({ tail, hasSquawks }: Pick<TileRoom, 'tail' | 'hasSquawks'>, level: TileLevel): TileSize {
  const { width, height, tailSize } = designs[level];
  const tailWidth = Math.min(tail, maxTailLetters) * monoLetter * tailSize;
  const beside = level === 'line' ? width : besideTail;
  return {
    width: Math.max(level === 'line' ? 0 : width, tailWidth + beside),
    height: height + (level === 'full' && hasSquawks ? squawkLine : 0),
  };
}

/** Heights of a row and of a list's heading in font sizes, as `ListScreens.module.css` draws them. */
const oneLine = 1.6;
const twoLines = 2.9;
const listHeading = 1.5;
/** From this width, in font sizes, a row needs one line only. */
const wideFrom = 46;

export type ListRoom = {
  /** All rows. */
  readonly count: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly sizes: TextSizes;
  /** Rows that do not fit on this many pages are not shown. */
  readonly maxPages: number;
};

export type ListLayout = {
  /** Pixels; never below the legible size. */
  readonly font: number;
  readonly rowHeight: number;
  /** One line per row and a heading over the columns, or two lines per row and no heading. */
  readonly isWide: boolean;
  readonly perPage: number;
  readonly pages: number;
};

/** Lays out rows of one height: text shrinks to the legible size if one page is then enough, otherwise there are pages. */
export function listLayout(room: ListRoom): ListLayout {
  return inOnePage(room.sizes, (font) => listLayoutAt(room, font));
}

/** The largest text that fits on one page; the comfortable size if none does. */
function inOnePage<Layout extends { readonly pages: number }>(
  { legible, easy }: TextSizes,
  layoutAt: (font: number) => Layout,
): Layout {
  for (let font = easy; font >= legible; font--) {
    const layout = layoutAt(font);
    if (layout.pages === 1) return layout;
  }
  return layoutAt(easy);
}

function listLayoutAt({ count, width, height, maxPages }: ListRoom, font: number): ListLayout {
  const isWide = width / font >= wideFrom;
  const rowHeight = Math.ceil((isWide ? oneLine : twoLines) * font);
  const forRows = isWide ? height - Math.ceil(listHeading * font) : height;
  const perPage = Math.max(1, Math.floor(forRows / rowHeight));
  return { font, rowHeight, isWide, perPage, pages: pagesOf(count, perPage, maxPages) };
}

function pagesOf(count: number, perPage: number, max: number): number {
  return Math.min(max, Math.max(1, Math.ceil(count / perPage)));
}

export type PairRoom = Omit<ListRoom, 'count'> & { readonly counts: readonly [number, number] };

/** For two lists with a heading each: side by side if `isWide`, otherwise stacked. */
export type PairLayout = Pick<ListLayout, 'font' | 'rowHeight' | 'isWide' | 'pages'> & {
  readonly perPage: readonly [number, number];
};

/**
 * Lays out two lists of one-line rows: text shrinks to the legible size, which has room for a row's words in half the width; then
 * there are pages. A second list below takes only the space it needs.
 */
export function pairLayout(room: PairRoom): PairLayout {
  const { legible } = room.sizes;
  return inOnePage({ ...room.sizes, easy: legible }, (font) => pairLayoutAt(room, font));
}

function pairLayoutAt({ counts, width, height, maxPages }: PairRoom, font: number): PairLayout {
  const [first, second] = counts;
  const isWide = width / font >= wideFrom;
  const rowHeight = Math.ceil(oneLine * font);
  const heading = Math.ceil(listHeading * font);
  const fits = Math.floor((height - (isWide ? 1 : 2) * heading) / rowHeight);
  const below = Math.min(second, Math.max(Math.floor(fits / 2), fits - first));
  const perPage = [Math.max(1, isWide ? fits : fits - below), Math.max(1, isWide ? fits : below)] as const;
  const pages = Math.max(pagesOf(first, perPage[0], maxPages), pagesOf(second, perPage[1], maxPages));
  return { font, rowHeight, isWide, perPage, pages };
}
