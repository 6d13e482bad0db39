import { describe, expect, test } from 'vitest';
import { allRead, noneRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { clock, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { type Reservation, toReservation } from '#domain/reservations/reservations.ts';
import { lateText } from '#domain/time/clock.ts';
import { daySpan } from '#domain/time/time.ts';
import { aircraftDay } from './dayModel.ts';

const span = daySpan('2026-05-12', zone.name);
const question = { aircraftId: 'a1', span, clock, now, known: allRead, isGrounded: false };
const dayOf = (...reservations: readonly Reservation[]) => aircraftDay({ ...question, reservations });

describe('an aircraft’s day', () => {
  test('lists each reservation with the crew, the activity and the service’s status', () => {
    const dual = slot('dual', '08:00', '09:30', {
      pilots: [person('Ana Garcia')],
      instructor: person('Kim Lee'),
      activityType: { name: 'Dual' },
      reservationStatus: { id: 2, name: 'Completed' },
    });
    expect(dayOf(dual).lines).toEqual([
      {
        reservation: dual,
        times: '0800L–0930L',
        timesNote: undefined,
        title: 'Garcia / Lee',
        activity: 'Standard Reservation · Dual',
        status: 'Completed',
        look: 'done',
        isGrounded: false,
        isPast: true,
      },
    ]);
  });

  test.each([
    ['08:00', '10:00', 2, 'done'],
    ['10:00', '12:00', 1, 'out'],
    ['08:00', '10:30', 1, 'late'],
    ['13:00', '14:00', 0, 'booked'],
    ['10:00', '12:00', 77, 'may be'],
  ])('draws %s to %s with status %i as %s', (start, end, id, look) => {
    const [line] = dayOf(slot('r', start, end, { status: id, reservationStatus: { id, name: 'Odd' } })).lines;
    expect(line?.look).toBe(look);
  });

  test('says that an aircraft is not back, and how late it is', () => {
    const late = slot('r', '08:00', '10:30', { status: 1, reservationStatus: { id: 1, name: 'Checked Out' } });
    expect(dayOf(late).lines[0]?.status).toBe(`Checked Out, not back ${lateText(now - late.end)}`);
  });

  test('marks what a grounded aircraft cannot fly: coming flights, not shop visits or those under way and over', () => {
    const reservations = [
      slot('over', '08:00', '09:00', { status: 2, reservationStatus: { id: 2, name: 'Completed' } }),
      slot('out', '10:00', '12:00', { status: 1, reservationStatus: { id: 1, name: 'Checked Out' } }),
      slot('shop', '12:00', '13:00', { type: 1 }),
      slot('next', '13:00', '14:00'),
    ];
    const marked = (isGrounded: boolean) =>
      aircraftDay({ ...question, reservations, isGrounded })
        .lines.filter((line) => line.isGrounded)
        .map(({ reservation }) => reservation.key);
    expect([marked(true), marked(false)]).toEqual([['next'], []]);
  });

  test('shows the reservation type when no person is named', () => {
    const [line] = dayOf(slot('shop', '12:00', '17:00', { type: 1 })).lines;
    expect([line?.title, line?.activity, line?.isPast]).toEqual(['Maintenance', 'Maintenance', false]);
  });

  test('leaves out other aircraft and reservations without readable times', () => {
    const other = slot('other', '08:00', '09:00', { aircraft: { aircraftId: 'a2' } });
    const untimed = toReservation({ reservationId: 'odd', startTime: 'soon', aircraft: { aircraftId: 'a1' } }, zone);
    const none = slot('ground', '08:00', '09:00', { aircraft: null });
    const day = dayOf(other, untimed, none, slot('own', '12:00', '13:00'));
    expect(day.lines.map(({ reservation }) => reservation.key)).toEqual(['own']);
    expect(day.count).toBe('1 reservation');
  });

  test('counts the reservations', () => {
    expect(dayOf()).toMatchObject({ count: '0 reservations', none: { text: 'Nothing is booked on this day.' } });
    expect(dayOf(slot('a', '08:00', '09:00'), slot('b', '10:00', '11:00')).count).toBe('2 reservations');
  });

  test('does not say that nothing is booked before everything is read', () => {
    const without = (known: typeof allRead) => aircraftDay({ ...question, reservations: [], known });
    expect(without(noneRead)).toMatchObject({ count: 'Not known yet', none: { isKnown: false } });
    expect(without(partRead)).toMatchObject({ count: '0, 2 aircraft not loaded yet', none: { isKnown: false } });
  });

  test('shows how many days later an overnight reservation ends, by the chosen clock', () => {
    const night = slot('night', '22:00', '13T01:00');
    expect(dayOf(night).lines[0]?.times).toBe('2200L–0100L +1');
    const trip = slot('trip', '22:00', '14T01:00');
    expect(dayOf(trip).lines[0]?.times).toBe('2200L–0100L +2');
    const tomorrow = daySpan('2026-05-13', zone.name);
    const next = aircraftDay({ ...question, reservations: [night], span: tomorrow });
    expect(next.lines[0]?.times).toBe('Tue 12 May 2200L–0100L +1');
    const zulu = { ...clock, mode: 'Z' } as const;
    const [line] = aircraftDay({ ...question, reservations: [night], clock: zulu }).lines;
    expect(line?.times).toBe('0400Z–0700Z');
  });

  test('marks a reservation as past from the minute it ends', () => {
    const isPast = (end: number) => dayOf(reserved('r', now - 3_600_000, end)).lines[0]?.isPast;
    expect([isPast(now - 1), isPast(now), isPast(now + 1)]).toEqual([true, true, false]);
  });

  test('tells repeated times apart on the night the clocks go back', () => {
    const start = Date.parse('2026-11-01T08:30:00Z');
    const autumn = daySpan('2026-11-01', zone.name);
    const twice = reserved('twice', start, start + 2 * 3_600_000);
    const day = aircraftDay({ ...question, reservations: [twice], span: autumn });
    expect(day.lines[0]?.times).toBe('0130L*–0330L');
    expect(day.lines[0]?.timesNote).toBe('0130L* is UTC−7, the second time that night');
    expect(day.hours.map(({ label }) => label).join(' ')).toBe('00 02 05 08 11 14 17 20 23');
  });
});
