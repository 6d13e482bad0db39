/** The cap height of B612 as a share of the font size. */
const capShare = 0.76;
/** Cap heights in minutes of arc: the smallest legible one, and one that is easy to read. */
const legibleArc = 17;
const easyArc = 20;
/** Letters across and lines down that a board needs, which limit the text size. */
const minAcross = 24;
const minDown = 16;

/** Font sizes in CSS pixels. */
export type TextSizes = {
  /** The minimum. */
  readonly legible: number;
  /** The size for running text, if there is room. */
  readonly easy: number;
  /** True if the screen is too small for its distance, so that the legible size had to be reduced. */
  readonly isTooFar: boolean;
};

type Seen = {
  /** Metres. */
  readonly distance: number;
  /** The screen's diagonal. */
  readonly inches: number;
};

/** The font sizes whose capitals appear 17 and 20 minutes of arc high. The board fills the screen, in CSS pixels. */
export function textSizes({ distance, inches }: Seen, room: { width: number; height: number }): TextSizes {
  const millimetresPerPixel = (inches * 25.4) / Math.hypot(room.width, room.height);
  const sizeOf = (arc: number) => Math.ceil(capHeight(arc, distance * 1000) / millimetresPerPixel / capShare);
  const max = Math.max(1, Math.floor(Math.min(room.width / minAcross, room.height / minDown)));
  const legible = sizeOf(legibleArc);
  return { legible: Math.min(legible, max), easy: Math.min(sizeOf(easyArc), max), isTooFar: legible > max };
}

/** The height that appears under an angle (minutes of arc) at a distance, in the distance's unit. */
function capHeight(arc: number, distance: number): number {
  return 2 * distance * Math.tan(((arc / 60) * Math.PI) / 360);
}

/**
 * Advance widths of B612's letters in font sizes, rounded up in groups. Other Latin letters are at most 0.6 wide,
 * capitals 0.65.
 */
const letterWidths = new Map<string, number>(
  (
    [
      ["iIjl '’,.", 0.35],
      ['frtsJ-()', 0.45],
      ['wHNOQU&…', 0.8],
      ['mMW', 0.95],
    ] as const
  ).flatMap(([letters, width]) => Array.from(letters, (letter): [string, number] => [letter, width])),
);

/** The width of a text on the board in font sizes, never less than its drawn width. */
export function textWidth(text: string): number {
  return Array.from(text.normalize('NFD')).reduce((sum, letter) => sum + letterWidth(letter), 0);
}

function letterWidth(letter: string): number {
  // An accent adds no width.
  if (/\p{M}/u.test(letter)) return 0;
  return letterWidths.get(letter) ?? (/[a-z]/.test(letter) ? 0.6 : /[ -~]/.test(letter) ? 0.65 : 1);
}
