import { describe, expect, test } from 'vitest';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { type ReservationRecord, toReservation } from './reservations.ts';
import { clock, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { reservationText, trainingOf } from './reservationTitles.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const text = (record: ReservationRecord, mode: 'L' | 'Z' = 'L') =>
  reservationText(toReservation(record, zone), zone, { ...clock, mode });

describe('a reservation to copy', () => {
  test('has one line per fact, and no phone number', () => {
    expect(text(reservation).split('\n')).toEqual([
      'Dual Flight Training',
      'Tue 12 May 1100L–1300L',
      'Aircraft: N512SP Cessna 172S',
      'Pilot: Sam Garcia',
      'Instructor: Ana Lee',
      'Activity: Dual',
      'Training: Private Pilot, Steep turns, Passed',
      'Status: Completed',
    ]);
  });

  test('gives both days by the clock shown, and the participants of a class', () => {
    const late = slot('r', '17:00', '19:00', { type: 2, aircraft: null, displayName: 'Ground School' });
    expect(
      reservationText({ ...late, record: { ...late.record, pilots: reservation.pilots } }, zone, {
        ...clock,
        mode: 'Z',
      }),
    ).toBe('Class\nTue 12 May 2300Z – Wed 13 May 0100Z\nName: Ground School\nAttending: Sam Garcia\nStatus: Reserved');
  });

  test('has a text even for an empty record', () => {
    expect(text({})).toBe('Reservation\nNo readable time\nStatus: no status');
    expect(text({ aircraft: { tailNumber: 'N9' } })).toContain('Aircraft: N9\n');
  });
});

describe('training', () => {
  test('has each session with its date', () => {
    expect(trainingOf(reservation, zone)).toEqual([
      {
        key: reservation.training.sessions[0]!.trainingSessionId,
        course: 'Private Pilot',
        lesson: 'Steep turns',
        status: 'Passed',
        date: Date.parse('2026-05-12T17:00:00Z'),
      },
    ]);
  });

  test('that is missing or empty gives no error', () => {
    expect(trainingOf({}, zone)).toEqual([]);
    expect(
      trainingOf({ training: { sessions: [{}, {}] } }, zone).map(({ key, status, date }) => [key, status, date]),
    ).toEqual([
      ['0', 'no status', null],
      ['1', 'no status', null],
    ]);
  });
});
