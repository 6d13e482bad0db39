import { describe, expect, test } from 'vitest';
import {
  activeInstructors,
  byName,
  dutiesByPerson,
  dutyKind,
  dutyWord,
  hasPerson,
  heldUntil,
  type Instructor,
  instructorName,
  matchesInstructor,
} from './duties.ts';
import { hour, lesson, lessonAt, me, now, student } from '#e2e/fixtures/samples/sampleDuties.ts';

const type = (displayTypeId: number, name = 'Standard Reservation') => ({
  reservationType: { displayTypeId, name },
});
const activity = (name: string) => ({ activityType: { name } });
const aircraft = (given: object) => ({ aircraft: { aircraftId: 'a1', tailNumber: 'N1', ...given } });

describe('a reservation for its instructor', () => {
  test.each([
    ['flight instruction, in an aircraft', {}, 'flight'],
    ['flight instruction, without an activity', { activityType: null }, 'flight'],
    ['flight instruction, an introductory flight', activity('Introductory Flight'), 'flight'],
    ['flight instruction, a check ride: in doubt it counts', activity('Check Ride'), 'flight'],
    ['flight instruction, of an unknown display type', type(7), 'flight'],
    ['flight instruction, if the names only look like a simulator', activity('Simple Dual'), 'flight'],
    ['no flight, in a simulator', aircraft({ isSimulator: true }), 'simulator'],
    [
      'no flight, in a simulator that only its category shows',
      aircraft({ categoryClass: { isSimulator: true } }),
      'simulator',
    ],
    ['no flight, by the name of the activity', activity('AATD Session'), 'simulator'],
    ['ground, without an aircraft', { aircraft: null, aircraftOption: null }, 'ground'],
    [
      'flight instruction, while it waits for an aircraft of a group',
      { aircraft: null, aircraftOption: { aircraft: null, schedulingGroup: { name: 'C172' } } },
      'flight',
    ],
    ['ground, by its name, although in an aircraft', activity('Ground Training'), 'ground'],
    ['another duty, a supervised solo', activity('Solo Flight Training'), 'other'],
    ['flight instruction, with ground beside it', activity('Flight & Ground Training'), 'flight'],
    ['flight instruction, ground and flight', activity('Ground & Flight'), 'flight'],
    ['flight instruction, dual or solo', activity('Dual/Solo XC'), 'flight'],
    ['flight instruction, dual after a briefing', activity('Briefing / Dual'), 'flight'],
    [
      'flight instruction, if the type may be flown',
      { ...type(0, 'Flight Training'), ...activity('Ground') },
      'flight',
    ],
    ['ground, a briefing', activity('Pre-flight briefing'), 'ground'],
    ['no flight, a flight simulator', activity('Flight Simulator'), 'simulator'],
    ['a class', type(2, 'Class'), 'class'],
    ['a meeting', type(3, 'Meeting'), 'meeting'],
    ['time off', type(10, 'Instructor Time Off'), 'off'],
    ['another duty, maintenance', type(1, 'Maintenance'), 'other'],
  ])('is %s', (_words, given, kind) => {
    expect(dutyKind(lesson(given), me)).toBe(kind);
  });
});

describe('an active instructor among the pilots', () => {
  const active = activeInstructors([{ userId: me.toUpperCase(), instructorStatus: { id: 1, name: 'Active' } }]);
  const both = { instructor: null, pilots: [{ userId: student }, { userId: me }], ...activity('Rental') };

  test('beside somebody else may be instructing, and the words say so', () => {
    expect(dutyKind(lesson(both), me, active)).toBe('possible flight');
    expect(dutyKind(lesson(both), student, active)).toBe('other');
    expect(dutyWord('possible flight')).toBe('possible instruction');
    const [duty] = dutiesByPerson([lesson(both)], now, active).get(me) ?? [];
    expect(duty?.kind).toBe('possible flight');
    // A named instructor may ride along, or watch from the ground.
    expect(dutyKind(lesson({ ...both, instructor: { userId: 'another' } }), me, active)).toBe('possible flight');
  });

  test.each([
    ['alone', { ...both, pilots: [{ userId: me }] }],
    ['taught by a named instructor', { ...both, pilots: [{ userId: me }], instructor: { userId: 'another' } }],
    ['beside the named instructor', { ...both, instructor: { userId: student } }],
    ['in a simulator', { ...both, ...aircraft({ isSimulator: true }) }],
    ['of a solo', { ...both, ...activity('Solo') }],
  ])('is not, %s', (_, given) => {
    expect(dutyKind(lesson(given), me, active)).toBe('other');
  });

  test('is not, if inactive or unknown', () => {
    const inactive = activeInstructors([{ userId: me, instructorStatus: { id: 2, name: 'Inactive' } }]);
    expect(dutyKind(lesson(both), me, inactive)).toBe('other');
    expect(dutyKind(lesson(both), me)).toBe('other');
  });
});

test('an instructor who flies as a pilot gives no instruction', () => {
  const ownReservation = lesson({ instructor: null, pilots: [{ userId: me }] });
  expect(dutyKind(ownReservation, me)).toBe('other');
  expect(dutyKind(lesson(), student)).toBe('other');
});

test('everyone on a reservation has it once and in order, unless it has no readable time', () => {
  const alone = lesson({ reservationId: 'r2', pilots: [{ userId: me }, { userId: null }] });
  const untimed = lesson({ reservationId: 'r3', startTime: null });
  const duties = dutiesByPerson([lesson(), alone, untimed], now);
  expect([...duties.keys()]).toEqual([me, student]);
  expect(duties.get(me)?.map(({ reservation }) => reservation.key)).toEqual(['r1', 'r2']);
});

test('a person is found on a reservation by an id in any letter case', () => {
  const loud = lesson({ reservationId: 'r2', instructor: { userId: 'ABC' }, pilots: [{ userId: 'Def' }] });
  expect([...dutiesByPerson([loud], now).keys()]).toEqual(['abc', 'def']);
  expect(['abc', ' ABC', 'DEF', 'ghi'].map((id) => hasPerson(loud, id))).toEqual([true, true, true, false]);
});

test('a reservation releases its people at its end, or now if it was completed earlier', () => {
  const until = (from: number, to: number, status?: string) => {
    const given = status === undefined ? {} : { reservationStatus: { id: null, name: status } };
    return (heldUntil(lessonAt(now + from * hour, now + to * hour, given), now) - now) / hour;
  };
  expect([until(-1, 1), until(-1, 1, 'Checked Out'), until(-1, 1, 'Completed')]).toEqual([1, 1, 0]);
  expect([until(-2, -1, 'Completed'), until(1, 2, 'Completed'), until(1, 2)]).toEqual([-1, 0, 2]);
});

const instructor = (lastName: string): Instructor => ({ userId: lastName, firstName: 'Ana', lastName });

test('an instructor is shown by name, otherwise by id', () => {
  expect(instructorName(instructor('Tanaka'))).toBe('Ana Tanaka');
  expect(instructorName({ userId: 'u1' })).toBe('u1');
  const names = [{ userId: 'u1' }, instructor('Watson'), instructor('Reed')].toSorted(byName);
  expect(names.map((name) => name.lastName ?? null)).toEqual(['Reed', 'Watson', null]);
});

test('a search ignores letter case and accents', () => {
  const zoë = { userId: 'u1', firstName: 'Zoë', lastName: 'Núñez' };
  expect(['zoe', 'NUN', 'ë n', ''].map((text) => matchesInstructor(zoë, text))).toEqual([true, true, true, true]);
  expect(matchesInstructor(zoë, 'zoo')).toBe(false);
});
