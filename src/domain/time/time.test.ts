import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayOf,
  daySpan,
  endOfDate,
  isDay,
  overlaps,
  readDay,
  readInstant,
  repeatedHour,
  wallText,
  type Zone,
} from './time.ts';

const denver: Zone = { name: 'America/Denver', zoneless: 'operator' };
const hour = 3_600_000;
const zones = [
  'America/Denver',
  'America/Chicago',
  'Europe/London',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'UTC',
];
const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2037, 0, 1) });

describe('reading a date-time', () => {
  test.each([
    ['2026-05-12T14:00:00Z', '2026-05-12T14:00:00.000Z'],
    ['2026-05-12T14:00:00+02:00', '2026-05-12T12:00:00.000Z'],
    ['2026-05-12T14:00:00-0600', '2026-05-12T20:00:00.000Z'],
    ['2026-05-12T14:00:00', '2026-05-12T20:00:00.000Z'],
    ['2026-05-12T14:00', '2026-05-12T20:00:00.000Z'],
    ['2026-05-12T14:00:00.1234567', '2026-05-12T20:00:00.123Z'],
    ['2026-05-12T14:00:00.5Z', '2026-05-12T14:00:00.500Z'],
    ['2026-05-12 14:00:00', '2026-05-12T20:00:00.000Z'],
    [' 2026-05-12T14:00:00Z\n', '2026-05-12T14:00:00.000Z'],
    ['2026-03-08T02:30:00', '2026-03-08T09:30:00.000Z'],
    ['2026-11-01T01:30:00', '2026-11-01T07:30:00.000Z'],
    ['2026-05-12 14:00:00', '2026-05-12T20:00:00.000Z'],
    [' 2026-05-12T14:00:00Z\n', '2026-05-12T14:00:00.000Z'],
  ])('%s is the instant %s', (text, instant) => {
    expect(new Date(readInstant(text, denver) ?? 0).toISOString()).toBe(instant);
  });

  test.each([
    ['2026-10-25T01:30:00', 'Europe/London', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T01:30:00', 'Europe/London', '2026-03-29T01:30:00.000Z'],
    ['2026-04-05T01:45:00', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ])('%s in %s, near a clock change, is the instant %s', (text, name, instant) => {
    expect(new Date(readInstant(text, { name, zoneless: 'operator' }) ?? 0).toISOString()).toBe(instant);
  });

  test.each([
    '1753-01-01T00:00:00',
    '0001-01-01T00:00:00',
    '9999-12-31T23:59:59',
    '2026-05-12T10:75:00',
    '2026-05-12T10:00:75',
    '2026-05-12T25:00:00',
    '',
    'soon',
    '2026-02-30T10:00:00',
    '2026-13-01T00:00:00',
    '2026-05-12T10:75:00',
    '2026-05-12T25:00:00',
    '2026-05-12T10:00:61',
    '9999-12-31T23:59:59.9999999',
    '   ',
    null,
  ])('%s is not a time', (text) => {
    expect(readInstant(text, denver)).toBeNull();
  });
});

describe('reading a day, and times without a zone', () => {
  test.each([
    ['2026-05-31', '2026-05-31'],
    ['2026-05-31T00:00:00', '2026-05-31'],
    ['2026-05-31T00:00:00.0000000Z', '2026-05-31'],
    [' 2026-05-31 ', '2026-05-31'],
    ['2026-05-31T23:59:59', '2026-05-31'],
    ['2026-05-31T23:59:00', '2026-05-31'],
    ['2026-06-01T03:00:00Z', '2026-05-31'],
    ['2026-02-30T23:59:59Z', null],
    ['2026-02-30T00:00:00Z', null],
    ['9999-12-31T23:59:59Z', null],
    ['0001-01-01T00:00:00Z', null],
    ['1753-01-01', null],
    ['9999-12-31', null],
    ['2026-02-30', null],
    ['', null],
  ])("%s is the operator's day %s", (text, day) => {
    expect(readDay(text, denver)).toBe(day);
  });

  test('reads a time without a zone as UTC if so configured', () => {
    expect(readInstant('2026-05-12T14:00:00', { name: 'America/Denver', zoneless: 'utc' })).toBe(
      Date.UTC(2026, 4, 12, 14),
    );
  });

  test('reads an instant’s local time back to the same local time', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, name) => {
        const text = wallText(instant, name);
        const again = readInstant(text, { name, zoneless: 'operator' });
        expect(again).not.toBeNull();
        expect(wallText(again as number, name)).toBe(text);
        expect(Math.abs((again as number) - instant)).toBeLessThanOrEqual(hour + 999);
      }),
    );
  });
});

describe('the day of a date with a zone', () => {
  // The day as written, and as an instant with Z: of the four zones Denver is behind UTC, the others are ahead.
  test.each([
    ['America/Denver', '2026-05-31T00:00:00Z', '2026-05-31'],
    ['America/Denver', '2026-05-31T23:59:59Z', '2026-05-31'],
    ['America/Denver', '2026-05-31T06:00:00Z', '2026-05-31'],
    ['America/Denver', '2026-06-01T05:59:59Z', '2026-05-31'],
    ['America/Denver', '2026-05-31T05:59:59Z', '2026-05-30'],
    ['Asia/Kolkata', '2026-05-31T00:00:00Z', '2026-05-31'],
    ['Asia/Kolkata', '2026-05-31T23:59:59Z', '2026-05-31'],
    ['Asia/Kolkata', '2026-05-30T18:30:00Z', '2026-05-31'],
    ['Asia/Kolkata', '2026-05-31T18:29:59Z', '2026-05-31'],
    ['Australia/Sydney', '2026-05-31T00:00:00Z', '2026-05-31'],
    ['Australia/Sydney', '2026-05-31T23:59:59Z', '2026-05-31'],
    ['Australia/Sydney', '2026-05-31T23:59:00.0000000Z', '2026-05-31'],
    ['Australia/Sydney', '2026-05-30T14:00:00Z', '2026-05-31'],
    ['Australia/Sydney', '2026-05-31T13:59:59Z', '2026-05-31'],
    ['Australia/Sydney', '2026-05-31T06:00:00Z', '2026-05-31'],
    ['Asia/Tokyo', '2026-05-31T00:00:00Z', '2026-05-31'],
    ['Asia/Tokyo', '2026-05-31T23:59:59.9999999Z', '2026-05-31'],
    ['Asia/Tokyo', '2026-05-30T15:00:00Z', '2026-05-31'],
    ['Asia/Tokyo', '2026-05-31T14:59:59Z', '2026-05-31'],
    ['Asia/Tokyo', '2026-05-31T15:00:00Z', '2026-06-01'],
    ['Asia/Tokyo', '2026-05-31T23:59:59-04:00', '2026-05-31'],
  ])('in %s %s is the day %s', (name, text, day) => {
    expect(readDay(text, { name, zoneless: 'operator' })).toBe(day);
    expect(readDay(text, { name, zoneless: 'utc' })).toBe(day);
  });

  test('is that day in any form and zone, and ends at its last second', () => {
    const times = ['', 'T00:00', 'T00:00:00', ' 00:00:00.000', 'T23:59', 'T23:59:00', 'T23:59:59', 'T23:59:59.9999999'];
    const suffixes = ['', 'Z', 'z', '+00:00', '-06:00', '+0530', '+11:00'];
    const written = fc.tuple(fc.constantFrom(...times), fc.constantFrom(...suffixes));
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), written, (instant, name, [time, suffix]) => {
        const day = dayOf(instant, name);
        const { start, end } = daySpan(day, name);
        const iso = (at: number) => new Date(at).toISOString();
        for (const zoneless of ['operator', 'utc'] as const) {
          const zone: Zone = { name, zoneless };
          const texts = [`${day}${time}${time === '' ? '' : suffix}`, iso(start), iso(end - 1000)];
          expect(texts.map((text) => readDay(text, zone))).toEqual([day, day, day]);
          expect(texts.map((text) => endOfDate(text, zone))).toEqual(texts.map(() => end - 1000));
        }
      }),
    );
  });

  test('uses the operator’s clock for any other instant', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, name) => {
        const text = new Date(instant).toISOString();
        const isEdge = /T(00:00:00\.000|23:59)/.test(text);
        expect(readDay(text, { name, zoneless: 'operator' })).toBe(isEdge ? text.slice(0, 10) : dayOf(instant, name));
      }),
    );
  });
});

test.each([
  ['2026-11-01T06:59:59Z', 'America/Denver', null],
  ['2026-11-01T07:00:00Z', 'America/Denver', 'first'],
  ['2026-11-01T07:59:59Z', 'America/Denver', 'first'],
  ['2026-11-01T08:00:00Z', 'America/Denver', 'second'],
  ['2026-11-01T08:59:59Z', 'America/Denver', 'second'],
  ['2026-11-01T09:00:00Z', 'America/Denver', null],
  ['2026-03-08T09:30:00Z', 'America/Denver', null],
  ['2026-10-25T00:30:00Z', 'Europe/London', 'first'],
  ['2026-10-25T01:30:00Z', 'Europe/London', 'second'],
  ['2026-04-04T14:29:00Z', 'Australia/Lord_Howe', null],
  ['2026-04-04T14:45:00Z', 'Australia/Lord_Howe', 'first'],
  ['2026-04-04T15:15:00Z', 'Australia/Lord_Howe', 'second'],
  ['2026-04-04T15:45:00Z', 'Australia/Lord_Howe', null],
  ['2026-11-01T08:30:00Z', 'UTC', null],
])('in a repeated hour, %s in %s is the %s', (text, zone, which) => {
  expect(repeatedHour(Date.parse(text), zone)).toBe(which);
});

describe("days in the operator's time zone", () => {
  test.each([
    ['2026-05-12', 24],
    ['2026-03-08', 23],
    ['2026-11-01', 25],
  ])('%s has %d hours in Denver', (day, hours) => {
    const span = daySpan(day, 'America/Denver');
    expect((span.end - span.start) / hour).toBe(hours);
    expect(wallText(span.start, 'America/Denver')).toBe(`${day}T00:00:00`);
  });

  test('follow each other without gap or overlap in any zone', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const day = dayOf(instant, zone);
        const span = daySpan(day, zone);
        expect(span.start <= instant && instant < span.end).toBe(true);
        expect(daySpan(addDays(day, 1), zone).start).toBe(span.end);
        const hours = (span.end - span.start) / hour;
        expect(hours >= 23 && hours <= 25).toBe(true);
      }),
    );
  });

  test('are valid only if they exist', () => {
    expect(isDay('2026-02-28')).toBe(true);
    expect(['2026-02-29', '2026-2-1', 'today', '2026-13-01', ''].filter(isDay)).toEqual([]);
  });
});

test('spans that only touch do not overlap', () => {
  expect(overlaps({ start: 0, end: 10 }, { start: 10, end: 20 })).toBe(false);
  expect(overlaps({ start: 0, end: 11 }, { start: 10, end: 20 })).toBe(true);
});
