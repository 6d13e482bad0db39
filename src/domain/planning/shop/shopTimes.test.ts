import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { type DueItem, type Reminder, toDueItem } from '#domain/maintenance/reminders.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { forgetThresholds } from '#domain/thresholds.ts';
import { dateLimit, hoursLeft, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { takesText } from './shopText.ts';
import { readTimes, type SetTimes, withTime } from './shopTimes.ts';
import { shopIndex, shopJob } from './shopWeek.ts';

function reminder(id: string, given: Partial<Reminder> & { readonly name: string }): DueItem {
  const record = { maintenanceReminderId: `${id} ${given.name}`, status: { id: 1, name: 'OK' }, ...given };
  return toDueItem({ aircraftId: id, tailNumber: id, status: status(1) }, record, zone, now, now);
}

function of(id: string, name: string, from: string, to: string, type = 0): TimedReservation {
  return slot(name, from, to, { type, aircraft: { aircraftId: id } });
}

function indexOf(items: readonly DueItem[], reservations: readonly TimedReservation[], set: SetTimes = new Map()) {
  const schedule = scheduleAt(reservations);
  const horizons = fleetHorizons(items, schedule, { now, factor: 1 });
  return shopIndex({ items, horizons, schedule, now, zone: zone.name, until: onTheDay('27T00:00'), set });
}

beforeEach(forgetThresholds);
afterEach(forgetThresholds);

describe('the time that work takes', () => {
  const hundred = reminder('a', { name: '100-hour', timeOptions: hoursLeft(5) });
  const flights = [of('a', 'tue', '14:00', '20:00')];
  const visit = (id: string, displayName: string, end: string, given = {}) =>
    slot(`visit of ${id}`, '11T08:00', end, { type: 1, displayName, aircraft: { aircraftId: id }, ...given });
  const visits = [0, 1, 2].map((place) => visit(`b${place}`, '100-hour', `11T1${2 + place}:00`));
  const none = new Map<string, number>();
  const takes = (reservations: readonly TimedReservation[], set: SetTimes) => {
    const job = shopJob(indexOf([hundred], reservations, set), 'a');
    return job && takesText(job);
  };

  test('is the usual one, not the least', () => {
    expect(takes(flights, none)).toBe('9.0 h in the shop, the usual time (estimate)');
  });

  test('is the median of the school’s own visits for such work, from three on', () => {
    expect(takes([...visits.slice(0, 2), ...flights], none)).toContain('estimate');
    expect(takes([...visits, ...flights], none)).toBe('5.0 h in the shop, median of 3 visits of the school');
    // Visits for other work, and void ones, say nothing.
    const other = visit('b9', 'Radio swap', '11T10:00');
    const gone = visit('b8', '100-hour', '11T09:00', { reservationStatus: { id: 3, name: 'Cancelled' } });
    expect(takes([...visits.slice(0, 2), other, gone, ...flights], none)).toContain('estimate');
  });

  test('is what a person set for the week, above all', () => {
    expect(takes([...visits, ...flights], new Map([['100-hour', 2]]))).toBe('2.0 h in the shop, as set');
  });

  test('by estimate does not call a booked visit too short that the least time would hold', () => {
    const booked = (from: string, to: string, set: SetTimes) =>
      shopJob(indexOf([hundred], [of('a', '100-hour', from, to, 1), of('a', 'thu', '14T08:00', '14T18:00')], set), 'a')
        ?.visits[0]?.isLongEnough;
    expect(booked('13T11:00', '13T15:00', none)).toBe(true);
    expect(booked('13T11:00', '13T14:00', none)).toBe(false);
    expect(booked('13T11:00', '13T15:00', new Map([['100-hour', 6]]))).toBe(false);
  });

  test('is read from an address and written to it; wrong parts are left out', () => {
    const bounds = { min: 1, max: 80 };
    const set = readTimes('100-hour:6;oil change:x;Annual:24;:3;a:b:2;late:900', bounds);
    expect([...set]).toEqual([
      ['100-hour', 6],
      ['annual', 24],
      ['a:b', 2],
    ]);
    expect(withTime(set, 'Annual', 30)).toBe('100-hour:6;a:b:2;annual:30');
    expect(withTime(set, '100-HOUR', null)).toBe('annual:24;a:b:2');
  });
});

test('a conditional reminder is work for the shop, but no flight waits for it; an advisory one needs to be chosen', () => {
  const due = (name: string) => reminder('a', { name, dateOptions: dateLimit('2026-05-13') });
  const flights = [of('a', 'thu', '14T13:00', '14T15:00')];
  const delayed = (...items: DueItem[]) => {
    const job = shopJob(indexOf(items, flights), 'a');
    return job && [job.item.name, job.delays.flatMap(({ reservations }) => reservations).length];
  };
  expect(delayed(due('Annual'))).toEqual(['Annual', 1]);
  expect(delayed(due('VOR check'))).toEqual(['VOR check', 0]);
  expect(delayed(due('Aircraft wash'))).toBeNull();
  expect(delayed(due('Aircraft wash'), due('VOR check'), due('Annual'))).toEqual(['Annual', 1]);
});
