import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import type { Duty } from './duties.ts';
import { advisoryReason, bookedText, flightAdvisory, flightTimeLeft } from './flightHours.ts';
import { flightLimit } from '#domain/thresholds.ts';
import { clock, dutyAt, hour, zone } from '#e2e/fixtures/samples/sampleDuties.ts';

const day = daySpan('2026-05-12', zone.name);
/** A duty between two hours from the day's midnight; negative hours are on the day before. */
const at = (from: number, to: number, kind: Parameters<typeof dutyAt>[2] = 'flight') =>
  dutyAt(day.start + from * hour, day.start + to * hour, kind);
const keys = (duties: readonly Duty[] | undefined) => duties?.map(({ reservation }) => reservation.key);

test('booked time is rounded up to a tenth of an hour, so that more than 8 never shows as 8', () => {
  expect([0, 8, 8 + 1 / 60, 10.25].map((hours) => bookedText(hours * hour))).toEqual([
    '0.0 h',
    '8.0 h',
    '8.1 h',
    '10.3 h',
  ]);
});

describe('the advisory on 14 CFR 61.195(a)', () => {
  test('appears for one minute more than eight hours, but not for eight hours', () => {
    expect(flightAdvisory([at(7, 11), at(12, 16)], day)).toBeNull();
    expect(flightAdvisory([at(7, 11), at(12, 16 + 1 / 60)], day)?.booked).toBe(flightLimit + hour / 60);
  });

  test('considers 24 consecutive hours, not calendar days', () => {
    // Five hours last evening and five this morning: neither day alone exceeds the limit.
    const advisory = flightAdvisory([at(-6, -1), at(7, 12)], day);
    expect(advisory?.booked).toBe(10 * hour);
    expect(advisory?.window.end).toBe(day.start + 12 * hour);
    // The same with a longer night between them: no 24 hours have more than 5 + 3.
    expect(flightAdvisory([at(-16, -11), at(7, 12)], day)).toBeNull();
  });

  test('counts only the part of a reservation within the window', () => {
    const advisory = flightAdvisory([at(-20, -14), at(0, 8)], day);
    expect(advisory?.booked).toBe(10 * hour);
    expect(advisory?.window).toEqual({ start: day.start - 20 * hour, end: day.start + 4 * hour });
  });

  test('counts 8 hours of each 24 of one long reservation: alone it is never too much, with another lesson it can be', () => {
    const trip = at(-20, 52);
    expect(flightAdvisory([trip], day)).toBeNull();
    expect(flightAdvisory([at(6, 20)], day)).toBeNull();
    expect(flightAdvisory([at(6, 20), at(20, 21.5)], day)?.booked).toBe(9.5 * hour);
    expect(flightAdvisory([at(-22, -20), trip], daySpan('2026-05-11', zone.name))?.booked).toBe(10 * hour);
  });

  test('counts only flight instruction', () => {
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

  test('counts time booked twice only once', () => {
    expect(flightAdvisory([at(7, 12), at(8, 13)], day)).toBeNull();
  });

  test('counts elapsed hours across a clock change', () => {
    // 2200 to 0300 is four hours across the skipped hour, and six across the repeated one.
    const night = (date: string, from: string, to: string) =>
      [dutyAt(Date.parse(from), Date.parse(to)), daySpan(date, zone.name)] as const;
    const [spring, springDay] = night('2026-03-08', '2026-03-08T05:00:00Z', '2026-03-08T09:00:00Z');
    const [autumn, autumnDay] = night('2026-11-01', '2026-11-01T04:00:00Z', '2026-11-01T10:00:00Z');
    const more = (after: number) => dutyAt(after, after + 3 * hour);
    expect(flightAdvisory([spring, more(spring.reservation.end)], springDay)).toBeNull();
    expect(flightAdvisory([autumn, more(autumn.reservation.end)], autumnDay)?.booked).toBe(9 * hour);
  });

  test('gives its reason and its evidence', () => {
    const advisory = flightAdvisory([at(-6, -1), at(7, 12)], day);
    expect(advisory && advisoryReason(advisory, clock)).toBe(
      '10.0 h of flight instruction booked in the 24 h to Tue 12 May 1200L; 14 CFR 61.195(a) allows 8 h. Booked, not flown.',
    );
  });
});

describe('the day of an advisory', () => {
  test('is shown on the day on which the 24 hours end', () => {
    const duties = [at(15, 20), at(31, 36)];
    expect(flightAdvisory(duties, day)).toBeNull();
    expect(flightAdvisory(duties, daySpan('2026-05-13', zone.name))?.booked).toBe(10 * hour);
  });

  test('is not shown on a day without flying, only because the 24 hours end at its midnight', () => {
    const late = [at(14, 19), at(20, 24)];
    const next = daySpan('2026-05-13', zone.name);
    expect(flightAdvisory(late, day)?.booked).toBe(9 * hour);
    expect(flightAdvisory(late, next)).toBeNull();
    expect(flightAdvisory([...late, at(31, 32)], next)?.booked).toBe(10 * hour);
  });

  test('finds the most hours in any 24 hours that end on the day', () => {
    const quarter = hour / 4;
    const reservation = fc.tuple(fc.integer({ min: -96, max: 95 }), fc.integer({ min: 1, max: 24 }));
    fc.assert(
      fc.property(fc.array(reservation, { maxLength: 12 }), (starts) => {
        const duties = starts.map(([start, length]) => at(start / 4, (start + length) / 4));
        const taken = new Set(starts.flatMap(([start, length]) => Array.from({ length }, (_, index) => start + index)));
        const inWindow = (end: number) =>
          Array.from({ length: 96 }, (_, index) => end - 1 - index).filter((value) => taken.has(value)).length;
        const isOfDay = (end: number) => [...taken].some((value) => value >= 0 && value < end);
        const max = Math.max(
          0,
          ...Array.from({ length: 97 }, (_, end) => end)
            .filter(isOfDay)
            .map(inWindow),
        );
        expect(flightAdvisory(duties, day)?.booked ?? null).toBe(max > 32 ? max * quarter : null);
      }),
    );
  });
});

describe('the longest lesson', () => {
  const left = (hours: number, ...duties: Duty[]) => flightTimeLeft(duties, day.start + hours * hour) / hour;

  test.each<[string, number, readonly (readonly [number, number])[], number]>([
    ['8 h if nothing is booked', 10, [], 8],
    ["8 h if yesterday's 8 h began 24 h before: they leave the window during the lesson", 8, [[-16, -8]], 8],
    ["zero while yesterday's 8 h are still in the window", 8, [[-14, -6]], 0],
    ['8 h once they begin to leave it', 10, [[-14, -6]], 8],
    [
      "4 h if last night's 4 h are in every window with the lesson",
      8,
      [
        [-16, -12],
        [-4, 0],
      ],
      4,
    ],
    ['the rest of 8 h after earlier lessons', 10, [[6, 9]], 5],
    [
      'the rest of 8 h after earlier and later lessons',
      10,
      [
        [1, 4],
        [19, 23],
      ],
      1,
    ],
    ['zero if later lessons use all of it', 10, [[14, 22]], 0],
    ['zero if later lessons exceed it', 10, [[12, 22]], 0],
    [
      'zero in 24 hours that already exceed it',
      6,
      [
        [-17, -12],
        [-12, -7],
      ],
      0,
    ],
    ['8 h again once those are over', 10, [[-17, -7]], 8],
    ['not reduced by lessons from 24 h after it', 10, [[34, 40]], 8],
    ['reduced by lessons that begin within 24 h of its start', 10, [[30, 36]], 4],
  ])('is %s', (_words, hours, flights, expected) => {
    expect(left(hours, ...flights.map(([from, to]) => at(from, to)))).toBeCloseTo(expected, 9);
  });

  test('counts only flight instruction, with the actual time of a lesson completed early', () => {
    expect(left(10, at(6, 9), at(9, 10, 'ground'), at(12, 14, 'off'))).toBe(5);
    expect(left(10, { ...at(6, 12), until: day.start + 9 * hour })).toBe(5);
    // Completed before its start, so its real time is unknown: it counts as booked.
    expect(left(10, { ...at(18, 20), until: day.start + 9 * hour })).toBe(6);
  });

  test('is as long as the 24-hour limit allows, checked minute by minute', () => {
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
        // All flights begin and end on a minute, so the longest lesson does too.
        expect(minutes).toBe(Math.round(minutes));
        expect(breaks(given, start, minutes)).toBe(false);
        expect(breaks(given, start, minutes + 1)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

type Minutes = readonly { readonly from: number; readonly length: number }[];

/** True if any 24 hours with a minute of the lesson have more than 8 h, minute by minute. */
function breaks(flights: Minutes, start: number, length: number): boolean {
  const [first, count, wholeDay] = [-4 * 1440, 9 * 1440, 1440];
  const taught = new Uint8Array(count);
  for (const one of [...flights, { from: start, length }])
    taught.fill(1, one.from - first, one.from + one.length - first);
  const sums = new Uint16Array(count + 1);
  taught.forEach((value, place) => (sums[place + 1] = (sums[place] ?? 0) + value));
  for (let end = start + 1; end < start + length + wholeDay; end++) {
    const inWindow = (sums[end - first] ?? 0) - (sums[end - wholeDay - first] ?? 0);
    if (length > 0 && inWindow > 480) return true;
  }
  return false;
}
