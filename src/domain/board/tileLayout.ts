import type { BoardSizes } from './sizes.ts';

/** How much a tile says: everything on lines of its own; the state and the worst on two lines; all in one line. */
export type TileLevel = 'full' | 'compact' | 'line';

type TileSize = { readonly width: number; readonly height: number };

/** The least size of a tile in font sizes, as `FleetScreen.module.css` draws it, and how large its text grows. */
const designs: Readonly<Record<TileLevel, TileSize & { readonly tailSize: number }>> = {
  full: { width: 16, height: 6.9, tailSize: 1.5 },
  compact: { width: 13.6, height: 3.2, tailSize: 1.15 },
  line: { width: 7.5, height: 1.75, tailSize: 1 },
};
const levels = ['full', 'compact', 'line'] as const;
/** The width of a letter of B612 Mono, in font sizes. */
const monoLetter = 0.65;
/** What is longer may be cut. */
const mostTailLetters = 7;
const squawkLine = 1.3;
/** Few aircraft have large tiles, but no poster. */
const mostGrowth = 1.6;

export type TileRoom = {
  readonly count: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Between two tiles, in pixels. */
  readonly gap: number;
  readonly sizes: BoardSizes;
  /** Letters of the longest tail number; what has more than seven is a simulator's name, and cut. */
  readonly tail: number;
  /** Whether full tiles have a line for a squawk that grounds. */
  readonly hasSquawks: boolean;
};

export type TileLayout = {
  readonly level: TileLevel;
  /** Pixels; never below what is legible. */
  readonly font: number;
  readonly columns: number;
  readonly rows: number;
  readonly perPage: number;
  readonly pages: number;
};

/**
 * Tiles for the whole fleet: text shrinks to the legible minimum first, then tiles say less so that there are more columns,
 * and only then there are pages. What it gives fits into the room, unless the room does not hold one line.
 */
export function tileLayout(room: TileRoom): TileLayout {
  const { legible, easy } = room.sizes;
  for (const level of levels) {
    for (let font = Math.round(easy * mostGrowth); font >= legible; font--) {
      const most = gridOf(room, level, font);
      if (most.columns * most.rows >= room.count) return onePage(room, level, font, most.rows);
    }
  }
  const { columns, rows } = gridOf(room, 'line', legible);
  const [wide, tall] = [Math.max(1, columns), Math.max(1, rows)];
  const pages = Math.ceil(room.count / (wide * tall));
  return { level: 'line', font: legible, columns: wide, rows: tall, perPage: wide * tall, pages };
}

/** As few columns as do, so that no tile is narrower than it must be. */
function onePage(room: TileRoom, level: TileLevel, font: number, mostRows: number): TileLayout {
  const columns = Math.max(1, Math.ceil(room.count / Math.max(1, mostRows)));
  const rows = Math.max(1, Math.ceil(room.count / columns));
  return { level, font, columns, rows, perPage: columns * rows, pages: 1 };
}

/** How many tiles of a size have room beside and above each other. */
function gridOf({ width, height, gap, ...room }: TileRoom, level: TileLevel, font: number) {
  const tile = tileSize(room, level);
  const fits = (length: number, one: number) => Math.max(0, Math.floor((length + gap) / (one * font + gap)));
  return { columns: fits(width, tile.width), rows: fits(height, tile.height) };
}

/** The least size of a tile, in font sizes. */
export function tileSize({ tail, hasSquawks }: Pick<TileRoom, 'tail' | 'hasSquawks'>, level: TileLevel): TileSize {
  const { width, height, tailSize } = designs[level];
  const tailWidth = Math.min(tail, mostTailLetters) * monoLetter * tailSize;
  const beside = level === 'full' ? 9 : level === 'compact' ? 9 : width;
  return {
    width: Math.max(level === 'line' ? 0 : width, tailWidth + beside),
    height: height + (level === 'full' && hasSquawks ? squawkLine : 0),
  };
}
