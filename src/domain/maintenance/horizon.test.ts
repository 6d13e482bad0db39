import { describe, expect, test } from 'vitest';
import { horizonFor, limitIn, scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { fleetHorizons } from './horizon.ts';
import type { DueItem } from './reminders.ts';
import {
  aircraft,
  cyclesLeft,
  dateLimit,
  hour,
  hoursLeft,
  item,
  now,
  reservation,
  status,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';

const flight = (from: number, to: number) => reservation(now + from * hour, now + to * hour);
const out = (from: number, to: number) => reservation(now + from * hour, now + to * hour, { statusId: 1 });
const visit = (from: number, to: number) => reservation(now + from * hour, now + to * hour, { displayTypeId: 1 });
const closed = (from: number, to: number) => reservation(now + from * hour, now + to * hour, { statusId: 2 });
const hundredHour = (left: number) => item({ timeOptions: hoursLeft(left) });
/** The midnight after tomorrow: from then on the recent rate counts. It is 1105L. */
const nearEnd = now + (12 + 55 / 60 + 24) * hour;

describe('the reservation that crosses the limit', () => {
  // Three, four and five booked hours; 3.6 left are 3.6 and 4.5 booked hours at 1 and 0.8.
  const reservations = [flight(1, 4), flight(10, 14), flight(30, 35)];

  test('is found by the likely share of the booked hours, and at the earliest by all of them', () => {
    const horizon = horizonFor(hundredHour(3.6), reservations);
    expect(horizon.limits.map(({ certainty, basis }) => [certainty, basis])).toEqual([
      ['possible', 'booked'],
      ['likely', 'booked'],
    ]);
    const [possible, likely] = horizon.limits;
    expect([possible?.reservation, likely?.reservation]).toEqual([reservations[1], reservations[1]]);
    expect(possible?.at).toBeCloseTo(now + 10.6 * hour, -1);
    expect(likely?.at).toBeCloseTo(now + 11.5 * hour, -1);
    expect(horizon.due).toBe(likely);
  });

  test('is null if the reservations are not enough', () => {
    // Twelve booked hours are 9.6 on the meter at 0.8.
    const horizon = horizonFor(hundredHour(9.7), reservations);
    expect(limitIn(horizon, 'possible')?.reservation).toBe(reservations[2]);
    expect([limitIn(horizon, 'likely'), horizon.due]).toEqual([null, null]);
  });

  test('is never in the past or of another type, and hours that have run out passed long before', () => {
    expect(horizonFor(hundredHour(1), [closed(-9, -1), visit(1, 9)]).limits).toEqual([]);
    expect(horizonFor(hundredHour(0), reservations).due).toMatchObject({
      basis: 'meter',
      at: -Infinity,
      axis: 'hours',
    });
  });

  test('may be the one under way, which counts in full until it is closed', () => {
    // Out from 3.5 hours ago with 2.0 h left: 2.5 booked hours into it, an hour ago.
    const horizon = horizonFor(hundredHour(2), [out(-3.5, 0.5), flight(1, 3)]);
    expect(limitIn(horizon, 'likely')).toMatchObject({ basis: 'flown', at: now - hour });
    expect(limitIn(horizonFor(hundredHour(3.3), [out(-3.5, 0.5)]), 'likely')).toBeNull();
  });

  test('is certain if half of the time flown so far exceeds the hours left', () => {
    expect(limitIn(horizonFor(hundredHour(1.8), [out(-3.5, 0.5)]), 'definite')).toBeNull();
    // 3.0 hours at half are 1.5: half an hour ago.
    expect(limitIn(horizonFor(hundredHour(1.5), [out(-3.5, 0.5)]), 'definite')).toMatchObject({
      basis: 'flown',
      at: now - 0.5 * hour,
    });
    expect(limitIn(horizonFor(hundredHour(1.5), [flight(1, 9)]), 'definite')).toBeNull();
  });

  test('is likely one of two that ended and were not closed, unless a later flight was', () => {
    const two = [out(-5, -3), out(-2.5, -0.5)];
    const horizon = horizonFor(hundredHour(2.5), two);
    expect(limitIn(horizon, 'likely')?.reservation).toBe(two[1]);
    expect(horizon.unmetered).toBe(4);
    expect(horizonFor(hundredHour(2.5), [...two, closed(-0.4, -0.1)])).toMatchObject({ limits: [], unmetered: 0 });
  });

  test('is only possible if it was never checked out or its status is unclear', () => {
    for (const one of [flight(-3, -1), { ...flight(1, 4), statusId: 9, status: 'Odd' }]) {
      const horizon = horizonFor(hundredHour(1.5), [one]);
      expect(limitIn(horizon, 'possible')?.reservation).toBe(one);
      expect([limitIn(horizon, 'likely'), limitIn(horizon, 'definite')]).toEqual([null, null]);
    }
  });

  test('counts eight flight hours a day if it lasts several days', () => {
    // 82 hours are three days and ten hours: 32 hours at most, 25.6 on the meter.
    expect(limitIn(horizonFor(hundredHour(25.7), [flight(1, 83)]), 'likely')).toBeNull();
    expect(limitIn(horizonFor(hundredHour(25.5), [flight(1, 83)]), 'likely')?.at).toBeGreaterThan(now + 80 * hour);
  });
});

describe('after the reservations', () => {
  test('the recent rate counts from the end of tomorrow on', () => {
    // Ten hours at 2.4 a day are 100 hours.
    expect(horizonFor(hundredHour(10), [], { rate: 2.4 }).due).toMatchObject({
      basis: 'rate',
      at: nearEnd + 100 * hour,
      reservation: null,
    });
  });

  test('the recent rate begins where the reservations fall behind it, not at a single one far ahead', () => {
    // Today’s four hours are 3.2 on the meter; the 2.8 then missing take 28 hours at 2.4 a day.
    const reservations = [flight(2, 6), flight(240, 244)];
    const horizon = horizonFor(hundredHour(6), reservations, { rate: 2.4 });
    expect(horizon.due?.basis).toBe('rate');
    expect(horizon.due?.at).toBeCloseTo(nearEnd + 28 * hour, -1);
    expect(limitIn(horizon, 'possible')?.reservation).toBe(reservations[1]);
  });

  test('an earlier crossing does not need the rate, and one beyond ten years gives nothing', () => {
    const crossed = horizonFor(hundredHour(3), [flight(2, 6)], { rate: 2.4 });
    expect(crossed.limits.some(({ basis }) => basis === 'rate')).toBe(false);
    expect(horizonFor(hundredHour(100), [], { rate: 0.01 }).due).toBeNull();
  });

  test('the rate is that of the fourteen days before today, so that today’s flights add nothing', () => {
    const items = [hundredHour(30)];
    const today = [closed(-9, -1)];
    expect(fleetHorizons(items, scheduleAt(today), { now }).get(items[0]!.key)).toMatchObject({
      rate: null,
      due: null,
    });
    const before = [...Array(14).keys()].map((day) => closed(-24 * (day + 1), -24 * (day + 1) + 2));
    expect(fleetHorizons(items, scheduleAt(before), { now, factor: 0.8 }).get(items[0]!.key)?.rate).toBeCloseTo(1.6);
  });
});

describe('the axis that comes due first', () => {
  const reservations = [flight(1, 4), flight(30, 35)];
  const midnight = Date.parse('2026-05-13T00:00:00-06:00');

  test.each([
    // 2.5 booked hours are in the first flight, 5.0 in the second, tomorrow.
    ['hours', 2, now + 3.5 * hour],
    ['date', 4, midnight],
  ])('is %s with %d hours left and a date limit today', (axis, left, at) => {
    const due = item({ timeOptions: hoursLeft(left), dateOptions: dateLimit('2026-05-12') });
    expect(horizonFor(due, reservations).due).toMatchObject({ axis, at });
  });

  test('may be landings, at two per booked hour or by the recent rate', () => {
    // Seven landings are 3.5 hours: half an hour into the second flight.
    expect(horizonFor(item({ cycleOptions: cyclesLeft(7) }), reservations).due).toMatchObject({
      axis: 'cycles',
      reservation: reservations[1],
      at: now + 30.5 * hour,
    });
    expect(horizonFor(item({ cycleOptions: cyclesLeft(17) }), reservations).due).toBeNull();
    expect(horizonFor(item({ cycleOptions: cyclesLeft(17) }), [], { rate: 0.8 }).due?.basis).toBe('rate');
    expect(horizonFor(item({ cycleOptions: cyclesLeft(-3) }), reservations).due).toMatchObject({
      axis: 'cycles',
      basis: 'meter',
    });
  });

  test('is an Expired one, whatever the axes say', () => {
    const expired = item({ status: status(3), timeOptions: hoursLeft(20) });
    expect(horizonFor(expired, reservations).due).toMatchObject({ axis: null, basis: 'status', certainty: 'definite' });
  });

  test('is the first of all limits, which are in time order', () => {
    const due = item({ timeOptions: hoursLeft(3), dateOptions: dateLimit('2026-05-13'), cycleOptions: cyclesLeft(4) });
    const times = horizonFor(due, reservations, { rate: 1 }).limits.map(({ at }) => at);
    expect(times.length).toBeGreaterThan(3);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('the booked hours before a limit', () => {
  const reservations = [flight(1, 4), flight(10, 14)];

  test('end at the shop visit, at the date limit, or with the last reservation', () => {
    const due = item({ timeOptions: hoursLeft(90), dateOptions: dateLimit('2026-05-12') });
    const endOfToday = Date.parse('2026-05-12T23:59:59-06:00');
    expect(horizonFor(hundredHour(90), reservations).booked).toEqual({ hours: 7, until: now + 14 * hour });
    expect(horizonFor(due, reservations).booked).toEqual({
      hours: 3 + (endOfToday - now) / hour - 10,
      until: endOfToday,
    });
    expect(horizonFor(due, [flight(1, 4), visit(6, 9), flight(10, 14)]).booked).toEqual({
      hours: 3,
      until: now + 6 * hour,
    });
  });

  test('are zero if the shop visit comes first, and null without flights', () => {
    expect(horizonFor(hundredHour(2), [visit(1, 2), flight(3, 9)]).booked).toEqual({ hours: 0, until: now + hour });
    expect(horizonFor(hundredHour(2), [visit(1, 2)]).booked).toBeNull();
  });

  test('do not end at a shop visit under way', () => {
    expect(horizonFor(hundredHour(90), [visit(-1, 1), ...reservations]).booked?.hours).toBe(7);
  });
});

describe('the shop visit', () => {
  const named = (name: string, from = 5, to = 9) => {
    const one = visit(from, to);
    return { ...one, type: name, record: { ...one.record, reservationType: { displayTypeId: 1, name } } };
  };

  test.each([
    ['in time before the crossing', 2, [visit(1, 2), flight(3, 9)], true],
    ['late after the crossing', 2, [flight(3, 9), visit(10, 12)], false],
    ['in time if the due time is unknown', 90, [flight(3, 9), visit(10, 12)], true],
    ['late for a passed limit', -1, [visit(10, 12)], false],
    ['in time for a passed limit while it is under way', -1, [visit(-1, 12)], true],
  ])('is %s', (_, left, reservations, isInTime) => {
    expect(horizonFor(hundredHour(left), reservations).visit?.isInTime).toBe(isInTime);
  });

  test.each([
    ['MX 100hr', 90, 'this', true],
    ['Annual', 90, 'this', true],
    ['Radio swap', 2, 'other', false],
    ['Wash and wax', -1, 'other', false],
    ['Maintenance', 90, 'not known', false],
    ['Maintenance', 8, 'not known', true],
  ])('“%s” with %d h left is for %s', (name, left, purpose, isPlanned) => {
    expect(horizonFor(hundredHour(left), [named(name)]).visit).toMatchObject({ purpose, isPlanned });
  });

  test('without a name must be long enough for the work', () => {
    expect(horizonFor(hundredHour(2), [visit(5, 6)]).visit?.isPlanned).toBe(false);
    const annual = (visits: Parameters<typeof horizonFor>[1]) =>
      horizonFor(item({ name: 'Annual', dateOptions: dateLimit('2026-05-20') }), visits).visit?.isPlanned;
    expect([annual([visit(5, 10)]), annual([visit(5, 14)])]).toEqual([false, true]);
  });

  test('that is planned comes before others, and for a date limit within two weeks', () => {
    expect(horizonFor(hundredHour(90), [visit(1, 2), named('MX 100hr')]).visit?.reservation.start).toBe(now + 5 * hour);
    const dated = (limit: string) => horizonFor(item({ name: 'ELT', dateOptions: dateLimit(limit) }), [visit(1, 3)]);
    expect([dated('2026-05-25').visit?.isPlanned, dated('2026-05-28').visit?.isPlanned]).toEqual([true, false]);
  });

  test('is null if no maintenance is booked', () => {
    expect(horizonFor(hundredHour(2), [flight(3, 9), visit(-9, -1)]).visit).toBeNull();
  });
});

test("each aircraft's horizons use its own reservations and rate", () => {
  const items: DueItem[] = ['a1', 'a2', 'a3'].map((aircraftId) =>
    item({ maintenanceReminderId: aircraftId, timeOptions: hoursLeft(2) }, aircraft({ aircraftId })),
  );
  const reservations = [
    reservation(now - 40 * hour, now - 16 * hour, { aircraftId: 'a2', statusId: 2 }),
    reservation(now + hour, now + 5 * hour, { aircraftId: 'a1' }),
  ];
  const horizons = fleetHorizons(items, scheduleAt(reservations), { now, factor: 0.8 });
  expect(horizons.get('a1')?.due?.reservation).toBe(reservations[1]);
  // 8 of the 24 hours, × 0.8, in 14 days: 2 hours take 105 hours.
  expect(horizons.get('a2')?.due?.at).toBeCloseTo(nearEnd + 105 * hour, -1);
  expect(horizons.get('a3')).toMatchObject({ due: null, booked: null });
});

test('a reminder permanently complied with has no horizon', () => {
  const complied = item({ timeOptions: hoursLeft(-5), permanentlyComplied: true });
  expect(fleetHorizons([complied], scheduleAt([]), { now }).size).toBe(0);
});
