import fc from 'fast-check';
import { read, scheduleAt } from '#domain/readiness/sampleReadiness.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { describe, expect, test } from 'vitest';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
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
} from '#domain/maintenance/sampleMaintenance.ts';
import { overlaps } from '#domain/time/time.ts';
import { reserved, slot } from '#domain/calendar/sampleSchedule.ts';
import { type SpareSources, sparesFor, spareText } from './spares.ts';

const model = (name: string) => ({ model: { modelId: name, name } });
const plane = (id: string, given: Parameters<typeof aircraft>[0] = {}) =>
  aircraft({ aircraftId: id, tailNumber: id, ...model('172S'), ...given });
const fleet = [plane('N1'), plane('N2'), plane('N3')];
const on = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: id } });
/** From 1400 to 1600. */
const wanted = slot('wanted', '14:00', '16:00', on('N1'));

type Given = {
  readonly bookings?: readonly TimedBooking[];
  readonly due?: readonly DueItem[];
  readonly planes?: typeof fleet;
  readonly answered?: readonly string[];
  readonly grounding?: readonly string[];
  /** Whose squawks have not been read. */
  readonly unread?: readonly string[];
  readonly checkoutFor?: SpareSources['checkoutFor'];
};

function find(given: Given, booking = wanted) {
  const { bookings = [], due = [], planes = fleet, answered = planes.map((one) => one.aircraftId) } = given;
  const more = {
    squawks: new Map(
      planes
        .filter((one) => !given.unread?.includes(one.aircraftId))
        .map(({ aircraftId }) => aircraftId.toLowerCase())
        .map((id) => [id, read(toSquawk({ groundAircraft: given.grounding?.includes(id) === true }, 0, zone))]),
    ),
    ...(given.checkoutFor ? { checkoutFor: given.checkoutFor } : {}),
  };
  const schedule = scheduleAt([...bookings, booking]);
  return sparesFor(booking, { schedule, fleet: planes, due, answered: new Set(answered), now, ...more });
}

const tails = (given: Given) => find(given).map((spare) => spare.aircraft.tailNumber);
const texts = (given: Given) =>
  find(given).map((spare) => `${spare.aircraft.tailNumber}: ${spareText(spare, clock, now)}`);

describe('a spare', () => {
  test('is every other aircraft of the model, with what was looked at and what was not', () => {
    expect(texts({ planes: fleet.slice(0, 2) })).toEqual([
      'N2: same model · no hours limit · 0.0 h booked before · checkout not checked',
    ]);
  });

  test('is free all the while: end to end is free, a minute of overlap is not, and what is Completed holds nothing', () => {
    const bookings = [
      slot('before', '13:00', '14:00', on('N2')),
      slot('after', '16:00', '17:00', on('N2')),
      slot('overlap', '15:59', '17:00', on('N3')),
    ];
    expect(tails({ bookings })).toEqual(['N2']);
    expect(tails({ bookings: [slot('done', '14:00', '16:00', { ...on('N2'), status: 2 })] })).toEqual(['N2', 'N3']);
  });

  test('is active, with nothing Expired and no date limit before the end', () => {
    expect(tails({ planes: [plane('N1'), plane('N2', { status: status(0) })] })).toEqual([]);
    const against = (given: Parameters<typeof item>[0]) => [item(given, plane('N2'))];
    expect(tails({ due: against({ status: status(3) }) })).toEqual(['N3']);
    expect(tails({ due: against({ dateOptions: dateLimit('2026-05-11') }) })).toEqual(['N3']);
    expect(tails({ due: against({ dateOptions: dateLimit('2026-05-12') }) })).toEqual(['N2', 'N3']);
    expect(tails({ due: against({ status: status(1), timeOptions: hoursLeft(5, 3) }) })).toEqual(['N3']);
    expect(tails({ grounding: ['n2'] })).toEqual(['N3']);
    expect(tails({ due: against({ status: status(3), permanentlyComplied: true }) })).toEqual(['N2', 'N3']);
  });

  test('has hours for what is booked before and for the booking, by its tightest limit', () => {
    const earlier = slot('earlier', '11:30', '13:30', on('N2'));
    const due = (left: number) => [
      item({ maintenanceReminderId: 'x', timeOptions: hoursLeft(80) }, plane('N2')),
      item({ maintenanceReminderId: 'y', timeOptions: hoursLeft(left) }, plane('N2')),
    ];
    expect(tails({ bookings: [earlier], due: due(3.9) })).toEqual(['N3']);
    expect(texts({ bookings: [earlier], due: due(4), planes: fleet.slice(0, 2) })).toEqual([
      'N2: same model · 4.0 h left · 2.0 h booked before · checkout not checked',
    ]);
  });

  test('has landings for what is booked too', () => {
    const due = (landings: number) => [item({ cycleOptions: cyclesLeft(landings) }, plane('N2'))];
    expect(tails({ due: due(1) })).toEqual(['N3']);
    expect(tails({ due: due(4) })).toEqual(['N2', 'N3']);
  });

  test('whose squawks have not been read is said so, and comes later', () => {
    const [first, second] = find({ unread: ['N2'] }).map((spare) => spareText(spare, clock, now));
    expect(first).not.toMatch(/squawks/);
    expect(second).toMatch(/squawks not known/);
  });

  test('whose maintenance is not known, or who is not back, is said so and comes later', () => {
    const late = slot('late', '08:00', '10:30', { ...on('N2'), status: 1 });
    expect(texts({ bookings: [late], answered: ['N2'] })).toEqual([
      'N2: same model · no hours limit · 2.5 h booked before · not back at 1030L · checkout not checked',
      'N3: same model · maintenance not known · 0.0 h booked before · checkout not checked',
    ]);
  });
});

describe('around the booking, a spare', () => {
  test('has hours for what is booked after it too, until the next shop visit or for two days', () => {
    const after = slot('after', '17:00', '20:00', on('N2'));
    const due = [item({ timeOptions: hoursLeft(4.5) }, plane('N2'))];
    const shop = slot('shop', '16:00', '17:00', { type: 1, ...on('N2') });
    expect(tails({ bookings: [after], due })).toEqual(['N3']);
    expect(tails({ bookings: [shop, after], due })).toEqual(['N3', 'N2']);
    expect(tails({ bookings: [slot('later', '15T17:00', '15T20:00', on('N2'))], due })).toEqual(['N3', 'N2']);
    expect(texts({ bookings: [after], planes: fleet.slice(0, 2) })).toEqual([
      'N2: same model · no hours limit · 0.0 h booked before · 3.0 h after · checkout not checked',
    ]);
  });

  test('is not one that is not back when the booking should have left', () => {
    const late = slot('late', '08:00', '10:30', { ...on('N2'), status: 1 });
    const begun = slot('begun', '11:00', '12:00', on('N1'));
    expect(find({ bookings: [late] }, begun).map(({ aircraft: one }) => one.tailNumber)).toEqual(['N3']);
  });

  test('is taken by nothing void', () => {
    const cancelled = slot('c', '14:00', '16:00', { ...on('N2'), reservationStatus: { id: 3, name: 'Cancelled' } });
    expect(tails({ bookings: [cancelled] })).toEqual(['N2', 'N3']);
  });

  test('says where it is and how it stands with the checkout, and comes later for either', () => {
    const at = (id: string, name: string) => ({ aircraft: { aircraftId: id, tailNumber: id, location: { name } } });
    const here = slot('wanted', '14:00', '16:00', at('N1', 'KAPA'));
    const bookings = [slot('left', '12:00', '13:00', at('N2', 'KPUB'))];
    const checkoutFor = ({ tailNumber }: { readonly tailNumber?: string | null | undefined }) =>
      ({ state: tailNumber === 'N3' ? 'none' : 'valid', expires: null }) as const;
    const found = find({ bookings, checkoutFor }, here).map((spare) => spareText(spare, clock, now));
    expect(found).toEqual([
      'same model · no hours limit · 0.0 h booked before · checkout none',
      'same model · no hours limit · 1.0 h booked before · at KPUB · checkout valid',
    ]);
  });

  test('is sought neither for maintenance nor for what has no aircraft', () => {
    expect(find({}, slot('shop', '14:00', '16:00', { ...on('N1'), type: 1 }))).toEqual([]);
    expect(find({}, slot('ground', '14:00', '16:00', { aircraft: null }))).toEqual([]);
  });
});

describe('of another model', () => {
  const flags = { isComplex: false, isHighPerformance: false, isTailWheel: false };
  const described = (id: string, given: object = {}) => ({
    aircraft: { ...on(id).aircraft, categoryClass: { category: 'Airplane', class: 'ASEL' }, ...flags, ...given },
  });
  const archer = plane('N4', model('PA-28'));
  const planes = [...fleet.slice(0, 2), archer];
  const booking = slot('wanted', '14:00', '16:00', described('N1'));
  const with4 = (given: object) => [slot('seen', '08:00', '09:00', described('N4', given))];
  const likeness = (bookings: readonly TimedBooking[]) =>
    find({ planes, bookings }, booking).map((spare) => [spare.aircraft.tailNumber, spare.likeness]);

  test('one of the same category, class and flags comes after those of the same', () => {
    expect(likeness(with4({}))).toEqual([
      ['N2', 'same model'],
      ['N4', 'same category and class'],
    ]);
  });

  test.each([
    [{ isComplex: true }],
    [{ isTailWheel: null }],
    [{ categoryClass: { category: 'Airplane', class: 'AMEL' } }],
  ])('one with %j is none', (given) => {
    expect(likeness(with4(given))).toHaveLength(1);
  });

  test('one that no reservation describes is none', () => {
    expect(likeness([])).toHaveLength(1);
  });
});

test('a simulator is no spare for an aircraft', () => {
  expect(tails({ planes: [plane('N1'), plane('S1', { isSimulator: true })] })).toEqual([]);
});

test('no spare is booked at the time, and of one model that with more hours comes first', () => {
  const some = fc.record({
    id: fc.constantFrom('N1', 'N2', 'N3'),
    start: fc.integer({ min: 0, max: 10 }),
    length: fc.integer({ min: 1, max: 5 }),
  });
  const left = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }));
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), left, (given, [two, three]) => {
      const bookings = given.map(({ id, start, length }, index) =>
        reserved(`r${index}`, now + start * hour, now + (start + length) * hour, on(id)),
      );
      const due = [
        item({ timeOptions: hoursLeft(two) }, plane('N2')),
        item({ timeOptions: hoursLeft(three) }, plane('N3')),
      ];
      const found = find({ bookings, due });
      const hours = found.map((spare) => spare.hoursLeft! - spare.hoursBooked - spare.hoursAfter);
      expect(hours).toEqual(hours.toSorted((a, b) => b - a));
      for (const { aircraft: spare } of found) {
        const own = bookings.filter(({ aircraftId }) => aircraftId === spare.aircraftId);
        expect(own.some((other) => overlaps(other, wanted))).toBe(false);
      }
    }),
  );
});
