import { describe, expect, test } from 'vitest';
import { connected } from '#domain/answers/connection.ts';
import { knowledgeOf } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { matterOf } from '#domain/overview/attention.ts';
import { evidence } from '#domain/overview/evidence.ts';
import { RequestFailure } from '#web/data/client.ts';
import { clock, hour, item, now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { everywhere, narrowingTo } from '#domain/reservations/locations.ts';
import { flightsOf } from './flightsModel.ts';
import { attentionGroups, connectionTrouble, dutyOf, modelRows } from './overviewModel.ts';

const situation = { now, clock, connection: connected };
/** It is Tuesday 12 May, 1105L, and everything is known. */
const at = { ...situation, narrowing: everywhere, lists: null, known: knowledgeOf([], situation), max: 12 };
const flights = (...reservations: readonly TimedReservation[]) => flightsOf(readinessIndex(sources(reservations)), at);
const on = (aircraftId: string) => ({ aircraft: { aircraftId, tailNumber: `N${aircraftId}` } });
const active = { id: 1, name: 'active' };

describe('flights on the overview', () => {
  test('are listed by time of departure and return, each with its check', () => {
    const { departures, returns } = flights(
      slot('later', '15:00', '16:00', { pilots: [person('Sam Garcia')], instructor: person('Kim Lee') }),
      slot('sooner', '12:00', '13:00', on('2')),
      slot('tomorrow', '13T09:00', '13T10:00'),
      slot('out long', '09:00', '14:00', { ...on('3'), status: 1 }),
      slot('out', '10:00', '11:30', { ...on('4'), status: 1 }),
      slot('done', '08:00', '09:00', { ...on('5'), status: 2 }),
    );
    expect(departures.rows.map(({ key, time, tail }) => [key, time, tail])).toEqual([
      ['sooner', '1200L', 'N2'],
      ['later', '1500L', 'N512SP'],
      ['tomorrow', 'tomorrow 0900L', 'N512SP'],
    ]);
    expect(departures.rows[1]).toMatchObject({ who: 'Garcia / Lee', late: '', check: { level: 'check' } });
    expect(returns.rows.map(({ key, time }) => [key, time])).toEqual([
      ['out', '1130L'],
      ['out long', '1400L'],
    ]);
    expect([departures.total, returns.total]).toEqual([3, 2]);
  });

  test('at other locations are left out, but not those without a location', () => {
    const here = { id: 'p', name: 'Pueblo' };
    const narrowing = narrowingTo(
      here,
      new Map([
        ['1', here],
        ['2', { id: 'm', name: 'Meadow Lake' }],
      ]),
    );
    const reservations = ['1', '2', '3'].flatMap((id) => [
      slot(`next ${id}`, '12:00', '13:00', on(id)),
      slot(`late ${id}`, '11:00', '11:30', on(id)),
    ]);
    const found = flightsOf(readinessIndex(sources(reservations)), { ...at, narrowing });
    expect(found.departures.rows.map(({ key }) => key)).toEqual(['next 1', 'next 3']);
    expect(found.notOutYet.map(({ key }) => key)).toEqual(['late 1', 'late 3']);
  });

  test('that do not fit are still counted', () => {
    const many = Array.from({ length: 15 }, (_, index) => slot(`f${index}`, '12:00', '13:00', on(`${index}`)));
    const { departures } = flights(...many);
    expect([departures.rows.length, departures.total]).toEqual([12, 15]);
  });

  test('that are not out are split into within the grace period and past it', () => {
    const { notOutYet, neverCheckedOut } = flights(
      slot('just', '11:00', '12:00'),
      slot('gone by', '09:00', '12:00', on('2')),
      slot('class', '11:00', '12:00', { ...on('3'), type: 2 }),
    );
    expect(notOutYet.map(({ key, late }) => [key, late])).toEqual([['just', '+0:05']]);
    expect(neverCheckedOut.map(({ key, late }) => [key, late])).toEqual([['gone by', '+2:05']]);
  });
});

test('models show how many aircraft can go and until when, without deleted aircraft and simulators', () => {
  const aircraft = (aircraftId: string, more = {}) => ({
    aircraftId,
    tailNumber: `N${aircraftId}`,
    make: { name: 'Cessna' },
    model: { name: '172S' },
    status: active,
    ...more,
  });
  const fleet = [
    aircraft('1'),
    aircraft('2'),
    aircraft('3'),
    aircraft('4', { status: { id: 2, name: 'deleted' } }),
    aircraft('5', { isSimulator: true }),
    aircraft('6', { make: { name: 'Piper' }, model: { name: 'PA-28' } }),
    aircraft('7', { make: { name: 'Aviat' }, model: { name: 'Husky' } }),
  ];
  const ids = fleet.map(({ aircraftId }) => aircraftId);
  const index = readinessIndex(
    // One that is grounded is shown as such while its flight is not out yet.
    sources(
      [
        slot('a', '12:00', '13:00', on('1')),
        slot('b', '10:00', '14:00', { ...on('3'), status: 1 }),
        slot('c', '11:00', '12:00', on('6')),
      ],
      {
        fleet,
        reminders: new Map(
          ids.map((id) => [id, Number(id) > 5 ? read(item({ maintenanceReminderId: id, status: status(3) })) : read()]),
        ),
        squawks: new Map(ids.map((id) => [id, read()])),
      },
    ),
  );
  expect(modelRows(assessFleet(fleet, index, true), at)).toEqual([
    {
      model: 'Cessna 172S',
      total: 3,
      available: 2,
      nextBack: '',
      rest: '',
      aircraft: [
        drawn('2', 'available', ''),
        drawn('1', 'available', 'until 1200L'),
        drawn('3', 'flying', 'until 1400L'),
      ],
    },
    {
      model: 'Aviat Husky',
      total: 1,
      available: 0,
      nextBack: '',
      rest: '',
      aircraft: [drawn('7', 'grounded', '', 'N7: grounded\n100-hour expired')],
    },
    {
      model: 'Piper PA-28',
      total: 1,
      available: 0,
      nextBack: '',
      rest: '',
      aircraft: [drawn('6', 'grounded', '', 'N6: grounded\n100-hour expired')],
    },
  ]);
});

test('a model of which none can go says when the first of those flying is due back', () => {
  const fleet = ['1', '2'].map((id) => ({ ...on(id).aircraft, model: { name: '172S' }, status: active }));
  const all = new Map(fleet.map(({ aircraftId }) => [aircraftId, read<never>()]));
  const out = (id: string, until: string) => slot(id, '10:00', until, { ...on(id), status: 1 });
  const index = readinessIndex(
    sources([out('1', '14:00'), out('2', '12:30')], { fleet, reminders: all, squawks: all }),
  );
  expect(modelRows(assessFleet(fleet, index, true), at)[0]).toMatchObject({ available: 0, nextBack: '1230L' });
});

function drawn(
  id: string,
  group: string,
  until: string,
  tip = [`N${id}: ${group === 'available' ? 'can go' : group}`, until].filter(Boolean).join(' '),
) {
  return { id, link: `/fleet/${id}`, tail: `N${id}`, group, tip, step: 0, until };
}

test('in a large fleet only available aircraft are listed, and the rest are counted', () => {
  const fleet = Array.from({ length: 61 }, (_, index) => ({
    aircraftId: `${index}`,
    tailNumber: `N${index}`,
    model: { name: '172S' },
    status: active,
  }));
  const all = new Map(fleet.map(({ aircraftId }) => [aircraftId, read<never>()]));
  const out = slot('out', '10:00', '14:00', { ...on('3'), status: 1 });
  const index = readinessIndex(sources([out], { fleet, reminders: all, squawks: all }));
  const [row] = modelRows(assessFleet(fleet, index, true), at);
  expect([row?.available, row?.rest, row?.aircraft.length]).toEqual([60, '1 flying', 60]);
});

describe('instructors on the overview', () => {
  const staff = ['Kim Lee', 'Ana Ruiz', 'Bo Diaz', 'Cy Mann', 'Di Old'].map((name) => ({
    ...person(name),
    userId: name,
    instructorStatus: name === 'Di Old' ? { id: 0, name: 'inactive' } : active,
  }));
  const reservations = [
    slot('now', '10:00', '12:00', { pilots: [person('Sam Garcia')], instructor: person('Kim Lee'), status: 1 }),
    slot('next', '14:00', '15:00', { ...on('2'), pilots: [person('Ana Cruz')], instructor: person('Ana Ruiz') }),
    slot('off', '08:00', '17:00', { type: 10, instructor: person('Bo Diaz'), aircraft: null }),
  ];

  test('are busy, free or off, with the time until when, and inactive ones are left out', () => {
    const duty = dutyOf(staff, reservations, at);
    const said = (lines: readonly { name: string; words: string }[] | undefined) =>
      lines?.map(({ name, words }) => `${name} ${words}`);
    expect(said(duty?.busy)).toEqual(['Kim Lee flight N512SP until 1200L']);
    expect(said(duty?.free)).toEqual(['Ana Ruiz until 1400L']);
    expect(duty?.idle.map(({ name }) => name)).toEqual(['Cy Mann']);
    expect(said(duty?.off)).toEqual(['Bo Diaz time off until 1700L']);
  });

  test('at another location are left out, but not those without a location', () => {
    const here = { id: 'p', name: 'Pueblo' };
    const lists = [
      { location: here, userIds: ['Kim Lee'] },
      { location: { id: 'm', name: 'Meadow Lake' }, userIds: ['Ana Ruiz'] },
    ];
    const duty = dutyOf(staff, reservations, { ...at, narrowing: narrowingTo(here, new Map()), lists });
    expect(duty?.busy.map(({ name }) => name)).toEqual(['Kim Lee']);
    expect(duty?.idle.map(({ name }) => name)).toEqual(['Cy Mann']);
  });

  test('are unknown before the reservations are read', () => {
    expect(dutyOf(staff, null, at)).toMatchObject({
      busy: [],
      free: [],
      off: [],
      count: 'Not known yet',
      none: { text: 'Not known yet', isKnown: false },
    });
  });
});

describe('the connection on the overview', () => {
  const reading = { source: 'Reservations', asOf: now, interval: 60_000, failure: null };
  test.each([
    ['fresh', reading, null],
    ['loading', { ...reading, asOf: null }, null],
    [
      'stale',
      { ...reading, asOf: now - hour },
      { words: 'No answer from the flight service; reservations as of 1005L', since: now - hour, hasData: true },
    ],
    [
      'failed',
      { ...reading, asOf: null, failure: new RequestFailure('offline').failure },
      { words: expect.any(String), since: null, hasData: false },
    ],
  ])('is reported when it should be: %s', (_, given, expected) => {
    expect(connectionTrouble([given], at)).toEqual(expected);
  });

  test('is not reported while the gateway itself does not answer', () => {
    const offline = { ...reading, asOf: null, failure: new RequestFailure('offline').failure };
    const stale = { ...reading, asOf: now - hour };
    const troubleOf = (state: 'lost' | 'in doubt', given: Reading) =>
      connectionTrouble([given], { ...situation, connection: { ...connected, state } });
    expect([troubleOf('lost', offline), troubleOf('lost', stale), troubleOf('in doubt', offline)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(troubleOf('in doubt', stale)).not.toBeNull();
  });
});

describe('matters in groups', () => {
  const matter = (
    kind: Parameters<typeof matterOf>[0]['kind'],
    subject: string,
    rank: number,
    found: Parameters<typeof matterOf>[0]['evidence'] = [],
  ) =>
    matterOf({
      about: `${kind} ${subject} ${rank}`,
      kind,
      subject,
      words: '',
      evidence: found,
      since: null,
      at: null,
      rank,
      of: null,
      link: '/',
      behind: [],
    });

  test('are grouped by kind, most serious group first, each with its count and subjects', () => {
    const items = [
      matter('stop', 'N1', 90),
      matter('conflict', 'N2', 80),
      ...['N3', 'N4', 'N3', 'N5', 'N6'].map((tail, index) => matter('stop', tail, 70 - index)),
      matter('limit near', 'N7', 10),
    ];
    const groups = attentionGroups(items);
    expect(
      groups.map(({ kind, items: ownItems, subjects, isInSight }) => [kind, ownItems.length, subjects, isInSight]),
    ).toEqual([
      ['stop', 6, 'N1, N3, N4 +2', true],
      ['conflict', 1, 'N2', true],
      ['limit near', 1, 'N7', true],
    ]);
    expect(groups[0]?.gravest).toBe(items[0]);
    expect(groups.flatMap(({ items: ownItems }) => ownItems)).toHaveLength(items.length);
    expect(attentionGroups([])).toEqual([]);
  });

  test('that are red stand above those that are amber, though an amber one matters sooner', () => {
    const items = [
      matter('stop', 'N1', 90, [evidence('reservation', 'r1', 'stop')]),
      matter('instructor hours', 'Kim Lee', 46, [evidence('person', 'k', 'over hours')]),
      matter('grounding squawk', 'N2', 30, [evidence('squawk', 'q', 'grounds')]),
    ];
    expect(attentionGroups(items).map(({ kind }) => kind)).toEqual(['stop', 'grounding squawk', 'instructor hours']);
  });

  test('always open the most serious group, and later groups while they are short', () => {
    const many = (kind: Parameters<typeof matter>[0], count: number) =>
      Array.from({ length: count }, (_, index) => matter(kind, `N${index}`, 50));
    const inSight = (...items: ReturnType<typeof matter>[]) => attentionGroups(items).map(({ isInSight }) => isInSight);
    expect(inSight(...many('stop', 30), ...many('conflict', 1))).toEqual([true, false]);
    expect(inSight(...many('stop', 4), ...many('conflict', 6), ...many('checkout', 1))).toEqual([true, true, false]);
    // A group that does not fit keeps later groups from opening before it.
    expect(inSight(...many('stop', 4), ...many('conflict', 9), ...many('checkout', 1))).toEqual([true, false, false]);
  });

  test('neither move nor fold when one of them is put off', () => {
    const many = (kind: Parameters<typeof matter>[0], count: number) =>
      Array.from({ length: count }, (_, index) => matter(kind, `N${index}`, 50));
    const items = [...many('stop', 2), ...many('conflict', 9), ...many('checkout', 6)];
    const layout = (putOff: readonly number[]) =>
      attentionGroups(items, 10, new Set(putOff.map((index) => items[index]!))).map(({ kind, isInSight }) => [
        kind,
        isInSight,
      ]);
    expect(layout([])).toEqual([
      ['stop', true],
      ['conflict', false],
      ['checkout', false],
    ]);
    expect(layout([0, 2])).toEqual(layout([]));
    // A kind of which all are put off leaves, and the others stay as they are.
    expect(layout([0, 1])).toEqual(layout([]).slice(1));
  });
});
