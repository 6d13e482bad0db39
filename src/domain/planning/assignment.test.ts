import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assign, type AssignmentProblem } from './assignment.ts';

/** Tries every assignment, and returns the least cost. Each carrier in use adds 1 to the cost. */
function byHand({ costs, unplaced, fits }: AssignmentProblem): number {
  const carrierCount = costs[0]?.length ?? 0;
  let best = Number.POSITIVE_INFINITY;
  const visit = (item: number, loads: readonly (readonly number[])[], cost: number) => {
    const row = costs[item];
    if (!row) {
      const used = loads.filter((load) => load.length > 0).length;
      if (loads.every((load, carrier) => load.length === 0 || fits(carrier, load))) best = Math.min(best, cost + used);
      return;
    }
    visit(item + 1, loads, cost + unplaced);
    for (let carrier = 0; carrier < carrierCount; carrier++) {
      const own = row[carrier] ?? null;
      if (own !== null)
        visit(
          item + 1,
          loads.map((load, at) => (at === carrier ? [...load, item] : load)),
          cost + own,
        );
    }
  };
  visit(
    0,
    Array.from({ length: carrierCount }, () => []),
    0,
  );
  return best;
}

type Instance = {
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  readonly rooms: readonly number[];
  readonly tiers: readonly (readonly (number | null)[])[];
};

/** Intervals that may overlap, on carriers that each take a limited total length. */
function problemOf({ starts, lengths, rooms, tiers }: Instance, step = starts.length + 1): AssignmentProblem {
  const end = (item: number) => (starts[item] ?? 0) + (lengths[item] ?? 0);
  return {
    costs: tiers.map((row, item) =>
      row.map((tier, carrier) =>
        tier === null || (lengths[item] ?? 0) > (rooms[carrier] ?? 0) ? null : [0, step, step * step][tier]!,
      ),
    ),
    unplaced: step ** 3,
    fits: (carrier, items) =>
      items.reduce((sum, item) => sum + (lengths[item] ?? 0), 0) <= (rooms[carrier] ?? 0) &&
      items.every((a) => items.every((b) => a === b || end(a) <= (starts[b] ?? 0) || end(b) <= (starts[a] ?? 0))),
  };
}

const instances = (maxItems: number, maxCarriers: number): fc.Arbitrary<Instance> =>
  fc
    .record({ items: fc.integer({ min: 1, max: maxItems }), carriers: fc.integer({ min: 1, max: maxCarriers }) })
    .chain(({ items, carriers }) => {
      const each = <Value>(value: fc.Arbitrary<Value>, count: number) =>
        fc.array(value, { minLength: count, maxLength: count });
      return fc.record({
        starts: each(fc.integer({ min: 0, max: 12 }), items),
        lengths: each(fc.integer({ min: 1, max: 4 }), items),
        rooms: each(fc.constantFrom(3, 6, 100), carriers),
        tiers: each(each(fc.constantFrom(null, 0, 0, 1, 2), carriers), items),
      });
    });

describe('an assignment', () => {
  test('costs as little as the best of all assignments, and is reported as proven', () => {
    fc.assert(
      fc.property(instances(5, 4), (instance) => {
        const problem = problemOf(instance);
        const found = assign(problem);
        expect(found.isProven).toBe(true);
        expect(found.bound).toBe(found.cost);
        expect(found.cost).toBe(byHand(problem));
      }),
      { numRuns: 1500 },
    );
  });

  test('costs the sum of its choices, and gives no carrier items that do not fit together', () => {
    fc.assert(
      fc.property(instances(12, 8), fc.constantFrom(20_000, 1, 5), (instance, maxSteps) => {
        const problem = { ...problemOf(instance), maxSteps };
        const { carriers, cost, bound, isProven } = assign(problem);
        const loads = Map.groupBy(
          [...carriers.keys()].filter((item) => carriers[item] !== null),
          (item) => carriers[item]!,
        );
        for (const [carrier, items] of loads) expect(problem.fits(carrier, items)).toBe(true);
        const ofItems = carriers.map((carrier, item) =>
          carrier === null ? problem.unplaced : (problem.costs[item]?.[carrier] ?? Number.NaN),
        );
        expect(cost).toBe(ofItems.reduce((sum, item) => sum + item, 0) + loads.size);
        expect(bound).toBeLessThanOrEqual(cost);
        expect(isProven).toBe(bound === cost);
      }),
    );
  });

  test('never claims a lower bound above the cost that a longer search finds', () => {
    fc.assert(
      fc.property(instances(7, 5), fc.integer({ min: 1, max: 30 }), (instance, maxSteps) => {
        const problem = problemOf(instance);
        expect(assign({ ...problem, maxSteps }).bound).toBeLessThanOrEqual(assign(problem).cost);
      }),
    );
  });
});

describe('an assignment worked by hand', () => {
  const always = () => true;
  test('uses the fewest carriers among equal choices', () => {
    // Carrier 0 can take a and b, 1 can take b and c, and 2 can take c, a and d: two carriers are enough.
    const costs = [
      [0, null, 0],
      [0, 0, null],
      [null, 0, 0],
      [null, null, 0],
    ];
    expect(assign({ costs, unplaced: 1_000, fits: always })).toMatchObject({
      cost: 2,
      isProven: true,
      carriers: expect.arrayContaining([2]),
    });
  });

  test('uses one more carrier for a better choice, and never leaves out an item to save one', () => {
    const costs = [
      [0, null],
      [5, 0],
    ];
    expect(assign({ costs, unplaced: 1_000, fits: always }).carriers).toEqual([0, 1]);
    expect(assign({ costs: [[0, null]], unplaced: 1_000, fits: always }).carriers).toEqual([0]);
  });

  test('leaves out an item that no carrier takes, and one of two that exclude each other', () => {
    expect(assign({ costs: [[null], [0]], unplaced: 9, fits: always }).carriers).toEqual([null, 0]);
    const alone = (_: number, items: readonly number[]) => items.length < 2;
    const { carriers, cost } = assign({ costs: [[0], [0]], unplaced: 9, fits: alone });
    expect(carriers.filter((carrier) => carrier === 0)).toHaveLength(1);
    expect(cost).toBe(10);
  });

  test('is empty without items', () => {
    expect(assign({ costs: [], unplaced: 9, fits: always })).toMatchObject({ carriers: [], cost: 0, isProven: true });
  });
});
