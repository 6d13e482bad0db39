import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan, readInstant } from '#domain/time/time.ts';
import { zonesAndDays } from '#e2e/fixtures/samples/sampleSchedule.ts';
import {
  dayNote,
  drawnTimes,
  edgeTimes,
  extentOf,
  instantAt,
  markStep,
  nextZoom,
  pinchedZoom,
  scrollTarget,
  stepWidthOf,
  timeScale,
  xOf,
  type Zoom,
  zoomSteps,
} from './timeScale.ts';

const hour = 3_600_000;
const zooms = fc.constantFrom<Zoom>('fit', 'open', ...zoomSteps);

describe.each(zonesAndDays)('$day in $zone', ({ zone, day, hours }) => {
  const span = daySpan(day, zone);
  const at = (wall: string) => readInstant(`${day}T${wall}:00`, { name: zone, zoneless: 'operator' })!;

  test(`is ${hours} hours wide, from edge to edge`, () => {
    const scale = timeScale(span, 60, 100);
    expect(scale.width).toBeCloseTo(hours * 64);
    expect(xOf(scale, span.start)).toBe(0);
    expect(xOf(scale, span.end)).toBeCloseTo(hours * 64);
    expect(timeScale(span, 'fit', 1200).width).toBeCloseTo(1200);
  });

  test('has 20:00 four hours before its end, whatever the clocks did in the night', () => {
    const scale = timeScale(span, 60, 100);
    expect(xOf(scale, at('20:00'))).toBeCloseTo((hours - 4) * 64);
  });

  test('shows a reservation by its real length, even across a clock change', () => {
    const scale = timeScale(span, 60, 100);
    const elapsed = (at('06:00') - at('00:30')) / hour;
    const extent = extentOf(scale, { start: at('00:30'), end: at('06:00') })!;
    expect(extent.left).toBeCloseTo(32);
    expect(extent.width).toBeCloseTo(elapsed * 64);
    expect(elapsed).toBe(5.5 + hours - 24);
  });

  test('cuts a reservation off at midnight, and leaves out one that only touches it', () => {
    const scale = timeScale(span, 60, 100);
    const over = (start: number, end: number) => extentOf(scale, { start, end });
    const first = over(span.start - hour, span.start + hour)!;
    const last = over(span.end - hour, span.end + hour)!;
    expect([first.left, first.isCutLeft, first.isCutRight]).toEqual([0, true, false]);
    expect([last.isCutLeft, last.isCutRight]).toEqual([false, true]);
    expect([first.width, last.width].map(Math.round)).toEqual([64, 64]);
    expect(over(span.start - hour, span.start)).toBeNull();
    expect(over(span.end, span.end + hour)).toBeNull();
  });

  test('converts position to time and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: span.start, max: span.end }),
        zooms,
        fc.integer({ min: 50, max: 3000 }),
        (instant, zoom, room) => {
          const scale = timeScale(span, zoom, room);
          expect(instantAt(scale, xOf(scale, instant))).toBeCloseTo(instant, 0);
        },
      ),
    );
  });
});

describe('timeline zoom', () => {
  const span = daySpan('2026-05-12', 'America/Chicago');

  test('goes out through every step finer than the whole span, and ends there', () => {
    const seen: Zoom[] = [15];
    while (seen.at(-1) !== 'fit') seen.push(nextZoom(timeScale(span, seen.at(-1)!, 800), 800, -1));
    expect(seen).toEqual([15, 30, 60, 'fit']);
  });

  test('goes in from the whole span to the first finer step', () => {
    expect(nextZoom(timeScale(span, 'fit', 800), 800, 1)).toBe(60);
    expect(nextZoom(timeScale(span, 15, 800), 800, 1)).toBe(15);
  });

  test('includes the daytime hours between the steps, and opens at their start', () => {
    const opening = { start: span.start + 6 * hour, end: span.start + 22 * hour };
    const seen: Zoom[] = [15];
    while (seen.at(-1) !== 'fit') seen.push(nextZoom(timeScale(span, seen.at(-1)!, 800, opening), 800, -1));
    expect(seen).toEqual([15, 30, 60, 'open', 'fit']);
    expect(nextZoom(timeScale(span, 'fit', 800, opening), 800, 1)).toBe('open');
    const scale = timeScale(span, 'open', 800, opening);
    expect(scale.width).toBeCloseTo(1200);
    const first = { zone: 'America/Chicago', now: span.start, at: null, previous: null, reported: null, left: null };
    expect(scrollTarget({ ...first, scale, width: 800, anchor: null }).x).toBeCloseTo(300);
    // The last hours can be scrolled out from under open details.
    const late = { ...first, scale, width: 800, anchor: null, at: span.end };
    expect(scrollTarget(late).x).toBeCloseTo(400);
    expect(scrollTarget({ ...late, covered: 436 }).x).toBeCloseTo(836);
  });

  test('by pinch reaches the nearest step, and does not change for a small move', () => {
    const pinched = (zoom: Zoom, ratio: number) => pinchedZoom(timeScale(span, zoom, 800), 800, ratio);
    expect([0.9, 1, 1.3].map((ratio) => pinched(60, ratio))).toEqual([60, 60, 60]);
    expect([1.5, 2, 3, 4, 40].map((ratio) => pinched(60, ratio))).toEqual([30, 30, 15, 15, 15]);
    expect([0.5, 0.01].map((ratio) => pinched(60, ratio))).toEqual(['fit', 'fit']);
    expect(pinched('fit', 2)).toBe(60);
  });

  test('never makes a span narrower than its room', () => {
    fc.assert(
      fc.property(zooms, fc.integer({ min: 1, max: 4000 }), (zoom, room) => {
        expect(timeScale(span, zoom, room).width).toBeGreaterThanOrEqual(room * 0.999);
      }),
    );
  });
});

test('hour labels are as close as legibility allows', () => {
  const span = daySpan('2026-05-12', 'America/Chicago');
  expect(markStep(timeScale(span, 15, 100))).toBe(15);
  expect(markStep(timeScale(span, 'fit', 24 * 44))).toBe(60);
  expect(markStep(timeScale(span, 'fit', 200))).toBe(360);
});

describe('the note next to a day', () => {
  const noteOf = (day: string, zone: string, mode: 'L' | 'Z' = 'L') => dayNote(daySpan(day, zone), { zone, mode });

  test('says when the clocks change, and is empty on other days', () => {
    expect(noteOf('2026-03-08', 'America/Chicago')).toBe('23 h, CST to CDT');
    expect(noteOf('2026-10-25', 'Europe/London')).toBe('25 h, BST to GMT');
    expect(noteOf('2026-05-12', 'America/Chicago')).toBe('');
  });

  test('says that the day is local when the hours are Zulu', () => {
    expect(noteOf('2026-05-12', 'America/Chicago', 'Z')).toBe('local day');
    expect(noteOf('2026-03-08', 'America/Chicago', 'Z')).toBe('local day, 23 h, CST to CDT');
  });
});

describe('the visible part of the timeline', () => {
  const span = daySpan('2026-05-12', 'America/Chicago');
  const scale = timeScale(span, 60, 640);
  const at = (hours: number) => span.start + hours * hour;

  test('changes by a sixteenth of the viewport', () => {
    expect([stepWidthOf(640), stepWidthOf(0)]).toEqual([40, 1]);
  });

  test('is drawn with one step before it and two after', () => {
    // A step of 40 px is 37.5 minutes, the viewport of 640 px is 10 hours.
    const drawn = drawnTimes(scale, 8, 640);
    expect([drawn.start, drawn.end]).toEqual([at(4.375), at(16.25)]);
  });

  test('has one step of times at its left edge', () => {
    const edge = edgeTimes(scale, 8, 640);
    expect([edge.start, edge.end]).toEqual([at(5), at(5.625)]);
  });

  test('is fully drawn at every position within a step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 40, max: 2000 }), (x, width) => {
        const step = Math.floor(x / stepWidthOf(width));
        const drawn = drawnTimes(scale, step, width);
        const edge = edgeTimes(scale, step, width);
        expect(drawn.start).toBeLessThan(instantAt(scale, x));
        expect(drawn.end).toBeGreaterThan(instantAt(scale, x + width));
        expect(instantAt(scale, x)).toBeGreaterThanOrEqual(edge.start - 1);
        expect(instantAt(scale, x)).toBeLessThanOrEqual(edge.end + 1);
      }),
    );
  });
});

const zone = 'America/Chicago';
const may12 = daySpan('2026-05-12', zone);
const may13 = daySpan('2026-05-13', zone);
const width = 640;
const scale = timeScale(may12, 60, width);
const at = (hours: number, day = may12) => day.start + hours * hour;
const fresh = {
  scale,
  width,
  zone,
  now: at(12),
  at: null,
  previous: null,
  reported: null,
  left: null,
  anchor: null,
};
type Given = Partial<Parameters<typeof scrollTarget>[0]>;
const hourAt = (given: Given) => {
  const input = { ...fresh, ...given };
  const { x } = scrollTarget(input);
  return (instantAt(input.scale, x) - input.scale.span.start) / hour;
};
const settled = { previous: { scale, at: null }, left: at(9) };

describe('the first scroll position', () => {
  test('is a fifth of the viewport before now: 2 of its 10 hours', () => {
    expect(hourAt({})).toBeCloseTo(10);
    expect(scrollTarget(fresh).left).toBe(at(10));
  });

  test('is 0600 by the clock on days without the current time, even after a clock change', () => {
    expect(hourAt({ now: at(12, may13) })).toBeCloseTo(6);
    const spring = daySpan('2026-03-08', zone);
    const autumn = daySpan('2026-11-01', zone);
    expect(hourAt({ scale: timeScale(spring, 60, width) })).toBeCloseTo(5);
    expect(hourAt({ scale: timeScale(autumn, 60, width) })).toBeCloseTo(7);
  });

  test('follows the address, at first and later', () => {
    expect(hourAt({ at: at(7) })).toBeCloseTo(7);
    expect(hourAt({ ...settled, at: at(7) })).toBeCloseTo(7);
  });

  test('stays within the span', () => {
    expect(hourAt({ at: at(23) })).toBeCloseTo(14);
    expect(hourAt({ at: at(-5) })).toBeCloseTo(0);
    expect(scrollTarget({ ...fresh, scale: timeScale(may12, 'fit', width) }).x).toBe(0);
  });
});

describe('later scroll positions', () => {
  test('stay when the address gives the current position within five minutes', () => {
    const scrolled = { ...settled, reported: at(9.05) };
    expect(hourAt({ ...scrolled, at: at(9.05) })).toBeCloseTo(9);
    expect(hourAt({ ...scrolled, at: at(9.1) })).toBeCloseTo(9);
    expect(hourAt({ ...scrolled, at: at(11) })).toBeCloseTo(11);
  });

  test('keep the left edge when the zoom changes, or a given anchor', () => {
    const finer = timeScale(may12, 15, width);
    expect(hourAt({ ...settled, scale: finer })).toBeCloseTo(9);
    const x = scrollTarget({ ...fresh, ...settled, scale: finer, anchor: { at: at(11), x: 200 } }).x;
    expect(xOf(finer, at(11)) - x).toBeCloseTo(200);
  });

  test('keep the hour of the address on other days, or use the default without one', () => {
    const next = timeScale(may13, 60, width);
    const scrolled = { ...settled, reported: at(9), scale: next };
    expect(hourAt({ ...scrolled, previous: { scale, at: at(9) }, at: at(9) })).toBeCloseTo(9);
    expect(hourAt({ ...scrolled, now: at(12) })).toBeCloseTo(6);
    expect(hourAt({ ...scrolled, now: at(12, may13) })).toBeCloseTo(10);
  });

  test('return to the default when the address no longer has an hour', () => {
    expect(hourAt({ ...settled, previous: { scale, at: at(3) }, reported: at(3), left: at(3), at: null })).toBeCloseTo(
      10,
    );
  });

  test('are always possible in the viewport', () => {
    const hours = fc.double({ min: -30, max: 60, noNaN: true });
    fc.assert(
      fc.property(
        fc.option(hours),
        fc.option(hours),
        fc.constantFrom<Zoom>('fit', 'open', ...zoomSteps),
        (wanted, seen, zoom) => {
          const shown = timeScale(may12, zoom, width);
          const left = seen === null ? null : at(seen);
          const { x } = scrollTarget({ ...fresh, scale: shown, at: wanted === null ? null : at(wanted), left });
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(shown.width - width + 0.001);
        },
      ),
    );
  });
});
