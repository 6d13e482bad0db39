import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { colourGroups } from '#e2e/tools/components/model.ts';

/** The contrast of every pair of colours that meet on a screen by WCAG 2.2 (relative luminance), read from the style sheet. */

const sheet = readFileSync(new URL('../../src/web/components/theme/tokens.css', import.meta.url), 'utf8');
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The `#rrggbb` of a token in a theme; some tokens are the same in both. */
function colorOf(name: string, theme: Theme): string {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(sheet) ?? [];
  const [, both] = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(sheet) ?? [];
  const color = both ?? (theme === 'light' ? light : dark);
  if (!color) throw new Error(`There is no opaque colour --${name}.`);
  return color;
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return (bright + 0.05) / (dim + 0.05);
}

const grounds = ['bg', 'surface', 'raised'];
const kinds = ['out', 'booked', 'shop', 'class', 'meeting', 'off'];
const categories = ['vfr', 'mvfr', 'ifr', 'lifr'];
const series = Array.from({ length: 8 }, (_, index) => `series-${index}`);
const textOnGrounds = ['text', 'muted', 'accent', 'expired', 'warning-edge', 'ok', 'inactive'];
const pairs = (marks: readonly string[]) => marks.flatMap((mark) => grounds.map((ground) => [mark, ground] as const));

describe.each(themes)('in the %s theme', (theme) => {
  it.each([
    ...pairs(textOnGrounds),
    ['on-expired', 'expired'] as const,
    ['on-warning', 'warning'] as const,
    ...['expired-ground', 'warning-ground'].flatMap((ground) =>
      ['text', 'muted', 'expired', 'warning-edge'].map((text) => [text, ground] as const),
    ),
    ...kinds.map((kind) => [`on-${kind}`, `${kind}-fill`] as const),
    ...categories.map((category) => ['on-category', category] as const),
  ])('text in --%s on --%s is at least 4.5:1', (text, ground) => {
    expect(contrast(colorOf(text, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs([...kinds, ...series, ...categories, 'warning-mark', 'expired']))(
    'the mark or edge --%s on --%s is at least 3:1',
    (mark, ground) => {
      expect(contrast(colorOf(mark, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(3);
    },
  );
});

it.each(colourGroups.flatMap(({ pairs: shown }) => shown))(
  'on the page of components --$colour on --$ground is at least $least:1',
  ({ colour, ground, min }) => {
    for (const theme of themes)
      expect(contrast(colorOf(colour, theme), colorOf(ground, theme))).toBeGreaterThanOrEqual(min);
  },
);

describe('in the dark theme and on the wall board', () => {
  it.each(pairs(kinds.map((kind) => `${kind}-fill`)))('the block --%s on --%s is at least 3:1', (fill, ground) => {
    expect(contrast(colorOf(fill, 'dark'), colorOf(ground, 'dark'))).toBeGreaterThanOrEqual(3);
  });

  it.each([...kinds.map((kind) => `${kind}-fill`), 'warning', 'muted'])(
    'the block or text --%s on the board’s night and twilight is at least 3:1',
    (fill) => {
      for (const ground of ['board-night', 'board-twilight'])
        expect(contrast(colorOf(fill, 'dark'), colorOf(ground, 'dark'))).toBeGreaterThanOrEqual(3);
    },
  );

  it('night is darker than twilight, and that darker than day, on the board too', () => {
    const steps = ['board-night', 'board-twilight', 'bg'].map((name) => luminance(colorOf(name, 'dark')));
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(new Set(steps).size).toBe(3);
  });

  it('night is darker than day, and a card lighter than the page', () => {
    expect(/--night: light-dark\(.*, #080b0f\)/.test(sheet)).toBe(true);
    expect(luminance('#080b0f')).toBeLessThan(luminance(colorOf('bg', 'dark')));
    expect(contrast(colorOf('surface', 'dark'), colorOf('bg', 'dark'))).toBeGreaterThan(1.15);
    expect(contrast(colorOf('line', 'dark'), colorOf('bg', 'dark'))).toBeGreaterThan(2);
  });
});

it.each(themes)('the letter of a duty that is over is at least 4.5:1 on its block in the %s theme', (theme) => {
  const strip = readFileSync(new URL('../../src/web/pages/instructors/DutyStrip.module.css', import.meta.url), 'utf8');
  const [, past = ''] = /data-is-past='true'\] \{([^}]*)\}/.exec(strip) ?? [];
  const of = (part: string) => new RegExp(`--duty-${part}: var\\(--([a-z-]+)\\)`).exec(past)?.[1] ?? '';
  expect(contrast(colorOf(of('text'), theme), colorOf(of('fill'), theme))).toBeGreaterThanOrEqual(4.5);
  // Opacity would mix both with what is behind.
  expect(past).not.toContain('opacity');
});

it('an aircraft that is out is the same solid blue in both themes', () => {
  expect(colorOf('out-fill', 'light')).toBe(colorOf('out-fill', 'dark'));
});

/** The board and paper have sizes of their own: three metres away, and in points. */
it('text has one of five sizes', () => {
  const sheets = globSync('src/web/**/*.css', { exclude: ['src/web/pages/wall/**'] });
  const sizes = sheets.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/font(?:-size)?:[^;]*?([\d.]+)(rem|px)/g)].map(
      ([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1),
    ),
  );
  expect(sizes.length).toBeGreaterThan(200);
  expect([...new Set(sizes)].filter((size) => ![12, 14, 18, 24, 32].includes(size))).toEqual([]);
});
