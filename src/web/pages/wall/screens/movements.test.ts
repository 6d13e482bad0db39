import { describe, expect, test } from 'vitest';
import { clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { fleetOf, modelOf, only } from '#e2e/fixtures/samples/sampleWall.ts';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { movementLists } from './movements.ts';
import type { Wording } from '#domain/wall/words.ts';

const wording: Wording = { now, clock, names: 'short', marks: 'shown' };
const span = { start: now - 6 * 3_600_000, end: onTheDay('14T00:00') };
const aircraft = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: id } });
type Reservations = Parameters<typeof movementLists>[0];
const listsOf = (reservations: Reservations, words = wording) =>
  movementLists(reservations, { index: reservationIndex(reservations, now), span, grounded: new Set() }, words);
const listed = (...reservations: Reservations) => listsOf(reservations);
const lines = (...reservations: Reservations) =>
  listed(...reservations).map(({ rows }) => rows.map(({ time, status, late }) => `${time} ${status} ${late}`.trim()));

describe('departures and returns on the board', () => {
  test('are listed separately by their next movement', () => {
    expect(
      lines(
        slot('coming', '11:30', '13:00'),
        slot('out', '10:00', '12:00', { status: 1, ...aircraft('a2') }),
        slot('open', '08:00', '10:42', { status: 1, ...aircraft('a3') }),
        slot('soon', '10:58', '12:00', aircraft('a4')),
        slot('no show', '10:53', '12:00'),
        slot('done', '09:00', '11:00', { status: 2 }),
        slot('void', '10:53', '12:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
      ),
    ).toEqual([
      ['1053L never checked out', '1058L not out yet +0:07', '1130L Reserved'],
      ['1042L not back +0:23', '1100L Completed', '1200L Checked Out'],
    ]);
  });

  test('list only the latest two never checked out and the latest two back, and count the others', () => {
    const gone = ['05:30', '06:30', '07:30', '08:30'].map((start) => slot(`no ${start}`, start, '09:00'));
    const waiting = ['10:56', '10:58', '11:00'].map((start) => slot(`due ${start}`, start, '12:00'));
    const done = ['10:40', '10:50', '10:55'].map((end) => slot(`done ${end}`, '09:00', end, { status: 2 }));
    const late = ['10:00', '10:05', '10:10'].map((end, index) =>
      slot(`late ${end}`, '09:00', end, { status: 1, ...aircraft(`b${index}`) }),
    );
    const [departures, returns] = listed(...gone, ...waiting, ...done, ...late);
    expect(departures.rows.map(({ key, isPast }) => [key, isPast])).toEqual([
      ['no 07:30', true],
      ['no 08:30', true],
      // The flights that should leave now are the next ones.
      ['due 10:56', false],
      ['due 10:58', false],
      ['due 11:00', false],
    ]);
    expect(departures.earlier).toBe(2);
    // All aircraft that are not back are listed.
    expect(returns.rows.map(({ key }) => key)).toEqual([
      'late 10:00',
      'late 10:05',
      'late 10:10',
      'done 10:50',
      'done 10:55',
    ]);
    expect(returns.earlier).toBe(1);
  });

  test('know which states their list says already', () => {
    const usual = listed(
      slot('reserved', '11:30', '13:00', aircraft('a1')),
      slot('own status', '11:30', '13:00', { reservationStatus: { id: 9, name: 'Weather hold' }, ...aircraft('a2') }),
      slot('late to leave', '10:50', '12:00', aircraft('a3')),
      slot('out', '10:00', '12:00', { status: 1, ...aircraft('a4') }),
      slot('not back', '08:00', '10:42', { status: 1, ...aircraft('a5') }),
      slot('done', '09:00', '11:00', { status: 2, ...aircraft('a6') }),
    ).flatMap(({ rows }) => rows.flatMap(({ key, isUsual }) => (isUsual ? key : [])));
    expect(usual).toEqual(['reserved', 'out']);
  });

  test('give the day when it is not today', () => {
    expect(lines(slot('a', '13T08:00', '13T09:00'))).toEqual([['Wed 0800L Reserved'], []]);
  });

  test('start with an aircraft not back for over half an hour, and do not mark one within ten minutes', () => {
    const [, { rows }] = listed(
      slot('grace', '09:00', '10:56', { status: 1, ...aircraft('a3') }),
      slot('late', '05:30', '10:40', { status: 1, ...aircraft('a1') }),
      slot('missing', '08:00', '10:30', { status: 1, ...aircraft('a2') }),
      slot('done', '08:00', '10:38', { status: 2, ...aircraft('a4') }),
    );
    expect(rows.map(({ key, tone }) => [key, tone])).toEqual([
      ['missing', 'missing'],
      ['done', 'done'],
      ['late', 'late'],
      ['grace', 'away'],
    ]);
  });
});

describe('the movement lists', () => {
  test('keep an aircraft not back however long, unless it has flown since', () => {
    const old = slot('old', '11T20:00', '11T22:00', { status: 1 });
    expect(lines(old)[1]).toEqual(['Mon 11 May not back +13:05']);
    expect(lines(old, slot('new', '10:00', '12:00', { status: 1 }))[1]).toEqual(['1200L Checked Out']);
  });

  test('drop completed flights half an hour after their end, and those booked six hours ago', () => {
    expect(lines(slot('gone', '09:00', '10:35', { status: 2 }))).toEqual([[], []]);
    expect(lines(slot('old', '04:00', '05:00'))).toEqual([[], []]);
    expect(lines(slot('beyond', '14T00:00', '14T02:00'))).toEqual([[], []]);
  });

  test('have only flights, without shop visits, classes and reservations without aircraft', () => {
    const odd = [1, 2, 3, 10].map((type) => slot(`type ${type}`, '11:30', '13:00', { type }));
    expect(lines(...odd, slot('none', '11:30', '13:00', { aircraft: null }))).toEqual([[], []]);
  });

  test('name people in the board’s style, and nobody on a board without names', () => {
    const reservation = slot('a', '11:30', '13:00', {
      displayName: 'Sam Garcia',
      pilots: [person('Sam Garcia')],
      instructor: person('Kim Lee'),
    });
    const textsOf = (names: typeof wording.names) => JSON.stringify(listsOf([reservation], { ...wording, names }));
    expect(textsOf('short')).toContain('"people":"Gar.S / Lee.K"');
    expect(textsOf('none')).not.toMatch(/Sam|Garcia|Kim|Lee/);
  });
});

test('a movement due this minute is due now', () => {
  const back = slot('back', '09:00', '11:05', { status: 1 });
  const leaving = slot('leaving', '11:05', '12:00', { aircraft: { aircraftId: 'a2', tailNumber: 'N2AB' } });
  expect(lines(back, leaving)).toEqual([['1105L due out now'], ['1105L due back now']]);
});

test('an unclosed flight of the board’s location is no return if the aircraft has flown elsewhere since', () => {
  const from = (name: string) => ({
    aircraft: { aircraftId: '100', tailNumber: 'N100AB', location: { locationId: name, name } },
  });
  const open = slot('open', '11T08:00', '11T10:00', { status: 1, ...from('Pueblo') });
  const elsewhere = slot('elsewhere', '08:00', '09:00', { status: 2, ...from('Meadow') });
  const keysOf = (...reservations: Reservations) =>
    only('movements', modelOf({ fleet: fleetOf(1), reservations }, {}, 'Pueblo')).flatMap(({ content }) =>
      content.kind === 'movements' ? content.lists.flatMap(({ rows }) => rows.map(({ key }) => key)) : [],
    );
  expect(keysOf(open)).toEqual(['open']);
  expect(keysOf(open, elsewhere)).toEqual([]);
});
