import { describe, expect, test } from 'vitest';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { hoursLeft, item, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { boardScreens, defaultSettings } from '#domain/wall/settings.ts';
import { textSizes } from '#domain/wall/textSizes.ts';
import { fleetOf, modelOf, of, options, sampleAircraft } from '#e2e/fixtures/samples/sampleWall.ts';
import { type SlideContent, slidesOf } from './screens/slides.ts';

/**
 * How tall the smallest text of each slide is seen. NUREG-0700 Rev. 2, guideline 1.3.1-4 (character size for text readability):
 * at least 16 minutes of arc, 20 to 22 preferred; ISO 9241-303, and ISO 9241-3 before it, say the same of capitals.
 */
const minArc = 16;
/** Capitals of B612, as a share of the font size. */
const capital = 0.76;

type Screen = { readonly inches: number; readonly metres: number; readonly width: number; readonly height: number };

/** Screens on walls: diagonal in inches, pixels along the longer and the shorter side, metres to the reader. */
const screens = [
  { inches: 43, pixels: [1920, 1080], metres: 3 },
  { inches: 43, pixels: [3840, 2160], metres: 3 },
  { inches: 55, pixels: [1920, 1080], metres: 3 },
  { inches: 55, pixels: [1920, 1080], metres: 4 },
  { inches: 75, pixels: [3840, 2160], metres: 5 },
  { inches: 32, pixels: [1366, 768], metres: 2 },
] as const;
const cases = screens.flatMap(({ inches, pixels: [long, short], metres }) =>
  [6, 26, 60, 150].flatMap((count) => [
    { inches, metres, count, width: long, height: short, way: 'landscape' },
    { inches, metres, count, width: short, height: long, way: 'portrait' },
  ]),
);

/** A school in which every aircraft flies three times today and has something due. */
function schoolOf(count: number) {
  const fleet = fleetOf(count);
  const ids = fleet.map(({ aircraftId }) => aircraftId);
  const times = [
    ['07:00', '09:00'],
    ['12:00', '14:00'],
    ['17:00', '19:30'],
  ] as const;
  return modelOf({
    fleet,
    reservations: times.flatMap(([start, end]) => ids.map((id) => slot(`${id} ${start}`, start, end, of(id)))),
    dueItems: ids.map((id) =>
      item({ maintenanceReminderId: id, status: status(2), timeOptions: hoursLeft(5, 2) }, sampleAircraft(id)),
    ),
  });
}

/** The font size of a slide's smallest text, in pixels. */
function smallestFont(content: SlideContent): number {
  if (content.kind === 'message') return Number.POSITIVE_INFINITY;
  return content.kind === 'day' ? content.schedule.font : content.layout.font;
}

/** How many rows or tiles a slide shows. */
function filled(content: SlideContent): number {
  if (content.kind === 'fleet') return content.tiles.length;
  if (content.kind === 'movements') return content.lists.reduce((sum, { rows }) => sum + rows.length, 0);
  return content.kind === 'message' ? 0 : content.rows.length;
}

/** The minutes of arc that this many pixels take for the viewer. */
function arcOf(pixels: number, { inches, width, height, metres }: Screen): number {
  const tall = (pixels * inches * 0.0254) / Math.hypot(width, height);
  return 60 * (180 / Math.PI) * 2 * Math.atan(tall / 2 / metres);
}

const models = new Map([6, 26, 60, 150].map((count) => [count, schoolOf(count)]));
const turns = boardScreens.map((screen) => ({ screen, seconds: 20 }));

function slidesIn({ count, width, height, inches, metres }: (typeof cases)[number]) {
  const sizes = textSizes({ distance: metres, inches }, { width, height });
  const model = models.get(count);
  if (!model) throw new Error('no school');
  // The clocks, the strip and the slide's title take about eight lines of the usual text.
  const room = { width: width - sizes.easy, height: height - 8 * sizes.easy };
  return { sizes, slides: slidesOf(turns, model, { ...options, ...room, sizes }) };
}

test('a 43-inch screen of 1920 by 1080 at three metres needs capitals of 28.2 pixels, and has 30.4', () => {
  const defaults = { inches: 43, metres: 3, width: 1920, height: 1080 };
  // 16 minutes of arc at 3 m are 13.96 mm, and a pixel is 0.4958 mm.
  expect(arcOf(28.16, defaults)).toBeCloseTo(16, 1);
  expect(textSizes({ distance: 3, inches: 43 }, defaults).legible * capital).toBeCloseTo(30.4, 5);
});

describe.each(cases)('$inches inch, $width × $height, $metres m, $count aircraft, $way', (one) => {
  test('has no text too small to read, and further pages for what does not fit', () => {
    const { sizes, slides } = slidesIn(one);
    expect(sizes.isTooFar).toBe(false);
    for (const { content } of slides)
      expect(arcOf(smallestFont(content) * capital, one)).toBeGreaterThanOrEqual(minArc);
    const on = (screen: (typeof boardScreens)[number]) =>
      slides.filter((slide) => slide.screen === screen).reduce((sum, { content }) => sum + filled(content), 0);
    expect([on('fleet'), on('day')]).toEqual([one.count, one.count]);
  });
});

test('the default is a 55-inch screen at three metres', () => {
  expect([defaultSettings.inches, defaultSettings.distance]).toEqual([55, 3]);
});
