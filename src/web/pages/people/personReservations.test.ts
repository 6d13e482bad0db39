import { describe, expect, test } from 'vitest';
import { allRead, noneRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { type Reservation, toReservation } from '#domain/reservations/reservations.ts';
import { isHeld, windowOf } from '#domain/reservations/heldDays.ts';
import { personReservations, reservationQuestions } from './personModel.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');
const ana = { userId: '00000000-0000-4000-8000-00000000000A', firstName: 'Ana', lastName: 'Garcia' };
const kim = { userId: '00000000-0000-4000-8000-00000000000b', firstName: 'Kim', lastName: 'Lee' };
const sam = { userId: '00000000-0000-4000-8000-00000000000c', firstName: 'Sam', lastName: 'Poe' };
const list = { day: '2026-05-12', zone, ahead: 42 };

/** A reservation of Ana's, by the operator's clock. */
function flightOf(id: string, start: string, end: string, more: object = {}): Reservation {
  const record = {
    reservationId: id,
    startTime: `2026-05-${start}:00`,
    endTime: `2026-05-${end}:00`,
    pilots: [ana],
    instructor: kim,
    aircraft: { aircraftId: 'a', tailNumber: 'N512SP' },
    reservationType: { displayTypeId: 0, name: 'Dual' },
    reservationStatus: { id: 0, name: 'Reserved' },
    ...more,
  };
  return toReservation(record, zone);
}
const completed = { reservationStatus: { id: 2, name: 'Completed' } };
const out = { reservationStatus: { id: 1, name: 'Checked Out' } };

/** Of Ana, at 1105L on 12 May. */
const reservationsOf = (reservations: readonly Reservation[], known = { ahead: allRead, before: allRead }) =>
  personReservations(reservations, { userId: ana.userId.toLowerCase(), list, now, known });
const keys = ({ lines }: { lines: readonly { reservation: Reservation }[] }) =>
  lines.map(({ reservation }) => reservation.key);

describe('a person’s reservations', () => {
  test('are sorted nearest first, ahead and back, without cancelled ones', () => {
    const { next, last } = reservationsOf([
      flightOf('far', '20T08:00', '20T10:00'),
      flightOf('near', '12T13:00', '12T15:00'),
      flightOf('cancelled', '12T12:00', '12T13:00', { reservationStatus: { id: 3, name: 'Cancelled' } }),
      flightOf('older', '05T08:00', '05T10:00', completed),
      flightOf('latest', '12T08:00', '12T10:00', completed),
      flightOf('never out', '11T08:00', '11T10:00'),
    ]);
    expect(keys(next)).toEqual(['near', 'far']);
    expect(next.count).toBe('2 in six weeks');
    expect(keys(last)).toEqual(['latest', 'never out', 'older']);
    expect(last.count).toBe('3 in two weeks');
    expect(next.lines[0]).toMatchObject({
      link: '/reservations?date=2026-05-12&reservation=near',
      isNow: false,
      others: 'Kim Lee',
      what: 'Dual',
    });
  });

  test('that are out or not back come first as current, and one closed early is past', () => {
    const { next, last } = reservationsOf([
      flightOf('out', '12T10:00', '12T12:00', out),
      flightOf('not back', '12T07:00', '12T09:00', out),
      flightOf('closed early', '12T10:30', '12T12:30', completed),
    ]);
    expect(next.lines.map(({ reservation, isNow }) => [reservation.key, isNow])).toEqual([
      ['not back', true],
      ['out', true],
    ]);
    expect(keys(last)).toEqual(['closed early']);
  });

  test('are limited to five ahead and three back, with the full counts', () => {
    const { next, last } = reservationsOf([
      ...Array.from({ length: 7 }, (_, at) => flightOf(`a${at}`, `${20 + at}T08:00`, `${20 + at}T09:00`)),
      ...Array.from({ length: 4 }, (_, at) => flightOf(`b${at}`, `0${at + 1}T08:00`, `0${at + 1}T09:00`, completed)),
    ]);
    expect([keys(next).length, next.count]).toEqual([5, '7 in six weeks']);
    expect([keys(last), last.count]).toEqual([['b3', 'b2', 'b1'], '4 in two weeks']);
  });
});

describe('the lines of a person’s reservations', () => {
  test('name the others on them, and only a few of many', () => {
    const many = [ana, sam, { ...sam, userId: null, firstName: 'Jo' }, { ...sam, userId: null, firstName: 'Lu' }];
    const { next } = reservationsOf([
      flightOf('class', '20T08:00', '20T10:00', { pilots: many }),
      flightOf('solo', '21T08:00', '21T10:00', { instructor: null }),
    ]);
    expect(next.lines.map(({ others }) => others)).toEqual(['Kim Lee, Sam Poe and 2 more', '']);
  });

  test('give the instructor who teaches them most, or the nearest of several, but never themselves', () => {
    const days = ['13', '14', '15', '16'];
    const by = (...instructors: (object | null)[]) =>
      reservationsOf(
        instructors.map((instructor, at) =>
          flightOf(`${at}`, `${days[at]}T08:00`, `${days[at]}T09:00`, { instructor }),
        ),
      ).instructor;
    expect(by(kim, sam, sam, null)).toEqual({
      name: 'Sam Poe',
      link: `/instructors/${sam.userId}`,
      share: 'on 2 of 3 with an instructor',
    });
    expect(by(kim, sam)?.name).toBe('Kim Lee');
    expect(by(ana, null)).toBeNull();
    expect(by({ firstName: 'Lu', lastName: 'Ray' })).toMatchObject({ name: 'Lu Ray', link: null });
  });

  test('are not called empty before they are known', () => {
    const { next, last } = reservationsOf([], { ahead: noneRead, before: allRead });
    expect(next.none).toMatchObject({ isKnown: false });
    expect(last.none).toMatchObject({ isKnown: true, text: 'No reservations in the two weeks before today.' });
  });

  test('of other people are left out and counted', () => {
    const { next, notes } = reservationsOf([flightOf('others', '20T08:00', '20T10:00', { pilots: [sam] })]);
    expect(next.lines).toEqual([]);
    expect(notes).toEqual(['The service ignored the filter: 1 reservation of other people left out.']);
    expect(reservationsOf([]).notes).toEqual([]);
    expect(reservationsOf([flightOf('odd', '20T25:00', '20T10:00')]).notes).toEqual([
      'Not shown, without a readable time: 1.',
    ]);
  });

  test('are requested as the local copy holds them, so that they cost no call', () => {
    const { ahead, before, allAddress } = reservationQuestions(ana.userId, list);
    const window = windowOf(now, zone.name, { back: 14, ahead: 42 });
    for (const { query } of [ahead, before]) {
      expect(isHeld(query.filters, zone.name, window)).toBe(true);
      expect(query.filters.userId.values).toEqual([ana.userId]);
    }
    expect(allAddress).toBe(`/reservations?view=list&userId=eq%3A${ana.userId}&startTime=any&endTime=any`);
  });
});
