import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEntry } from '#contract/gateway/log.ts';
import { byAvailability, rosterOf } from '#domain/duty/availability.ts';
import { byName } from '#domain/duty/duties.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import { aircraft, dateLimit, hour, item, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { planningOf } from '#e2e/fixtures/samples/samplePlanning.ts';
import { horizonFor, read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { person, reserved } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { planDown } from './down.ts';
import { findFlights } from './finder.ts';
import { anyRequest } from './request.ts';
import { shopIndex, shopWeek } from './shop/shopWeek.ts';
import { takersOf, teachingIn } from './standby.ts';
import { freedSlots } from './standbySlots.ts';

const active = { id: 1, name: 'active' };
const type = { make: { name: 'Cessna' }, model: { modelId: 's', name: '172S' } };
const numbers = [0, 1, 2, 3, 4];
const at = (hours: number) => ({ start: now + hours * hour, end: now + (hours + 2) * hour });

/** A school in which only ids differ: one tail number, one name, one time, one limit. Some ids are in other letter cases. */
const fleet = numbers.map((number) => aircraft({ aircraftId: `a${number}`, tailNumber: 'N1', ...type }));
const instructors = numbers.map((number) => ({
  userId: `k${number}`,
  firstName: 'Kim',
  lastName: 'Tee',
  instructorStatus: active,
}));
const users = numbers.map((number) => ({
  userId: `s${number}`,
  firstName: 'Sam',
  lastName: 'Lee',
  status: active,
  aircraftCheckouts: [],
}));
const lessons = numbers.flatMap((number) =>
  numbers.map((other) =>
    reserved(`r${number}${other}`, at(30).start, at(30).end, {
      reservationType: { displayTypeId: 0, name: 'Dual Flight Training' },
      aircraft: { aircraftId: number % 2 === 0 ? `a${number}` : `A${number}`, tailNumber: 'N1', ...type },
      pilots: [person('Sam Lee', other % 2 === 0 ? `s${other}` : `S${other}`)],
      instructor: person('Kim Tee', `k${(number + other) % numbers.length}`),
    }),
  ),
);
const due = fleet.map((one) =>
  item({ maintenanceReminderId: one.aircraftId, name: 'Annual', dateOptions: dateLimit('2026-05-18') }, one),
);
const entries = numbers.map((number): LogEntry => {
  const before = {
    start: new Date(at(40).start).toISOString(),
    end: new Date(at(40).end).toISOString(),
    aircraftId: `a${number}`,
    tail: 'N1',
    instructor: null,
    pilots: [],
    status: 'Reserved',
  };
  return {
    seq: number,
    at: new Date(now).toISOString(),
    kinds: ['gone'],
    aircraftId: `a${number}`,
    tail: 'N1',
    people: [],
    facts: { of: 'reservation', key: `r${number}`, what: 'Dual', before, after: { ...before, status: 'Cancelled' } },
  };
});

const school = { fleet, instructors, users, lessons, due, entries };
type School = typeof school;

/** What the planning tools say of it, by ids. */
function answers(given: School) {
  const known = sources(given.lessons, {
    fleet: given.fleet,
    instructors: given.instructors,
    users: given.users,
    reminders: new Map(
      given.fleet.map(({ aircraftId }) => [
        aircraftId,
        read(...given.due.filter((one) => one.aircraft.aircraftId === aircraftId)),
      ]),
    ),
    squawks: new Map(given.fleet.map(({ aircraftId }) => [aircraftId, read()])),
  });
  const index = planningOf(known);
  const { end: until } = index.span;
  const found = findFlights(anyRequest, { index, place: null });
  const { slots } = freedSlots({ index, entries: given.entries, until, place: null });
  const takers = takersOf(teachingIn(given.lessons, index, now), index);
  const horizons = new Map(given.due.map((one) => [one.key, horizonFor(one, [])]));
  const { schedule } = known;
  const week = shopWeek(shopIndex({ items: given.due, horizons, schedule, now, zone: zone.name, until }), given.fleet);
  const ahead = { day: daySpan(dayOf(at(30).start, zone.name), zone.name), at: at(20).start, now };
  const roster = rosterOf(given.instructors, { reservations: given.lessons, hasDaysAround: true }, ahead).rows;
  const byOrder = byAvailability(ahead.at);
  const { moves } = planDown({ aircraftId: 'a1', until: at(40).start, isPlaceFree: true }, index);
  return {
    finder: found.slots.map(({ start, aircraft: offers, instructors: teachers }) => [
      start,
      offers.map(({ room }) => room.aircraft.aircraftId),
      teachers.map(({ instructor }) => instructor.userId),
    ]),
    standby: slots.map((slot) => [
      slot.key,
      takers(slot).candidates.map(({ student, instructor }) => [idKey(student.userId), instructor.userId]),
    ]),
    shop: week.lines.map(({ job, slot, late }) => [job.aircraft.aircraftId, slot?.start, late?.start]),
    bays: week.plan.visits.map(({ key, bay }) => [key, bay]),
    roster: roster
      .toSorted((a, b) => byOrder(a, b) || byName(a.instructor, b.instructor))
      .map(({ instructor }) => instructor.userId),
    moves: moves
      .map(({ reservation, to, options }) => [
        reservation.key,
        to?.room.aircraft.aircraftId,
        options.map(({ room }) => room.aircraft.aircraftId),
      ])
      .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  };
}

/** Another order of as many things, by their places. */
const orderOf = (items: readonly unknown[]) =>
  fc.shuffledSubarray([...items.keys()], { minLength: items.length, maxLength: items.length });
const inOrderOf = <Item>(items: readonly Item[], places: readonly number[]) =>
  places.flatMap((place) => items[place] ?? []);

test('where all times, names, tail numbers and limits are the same, ids decide, and the order of the records does not', () => {
  const first = answers(school);
  // The tools have something to order.
  const [start] = first.finder;
  expect([start?.[1], start?.[2], first.standby.length, first.shop.length, first.bays.length > 1]).toEqual([
    ['a0', 'a1', 'a2', 'a3', 'a4'],
    ['k0', 'k1', 'k2', 'k3', 'k4'],
    5,
    5,
    true,
  ]);
  expect(first.roster).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
  expect(first.moves).toHaveLength(5);
  fc.assert(
    fc.property(
      fc.record({
        fleet: orderOf(fleet),
        instructors: orderOf(instructors),
        users: orderOf(users),
        lessons: orderOf(lessons),
        due: orderOf(due),
        entries: orderOf(entries),
      }),
      (orders) => {
        const turned = {
          fleet: inOrderOf(fleet, orders.fleet),
          instructors: inOrderOf(instructors, orders.instructors),
          users: inOrderOf(users, orders.users),
          lessons: inOrderOf(lessons, orders.lessons),
          due: inOrderOf(due, orders.due),
          entries: inOrderOf(entries, orders.entries),
        };
        expect(answers(turned)).toEqual(first);
      },
    ),
    { numRuns: 30 },
  );
});
