import { describe, expect, test } from 'vitest';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  clock,
  cyclesLeft,
  dateLimit,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { groundedIn } from '#domain/readiness/readinessIndex.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { conflictsOfReservations, findConflicts } from './conflicts.ts';
import { conflictText } from './conflictText.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

type Given = {
  readonly reservations: readonly TimedReservation[];
  readonly fleet?: readonly Aircraft[] | null;
  readonly due?: readonly DueItem[];
  readonly at?: number;
};

function find({ reservations, fleet = [aircraft()], due = [], at = now }: Given) {
  const horizons = fleetHorizons(due, scheduleAt(reservations, at), { now: at, factor: 1 });
  return findConflicts({ reservations, fleet, due, horizons, grounding: new Map(), now: at });
}

/** Certainty and sentence of each conflict. */
const textsOf = (given: Given) =>
  find(given).map((conflict) => `${conflict.certainty}: ${conflictText(conflict, clock, given.at ?? now)}`);

const flight = slot('flight', '14:00', '15:30');
const expired = item({ name: 'Annual', status: status(3) });

describe('a settled reservation', () => {
  const pair = (given: Parameters<typeof slot>[3]) => [
    slot('a', '10:00', '12:00', given),
    slot('b', '11:00', '12:00', given),
  ];

  test.each([
    ['under way', pair({}), now, 1],
    ['over to the minute', pair({}), flight.start - 2 * 3_600_000, 0],
    ['completed', pair({ status: 2 }), now, 0],
  ])('has the right number of conflicts: %s', (_, reservations, at, count) => {
    expect(find({ reservations, at })).toHaveLength(count);
  });
});

describe('an aircraft', () => {
  test('that is active has no conflict', () => {
    expect(textsOf({ reservations: [flight], due: [item({ timeOptions: hoursLeft(40) })] })).toEqual([]);
  });

  test.each([
    [0, 'Inactive', 'definite: N512SP is inactive'],
    [2, 'Deleted', 'definite: N512SP is deleted'],
    [9, 'Leased out', 'possible: N512SP is leased out'],
  ])('with status %i is described by the API’s own name', (id, name, sentence) => {
    expect(textsOf({ reservations: [flight], fleet: [aircraft({ status: { id, name } })] })).toEqual([sentence]);
  });

  test('that is not in the list is a possible conflict; without a list there is none', () => {
    expect(textsOf({ reservations: [flight], fleet: [] })).toEqual(['possible: N512SP is not in the aircraft list']);
    expect(textsOf({ reservations: [flight], fleet: null })).toEqual([]);
  });

  test('in the shop has no conflict, whatever its records say', () => {
    const shop = slot('shop', '14:00', '15:30', { type: 1 });
    expect(textsOf({ reservations: [shop], fleet: [], due: [expired] })).toEqual([]);
  });
});

describe('a reminder', () => {
  test('that has expired is definite, and possible after maintenance', () => {
    expect(textsOf({ reservations: [flight], due: [expired] })).toEqual(['definite: N512SP is grounded: Annual']);
    const shop = slot('shop', '04:00', '13:30', { type: 1 });
    expect(textsOf({ reservations: [slot('shop', '12:00', '13:30', { type: 1 }), flight], due: [expired] })).toEqual([
      'definite: N512SP is grounded: Annual',
    ]);
    expect(textsOf({ reservations: [shop, flight], due: [expired] })).toEqual([
      'possible: N512SP is grounded: Annual, unless the maintenance until 1330L clears it',
    ]);
  });

  test('that is permanently complied with, switched off, or of another aircraft has no conflict', () => {
    const due = [
      item({ status: status(3), permanentlyComplied: true }),
      item({ status: status(3), active: false }),
      item({ status: status(3) }, aircraft({ aircraftId: 'a2' })),
    ];
    expect(textsOf({ reservations: [flight], due })).toEqual([]);
  });

  test('with its date limit before the start is definite, and on the day itself there is none', () => {
    const due = [item({ name: 'Annual', dateOptions: dateLimit('2026-05-12T23:59:59') })];
    const tomorrow = slot('tomorrow', '13T08:00', '13T09:00');
    expect(textsOf({ reservations: [flight, tomorrow], due })).toEqual([
      'definite: N512SP passes the limit of Annual on Tue 12 May before the start',
    ]);
  });

  test('whose hours run out in an earlier reservation is possible, with the assumption stated', () => {
    const due = [item({ timeOptions: hoursLeft(1) })];
    const evening = slot('evening', '17:00', '18:00');
    const found = find({ reservations: [flight, evening], due });
    expect(found.map(({ reservation, reason, certainty }) => [reservation.key, reason, certainty])).toEqual([
      ['flight', 'horizon', 'possible'],
      ['evening', 'horizon', 'possible'],
    ]);
    expect(found.map((conflict) => conflictText(conflict, clock, now))).toEqual([
      'N512SP likely crosses the limit of 100-hour about 1500L, during this reservation, if flown as booked and forecast',
      'N512SP likely crosses the limit of 100-hour about 1500L, before the start, if flown as booked and forecast',
    ]);
  });

  test('that runs out by date and by hours before the start appears once, by its date', () => {
    const due = [item({ timeOptions: hoursLeft(1), dateOptions: dateLimit('2026-05-12') })];
    const tomorrow = slot('tomorrow', '13T08:00', '13T09:00');
    const found = find({ reservations: [flight, tomorrow], due }).filter(({ reservation }) => reservation === tomorrow);
    expect(found.map(({ reason }) => reason)).toEqual(['date limit']);
  });

  test('whose hours are used up though it is not Expired says so', () => {
    expect(
      textsOf({ reservations: [flight], due: [item({ status: status(2), timeOptions: hoursLeft(-0.5) })] }),
    ).toEqual(['definite: N512SP has passed the limit of 100-hour, but its status is not Expired']);
  });

  test('is not forecast after a maintenance block that is long enough or names it, but is after any other', () => {
    const evening = slot('evening', '21:00', '22:00');
    const behind = (end: string, name: string) => {
      const shop = slot('shop', '15:30', end, { type: 1, activityType: { name } });
      const found = find({ reservations: [flight, shop, evening], due: [item({ timeOptions: hoursLeft(1) })] });
      return found.map(({ reservation }) => reservation.key);
    };
    expect(behind('20:30', '')).toEqual(['flight']);
    expect(behind('16:30', 'MX 100hr')).toEqual(['flight']);
    expect(behind('16:30', '')).toEqual(['flight', 'evening']);
    expect(behind('20:30', 'Radio swap')).toEqual(['flight', 'evening']);
  });
});

describe('a shop visit, and landings', () => {
  test('a shop visit of unknown purpose clears nothing', () => {
    const shop = slot('shop', '12:00', '13:30', { type: 1 });
    const trip = slot('trip', '13T08:00', '30T09:00');
    const due = [item({ name: 'Annual', dateOptions: dateLimit('2026-05-29') })];
    expect(textsOf({ reservations: [shop, trip], due })).toEqual([
      'definite: N512SP passes the limit of Annual on Fri 29 May during this reservation',
    ]);
    const annual = slot('shop', '12:00', '13:30', { type: 1, activityType: { name: 'Annual inspection' } });
    expect(textsOf({ reservations: [annual, trip], due })).toEqual([
      'possible: N512SP passes the limit of Annual on Fri 29 May during this reservation, unless the maintenance until 1330L clears it (taken for it by: annual inspection)',
    ]);
  });

  test('landings that likely run out inside a reservation are possible', () => {
    expect(textsOf({ reservations: [flight], due: [item({ cycleOptions: cyclesLeft(2) })] })).toEqual([
      'possible: N512SP likely crosses the landings limit of 100-hour about 1500L, during this reservation, if flown as booked and forecast',
    ]);
  });
});

describe('a grounding squawk', () => {
  const squawk = toSquawk({ description: 'Left brake soft', groundAircraft: true }, 0, zone);
  const against = (...reservations: readonly TimedReservation[]) =>
    findConflicts({
      reservations,
      fleet: [aircraft()],
      due: [],
      horizons: new Map(),
      grounding: new Map([['a1', squawk]]),
      now,
    });

  test('conflicts with every reservation of the aircraft, and is possible only after a shop visit for it', () => {
    const shop = (displayName: string | null) => slot('shop', '12:00', '13:30', { type: 1, displayName });
    expect(against(flight).map((conflict) => `${conflict.certainty}: ${conflictText(conflict, clock, now)}`)).toEqual([
      'definite: N512SP is grounded by a squawk: Left brake soft',
    ]);
    const certainties = (name: string | null) => against(shop(name), flight).map(({ certainty }) => certainty);
    expect(certainties('Left brake soft')).toEqual(['possible']);
    for (const name of [null, 'Left main tire', 'Brake']) expect(certainties(name)).toEqual(['definite']);
  });

  test('that does not tell whether it grounds is possible, and says so', () => {
    const odd = toSquawk({ description: 'Left brake soft', groundAircraft: 'perhaps' }, 0, zone);
    const sources = { reservations: [flight], fleet: [aircraft()], due: [], horizons: new Map(), now };
    const grounding = groundedIn(new Map([['a1', { items: [odd] }]]));
    expect(
      findConflicts({ ...sources, grounding }).map(
        (conflict) => `${conflict.certainty}: ${conflictText(conflict, clock, now)}`,
      ),
    ).toEqual(['possible: N512SP may be grounded by a squawk: Left brake soft']);
  });
});

test('a cancelled reservation has no conflicts and causes none', () => {
  const cancelled = slot('c', '14:00', '15:30', { reservationStatus: { id: 3, name: 'Cancelled' } });
  expect(
    find({ reservations: [cancelled, flight], fleet: [], due: [expired] }).map(({ reservation }) => reservation.key),
  ).toEqual(['flight', 'flight']);
});

test('an aircraft that is not back is shown with the reservation that waits for it', () => {
  const late = slot('late', '09:00', '10:30', { status: 1, pilots: [person('Wei Chen')] });
  const [conflict] = find({ reservations: [late, slot('next', '11:00', '12:00')] });
  expect(conflictText(conflict!, clock, now)).toBe('N512SP is not back from 0900L–1030L by Chen');
  expect(conflictText(conflict!, clock, now, late)).toBe(
    'N512SP is also booked 1100L–1200L, and not back from 0900L–1030L',
  );
});

describe('the evidence of two reservations', () => {
  const chen = { pilots: [person('Wei Chen')] };
  const other = slot('other', '14:30', '16:00', chen);

  test('reads correctly from either side', () => {
    const [conflict] = find({ reservations: [flight, other] });
    expect(conflictText(conflict!, clock, now)).toBe('N512SP is also booked 1400L–1530L for Standard Reservation');
    expect(conflictText(conflict!, clock, now, flight)).toBe('N512SP is also booked 1430L–1600L by Chen');
    expect(conflictText(conflict!, { ...clock, mode: 'Z' }, now, flight)).toBe(
      'N512SP is also booked 2030Z–2200Z by Chen',
    );
  });

  test('gives the day if it differs, and what a person does', () => {
    const lee = { instructor: person('Ana Lee') };
    const off = slot('off', '11:00', '13T11:00', { ...lee, type: 10, aircraft: null });
    const ground = slot('ground', '13T10:00', '13T12:00', { ...lee, aircraft: null, displayName: 'Oral exam' });
    const lesson = slot('lesson', '13T11:30', '13T13:00', lee);
    expect(textsOf({ reservations: [off, ground, lesson] })).toEqual([
      'definite: Ana Lee is off 1100L–tomorrow 1100L',
      'definite: Ana Lee is also booked tomorrow 1000L–1200L for Oral exam',
    ]);
  });

  test('appears with both reservations', () => {
    const found = conflictsOfReservations(find({ reservations: [flight, other] }));
    expect([...found].map(([key, conflicts]) => [key, conflicts.length])).toEqual([
      ['other', 1],
      ['flight', 1],
    ]);
  });
});

test('keys stay the same from one refresh to the next and are all different', () => {
  const due = [expired, item({ maintenanceReminderId: 'r2', dateOptions: dateLimit('2026-05-11') })];
  const reservations = [flight, slot('other', '14:30', '16:00')];
  const keys = (at: number) => find({ reservations, fleet: [], due, at }).map(({ key }) => key);
  expect(keys(now + 60_000)).toEqual(keys(now));
  expect(new Set(keys(now)).size).toBe(7);
});
