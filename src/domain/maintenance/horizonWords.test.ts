import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import fc from 'fast-check';
import { isFlight } from '#domain/reservations/reservations.ts';
import { horizonFor, scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { fleetHorizons } from './horizon.ts';
import { limitsOn } from './limits.ts';
import { horizonPhrase, visitPhrase } from './horizonWords.ts';
import type { Reminder } from './reminders.ts';
import {
  clock,
  cyclesLeft,
  dateLimit,
  hoursLeft,
  item,
  now,
  reservationAt,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';

function ahead(given: Partial<Reminder>, reservations: readonly TimedReservation[] = [], rate: number | null = null) {
  return horizonFor(item(given), reservations, { rate });
}
const phrase = (...given: Parameters<typeof ahead>) => horizonPhrase(ahead(...given), now, clock);

// 4 + 8 + 2.5 = 14.5 hours before the shop visit. 11.2 hours are 11.2 booked hours at k = 1: 7.2 into the second.
// They are 14.0 booked hours at 0.8: 2.0 into the third.
const week = [
  reservationAt('2026-05-12T12:00', '2026-05-12T16:00'),
  reservationAt('2026-05-12T16:00', '2026-05-13T00:00'),
  reservationAt('2026-05-13T10:00', '2026-05-13T12:30'),
  reservationAt('2026-05-14T14:00', '2026-05-14T18:00', { displayTypeId: 1 }),
  reservationAt('2026-05-15T09:00', '2026-05-15T11:00'),
];

describe('the hours are enough only if nothing comes due before the last reservation ends', () => {
  const enough = { timeOptions: hoursLeft(17) };

  test.each<[string, Partial<Reminder>]>([
    ['a date limit that has passed', { ...enough, dateOptions: dateLimit('2026-05-10') }],
    ['a date limit inside them', { ...enough, dateOptions: dateLimit('2026-05-13') }],
    ['landings that run out', { ...enough, cycleOptions: cyclesLeft(4) }],
    ['an Expired status', { ...enough, status: { id: 3, name: 'Expired' } }],
    ['a date that cannot be read', { ...enough, dateOptions: dateLimit('05/10/2026') }],
  ])('not with %s', (_, given) => {
    expect(phrase(given, week)).not.toContain('enough');
  });

  test('not with another reminder of the aircraft that comes due', () => {
    const oil = item({ maintenanceReminderId: 'oil', name: 'Oil', ...enough });
    const annual = (limit: string) => item({ name: 'Annual', dateOptions: dateLimit(limit) });
    const words = (limit: string) => {
      const horizons = fleetHorizons([oil, annual(limit)], scheduleAt(week), { now });
      return horizonPhrase(horizons.get('oil')!, now, clock);
    };
    expect(words('2026-05-10')).not.toContain('enough');
    expect(words('2026-05-30')).toContain('enough for all reservations');
  });

  test('never beside a finding against one of them', () => {
    const left = fc.integer({ min: -20, max: 400 });
    const days = fc.constantFrom('2026-05-11', '2026-05-12', '2026-05-14', '2026-05-15', '2026-06-15', null);
    fc.assert(
      fc.property(left, fc.option(left), days, fc.constantFrom(1, 2, 3), (hours, cycles, limit, id) => {
        const horizon = ahead(
          {
            status: { id },
            timeOptions: hoursLeft(hours / 10),
            cycleOptions: cycles === null ? null : cyclesLeft(cycles),
            dateOptions: limit === null ? null : dateLimit(limit),
          },
          week,
        );
        const isFound = week.some(
          (reservation) => isFlight(reservation) && limitsOn(reservation, horizon.limits).length > 0,
        );
        if (isFound) expect(horizonPhrase(horizon, now, clock)).not.toContain('enough');
      }),
    );
  });
});

describe('a horizon in words', () => {
  test('gives the hours left, the hours booked, and the crossing', () => {
    expect(phrase({ timeOptions: hoursLeft(11.2) }, week)).toBe(
      '11.2 h left · 14.5 h booked before Thu 14 May 1400L · runs out on Wed 1000L flight (earliest Tue 1600L)',
    );
  });

  test.each([
    [2, 'runs out on Tue 1200L flight'],
    // 16.5 booked hours are 13.2 at 0.8.
    [14, 'may run out on Wed 1000L flight'],
    [17, 'enough for all reservations'],
    [-1.2, undefined],
  ])('of %d hours: %s', (left, words) => {
    expect(phrase({ timeOptions: hoursLeft(left) }, week).split(' · ')[2]).toBe(words);
  });

  test('gives the day of a reservation more than a week away', () => {
    const far = [reservationAt('2026-05-20T10:00', '2026-05-20T12:30')];
    expect(phrase({ timeOptions: hoursLeft(1) }, far)).toMatch(/on Wed 20 May 1000L flight$/);
  });

  test('gives hours flown and not logged, and the reservation in which the landings run out', () => {
    const out = reservationAt('2026-05-12T10:00', '2026-05-12T12:00', { statusId: 1 });
    expect(phrase({ timeOptions: hoursLeft(1) }, [out])).toBe(
      '1.0 h left · 1.1 h flown, not logged · 0.9 h booked before 1200L · runs out on Tue 1000L flight',
    );
    expect(phrase({ cycleOptions: cyclesLeft(3) }, [out])).toBe(
      '3 landings left, run out on Tue 1000L flight at 2 per hour',
    );
  });

  test('marks what comes after the reservations as a forecast', () => {
    // Ten hours at 2.0 a day, from the end of tomorrow on.
    expect(phrase({ timeOptions: hoursLeft(10) }, [], 2)).toBe(
      '10.0 h left · nothing booked · about Tue 19 May at the recent 2.0 h a day after the reservations',
    );
  });

  test('says that the recent rate comes sooner than a late reservation that crosses the limit', () => {
    const late = reservationAt('2026-05-25T08:00', '2026-05-25T16:00');
    expect(phrase({ timeOptions: hoursLeft(5) }, [late], 2)).toBe(
      '5.0 h left · 8.0 h booked before Mon 25 May 1600L · runs out on Mon 25 May 0800L flight · sooner, about Sat 16 May, at the recent 2.0 h a day',
    );
  });

  test('groups the digits of many hours, as the meter does', () => {
    expect(phrase({ name: 'Overhaul', timeOptions: hoursLeft(1258.9) })).toMatch(/^1,258.9 h left/);
    expect(phrase({ timeOptions: hoursLeft(-1258.9) })).toMatch(/^1,258.9 h past due/);
  });

  test('adds an earlier date, and landings', () => {
    expect(phrase({ timeOptions: hoursLeft(11.2), dateOptions: dateLimit('2026-05-12T23:59:59') }, week)).toMatch(
      / · date limit Tue 12 May comes first$/,
    );
    expect(phrase({ cycleOptions: cyclesLeft(120) })).toBe('120 landings left');
    expect(phrase({ dateOptions: dateLimit('2026-07-31T23:59:59') })).toBe('date limit Fri 31 Jul');
    expect(phrase({ dateOptions: dateLimit('2025-07-31T23:59:59') })).toBe('date limit Thu 31 Jul 2025, past due');
  });

  test('says if there is no limit, or no reading', () => {
    expect(phrase({})).toBe('no limit to forecast');
    expect(phrase({ timeOptions: { ...hoursLeft(5), currentHours: null } })).toBe(
      'nothing booked · not known: no reading',
    );
  });
});

describe('a shop visit in words', () => {
  const words = (left: number, reservations: readonly TimedReservation[]) =>
    visitPhrase(ahead({ timeOptions: hoursLeft(left) }, reservations), now, clock);

  test('gives its time, and whether it is in time', () => {
    expect(words(50, week)).toBe('shop visit Thu 14 May 1400L, no work named');
    expect(words(2, week)).toBe('shop visit Thu 14 May 1400L, after it is due, no work named');
    expect(words(2, [])).toBe('no visit booked');
  });

  test('gives the end while the aircraft is in the shop', () => {
    const underWay = reservationAt('2026-05-11T08:00', '2026-05-13T12:00', { displayTypeId: 1 });
    expect(words(2, [underWay])).toBe('in the shop until tomorrow 1200L, no work named');
  });
});
