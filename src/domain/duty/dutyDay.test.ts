import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daySpan } from '#domain/time/time.ts';
import type { Duty } from './duties.ts';
import {
  advisoryReason,
  bookedText,
  dutyDay,
  dutyHours,
  flightAdvisory,
  flightLimit,
  flightTimeLeft,
} from './dutyDay.ts';
import { clock, dutyAt, hour, zone } from './sampleDuties.ts';

const day = daySpan('2026-05-12', zone.name);
/** A duty between two hours, counted from the day's midnight; negative ones lie on the day before. */
const at = (from: number, to: number, kind: Parameters<typeof dutyAt>[2] = 'flight') =>
  dutyAt(day.start + from * hour, day.start + to * hour, kind);
const keys = (duties: readonly Duty[] | undefined) => duties?.map(({ booking }) => booking.key);

describe('a day', () => {
  test('has its first and last duty, and its booked hours', () => {
    expect(dutyDay([at(7, 9), at(10, 11, 'ground'), at(16, 18)], day)).toMatchObject({
      first: day.start + 7 * hour,
      last: day.start + 18 * hour,
      booked: 5 * hour,
    });
  });

  test('counts time that is booked twice once, and of what reaches over midnight its own part', () => {
    expect(dutyDay([at(-2, 3), at(2, 4), at(22, 26)], day).booked).toBe(6 * hour);
  });

  test('does not count time off as duty, but shows it', () => {
    const own = dutyDay([at(0, 24, 'off')], day);
    expect(own).toMatchObject({ first: null, last: null, booked: 0 });
    expect(own.duties).toHaveLength(1);
  });

  test('leaves out what only touches it', () => {
    expect(dutyDay([at(-2, 0), at(24, 26)], day).duties).toEqual([]);
  });

  test('is an hour shorter in spring and longer in autumn', () => {
    const booked = (date: string) => {
      const span = daySpan(date, zone.name);
      return dutyDay([dutyAt(span.start - hour, span.end + hour)], span).booked / hour;
    };
    expect([booked('2026-03-08'), booked('2026-05-12'), booked('2026-11-01')]).toEqual([23, 24, 25]);
  });
});

test('booked time is rounded up to a tenth of an hour, so that more than 8 is never shown as 8', () => {
  expect([0, 8, 8 + 1 / 60, 10.25].map((hours) => bookedText(hours * hour))).toEqual([
    '0.0 h',
    '8.0 h',
    '8.1 h',
    '10.3 h',
  ]);
});

test('the hours of duty name the day where an end lies on another', () => {
  const text = (...duties: Parameters<typeof dutyDay>[0]) => dutyHours(dutyDay(duties, day), day.start, clock);
  expect(text()).toBe('no duty');
  expect(text(at(7, 9), at(16, 18.5))).toBe('0700L–1830L');
  expect(text(at(20, 26))).toBe('2000L–0200L +1');
  expect(text(at(-2, 1), at(22, 26))).toBe('yesterday 2200L–tomorrow 0200L');
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

describe('the flight instruction that is left at an instant', () => {
  const left = (hours: number, ...duties: Duty[]) => flightTimeLeft(duties, day.start + hours * hour) / hour;

  test('is 8 h less what is booked in the fullest 24 hours around it, before and after', () => {
    expect(left(10)).toBe(8);
    expect(left(10, at(6, 9), at(12, 14), at(9, 10, 'ground'))).toBe(3);
    // The evening before and the afternoon to come: 5 h and 4 h, of which no 24 hours that hold 10:00 hold all.
    expect(left(10, at(-13, -8), at(12, 16))).toBe(3);
    expect(left(10, at(-6, -1), at(12, 16))).toBe(-1);
    expect(left(20, at(8, 16))).toBe(0);
  });

  test('is more only where nothing is booked more, and never less than the advisory of any day says', () => {
    const duty = fc.record({ from: fc.integer({ min: -30, max: 40 }), length: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(duty, { maxLength: 6 }), duty, fc.integer({ min: 0, max: 24 }), (given, more, when) => {
        const duties = given.map(({ from, length }) => at(from, from + length));
        const before = left(when, ...duties);
        expect(left(when, ...duties, at(more.from, more.from + more.length))).toBeLessThanOrEqual(before);
        expect(before).toBeLessThanOrEqual(8);
        if (before < 0) {
          const around = { start: day.start + when * hour, end: day.start + (when + 24) * hour };
          expect(flightAdvisory(duties, around)?.booked).toBe(flightLimit - before * hour);
        }
      }),
    );
  });
});
