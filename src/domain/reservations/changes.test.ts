import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reservation } from './reservations.ts';
import { clock, hour, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import {
  type ReservationChange,
  changeText,
  changesWithin,
  isFollowed,
  lastingChanges,
  liveChanges,
  netChanges,
} from './changes.ts';
import { onTheDay, person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const lee = { instructor: person('Ana Lee') };
const was = slot('r', '13:00', '15:00', lee);
const change = (before: Reservation | null, after: Reservation | null, ago = 0): ReservationChange => ({
  before,
  after,
  seenAt: now - ago,
});
const texts = (...changes: ReservationChange[]) =>
  netChanges(changes).map((one) => `${one.reservation.key}: ${changeText(one, clock, now)}`);

describe('changes of reservations', () => {
  test.each([
    ['r: new', null, was],
    ['r: gone', was, null],
    ['r: moved from 1300L', was, slot('r', '14:00', '16:00', { instructor: person('Ana Lee') })],
    ['r: was until 1500L', was, slot('r', '13:00', '16:00', { instructor: person('Ana Lee') })],
    ['r: instructor Lee removed', was, slot('r', '13:00', '15:00')],
    ['r: instructor Lee → Fox', was, slot('r', '13:00', '15:00', { instructor: person('Tom Fox') })],
    [
      'r: pilot Garcia → Chen',
      slot('r', '13:00', '15:00', { ...lee, pilots: [person('Ana Garcia')] }),
      slot('r', '13:00', '15:00', { ...lee, pilots: [person('Sam Chen')] }),
    ],
    ['r: pilot Garcia added', was, slot('r', '13:00', '15:00', { ...lee, pilots: [person('Ana Garcia')] })],
    ['r: status now Completed', was, slot('r', '13:00', '15:00', { instructor: person('Ana Lee'), status: 2 })],
    [
      'r: moved from 1300L, was on N512SP, instructor Lee removed, status now Checked Out',
      was,
      slot('r', '13T13:00', '13T15:00', { aircraft: { aircraftId: 'a2' }, status: 1 }),
    ],
  ])('the text is “%s”', (text, before, after) => {
    expect(texts(change(before, after))).toEqual([text]);
  });

  test('people are identified by id, and those with one last name by their full names', () => {
    const flown = (...pilots: ReturnType<typeof person>[]) => slot('r', '13:00', '15:00', { pilots });
    const swap = (before: Reservation, after: Reservation) => texts(change(before, after));
    expect(swap(flown(person('Ana Lee', 'u1')), flown(person('Kim Lee', 'u2')))).toEqual([
      'r: pilot Ana Lee → Kim Lee',
    ]);
    expect(swap(flown(person('Ana Lee', 'u1')), flown(person('Ana Lee', 'u2')))).toEqual([
      'r: another pilot of the same name',
    ]);
    // The same person under another name, in another letter case, or in another order.
    expect(swap(flown(person('Ana Lee', 'u1')), flown(person('Ana Fox', 'U1')))).toEqual([]);
    const [lees, garcia] = [person('Ana Lee', 'u1'), person('Sam Garcia', 'u2')];
    expect(swap(flown(lees, garcia), flown(garcia, lees))).toEqual([]);
    expect(swap(flown(lees), flown(person('Ana Lee', null)))).toEqual([]);
    expect(swap(flown(lees, garcia), flown(lees))).toEqual(['r: pilot Garcia removed']);
    // The former instructor is now the pilot, and the reverse.
    expect(swap(was, slot('r', '13:00', '15:00', { pilots: [person('Ana Lee')] }))).toEqual([
      'r: pilot Lee added, instructor Lee removed',
    ]);
  });

  test('a reservation booked and cancelled gives no change, and neither does a change to a cancelled one', () => {
    const cancelled = { reservationStatus: { id: 3, name: 'Cancelled' } };
    const off = slot('r', '13:00', '15:00', { ...lee, ...cancelled });
    const later = slot('r', '14:00', '16:00', { ...lee, ...cancelled });
    expect(texts(change(null, was, 2), change(was, off, 1))).toEqual([]);
    expect(texts(change(null, off))).toEqual([]);
    expect(texts(change(off, later))).toEqual([]);
    expect(texts(change(off, null))).toEqual([]);
    expect([change(null, off), change(off, later), change(off, null)].some(isFollowed)).toBe(false);
    expect(texts(change(was, off))).toEqual(['r: status now Cancelled']);
    expect(texts(change(was, off, 2), change(off, null, 1))).toEqual(['r: gone']);
    expect(texts(change(null, off, 2), change(off, was, 1))).toEqual(['r: new']);
    expect(texts(change(was, off, 2), change(off, was, 1))).toEqual([]);
  });

  test('changes of other fields are left out', () => {
    const renamed = slot('r', '13:00', '15:00', { instructor: person('Ana Lee'), displayName: 'x' });
    expect(isFollowed({ before: was, after: renamed })).toBe(false);
    expect(texts(change(was, renamed))).toEqual([]);
  });

  test('several changes of one reservation count as one, from the first to the last', () => {
    const moved = slot('r', '14:00', '16:00', { instructor: person('Ana Lee') });
    expect(texts(change(was, moved, 2), change(moved, null, 1))).toEqual(['r: gone']);
    expect(texts(change(was, moved, 2), change(moved, was, 1))).toEqual([]);
    expect(texts(change(null, was, 2), change(was, null, 1))).toEqual([]);
  });
});

test('a change belongs to the days before and after it', () => {
  const moved = netChanges([change(was, slot('r', '14T13:00', '14T15:00'))]);
  const day = (date: number) => ({ start: onTheDay(`${date}T00:00`), end: onTheDay(`${date}T23:59`) });
  expect([12, 13, 14].map((date) => changesWithin(moved, day(date)).length)).toEqual([1, 0, 1]);
});

test('marks are shown for their lifetime', () => {
  const changes = netChanges([change(null, was, 119_999), change(null, slot('s', '14:00', '15:00'), 120_000)]);
  expect(liveChanges(changes, now, 120_000).map(({ reservation }) => reservation.key)).toEqual(['r']);
});

test('past reservations and status-only changes are reported only briefly', () => {
  const early = slot('early', '08:00', '09:00');
  const out = slot('r', '13:00', '15:00', { instructor: person('Ana Lee'), status: 1 });
  const later = slot('early', '16:00', '17:00');
  expect(lastingChanges(netChanges([change(null, early), change(was, out)]), now)).toEqual([]);
  expect(lastingChanges(netChanges([change(early, later), change(was, null)]), now)).toHaveLength(2);
});

test("a reservation's change of time appears once, and only if the first and last times differ", () => {
  const path = fc.array(fc.option(fc.nat(2)), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(path, (starts) => {
      const reservations = starts.map((start) =>
        start === null ? null : reserved('r', now + start * hour, now + 4 * hour),
      );
      const changes = reservations.slice(1).map((after, index) => change(reservations[index]!, after, 10 - index));
      const ownChanges = changes.filter(({ before, after }) => before !== null || after !== null);
      expect(netChanges(ownChanges)).toHaveLength(starts[0] === starts.at(-1) ? 0 : 1);
    }),
  );
});
