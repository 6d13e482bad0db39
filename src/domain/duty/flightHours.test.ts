import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import type { Duty } from './duties.ts';
import { advisoryReason, bookedText, flightAdvisory, flightLimit, flightTimeLeft } from './flightHours.ts';
import { clock, dutyAt, hour, zone } from './sampleDuties.ts';

const day = daySpan('2026-05-12', zone.name);
/** A duty between two hours, counted from the day's midnight; negative ones lie on the day before. */
const at = (from: number, to: number, kind: Parameters<typeof dutyAt>[2] = 'flight') =>
  dutyAt(day.start + from * hour, day.start + to * hour, kind);
const keys = (duties: readonly Duty[] | undefined) => duties?.map(({ booking }) => booking.key);

test('booked time is rounded up to a tenth of an hour, so that more than 8 is never shown as 8', () => {
  expect([0, 8, 8 + 1 / 60, 10.25].map((hours) => bookedText(hours * hour))).toEqual([
    '0.0 h',
    '8.0 h',
    '8.1 h',
    '10.3 h',
  ]);
});

describe('the advisory on 14 CFR 61.195(a)', () => {
  test('is not raised by eight hours, and is by a minute more', () => {
    expect(flightAdvisory([at(7, 11), at(12, 16)], day)).toBeNull();
    expect(flightAdvisory([at(7, 11), at(12, 16 + 1 / 60)], day)?.booked).toBe(flightLimit + hour / 60);
  });

  test('looks at 24 consecutive hours, not at calendar days', () => {
    // Five hours last evening and five this morning: neither day alone exceeds it.
    const advisory = flightAdvisory([at(-6, -1), at(7, 12)], day);
    expect(advisory?.booked).toBe(10 * hour);
    expect(advisory?.window.end).toBe(day.start + 12 * hour);
    // The same a night apart: no 24 hours hold more than 5 + 3.
    expect(flightAdvisory([at(-16, -11), at(7, 12)], day)).toBeNull();
  });

  test('counts of a booking only what lies in the window', () => {
    const advisory = flightAdvisory([at(-20, 6)], day);
    expect(advisory?.booked).toBe(24 * hour);
    expect(advisory?.window).toEqual({ start: day.start - 20 * hour, end: day.start + 4 * hour });
  });

  test('counts flight instruction alone', () => {
    const rest = [
      at(12, 16, 'ground'),
      at(16, 20, 'simulator'),
      at(20, 23, 'class'),
      at(5, 7, 'other'),
      at(0, 5, 'off'),
    ];
    expect(flightAdvisory([at(7, 11), ...rest], day)).toBeNull();
    const advisory = flightAdvisory([at(7, 11), at(11, 15.5), ...rest], day);
    expect(advisory?.booked).toBe(8.5 * hour);
    expect(keys(advisory?.duties)).toEqual(keys([at(7, 11), at(11, 15.5)]));
  });

  test('counts time that is booked twice once', () => {
    expect(flightAdvisory([at(7, 12), at(8, 13)], day)).toBeNull();
  });

  test('belongs to the day on which the 24 hours end', () => {
    const duties = [at(15, 20), at(31, 36)];
    expect(flightAdvisory(duties, day)).toBeNull();
    expect(flightAdvisory(duties, daySpan('2026-05-13', zone.name))?.booked).toBe(10 * hour);
  });

  test('measures elapsed hours where the clock changes', () => {
    // 2200 to 0300 over the skipped hour are four hours, over the repeated one six.
    const night = (date: string, from: string, to: string) =>
      [dutyAt(Date.parse(from), Date.parse(to)), daySpan(date, zone.name)] as const;
    const [spring, springDay] = night('2026-03-08', '2026-03-08T05:00:00Z', '2026-03-08T09:00:00Z');
    const [autumn, autumnDay] = night('2026-11-01', '2026-11-01T04:00:00Z', '2026-11-01T10:00:00Z');
    const more = (after: number) => dutyAt(after, after + 3 * hour);
    expect(flightAdvisory([spring, more(spring.booking.end)], springDay)).toBeNull();
    expect(flightAdvisory([autumn, more(autumn.booking.end)], autumnDay)?.booked).toBe(9 * hour);
  });

  test('gives its reason and its evidence', () => {
    const advisory = flightAdvisory([at(-6, -1), at(7, 12)], day);
    expect(advisory && advisoryReason(advisory, clock)).toBe(
      '10.0 h of flight instruction booked in the 24 h from yesterday 1200L to 1200L; 14 CFR 61.195(a) allows 8 h. Booked, not flown.',
    );
  });

  test('finds the most that any 24 hours ending on the day hold', () => {
    const quarter = hour / 4;
    const booking = fc.tuple(fc.integer({ min: -96, max: 95 }), fc.integer({ min: 1, max: 24 }));
    fc.assert(
      fc.property(fc.array(booking, { maxLength: 12 }), (starts) => {
        const duties = starts.map(([start, length]) => at(start / 4, (start + length) / 4));
        const taken = new Set(starts.flatMap(([start, length]) => Array.from({ length }, (_, index) => start + index)));
        const inWindow = (end: number) =>
          Array.from({ length: 96 }, (_, index) => end - 1 - index).filter((one) => taken.has(one)).length;
        const most = Math.max(...Array.from({ length: 97 }, (_, end) => inWindow(end)));
        expect(flightAdvisory(duties, day)?.booked ?? null).toBe(most > 32 ? most * quarter : null);
      }),
    );
  });
});

describe('how long a lesson may last', () => {
  const left = (hours: number, ...duties: Duty[]) => flightTimeLeft(duties, day.start + hours * hour) / hour;

  test.each<[string, number, readonly (readonly [number, number])[], number]>([
    ['8 h where nothing is booked', 10, [], 8],
    [
      '8 h where the 8 h of yesterday began 24 h before: they leave the window as the lesson goes on',
      8,
      [[-16, -8]],
      8,
    ],
    ['nothing while the 8 h of yesterday are still in the window', 8, [[-14, -6]], 0],
    ['8 h once they begin to leave it', 10, [[-14, -6]], 8],
    [
      '4 h where the 4 h of last night are in all windows from then on',
      8,
      [
        [-16, -12],
        [-4, 0],
      ],
      4,
    ],
    ['what is booked before leaves of 8 h', 10, [[6, 9]], 5],
    [
      'what is booked before and later leaves of 8 h',
      10,
      [
        [1, 4],
        [19, 23],
      ],
      1,
    ],
    ['nothing where all is booked for later', 10, [[14, 22]], 0],
    ['nothing where more than that is booked for later', 10, [[12, 22]], 0],
    ['nothing in 24 hours that are too full already', 8, [[-17, -7]], 0],
    ['as much as ever once those are over', 10, [[-17, -7]], 8],
    ['up to what begins 24 h after it', 10, [[34, 40]], 8],
    ['less by what begins within 24 h of its start', 10, [[30, 36]], 4],
  ])('is %s', (_words, hours, flights, expected) => {
    expect(left(hours, ...flights.map(([from, to]) => at(from, to)))).toBeCloseTo(expected, 9);
  });

  test('counts flight instruction alone, and of a lesson that was completed early what there was of it', () => {
    expect(left(10, at(6, 9), at(9, 10, 'ground'), at(12, 14, 'off'))).toBe(5);
    expect(left(10, { ...at(6, 12), until: day.start + 9 * hour })).toBe(5);
    // Completed before it began, so that nobody knows when it was flown: it counts as booked.
    expect(left(10, { ...at(18, 20), until: day.start + 9 * hour })).toBe(6);
  });

  test('breaks no 24 hours, and a minute more does, by a count of minutes', () => {
    const minute = hour / 60;
    const flight = fc.record({
      from: fc.integer({ min: -26 * 60, max: 30 * 60 }),
      length: fc.integer({ min: 1, max: 400 }),
    });
    const flights = fc.array(flight, { maxLength: 7 });
    fc.assert(
      fc.property(flights, fc.integer({ min: 0, max: 240 }), (given, start) => {
        const duties = given.map(({ from, length }) => at(from / 60, (from + length) / 60));
        const minutes = flightTimeLeft(duties, day.start + start * minute) / minute;
        // On a grid of minutes everything begins and ends on a minute, the longest lesson too.
        expect(minutes).toBe(Math.round(minutes));
        expect(breaks(given, start, minutes)).toBe(false);
        expect(breaks(given, start, minutes + 1)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

type Minutes = readonly { readonly from: number; readonly length: number }[];

/** Whether any 24 hours with a minute of the lesson in them hold more than 8 h, minute by minute. */
function breaks(flights: Minutes, start: number, length: number): boolean {
  const [first, count, wholeDay] = [-4 * 1440, 9 * 1440, 1440];
  const taught = new Uint8Array(count);
  for (const one of [...flights, { from: start, length }])
    taught.fill(1, one.from - first, one.from + one.length - first);
  const sums = new Uint16Array(count + 1);
  taught.forEach((one, place) => (sums[place + 1] = (sums[place] ?? 0) + one));
  for (let end = start + 1; end < start + length + wholeDay; end++) {
    const inWindow = (sums[end - first] ?? 0) - (sums[end - wholeDay - first] ?? 0);
    if (length > 0 && inWindow > 480) return true;
  }
  return false;
}
