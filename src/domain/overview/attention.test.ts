import { describe, expect, test } from 'vitest';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraft, clock, dateLimit, hour, item, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { read, sampleSchool } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { attentionOf } from './findAttention.ts';
import { attention, brief, crew, people, squawk } from '#e2e/fixtures/samples/sampleAttention.ts';

const on = (aircraftId: string) => ({ aircraft: { aircraftId, tailNumber: `N${aircraftId}` } });

describe('what needs attention', () => {
  test('is empty if there are no findings', () => {
    expect(attention([slot('later', '14:00', '15:30', crew)], people)).toEqual([]);
    expect(attention([])).toEqual([]);
  });

  test('includes an aircraft that is not back, with the reservations waiting for it', () => {
    const items = attention(
      [
        slot('late', '08:00', '10:30', { ...crew, status: 1 }),
        slot('next', '11:00', '12:30', { pilots: [person('Ana Cruz')], instructor: person('Ana Ruiz') }),
      ],
      people,
    );
    expect(items).toMatchObject([
      {
        key: 'not back late',
        kind: 'not back',
        subject: 'N512SP',
        words: 'not back +0:35, due 1030L, Garcia / Lee',
        since: onTheDay('10:30'),
        rank: 98,
        link: '/reservations?date=2026-05-12&reservation=late',
        behind: [{ key: 'next', words: '1100L N512SP Cruz / Ruiz: same aircraft, +0:20 at the earliest' }],
      },
    ]);
  });

  test.each([
    ['11:00', undefined],
    ['10:50', 72],
    ['10:35', 98],
    ['10:05', 99],
  ])('is ranked by its attention step: due back at %s is %s', (end, rank) => {
    expect(attention([slot('late', '08:00', end, { ...crew, status: 1 })], people)[0]?.rank).toBe(rank);
  });

  test('starts with an aircraft that is half an hour late', () => {
    const connection = { words: 'no answer', since: null, hasData: false };
    const squawks = new Map([['a2', read(squawk({ groundAircraft: true }))]]);
    const fleet = [aircraft(), aircraft({ aircraftId: 'a2' })];
    const reservations = [
      slot('late', '08:00', '10:30', { ...crew, status: 1 }),
      slot('out', '10:00', '13:00', { ...on('a2'), status: 1 }),
    ];
    const kinds = attention(reservations, { fleet, squawks }, { connection }).map(({ kind }) => kind);
    expect(kinds).toEqual(['not back', 'connection', 'grounding squawk']);
  });

  test('leaves out a simulator that is not checked in', () => {
    const late = (isSimulator: boolean) =>
      slot('late', '08:00', '09:00', { ...crew, status: 1, aircraft: { aircraftId: 'a1', isSimulator } });
    expect(attention([late(false)], people).map(({ kind }) => kind)).toEqual(['not back']);
    expect(attention([late(true)], people)).toEqual([]);
    expect(attention([late(false)], { ...people, fleet: [aircraft({ isSimulator: true })] })).toEqual([]);
  });
});

describe('grounded aircraft in the attention list', () => {
  test('leave out an inactive aircraft with a grounding squawk unless it is booked: it is inactive first', () => {
    const fleet = [aircraft({ status: { id: 0, name: 'inactive' } })];
    const squawks = new Map([['a1', read(squawk({ groundAircraft: true }))]]);
    expect(attention([], { fleet, squawks })).toEqual([]);
    const kinds = attention([slot('later', '14:00', '15:30', crew)], { ...people, fleet, squawks }).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(['grounded, booked']);
  });

  test('are one matter each for a grounding squawk, with the flights of today and tomorrow under it', () => {
    const squawks = new Map([['a1', read(squawk({ groundAircraft: true, created: '2026-05-12T09:00:00' }))]]);
    const flights = [slot('today', '14:00', '15:00', crew), slot('tomorrow', '13T08:00', '13T09:00', crew)];
    expect(attention(flights, { ...people, squawks })).toMatchObject([
      {
        kind: 'grounding squawk',
        subject: 'N512SP',
        words: 'Squawk: Left brake soft',
        since: onTheDay('09:00'),
        at: onTheDay('14:00'),
        rank: 74,
        behind: [
          { key: 'today', words: '1400L Garcia / Lee' },
          { key: 'tomorrow', words: 'tomorrow 0800L Garcia / Lee' },
        ],
      },
    ]);
    expect(attention([], { squawks })).toMatchObject([{ kind: 'grounding squawk', rank: 30, behind: [] }]);
  });

  test('count an Expired reminder only if the aircraft is booked', () => {
    const reminders = new Map([['a1', read(item({ status: status(3), dateOptions: dateLimit('2026-05-10', 3) }))]]);
    expect(attention([], { ...people, reminders })).toEqual([]);
    expect(brief(attention([slot('soon', '12:00', '13:00', crew)], { ...people, reminders }))).toEqual([
      ['grounded, booked', 'N512SP', '100-hour expired Sun 10 May'],
    ]);
  });
});

describe('flights of today and tomorrow in the attention list', () => {
  test('are one matter for two at the same time, without a separate stop', () => {
    const clash = attention(
      [
        slot('one', '14:00', '15:30', crew),
        slot('two', '15:00', '16:00', { pilots: [person('Ana Cruz')], instructor: person('Ana Ruiz') }),
      ],
      people,
    );
    expect(clash.map(({ kind, rank, at }) => [kind, rank, at])).toEqual([['conflict', 70, onTheDay('15:00')]]);
    expect(clash[0]?.words).toContain('N512SP is also booked 1400L–1530L by Garcia / Lee');
  });

  test('rank higher for another stop as the flight comes nearer', () => {
    const users = people.users.map((user) => ({ ...user, status: { id: 0, name: 'inactive' } }));
    const at = (start: string, end: string) => slot(start, start, end, { ...crew, instructor: null });
    const items = attention([at('12:00', '12:30'), at('16:00', '16:30'), at('13T09:00', '13T10:00')], {
      ...people,
      users,
    });
    expect(items.map(({ kind, rank }) => [kind, rank])).toEqual([
      ['stop', 80],
      ['stop', 70],
      ['stop', 50],
    ]);
    expect(items[0]?.words).toBe('1200L Garcia: Sam Garcia is inactive');
  });

  test('do not include later flights', () => {
    const users = people.users.map((user) => ({ ...user, status: { id: 0, name: 'inactive' } }));
    expect(attention([slot('later', '14T09:00', '14T10:00', crew)], { ...people, users })).toEqual([]);
  });
});

describe('instructors in the attention list', () => {
  test('appear once for too many hours, with the worst 24 hours', () => {
    const lessons = ['08:00', '11:00', '14:00', '17:00'].map((start) =>
      slot(start, start, `${Number(start.slice(0, 2)) + 2}:30`, {
        ...crew,
        ...on(start),
        status: start < '11' ? 2 : 0,
      }),
    );
    expect(brief(attention(lessons, { ...people, fleet: null }))).toEqual([
      [
        'instructor hours',
        'Kim Lee',
        '10.0 h of flight instruction booked in the 24 h to 1930L (14 CFR 61.195(a): 8 h)',
      ],
    ]);
  });
});

test('a flight stopped because of an aircraft a few minutes late comes before the late one', () => {
  const late = slot('late', '09:00', '11:00', { ...crew, status: 1 });
  const next = slot('next', '11:00', '12:00', { instructor: crew.instructor, pilots: [person('Bo Diaz')] });
  expect(attention([late, next], people).map(({ key }) => key)).toEqual(['flight next']);
});

describe("an instructor's past hours", () => {
  test('are replaced by windows that are still partly ahead', () => {
    // It is 1105L: the 24 hours that ended at 0900L hold as much as those that end with the lesson under way.
    const lessons = [
      slot('long', '11T09:00', '11T15:00', { ...crew, status: 2 }),
      slot('late', '11T16:00', '11T18:00', { ...crew, status: 2 }),
      slot('first', '06:30', '08:30', { ...crew, status: 2 }),
      slot('now', '08:30', '11:10', { ...crew, status: 1 }),
    ];
    const over = attention(lessons, people).find(({ kind }) => kind === 'instructor hours');
    expect(over?.words).toMatch(/^10\.5 h .* to 1110L /);
  });

  test('are left out if only time off is still ahead', () => {
    const lessons = ['11T13:00', '11T16:00', '11T19:00'].map((start) =>
      slot(start, start, `11T${Number(start.slice(3, 5)) + 3}:00`, { ...crew, status: 2 }),
    );
    const off = slot('off', '12:00', '20:00', { type: 10, instructor: crew.instructor });
    expect(attention([...lessons, off], people)).toEqual([]);
    const lesson = slot('next', '12:00', '13:00', crew);
    expect(attention([...lessons, lesson], people).map(({ kind }) => kind)).toEqual(['instructor hours']);
  });
});

describe('the connection and deleted aircraft in the attention list', () => {
  test('rank the connection above a slightly late aircraft if there is no data', () => {
    const connection = { words: 'no answer', since: now - hour, hasData: false };
    const late = slot('late', '08:00', '10:50', { ...crew, status: 1 });
    expect(attention([late], people, { connection }).map(({ kind }) => kind)).toEqual(['connection', 'not back']);
    expect(attention([late], people, { connection: { ...connection, hasData: true } }).map(({ kind }) => kind)).toEqual(
      ['not back', 'connection'],
    );
  });

  test('leave out a deleted aircraft', () => {
    const fleet = [aircraft({ status: { id: 2, name: 'deleted' } })];
    const squawks = new Map([['a1', read(squawk({ groundAircraft: true }))]]);
    expect(attention([], { fleet, squawks })).toEqual([]);
  });
});

test('every flight of today or tomorrow with a “stop” from the check is included', () => {
  const index = readinessIndex(sampleSchool(30, 2_000));
  const items = attentionOf({ index, limits: null, reservations: null, connection: null });
  const links = new Set(items.flatMap(({ link, behind }) => [link, ...behind.map((one) => one.link)]));
  const end = onTheDay('14T00:00');
  const stops = index.reservations.all
    .map(({ reservation }) => reservation)
    .filter((reservation) => reservation.start > now && reservation.start < end)
    .filter((reservation) => dispatchCheckOf(reservation, index)?.level === 'stop')
    .map((reservation) => reservationLink(reservation, zone.name));
  expect(stops.length).toBeGreaterThan(20);
  expect(stops.filter((link) => !links.has(link))).toEqual([]);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
});

test('times are by the clock shown', () => {
  const zulu = { ...clock, mode: 'Z' as const };
  const items = attention([slot('late', '08:00', '10:30', { ...crew, status: 1 })], { ...people, clock: zulu });
  expect(items[0]?.words).toBe('not back +0:35, due 1630Z, Garcia / Lee');
});
