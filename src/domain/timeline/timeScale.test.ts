import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan, readInstant } from '#domain/time/time.ts';
import { zonesAndDays } from '#domain/calendar/sampleSchedule.ts';
import { extentOf, instantAt, nextZoom, timeScale, xOf, type Zoom, zoomSteps } from './timeScale.ts';

const hour = 3_600_000;
const zooms = fc.constantFrom<Zoom>('fit', ...zoomSteps);

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

  test('a booking is as wide as it is long, also over a change of the clocks', () => {
    const scale = timeScale(span, 60, 100);
    const elapsed = (at('06:00') - at('00:30')) / hour;
    const extent = extentOf(scale, { start: at('00:30'), end: at('06:00') })!;
    expect(extent.left).toBeCloseTo(32);
    expect(extent.width).toBeCloseTo(elapsed * 64);
    expect(elapsed).toBe(5.5 + hours - 24);
  });

  test('a booking is cut at midnight, and one that only touches it is not there', () => {
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

  test('position and time are each other’s inverse', () => {
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

describe('zooming', () => {
  const span = daySpan('2026-05-12', 'America/Chicago');

  test('out from the finest step passes every step that is finer than the whole span, and ends in it', () => {
    const seen: Zoom[] = [15];
    while (seen.at(-1) !== 'fit') seen.push(nextZoom(timeScale(span, seen.at(-1)!, 800), 800, -1));
    expect(seen).toEqual([15, 30, 60, 'fit']);
  });

  test('in from the whole span begins with the first step that is finer', () => {
    expect(nextZoom(timeScale(span, 'fit', 800), 800, 1)).toBe(60);
    expect(nextZoom(timeScale(span, 15, 800), 800, 1)).toBe(15);
  });

  test('a span is never narrower than the room for it', () => {
    fc.assert(
      fc.property(zooms, fc.integer({ min: 1, max: 4000 }), (zoom, room) => {
        expect(timeScale(span, zoom, room).width).toBeGreaterThanOrEqual(room * 0.999);
      }),
    );
  });
});
