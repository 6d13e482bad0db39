import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { forgetThresholds, setThresholds } from '#domain/thresholds.ts';
import { certaintyOf, isLive, type ReservationState, stateAt, stateText, takesTime } from './state.ts';

const status = (id: number | null, name: string | null) => ({ reservationStatus: { id, name } });
const reserved = status(0, 'Reserved');
const checkedOut = status(1, 'Checked Out');
const at = (time: string, start: string, end: string, given: Parameters<typeof slot>[3] = reserved): ReservationState =>
  stateAt(slot('r1', start, end, given), onTheDay(time));

describe('the state of a reservation', () => {
  test.each([
    ['11:59', reserved, 'planned'],
    ['12:00', reserved, 'due out now'],
    ['12:10', reserved, 'not out yet +0:10'],
    ['12:11', reserved, 'never checked out'],
    ['14:30', reserved, 'never checked out'],
    ['12:00', checkedOut, 'out'],
    ['13:29', checkedOut, 'out'],
    ['13:30', checkedOut, 'due back now'],
    ['14:30', checkedOut, 'not back +1:00'],
    ['10:59', checkedOut, 'checked out, not started'],
    ['11:00', checkedOut, 'out'],
    ['11:55', checkedOut, 'out'],
    ['13:00', status(2, 'Completed'), 'done'],
    ['13:00', status(3, 'Cancelled'), 'void'],
    ['11:59', status(5, 'Weathered'), 'status unclear'],
    ['13:00', status(5, 'Weathered'), 'may be out'],
    ['13:30', status(5, 'Weathered'), 'may be out, past its end'],
    ['14:05', status(4, 'Dispatched'), 'may be out, past its end +0:35'],
    ['14T14:05', status(4, 'Dispatched'), 'may be out, past its end +2 days'],
  ])('from 12:00 to 13:30, at %s with %j, is %s', (time, given, text) => {
    expect(stateText(at(time, '12:00', '13:30', given))).toBe(text);
  });

  test('differs at 14:30 between a reservation from 10 to 12 that is reserved and one checked out', () => {
    expect(at('14:30', '10:00', '12:00')).toMatchObject({ kind: 'never checked out', isOver: true });
    expect(stateText(at('14:30', '10:00', '12:00', checkedOut))).toBe('not back +2:30');
  });

  test('counts lateness from the end for a reservation not back over midnight', () => {
    expect(stateText(at('13T00:05', '21:00', '23:30', checkedOut))).toBe('not back +0:35');
  });

  test.each([
    ['12:10', 0],
    ['12:11', 1],
    ['12:29', 1],
    ['12:30', 2],
    ['13:00', 3],
    ['14T12:00', 3],
  ])('at %s is attention step %d when not back', (time, step) => {
    expect(at(time, '10:00', '12:00', checkedOut)).toMatchObject({ kind: 'not back', step });
  });

  test.each([2, 3, 10, 1])('is over at the booked end for display type %d, without a check-out', (type) => {
    expect(at('12:30', '12:00', '13:30', { ...reserved, type })).toEqual({ kind: 'out', isCheckedOut: false });
    expect(at('13:30', '12:00', '13:30', { ...reserved, type })).toEqual({ kind: 'done' });
  });

  test('is over at the booked end for a shop visit under the standard type, but not for a test flight', () => {
    const named = (name: string) => ({ ...reserved, reservationType: { displayTypeId: 0, name } });
    expect(at('14:30', '12:00', '13:30', named('MX 100hr')).kind).toBe('done');
    expect(at('14:30', '12:00', '13:30', named('Maintenance test flight')).kind).toBe('never checked out');
  });

  test('uses a grace period that the school can set', () => {
    const reservation = slot('r1', '12:00', '13:30', reserved);
    const kindWith = (minutes: number, time: string) => {
      forgetThresholds();
      setThresholds({ LATE_GRACE_MINUTES: minutes });
      return stateAt(reservation, onTheDay(time)).kind;
    };
    onTestFinished(forgetThresholds);
    expect(kindWith(30, '12:20')).toBe('not out yet');
    expect(kindWith(0, '12:01')).toBe('never checked out');
  });
});

describe('a state that no booked end settles', () => {
  test('is never red while it is only a doubt', () => {
    const steps = ['13:40', '13:41', '15:00', '14T15:00'].map((time) =>
      at(time, '12:00', '13:30', status(4, 'Dispatched')),
    );
    expect(steps.map((step) => 'step' in step && step.step)).toEqual([0, 1, 1, 1]);
  });

  test('of a simulator, a class or a lesson on the ground is never that it may be out', () => {
    const odd = status(4, 'Dispatched');
    const simulator = { ...odd, aircraft: { aircraftId: 's', tailNumber: 'REDBIRD', isSimulator: true } };
    expect(at('14:05', '12:00', '13:30', simulator).kind).toBe('unclear');
    expect(at('14:05', '12:00', '13:30', { ...odd, aircraft: null }).kind).toBe('unclear');
    expect(at('14:05', '12:00', '13:30', { ...odd, type: 2 }).kind).toBe('done');
  });

  test('of a simulator or a lesson on the ground is never that it is not back', () => {
    const simulator = { ...checkedOut, aircraft: { aircraftId: 's', tailNumber: 'REDBIRD', isSimulator: true } };
    for (const given of [simulator, { ...checkedOut, aircraft: null }])
      expect(stateText(at('14:05', '12:00', '13:30', given))).toBe('ended, not closed +0:35');
  });

  test.each([
    [checkedOut, 'in the shop, +0:35', 'definite'],
    [status(6, 'In work'), 'may be in the shop, +0:35', 'possible'],
    [status(2, 'Completed'), 'done', null],
    [status(3, 'Cancelled'), 'void', null],
  ])('of a shop visit with %j past its booked end is %s', (given, text, certainty) => {
    const state = at('14:05', '12:00', '13:30', { ...given, type: 1 });
    expect([stateText(state), certaintyOf(state)]).toEqual([text, certainty]);
  });
});

describe('the meaning of a status', () => {
  test.each([
    [1, 'CHECKED OUT', 'out'],
    [7, 'checked out', 'out'],
    [null, 'Checked-Out', 'out'],
    [1, null, 'out'],
    [1, 'Dispatched', 'out'],
    [null, 'completed', 'done'],
    [2, null, 'done'],
    [0, 'Confirmed', 'not out yet'],
    [null, 'RESERVED', 'not out yet'],
    [0, 'Not checked out', 'not out yet'],
    [0, 'Cancelled', 'void'],
    [2, 'No-Show', 'void'],
    [2, 'no show', 'void'],
    [1, 'Voided', 'void'],
    [null, 'Deleted', 'void'],
    [0, 'Cancellation requested', 'not out yet'],
    [1, 'Cancel pending', 'out'],
    [8, 'Cancellation requested', 'may be out'],
    [1, 'Completed', 'may be out'],
    [2, 'Reserved', 'may be out'],
    [1, 'Not checked out', 'may be out'],
    [9, 'Pending', 'may be out'],
    [null, null, 'may be out'],
  ])('id %s with name %s: %s', (id, name, kind) => {
    expect(at('12:05', '12:00', '13:30', status(id, name)).kind).toBe(kind);
  });

  test('excludes void and completed reservations, and makes unclear ones possible', () => {
    const certainty = (id: number, name: string) => certaintyOf(at('12:05', '12:00', '13:30', status(id, name)));
    expect([certainty(3, 'Cancelled'), certainty(2, 'Completed')]).toEqual([null, null]);
    expect([certainty(1, 'Completed'), certainty(1, 'Checked Out')]).toEqual(['possible', 'definite']);
    expect(isLive(slot('r1', '12:00', '13:30', status(3, 'Cancelled')), onTheDay('12:05'))).toBe(false);
  });
});

describe('the state of any reservation', () => {
  const instants = fc.integer({ min: -3000, max: 3000 }).map((minutes) => onTheDay('12:00') + minutes * 60_000);
  const names = fc.constantFrom(null, 'Reserved', 'Checked Out', 'Completed', 'Cancelled', 'No-show', 'Odd', '');
  const reservations = fc
    .record({
      id: fc.constantFrom(null, 0, 1, 2, 3, 77),
      name: fc.oneof(names, fc.string({ maxLength: 12 })),
      type: fc.constantFrom(0, 1, 2, 3, 10, 42),
      minutes: fc.integer({ min: 0, max: 2000 }),
    })
    .map(({ id, name, type, minutes }) => {
      const reservation = slot('r1', '12:00', '12:00', { ...status(id, name), type });
      return { ...reservation, end: reservation.start + minutes * 60_000 };
    });

  test('has lateness only if late, takes time only if live, and never resolves a doubt by time', () => {
    fc.assert(
      fc.property(reservations, instants, (reservation, now) => {
        const state = stateAt(reservation, now);
        if (state.kind === 'planned') expect(reservation.start).toBeGreaterThan(now);
        if (state.kind === 'out') expect(reservation.start <= now + 3_600_000 && now < reservation.end).toBe(true);
        if (state.kind === 'not back') expect(state.late).toBe(now - reservation.end);
        if ('late' in state && state.kind !== 'may be out') expect(state.late).toBeGreaterThanOrEqual(0);
        const later = stateAt(reservation, now + 30 * 86_400_000);
        if (state.kind === 'may be out' || state.kind === 'in the shop') expect(later.kind).toBe(state.kind);
        expect(stateText(state)).not.toMatch(/overdue/i);
        expect(isLive(reservation, now)).toBe(certaintyOf(state) !== null);
        if (takesTime(reservation, state, now)) expect(isLive(reservation, now)).toBe(true);
      }),
    );
  });

  test('does not depend on the letter case of a status', () => {
    fc.assert(
      fc.property(reservations, instants, (reservation, now) => {
        const name = reservation.status.toUpperCase();
        const loud = { ...reservation, status: name };
        expect(stateAt(loud, now)).toEqual(stateAt(reservation, now));
      }),
    );
  });
});
