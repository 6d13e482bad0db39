import { describe, expect, test } from 'vitest';
import { horizonFor } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  dateLimit,
  hour,
  hoursLeft,
  item,
  now,
  reservation,
  reservationAt,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { type CalendarCell, countsOf, dueCalendar, unplaced, daysShown } from './dueCalendarModel.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const question = { month: '2026-05', zone: zone.name, now };

function calendar(
  items: readonly DueItem[],
  reservations: readonly TimedReservation[],
  month = '2026-05',
  rate: number | null = null,
) {
  const counted = items.filter(({ isComplied }) => !isComplied);
  const horizons = new Map(counted.map((one) => [one.key, horizonFor(one, reservations, { rate })]));
  return dueCalendar({ ...question, items, horizons, reservations, month });
}

const daysWith = (cells: readonly CalendarCell[], part: 'limits' | 'bands' | 'visits') =>
  cells.filter((cell) => cell[part].length > 0).map(({ day }) => day);

describe('a month of the calendar', () => {
  test.each([
    ['2026-05', '2026-04-27', '2026-06-07'],
    ['2026-06', '2026-06-01', '2026-07-12'],
    ['2026-11', '2026-10-26', '2026-12-06'],
    ['2027-02', '2027-02-01', '2027-03-14'],
  ])('runs for %s from Monday %s to Sunday %s', (month, first, last) => {
    const cells = calendar([], [], month);
    expect(cells).toHaveLength(42);
    expect([cells[0]?.day, cells[41]?.day]).toEqual([first, last]);
    expect(cells.filter(({ isInMonth }) => isInMonth).every(({ day }) => day.startsWith(month))).toBe(true);
    expect(new Set(cells.map(({ day }) => day)).size).toBe(42);
  });
});

describe('date limits on the calendar', () => {
  test.each([
    ['2026-05-31T23:59:59', '2026-05-31'],
    ['2026-05-31T00:00:00', '2026-05-31'],
    // 1 June 05:59Z is still 31 May in Denver.
    ['2026-06-01T05:59:00Z', '2026-05-31'],
    ['2026-04-27T00:00:00', '2026-04-27'],
  ])('of %s are on %s', (limit, day) => {
    expect(daysWith(calendar([item({ dateOptions: dateLimit(limit) })], []), 'limits')).toEqual([day]);
  });

  test.each(['2026-04-26T23:59:59', '2026-06-08T00:00:00', '9999-12-31T23:59:59'])(
    'of %s are on another page',
    (limit) => {
      expect(daysWith(calendar([item({ dateOptions: dateLimit(limit) })], []), 'limits')).toEqual([]);
    },
  );

  test('are on the right day in the weeks the clocks change', () => {
    for (const limit of ['2026-11-01T01:30:00', '2026-11-01T23:59:59']) {
      const cells = calendar([item({ dateOptions: dateLimit(limit) })], [], '2026-11');
      expect(daysWith(cells, 'limits')).toEqual(['2026-11-01']);
    }
  });
});

test('reminders permanently complied with are not on the calendar', () => {
  const complied = item({ dateOptions: dateLimit('2026-05-31T23:59:59'), permanentlyComplied: true });
  expect(daysWith(calendar([complied], []), 'limits')).toEqual([]);
});

test('reminders that it cannot place are listed apart, with the reason', () => {
  const odd = item({ name: 'Annual', dateOptions: dateLimit('05/10/2026') });
  const hours = item({ maintenanceReminderId: 'h', timeOptions: hoursLeft(5237.7) });
  const complied = item({
    maintenanceReminderId: 'c',
    permanentlyComplied: true,
    dateOptions: dateLimit('05/10/2026'),
  });
  expect(
    unplaced([odd, hours, complied, item({ dateOptions: dateLimit('2026-05-20') })]).map(({ text }) => text),
  ).toEqual([
    'N512SP Annual: 05/10/2026 could not be read',
    'N512SP 100-hour: 5,237.7 h left of a 100-hour interval: the meter or the limit is wrong',
  ]);
});

describe('forecasts on the calendar', () => {
  test('span the days from the earliest to the latest estimate', () => {
    // Eight hours booked on Wednesday are all of what is left at the earliest; 2 h a day from Thursday on take 0.8 of a day.
    const booked = [reservationAt('2026-05-13T08:00', '2026-05-13T16:00')];
    const cells = calendar([item({ timeOptions: hoursLeft(7.9) })], booked, '2026-05', 2);
    const band = cells.flatMap(({ day, bands }) => bands.map((dueBand) => ({ day, ...dueBand })));
    expect(band.map(({ day }) => day)).toEqual(['2026-05-13', '2026-05-14']);
    expect(band.filter(({ isLikely }) => isLikely).map(({ day }) => day)).toEqual(['2026-05-14']);
    expect(band.map(({ isFirst }) => isFirst)).toEqual([true, false]);
  });

  test('that begin before the page are cut off at its start', () => {
    // 7.9 h: eight hours are booked on Wednesday 13 May, and the 1.5 h that are likely left then take 60 days at 0.025 a day.
    const booked = [reservationAt('2026-05-13T08:00', '2026-05-13T16:00')];
    const cells = calendar([item({ timeOptions: hoursLeft(7.9) })], booked, '2026-07', 0.025);
    expect(cells[0]?.bands[0]).toMatchObject({ isFirst: false, isLikely: false });
    const days = daysWith(cells, 'bands');
    expect([days.at(0), days.at(-1)]).toEqual(['2026-06-29', '2026-07-13']);
  });

  test('are left out after the date limit', () => {
    const due = item({ timeOptions: hoursLeft(10), dateOptions: dateLimit('2026-05-14T23:59:59') });
    const cells = calendar([due], [], '2026-05', 2);
    expect(daysWith(cells, 'bands')).toEqual([]);
    expect(daysWith(cells, 'limits')).toEqual(['2026-05-14']);
  });
});

describe('shop visits on the calendar', () => {
  test('are on each day they touch, without an end at midnight, and flights are left out', () => {
    const reservations = [
      reservationAt('2026-05-13T08:00', '2026-05-13T10:00'),
      reservationAt('2026-05-14T08:00', '2026-05-16T00:00', { displayTypeId: 1 }),
    ];
    expect(daysWith(calendar([], reservations), 'visits')).toEqual(['2026-05-14', '2026-05-15']);
  });

  test.each([
    [48, true],
    [24 * 60, false],
  ])('%d hours from now count as booked before a limit on 31 May: %s', (after, isInTime) => {
    const visit = reservation(now + after * hour, now + (after + 4) * hour, { displayTypeId: 1 });
    const cells = calendar([item({ dateOptions: dateLimit('2026-05-31T23:59:59') })], [visit]);
    expect(cells.flatMap(({ limits }) => limits)[0]?.needsVisit).toBe(!isInTime);
  });

  test('are left out once over, but not while under way', () => {
    const past = reservationAt('2026-05-11T08:00', '2026-05-12T11:05', { displayTypeId: 1 });
    const present = reservationAt('2026-05-12T08:00', '2026-05-12T11:06', { displayTypeId: 1 });
    expect(daysWith(calendar([], [past]), 'visits')).toEqual([]);
    expect(daysWith(calendar([], [present]), 'visits')).toEqual(['2026-05-12']);
  });

  test('that run past the page are cut off at its end', () => {
    const long = reservationAt('2026-05-20T08:00', '2026-08-01T08:00', { displayTypeId: 1 });
    const days = daysWith(calendar([], [long]), 'visits');
    expect([days.length, days.at(0), days.at(-1)]).toEqual([19, '2026-05-20', '2026-06-07']);
  });

  test('are named by aircraft, or by type, and give their purpose', () => {
    const visit = reservationAt('2026-05-14T08:00', '2026-05-14T10:00', { displayTypeId: 1 });
    const named = (record: object): TimedReservation => ({ ...visit, record: { ...visit.record, ...record } });
    const texts = (one: TimedReservation) =>
      calendar([], [one]).flatMap(({ visits }) => visits.map(({ text, purpose }) => `${text}, ${purpose}`));
    expect(texts(named({ aircraft: { aircraftId: 'a1', tailNumber: 'N512SP' }, displayName: '100-hour' }))).toEqual([
      'N512SP, 100-hour',
    ]);
    expect(texts(visit)).toEqual(['Maintenance, null']);
  });

  test('are left out once cancelled', () => {
    const visit = reservationAt('2026-05-14T08:00', '2026-05-15T10:00', { displayTypeId: 1 });
    expect(daysWith(calendar([], [visit]), 'visits')).toEqual(['2026-05-14', '2026-05-15']);
    expect(daysWith(calendar([], [{ ...visit, status: 'Cancelled' }]), 'visits')).toEqual([]);
  });

  test('are not reported missing until the reservations are loaded', () => {
    const due = item({ dateOptions: dateLimit('2026-05-31T23:59:59') });
    const cells = dueCalendar({ ...question, items: [due], horizons: null, reservations: null });
    expect(cells.flatMap(({ limits }) => limits).map(({ needsVisit }) => needsVisit)).toEqual([false]);
    expect(calendar([due], []).flatMap(({ limits }) => limits)[0]?.needsVisit).toBe(true);
  });
});

describe('a calendar cell', () => {
  test('gives its day and marks today by the operator’s clock', () => {
    const isToday = (at: string) =>
      dueCalendar({ ...question, items: [], horizons: null, reservations: null, now: Date.parse(at) })
        .filter((cell) => cell.isToday)
        .map(({ label }) => label);
    expect(isToday('2026-05-12T05:59:00Z')).toEqual(['Mon 11 May']);
    expect(isToday('2026-05-12T06:00:00Z')).toEqual(['Tue 12 May']);
    expect(isToday('2026-08-01T12:00:00Z')).toEqual([]);
  });

  test('links to the aircraft, names the reminder and has the API’s own status', () => {
    const due = item(
      { name: 'Annual', status: status(2), dateOptions: dateLimit('2026-05-20T23:59:59') },
      aircraft({ aircraftId: 'a/1' }),
    );
    const cell = calendar([due], []).find(({ isEmpty }) => !isEmpty);
    expect(cell).toMatchObject({
      label: 'Wed 20 May',
      limits: [{ link: '/fleet/a%2F1', statusId: 2, text: 'N512SP Annual', needsVisit: true }],
    });
  });

  test('says when an aircraft has no tail number', () => {
    const due = item({ dateOptions: dateLimit('2026-05-20T23:59:59') }, aircraft({ tailNumber: null }));
    const [mark] = calendar([due], []).flatMap(({ limits }) => limits);
    expect(mark?.text).toBe('No tail number 100-hour');
  });
});

describe('the calendar weeks', () => {
  const cellsOf = (month: string) =>
    dueCalendar({ items: [], horizons: null, reservations: null, month, zone: zone.name, now });

  test('start with the current one this month, count the earlier ones, and show them on request', () => {
    const cells = cellsOf('2026-05');
    const shown = daysShown(cells, false);
    expect(shown.cells.slice(0, 2)).toMatchObject([
      { day: '2026-05-11', number: '11' },
      { day: '2026-05-12', number: '12', isToday: true },
    ]);
    expect(shown.cells.find(({ day }) => day === '2026-06-01')?.number).toBe('1 Jun');
    expect(shown.earlier).toBe('14 earlier days');
    expect(daysShown(cells, true).cells).toHaveLength(42);
    const due = calendar([item({ dateOptions: dateLimit('2026-05-06T12:00:00') })], []);
    expect(daysShown(due, false).earlier).toBe('14 earlier days, 1 entry');
  });

  test('are all shown for another month, even if today is at its edge', () => {
    // The six weeks of July begin on 29 June.
    expect(daysShown(cellsOf('2026-07'), false)).toMatchObject({ earlier: null });
    expect(daysShown(cellsOf('2026-07'), false).cells).toHaveLength(42);
    // The six weeks of August begin on Monday 27 July: today is in the week before the month.
    const late = Date.parse('2026-07-30T17:05:00Z');
    const august = dueCalendar({
      items: [],
      horizons: null,
      reservations: null,
      month: '2026-08',
      zone: zone.name,
      now: late,
    });
    expect(august.some(({ isToday }) => isToday)).toBe(true);
    expect(daysShown(august, false).cells).toHaveLength(42);
  });
});

test('a day counts its shop visits and forecasts once each, and lists first what is certain', () => {
  const band = (key: string, isFirst: boolean, isLikely: boolean) => ({
    key,
    link: `/fleet/${key}`,
    statusId: 1,
    text: key,
    needsVisit: false,
    isFirst,
    isLikely,
  });
  const bands = [band('first', true, false), band('through', false, false), band('likely', false, true)];
  const visits = [
    { key: 'v1', text: 'N1', purpose: null },
    { key: 'v2', text: 'N2', purpose: '100-hour' },
    { key: 'v3', text: 'N3', purpose: null },
  ];
  const all = countsOf({ bands, visits });
  expect(all?.words).toBe('1 shop visit, 2 shop visits without named work, 1 likely due, 2 may come due');
  expect(all?.counts.map(({ kind, count }) => [kind, count])).toEqual([
    ['visit', 1],
    ['unnamed', 2],
    ['likely', 1],
    ['may', 2],
  ]);
  expect(all?.bands.map(({ key }) => key)).toEqual(['likely', 'first', 'through']);
  expect(all?.visits.map(({ key }) => key)).toEqual(['v2', 'v1', 'v3']);
  expect(countsOf({ bands: bands.slice(1, 2), visits: [] })?.words).toBe('1 may come due');
  expect(countsOf({ bands: [], visits: [] })).toBeNull();
});
