import { describe, expect, test } from 'vitest';
import type { ReminderChange } from '#domain/maintenance/dueList.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import {
  aircraft,
  bookingAt,
  clock,
  dateLimit,
  hoursLeft,
  item,
  now,
  status,
} from '#domain/maintenance/sampleMaintenance.ts';
import { changesSince, dueWords, forecastWords, progressShown } from './dueListModel.ts';

describe('a reminder in words', () => {
  test('says of when its aircraft’s answer is, on the clock that is shown', () => {
    const one = { ...item(), asOf: now - 3_600_000 };
    expect(dueWords(one, now, clock).asOf).toBe('as of 1005L');
    expect(dueWords(one, now, { ...clock, mode: 'Z' }).asOf).toBe('as of 1605Z');
    expect(dueWords({ ...one, asOf: now - 13 * 3_600_000 }, now, clock).asOf).toBe('as of yesterday 2205L');
  });

  test('names the axis whose status is not the overall one', () => {
    const odd = item({ status: status(1), timeOptions: hoursLeft(-1, 3), dateOptions: dateLimit('2026-07-31') });
    expect(dueWords(odd, now, clock).axisStatus).toBe('hours: Expired');
    expect(dueWords(item({ timeOptions: hoursLeft(40) }), now, clock).axisStatus).toBeNull();
    // The overall status is that of the worst axis: that another one is better is no disagreement.
    const plain = item({ status: status(2), timeOptions: hoursLeft(3, 2), dateOptions: dateLimit('2026-07-31') });
    expect(dueWords(plain, now, clock).axisStatus).toBeNull();
  });

  test('names the worst of several axes', () => {
    const odd = item({ status: status(1), timeOptions: hoursLeft(3, 2), dateOptions: dateLimit('2026-05-01', 3) });
    expect(dueWords(odd, now, clock).axisStatus).toBe('date: Expired');
    const better = item({ status: status(3), timeOptions: hoursLeft(30), dateOptions: dateLimit('2026-05-20', 2) });
    expect(dueWords(better, now, clock).axisStatus).toBe('date: Warning');
  });

  test('repeats the service’s messages word for word, those that are not empty', () => {
    const told = { ...hoursLeft(6.2), message: '6.2 hours  remaining' };
    expect(dueWords(item({ timeOptions: told, dateOptions: dateLimit('2026-07-31') }), now, clock).messages).toEqual([
      { axis: 'hours', text: '6.2 hours  remaining' },
    ]);
  });
});

describe('a forecast in words', () => {
  const hundred = item({ status: status(2), timeOptions: hoursLeft(6) });
  const options = { now, factor: 0.69, rateDays: 14 };

  test('names the booking that crosses the limit, in a case computed by hand', () => {
    // 6.0 h are left. Booked: today 1300L to 1700L (4 h), tomorrow 0900L to 1300L (4 h), Thursday 0900L to 1500L (6 h).
    // Every hour counted, 4 + 4 = 8 cross 6.0 tomorrow; at 0.69 it is 2.76 + 2.76 = 5.52, so that Thursday crosses.
    const bookings = [
      bookingAt('2026-05-12T13:00', '2026-05-12T17:00'),
      bookingAt('2026-05-13T09:00', '2026-05-13T13:00'),
      bookingAt('2026-05-14T09:00', '2026-05-14T15:00'),
    ];
    expect(forecastWords(hundred, fleetHorizons([hundred], bookings, options), now, clock)).toEqual({
      text:
        '6.0 h left · 14.0 h booked before Thu 14 May 1500L · ' +
        'crossed by the booking of Thu 0900L (likely), of Wed 0900L (at the earliest)',
      visit: 'no visit booked',
      needsVisit: true,
    });
  });

  test('asks for no visit where one is booked, or where the API says OK', () => {
    const visit = bookingAt('2026-05-14T08:00', '2026-05-14T12:00', { displayTypeId: 1 });
    const booked = forecastWords(hundred, fleetHorizons([hundred], [visit], options), now, clock);
    expect(booked.visit).toMatch(/^shop visit Thu 14 May 0800L/);
    expect(booked.needsVisit).toBe(false);
    const ok = item({ timeOptions: hoursLeft(6) });
    expect(forecastWords(ok, fleetHorizons([ok], [], options), now, clock)).toMatchObject({
      visit: 'no visit booked',
      needsVisit: false,
    });
  });

  test('says that the reservations are not loaded, and asks for nothing then', () => {
    const waiting = { text: 'reservations not loaded yet', visit: null, needsVisit: false };
    expect(forecastWords(hundred, null, now, clock)).toEqual(waiting);
  });

  test('has nothing to forecast of a permanently complied reminder', () => {
    const complied = item({ permanentlyComplied: true });
    const horizons = fleetHorizons([complied], [], options);
    for (const known of [horizons, null]) {
      expect(forecastWords(complied, known, now, clock)).toEqual({
        text: 'not due again',
        visit: null,
        needsVisit: false,
      });
    }
  });
});

describe('what changed since the last visit', () => {
  const change = (name: string, before: number, after: number, minutesAgo: number): ReminderChange => ({
    aircraftId: 'a1',
    id: name,
    before: { name, status: status(before) },
    after: { name, status: status(after) },
    seenAt: now - minutesAgo * 60_000,
  });
  const lines = (lookedAt: number | null, ...changes: ReminderChange[]) =>
    changesSince(lookedAt, changes, [aircraft()], { now, clock }).map(({ text }) => text);

  test('is what the gateway saw after it', () => {
    const changes = [change('VOR', 1, 3, 90), change('Annual', 1, 2, 60), change('ELT', 1, 2, 15)];
    expect(lines(now - 60 * 60_000, ...changes)).toEqual(['N512SP ELT OK → Warning, seen 1050L']);
    expect(lines(now - 2 * 3_600_000, ...changes)).toHaveLength(3);
  });

  test('is nothing before the log has been read, or where nothing changed', () => {
    expect(lines(null, change('VOR', 1, 3, 90))).toEqual([]);
    expect(lines(0, change('VOR', 2, 2, 90))).toEqual([]);
    expect(lines(0)).toEqual([]);
  });
});

describe('the progress of reading', () => {
  const failed = [
    {
      aircraft: aircraft(),
      failure: { kind: 'upstream', status: 500, entries: [], retryAfter: null } as const,
    },
  ];

  test('is not shown once all is read', () => {
    expect(progressShown({ known: 12, total: 12, failed: [] }, 'reminders', clock)).toBeNull();
    expect(progressShown({ known: 0, total: 0, failed: [] }, 'squawks', clock)).toBeNull();
  });

  test('says how many aircraft have been read, and what of', () => {
    expect(progressShown({ known: 5, total: 12, failed: [] }, 'squawks', clock)).toEqual({
      bar: { known: 5, total: 12, label: 'Aircraft with squawks read', text: '5 of 12 aircraft read' },
      failures: [],
    });
  });

  test('names the aircraft that could not be read, with the reason, and has no bar where older records are here', () => {
    const shown = progressShown({ known: 12, total: 12, failed }, 'reminders', clock);
    expect(shown?.bar).toBeNull();
    expect(shown?.failures).toEqual([{ key: 'a1', text: expect.stringMatching(/^N512SP: \S/) }]);
    const [nameless] = failed.map((one) => ({ ...one, aircraft: aircraft({ tailNumber: null }) }));
    const without = progressShown({ known: 12, total: 12, failed: nameless ? [nameless] : [] }, 'reminders', clock);
    expect(without?.failures[0]?.text).toMatch(/^No tail number: /);
  });
});
