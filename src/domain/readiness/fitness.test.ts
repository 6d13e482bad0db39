import fc from 'fast-check';
import { scheduleAt, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { readinessIndex } from './readinessIndex.ts';
import { describe, expect, test } from 'vitest';
import { parseList } from '#contract/answers.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  clock,
  cyclesLeft,
  dateLimit,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import { standingOf } from './fleetAssessment.ts';
import { partOf } from './fleetLists.ts';
import { byFitness, fitnessOf, type FitnessInput, mayGo, notRead } from './fitness.ts';
import { limitsOf } from '#domain/maintenance/limits.ts';

const read = <Item>(...items: readonly Item[]) => ({ items, hasFailed: false, skipped: 0, asOf: now });
const squawk = (given: Readonly<Record<string, unknown>>): Squawk => toSquawk(given, 0, zone);
type Given = Partial<FitnessInput> & { readonly horizons?: Parameters<typeof limitsOf>[1] };
const given = ({ horizons = null, ...more }: Given = {}): FitnessInput => ({
  aircraft: aircraft(),
  reminders: read<DueItem>(),
  squawks: read<Squawk>(),
  present: null,
  next: null,
  limits: limitsOf(more.reminders?.items ?? [], horizons),
  now,
  clock,
  ...more,
});
const textsOf = (more: Given) => {
  const { kind, evidence } = fitnessOf(given(more));
  return [kind, ...evidence.map(({ words }) => words)];
};
const annual = (limit: string, statusId = 1) =>
  item({ name: 'Annual', status: status(statusId), dateOptions: dateLimit(limit, statusId) });

describe("an aircraft's fitness", () => {
  test('is fit if everything was read and there is no finding', () => {
    expect(textsOf({ reminders: read(item({ timeOptions: hoursLeft(40) })) })).toEqual(['fit']);
  });

  test.each([
    [{ id: 0, name: 'Inactive' }, 'grounded'],
    [{ id: 2, name: 'Deleted' }, 'grounded'],
    [{ id: 1, name: 'ACTIVE' }, 'fit'],
    [null, 'fit'],
    [{ id: 7, name: 'Leased out' }, 'not known'],
  ])('with the status %j is %s', (own, kind) => {
    expect(fitnessOf(given({ aircraft: aircraft({ status: own }) })).kind).toBe(kind);
  });

  test('is grounded only by an open grounding squawk', () => {
    const grounding = squawk({ description: 'Left brake soft', groundAircraft: 'True' });
    expect(textsOf({ squawks: read(grounding) })).toEqual(['grounded', 'Squawk: Left brake soft']);
    expect(textsOf({ squawks: read(squawk({ groundAircraft: 1, resolvedOn: '2026-05-10' })) })).toEqual(['fit']);
    expect(textsOf({ squawks: read(squawk({ description: 'AIRCRAFT GROUNDED' })) })).toEqual(['fit']);
    expect(textsOf({ squawks: read(squawk({ groundAircraft: true, status: 'Resolved' })) })).toEqual(['fit']);
  });

  test('is never fit with an open squawk that does not tell whether it grounds', () => {
    const odd = { description: 'Left brake soft', groundAircraft: 'perhaps' };
    expect(textsOf({ squawks: read(squawk(odd)) })).toEqual([
      'not known',
      'Squawk: Left brake soft, not known whether it grounds',
    ]);
    expect(mayGo(fitnessOf(given({ squawks: read(squawk(odd)) })))).toBe(false);
    expect(textsOf({ squawks: read(squawk({ ...odd, resolved: true })) })).toEqual(['fit']);
  });

  test('uses the worse of overall status and axes', () => {
    const byAxis = item({ name: 'Annual', status: status(1), dateOptions: dateLimit('2026-05-09', 3) });
    expect(textsOf({ reminders: read(byAxis) })).toEqual(['grounded', 'Annual expired Sat 9 May (overall OK)']);
    const warned = item({ status: status(1), timeOptions: hoursLeft(6.2, 2) });
    expect(textsOf({ reminders: read(warned) })).toEqual(['warning', '100-hour in 6.2 h']);
  });

  test("is grounded if a limit has passed, even without the service's Expired", () => {
    expect(textsOf({ reminders: read(item({ timeOptions: hoursLeft(-0.5) })) })).toEqual([
      'grounded',
      '100-hour, 0.5 h past due, status OK',
    ]);
    expect(textsOf({ reminders: read(annual('2026-05-11')) })[0]).toBe('grounded');
    expect(textsOf({ reminders: read(item({ cycleOptions: cyclesLeft(0) })) })[0]).toBe('grounded');
  });

  test('allows flight through the day of its date limit', () => {
    expect(textsOf({ reminders: read(annual('2026-05-12T00:00:00')) })).toEqual(['fit']);
  });

  test('says if a limit falls inside the present or next reservation', () => {
    const present = slot('p', '10:00', '14:00', { status: 1 });
    const hours = item({ timeOptions: hoursLeft(2) });
    const horizons = fleetHorizons([hours], scheduleAt([present], now), { now, factor: 0.8 });
    expect(textsOf({ reminders: read(hours), present, horizons })).toEqual([
      'limit near',
      '100-hour: likely crosses its limit about 1230L, 2.0 h left',
    ]);
    const trip = slot('t', '30T10:00', '31T10:00');
    expect(textsOf({ reminders: read(annual('2026-05-30')), next: trip })).toEqual([
      'limit near',
      'Annual: limit Sat 30 May',
    ]);
    expect(textsOf({ reminders: read(annual('2026-05-31')), next: trip })).toEqual(['fit']);
  });

  test('ignores reminders switched off or permanently complied with', () => {
    const items = [item({ status: status(3), active: false }), item({ status: status(3), permanentlyComplied: true })];
    expect(textsOf({ reminders: read(...items) })).toEqual(['fit']);
  });
});

describe('a limit', () => {
  const hours = (left: number) => item({ timeOptions: hoursLeft(left) });
  const of = (left: number, ...reservations: readonly TimedReservation[]) => {
    const schedule = scheduleAt(reservations);
    const horizons = fleetHorizons([hours(left)], schedule, { now, factor: 0.8 });
    return fitnessOf(given({ reminders: read(horizons.values().next().value!.item), horizons }));
  };
  const out = slot('out', '07:00', '09:00', { status: 1 });

  test('that is likely crossed makes it unavailable, even without a next reservation', () => {
    const fitness = of(1.5, out);
    expect([fitness.kind, mayGo(fitness)]).toEqual(['limit near', false]);
    expect(fitness.worst?.words).toBe('100-hour: likely crossed its limit about 0852L, 1.5 h left');
  });

  test('crossed by half of the time flown is grounded', () => {
    expect(of(0.9, out).kind).toBe('grounded');
  });

  test('read by a later closed flight is not expired', () => {
    expect(of(0.9, out, slot('closed', '10:00', '11:00', { status: 2 })).kind).toBe('fit');
  });

  test('is not reset by the end of its shop visit alone', () => {
    const visit = slot('visit', '08:00', '11:00', { type: 1, activityType: { name: '100-hour' } });
    const index = (...reservations: readonly TimedReservation[]) =>
      readinessIndex(sources(reservations, { reminders: new Map([['a1', read(hours(3))]]) })).aircraft.get('a1')
        ?.fitness;
    expect(index(visit)?.evidence.map(({ words }) => words)).toEqual([
      '100-hour: shop visit ended 1100L, item not reset',
    ]);
    expect(mayGo(index(visit)!)).toBe(false);
    expect(index(slot('wax', '08:00', '11:00', { type: 1, activityType: { name: 'Wash and wax' } }))?.kind).toBe('fit');
    expect(index(visit, slot('since', '11:02', '12:00', { status: 1 }))?.evidence).toEqual([]);
  });
});

describe('an unread record', () => {
  test.each([
    [{ reminders: notRead }, 'Reminders not loaded yet'],
    [{ squawks: { ...notRead, hasFailed: true } }, 'Squawks could not be loaded'],
    [{ reminders: { ...read<DueItem>(), asOf: now - 61 * 60_000 } }, 'Reminders are 61 min old'],
    [{ squawks: { ...read<Squawk>(), skipped: 2 } }, 'Squawks: 2 unreadable records skipped'],
    [{ reminders: read(item({ status: { id: 9, name: 'Deferred' } })) }, '100-hour: status Deferred'],
  ])('is not known: %#', (more, words) => {
    expect(textsOf(more)).toEqual(['not known', words]);
    expect(mayGo(fitnessOf(given(more)))).toBe(false);
  });

  test('keeps the worst status that could be read', () => {
    const { records } = parseList('listMaintenanceReminders', {
      items: [{ name: 'Annual', status: 'Expired', timeOptions: { currentHours: '4093.8', expirationHours: {} } }],
    });
    const fitness = fitnessOf(given({ reminders: read(item({ ...records[0] })) }));
    expect(fitness.kind).toBe('grounded');
    expect(fitness.isComplete).toBe(false);
    expect(fitness.evidence.map(({ words }) => words)).toEqual([
      'Annual expired',
      'Annual: timeOptions.expirationHours could not be read',
    ]);
  });

  test.each([
    [
      'a date that cannot be read',
      { name: 'Annual', dateOptions: dateLimit('05/10/2026') },
      '05/10/2026 could not be read',
    ],
    ['no reading', { timeOptions: { ...hoursLeft(5), currentHours: null } }, 'no reading'],
    [
      'more left than the interval',
      { timeOptions: hoursLeft(5237.7) },
      '5,237.7 h left of a 100-hour interval: the meter or the limit is wrong',
    ],
  ])('is not known with %s, whatever the status', (_, record, words) => {
    const fitness = fitnessOf(given({ reminders: read(item(record)) }));
    expect(fitness.evidence.map(({ kind, words: said }) => `${kind}: ${said}`)).toEqual([
      `not known: ${item(record).name}: ${words}`,
    ]);
    expect(mayGo(fitness)).toBe(false);
    const warned = fitnessOf(given({ reminders: read(item({ ...record, status: status(2) })) }));
    expect(warned.evidence.map(({ kind }) => kind)).toEqual(['warning', 'not known']);
  });

  test('stays grounded with an old answer of Expired', () => {
    const old = { ...read(item({ status: status(3) })), asOf: now - 24 * 3_600_000 };
    expect(textsOf({ reminders: old })[0]).toBe('grounded');
  });
});

describe('an aircraft counts as', () => {
  const reservation = slot('f', '10:00', '12:00', { status: 1 });
  const free = { kind: 'free', until: null } as const;
  const due = { kind: 'due out', reservation, state: { kind: 'not out yet', late: 0 } } as const;
  const flying = { kind: 'flying', reservation, until: reservation.end } as const;
  const grounded = fitnessOf(given({ reminders: read(annual('2026-05-09', 3)) }));
  const notKnown = fitnessOf(given({ squawks: notRead }));
  const fit = fitnessOf(given());
  const [active, inactive, deleted] = [
    { status: { id: 1, name: 'active' } },
    { status: { id: 0, name: 'inactive' } },
    { status: { id: 2, name: 'deleted' } },
  ];

  test.each([
    ['available', active, free, fit],
    ['due out', active, due, fit],
    ['grounded', active, free, grounded],
    ['grounded', active, due, grounded],
    ['not known', active, free, notKnown],
    ['not known', active, due, notKnown],
    ['not known', active, null, grounded],
    ['flying', active, flying, grounded],
    ['flying', inactive, flying, grounded],
    ['inactive', inactive, free, grounded],
    ['inactive', inactive, due, fit],
    ['inactive', inactive, null, fit],
    [null, deleted, flying, fit],
  ] as const)('%s', (standing, listed, doing, fitness) => {
    expect(standingOf(listed, doing, fitness)).toBe(standing);
  });

  test('what its part of the fleet and its own count say', () => {
    expect(grounded.worst?.words).toBe('Annual expired Sat 9 May');
    const parts = ([free, due, flying] as const).map((doing) => partOf({ group: standingOf(active, doing, grounded) }));
    expect(parts).toEqual(['cannot go', 'cannot go', 'out']);
  });
});

describe('properties', () => {
  const someItem = fc
    .record({
      id: fc.constantFrom(1, 2, 3, 9),
      left: fc.integer({ min: -20, max: 200 }),
      axis: fc.constantFrom(1, 2, 3),
    })
    .map(({ id, left, axis }) => item({ status: status(id), timeOptions: hoursLeft(left, axis) }));
  const items = fc.array(someItem, { maxLength: 5 });
  const squawks = fc.array(
    fc.record({ groundAircraft: fc.boolean(), resolved: fc.boolean() }).map((one) => squawk(one)),
    { maxLength: 3 },
  );

  test('an aircraft is never fit while reminders or squawks are unread', () => {
    fc.assert(
      fc.property(items, squawks, fc.boolean(), (due, open, isFirst) => {
        const unread = isFirst ? { reminders: notRead } : { squawks: notRead };
        const fitness = fitnessOf(given({ reminders: read(...due), squawks: read(...open), ...unread }));
        expect(fitness.kind).not.toBe('fit');
        expect(fitness.isComplete).toBe(false);
      }),
    );
  });

  test('another record never makes it better', () => {
    fc.assert(
      fc.property(items, someItem, squawks, (due, more, open) => {
        const before = fitnessOf(given({ reminders: read(...due), squawks: read(...open) }));
        const after = fitnessOf(given({ reminders: read(...due, more), squawks: read(...open) }));
        expect(byFitness(after, before)).toBeLessThanOrEqual(0);
        expect(after.worst?.kind ?? 'fit').toBe(after.kind);
      }),
    );
  });
});
