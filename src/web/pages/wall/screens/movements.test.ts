import { describe, expect, test } from 'vitest';
import { clock, now } from '#domain/maintenance/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#domain/calendar/sampleSchedule.ts';
import { movementItems } from './movements.ts';
import type { Wording } from '#domain/wall/words.ts';

const wording: Wording = { now, clock, names: 'short', marks: 'shown' };
const span = { start: now - 6 * 3_600_000, end: onTheDay('14T00:00') };
const plane = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: id } });
const items = (...bookings: Parameters<typeof movementItems>[0]) => movementItems(bookings, span, wording);
const lines = (...bookings: Parameters<typeof movementItems>[0]) =>
  items(...bookings).map((item) =>
    item.kind === 'row'
      ? `${item.row.time} ${item.row.direction} ${item.row.status} ${item.row.late}`.trim()
      : `${item.kind} ${item.text}`,
  );

describe('departures and returns', () => {
  test('stand by their next movement, with the now line between past and coming', () => {
    expect(
      lines(
        slot('coming', '11:30', '13:00'),
        slot('out', '10:00', '12:00', { status: 1, ...plane('a2') }),
        slot('open', '08:00', '10:42', { status: 1, ...plane('a3') }),
        slot('soon', '10:58', '12:00', plane('a4')),
        slot('no show', '10:53', '12:00'),
        slot('over', '10:00', '10:30'),
        slot('done', '09:00', '11:00', { status: 2 }),
        slot('void', '10:53', '12:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
      ),
    ).toEqual([
      '1000L out never checked out',
      '1042L back not back +0:23',
      '1053L out never checked out',
      '1058L out not out yet +0:07',
      '1100L back Completed',
      'now 1105L',
      '1130L out Reserved',
      '1200L back Checked Out',
    ]);
  });

  test('name the day that begins', () => {
    expect(lines(slot('a', '13T08:00', '13T09:00'), slot('b', '13T10:00', '13T11:00'))).toEqual([
      'now 1105L',
      'day Wed 13 May',
      '0800L out Reserved',
      '1000L out Reserved',
    ]);
  });

  test('one that is not back for over half an hour stands before all others, and within ten minutes it has no mark', () => {
    const [first, second, third] = items(
      slot('early', '05:30', '06:30', plane('a1')),
      slot('missing', '08:00', '10:30', { status: 1, ...plane('a2') }),
      slot('grace', '09:00', '10:56', { status: 1, ...plane('a3') }),
    ).map((one) => (one.kind === 'row' ? [one.row.key, one.row.tone] : one.kind));
    expect([first, second, third]).toEqual([
      ['missing', 'missing'],
      ['early', 'late'],
      ['grace', 'away'],
    ]);
  });

  test('what is not back stays however long ago it was due, unless the aircraft has flown since', () => {
    const old = slot('old', '11T20:00', '11T22:00', { status: 1 });
    expect(lines(old)).toEqual(['2200L back not back +13:05', 'now 1105L']);
    expect(lines(old, slot('new', '10:00', '12:00', { status: 1 }))).toEqual(['now 1105L', '1200L back Checked Out']);
  });

  test('completed ones leave half an hour after their end, and what was booked six hours ago', () => {
    expect(items(slot('gone', '09:00', '10:35', { status: 2 }))).toEqual([]);
    expect(items(slot('old', '04:00', '05:00'))).toEqual([]);
    expect(items(slot('beyond', '14T00:00', '14T02:00'))).toEqual([]);
  });

  test('are flights alone: no shop visits, no classes, nothing without an aircraft', () => {
    const odd = [1, 2, 3, 10].map((type) => slot(`type ${type}`, '11:30', '13:00', { type }));
    expect(items(...odd, slot('none', '11:30', '13:00', { aircraft: null }))).toEqual([]);
  });

  test('name people by the style, and nobody where there are no names', () => {
    const booking = slot('a', '11:30', '13:00', {
      displayName: 'Sam Garcia',
      pilots: [person('Sam Garcia')],
      instructor: person('Kim Lee'),
    });
    const told = (names: typeof wording.names) => JSON.stringify(movementItems([booking], span, { ...wording, names }));
    expect(told('short')).toContain('"people":"Gar.S","instructor":"Lee.K"');
    expect(told('none')).not.toMatch(/Sam|Garcia|Kim|Lee/);
  });
});
