import { describe, expect, test } from 'vitest';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import * as sample from '#e2e/fixtures/samples/sampleRecords.ts';
import { allRead, noneRead, oldRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { thresholds } from '#domain/thresholds.ts';
import type { Reminder } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  clock,
  dateLimit,
  hoursLeft,
  now,
  reservationAt,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import type { Reservation, TimedReservation } from '#domain/reservations/reservations.ts';
import { aircraftFacts, findingsText, forecastShown, remindersShown } from './aircraftModel.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const context = { now, clock, zone, known: allRead };

describe('an aircraft’s facts', () => {
  const facts = (given: Aircraft, reservations: readonly Reservation[] = [], known = allRead) => {
    const shown = aircraftFacts(given, reservations, known);
    return { ...Object.fromEntries(shown.facts), missing: shown.missing };
  };
  const flown = (more: object, id = 'a1') =>
    slot('r', '08:00', '10:00', { aircraft: { aircraftId: id, tailNumber: 'N512SP', ...more } });

  test('come from the aircraft list when no reservation gives more', () => {
    expect(facts(aircraft({ make: { name: 'Cessna' }, model: { name: '172S' } }))).toEqual({
      Make: 'Cessna',
      Model: '172S',
      Kind: 'Aircraft',
      'Category and class': null,
      'Endorsements required': null,
      Meters: null,
      missing: 'known only from reservations; none today or tomorrow',
    });
  });

  test('are not called missing before the reservations are read', () => {
    expect(facts(aircraft(), [], noneRead).missing).toBe('Not known yet: waiting for data.');
    expect(facts(aircraft(), [], partRead).missing).toContain('Not known yet');
  });

  test('include the capabilities given in one of its reservations', () => {
    const capabilities = {
      categoryClass: { category: 'Airplane', class: 'Single engine land' },
      isComplex: true,
      isHighPerformance: false,
      isTailWheel: true,
      hasHobbs: true,
      hasHeaterHobbs: false,
      hasAirtimeMeter: true,
    };
    expect(facts(aircraft({ aircraftId: 'A1' }), [flown({ isComplex: true }, 'a2'), flown(capabilities)])).toEqual({
      Make: null,
      Model: null,
      Kind: 'Aircraft',
      'Category and class': 'Airplane, Single engine land',
      'Endorsements required': 'complex, tailwheel',
      Meters: 'Hobbs, airtime',
      missing: 'not given',
    });
  });

  test('say “none” instead of leaving a blank', () => {
    expect(facts(aircraft(), [flown({})])).toMatchObject({
      'Category and class': null,
      'Endorsements required': 'none: not complex, high performance or tailwheel',
      Meters: 'none',
      missing: 'not given',
    });
  });

  test('identify a simulator', () => {
    expect(facts(aircraft({ isSimulator: true }))).toMatchObject({ Kind: 'Simulator' });
  });
});

test.each([
  [0, 'no findings'],
  [1, '1 finding'],
  [7, '7 findings'],
])('%d findings are “%s”', (count, text) => {
  expect(findingsText(count, allRead)).toBe(text);
});

test('“no findings” is shown only when everything has been read', () => {
  expect([noneRead, partRead, oldRead].map((known) => findingsText(0, known))).toEqual([
    'Not known yet',
    '0, 2 aircraft not loaded yet',
    'Not known',
  ]);
  expect(findingsText(2, partRead)).toBe('2 findings, 2 aircraft not loaded yet');
});

describe('an aircraft’s reminders', () => {
  const records: Reminder[] = [
    { maintenanceReminderId: '1', name: '100-hour', status: status(1), timeOptions: hoursLeft(40) },
    { maintenanceReminderId: '2', name: 'Annual', status: status(3), dateOptions: dateLimit('2026-05-01') },
  ];
  const filter = { operator: 'int', values: ['2', '3'] } as const;
  const answer = { records, totalItems: 2, asOf: now - 60_000 };

  test('are sorted worst first with the age of the answer, but one page of several keeps the service’s order', () => {
    const shown = remindersShown(aircraft(), answer, undefined, context);
    expect(shown.items.map(({ key, asOf }) => [key, now - asOf])).toEqual([
      ['2', 60_000],
      ['1', 60_000],
    ]);
    const page = remindersShown(aircraft(), { ...answer, totalItems: 40 }, undefined, context);
    expect(page.items.map(({ key }) => key)).toEqual(['1', '2']);
    expect(shown).toMatchObject({ count: '2 of 2', ignored: 0, empty: null });
  });

  test('show the total when only one page is loaded', () => {
    expect(remindersShown(aircraft(), { ...answer, totalItems: 40 }, undefined, context).count).toBe('2 of 40');
  });

  test('are counted when the service did not apply the filter', () => {
    expect(remindersShown(aircraft(), answer, filter, context).ignored).toBe(1);
    const obedient = { ...answer, records: records.slice(1), totalItems: 1 };
    expect(remindersShown(aircraft(), obedient, filter, context).ignored).toBe(0);
  });

  test('say so when there are none', () => {
    const none = { records: [], totalItems: 0, asOf: now };
    expect(remindersShown(aircraft(), none, filter, context)).toEqual({
      items: [],
      count: '0 of 0',
      ignored: 0,
      empty: expect.objectContaining({ text: 'No reminders match this filter.' }),
    });
  });

  test('are not taken from another filter while the answer is loading', () => {
    expect(remindersShown(aircraft(), null, filter, context)).toEqual({
      items: [],
      count: null,
      ignored: 0,
      empty: expect.objectContaining({ text: 'Not known yet' }),
    });
  });

  test('match the example in the specification', () => {
    const shown = remindersShown(
      sample.aircraft,
      { records: [sample.reminder], totalItems: 1, asOf: now },
      undefined,
      context,
    );
    expect(shown.items).toMatchObject([{ name: '100-hour', status: 'Warning', isComplied: false }]);
  });
});

const hundred: Reminder = {
  maintenanceReminderId: 'hundred',
  name: '100-hour',
  status: status(1),
  timeOptions: hoursLeft(6),
};
const oil: Reminder = { ...hundred, maintenanceReminderId: 'oil', name: 'Oil', timeOptions: hoursLeft(2) };
const annual: Reminder = {
  maintenanceReminderId: 'annual',
  name: 'Annual',
  status: status(1),
  dateOptions: dateLimit('2026-07-31'),
};

const forecastOf = (
  records: readonly Reminder[] | null,
  reservations: readonly TimedReservation[] | null = [],
  of: Aircraft = aircraft(),
  factor = thresholds().hoursFactor,
  known = { reminders: allRead, reservations: allRead },
) =>
  forecastShown(
    {
      aircraft: of,
      reminders: records && { records, asOf: now },
      schedule: reservations && scheduleAt(reservations),
      factor,
      known,
    },
    context,
  );
const names = (...given: Parameters<typeof forecastOf>) => forecastOf(...given).rows.map(({ item }) => item.name);

describe('the maintenance forecast', () => {
  test('has a row for each reminder with an hours limit, worst first', () => {
    expect(names([hundred, annual, oil])).toEqual(['Oil', '100-hour']);
    expect(forecastOf([hundred, annual, oil])).toMatchObject({ count: '2 by hours', empty: null });
  });

  test('leaves out reminders that are permanently complied with or switched off, but keeps those of an inactive aircraft', () => {
    const inactive = aircraft({ status: { id: 0, name: 'inactive' } });
    expect(
      names([
        { ...hundred, permanentlyComplied: true },
        { ...oil, active: false },
      ]),
    ).toEqual([]);
    expect(names([hundred], [], inactive)).toEqual(['100-hour']);
  });

  test('says so when no reminder has an hours limit, but only after the reminders are read', () => {
    const text = 'No reminders of this aircraft have an hours limit.';
    const none = { rows: [], count: '0 by hours', empty: { text } };
    expect(forecastOf([annual])).toMatchObject(none);
    expect(forecastOf([])).toMatchObject(none);
    expect(forecastOf(null)).toMatchObject({ rows: [], count: 'Not known yet', empty: { isKnown: false } });
  });
});

describe('reservations in the forecast', () => {
  test('show which one crosses the limit at the chosen hours factor', () => {
    // Two hours tomorrow and two on Thursday against 1.9 h: at 1.0 tomorrow's crosses, at 0.69 Thursday's.
    const reservations = [
      reservationAt('2026-05-13T09:00', '2026-05-13T11:00'),
      reservationAt('2026-05-14T09:00', '2026-05-14T11:00'),
    ];
    const crossing = (factor: number) =>
      forecastOf([{ ...oil, timeOptions: hoursLeft(1.9) }], reservations, aircraft(), factor).rows[0]?.forecast;
    expect(crossing(1)?.text).toContain('runs out on Wed 0900L flight');
    expect(crossing(0.69)?.text).toContain('runs out on Thu 0900L flight (earliest Wed 0900L)');
    expect(crossing(0.69)?.horizon.due?.reservation?.key).toBe(reservations[1]?.key);
    expect(crossing(0.69)?.visit).toBe('no visit booked');
  });

  test('count only for this aircraft, whatever the case of its id', () => {
    const other = reservationAt('2026-05-13T08:00', '2026-05-13T20:00', { aircraftId: 'a2' });
    const ownReservation = reservationAt('2026-05-13T09:00', '2026-05-13T10:00');
    const { rows, reservations } = forecastOf([oil], [other, ownReservation], aircraft({ aircraftId: 'A1' }));
    expect(reservations.map(({ key }) => key)).toEqual([ownReservation.key]);
    expect(rows[0]?.forecast?.text).toContain('1.0 h booked');
  });

  test('are not mentioned until they are loaded', () => {
    const waiting = forecastOf([hundred], null);
    expect(waiting.rows.map(({ item, forecast }) => [item.name, forecast])).toEqual([['100-hour', null]]);
    expect([waiting.visits, waiting.reservations]).toEqual([[], []]);
    expect(waiting.noVisits).toMatchObject({ text: 'Not known yet', isKnown: false });
    const none = 'No shop visit is booked in the next two weeks.';
    expect(forecastOf([hundred], [])).toMatchObject({ visits: [], noVisits: { text: none } });
    const known = { reminders: allRead, reservations: partRead };
    expect(forecastOf([hundred], [], aircraft(), thresholds().hoursFactor, known).noVisits.isKnown).toBe(false);
    expect(forecastOf([hundred], []).rows[0]?.forecast?.text).toBe('6.0 h left · nothing booked');
  });

  test('include current and upcoming shop visits with start and end times', () => {
    const shop = { displayTypeId: 1 };
    const visits = [
      reservationAt('2026-05-11T08:00', '2026-05-11T17:00', shop),
      reservationAt('2026-05-12T08:00', '2026-05-12T17:00', shop),
      reservationAt('2026-05-14T08:00', '2026-05-16T12:00', shop),
      reservationAt('2026-05-14T08:00', '2026-05-14T12:00', { ...shop, aircraftId: 'a2' }),
    ];
    expect(forecastOf([hundred], visits).visits.map(({ text }) => text)).toEqual([
      'Maintenance: 0800L to 1700L',
      'Maintenance: Thu 14 May 0800L to Sat 16 May 1200L',
    ]);
  });
});
