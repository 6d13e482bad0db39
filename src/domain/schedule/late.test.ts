import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { forgetThresholds, setThresholds } from '#domain/thresholds.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { clock } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { reservationIndex } from './reservationIndex.ts';
import { atRiskText, lateList } from './late.ts';

const out = { reservationStatus: { id: 1, name: 'Checked Out' } };
const sampleAircraft = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: id.toUpperCase() } });
const lee = { instructor: person('Ana Lee') };
const sam = { pilots: [person('Sam Garcia')] };

const look = (time: string, ...reservations: readonly TimedReservation[]) => {
  const list = lateList(reservationIndex(reservations, onTheDay(time)));
  const keys = (found: readonly { readonly reservation: TimedReservation }[]) =>
    found.map(({ reservation }) => reservation.key);
  return {
    list,
    keys: {
      notBack: keys(list.notBack),
      notOutYet: keys(list.notOutYet),
      neverCheckedOut: keys(list.neverCheckedOut),
      toClose: keys(list.toClose),
    },
  };
};
const none = { notBack: [], notOutYet: [], neverCheckedOut: [], toClose: [] };

describe('the late list', () => {
  test('has reservations not back, not out yet and never checked out, the longest late first', () => {
    const { keys } = look(
      '12:08',
      slot('quarter', '10:00', '11:50', { ...out, ...sampleAircraft('a') }),
      slot('hours', '11T10:00', '11T12:00', { ...out, ...sampleAircraft('b') }),
      slot('soon', '12:00', '13:00', sampleAircraft('c')),
      slot('slot', '11:30', '13:00', sampleAircraft('d')),
      slot('gone', '08:00', '09:00', sampleAircraft('e')),
      slot('done', '08:00', '09:00', { status: 2, ...sampleAircraft('f') }),
      slot('void', '11:30', '13:00', { reservationStatus: { id: 3, name: 'Cancelled' }, ...sampleAircraft('g') }),
      slot('class', '11:30', '13:00', { type: 2, ...sampleAircraft('h') }),
      slot('ground', '11:30', '13:00', { aircraft: null }),
    );
    expect(keys).toEqual({
      ...none,
      notBack: ['hours', 'quarter'],
      notOutYet: ['soon'],
      neverCheckedOut: ['gone', 'slot'],
    });
  });

  test('moves an older reservation whose aircraft has flown since to those to close', () => {
    const { keys } = look('14:30', slot('early', '08:00', '10:00', out), slot('late', '13:00', '15:00', out));
    expect(keys).toEqual({ ...none, toClose: ['early'] });
  });

  test('moves a simulator that is not checked in to those to close, never to not back', () => {
    const simulator = { aircraft: { aircraftId: 's', tailNumber: 'REDBIRD', isSimulator: true } };
    const { keys } = look('14:30', slot('sim', '10:00', '12:25', { ...out, ...simulator }));
    expect(keys).toEqual({ ...none, toClose: ['sim'] });
  });
});

describe('a flight with an unclear status', () => {
  const odd = { reservationStatus: { id: 4, name: 'Dispatched' } };

  test('is in the list past its end, after what is certainly not back, until its aircraft has flown since', () => {
    const doubt = slot('doubt', '08:00', '10:00', { ...odd, ...sampleAircraft('a') });
    const late = slot('late', '11:00', '12:00', { ...out, ...sampleAircraft('b') });
    expect(look('09:59', doubt, late).keys).toEqual(none);
    expect(look('12:30', doubt, late).keys).toEqual({ ...none, notBack: ['late', 'doubt'] });
    const since = (status: number) => slot('since', '10:30', '11:30', { status, ...sampleAircraft('a') });
    expect(look('12:30', doubt, since(0)).keys).toEqual({ ...none, notBack: ['doubt'], neverCheckedOut: ['since'] });
    expect(look('12:30', doubt, since(1)).keys).toEqual({ ...none, notBack: ['since'], toClose: ['doubt'] });
    expect(look('12:30', doubt, since(2)).keys).toEqual({ ...none, toClose: ['doubt'] });
  });

  test('is not listed beside an older one of its aircraft that is certainly not back', () => {
    const doubt = slot('doubt', '10:00', '11:00', { ...odd, ...sampleAircraft('a') });
    const late = slot('late', '08:00', '09:00', { ...out, ...sampleAircraft('a') });
    expect(look('12:30', doubt, late).keys).toEqual({ ...none, notBack: ['late'] });
  });
});

describe('the reservations at risk', () => {
  const late = slot('late', '11:00', '12:00', { ...out, ...lee, ...sam });
  const risks = (time: string, ...reservations: readonly TimedReservation[]) => {
    const [first] = look(time, late, ...reservations).list.notBack;
    return first!.atRisk.map((risk) => atRiskText(risk, onTheDay(time), clock));
  };

  test('are the next ones of the aircraft, the instructor and the pilot, with the delay', () => {
    const aircraft = slot('a', '12:30', '13:30', { pilots: [person('Kim Roe')] });
    const instructor = slot('i', '12:35', '13:30', { ...sampleAircraft('n2'), ...lee });
    const pilot = slot('p', '13:00', '14:00', { ...sampleAircraft('n3'), ...sam });
    expect(risks('12:40', aircraft, instructor, pilot)).toEqual([
      '1230L N512SP Roe: same aircraft, +0:25 at the earliest',
      '1235L N2 Lee: same instructor, +0:05 at the earliest',
      '1300L N3 Garcia: same pilot, 20 min to spare',
    ]);
  });

  test('include every one that the late one reaches, not only the next', () => {
    const visit = slot('visit', '12:20', '12:50', { type: 1 });
    const behind = slot('behind', '12:50', '13:30', { pilots: [person('Kim Roe')] });
    expect(risks('12:40', visit, behind)).toEqual([
      '1220L N512SP: same aircraft, +0:35 at the earliest',
      '1250L N512SP Roe: same aircraft, +0:05 at the earliest',
    ]);
  });

  test('use the turnaround that the school has set', () => {
    forgetThresholds();
    setThresholds({ TURNAROUND_MINUTES: 40 });
    onTestFinished(forgetThresholds);
    expect(risks('12:40', slot('a', '12:50', '13:30'))).toEqual(['1250L N512SP: same aircraft, +0:30 at the earliest']);
  });

  test('need no turnaround on a simulator', () => {
    const simulator = { aircraft: { aircraftId: 's', tailNumber: 'REDBIRD', isSimulator: true } };
    const simulated = lateList(
      reservationIndex(
        [slot('n', '12:00', '13:00', simulator), slot('x', '13:30', '14:00', simulator)],
        onTheDay('12:08'),
      ),
    ).notOutYet;
    expect(simulated[0]?.atRisk.map((risk) => atRiskText(risk, onTheDay('12:08'), clock))).toEqual([
      '1330L REDBIRD: same aircraft, 22 min to spare',
    ]);
  });

  test('include those after them, until there is enough time', () => {
    const first = slot('1', '12:30', '13:30', { pilots: [person('Kim Roe')] });
    const second = slot('2', '13:30', '14:30', sampleAircraft('a1'));
    const third = slot('3', '13:35', '14:00', { ...sampleAircraft('n4'), pilots: [person('Kim Roe')] });
    const fourth = slot('4', '15:30', '16:00');
    expect(risks('12:40', first, second, third, fourth)).toEqual([
      '1230L N512SP Roe: same aircraft, +0:25 at the earliest',
      '1330L A1: same aircraft, +0:40 at the earliest',
      '1335L N4 Roe: same pilot, +0:20 at the earliest',
    ]);
  });

  test('get the largest delay of all that reach them', () => {
    const first = slot('1', '12:35', '13:35', { pilots: [person('Kim Roe')] });
    const second = slot('2', '12:30', '13:50', { ...sampleAircraft('n2'), ...lee, pilots: [person('Jo Kay')] });
    const both = slot('3', '13:38', '14:30', {
      ...sampleAircraft('n9'),
      pilots: [person('Kim Roe'), person('Jo Kay')],
    });
    const last = slot('4', '14:35', '15:00', sampleAircraft('n9'));
    expect(risks('12:40', first, second, both, last).slice(2)).toEqual([
      '1338L N9 Roe, Kay: same pilot, +0:22 at the earliest',
      '1435L N9: same aircraft, +0:32 at the earliest',
    ]);
  });

  test('exclude people who have started a later one', () => {
    const since = slot('since', '12:10', '12:30', { ...sampleAircraft('n2'), ...lee, status: 2 });
    expect(risks('12:40', since, slot('i', '12:45', '13:30', { ...sampleAircraft('n3'), ...lee }))).toEqual([]);
  });

  test('exclude those that are void, already out, or more than an hour away', () => {
    expect(
      risks(
        '12:40',
        slot('v', '12:30', '13:30', { reservationStatus: { id: 0, name: 'No-show' } }),
        slot('o', '12:30', '13:30', { ...out, ...sampleAircraft('n5'), ...lee }),
        slot('f', '14:00', '14:30'),
      ),
    ).toEqual([]);
  });

  test('also follow a flight not out yet, which leaves now at the earliest', () => {
    const [first] = look('12:08', slot('n', '12:00', '13:00'), slot('x', '13:00', '14:00')).list.notOutYet;
    expect(first?.atRisk).toMatchObject([{ reservation: { key: 'x' }, delay: 23 * 60_000, through: ['aircraft'] }]);
  });
});

test('each late reservation is in one list, and void ones change nothing', () => {
  const statuses = fc.constantFrom(
    { id: 0, name: 'Reserved' },
    { id: 1, name: 'Checked Out' },
    { id: 2, name: 'Completed' },
    { id: 4, name: 'Cancelled' },
    { id: 9, name: 'Odd' },
  );
  const reservations = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 1, max: 20 }),
      statuses,
      fc.constantFrom('a1', 'A1', 'b'),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(reservations, (given) => {
      const all = given.map(([from, length, reservationStatus, id], index) => {
        const start = onTheDay('06:00') + from * 900_000;
        const reservation = slot(String(index), '06:00', '06:00', { reservationStatus, ...sampleAircraft(id), ...lee });
        return { ...reservation, start, end: start + length * 900_000 };
      });
      const { list, keys } = look('13:00', ...all);
      const listed = Object.values(keys).flat();
      expect(new Set(listed).size).toBe(listed.length);
      const live = all.filter(({ statusId }) => statusId !== 4);
      expect(look('13:00', ...live).list).toEqual(list);
      for (const { atRisk, reservation } of [...list.notBack, ...list.notOutYet]) {
        for (const risk of atRisk) expect(risk.reservation.start).toBeGreaterThanOrEqual(reservation.start);
      }
    }),
  );
});

test('thousands of late flights of one aircraft and crew list few behind each, and every one at risk is found with its delay', () => {
  const crew = { instructor: person('Ana Lee', 'lee'), pilots: [person('Sam Garcia', 'garcia')] };
  const key = (number: number) => `f${String(number).padStart(5, '0')}`;
  const flights = (count: number) =>
    Array.from({ length: count }, (_, number) =>
      slot(key(number), '12:00', '13:00', { ...crew, ...sampleAircraft('a') }),
    );
  const few = look('12:08', ...flights(30)).list;
  expect(few.notOutYet.map(({ atRisk, more }) => [atRisk.length, more])).toEqual(
    Array.from({ length: 30 }, (_, place) => [29 - place, 0]),
  );
  const { notOutYet, atRisk } = look('12:08', ...flights(6_000)).list;
  expect(notOutYet).toHaveLength(6_000);
  expect(notOutYet.reduce((sum, reservation) => sum + reservation.atRisk.length, 0)).toBeLessThan(30_000);
  expect(notOutYet[0]?.more).toBeGreaterThan(5_900);
  expect([...atRisk.keys()].toSorted()).toEqual(Array.from({ length: 5_999 }, (_, place) => key(place + 1)));
  // Each hour of the chain adds an hour and the turnaround.
  const worst = (list: typeof few, number: number) => list.atRisk.get(key(number))?.[0];
  for (const number of [1, 17, 29]) expect(worst({ ...few, atRisk }, number)).toEqual(worst(few, number));
  expect((worst({ ...few, atRisk }, 5_999)?.delay ?? 0) / 3_600_000).toBeGreaterThan(5_998);
});
