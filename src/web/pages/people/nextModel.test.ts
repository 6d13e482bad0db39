import { expect, test } from 'vitest';
import { toReservation } from '#domain/reservations/reservations.ts';
import { nextByPerson } from './nextModel.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const clock = { zone: zone.name, mode: 'L' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');
const [ana, kim] = [
  { userId: '00000000-0000-4000-8000-00000000000A', firstName: 'Ana', lastName: 'Garcia' },
  { userId: '00000000-0000-4000-8000-00000000000b', firstName: 'Kim', lastName: 'Lee' },
];
const flight = (start: string, end: string, more: object = {}) =>
  toReservation(
    {
      reservationId: start,
      startTime: `2026-05-${start}:00`,
      endTime: `2026-05-${end}:00`,
      pilots: [ana],
      aircraft: { aircraftId: 'a', tailNumber: 'N512SP' },
      reservationStatus: { id: 0, name: 'Reserved' },
      ...more,
    },
    zone,
  );
const status = (id: number, name: string) => ({ reservationStatus: { id, name } });
const nextOf = (...reservations: Parameters<typeof nextByPerson>[0]) => nextByPerson(reservations, now, clock);

test('everyone on a reservation has it as their next, each with the others', () => {
  const next = nextOf(
    flight('14T08:00', '14T10:00', { instructor: kim }),
    flight('13T08:00', '13T10:00'),
    flight('12T12:00', '12T13:00', status(3, 'Cancelled')),
    flight('12T08:00', '12T10:00', status(2, 'Completed')),
  );
  expect(next.get(ana.userId.toLowerCase())).toEqual({
    start: Date.parse('2026-05-13T14:00:00Z'),
    text: 'Wed 13 May 0800L–1000L · N512SP',
    others: '',
  });
  expect(next.get(kim.userId)).toMatchObject({ text: 'Thu 14 May 0800L–1000L · N512SP', others: 'Ana Garcia' });
});

test('a flight that is out is what a person is on, also past its end', () => {
  const late = flight('12T08:00', '12T10:00', status(1, 'Checked Out'));
  expect(nextOf(late, flight('13T08:00', '13T10:00')).get(ana.userId.toLowerCase())?.text).toBe(
    'Not back 0800L–1000L · N512SP',
  );
  const out = flight('12T10:00', '12T13:00', status(1, 'Checked Out'));
  expect(nextOf(out).get(ana.userId.toLowerCase())?.text).toBe('Out 1000L–1300L · N512SP');
});

test('a lesson on the ground, a simulator and time off take nobody out', () => {
  const text = (more: object) => nextOf(flight('12T10:00', '12T13:00', more)).get(ana.userId.toLowerCase())?.text;
  const out = status(1, 'Checked Out');
  expect(text({ ...out, aircraft: null })).toBe('Now 1000L–1300L');
  const simulator = { aircraftId: 's', tailNumber: 'Redbird', isSimulator: true };
  expect(text({ ...out, aircraft: simulator })).toBe('Now 1000L–1300L · Redbird');
  expect(text({ aircraft: null, reservationType: { displayTypeId: 3, name: 'Instructor Time Off' } })).toBe(
    'Now 1000L–1300L',
  );
});

test('a flight that is still out since before today names its day; one whose aircraft or person has flown since is not what they are on', () => {
  const key = ana.userId.toLowerCase();
  const away = flight('10T18:00', '10T20:00', status(1, 'Checked Out'));
  const today = flight('12T14:00', '12T15:00');
  expect(nextOf(away, today).get(key)?.text).toBe('Not back Sun 10 May 1800L–2000L · N512SP');
  const since = flight('11T08:00', '11T10:00', { ...status(2, 'Completed'), pilots: [kim] });
  expect(nextOf(away, since, today).get(key)?.text).toBe('Tue 12 May 1400L–1500L · N512SP');
  const other = { aircraft: { aircraftId: 'b', tailNumber: 'N1' } };
  const elsewhere = flight('11T08:00', '11T10:00', { ...status(2, 'Completed'), ...other });
  expect(nextOf(away, elsewhere, today).get(key)?.text).toBe('Tue 12 May 1400L–1500L · N512SP');
});

test('a reservation without a readable time is nobody’s next', () => {
  expect(nextOf(flight('nothing', 'nothing')).size).toBe(0);
});
