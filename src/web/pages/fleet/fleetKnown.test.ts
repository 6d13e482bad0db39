import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connected } from '#domain/answers/connection.ts';
import { gapOf } from '#domain/answers/gaps.ts';
import { knowledgeOf } from '#domain/answers/known.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import { type FleetAnswer, type FleetQuestion, fleetShown } from './fleetModel.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const active = { id: 1, name: 'active' };
const everything: FleetQuestion = { search: '', group: 'any', order: 'model' };

function sampleAircraft(tail: string, given: Partial<Aircraft> = {}): Aircraft {
  const make = { name: 'Cessna' };
  return { aircraftId: tail.toLowerCase(), tailNumber: tail, status: active, make, model: { name: '172S' }, ...given };
}

/** A reservation of an aircraft by the wall clock, with the API's status id: 0 reserved, 1 checked out, 2 completed. */
function booked(tail: string, start: string, end: string, statusId = 0, type = 0): TimedReservation {
  const aircraft = { aircraftId: tail.toLowerCase(), tailNumber: tail };
  return slot(`${tail} ${start}`, start, end, { status: statusId, type, aircraft, pilots: [person('Wei Chen')] });
}

type School = {
  readonly fleet: readonly Aircraft[];
  readonly reservations?: readonly TimedReservation[] | null;
  readonly more?: Partial<ReadinessSources>;
};

/** A school whose reminders and squawks are all loaded, without findings. */
function school({ fleet, reservations = [], more = {} }: School) {
  const nothing = new Map(fleet.map(({ aircraftId }) => [aircraftId, read<never>()]));
  const given = sources(reservations ?? [], { fleet, reminders: nothing, squawks: nothing, ...more });
  const index = readinessIndex(given);
  return { index, aircraft: assessFleet(fleet, index, reservations !== null) };
}

const situation = { now, clock, connection: connected };
const all = knowledgeOf([], situation);

/** The page of a school that has answered completely, unless the test says otherwise. */
function shown(
  given: School,
  question: Partial<FleetQuestion> = {},
  answer: Partial<FleetAnswer> = {},
  known = { list: all, groups: all },
) {
  const { index, aircraft } = school(given);
  return fleetShown(
    { aircraft, totalItems: aircraft.length, isFiltered: false, unreadable: 0, ...answer },
    { ...everything, ...question },
    { now, clock, narrowing: everywhere, known, checkOf: (reservation) => dispatchCheckOf(reservation, index) },
  );
}

describe('the next reservation of an aircraft', () => {
  test('shows the time by the displayed clock, and the person', () => {
    const [row] = shown({ fleet: [sampleAircraft('N1')], reservations: [booked('N1', '14:00', '16:00')] }).rows;
    expect(row?.next).toMatchObject({ time: '1400L', who: 'Chen' });
    const [later] = shown({ fleet: [sampleAircraft('N1')], reservations: [booked('N1', '13T08:00', '13T10:00')] }).rows;
    expect(later?.next?.time).toBe('tomorrow 0800L');
  });

  test('shows its type when no person is named, and has a dispatch check', () => {
    const bare = slot('bare', '14:00', '16:00', { aircraft: { aircraftId: 'n1', tailNumber: 'N1' } });
    const [row] = shown({ fleet: [sampleAircraft('N1')], reservations: [bare] }).rows;
    expect(row?.next?.who).toBe('Standard Reservation');
    expect(row?.next?.check?.lines.length).toBeGreaterThan(0);
  });

  test('keeps the mark of a time that the clock shows twice', () => {
    // On 1 November 0130L comes twice in Colorado; 0830Z is the second of them.
    const at = Date.parse('2026-11-01T08:30:00Z');
    const reservations = [{ ...booked('N1', '14:00', '16:00'), start: at, end: at + 3_600_000 }];
    const given = { fleet: [sampleAircraft('N1')], reservations, more: { now: at - 3_600_000 } };
    const { aircraft, index } = school(given);
    const view = fleetShown({ aircraft, totalItems: 1, isFiltered: false, unreadable: 0 }, everything, {
      now: at - 3_600_000,
      clock,
      narrowing: everywhere,
      known: { list: all, groups: all },
      checkOf: (reservation) => dispatchCheckOf(reservation, index),
    });
    expect(view.rows[0]?.next).toMatchObject({ time: '0130L*', who: 'Chen' });
  });

  test('is “nothing booked”, or “not known” until the reservations are loaded', () => {
    expect(shown({ fleet: [sampleAircraft('N1')] }).rows[0]).toMatchObject({ next: null, noNext: 'nothing booked' });
    expect(shown({ fleet: [sampleAircraft('N1')], reservations: null }).rows[0]).toMatchObject({
      next: null,
      noNext: 'not known',
    });
  });

  test('is not the one the aircraft is out on now', () => {
    const reservations = [booked('N1', '09:00', '12:00', 1), booked('N1', '13:00', '14:00')];
    expect(shown({ fleet: [sampleAircraft('N1')], reservations }).rows[0]?.next?.time).toBe('1300L');
    expect(onTheDay('13:00')).toBeGreaterThan(now);
  });
});

test('nothing from an earlier question is shown while the answer loads', () => {
  const view = shown({ fleet: [sampleAircraft('N1')] }, {}, { aircraft: null, totalItems: 0 });
  expect(view).toEqual({
    isLoading: true,
    isComplete: false,
    rows: [],
    count: null,
    scope: null,
    parts: [],
    groups: { counters: [], lack: 'Not known yet' },
    empty: expect.objectContaining({ text: 'Not known yet', isKnown: false }),
  });
});

describe('data beyond the aircraft list', () => {
  const fleet = [sampleAircraft('N1'), sampleAircraft('N2')];
  const reading = { source: 'Squawks', asOf: now, interval: 60_000, failure: null };
  const groupsOf = (more: object) => ({ list: all, groups: knowledgeOf([{ ...reading, ...more }], situation) });
  const unread = groupsOf({ asOf: null });
  const part = groupsOf({ gaps: gapOf('aircraft', 'not loaded yet', ['n1']) });

  test('leaves groups and counts unknown until it is read', () => {
    const view = shown({ fleet }, { group: 'grounded' }, {}, unread);
    expect(view.empty?.text).toBe('Not known yet: waiting for squawks.');
    expect(view.count).toBe('Not known yet');
    const partial = shown({ fleet }, { group: 'grounded' }, {}, part);
    expect([partial.empty?.text, partial.count]).toEqual([
      'Not known yet: 1 aircraft not loaded yet.',
      '0, 1 aircraft not loaded yet',
    ]);
    expect(partial.groups.lack).toBe('1 aircraft not loaded yet');
  });

  test('does not affect the list itself', () => {
    expect(shown({ fleet }, {}, {}, unread)).toMatchObject({ count: '2 in all', empty: null });
    expect(shown({ fleet }, { search: 'x9' }, {}, unread).empty?.text).toBe('No aircraft match these filters.');
  });

  test('never counts aircraft as available while the reservations are missing', () => {
    fc.assert(
      fc.property(fc.constantFrom(unread, part, groupsOf({})), fc.boolean(), (known, hasReservations) => {
        const view = shown({ fleet, reservations: hasReservations ? [] : null }, {}, {}, known);
        const available = view.groups.counters.find(({ group }) => group === 'available');
        expect(available !== undefined).toBe(hasReservations);
        expect(view.groups.lack === null && available !== undefined).toBe(
          hasReservations && known.groups.state === 'known',
        );
      }),
    );
  });
});

test('a row links to its aircraft by id, encoded once', () => {
  const [row] = shown({ fleet: [sampleAircraft('N1', { aircraftId: 'a/1' })] }).rows;
  expect([row?.key, row?.link]).toEqual(['a/1', '/fleet/a%2F1']);
});

test('an answer without aircraft says so', () => {
  expect(shown({ fleet: [] })).toMatchObject({
    isComplete: true,
    count: '0 in all',
    empty: { text: 'The service lists no aircraft.', isKnown: true },
  });
  expect(shown({ fleet: [] }, {}, { isFiltered: true }).empty?.text).toBe('No aircraft match these filters.');
});
