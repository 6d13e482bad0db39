import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimedBooking } from '#domain/bookings.ts';
import { clock, now } from '#domain/sampleMaintenance.ts';
import { changeText, differences, liveChanges, settleMissing } from './changes.ts';
import { person, reserved, slot } from './sampleSchedule.ts';

const was = slot('r', '13:00', '15:00', { instructor: person('Ana Lee') });
const texts = (before: readonly TimedBooking[], after: readonly TimedBooking[]) =>
  differences(before, after, now).changes.map((change) => `${change.booking.key}: ${changeText(change, clock, now)}`);

describe('between two looks', () => {
  test('one that was not there is new', () => {
    expect(texts([], [was])).toEqual(['r: new']);
  });

  test.each([
    ['r: moved from 1300L', slot('r', '14:00', '16:00', { instructor: person('Ana Lee') })],
    ['r: was until 1500L', slot('r', '13:00', '16:00', { instructor: person('Ana Lee') })],
    ['r: was with Ana Lee', slot('r', '13:00', '15:00')],
    ['r: status now Completed', slot('r', '13:00', '15:00', { instructor: person('Ana Lee'), status: 2 })],
    [
      'r: moved from 1300L, was on N512SP, was with Ana Lee, status now Checked Out',
      slot('r', '13T13:00', '13T15:00', { aircraft: { aircraftId: 'a2' }, status: 1 }),
    ],
  ])('“%s” is told from what it was', (text, is) => {
    expect(texts([was], [is])).toEqual([text]);
  });

  test('nothing is told of what stayed, or changed in what is not followed', () => {
    expect(texts([was], [was])).toEqual([]);
    expect(texts([was], [slot('r', '13:00', '15:00', { instructor: person('Ana Lee'), displayName: 'x' })])).toEqual(
      [],
    );
  });

  test('one without an id is left out, as its key moves with it', () => {
    const nameless = (start: string) => slot('', start, '16:00', { reservationId: null });
    expect(differences([nameless('13:00')], [nameless('14:00')], now)).toEqual({ changes: [], missing: [] });
  });
});

describe('one that is missing', () => {
  const { changes, missing } = differences([was], [], now);
  const settled = (...found: readonly TimedBooking[]) =>
    settleMissing(missing, found, now).map((change) => changeText(change, clock, now));

  test('is a candidate first, and gone only when one more query does not find it', () => {
    expect([changes, missing]).toEqual([[], [was]]);
    expect(settled()).toEqual(['gone']);
  });

  test('is moved where the query finds it elsewhere, and nothing where it was there all the time', () => {
    expect(settled(slot('r', '20T09:00', '20T10:00', { instructor: person('Ana Lee') }))).toEqual(['moved from 1300L']);
    expect(settled(was)).toEqual([]);
  });
});

test('a mark lasts its time, and a later one of the same reservation takes its place', () => {
  const [first] = differences([], [was], now).changes;
  const [second] = differences([was], [slot('r', '14:00', '15:00')], now + 60_000).changes;
  expect(liveChanges([second!, first!], now + 60_000, 120_000)).toEqual([second]);
  expect(liveChanges([first!], now + 119_999, 120_000)).toEqual([first]);
  expect(liveChanges([first!, second!], now + 120_000, 120_000)).toEqual([second]);
  expect(liveChanges([first!, second!], now + 180_000, 120_000)).toEqual([]);
});

test('every reservation of two looks is the same, changed, new, or missing', () => {
  const look = fc
    .uniqueArray(fc.record({ id: fc.nat(9), start: fc.nat(2) }), { selector: ({ id }) => id })
    .map((all) => all.map(({ id, start }) => reserved(`r${id}`, now + start, now + 10)));
  fc.assert(
    fc.property(look, look, (before, after) => {
      const { changes, missing } = differences(before, after, now);
      const isNew = changes.filter(({ kind }) => kind === 'new').length;
      expect(before.length - missing.length + isNew).toBe(after.length);
      for (const { booking, before: old } of changes) expect(booking.start).not.toBe(old?.start);
    }),
  );
});
