import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import { hourMarks, markStep, zoneName, timeScale } from './timeScale.ts';
import { daysFrom, zonesAndDays } from '#domain/calendar/sampleSchedule.ts';

const hour = 3_600_000;
const labels = (zone: string, day: string, step: number, mode: 'L' | 'Z' = 'L') =>
  hourMarks([daySpan(day, zone)], step, { zone, mode }).map((mark) => mark.label);

describe('the hours of a day', () => {
  test.each(zonesAndDays)('$day in $zone has $hours of them, an hour apart', ({ zone, day, hours }) => {
    const span = daySpan(day, zone);
    const marks = hourMarks([span], 60, { zone, mode: 'L' });
    expect(marks.map((mark) => mark.at)).toEqual(
      Array.from({ length: hours }, (_, index) => span.start + index * hour),
    );
    expect([marks[0]?.label, marks.at(-1)?.label]).toEqual(['00', '23']);
  });

  test('skip what the clock skips and repeat what it repeats', () => {
    expect(labels('America/Chicago', '2026-03-08', 60).slice(0, 4)).toEqual(['00', '01', '03', '04']);
    expect(labels('America/Chicago', '2026-11-01', 60).slice(0, 4)).toEqual(['00', '01', '01', '02']);
    expect(labels('Europe/London', '2026-03-29', 60).slice(0, 3)).toEqual(['00', '02', '03']);
    expect(labels('Europe/London', '2026-10-25', 60).slice(0, 4)).toEqual(['00', '01', '01', '02']);
  });

  test('stay round at a coarse step after a change of the clocks', () => {
    expect(labels('America/Chicago', '2026-03-08', 180)).toEqual(['00', '03', '06', '09', '12', '15', '18', '21']);
    expect(labels('America/Chicago', '2026-11-01', 360)).toEqual(['00', '06', '12', '18']);
  });

  test('name their zone on the days the clocks change, and on no other', () => {
    const names = (zone: string, day: string) =>
      hourMarks([daySpan(day, zone)], 60, { zone, mode: 'L' }).map((mark) => mark.zone);
    expect(names('America/Chicago', '2026-11-01').slice(0, 4)).toEqual(['CDT', 'CDT', 'CST', 'CST']);
    expect(names('Europe/London', '2026-03-29').slice(0, 2)).toEqual(['GMT', 'BST']);
    expect(new Set(names('America/Chicago', '2026-05-12'))).toEqual(new Set([null]));
    expect(new Set(names('Asia/Kolkata', '2026-11-01'))).toEqual(new Set([null]));
  });

  test('are Zulu’s own in Zulu time, where a local day of India begins at half past', () => {
    expect(labels('Asia/Kolkata', '2026-05-12', 60, 'Z').slice(0, 3)).toEqual(['19', '20', '21']);
    expect(labels('Asia/Kolkata', '2026-05-12', 15, 'Z').slice(0, 3)).toEqual(['1830', '1845', '1900']);
    expect(labels('America/Chicago', '2026-03-08', 60, 'Z')).toHaveLength(23);
  });

  test('are quarters with their minutes when there is room', () => {
    expect(labels('Europe/London', '2026-05-12', 15).slice(0, 5)).toEqual(['0000', '0015', '0030', '0045', '0100']);
  });

  test('of several days follow each other without a gap', () => {
    const days = daysFrom('2026-10-31', 3, 'America/Chicago');
    expect(hourMarks(days, 60, { zone: 'America/Chicago', mode: 'L' })).toHaveLength(73);
  });
});

test('labels are as close as they can be read', () => {
  const span = daySpan('2026-05-12', 'America/Chicago');
  expect(markStep(timeScale(span, 15, 100))).toBe(15);
  expect(markStep(timeScale(span, 'fit', 24 * 44))).toBe(60);
  expect(markStep(timeScale(span, 'fit', 200))).toBe(360);
});

test('a zone without letters of its own is told by its offset', () => {
  expect(zoneName(Date.parse('2026-05-12T00:00:00Z'), 'Asia/Kolkata')).toBe('IST');
  expect(zoneName(Date.parse('2026-05-12T00:00:00Z'), 'America/Sao_Paulo')).toBe('GMT-3');
});
