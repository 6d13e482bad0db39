import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayText, monthNames, monthText, weekdayNames } from './clock.ts';
import { nextClockChange } from './clockChange.ts';
import { addDays, addMonths, dateOf, isDay, mondayOf, weekdayOf } from './time.ts';

const length = 86_400_000;
/** Another calendar: days counted in UTC, each with 24 hours. */
const dayOfNumber = (number: number) => new Date(number * length).toISOString().slice(0, 10);
const numberOfDay = (day: string) => Date.parse(day) / length;

/** The first day and the number of days, in each of six zones. */
const [first, count] = [numberOfDay('2020-01-01'), 4_000];
const daysBetween = (from: string, to: string) => differenceInCalendarDays(dateOf(to), dateOf(from));
const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** What is wrong with a day, according to the other calendar. */
function faultsOf(number: number): string[] {
  const day = dayOfNumber(number);
  const weekday = new Date(number * length).getUTCDay() || 7;
  const near = (number * 7919) % 800;
  const texts = {
    isDay: isDay(day),
    next: addDays(day, 1),
    far: addDays(day, near - 400),
    weekday: weekdayOf(day),
    monday: mondayOf(day),
    between: daysBetween(day, dayOfNumber(number + near - 400)),
  };
  const expected = {
    isDay: true,
    next: dayOfNumber(number + 1),
    far: dayOfNumber(number + near - 400),
    weekday,
    monday: dayOfNumber(number + 1 - weekday),
    between: near - 400,
  };
  return JSON.stringify(texts) === JSON.stringify(expected) ? [] : [`${day}: ${JSON.stringify(texts)}`];
}

describe.each([
  'America/Denver',
  // In these two zones the clock goes forward at midnight: some days begin at 0100.
  'America/Santiago',
  'Asia/Beirut',
  'Europe/London',
  'Australia/Lord_Howe',
  'UTC',
])('days on a device in %s', (zone) => {
  const own = process.env['TZ'];
  beforeEach(() => void (process.env['TZ'] = zone));
  afterEach(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });

  test('agree with another calendar', () => {
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    expect(Array.from({ length: count }, (_, index) => faultsOf(first + index)).flat()).toEqual([]);
  });

  test('include the right months, and exclude days that do not exist', () => {
    const months = Array.from({ length: 800 }, (_, index) => new Date(Date.UTC(1990, index)).toISOString().slice(0, 7));
    expect(months.map((_, index) => addMonths('1990-01', index))).toEqual(months);
    expect(months.map((month, index) => addMonths(month, -index))).toEqual(months.map(() => '1990-01'));
    const wrong = ['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-05-12T00:00', '26-05-12', ''];
    expect(wrong.filter(isDay)).toEqual([]);
    expect(isDay('2028-02-29')).toBe(true);
  });

  test('are written by their own names', () => {
    for (let number = first; number < first + count; number += 11) {
      const date = new Date(number * length);
      const weekday = names[date.getUTCDay()]?.slice(0, 3);
      const month = monthNames[date.getUTCMonth()];
      expect(dayText(dayOfNumber(number))).toBe(`${weekday} ${date.getUTCDate()} ${month?.slice(0, 3)}`);
      expect(monthText(dayOfNumber(number).slice(0, 7))).toBe(`${month} ${date.getUTCFullYear()}`);
    }
  });
});

test("days work if the date class is replaced by one that hides the device's zone", () => {
  class Hidden extends Date {
    override getTimezoneOffset() {
      return 0;
    }
  }
  vi.stubGlobal('Date', Hidden);
  try {
    expect([addDays('2026-10-31', 3), mondayOf('2026-11-01'), weekdayOf('2026-11-01')]).toEqual([
      '2026-11-03',
      '2026-10-26',
      7,
    ]);
    expect(daysBetween('2026-03-01', '2026-11-30')).toBe(274);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('every month has three letters, including September', () => {
  expect(dayText('2026-09-15')).toBe('Tue 15 Sep');
  expect(monthText('2026-09')).toBe('September 2026');
  expect(weekdayNames).toEqual([...names.slice(1), 'Sunday']);
  const letters = monthNames.map((_, month) => dayText(`2026-${String(month + 1).padStart(2, '0')}-01`).slice(6));
  expect(letters).toEqual(monthNames.map((name) => name.slice(0, 3)));
});

/** A zone's offset as the browser writes it, in minutes. */
function written(at: number, format: Intl.DateTimeFormat): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

test.each([
  'America/Denver',
  'America/Santiago',
  'America/Nuuk',
  'Asia/Beirut',
  'Europe/London',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Africa/Casablanca',
  'Atlantic/Azores',
  'Asia/Kolkata',
])('the next clock change in %s agrees with the browser, even on the last day of a month', (zone) => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const halfHour = length / 48;
  const dates = Array.from({ length: 12 }, (_, month) => [1, 8, 15, 28].map((date) => [month, date] as const)).flat();
  const ends = Array.from({ length: 12 }, (_, month) => [month + 1, 0] as const);
  for (const [month, date] of [...dates, ...ends]) {
    const now = Date.UTC(2026, month, date, 17, 40);
    const present = written(now, format);
    let at = now - (now % halfHour);
    while (at < now + 366 * length && written(at, format) === present) at += length / 2;
    const change = nextClockChange(now, zone);
    if (written(at, format) === present) {
      expect(change).toBeNull();
      continue;
    }
    do at -= halfHour;
    while (written(at, format) !== present);
    // A clock that goes back at midnight changes on the day that begins then.
    const shown = new Date(at + halfHour + present * 60_000).toISOString().slice(0, 10);
    expect([new Date(now).toISOString(), change?.day]).toEqual([new Date(now).toISOString(), shown]);
  }
});
