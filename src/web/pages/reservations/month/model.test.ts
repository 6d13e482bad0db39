import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths } from '#domain/time/time.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { monthDays, maxNotable } from '#domain/calendar/days.ts';
import { clock } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import {
  dayByKey,
  type MonthDay,
  monthCell,
  type MonthOf,
  monthConflicts,
  monthOfReservations,
  monthOfSummaries,
  namedNote,
  type SummarisedDay,
} from './model.ts';

const { zone } = clock;

describe('the month grid', () => {
  test('has every day of the month once, in whole weeks from Monday', () => {
    fc.assert(
      fc.property(fc.integer({ min: -240, max: 240 }), (offset) => {
        const month = addMonths('2026-01', offset);
        const weeks = monthOfSummaries(month, []);
        const days = weeks.flat();
        expect(weeks.every((week) => week.length === 7 && week.some(({ isInMonth }) => isInMonth))).toBe(true);
        expect(new Date(`${days[0]!.day}T00:00:00Z`).getUTCDay()).toBe(1);
        const ownMonthDays = days.filter(({ isInMonth }) => isInMonth);
        expect(ownMonthDays).toHaveLength(new Date(Date.parse(`${addMonths(month, 1)}-01`) - 1).getUTCDate());
      }),
    );
  });
});

const summary = (day: string, given: Partial<SummarisedDay> = {}): SummarisedDay => ({
  day,
  isKnown: true,
  counts: { Standard: 3, Maintenance: 1 },
  hours: 12.5,
  load: 0.4,
  conflicts: { definite: 0, possible: 0 },
  notable: [],
  ...given,
});

describe('a month of summaries', () => {
  test('has each day’s summary with the total of its types', () => {
    const days = monthOfSummaries('2026-05', [summary('2026-05-12')]).flat();
    expect(days.find(({ day }) => day === '2026-05-12')).toMatchObject({ total: 4, hours: 12.5, isInMonth: true });
  });

  test('knows nothing about a day without a summary', () => {
    const [first] = monthOfSummaries('2026-05', []).flat();
    expect(first).toMatchObject({ day: '2026-04-27', isInMonth: false, isKnown: false, total: 0, conflicts: null });
  });

  test('counts days with conflicts only when every day is known', () => {
    const { first, count } = monthDays('2026-05');
    const all = Array.from({ length: count }, (_, index) =>
      summary(new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10)),
    );
    expect(monthConflicts(monthOfSummaries('2026-05', all))).toEqual({ definite: 0, possible: 0 });
    all[3] = { ...all[3]!, conflicts: { definite: 1, possible: 2 } };
    all[4] = { ...all[4]!, conflicts: { definite: 0, possible: 2 } };
    expect(monthConflicts(monthOfSummaries('2026-05', all))).toEqual({ definite: 1, possible: 1 });
    all[5] = { ...all[5]!, conflicts: null };
    expect(monthConflicts(monthOfSummaries('2026-05', all))).toBeNull();
  });
});

describe('a month day built from reservations', () => {
  const day = (
    reservations: Parameters<typeof monthOfReservations>[1]['reservations'],
    clashing: Readonly<Record<string, 'definite' | 'possible'>> = {},
  ) =>
    monthOfReservations('2026-05', { reservations, certaintyOf: (key) => clashing[key] }, zone)
      .flat()
      .find((monthDay) => monthDay.day === '2026-05-12')!;

  test('counts its reservations by type, including those from the day before', () => {
    const reservations = [
      slot('shop', '10T08:00', '13T12:00', { type: 1 }),
      slot('a', '08:00', '09:00'),
      slot('b', '08:00', '09:00'),
      slot('class', '18:00', '20:00', { type: 2 }),
      slot('odd', '18:00', '20:00', { type: 77 }),
    ];
    expect(day(reservations)).toMatchObject({
      total: 5,
      counts: { Maintenance: 1, Standard: 2, Class: 1, unknown: 1 },
      conflicts: { definite: 0, possible: 0 },
    });
    expect(day(reservations, { a: 'definite', b: 'possible', shop: 'possible' }).conflicts).toEqual({
      definite: 1,
      possible: 2,
    });
  });

  test('leaves out void reservations, as the summaries do', () => {
    const cancelled = { reservationStatus: { id: 3, name: 'Cancelled' } };
    const cell = day([slot('a', '08:00', '09:00'), slot('b', '10:00', '11:00', cancelled)]);
    expect(cell).toMatchObject({ total: 1, counts: { Standard: 1 } });
    expect(cell.notable.map(({ reservation }) => reservation.key)).toEqual(['a']);
    expect(day([slot('b', '10:00', '11:00', cancelled)]).total).toBe(0);
  });

  test('names maintenance first, then check rides and the earliest, whatever is in conflict', () => {
    const ride = { activityType: { name: 'Check Ride' } };
    const reservations = [
      slot('first', '07:00', '08:00'),
      slot('second', '07:30', '08:00'),
      slot('third', '07:45', '08:00'),
      slot('ride', '09:00', '11:00', ride),
      slot('shop', '10:00', '18:00', { type: 1 }),
    ];
    const named = (given: typeof reservations, clashing?: Parameters<typeof day>[1]) =>
      day(given, clashing).notable.map(({ reservation, why }) => `${reservation.key}: ${why}`);
    const three = ['shop: maintenance', 'ride: check ride', 'first: early'];
    expect(named(reservations)).toEqual(three);
    expect(named(reservations, { second: 'definite', third: 'definite', shop: 'definite' })).toEqual(three);
    expect(named(reservations.slice(0, 4))).toEqual(['ride: check ride', 'first: early', 'second: early']);
    expect(named([])).toEqual([]);
    expect(maxNotable).toBe(3);
  });

  test.each([
    ['Checkride', 'check ride'],
    ['Private practical test', 'check ride'],
    ['Stage check', 'early'],
    ['Ride along', 'early'],
  ])('classifies the activity “%s” as %s', (name, why) => {
    expect(day([slot('r', '09:00', '11:00', { activityType: { name } })]).notable[0]?.why).toBe(why);
  });
});

const cellOf = (given: Partial<MonthDay>, of: MonthOf = 'everything') =>
  monthCell(
    {
      day: '2026-05-12',
      isInMonth: true,
      isKnown: true,
      total: 0,
      counts: {},
      hours: null,
      load: null,
      conflicts: { definite: 0, possible: 0 },
      notable: [],
      ...given,
    },
    { aircraft: 21, hours: 336 },
    clock,
    of,
  );

describe('a month cell', () => {
  const first = slot('first', '07:00', '08:00');
  const rest = slot('rest', '08:00', '09:00');

  test('gives counts by type, load and conflicts', () => {
    const cell = cellOf({
      total: 12,
      counts: { Maintenance: 2, Standard: 10 },
      hours: 41.46,
      load: 0.1234,
      conflicts: { definite: 2, possible: 1 },
      notable: [
        { why: 'maintenance', reservation: rest },
        { why: 'check ride', reservation: first },
      ],
    });
    expect(cell.label).toBe(
      'Tue 12 May, 12 booked, 10 Standard, 2 Maintenance, 41 of 336 h, 12 %, 2 in conflict, 1 possibly in conflict',
    );
    expect(cell).toMatchObject({
      number: 12,
      unread: '',
      load: { words: '41 of 336 h', booked: '41 h', share: '12 %', filled: 0.1234 },
      definite: 2,
      possible: 1,
    });
    expect(cell.named.map(({ reservation }) => reservation.key)).toEqual(['first', 'rest']);
  });

  test('marks what is out of the ordinary: shop visits, check rides and time off; of one aircraft or person every kind', () => {
    const given: Partial<MonthDay> = {
      total: 16,
      counts: { Standard: 10, Maintenance: 2, Class: 1, 'Instructor Time Off': 3 },
      notable: [{ why: 'check ride', reservation: first }],
    };
    const marks = (of: MonthOf) => cellOf(given, of).marks.map(({ count, word }) => `${count} ${word}`);
    expect(marks('everything')).toEqual(['2 in the shop', '1 check ride', '3 time off']);
    expect(marks('one')).toEqual(['10 Standard', '2 Maintenance', '1 Class', '3 Time off']);
    expect(cellOf({ total: 3, counts: { Standard: 3 } }).marks).toEqual([]);
  });

  test('names reservations from an earlier day first, and since when', () => {
    const named = cellOf({
      notable: [
        { why: 'check ride', reservation: first },
        { why: 'maintenance', reservation: slot('before', '11T17:00', '12:00', { type: 1 }) },
      ],
    }).named;
    expect(named.map(({ reservation, line }) => [reservation.key, line])).toEqual([
      ['before', '1700–1200L +1 N512SP Maintenance, since Mon 11 May'],
      ['first', '0700–0800L N512SP Standard Reservation'],
    ]);
  });

  test('says that nothing is booked, but not on a day that is not loaded', () => {
    expect(cellOf({})).toMatchObject({ label: 'Tue 12 May, nothing booked', unread: '', definite: 0, possible: 0 });
    expect(cellOf({ isKnown: false, conflicts: null })).toMatchObject({
      label: 'Tue 12 May, not known yet',
      unread: 'not known yet',
    });
  });

  test('counts possible conflicts separately, and never as definite', () => {
    expect(cellOf({ conflicts: { definite: 0, possible: 2 } })).toMatchObject({ definite: 0, possible: 2 });
  });

  test('has no load without flights, no share without active aircraft, and a bar that stops at full', () => {
    expect(cellOf({ hours: 0, load: 0 }).load).toBeNull();
    expect(cellOf({ hours: 6, load: null }).load).toEqual({ words: '6 h', booked: '6 h', share: null, filled: 0 });
    expect(cellOf({ hours: 420, load: 1.25 }).load).toEqual({
      words: '420 of 336 h',
      booked: '420 h',
      share: '125 %',
      filled: 1,
    });
  });
});

describe('keyboard moves in the month', () => {
  const days = monthOfSummaries('2026-05', [])
    .flat()
    .map(({ day }) => day);

  test.each([
    ['ArrowRight', '2026-05-13'],
    ['ArrowLeft', '2026-05-11'],
    ['ArrowUp', '2026-05-05'],
    ['ArrowDown', '2026-05-19'],
    ['Home', '2026-05-11'],
    ['End', '2026-05-17'],
    ['Enter', null],
  ])('%s goes from Tuesday 12 May to %s', (key, day) => {
    expect(dayByKey(key, '2026-05-12', days)).toBe(day);
  });

  test('reach the edge weeks but stay within the grid', () => {
    expect(dayByKey('ArrowLeft', '2026-05-01', days)).toBe('2026-04-30');
    expect(dayByKey('ArrowUp', '2026-04-27', days)).toBeNull();
    expect(dayByKey('ArrowRight', '2026-05-31', days)).toBeNull();
    expect(dayByKey('Home', '2026-04-27', days)).toBe('2026-04-27');
  });

  test('reach every day of the grid from the first', () => {
    const seen = new Set(days.slice(0, 1));
    for (const day of seen) {
      for (const key of ['ArrowRight', 'ArrowDown']) {
        const next = dayByKey(key, day, days);
        if (next) seen.add(next);
      }
    }
    expect([...seen].toSorted()).toEqual(days);
  });
});

test('the month says which rule named its reservations', () => {
  expect(namedNote('everything')).toBe('Press the marks for up to 3 names: shop visits to come, then check rides');
  expect(namedNote('one')).toMatch(/, then the earliest$/);
});
