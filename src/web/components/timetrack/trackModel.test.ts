import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import {
  elapsedMarks,
  hasInstant,
  hasPartOf,
  hourMarks,
  hoursOf,
  percent,
  placeInstants,
  placeSpans,
  zoneName,
} from './trackModel.ts';
import { daysFrom, zonesAndDays } from '#e2e/fixtures/samples/sampleSchedule.ts';

const hour = 3_600_000;
const labels = (zone: string, day: string, step: number, mode: 'L' | 'Z' = 'L') =>
  hourMarks([daySpan(day, zone)], step, { zone, mode }).map((mark) => mark.label);

describe('the hour marks of a day', () => {
  test.each(zonesAndDays)('number $hours on $day in $zone, an hour apart', ({ zone, day, hours }) => {
    const span = daySpan(day, zone);
    const marks = hourMarks([span], 60, { zone, mode: 'L' });
    expect(marks.map((mark) => mark.at)).toEqual(
      Array.from({ length: hours }, (_, index) => span.start + index * hour),
    );
    expect([marks[0]?.label, marks.at(-1)?.label]).toEqual(['00', '23']);
  });

  test('skip and repeat the hours that the clock skips and repeats', () => {
    expect(labels('America/Chicago', '2026-03-08', 60).slice(0, 4)).toEqual(['00', '01', '03', '04']);
    expect(labels('America/Chicago', '2026-11-01', 60).slice(0, 4)).toEqual(['00', '01', '01', '02']);
    expect(labels('Europe/London', '2026-03-29', 60).slice(0, 3)).toEqual(['00', '02', '03']);
    expect(labels('Europe/London', '2026-10-25', 60).slice(0, 4)).toEqual(['00', '01', '01', '02']);
  });

  test('stay round at a coarse step after a clock change', () => {
    expect(labels('America/Chicago', '2026-03-08', 180)).toEqual(['00', '03', '06', '09', '12', '15', '18', '21']);
    expect(labels('America/Chicago', '2026-11-01', 360)).toEqual(['00', '06', '12', '18']);
  });

  test('name their zone only on clock-change days', () => {
    const names = (zone: string, day: string) =>
      hourMarks([daySpan(day, zone)], 60, { zone, mode: 'L' }).map((mark) => mark.zone);
    expect(names('America/Chicago', '2026-11-01').slice(0, 4)).toEqual(['CDT', 'CDT', 'CST', 'CST']);
    expect(names('Europe/London', '2026-03-29').slice(0, 2)).toEqual(['GMT', 'BST']);
    expect(new Set(names('America/Chicago', '2026-05-12'))).toEqual(new Set([null]));
    expect(new Set(names('Asia/Kolkata', '2026-11-01'))).toEqual(new Set([null]));
  });

  test('are whole Zulu hours in Zulu, even if the local day starts at half past', () => {
    expect(labels('Asia/Kolkata', '2026-05-12', 60, 'Z').slice(0, 3)).toEqual(['19', '20', '21']);
    expect(labels('Asia/Kolkata', '2026-05-12', 15, 'Z').slice(0, 3)).toEqual(['1830', '1845', '1900']);
    expect(labels('America/Chicago', '2026-03-08', 60, 'Z')).toHaveLength(23);
  });

  test('include quarter hours with minutes when there is room', () => {
    expect(labels('Europe/London', '2026-05-12', 15).slice(0, 5)).toEqual(['0000', '0015', '0030', '0045', '0100']);
  });

  test('of several days have no gap', () => {
    const days = daysFrom('2026-10-31', 3, 'America/Chicago');
    expect(hourMarks(days, 60, { zone: 'America/Chicago', mode: 'L' })).toHaveLength(73);
  });
});

test('a zone without its own abbreviation is named by its offset', () => {
  expect(zoneName(Date.parse('2026-05-12T00:00:00Z'), 'Asia/Kolkata')).toBe('IST');
  expect(zoneName(Date.parse('2026-05-12T00:00:00Z'), 'America/Sao_Paulo')).toBe('GMT-3');
});

describe('a window of time', () => {
  const window = { start: 100, end: 200 };
  const span = (start: number, end: number) => ({ start, end });

  test('includes its first instant but not its last', () => {
    expect([99, 100, 199, 200].map((at) => hasInstant(window, at))).toEqual([false, true, true, false]);
  });

  test('includes spans that overlap it, but not those that only touch it', () => {
    expect([span(50, 100), span(50, 101), span(199, 300), span(200, 300)].map((one) => hasPartOf(window, one))).toEqual(
      [false, true, true, false],
    );
  });

  test('includes a span without length if its instant is inside', () => {
    expect([span(100, 100), span(150, 150), span(200, 200)].map((one) => hasPartOf(window, one))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('positions on a time strip', () => {
  const days = [
    { day: '2026-05-12', hours: 24 },
    { day: '2026-03-08', hours: 23 },
    { day: '2026-11-01', hours: 25 },
  ];

  test.each(days)('make two hours 2 of $hours on $day', ({ day, hours: count }) => {
    const window = daySpan(day, 'America/Chicago');
    const last = { start: window.end - 2 * hour, end: window.end };
    expect(placeSpans(window, [last])).toEqual([
      { item: last, from: percent((count - 2) / count), length: percent(2 / count) },
    ]);
  });

  test('cut off what extends past the strip, and leave out what is outside', () => {
    const window = { start: 0, end: 4 * hour };
    const over = { start: -2 * hour, end: hour };
    const whole = { start: -hour, end: 9 * hour };
    const placed = placeSpans(window, [over, { start: -hour, end: 0 }, whole, { start: 4 * hour, end: 5 * hour }]);
    expect(placed).toEqual([
      { item: over, from: '0.000%', length: '25.000%' },
      { item: whole, from: '0.000%', length: '100.000%' },
    ]);
  });

  test('keep the given order, with later items drawn in front', () => {
    const window = { start: 0, end: 10 };
    const spans = [
      { start: 5, end: 6, key: 'a' },
      { start: 1, end: 9, key: 'b' },
    ];
    expect(placeSpans(window, spans).map(({ item }) => item.key)).toEqual(['a', 'b']);
  });

  test('include now only while it is in the window', () => {
    const window = { start: 0, end: 8 * hour };
    const lineAt = (at: number) => placeInstants(window, [{ at }]).map(({ from }) => from);
    expect([lineAt(-1), lineAt(0), lineAt(2 * hour), lineAt(8 * hour)]).toEqual([[], ['0.000%'], ['25.000%'], []]);
  });

  test('are never outside the strip', () => {
    const instant = fc.integer({ min: -2000, max: 3000 });
    fc.assert(
      fc.property(instant, fc.nat({ max: 2000 }), (start, length) => {
        for (const { from, length: drawn } of placeSpans({ start: 0, end: 1000 }, [{ start, end: start + length }])) {
          expect(Number.parseFloat(from)).toBeGreaterThanOrEqual(0);
          expect(Number.parseFloat(from) + Number.parseFloat(drawn)).toBeLessThanOrEqual(100.001);
        }
      }),
    );
  });

  test('of the parts of a day add up to the whole', () => {
    const window = daySpan('2026-11-01', 'America/Chicago');
    const inner = fc.integer({ min: window.start, max: window.end });
    fc.assert(
      fc.property(inner, (middle) => {
        const parts = [
          { start: window.start, end: middle },
          { start: middle, end: window.end },
        ].filter(({ start, end }) => start < end);
        const sum = placeSpans(window, parts).reduce((all, { length }) => all + Number.parseFloat(length), 0);
        expect(sum).toBeCloseTo(100, 2);
      }),
    );
  });
});

describe('marks by elapsed time', () => {
  const labelsOf = (day: string, step: number) =>
    elapsedMarks(daySpan(day, 'America/Chicago'), step, { zone: 'America/Chicago', mode: 'L' })
      .map(({ label }) => label)
      .join(' ');

  test('are at every third hour, labelled by the clock', () => {
    expect(labelsOf('2026-05-12', 3)).toBe('00 03 06 09 12 15 18 21');
    expect(labelsOf('2026-03-08', 3)).toBe('00 04 07 10 13 16 19 22');
    expect(labelsOf('2026-11-01', 3)).toBe('00 02 05 08 11 14 17 20 23');
  });

  test('use Zulu when chosen', () => {
    const zulu = { zone: 'America/Chicago', mode: 'Z' } as const;
    expect(elapsedMarks(daySpan('2026-05-12', zulu.zone), 12, zulu).map(({ label }) => label)).toEqual(['05', '17']);
  });
});

test('a day’s length includes its clock change', () => {
  const lengths = zonesAndDays.map(({ zone, day }) => hoursOf(daySpan(day, zone)));
  expect(lengths).toEqual(zonesAndDays.map(({ hours }) => hours));
});

test('a share is written as a CSS percentage', () => {
  expect([percent(0), percent(1 / 3), percent(1)]).toEqual(['0.000%', '33.333%', '100.000%']);
});
