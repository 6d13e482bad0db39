import fc from 'fast-check';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import type { FreeForm } from '#contract/objects.ts';
import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  clock,
  cyclesLeft,
  dateLimit,
  hour,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { overlaps } from '#domain/time/time.ts';
import { sparesIn } from '#e2e/fixtures/samples/samplePlanning.ts';
import { reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { type SpareSources, spareText } from './spares.ts';

const model = (name: string) => ({ model: { modelId: name, name } });
const sampleAircraft = (id: string, given: Parameters<typeof aircraft>[0] = {}) =>
  aircraft({ aircraftId: id, tailNumber: id, ...model('172S'), ...given });
const fleet = [sampleAircraft('N1'), sampleAircraft('N2'), sampleAircraft('N3')];
const on = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: id } });
/** From 1400 to 1600. */
const wanted = slot('wanted', '14:00', '16:00', on('N1'));

type Given = {
  readonly reservations?: readonly TimedReservation[];
  readonly due?: readonly DueItem[];
  readonly fleet?: typeof fleet;
  readonly answered?: readonly string[];
  readonly grounding?: readonly string[];
  /** Aircraft whose squawks have not been read. */
  readonly unread?: readonly string[];
  readonly checkoutFor?: SpareSources['checkoutFor'];
};

function find(given: Given, reservation = wanted) {
  const {
    reservations = [],
    due = [],
    fleet: aircraftList = fleet,
    answered = aircraftList.map((one) => one.aircraftId),
  } = given;
  const school = sources([...reservations, reservation], {
    fleet: aircraftList,
    reminders: new Map(
      aircraftList
        .filter((one) => answered.includes(one.aircraftId))
        .map(({ aircraftId: id }) => [
          id.toLowerCase(),
          read(...due.filter(({ aircraft: { aircraftId } }) => aircraftId === id)),
        ]),
    ),
    squawks: new Map(
      aircraftList
        .filter((one) => !given.unread?.includes(one.aircraftId))
        .map(({ aircraftId }) => aircraftId.toLowerCase())
        .map((id) => [id, read(toSquawk({ groundAircraft: given.grounding?.includes(id) === true }, 0, zone))]),
    ),
    isWithoutUsers: true,
    users: null,
  });
  return sparesIn(reservation, school, given.checkoutFor ? { checkoutFor: given.checkoutFor } : {});
}

const tails = (given: Given) => find(given).map((spare) => spare.aircraft.tailNumber);
const texts = (given: Given) =>
  find(given).map((spare) => `${spare.aircraft.tailNumber}: ${spareText(spare, clock, now)}`);

describe('a spare', () => {
  test('is every other aircraft of the model, with what was checked and what was not', () => {
    expect(texts({ fleet: fleet.slice(0, 2) })).toEqual([
      'N2: same model · no hours limit · 0.0 h booked before · checkout not checked',
    ]);
  });

  test('is no aircraft that may be out past its end, or is still in the shop, until it has flown since', () => {
    const odd = slot('odd', '08:00', '10:00', { ...on('N2'), status: 4 });
    const visit = slot('visit', '08:00', '10:30', { ...on('N3'), type: 1, status: 1 });
    expect(tails({ reservations: [odd, visit] })).toEqual([]);
    const since = ['N2', 'N3'].map((id) => slot(`since ${id}`, '10:35', '10:55', { ...on(id), status: 2 }));
    expect(tails({ reservations: [odd, visit, ...since] })).toEqual(['N2', 'N3']);
  });

  test('is free throughout: end to end is free, one minute of overlap is not, and Completed does not count', () => {
    const reservations = [
      slot('before', '13:00', '14:00', on('N2')),
      slot('after', '16:00', '17:00', on('N2')),
      slot('overlap', '15:59', '17:00', on('N3')),
    ];
    expect(tails({ reservations })).toEqual(['N2']);
    expect(tails({ reservations: [slot('done', '14:00', '16:00', { ...on('N2'), status: 2 })] })).toEqual(['N2', 'N3']);
  });

  test('is active, with nothing Expired and no date limit before the end', () => {
    expect(tails({ fleet: [sampleAircraft('N1'), sampleAircraft('N2', { status: status(0) })] })).toEqual([]);
    const against = (given: Parameters<typeof item>[0]) => [item(given, sampleAircraft('N2'))];
    expect(tails({ due: against({ status: status(3) }) })).toEqual(['N3']);
    expect(tails({ due: against({ dateOptions: dateLimit('2026-05-11') }) })).toEqual(['N3']);
    expect(tails({ due: against({ dateOptions: dateLimit('2026-05-12') }) })).toEqual(['N2', 'N3']);
    expect(tails({ due: against({ status: status(1), timeOptions: hoursLeft(5, 3) }) })).toEqual(['N3']);
    expect(tails({ grounding: ['n2'] })).toEqual(['N3']);
    expect(tails({ due: against({ status: status(3), permanentlyComplied: true }) })).toEqual(['N2', 'N3']);
  });

  test('has hours for earlier reservations and this one, by its nearest limit', () => {
    const earlier = slot('earlier', '11:30', '13:30', on('N2'));
    const due = (left: number) => [
      item({ maintenanceReminderId: 'x', timeOptions: hoursLeft(80) }, sampleAircraft('N2')),
      item({ maintenanceReminderId: 'y', timeOptions: hoursLeft(left) }, sampleAircraft('N2')),
    ];
    expect(tails({ reservations: [earlier], due: due(3.9) })).toEqual(['N3']);
    expect(texts({ reservations: [earlier], due: due(4), fleet: fleet.slice(0, 2) })).toEqual([
      'N2: same model · 4.0 h left · 2.0 h booked before · checkout not checked',
    ]);
  });

  test('also has landings for these reservations', () => {
    const due = (landings: number) => [item({ cycleOptions: cyclesLeft(landings) }, sampleAircraft('N2'))];
    expect(tails({ due: due(1) })).toEqual(['N3']);
    // A flight that may stay in the pattern makes up to ten an hour.
    expect(tails({ due: due(4) })).toEqual(['N3']);
    expect(tails({ due: due(40) })).toEqual(['N2', 'N3']);
  });

  test('is not grounded by a squawk of any form, and says if one does not tell', () => {
    const squawks = (record: FreeForm) => {
      const found = new Map([['n2', read(toSquawk(record, 0, zone))]]);
      const reminders = new Map([['n2', read<DueItem>()]]);
      const school = sources([wanted], { fleet: fleet.slice(0, 2), reminders, squawks: found });
      return sparesIn(wanted, school).map((spare) => spareText(spare, clock, now));
    };
    expect(squawks({ severity: 'Grounding' })).toEqual([]);
    expect(squawks({ severity: 'Grounding', status: 'Resolved' })).not.toEqual([]);
    expect(squawks({ groundAircraft: '?' })[0]).toMatch(/squawks not known/);
    expect(squawks({ groundAircraft: false })[0]).not.toMatch(/not known/);
  });

  test('says if what is left on a reminder is not known', () => {
    const due = [item({ dateOptions: dateLimit('05/10/2026') }, sampleAircraft('N2'))];
    expect(texts({ due })[1]).toMatch(/^N2: same model · maintenance not known/);
  });

  test('says if its squawks are unread, and then comes later', () => {
    const [first, second] = find({ unread: ['N2'] }).map((spare) => spareText(spare, clock, now));
    expect(first).not.toMatch(/squawks/);
    expect(second).toMatch(/squawks not known/);
  });

  test('says if its maintenance is unknown or it is not back, and then comes later', () => {
    const late = slot('late', '08:30', '11:00', { ...on('N2'), status: 1 });
    expect(texts({ reservations: [late], answered: ['N2'] })).toEqual([
      'N2: same model · no hours limit · 2.5 h booked before · not back at 1100L · checkout not checked',
      'N3: same model · maintenance not known · 0.0 h booked before · checkout not checked',
    ]);
  });
});

describe('a spare around the reservation', () => {
  test('also has hours for later reservations, until the next shop visit or for two days', () => {
    const after = slot('after', '17:00', '20:00', on('N2'));
    const due = [item({ timeOptions: hoursLeft(4.5) }, sampleAircraft('N2'))];
    const shop = slot('shop', '16:00', '17:00', { type: 1, ...on('N2') });
    expect(tails({ reservations: [after], due })).toEqual(['N3']);
    expect(tails({ reservations: [shop, after], due })).toEqual(['N3', 'N2']);
    expect(tails({ reservations: [slot('later', '15T17:00', '15T20:00', on('N2'))], due })).toEqual(['N3', 'N2']);
    expect(texts({ reservations: [after], fleet: fleet.slice(0, 2) })).toEqual([
      'N2: same model · no hours limit · 0.0 h booked before · 3.0 h after · checkout not checked',
    ]);
  });

  test('must be back by the reservation’s start', () => {
    const late = slot('late', '08:00', '10:30', { ...on('N2'), status: 1 });
    const begun = slot('begun', '11:00', '12:00', on('N1'));
    expect(find({ reservations: [late] }, begun).map(({ aircraft: one }) => one.tailNumber)).toEqual(['N3']);
  });

  test('is not blocked by a void reservation', () => {
    const cancelled = slot('c', '14:00', '16:00', { ...on('N2'), reservationStatus: { id: 3, name: 'Cancelled' } });
    expect(tails({ reservations: [cancelled] })).toEqual(['N2', 'N3']);
  });

  test('shows its location and the pilot’s checkout, and comes later if either does not fit', () => {
    const at = (id: string, name: string) => ({ aircraft: { aircraftId: id, tailNumber: id, location: { name } } });
    const here = slot('wanted', '14:00', '16:00', at('N1', 'KAPA'));
    const reservations = [slot('left', '12:00', '13:00', at('N2', 'KPUB'))];
    const checkoutFor = ({ tailNumber }: { readonly tailNumber?: string | null | undefined }) =>
      ({ state: tailNumber === 'N3' ? 'none' : 'valid', expires: null }) as const;
    const found = find({ reservations, checkoutFor }, here).map((spare) => spareText(spare, clock, now));
    expect(found).toEqual([
      'same model · no hours limit · 0.0 h booked before · checkout none',
      'same model · no hours limit · 1.0 h booked before · at KPUB · checkout valid',
    ]);
  });

  test('is not offered for maintenance or without an aircraft', () => {
    expect(find({}, slot('shop', '14:00', '16:00', { ...on('N1'), type: 1 }))).toEqual([]);
    expect(find({}, slot('ground', '14:00', '16:00', { aircraft: null }))).toEqual([]);
  });
});

describe('a spare of another model', () => {
  const flags = { isComplex: false, isHighPerformance: false, isTailWheel: false };
  const described = (id: string, given: object = {}) => ({
    aircraft: { ...on(id).aircraft, categoryClass: { category: 'Airplane', class: 'ASEL' }, ...flags, ...given },
  });
  const archer = sampleAircraft('N4', model('PA-28'));
  const aircraftList = [...fleet.slice(0, 2), archer];
  const reservation = slot('wanted', '14:00', '16:00', described('N1'));
  const with4 = (given: object) => [slot('seen', '08:00', '09:00', described('N4', given))];
  const likeness = (reservations: readonly TimedReservation[]) =>
    find({ fleet: aircraftList, reservations }, reservation).map((spare) => [
      spare.aircraft.tailNumber,
      spare.likeness,
    ]);

  test('with the same category, class and flags comes after the same model', () => {
    expect(likeness(with4({}))).toEqual([
      ['N2', 'same model'],
      ['N4', 'same category and class'],
    ]);
  });

  test.each([
    [{ isComplex: true }],
    [{ isTailWheel: null }],
    [{ categoryClass: { category: 'Airplane', class: 'AMEL' } }],
  ])('with %j is not offered', (given) => {
    expect(likeness(with4(given))).toHaveLength(1);
  });

  test('is not offered without a reservation that describes it', () => {
    expect(likeness([])).toHaveLength(1);
  });
});

test('a simulator is not a spare for an aircraft', () => {
  expect(tails({ fleet: [sampleAircraft('N1'), sampleAircraft('S1', { isSimulator: true })] })).toEqual([]);
});

test('every spare is free at the time, and those of a model with more hours come first', () => {
  const some = fc.record({
    id: fc.constantFrom('N1', 'N2', 'N3'),
    start: fc.integer({ min: 0, max: 10 }),
    length: fc.integer({ min: 1, max: 5 }),
  });
  const left = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }));
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), left, (given, [two, three]) => {
      const reservations = given.map(({ id, start, length }, index) =>
        reserved(`r${index}`, now + start * hour, now + (start + length) * hour, on(id)),
      );
      const due = [
        item({ timeOptions: hoursLeft(two) }, sampleAircraft('N2')),
        item({ timeOptions: hoursLeft(three) }, sampleAircraft('N3')),
      ];
      const found = find({ reservations, due });
      const hours = found.map((spare) => spare.hoursLeft! - spare.hoursBooked - spare.hoursAfter);
      expect(hours).toEqual(hours.toSorted((a, b) => b - a));
      for (const { aircraft: spare } of found) {
        const ownReservations = reservations.filter(({ aircraftId }) => aircraftId === spare.aircraftId);
        expect(ownReservations.some((other) => overlaps(other, wanted))).toBe(false);
      }
    }),
  );
});
