import type { BoardSizes } from './sizes.ts';

/** Heights of a row and of a list's heading in font sizes, as `BoardList.module.css` draws them. */
const oneLine = 1.6;
const twoLines = 2.9;
const heading = 1.5;
/** Letters' worth of width from which a row needs one line only. */
const wideFrom = 46;

export type ListRoom = {
  /** Rows there are. */
  readonly count: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly sizes: BoardSizes;
  /** A list that goes on beyond this many pages says so. */
  readonly mostPages: number;
};

export type ListLayout = {
  /** Pixels; never below what is legible. */
  readonly font: number;
  readonly rowHeight: number;
  /** One line to a row and a heading over the columns, or two lines to a row and none. */
  readonly isWide: boolean;
  readonly perPage: number;
  readonly pages: number;
  /** Rows that no page shows. */
  readonly beyond: number;
};

/** Rows of one height: text shrinks to the legible minimum where that spares pages, then there are pages. */
export function listLayout(room: ListRoom): ListLayout {
  const { legible, easy } = room.sizes;
  for (let font = easy; font >= legible; font--) {
    const layout = layoutAt(room, font);
    if (layout.pages === 1) return layout;
  }
  return layoutAt(room, easy);
}

function layoutAt({ count, width, height, mostPages }: ListRoom, font: number): ListLayout {
  const isWide = width / font >= wideFrom;
  const rowHeight = Math.ceil((isWide ? oneLine : twoLines) * font);
  const forRows = isWide ? height - Math.ceil(heading * font) : height;
  const perPage = Math.max(1, Math.floor(forRows / rowHeight));
  const wanted = Math.max(1, Math.ceil(count / perPage));
  const pages = Math.min(wanted, mostPages);
  return { font, rowHeight, isWide, perPage, pages, beyond: Math.max(0, count - pages * perPage) };
}
