import { describe, expect, test } from 'vitest';
import { type Reservation, toReservation } from '#domain/reservations/reservations.ts';
import { type Aircraft, byTail, groupByModel, matchesAircraft, modelText } from './fleet.ts';
import { rowsAt } from '#e2e/fixtures/samples/sampleReadiness.ts';

const now = Date.parse('2026-05-12T17:00:00Z');
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;

function aircraft(given: Partial<Aircraft> = {}): Aircraft {
  return {
    aircraftId: 'a1',
    tailNumber: 'N512SP',
    make: { makeId: 'm', name: 'Cessna' },
    model: { modelId: 'm', name: '172S' },
    isSimulator: false,
    status: { id: 1, name: 'active' },
    ...given,
  };
}

/** A reservation by hours around now. */
function reservation(from: number, to: number, statusId: number, typeName = 'Rental', displayTypeId = 0): Reservation {
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const record = {
    reservationId: `r ${from} ${to} ${statusId}`,
    startTime: at(from),
    endTime: at(to),
    aircraft: { aircraftId: 'a1' },
    reservationType: { name: typeName, displayTypeId },
    reservationStatus: { id: statusId, name: 'as given' },
  };
  return toReservation(record, zone);
}

describe('what an aircraft is doing', () => {
  test.each([
    ['available', [reservation(2, 3, 0)]],
    ['flying', [reservation(-1, 1, 1)]],
    ['not back', [reservation(-3, -1, 1)]],
    ['due out', [reservation(-1, 1, 0)]],
    ['in the shop', [reservation(-1, 5, 0, 'Shop', 1)]],
    ['available', [reservation(-1, 1, 2)]],
  ])('is %s', (activity, reservations) => {
    expect(rowsAt([aircraft()], reservations, now)[0]?.activity).toBe(activity);
  });

  test("is maintenance even if only the type's name says so", () => {
    const [row] = rowsAt([aircraft()], [reservation(-1, 1, 0, 'Scheduled Maintenance', 0)], now);
    expect(row?.activity).toBe('in the shop');
  });

  test('is inactive if the service says so, except while it is out flying', () => {
    const inactive = aircraft({ status: { id: 0, name: 'inactive' } });
    expect(rowsAt([inactive], [], now)[0]?.activity).toBe('inactive');
    expect(rowsAt([inactive], [reservation(-1, 1, 1)], now)[0]?.activity).toBe('flying');
  });

  test('is not maintenance while it is not back, nor available over midnight', () => {
    const find = (...reservations: Reservation[]) => rowsAt([aircraft()], reservations, now)[0];
    expect(find(reservation(-2.5, -1, 1), reservation(-0.5, 3, 0, 'Shop', 1))?.activity).toBe('not back');
    expect(find(reservation(-14, -11, 1))?.activity).toBe('not back');
    expect(find(reservation(-6, -4, 1), reservation(-1, 1, 1))).toMatchObject({
      activity: 'flying',
      current: { key: 'r -1 1 1' },
      now: { toClose: [{ reservation: { key: 'r -6 -4 1' } }] },
    });
    expect(find(reservation(-4, -2, 0))?.activity).toBe('available');
    expect(find(reservation(2, 3, 1))?.activity).toBe('available');
  });

  test('is available only if the aircraft is fit and free', () => {
    const fitness = (kind: 'fit' | 'grounded', isComplete = true) =>
      new Map([['a1', { kind, evidence: [], worst: null, isComplete }]]);
    const find = (...given: Parameters<typeof fitness>) =>
      rowsAt([aircraft({ aircraftId: 'A1' })], [], now, fitness(...given))[0]?.activity;
    expect([find('fit'), find('grounded'), find('fit', false)]).toEqual(['available', 'grounded', 'not known']);
  });

  test('is unknown while the aircraft is not assessed, as on the first screen of a board', () => {
    expect(rowsAt([aircraft()], [], now, null)[0]?.activity).toBe('not known');
    expect(rowsAt([aircraft()], [], now, new Map())[0]?.activity).toBe('not known');
  });

  test('is unknown without reservations', () => {
    expect(rowsAt([aircraft()], null, now)[0]?.activity).toBe('not known');
  });

  test('gives the next reservation, not the current one', () => {
    const [row] = rowsAt([aircraft()], [reservation(5, 6, 0), reservation(2, 3, 0), reservation(-1, 1, 1)], now);
    expect(row?.next?.key).toBe('r 2 3 0');
    expect(row?.current?.key).toBe('r -1 1 1');
  });
});

test('simulators come last, and tail numbers are in natural order', () => {
  const tails = ['N9', 'N10', 'Redbird FMX', 'N2'].map((tail, index) =>
    aircraft({ aircraftId: String(index), tailNumber: tail, isSimulator: tail.startsWith('R') }),
  );
  expect(tails.toSorted(byTail).map((tail) => tail.tailNumber)).toEqual(['N2', 'N9', 'N10', 'Redbird FMX']);
});

test('groups are in order of model, with simulators last', () => {
  const rows = rowsAt(
    [
      aircraft({ aircraftId: '1', model: { name: 'AATD' }, make: { name: 'Alpha' }, isSimulator: true }),
      aircraft({ aircraftId: '2' }),
    ],
    [],
    now,
  );
  expect(groupByModel(rows).map((group) => group.model)).toEqual(['Cessna 172S', 'Alpha AATD']);
});

test('a model name that contains the make is not given the make again', () => {
  expect(modelText(aircraft({ model: { name: 'Cessna 172S' } }))).toBe('Cessna 172S');
  expect(modelText(aircraft({ make: null, model: null }))).toBe('Unknown model');
});

test.each(['512', 'n512sp', 'N-512', '172', 'cessna 172'])('“%s” finds N512SP, a Cessna 172S', (text) => {
  expect(matchesAircraft(aircraft(), text)).toBe(true);
});

test('a text that does not match finds nothing', () => {
  expect(matchesAircraft(aircraft(), '513')).toBe(false);
});
