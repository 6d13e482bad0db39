import type { BriefBlock, BriefRow, BriefSheet } from '#contract/gateway/brief.ts';
import { textWidth } from '#domain/wall/textSizes.ts';

/**
 * The area that Letter and A4 share within margins of 10 mm, in millimetres: A4's width and Letter's height. A brief
 * therefore fits either paper. `sheet.css` draws with these measures.
 */
const paper = { width: 190, height: 258, gap: 5 } as const;

/** Line heights in millimetres, the most readable first; the last one has letters of newspaper size. */
const lineHeights = [4.8, 4.2, 3.7, 3.3] as const;
/** The font size as a share of the line height. */
const letterShare = 0.72;

/** Lines besides the blocks: title, notice, figures and footer. Each of `lines` adds one more. */
const headLines = 3;
const noticeLines = 2.5;
const factLines = 2.5;
const footLines = 1.5;
/** The lines of a block's heading, with the space above it. */
const headingLines = 1.75;

/** The brief's font is this much narrower than the wall board's, whose widths are measured. */
const letterWidth = 0.96;
/** Free space beside a text, in millimetres. */
const beside = 1.5;

/** A text takes at most this many lines on paper; a longer one ends in dots. */
const maxLines = 3;

type Row = Omit<BriefRow, 'lines'>;

/** A list for the paper: all its rows, the most important first. */
export type Draft = Pick<BriefBlock, 'id' | 'title' | 'note' | 'columns'> & {
  readonly perLine?: number;
  readonly rows: readonly Row[];
  /** The text for an empty list. */
  readonly none: string;
  /** The text about the rows that do not fit. */
  readonly more?: (left: readonly Row[]) => string;
  /** The order of the rows that fit; as given if omitted. */
  readonly order?: (a: Row, b: Row) => number;
};

export type Page = Pick<BriefSheet, 'title' | 'facts' | 'lines' | 'isEmpty' | 'done'> & {
  /** Full width; `dense` takes less room, and replaces `top` if that does not fit. */
  readonly top: readonly Draft[];
  readonly dense: readonly Draft[];
  readonly columns: readonly (readonly Draft[])[];
};

/**
 * Lays out a page in the largest letters that fit everything uncut. If rows must be left out, it uses the smallest. It
 * never has more lines than the paper (`linesOf`).
 */
export function sheetOf({ top, dense, columns, ...head }: Page): BriefSheet {
  const [large, roomy, normal, small] = lineHeights;
  const attempts = [
    { lineHeight: large, drafts: top },
    { lineHeight: roomy, drafts: top },
    { lineHeight: normal, drafts: top },
    { lineHeight: roomy, drafts: dense },
    { lineHeight: normal, drafts: dense },
    { lineHeight: small, drafts: dense },
  ];
  let sheet: BriefSheet | null = null;
  for (const { lineHeight, drafts } of attempts) {
    const room = linesOn(lineHeight) - fixedLines(head.lines.length);
    const laid = laidOut(drafts, columns, { lineHeight, room });
    sheet = { ...head, lineHeight, top: laid.top, columns: laid.columns };
    // One long text must not make all others too small to read well.
    if (laid.isWhole && (lineHeight <= normal || !laid.isCut)) break;
  }
  if (!sheet) throw new Error('A sheet has one size at least.');
  return sheet;
}

function linesOn(lineHeight: number): number {
  return Math.floor(paper.height / lineHeight);
}

function fixedLines(extra: number): number {
  return headLines + noticeLines + factLines + footLines + extra;
}

/** The number of lines that a sheet takes, and the number on the paper. */
export function linesOf({ lineHeight, lines, top, columns }: BriefSheet): {
  readonly used: number;
  readonly of: number;
} {
  const stacked = (blocks: readonly BriefBlock[]) => sum(blocks.map(heightOf));
  const used = fixedLines(lines.length) + stacked(top) + Math.max(0, ...columns.map(stacked));
  return { used, of: linesOn(lineHeight) };
}

function heightOf({ rows, perLine, more }: BriefBlock): number {
  return headingLines + rowLines(rows, perLine) + (more === null ? 0 : 1);
}

function rowLines(rows: readonly Pick<BriefRow, 'lines'>[], perLine: number): number {
  return perLine === 1 ? sum(rows.map(({ lines }) => lines)) : Math.ceil(rows.length / perLine);
}

type LineSpace = { readonly lineHeight: number; readonly room: number };

/** The smallest share of the paper for the columns, if not everything fits. */
const columnShare = 0.45;

function laidOut(top: readonly Draft[], columns: readonly (readonly Draft[])[], { lineHeight, room }: LineSpace) {
  const width = (paper.width - paper.gap * (columns.length - 1)) / columns.length;
  const wide = top.map((draft) => measured(draft, paper.width, lineHeight));
  const narrow = columns.map((drafts) => drafts.map((draft) => measured(draft, width, lineHeight)));
  const wanted = (drafts: readonly Measured[]) => sum(drafts.map(({ wants }) => wants));
  const [above, below] = [wanted(wide), Math.max(0, ...narrow.map(wanted))];
  const given = Math.min(below, Math.max(room - above, Math.floor(room * columnShare)));
  return {
    isWhole: above + below <= room,
    isCut: [...wide, ...narrow.flat()].some((one) => one.isCut),
    top: filled(wide, room - given),
    columns: narrow.map((drafts) => filled(drafts, given)),
  };
}

type Measured = {
  readonly draft: Draft;
  readonly rows: readonly BriefRow[];
  readonly wants: number;
  /** True if a text is longer than a row allows. */
  readonly isCut: boolean;
};

const widths = new Map<string, number>();
/** Above this size the cache is emptied. */
const maxWidths = 5_000;

/** Cached, because a page is laid out several times, and the next one repeats much of the text. */
function widthOf(text: string): number {
  if (widths.size > maxWidths) widths.clear();
  const width = widths.get(text) ?? textWidth(text) * letterWidth;
  widths.set(text, width);
  return width;
}

/** The number of lines that each row takes in a column of the paper, and their sum. */
function measured(draft: Draft, width: number, lineHeight: number): Measured {
  const { columns, perLine = 1 } = draft;
  const fixed = sum(columns.map((column) => (column.width ?? 0) * lineHeight));
  const letters = lineHeight * letterShare;
  const texts = columns.flatMap(({ kind, width: own }, place) => {
    const room = (own === null ? width / perLine - fixed : own * lineHeight) - beside;
    return kind === 'text' ? [{ place, room: Math.max(1, room) }] : [];
  });
  const max = perLine === 1 ? maxLines : 1;
  let isCut = false;
  const rows = draft.rows.map((row): BriefRow => {
    const needed = texts.map(({ place, room }) => Math.ceil((widthOf(row.cells[place] ?? '') * letters) / room));
    const lines = Math.max(1, ...needed);
    isCut ||= lines > max;
    return { ...row, lines: Math.min(max, lines) };
  });
  return { draft, rows, wants: headingLines + Math.max(1, rowLines(rows, perLine)), isCut };
}

/** A block with few lines gets all of them; the others share the remaining room equally. */
function filled(drafts: readonly Measured[], room: number): BriefBlock[] {
  const given = new Map<Measured, number>();
  let left = room;
  const bySize = drafts.toSorted((a, b) => a.wants - b.wants);
  bySize.forEach((one, place) => {
    const own = Math.min(one.wants, left / (bySize.length - place));
    given.set(one, own);
    left -= own;
  });
  return drafts.map((draft) => cut(draft, given.get(draft) ?? 0));
}

/** The first rows that fit, and a line about the others. */
function cut({ draft, rows, wants }: Measured, room: number): BriefBlock {
  const { id, title, note, columns, perLine = 1, none, more = defaultMore, order } = draft;
  const block = { id, title, note, columns: [...columns], perLine, count: rows.length };
  if (rows.length === 0) return { ...block, rows: [], more: none };
  // A rounding error of halves and thirds must not cost a row.
  if (wants <= room + 1e-6) return { ...block, rows: ordered(rows, order), more: null };
  const max = Math.floor(room - headingLines - 1 + 1e-6);
  let shown = 0;
  while (shown < rows.length && rowLines(rows.slice(0, shown + 1), perLine) <= max) shown++;
  return { ...block, rows: ordered(rows.slice(0, shown), order), more: more(rows.slice(shown)) };
}

function ordered(rows: readonly BriefRow[], order: Draft['order']): BriefRow[] {
  return order ? rows.toSorted(order) : [...rows];
}

function defaultMore(left: readonly unknown[]): string {
  return `and ${left.length} more`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The footer of every sheet. */
export const briefFoot =
  'Checks say what the records hold against a flight, never that the flight is legal or the aircraft airworthy. Meter readings carry no time.';

/**
 * The counts of a line such as `4 can go · 12 flying`, each with its words, to be printed as figures; null for a line of
 * other words.
 */
export function countsIn(text: string): readonly { readonly count: string; readonly words: string }[] | null {
  const counts = text.split(' · ').map((part) => /^(\d+) (.+)$/.exec(part));
  return counts.every((part) => part !== null) ? counts.map(([, count = '', words = '']) => ({ count, words })) : null;
}
