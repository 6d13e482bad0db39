import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { type DueItem, type Reminder, toDueItem } from '#domain/maintenance/reminders.ts';
import { byStart, idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { forgetThresholds, setThresholds } from '#domain/thresholds.ts';
import { type Instant, lengthWithin, overlaps } from '#domain/time/time.ts';
import { dateLimit, hour, hoursLeft, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { shiftsIn, workedUntil } from './shopHours.ts';
import { waitingCost } from './shopJobs.ts';
import { dayFree, dayHoursText } from './shopText.ts';
import type { SetTimes } from './shopTimes.ts';
import { proposedSlots, shopIndex, shopJob, shopWeek } from './shopWeek.ts';

/** Tuesday 12 May, 1105. What is known ends with Tuesday 26 May. */
const until = onTheDay('27T00:00');

function aircraft(id: string) {
  return { aircraftId: id, tailNumber: id.toUpperCase(), status: status(1) };
}

function reminder(id: string, given: Partial<Reminder> & { readonly name: string }): DueItem {
  const record = { maintenanceReminderId: `${id} ${given.name}`, status: { id: 1, name: 'OK' }, ...given };
  return toDueItem(aircraft(id), record, zone, now, now);
}

function of(id: string, name: string, from: string, to: string, type = 0): TimedReservation {
  return slot(name, from, to, { type, aircraft: { aircraftId: id, tailNumber: id.toUpperCase() } });
}

/** Most plans here are about where a visit fits, so its length is set. */
const short = new Map([
  ['100-hour', 4],
  ['oil change', 1],
]);

function indexOf(items: readonly DueItem[], reservations: readonly TimedReservation[], set: SetTimes = short) {
  const schedule = scheduleAt(reservations);
  return shopIndex({
    items,
    horizons: fleetHorizons(items, schedule, { now, factor: 1 }),
    schedule,
    now,
    zone: zone.name,
    until,
    set,
  });
}

const times = ({ start, end }: { start: Instant; end: Instant }) =>
  [start, end].map((at) => new Date(at - 6 * hour).toISOString().slice(8, 16)).join(' – ');

beforeEach(forgetThresholds);
afterEach(forgetThresholds);

describe('the shop hours', () => {
  const shifts = shiftsIn({ start: now, end: until }, zone.name);

  test('are 0800 to 1700 from Monday to Friday, unless the school sets others', () => {
    expect(shifts.map(times).slice(0, 5)).toEqual([
      '12T08:00 – 12T17:00',
      '13T08:00 – 13T17:00',
      '14T08:00 – 14T17:00',
      '15T08:00 – 15T17:00',
      '18T08:00 – 18T17:00',
    ]);
    forgetThresholds();
    setThresholds({ SHOP_OPENS_HOUR: 6, SHOP_CLOSES_HOUR: 24, SHOP_DAYS: 6 });
    expect(shiftsIn({ start: onTheDay('16T00:00'), end: onTheDay('19T00:00') }, zone.name).map(times)).toEqual([
      '16T06:00 – 17T00:00',
      '18T06:00 – 19T00:00',
    ]);
  });

  test('span nights and weekends for longer work', () => {
    // 2 h on Friday and 6 on Monday.
    expect(workedUntil(onTheDay('15T15:00'), 8 * hour, shifts)).toBe(onTheDay('18T14:00'));
    expect(lengthWithin(shifts, { start: onTheDay('15T15:00'), end: onTheDay('18T14:00') })).toBe(8 * hour);
    expect(workedUntil(onTheDay('26T16:00'), 2 * hour, shifts)).toBeNull();
  });

  test('follow the school’s clock through a clock change', () => {
    const days = { start: Date.parse('2026-03-06T07:00:00Z'), end: Date.parse('2026-03-10T06:00:00Z') };
    expect(shiftsIn(days, zone.name).map(({ start }) => new Date(start).toISOString())).toEqual([
      '2026-03-06T15:00:00.000Z',
      '2026-03-09T14:00:00.000Z',
    ]);
  });
});

describe('the work an aircraft needs', () => {
  // 5 h left: 2 h today, 2 h tomorrow and 1 h of Thursday’s flight.
  const hundred = reminder('a', { name: '100-hour', timeOptions: hoursLeft(5) });
  const oil = reminder('a', { name: 'Oil change', timeOptions: hoursLeft(12) });
  const annual = reminder('a', { name: 'Annual', dateOptions: dateLimit('2026-09-30') });
  const flights = [
    of('a', 'tue', '14:00', '16:00'),
    of('a', 'wed', '13T08:00', '13T10:00'),
    of('a', 'thu', '14T13:00', '14T15:00'),
    of('a', 'thu late', '14T16:00', '14T17:00'),
    of('a', 'fri', '15T09:00', '15T12:00'),
  ];

  test('starts with its first reminder, and includes those near their limits by then', () => {
    const job = shopJob(indexOf([annual, oil, hundred], flights), 'A');
    expect(job?.item.name).toBe('100-hour');
    expect(job?.due.at).toBe(onTheDay('14T14:00'));
    // 12 h less 5 flown is below 10 h, so a visit without a purpose may be for the oil; the annual is months away.
    expect(job?.together.map(({ name }) => name)).toEqual(['Oil change']);
    expect(job?.work).toBe(4 * hour);
    expect(shopJob(indexOf([annual, hundred], flights), 'a', { item: annual.key, work: 6 * hour })).toMatchObject({
      item: { name: 'Annual' },
      work: 6 * hour,
      together: [{ name: '100-hour' }],
    });
    expect(shopJob(indexOf([], flights), 'a')).toBeNull();
  });

  test('costs what is booked after its limit, for each day of delay', () => {
    const job = shopJob(indexOf([hundred], flights), 'a');
    const late = job?.delays
      .slice(0, 3)
      .map(({ day, reservations, hours }) => [day, reservations.map(({ key }) => key), hours]);
    expect(late).toEqual([
      ['2026-05-14', ['thu', 'thu late'], 3],
      ['2026-05-15', ['fri'], 3],
      ['2026-05-16', [], 0],
    ]);
    expect(job && waitingCost(job, onTheDay('15T08:00'))).toEqual({ count: 2, hours: 3 });
  });

  test('may already be booked: in time and long enough, or not', () => {
    const visit = (from: string, to: string) => {
      const job = shopJob(indexOf([hundred], [...flights, of('a', '100-hour', from, to, 1)]), 'a');
      const [ownVisit] = job?.visits ?? [];
      return [ownVisit?.isInTime, ownVisit?.isLongEnough, ownVisit?.isSafe, job?.planned !== null];
    };
    expect(visit('13T11:00', '13T16:00')).toEqual([true, true, true, true]);
    expect(visit('13T11:00', '13T13:00')).toEqual([true, false, true, false]);
    expect(visit('15T13:00', '15T17:00')).toEqual([false, true, false, false]);
    // The shop is closed on Saturday, but a visit booked there still has its hours.
    expect(visit('16T08:00', '16T13:00')[1]).toBe(true);
  });
});

describe('the proposed shop times', () => {
  const hundred = reminder('a', { name: '100-hour', timeOptions: hoursLeft(5) });
  const flights = [
    of('a', 'tue', '14:00', '16:00'),
    of('a', 'wed', '13T08:00', '13T10:00'),
    of('a', 'thu', '14T13:00', '14T15:00'),
    of('a', 'fri', '15T09:00', '15T12:00'),
  ];

  test('displace as little as possible before the limit, and use as much of the interval as possible', () => {
    const index = indexOf([hundred], flights);
    const job = shopJob(index, 'a');
    const slots = job ? proposedSlots(job, index) : [];
    expect(slots.map((one) => [times(one), one.displaced.map(({ key }) => key), one.hours])).toEqual([
      // Thursday morning; Wednesday after the flight; today, which displaces the flight of 1400.
      ['14T08:00 – 14T12:00', [], 0],
      ['13T10:00 – 13T14:00', [], 0],
      ['12T11:15 – 12T15:15', ['tue'], 2],
    ]);
    expect(slots.every(({ isSafe }) => isSafe)).toBe(true);
  });

  test('need a free bay', () => {
    setThresholds({ SHOP_BAYS: 1 });
    const other = of('b', 'radio', '14T08:00', '14T12:00', 1);
    const index = indexOf([hundred], [...flights, other]);
    const job = shopJob(index, 'a');
    const [first] = job ? proposedSlots(job, index) : [];
    expect(first && times(first)).toBe('13T10:00 – 13T14:00');
  });

  test('start now for a reminder that is past due, earliest first', () => {
    const past = reminder('a', { name: 'Oil change', timeOptions: hoursLeft(-1), status: { id: 3, name: 'Expired' } });
    const index = indexOf([past], flights);
    const job = shopJob(index, 'a');
    const slots = job ? proposedSlots(job, index) : [];
    expect(slots.slice(0, 2).map((one) => [times(one), one.waiting?.count])).toEqual([
      ['12T11:15 – 12T12:15', 0],
      // The first hour of the day, although a flight is booked then: that flight cannot go.
      ['13T08:00 – 13T09:00', 2],
    ]);
  });
});

describe('the week plan of the shop', () => {
  const expired = (id: string) =>
    reminder(id, { name: 'Oil change', timeOptions: hoursLeft(-1), status: { id: 3, name: 'Expired' } });

  test('takes the earliest limit first, one aircraft after another, and does not fill a bay twice', () => {
    setThresholds({ SHOP_BAYS: 1 });
    const items = [
      reminder('c', { name: '100-hour', dateOptions: dateLimit('2026-05-14') }),
      reminder('b', { name: '100-hour', dateOptions: dateLimit('2026-05-12') }),
      expired('a'),
      reminder('d', { name: 'Annual', dateOptions: dateLimit('2026-08-01') }),
    ];
    const index = indexOf(items, [of('c', 'flight', '15T08:00', '15T10:00')]);
    const week = shopWeek(index, ['a', 'b', 'c', 'd'].map(aircraft));
    expect(week.lines.map(({ job, slot: ownSlot }) => [job.aircraft.aircraftId, ownSlot && times(ownSlot)])).toEqual([
      ['a', '12T11:15 – 12T12:15'],
      ['b', '12T12:15 – 12T16:15'],
      ['c', '14T08:00 – 14T12:00'],
    ]);
    const [today] = week.days;
    expect(today && [today.capacity / hour, today.proposed / hour, today.due.length]).toEqual([
      expect.closeTo(17 - 11 - 5 / 60),
      5,
      2,
    ]);
  });

  test('counts today’s booked hours from now on, as its capacity', () => {
    setThresholds({ SHOP_BAYS: 2 });
    const visits = [of('x', 'rebuild', '12T08:00', '12T17:00', 1), of('y', 'radio', '12T08:00', '12T17:00', 1)];
    const [today] = shopWeek(indexOf([], visits), []).days;
    expect(today?.booked).toBe(today?.capacity);
    expect(today && dayFree(today)).toBe(0);
  });

  test('shows what is booked beyond the capacity of a day', () => {
    setThresholds({ SHOP_BAYS: 2 });
    const visits = ['x', 'y', 'z'].map((id) => of(id, `visit ${id}`, '13T08:00', '13T15:00', 1));
    const [, tomorrow] = shopWeek(indexOf([], visits), []).days;
    expect(tomorrow && dayHoursText(tomorrow)).toBe('21.0 h booked and 0.0 h proposed of 18.0 h; 7.0 h without a bay');
  });

  test('gives each visit a bay, and those without one a row beyond the bays', () => {
    setThresholds({ SHOP_BAYS: 2 });
    const visits = [
      of('x', 'long', '13T08:00', '14T12:00', 1),
      of('y', 'morning', '13T08:00', '13T12:00', 1),
      of('z', 'third', '13T09:00', '13T11:00', 1),
      of('w', 'afternoon', '13T12:00', '13T17:00', 1),
      of('v', 'weekend', '16T09:00', '16T12:00', 1),
    ];
    const index = indexOf([expired('a')], visits);
    const { plan, days } = shopWeek(index, [aircraft('a')]);
    expect([plan.bays, plan.rows]).toEqual([2, 3]);
    expect(plan.visits.map(({ key, bay }) => [key, bay])).toEqual([
      ['for a', 0],
      ['booked long', 0],
      ['booked morning', 1],
      ['booked third', 2],
      ['booked afternoon', 1],
    ]);
    expect(days.slice(0, 3).map(({ beyond }) => beyond / hour)).toEqual([0, 2, 0]);
    expect(plan.outside.map(({ key }) => key)).toEqual(['weekend']);
  });

  test('says what waiting costs when there is no room before the limit', () => {
    setThresholds({ SHOP_BAYS: 1 });
    const items = [reminder('b', { name: '100-hour', dateOptions: dateLimit('2026-05-13') })];
    const full = of('x', 'rebuild', '11T08:00', '14T17:00', 1);
    const index = indexOf(items, [
      full,
      of('b', 'one', '14T08:00', '14T10:00'),
      of('b', 'two', '14T11:00', '14T13:00'),
    ]);
    const [line] = shopWeek(index, [aircraft('b')]).lines;
    expect(line?.slot).toBeNull();
    expect(line?.late && [times(line.late), line.late.waiting]).toEqual([
      '15T08:00 – 15T12:00',
      { count: 2, hours: 4 },
    ]);
  });
});

const someFleet = fc.array(
  fc.record({
    left: fc.integer({ min: 1, max: 40 }),
    days: fc.integer({ min: 0, max: 20 }),
    kind: fc.constantFrom('100-hour', 'Annual', 'Oil change'),
    flights: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 14 * 24 * 2 }),
        length: fc.integer({ min: 1, max: 10 }),
        isShop: fc.boolean(),
      }),
      { maxLength: 8 },
    ),
  }),
  { minLength: 1, maxLength: 5 },
);

test('the shop plan never proposes a time during a visit, after the limit, outside the known days, or without a bay', () => {
  fc.assert(
    fc.property(someFleet, fc.integer({ min: 1, max: 3 }), (fleet, bays) => {
      forgetThresholds();
      setThresholds({ SHOP_BAYS: bays });
      const items = fleet.flatMap(({ left, days, kind }, place) => [
        reminder(`p${place}`, { name: kind, timeOptions: hoursLeft(left) }),
        reminder(`p${place}`, {
          name: 'Transponder',
          dateOptions: dateLimit(`2026-05-${String(12 + Math.min(days, 18)).padStart(2, '0')}`),
        }),
      ]);
      const reservations = fleet
        .flatMap(({ flights }, place) =>
          flights.map(({ at, length, isShop }, number) => {
            const start = now + at * (hour / 2);
            const [from, to] = [start, start + length * (hour / 2)].map((instant) =>
              new Date(instant - 6 * hour).toISOString().slice(8, 16),
            );
            return of(`p${place}`, `r${place} ${number}`, from ?? '', to ?? '', isShop ? 1 : 0);
          }),
        )
        .toSorted(byStart);
      const index = indexOf(items, reservations);
      const week = shopWeek(
        index,
        fleet.map((_, place) => aircraft(`p${place}`)),
      );
      const taken = week.lines.flatMap(({ slot: ownSlot, late }) => ownSlot ?? late ?? []);
      for (const { job, slot: ownSlot, late } of week.lines) {
        for (const one of [...(ownSlot ? [ownSlot] : []), ...(late ? [late] : []), ...proposedSlots(job, index)]) {
          const visits = reservations.filter(
            ({ aircraftId, kind }) => kind === 'Maintenance' && idKey(aircraftId ?? '') === job.aircraft.aircraftId,
          );
          expect(visits.some((visit) => overlaps(visit, one))).toBe(false);
          expect(one.start).toBeGreaterThanOrEqual(now);
          expect(one.end).toBeLessThanOrEqual(until);
          expect(lengthWithin(index.shifts, one)).toBe(job.work);
          const flights = reservations.filter(
            (flight) =>
              flight.kind !== 'Maintenance' && flight.aircraftId === job.aircraft.aircraftId && overlaps(flight, one),
          );
          expect(one.displaced.map(({ key }) => key)).toEqual(flights.map(({ key }) => key));
        }
        if (ownSlot && job.due.at > now) expect(ownSlot.start).toBeLessThan(job.due.at);
      }
      for (const visit of week.plan.visits) if (visit.line) expect(visit.bay).toBeLessThan(bays);
      for (const at of taken.map(({ start }) => start)) {
        const busy = [...taken, ...index.visits].filter((one) => one.start <= at && at < one.end);
        // People may book more visits than there are bays, but no proposal adds to them.
        expect(busy.length).toBeLessThanOrEqual(bays);
      }
    }),
    { numRuns: 60 },
  );
});
