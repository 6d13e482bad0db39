import { describe, expect, test } from 'vitest';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { fleetHorizons, horizonOf, outlookOf } from './horizon.ts';
import type { DueItem } from './reminders.ts';
import { aircraft, booking, cyclesLeft, dateLimit, hour, hoursLeft, item, now } from './sampleMaintenance.ts';

const flight = (from: number, to: number) => booking(now + from * hour, now + to * hour);
const visit = (from: number, to: number) => booking(now + from * hour, now + to * hour, { displayTypeId: 1 });
const closed = (from: number, to: number) => booking(now + from * hour, now + to * hour, { statusId: 2 });
const hundredHour = (left: number) => item({ timeOptions: hoursLeft(left) });

function ahead(due: DueItem, bookings: readonly TimedBooking[], rate: number | null = null) {
  return horizonOf(due, outlookOf(bookings, { now, factor: 0.8, rate }));
}

describe('the booking that crosses the limit', () => {
  // Three, four and five booked hours; 3.6 left are 3.6, 4.5 and 7.2 booked hours at k = 1, 0.8 and 0.5.
  const bookings = [flight(1, 4), flight(10, 14), flight(30, 35)];

  test('is found for every booked hour flown, for the school’s share, and for half', () => {
    const { earliest, likely, latest } = ahead(hundredHour(3.6), bookings);
    expect(earliest?.crossing?.booking).toBe(bookings[1]);
    expect(likely?.crossing?.booking).toBe(bookings[1]);
    expect(latest?.crossing?.booking).toBe(bookings[2]);
    // 0.6, 1.5 and 0.2 hours into them.
    expect(earliest?.at).toBeCloseTo(now + 10.6 * hour, -1);
    expect(likely?.at).toBeCloseTo(now + 11.5 * hour, -1);
    expect(latest?.at).toBeCloseTo(now + 30.2 * hour, -1);
  });

  test('is none where the bookings do not suffice', () => {
    // Twelve booked hours are 9.6 on the meter at 0.8.
    const { earliest, likely, first, dueAt } = ahead(hundredHour(9.7), bookings);
    expect(earliest?.crossing?.booking).toBe(bookings[2]);
    expect(likely).toMatchObject({ crossing: null, forecast: null, at: null });
    expect([first, dueAt]).toEqual([null, null]);
  });

  test('is none of what is past, of other kinds, or after the hours have run out', () => {
    expect(ahead(hundredHour(1), [closed(-9, -1), visit(1, 9)]).earliest?.crossing).toBeNull();
    expect(ahead(hundredHour(0), bookings)).toMatchObject({
      isPassed: true,
      first: 'hours',
      likely: null,
      dueAt: null,
    });
    expect(ahead(hundredHour(-1.2), bookings)).toMatchObject({ isPassed: true, first: 'hours', likely: null });
  });

  test('may be the one under way, which counts in full until it is closed', () => {
    // Out from 12 to 16 with 2.0 h left, at 15:30: 2.5 booked hours into it.
    expect(ahead(hundredHour(2), [flight(-3.5, 0.5), flight(1, 3)]).likely?.crossing).toMatchObject({
      booking: { end: now + 0.5 * hour },
      at: now - hour,
    });
    expect(ahead(hundredHour(3.3), [flight(-3.5, 0.5)]).likely?.crossing).toBeNull();
  });

  test('is likely one of two that ended and were not closed, unless a later flight was', () => {
    const two = [flight(-5, -3), flight(-2.5, -0.5)];
    expect(ahead(hundredHour(2), two)).toMatchObject({ likely: { crossing: { booking: two[1] } }, unmetered: 4 });
    expect(ahead(hundredHour(2), [...two, closed(-0.4, -0.1)])).toMatchObject({
      likely: { crossing: null },
      unmetered: 0,
    });
  });

  test('adds what nobody can tell the status of at the earliest alone', () => {
    const unclear = { ...flight(1, 4), statusId: 9, status: 'Odd' };
    const { earliest, likely } = ahead(hundredHour(2), [unclear]);
    expect([earliest?.crossing?.booking, likely?.crossing]).toEqual([unclear, null]);
  });

  test('a booking of days flies eight hours in each', () => {
    // 82 hours are three days and ten hours: 32 hours at most, 25.6 on the meter.
    expect(ahead(hundredHour(25.7), [flight(1, 83)]).likely?.crossing).toBeNull();
    expect(ahead(hundredHour(25.5), [flight(1, 83)]).likely?.crossing?.at).toBeGreaterThan(now + 80 * hour);
  });

  test('a factor outside the band widens it', () => {
    const outlook = outlookOf(bookings, { now, factor: 1.2, rate: null });
    expect(horizonOf(hundredHour(3.6), outlook).earliest?.factor).toBe(1.2);
  });
});

describe('beyond the booked horizon', () => {
  test('the recent rate goes on', () => {
    // Ten hours at 2.4 a day are 100 hours of the clock.
    expect(ahead(hundredHour(10), [], 2.4)).toMatchObject({ first: 'hours', dueAt: now + 100 * hour, booked: null });
  });

  test('begins where the bookings fall behind the rate, not at a lone booking far away', () => {
    // Today’s four hours are 3.2 on the meter; the 2.8 then missing take 28 hours at 2.4 a day.
    const bookings = [flight(2, 6), flight(240, 244)];
    const { earliest, likely, latest, dueAt } = ahead(hundredHour(6), bookings, 2.4);
    expect(likely?.crossing?.booking).toBe(bookings[1]);
    expect(likely?.forecast).toBeCloseTo(now + 34 * hour, -1);
    expect(dueAt).toBe(likely?.forecast);
    // At k = 1: 4.0, then 2.0 at 3.0 a day; at 0.5: 2.0, then 4.0 at 1.5 a day.
    expect(earliest?.at).toBeCloseTo(now + 22 * hour, -1);
    expect(latest?.at).toBeCloseTo(now + 70 * hour, -1);
  });

  test('a limit crossed before needs no forecast', () => {
    expect(ahead(hundredHour(3), [flight(2, 6)], 2.4).likely).toMatchObject({ forecast: null, at: now + 5.75 * hour });
  });

  test('a rate that would take more than ten years says nothing', () => {
    expect(ahead(hundredHour(100), [], 0.01).likely?.forecast).toBeNull();
  });
});

describe('the axis that comes due first', () => {
  const bookings = [flight(1, 4), flight(30, 35)];
  const endOfToday = Date.parse('2026-05-12T23:59:59-06:00');

  test.each([
    // 2.5 booked hours are in the first flight, 5.0 in the second, tomorrow.
    ['hours', 2, now + 3.5 * hour],
    ['date', 4, endOfToday],
  ])('is %s with %d hours left and a date limit today', (first, left, dueAt) => {
    const due = ahead(item({ timeOptions: hoursLeft(left), dateOptions: dateLimit('2026-05-12') }), bookings);
    expect([due.first, due.dueAt]).toEqual([first, dueAt]);
  });

  test('is the date where hours cannot be told, and cycles only when they have passed', () => {
    const dateOptions = dateLimit('2026-05-12');
    expect(ahead(item({ dateOptions, cycleOptions: cyclesLeft(3) }), bookings)).toMatchObject({
      first: 'date',
      dueAt: endOfToday,
    });
    expect(ahead(item({ cycleOptions: cyclesLeft(3) }), bookings)).toMatchObject({ first: null, dueAt: null });
    expect(ahead(item({ cycleOptions: cyclesLeft(-3) }), bookings)).toMatchObject({ first: 'cycles', isPassed: true });
  });

  test('landings run out at two per booked hour', () => {
    // Seven landings are 3.5 hours: half an hour into the second flight.
    expect(ahead(item({ cycleOptions: cyclesLeft(7) }), bookings).landings).toEqual({
      booking: bookings[1],
      at: now + 30.5 * hour,
    });
    expect(ahead(item({ cycleOptions: cyclesLeft(17) }), bookings).landings).toBeNull();
  });

  test('never touches the status', () => {
    expect(ahead(hundredHour(2), bookings).hours?.statusId).toBe(1);
  });
});

describe('what is booked before', () => {
  const bookings = [flight(1, 4), flight(10, 14)];

  test('ends at the shop visit, at the date limit, or with the last booking', () => {
    const due = item({ timeOptions: hoursLeft(90), dateOptions: dateLimit('2026-05-12') });
    const endOfToday = Date.parse('2026-05-12T23:59:59-06:00');
    expect(ahead(hundredHour(90), bookings).booked).toEqual({ hours: 7, until: now + 14 * hour });
    expect(ahead(due, bookings).booked).toEqual({ hours: 3 + (endOfToday - now) / hour - 10, until: endOfToday });
    expect(ahead(due, [flight(1, 4), visit(6, 9), flight(10, 14)]).booked).toEqual({ hours: 3, until: now + 6 * hour });
  });

  test('is nothing with the shop visit first, and null without flights', () => {
    expect(ahead(hundredHour(2), [visit(1, 2), flight(3, 9)]).booked).toEqual({ hours: 0, until: now + hour });
    expect(ahead(hundredHour(2), [visit(1, 2)]).booked).toBeNull();
  });

  test('a visit under way does not end it', () => {
    expect(ahead(hundredHour(90), [visit(-1, 1), ...bookings]).booked?.hours).toBe(7);
  });
});

describe('the shop visit', () => {
  test.each([
    ['in time before the crossing', 2, [visit(1, 2), flight(3, 9)], true],
    ['late after it', 2, [flight(3, 9), visit(10, 12)], false],
    ['in time where nothing tells when it is due', 90, [flight(3, 9), visit(10, 12)], true],
    ['late for what has passed', -1, [visit(10, 12)], false],
    ['there for what has passed while it is under way', -1, [visit(-1, 12)], true],
  ])('is %s', (_, left, bookings, isInTime) => {
    expect(ahead(hundredHour(left), bookings).visit?.isInTime).toBe(isInTime);
  });

  test('is the first that is plausibly for the reminder; of any other the purpose is not known', () => {
    const far = item({ timeOptions: hoursLeft(90) });
    const named = (name: string) => {
      const one = visit(5, 9);
      return { ...one, type: name, record: { ...one.record, reservationType: { displayTypeId: 1, name } } };
    };
    expect(ahead(far, [visit(1, 2)]).visit?.isFor).toBe(false);
    expect(ahead(far, [visit(1, 2), named('MX 100hr')]).visit).toMatchObject({
      isFor: true,
      booking: { start: now + 5 * hour },
    });
    expect(ahead(far, [named('Annual')]).visit?.isFor).toBe(true);
    expect(ahead(far, [named('Oil change')]).visit?.isFor).toBe(false);
    expect(ahead(hundredHour(12), [flight(1, 4), visit(5, 9)]).visit?.isFor).toBe(true);
    expect(ahead(item({ dateOptions: dateLimit('2026-05-25') }), [visit(1, 2)]).visit?.isFor).toBe(true);
    expect(ahead(item({ dateOptions: dateLimit('2026-05-27') }), [visit(1, 2)]).visit?.isFor).toBe(false);
  });

  test('is none where no maintenance is booked', () => {
    expect(ahead(hundredHour(2), [flight(3, 9), visit(-9, -1)]).visit).toBeNull();
  });
});

test('the fleet’s horizons take each aircraft’s own bookings and rate', () => {
  const items = ['a1', 'a2', 'a3'].map((aircraftId) =>
    item({ maintenanceReminderId: aircraftId, timeOptions: hoursLeft(2) }, aircraft({ aircraftId })),
  );
  const bookings = [
    booking(now - 28 * hour, now - 4 * hour, { aircraftId: 'a2', statusId: 2 }),
    booking(now + hour, now + 5 * hour, { aircraftId: 'a1' }),
  ];
  const horizons = fleetHorizons(items, bookings, { now, factor: 0.8, rateDays: 8 });
  expect(horizons.get('a1')?.likely?.crossing?.booking).toBe(bookings[1]);
  // 8 of the 24 hours, × 0.8, in 8 days are 0.8 a day: 2 hours take 60 hours of the clock.
  expect(horizons.get('a2')?.likely?.forecast).toBeCloseTo(now + 60 * hour, -1);
  expect(horizons.get('a3')).toMatchObject({ first: null, booked: null });
});

test('what is permanently complied has no horizon', () => {
  const complied = item({ timeOptions: hoursLeft(-5), permanentlyComplied: true });
  expect(fleetHorizons([complied], [], { now, factor: 0.8, rateDays: 8 }).size).toBe(0);
});
