import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRead, noneRead, partRead, situation } from '#e2e/fixtures/samples/sampleKnown.ts';
import { movementsOf } from '#domain/calendar/dispatch.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { Upkeep } from '#domain/conflicts/upkeep.ts';
import { hoursLeft as hoursAxis, item, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { daySpan } from '#domain/time/time.ts';
import {
  hoursNote,
  movementWords,
  movementStrip,
  stripHalf,
  upkeepWords,
  defaultZoom,
  zoomNameOf,
  zoomNames,
  zoomOf,
  zoomOptions,
} from './timelineModel.ts';

describe('the zoom in the address', () => {
  test('is daytime, the whole span, or minutes per column', () => {
    expect(zoomNames).toEqual(['open', 'fit', '15', '30', '60', '120', '180', '360']);
    expect([zoomOf('fit'), zoomOf('open'), zoomOf('30')]).toEqual(['fit', 'open', 30]);
  });

  test('is read back as written', () => {
    for (const name of zoomNames) expect(zoomNameOf(zoomOf(name))).toBe(name);
  });

  test('is the whole span when no column has that width', () => {
    expect(zoomNameOf(45)).toBe('fit');
  });

  test('has a label for each choice', () => {
    expect(zoomOptions.map(({ label }) => label)).toEqual([
      'daytime',
      'whole span',
      '15 min',
      '30 min',
      '1 h',
      '2 h',
      '3 h',
      '6 h',
    ]);
  });

  test('is coarser for more days, and one hour on a phone', () => {
    expect((['1', '3', '7'] as const).map((days) => defaultZoom(days, true))).toEqual(['open', '120', '180']);
    expect((['1', '3', '7'] as const).map((days) => defaultZoom(days, false))).toEqual(['60', '60', '60']);
  });
});

describe('the maintenance in a row heading', () => {
  const none: Upkeep = { worst: null, alert: null, hoursLeft: null, hoursBooked: null, hoursStatus: null };
  const warning = item({ name: '100-hour', status: status(2) });
  const read = (upkeep: Upkeep | null, isAhead = false) => upkeepWords(upkeep, isAhead, true);

  test('has the worst reminder, and the hours left against those booked', () => {
    expect(
      read({ worst: warning, alert: 'warning', hoursLeft: 6.28, hoursBooked: 4.5, hoursStatus: 'warning' }),
    ).toEqual({
      alert: { statusId: 2, word: 'Warning' },
      hours: '6.2/4.5 h',
      bar: { left: 6.2 / 50, booked: 4.5 / 50, beyond: 0, tone: 'warning' },
      isUnknown: false,
      title: "Warning: 100-hour, 6.2 h left by the service's meter, 4.5 h booked until then",
    });
  });

  test('says in a forecast that no meter was read', () => {
    const { title } = read({ ...none, hoursLeft: 6.28, hoursBooked: 4.5 }, true);
    expect(title).toBe('6.2 h left by forecast, 4.5 h booked until then');
    expect([hoursNote(true), hoursNote(false)].map((note) => note.includes('meter'))).toEqual([false, true]);
  });

  test('says why it is not known what is left, and draws it as not known', () => {
    const worst = item({ timeOptions: hoursAxis(5237.7) });
    const doubtful = read({ ...none, worst });
    expect(doubtful.title).toMatch(/^100-hour: 5,237.7 h left of a 100-hour interval/);
    expect([doubtful.isUnknown, doubtful.bar]).toEqual([true, null]);
    expect(upkeepWords(null, false, false)).toMatchObject({ isUnknown: true, title: 'Reminders not known yet' });
    expect(upkeepWords(null, false, true)).toMatchObject({ isUnknown: false, title: '' });
  });

  test('says that an aircraft with an Expired reminder is grounded', () => {
    const expired = item({ name: 'Annual', status: status(3) });
    const { alert, title } = read({ ...none, worst: expired, alert: 'expired' });
    expect([alert?.word, title]).toEqual(['Grounded', 'Expired: Annual']);
    const overdrawn = read({ ...none, worst: expired, alert: 'expired', hoursLeft: -2.8 });
    expect(overdrawn).toMatchObject({
      hours: null,
      bar: null,
      title: "Expired: Annual, 2.8 h past due by the service's meter",
    });
  });

  test('marks what is booked beyond what is left, by the figures that it names', () => {
    const isBeyond = (hoursLeft: number, hoursBooked: number | null) =>
      (read({ ...none, hoursLeft, hoursBooked }).bar?.beyond ?? 0) > 0;
    expect([isBeyond(5, 5), isBeyond(5, 5.1), isBeyond(5, null), isBeyond(-1, 0.5)]).toEqual([
      false,
      true,
      false,
      false,
    ]);
    // Both are named as 5.0/5.0 h, so nothing is beyond.
    expect([isBeyond(5.09, 5.04), isBeyond(5.01, 5.06)]).toEqual([false, true]);
    // Both are longer than the bar.
    expect(read({ ...none, hoursLeft: 60, hoursBooked: 63.5 }).bar).toEqual({
      left: 0.95,
      booked: 0.95,
      beyond: expect.closeTo(0.05),
      tone: 'plain',
    });
  });

  test.each([
    ['ok', 'plain'],
    ['unknown', 'plain'],
    ['warning', 'warning'],
    ['expired', 'expired'],
  ] as const)('draws what is booked beyond a limit that is %s as %s', (hoursStatus, tone) => {
    expect(read({ ...none, hoursLeft: 5, hoursBooked: 9, hoursStatus }).bar?.tone).toBe(tone);
  });

  test('is a bar within its frame, in which what is booked and beyond adds up, for any hours', () => {
    const hours = fc.double({ min: 0, max: 400, noNaN: true });
    fc.assert(
      fc.property(hours, hours, (hoursLeft, hoursBooked) => {
        const { left, booked, beyond } = read({ ...none, hoursLeft, hoursBooked }).bar!;
        expect(left).toBeLessThanOrEqual(1);
        expect(booked!).toBeLessThanOrEqual(left);
        expect(beyond).toBeGreaterThanOrEqual(0);
        expect(left + beyond).toBeLessThanOrEqual(1 + 1e-9);
        if (beyond > 0) expect([booked, beyond > 0.049]).toEqual([left, true]);
      }),
    );
    expect(read({ ...none, hoursLeft: 12, hoursBooked: null }).bar).toMatchObject({
      left: 12 / 50,
      booked: null,
      beyond: 0,
    });
  });

  test('never rounds up the hours left', () => {
    expect(read({ ...none, hoursLeft: 9.99 }).hours).toBe('9.9 h');
    expect(read({ ...none, hoursLeft: -0.04 }).hours).toBe('0.1 h past due');
  });

  test('is empty when nothing warns and no limit is by hours', () => {
    const ok = item({ status: status(1) });
    expect(read({ ...none, worst: ok })).toEqual({ alert: null, hours: null, bar: null, isUnknown: false, title: '' });
  });
});

describe('the movement strip', () => {
  const day = daySpan('2026-05-12', 'America/Denver');
  const strip = (...reservations: Parameters<typeof movementsOf>[0]) =>
    movementStrip(movementsOf(reservations, [], day), day, allRead);
  /** The bars of a path: where each begins in quarter hours, and how tall it is. */
  const bars = (path: string) =>
    [...path.matchAll(/M([\d.e-]+) 20v([-\d.]+)h/g)].map(([, left, height]) => [
      Math.floor(Number(left) * 96),
      Number(height),
    ]);

  test('has departures up and returns down, with the busiest at full height', () => {
    const { departures, returns, sums } = strip(
      slot('a', '08:00', '10:00'),
      slot('b', '08:14', '10:00', { aircraft: { aircraftId: 'a2' } }),
      slot('c', '12:00', '13:00'),
    );
    expect(bars(departures)).toEqual([
      [32, -19],
      [48, -9.5],
    ]);
    expect(bars(returns)).toEqual([
      [40, 19],
      [52, 9.5],
    ]);
    expect(sums).toEqual(['▲ 3 out', '▼ 3 back']);
  });

  test('is empty on a day without movements', () => {
    const { departures, returns, sums } = strip();
    expect([departures, returns, ...sums]).toEqual(['', '', '▲ 0 out', '▼ 0 back']);
  });

  test('never shows zero for an unread day', () => {
    const movements = movementsOf([], [], day);
    expect(movementStrip(movements, day, noneRead).sums).toEqual(['▲ not known yet', '▼ not known yet']);
    expect(movementStrip(movements, day, partRead).sums).toEqual(['▲ ? out', '▼ ? back']);
    expect(movementWords(movements, noneRead, situation)).toBe('Departures and returns are not known yet.');
    expect(movementWords(movements, partRead, situation)).toMatch(/2 aircraft not loaded yet\.$/);
  });

  test('counts only the departure of a flight that returns the next day', () => {
    expect(strip(slot('night', '23:00', '13T01:00')).sums).toEqual(['▲ 1 out', '▼ 0 back']);
  });

  test('shows only the movements in its span', () => {
    const movements = movementsOf([slot('a', '08:00', '10:00'), slot('b', '15:00', '16:00')], [], day);
    const morning = { start: day.start, end: day.start + 12 * 3_600_000 };
    const { departures, sums } = movementStrip(movements, morning, allRead);
    expect(sums).toEqual(['▲ 1 out', '▼ 1 back']);
    expect(bars(departures).map(([at]) => at)).toEqual([64]);
  });

  test('never draws beyond its height', () => {
    const start = fc.integer({ min: 0, max: 22 });
    fc.assert(
      fc.property(fc.array(start, { maxLength: 20 }), (hours) => {
        const reservations = hours.map((from, index) =>
          slot(`${index}`, `${String(from).padStart(2, '0')}:00`, `${String(from + 1).padStart(2, '0')}:00`),
        );
        for (const [, height] of [
          ...bars(strip(...reservations).departures),
          ...bars(strip(...reservations).returns),
        ]) {
          expect(Math.abs(height ?? 0)).toBeLessThan(stripHalf);
          expect(height).not.toBe(0);
        }
      }),
    );
  });
});
