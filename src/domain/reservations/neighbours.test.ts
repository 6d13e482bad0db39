import { describe, expect, test } from 'vitest';
import { clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { aroundText, neighboursOf } from './neighbours.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';

const lee = person('Ana Lee');
const reservation = slot('r', '14:00', '15:30', { instructor: lee });

describe('the neighbours of a reservation', () => {
  test('on its aircraft are the last to return before it and the first to leave after it', () => {
    const reservations = [
      slot('early', '08:00', '09:00'),
      slot('long', '10:00', '13:45'),
      slot('short', '11:00', '12:00'),
      slot('elsewhere', '13:00', '13:50', { aircraft: { aircraftId: 'other' } }),
      reservation,
      slot('evening', '18:00', '19:00'),
      slot('next', '16:00', '17:00'),
    ];
    const { aircraft } = neighboursOf(reservation, reservations);
    expect([aircraft?.previous?.key, aircraft?.next?.key]).toEqual(['long', 'next']);
    expect(aroundText(aircraft!, clock, now)).toBe('previous: lands 1345L; next: 1600L');
  });

  test('of its instructor are their reservations in any role', () => {
    const reservations = [
      slot('meeting', '08:00', '09:00', { type: 3, aircraft: null, pilots: [lee] }),
      reservation,
      slot('dual', '13T09:00', '13T11:00', { aircraft: { aircraftId: 'other' }, instructor: lee }),
    ];
    const { instructor } = neighboursOf(reservation, reservations);
    expect(aroundText(instructor!, clock, now)).toBe('previous: ends 0900L; next: tomorrow 0900L');
  });

  test('that are not loaded are shown as “none in view”', () => {
    const { aircraft, instructor } = neighboursOf(reservation, [reservation]);
    expect(aroundText(aircraft!, clock, now)).toBe('previous: none in view; next: none in view');
    expect(instructor).toEqual({ previous: null, next: null });
  });

  test('without an aircraft or instructor are null', () => {
    const ground = slot('ground', '14:00', '15:00', { aircraft: null });
    expect(neighboursOf(ground, [ground, slot('other', '16:00', '17:00', { aircraft: null })])).toEqual({
      aircraft: null,
      instructor: null,
    });
  });

  test('at the same time are on both sides, in a fixed order', () => {
    const twin = slot('s', '14:00', '15:30');
    expect(neighboursOf(reservation, [reservation, twin]).aircraft?.next).toBe(twin);
    expect(neighboursOf(twin, [reservation, twin]).aircraft?.previous).toBe(reservation);
  });
});
