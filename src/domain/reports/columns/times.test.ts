import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf, readInstant, type Zone } from '#domain/time/time.ts';
import { bucketReader, dayNumber, instantReader } from './times.ts';

const zoneName = fc.constantFrom('America/Denver', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
const zone: fc.Arbitrary<Zone> = fc.record({ name: zoneName, zoneless: fc.constantFrom('operator', 'utc') });
const time = fc.date({ min: new Date('1950-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
/** Near clock changes, the difficult cases. */
const change = fc
  .tuple(fc.constantFrom('2026-03-08', '2026-11-01', '2026-03-29', '2026-10-25', '2026-04-05'), fc.nat(2 * 86_400_000))
  .map(([day, more]) => new Date(Date.parse(`${day}T00:00:00Z`) - 43_200_000 + more));
const text = fc
  .tuple(fc.oneof(time, change), fc.constantFrom('', 'Z', '.5', '.1234567', '.123Z', '-06:00', '+0530'))
  .map(([date, end]) => date.toISOString().slice(0, 19) + end);
const broken = fc.constantFrom(
  '',
  'x',
  '1753-01-01T00:00:00',
  '2026-02-30T00:00:00',
  '2026-13-01T00:00:00Z',
  '2026-05-12T14:00',
  ' 2026-05-12 14:00:00 ',
  '2026-05-12T14:00:00Z ',
  '2026-05-12T10:75:00',
  '9999-12-31T23:59:59',
);

test('the fast reader agrees with `readInstant`', () => {
  fc.assert(
    fc.property(zone, fc.array(fc.oneof({ weight: 9, arbitrary: text }, broken), { maxLength: 20 }), (given, texts) => {
      const read = instantReader(given);
      for (const one of texts) expect(read(one)).toBe(readInstant(one, given) ?? Number.NaN);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['5/31/2026 11:59:59 PM', '2026-06-01T05:59:59Z'],
  ['5/31/2026 12:00 AM', '2026-05-31T06:00:00Z'],
  ['05/31/2026 12:30:00 pm', '2026-05-31T18:30:00Z'],
  ['5/31/2026 23:15', '2026-06-01T05:15:00Z'],
  ['5/31/2026', '2026-05-31T06:00:00Z'],
  ['13/1/2026', null],
  ['2/30/2026', null],
  ['5/31/2026 13:00 PM', null],
  ['1/1/1753 12:00:00 AM', null],
])('the US date %s is %s in Denver', (written, instant) => {
  const read = instantReader({ name: 'America/Denver', zoneless: 'operator' })(written);
  expect(Number.isNaN(read) ? null : read).toBe(instant && Date.parse(instant));
});

test('a US date has the number of its day', () => {
  expect(dayNumber('5/31/2026')).toBe(Date.parse('2026-05-31'));
  expect(dayNumber('5/31/2026 11:00:00 PM')).toBe(Date.parse('2026-05-31'));
});

test("a calendar period is in the operator's time zone", () => {
  fc.assert(
    fc.property(zoneName, fc.array(fc.oneof(time, change), { maxLength: 20 }), (name, dates) => {
      const [day, week, month, year] = (['day', 'week', 'month', 'year'] as const).map((one) =>
        bucketReader(name, one),
      );
      for (const date of dates) {
        const expected = dayOf(date.getTime(), name);
        expect(day?.(date.getTime())).toBe(expected);
        expect(month?.(date.getTime())).toBe(expected.slice(0, 7));
        expect(year?.(date.getTime())).toBe(expected.slice(0, 4));
        const monday = week?.(date.getTime()) ?? '';
        expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
        const daysInto = (Date.parse(expected) - Date.parse(monday)) / 86_400_000;
        expect([0, 1, 2, 3, 4, 5, 6]).toContain(daysInto);
      }
    }),
  );
});
