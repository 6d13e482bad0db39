import { describe, expect, test } from 'vitest';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import {
  clock,
  cyclesLeft,
  dateLimit,
  hoursLeft,
  item,
  now,
  reservationAt,
  status,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { dueOrder, dueRows, worstReminders } from './due.ts';
import type { Wording } from '#domain/wall/words.ts';

const wording: Wording = { now, clock, names: 'short', marks: 'shown' };
const oil = item({ maintenanceReminderId: 'oil', name: 'Oil', status: status(2), timeOptions: hoursLeft(1.5, 2) });
const annual = item({
  maintenanceReminderId: 'annual',
  name: 'Annual',
  status: status(3),
  dateOptions: dateLimit('2026-05-09T23:59:59', 3),
});
const fine = item({ maintenanceReminderId: 'fine', name: 'VOR check' });
const done = item({ maintenanceReminderId: 'done', status: status(3), permanentlyComplied: true });
const items = [fine, oil, done, annual];

describe('the maintenance slide', () => {
  test('has Expired and Warning reminders, worst first', () => {
    const rows = dueRows(items, null, wording);
    expect(rows.map(({ name, status: word, left }) => [name, word, left])).toEqual([
      ['Annual', 'Expired', '3 days past due'],
      ['Oil', 'Warning', '1.5 h left'],
    ]);
    expect(rows.map(({ visit }) => visit)).toEqual([null, null]);
  });

  test('shortens “landings”', () => {
    const tires = (left: number) => item({ status: status(3), cycleOptions: cyclesLeft(left, 3) });
    expect(dueRows([tires(-37)], null, wording)[0]?.left).toBe('37 ldg past due');
    expect(dueRows([tires(1)], null, wording)[0]?.left).toBe('1 ldg left');
  });

  test('names the reservation that crosses a limit, and the shop visit', () => {
    const reservations = [
      reservationAt('2026-05-12T14:00', '2026-05-12T15:00'),
      reservationAt('2026-05-13T10:00', '2026-05-13T12:00'),
      reservationAt('2026-05-21T08:00', '2026-05-21T12:00', { displayTypeId: 1 }),
    ];
    const horizons = fleetHorizons(items, scheduleAt(reservations, now), { now, factor: 0.69 });
    const [, row] = dueRows(items, horizons, wording);
    expect(row).toMatchObject({ name: 'Oil', crossing: 'Wed 1000L', visit: 'Thu 21 May' });
  });

  test('takes an aircraft’s reminder that comes due first, by forecast if there is one', () => {
    const hours = item({ maintenanceReminderId: 'hours', status: status(2), timeOptions: hoursLeft(10, 2) });
    const dated = item({ maintenanceReminderId: 'dated', status: status(2), dateOptions: dateLimit('2026-05-14', 2) });
    // At usual use 10 h last until the 15th; 16 booked hours at 0.69 use them up on the 13th.
    const reservations = [
      reservationAt('2026-05-12T12:00', '2026-05-12T20:00'),
      reservationAt('2026-05-13T06:00', '2026-05-13T14:00'),
    ];
    const horizons = fleetHorizons([hours, dated], scheduleAt(reservations, now), { now, factor: 0.69 });
    expect(worstReminders([hours, dated], dueOrder(null, now)).get('a1')).toBe(dated);
    expect(worstReminders([hours, dated], dueOrder(horizons, now)).get('a1')).toBe(hours);
  });

  test('leaves out reminders complied with for good', () => {
    expect(worstReminders(items).get('a1')).toBe(annual);
    expect(worstReminders([done]).size).toBe(0);
  });

  test('says when no shop visit is booked, and until when one lasts', () => {
    const shop = (start: string, end: string) => reservationAt(start, end, { displayTypeId: 1 });
    const visits = (...reservations: ReturnType<typeof shop>[]) => {
      const horizons = fleetHorizons(items, scheduleAt(reservations, now), { now, factor: 0.69 });
      return dueRows(items, horizons, wording).map(({ name, visit }) => [name, visit]);
    };
    expect(visits()).toEqual([
      ['Annual', 'none booked'],
      ['Oil', 'none booked'],
    ]);
    const [[, under] = []] = visits(shop('2026-05-12T08:00', '2026-05-12T17:00'));
    expect(under).toBe('now, until 1700L');
  });

  test('names nobody on a board without names, and no zone on one without marks', () => {
    const reservations = [
      reservationAt('2026-05-12T14:00', '2026-05-12T15:00'),
      reservationAt('2026-05-13T10:00', '2026-05-13T12:00'),
    ];
    const horizons = fleetHorizons(items, scheduleAt(reservations, now), { now, factor: 0.69 });
    const [, row] = dueRows(items, horizons, { ...wording, names: 'none', marks: 'hidden' });
    expect(row?.crossing).toBe('Wed 1000');
  });
});
