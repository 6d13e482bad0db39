/** A text or a mark on a background, by the names of their tokens, and the contrast it needs: 4.5 for text, 3 for marks. */
export type ColourPair = { readonly colour: string; readonly ground: string; readonly min: 4.5 | 3 };

const grounds = ['bg', 'surface', 'raised'] as const;
const texts = ['text', 'muted', 'accent', 'expired', 'warning-edge', 'ok', 'inactive'] as const;
const blocks = ['out', 'booked', 'shop', 'class', 'meeting', 'off'] as const;
const series = ['0', '1', '2', '3', '4', '5', '6', '7'].map((index) => `series-${index}`);

/** Pairs of colours that occur together on screens, in groups. */
export const colourGroups: readonly { readonly title: string; readonly pairs: readonly ColourPair[] }[] = [
  {
    title: 'Text',
    pairs: texts.flatMap((colour) => grounds.map((ground): ColourPair => ({ colour, ground, min: 4.5 }))),
  },
  {
    title: 'States',
    pairs: [
      { colour: 'on-expired', ground: 'expired', min: 4.5 },
      { colour: 'on-warning', ground: 'warning', min: 4.5 },
      { colour: 'text', ground: 'expired-ground', min: 4.5 },
      { colour: 'text', ground: 'warning-ground', min: 4.5 },
      { colour: 'warning-mark', ground: 'surface', min: 3 },
    ],
  },
  {
    title: 'Blocks of time',
    pairs: blocks.flatMap((kind): ColourPair[] => [
      { colour: `on-${kind}`, ground: `${kind}-fill`, min: 4.5 },
      { colour: kind, ground: 'surface', min: 3 },
    ]),
  },
  {
    title: 'Flight categories',
    pairs: (['vfr', 'mvfr', 'ifr', 'lifr'] as const).flatMap((category): ColourPair[] => [
      { colour: 'on-category', ground: category, min: 4.5 },
      { colour: category, ground: 'surface', min: 3 },
    ]),
  },
  { title: 'Charts', pairs: series.map((colour): ColourPair => ({ colour, ground: 'surface', min: 3 })) },
];

/** WCAG 2.2 contrast of two colours as browsers compute them, `rgb(16, 24, 40)`; null if either is not an opaque colour. */
export function contrastOf(one: string, other: string): number | null {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  if (a === null || b === null) return null;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(color: string): number | null {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1).map(Number);
  if (!parts) return null;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** `5.4:1`, rounded down, so that an insufficient contrast never reads as sufficient. */
export function contrastText(contrast: number | null): string {
  return contrast === null ? '–' : `${(Math.floor(contrast * 10) / 10).toFixed(1)}:1`;
}
