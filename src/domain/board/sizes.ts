/** The height of a capital of B612 as a share of the font size. */
const capShare = 0.76;
/** What a reader needs, and what he reads with ease: the height of a capital in minutes of arc. */
const legibleArc = 17;
const easyArc = 20;
/** A screen that holds fewer letters than this across and lines down is no board: text grows no further. */
const leastAcross = 24;
const leastDown = 16;

/** Font sizes in CSS pixels. */
export type BoardSizes = {
  /** Nothing on the board is smaller. */
  readonly legible: number;
  /** What running text is, as far as there is room. */
  readonly easy: number;
  /** True where the screen is too small for its distance: even the legible size had to be cut. */
  readonly isTooFar: boolean;
};

type Seen = {
  /** Metres. */
  readonly distance: number;
  /** The screen's diagonal. */
  readonly inches: number;
};

/** The font sizes by which capitals are seen under 17 and 20 minutes of arc. The board fills the screen, in CSS pixels. */
export function boardSizes({ distance, inches }: Seen, room: { width: number; height: number }): BoardSizes {
  const millimetresPerPixel = (inches * 25.4) / Math.hypot(room.width, room.height);
  const sizeOf = (arc: number) => Math.ceil(capHeight(arc, distance * 1000) / millimetresPerPixel / capShare);
  const most = Math.max(1, Math.floor(Math.min(room.width / leastAcross, room.height / leastDown)));
  const legible = sizeOf(legibleArc);
  return { legible: Math.min(legible, most), easy: Math.min(sizeOf(easyArc), most), isTooFar: legible > most };
}

/** The height that is seen under so many minutes of arc from a distance, in the distance's unit. */
function capHeight(arc: number, distance: number): number {
  return 2 * distance * Math.tan(((arc / 60) * Math.PI) / 360);
}
