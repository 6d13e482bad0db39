import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daySpan, overlaps } from '#domain/time/time.ts';
import { dayColumn, hourLoads, sheetHours } from './dayColumn.ts';
import { onTheDay, reserved, slot } from './sampleSchedule.ts';

const hour = 3_600_000;
const day = daySpan('2026-05-12', 'America/Denver');

describe('the column of a day', () => {
  test('places a booking by its hours, at full width where nothing else is booked', () => {
    const [placed] = dayColumn([slot('a', '06:00', '12:00')], day);
    expect(placed).toMatchObject({ top: 0.25, height: 0.25, lane: 0, lanes: 1, isFromBefore: false, goesOn: false });
  });

  test('parts the width only among those that overlap; touching is not overlapping', () => {
    const bookings = [slot('a', '08:00', '10:00'), slot('b', '09:00', '11:00'), slot('c', '11:00', '12:00')];
    expect(dayColumn(bookings, day).map(({ booking, lane, lanes }) => [booking.key, lane, lanes])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 0, 1],
    ]);
  });

  test('cuts what crosses midnight at the edge, and says so', () => {
    const night = [slot('n', '22:00', '13T03:00')];
    expect(dayColumn(night, day)[0]).toMatchObject({ top: 22 / 24, goesOn: true, isFromBefore: false });
    const next = daySpan('2026-05-13', 'America/Denver');
    expect(dayColumn(night, next)[0]).toMatchObject({ top: 0, height: 3 / 24, goesOn: false, isFromBefore: true });
  });

  const spans = fc.array(fc.tuple(fc.nat({ max: 1400 }), fc.integer({ min: 1, max: 400 })), { maxLength: 30 });

  test('never lays two overlapping bookings over each other, and loses none', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const bookings = given.map(([from, length], index) =>
          reserved(`${index}`, day.start + from * 60_000, day.start + (from + length) * 60_000),
        );
        const placed = dayColumn(bookings, day);
        expect(placed.map(({ booking }) => booking.key).toSorted()).toEqual(bookings.map(({ key }) => key).toSorted());
        for (const [index, one] of placed.entries()) {
          for (const other of placed.slice(index + 1)) {
            if (!overlaps(one.booking, other.booking)) continue;
            const isBeside =
              one.lane / one.lanes >= (other.lane + 1) / other.lanes ||
              other.lane / other.lanes >= (one.lane + 1) / one.lanes;
            expect(isBeside).toBe(true);
          }
        }
      }),
    );
  });
});

describe('the load of a day', () => {
  test('counts each booking in every hour it touches, by kind', () => {
    const loads = hourLoads([slot('a', '08:30', '10:00'), slot('b', '09:00', '09:15', { type: 1 })], day);
    expect(loads.map(({ total }) => total).slice(7, 11)).toEqual([0, 1, 2, 0]);
    expect([...(loads[9]?.counts ?? [])]).toEqual([
      ['Standard', 1],
      ['Maintenance', 1],
    ]);
  });

  test.each([
    ['America/Chicago', '2026-03-08', 23],
    ['America/Chicago', '2026-11-01', 25],
    ['Europe/London', '2026-03-29', 23],
    ['Europe/London', '2026-10-25', 25],
    ['Asia/Kolkata', '2026-05-12', 24],
  ])('in %s on %s has %d hours, the last one up to midnight', (zone, date, hours) => {
    const span = daySpan(date, zone);
    const lateEvening = reserved('late', span.end - hour, span.end + hour);
    const loads = hourLoads([lateEvening], span);
    expect(loads).toHaveLength(hours);
    expect(loads.map(({ total }) => total)).toEqual([...Array<number>(hours - 1).fill(0), 1]);
    expect(hourLoads([lateEvening], daySpan(addDays(date, 1), zone))[0]?.total).toBe(1);
  });
});

describe('the hours of a printed day', () => {
  test('the sheet shows 0700 to 1900 of an empty day', () => {
    expect(sheetHours([], day)).toEqual({ start: onTheDay('07:00'), end: onTheDay('19:00') });
  });

  test('it begins and ends with the whole hours of what is booked within the day', () => {
    const bookings = [slot('early', '05:30', '07:00'), slot('late', '19:00', '21:15')];
    expect(sheetHours(bookings, day)).toEqual({ start: onTheDay('05:00'), end: onTheDay('22:00') });
  });

  test('what begins late and crosses midnight has the hour in which it begins', () => {
    const bookings = [slot('late', '22:30', '13T01:00')];
    expect(sheetHours(bookings, day)).toEqual({ start: onTheDay('07:00'), end: onTheDay('23:00') });
  });

  test('whatever begins on the day is in its hours, and whatever ends after their beginning', () => {
    const hours = fc.integer({ min: -600, max: 1439 });
    fc.assert(
      fc.property(fc.array(fc.record({ start: hours, length: fc.integer({ min: 1, max: 2880 }) })), (given) => {
        const bookings = given.map(({ start, length }, index) => ({
          ...slot(`booking ${index}`, '08:00', '09:00'),
          start: day.start + start * 60_000,
          end: day.start + (start + length) * 60_000,
        }));
        const shown = sheetHours(bookings, day);
        const lost = bookings.filter((booking) => booking.end > shown.start && !overlaps(booking, shown));
        expect(lost).toEqual([]);
        expect(bookings.filter(({ start, end }) => start >= day.start && end <= shown.start)).toEqual([]);
      }),
    );
  });

  test('what crosses midnight does not stretch it', () => {
    const bookings = [slot('shop', '08:00', '14T17:00'), slot('night', '11T22:00', '02:00')];
    expect(sheetHours(bookings, day)).toEqual({ start: onTheDay('07:00'), end: onTheDay('19:00') });
  });
});
