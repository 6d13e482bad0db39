import { describe, expect, test } from 'vitest';
import { connected } from '#domain/answers/connection.ts';
import { knowledgeOf } from '#domain/answers/known.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { countGroups } from '#domain/readiness/fleetLists.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { clock, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { type FleetQuestion, fleetShown } from './fleetModel.ts';

/** It is Tuesday 12 May 2026, 1105L. N3 to N5 have a grounding squawk; N5 is deleted. */
const fleet = ['N1', 'N2', 'N3', 'N4', 'N5'].map((tailNumber): Aircraft => {
  return {
    aircraftId: tailNumber.toLowerCase(),
    tailNumber,
    status: tailNumber === 'N5' ? { id: 2, name: 'deleted' } : status(1),
  };
});
const grounding = toSquawk({ squawkId: 's', description: 'Brakes soft', groundAircraft: true }, 0, zone);
const squawks = new Map(
  fleet.map(({ aircraftId }) => [aircraftId, aircraftId < 'n3' ? read<typeof grounding>() : read(grounding)]),
);
const booked = (
  id: string,
  start: string,
  end: string,
  more: { readonly status?: number; readonly type?: number } = {},
) => slot(`${id} ${start}`, start, end, { aircraft: { aircraftId: id.toLowerCase(), tailNumber: id }, ...more });
const known = knowledgeOf([], { now, clock, connection: connected });

/** The page with these reservations; all else is loaded. */
function shown(
  reservations: readonly TimedReservation[],
  question: Partial<FleetQuestion> = {},
  totalItems = fleet.length,
) {
  const reminders = new Map(fleet.map(({ aircraftId }) => [aircraftId, read<never>()]));
  const index = readinessIndex(sources(reservations, { fleet, reminders, squawks }));
  return fleetShown(
    { aircraft: assessFleet(fleet, index, true), totalItems, isFiltered: false, unreadable: 0 },
    { search: '', group: 'any', order: 'model', ...question },
    {
      now,
      clock,
      narrowing: everywhere,
      known: { list: known, groups: known },
      checkOf: (reservation) => dispatchCheckOf(reservation, index),
    },
  );
}
const countsOf = ({ groups }: ReturnType<typeof shown>) =>
  groups.counters.map(({ count, word, note }) => [count, word, note].filter((part) => part !== null).join(' '));

describe('the number of aircraft', () => {
  test.each([
    [{}, '4 in all, 1 deleted'],
    [{ search: 'N1' }, '1 of 4'],
    [{ search: 'N5' }, '1 deleted'],
    [{ search: 'N9' }, '0 of 4'],
  ])('leaves out deleted aircraft, which are listed: %j', (question, expected) => {
    expect(shown([], question).count).toBe(expected);
  });

  test('is the service’s own while only a page of the fleet is loaded', () => {
    expect(shown([], {}, 60).count).toBe('5 of 60');
  });
});

test('an aircraft that is grounded counts as such while it is out, in the shop or free, and the same ones are listed', () => {
  const reservations = [
    booked('N1', '09:00', '12:00', { status: 1 }),
    booked('N3', '09:00', '12:00', { status: 1 }),
    booked('N4', '09:00', '12:00', { type: 1 }),
  ];
  const view = shown(reservations, { group: 'grounded' });
  expect(countsOf(view)).toEqual(['1 can go', '2 flying', '1 in the shop', '2 grounded']);
  expect(view.rows.map(({ key }) => key)).toEqual(['n3', 'n4']);
});

test('an inactive simulator counts as inactive, and not as one that is grounded', () => {
  const simulator: Aircraft = {
    aircraftId: 's',
    tailNumber: 'FMX',
    isSimulator: true,
    status: { id: 0, name: 'inactive' },
  };
  const index = readinessIndex(
    sources([], { fleet: [simulator], reminders: new Map(), squawks: new Map([['s', read(grounding)]]) }),
  );
  const counts = countGroups(assessFleet([simulator], index, true));
  expect([counts.inactive, counts.simulators, counts['grounded']]).toEqual([1, 0, 0]);
});

test('a flight that should be out now is the next one; its aircraft is due out, or grounded if its records say so', () => {
  const view = shown([booked('N1', '11:00', '12:00'), booked('N3', '11:00', '12:00'), booked('N3', '14:00', '15:00')]);
  const row = view.rows.find(({ key }) => key === 'n3');
  expect(row?.next).toMatchObject({ time: '1100L', late: 'not out yet +0:05', check: { level: 'stop' } });
  expect(countsOf(view)).toEqual(['1 can go', '1 due out', '2 grounded']);
});

test('the counts above the list and its parts are the same numbers, and a part names what the counts call otherwise', () => {
  const view = shown([
    booked('N1', '09:00', '11:00', { status: 1 }),
    booked('N3', '09:00', '12:00', { status: 1 }),
    booked('N4', '11:00', '12:00'),
  ]);
  expect(countsOf(view)).toEqual(['1 can go', '1 flying', '1 not back (by up to 10 min)', '2 grounded']);
  expect(view.parts.map(({ word, count, note }) => [word, count, note])).toEqual([
    ['Can go', '1', null],
    ['Out', '2', '1 not back, 1 grounded'],
    ['Cannot go', '1', null],
    ['No longer in the fleet', '1', null],
  ]);
});

test.each([
  ['11:00', '10:50', '10:30', '3 not back (1 by up to 10 min)'],
  ['11:00', '10:58', '10:55', '3 not back (by up to 10 min)'],
  ['10:54', '10:50', '10:30', '3 not back'],
])('aircraft within the grace are not back, and the count tells them apart: %s, %s, %s', (...given) => {
  const ends = given.slice(0, 3);
  const reservations = ends.map((end, at) => booked(`N${at + 1}`, '09:00', end, { status: 1 }));
  expect(countsOf(shown(reservations))).toContain(given[3]);
});
