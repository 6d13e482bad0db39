import fc from 'fast-check';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { fleetHorizons } from './horizon.ts';
import type { DueItem } from './reminders.ts';
import { clock, cyclesLeft, dateLimit, hoursLeft, item, now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { limitsOf, limitsOn, limitWords } from './limits.ts';

const out = { reservationStatus: { id: 1, name: 'Checked Out' } };

/** The findings against the last of the reservations. */
function against(items: readonly DueItem[], reservations: readonly TimedReservation[], at = now, factor = 0.8) {
  const horizons = fleetHorizons(items, scheduleAt(reservations, at), { now: at, factor });
  return limitsOn(reservations.at(-1)!, limitsOf(items, horizons)).map(
    ({ limit, when, level }) => `${level} ${when}, ${limit.certainty}: ${limitWords(limit, at, clock)}`,
  );
}

describe('a limit in hours', () => {
  const at = onTheDay('15:30');
  const left = (hours: number) => [item({ timeOptions: hoursLeft(hours) })];

  test('is crossed in the flight under way, whose hours are not on the meter yet', () => {
    expect(against(left(2), [slot('a', '12:00', '16:00', out)], at)).toEqual([
      'check inside, likely: 100-hour: likely crossed its limit about 1430L, 2.0 h left',
    ]);
  });

  test('is crossed by two flights that ended and were not closed', () => {
    const two = [slot('a', '08:00', '10:00', out), slot('b', '10:00', '12:00', out), slot('c', '16:00', '17:00')];
    expect(against(left(2.6), two, at)).toEqual([
      'check before, likely: 100-hour: likely crossed its limit about 1115L, 2.6 h left',
    ]);
    // At the lowest factor the two flights use 2.0 h.
    expect(against(left(2.1), two, at)).toEqual([
      'stop inside, definite: 100-hour: reaches its limit by 1612L, 2.1 h left',
    ]);
  });

  test('that the reading has passed is definite, whatever the status', () => {
    expect(against(left(-0.5), [slot('a', '16:00', '17:00')], at)).toEqual([
      'stop before, definite: 100-hour, 0.5 h past due, status OK',
    ]);
  });

  test('is not crossed by a void reservation', () => {
    const cancelled = { reservationStatus: { id: 3, name: 'Cancelled' } };
    expect(against(left(2), [slot('a', '16:00', '22:00', cancelled), slot('b', '22:00', '23:00')], at)).toEqual([]);
  });
});

describe('a date and landings', () => {
  const annual = (limit: string) => [item({ name: 'Annual', dateOptions: dateLimit(limit) })];
  const trip = slot('trip', '30T10:00', '31T18:00');

  test.each([
    ['2026-05-29', ['stop before, definite: Annual: limit Fri 29 May']],
    ['2026-05-30', ['stop inside, definite: Annual: limit Sat 30 May']],
    ['2026-05-31', []],
  ])('with a limit of %s: %j', (limit, words) => {
    expect(against(annual(limit), [trip])).toEqual(words);
  });

  test('landings run out inside a reservation at two per hour', () => {
    expect(against([item({ cycleOptions: cyclesLeft(3) })], [slot('a', '12:00', '16:00')])).toEqual([
      'check inside, likely: 100-hour: landings likely run out about 1330L, 3 landings left, at 2 an hour, assumed',
    ]);
  });

  test('an Expired status appears once, whatever else has passed', () => {
    const expired = item({ name: 'Annual', status: status(3), dateOptions: dateLimit('2026-05-09', 3) });
    expect(against([expired], [trip])).toEqual(['stop before, definite: Annual expired Sat 9 May']);
  });
});

test('a limit is before, inside or after a reservation, in order of time', () => {
  const days = fc.array(fc.integer({ min: 10, max: 31 }), { maxLength: 6 });
  fc.assert(
    fc.property(days, fc.integer({ min: 12, max: 28 }), (limits, start) => {
      const items = limits.map((day, index) =>
        item({ maintenanceReminderId: String(index), dateOptions: dateLimit(`2026-05-${day}`) }),
      );
      const reservation = slot('b', `${start}T10:00`, `${start + 2}T10:00`);
      const found = limitsOn(reservation, limitsOf(items, null));
      expect(found.filter(({ when }) => when === 'before').length).toBe(limits.filter((day) => day < start).length);
      expect(found.filter(({ when }) => when === 'inside').length).toBe(
        limits.filter((day) => day >= start && day < start + 2).length,
      );
    }),
  );
});
