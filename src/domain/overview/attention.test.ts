import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onTheDay, person, slot } from '#domain/calendar/sampleSchedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import {
  aircraft,
  clock,
  dateLimit,
  hour,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#domain/maintenance/sampleMaintenance.ts';
import { reservationLink } from '#domain/lists/links.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { limitsOf } from '#domain/readiness/limits.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { read, sampleSchool, sources } from '#domain/readiness/sampleReadiness.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { type AttentionItem, type Snooze, withoutSnoozed } from './attention.ts';
import { attentionOf, type AttentionSources } from './findAttention.ts';

/** It is Tuesday 12 May, 1105L. */
function attention(
  bookings: readonly TimedBooking[],
  more: Partial<ReadinessSources> = {},
  rest: Partial<AttentionSources> = {},
): AttentionItem[] {
  return attentionOf({ index: readinessIndex(sources(bookings, more)), limits: null, connection: null, ...rest });
}

const brief = (items: readonly AttentionItem[]) => items.map(({ kind, subject, words }) => [kind, subject, words]);
const crew = { pilots: [person('Sam Garcia')], instructor: person('Kim Lee') };
const active = { id: 1, name: 'active' };
const people = {
  instructors: ['Kim Lee', 'Ana Ruiz'].map((name) => ({ ...person(name), userId: name, instructorStatus: active })),
  users: ['Sam Garcia', 'Ana Cruz', 'Bo Diaz'].map((name) => ({
    ...person(name),
    status: active,
    aircraftCheckouts: [],
  })),
};
const on = (aircraftId: string) => ({ aircraft: { aircraftId, tailNumber: `N${aircraftId}` } });
const squawk = (given: object) => toSquawk({ squawkId: 's1', description: 'Left brake soft', ...given }, 0, zone);

describe('what needs attention', () => {
  test('is nothing where nothing is the matter', () => {
    expect(attention([slot('later', '14:00', '15:30', crew)], people)).toEqual([]);
    expect(attention([])).toEqual([]);
  });

  test('an aircraft that is not back, with what waits for it', () => {
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
        rank: 82,
        link: '/reservations?date=2026-05-12&reservation=late',
        behind: [{ key: 'next', words: '1100L N512SP Cruz / Ruiz: aircraft; +0:05' }],
      },
    ]);
  });

  test.each([
    ['11:00', 60],
    ['10:50', 72],
    ['10:35', 82],
    ['10:05', 92],
  ])('takes its rank from the step of attention: due back at %s is %i', (end, rank) => {
    expect(attention([slot('late', '08:00', end, { ...crew, status: 1 })], people)[0]?.rank).toBe(rank);
  });

  test('an aircraft that a squawk grounds is one item, with its flights of today and tomorrow behind it', () => {
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

  test('an Expired reminder only where the aircraft is booked', () => {
    const reminders = new Map([['a1', read(item({ status: status(3), dateOptions: dateLimit('2026-05-10', 3) }))]]);
    expect(attention([], { ...people, reminders })).toEqual([]);
    expect(brief(attention([slot('soon', '12:00', '13:00', crew)], { ...people, reminders }))).toEqual([
      ['not fit, booked', 'N512SP', '100-hour expired Sun 10 May'],
    ]);
  });
});

describe('flights of today and tomorrow', () => {
  test('two at one time are one item, and no stop beside it', () => {
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

  test('a stop of another kind, and the nearer the flight the higher', () => {
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

  test('what is further ahead than tomorrow can wait', () => {
    const users = people.users.map((user) => ({ ...user, status: { id: 0, name: 'inactive' } }));
    expect(attention([slot('later', '14T09:00', '14T10:00', crew)], { ...people, users })).toEqual([]);
  });
});

describe('beside the flights', () => {
  test('an instructor with too many hours, once, with the worst 24 hours', () => {
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
        '10.0 h of flight instruction booked in 24 h from yesterday 1930L (14 CFR 61.195(a): 8 h)',
      ],
    ]);
  });
});

describe('limits and the rest', () => {
  test('a limit within seven days that has no shop visit', () => {
    const due = item({ dateOptions: dateLimit('2026-05-15') });
    const far = item({ maintenanceReminderId: 'far', dateOptions: dateLimit('2026-06-15') });
    const visit = slot('visit', '14T08:00', '14T17:00', { type: 1 });
    const limits = (visits: readonly TimedBooking[]) => new Map([['a1', limitsOf([due, far], null, visits)]]);
    expect(brief(attention([], {}, { limits: limits([]) }))).toEqual([
      ['limit near', 'N512SP', '100-hour: limit Fri 15 May; no shop visit before it'],
    ]);
    expect(attention([], {}, { limits: limits([visit]) })).toEqual([]);
  });

  test('says why a visit that is booked does not help', () => {
    const due = item({ dateOptions: dateLimit('2026-05-15') });
    const late = { booking: slot('late', '18T08:00', '18T17:00', { type: 1 }), isFor: true, isInTime: false };
    const other = { booking: slot('other', '14T08:00', '14T17:00', { type: 1 }), isFor: false, isInTime: true };
    const words = (visits: (typeof late)[]) => {
      const limits = new Map([['a1', limitsOf([due], null).map((limit) => ({ ...limit, visits }))]]);
      return attention([], {}, { limits })[0]?.words;
    };
    expect(words([late])).toBe('100-hour: limit Fri 15 May; shop visit Mon 18 May 0800L comes after it');
    expect(words([late, other])).toBe('100-hour: limit Fri 15 May; shop visit Thu 14 May 0800L, purpose not known');
    expect(words([{ ...late, isInTime: true }])).toBeUndefined();
  });

  test('flights after a limit stand behind it, and several limits of one aircraft are one item', () => {
    const due = item({ dateOptions: dateLimit('2026-05-12') });
    const oil = item({ maintenanceReminderId: 'oil', name: 'Oil', dateOptions: dateLimit('2026-05-16') });
    const reminders = new Map([['a1', read(due, oil)]]);
    const limits = new Map([['a1', limitsOf([due, oil], null)]]);
    const flights = [slot('before', '14:00', '15:00', crew), slot('after', '13T09:00', '13T10:00', crew)];
    expect(attention(flights, { ...people, reminders }, { limits })).toMatchObject([
      {
        key: 'limit a1',
        kind: 'stop',
        words: '100-hour: limit Tue 12 May; no shop visit before it; 1 more within 7 days',
        at: onTheDay('13T09:00'),
        rank: 49,
        behind: [{ key: 'after', words: 'tomorrow 0900L Garcia / Lee' }],
      },
    ]);
  });

  test('a forecast is marked with its assumption', () => {
    const due = item({ timeOptions: hoursLeft(2) });
    const limits = new Map([
      [
        'a1',
        limitsOf([due], null).concat({
          item: due,
          basis: 'forecast',
          at: now + 30 * hour,
          atLatest: null,
          certainty: 'possible',
          visits: [],
        }),
      ],
    ]);
    expect(attention([], {}, { limits })[0]?.words).toBe(
      '100-hour: likely crosses its limit about tomorrow 1705L, 2.0 h left, if flown as booked; no shop visit before it',
    );
  });
});

describe('the connection and what is deleted', () => {
  test('the connection, above all where there is nothing to show', () => {
    const connection = { words: 'no answer', since: now - hour, hasData: false };
    const late = slot('late', '08:00', '08:30', { ...crew, status: 1 });
    expect(attention([late], people, { connection }).map(({ kind }) => kind)).toEqual(['connection', 'not back']);
    expect(attention([late], people, { connection: { ...connection, hasData: true } }).map(({ kind }) => kind)).toEqual(
      ['not back', 'connection'],
    );
  });

  test('nothing of a deleted aircraft', () => {
    const fleet = [aircraft({ status: { id: 2, name: 'deleted' } })];
    const squawks = new Map([['a1', read(squawk({ groundAircraft: true }))]]);
    expect(attention([], { fleet, squawks })).toEqual([]);
  });
});

test('no flight of today or tomorrow that the check says “stop” to is left out', () => {
  const index = readinessIndex(sampleSchool(30, 2_000));
  const items = attentionOf({ index, limits: null, connection: null });
  const told = new Set(items.flatMap(({ link, behind }) => [link, ...behind.map((one) => one.link)]));
  const end = onTheDay('14T00:00');
  const stops = index.bookings.all
    .map(({ booking }) => booking)
    .filter((booking) => booking.start > now && booking.start < end)
    .filter((booking) => dispatchCheckOf(booking, index)?.level === 'stop')
    .map((booking) => reservationLink(booking, zone.name));
  expect(stops.length).toBeGreaterThan(20);
  expect(stops.filter((link) => !told.has(link))).toEqual([]);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
});

describe('what is put off', () => {
  const late = attention([slot('late', '08:00', '10:50', { ...crew, status: 1 })], people);
  const snooze: Snooze = { key: 'not back late', until: now + hour, severity: 1, by: 'KL', at: now };

  test('is not shown until its time', () => {
    expect(withoutSnoozed(late, [snooze], now)).toEqual({ shown: [], snoozed: [{ item: late[0], snooze }] });
    expect(withoutSnoozed(late, [snooze], now + hour).shown).toEqual(late);
  });

  test('returns when it has become worse', () => {
    expect(withoutSnoozed(late, [{ ...snooze, severity: 0 }], now)).toEqual({ shown: late, snoozed: [] });
  });

  test('does not return because its flight comes nearer, but for another finding', () => {
    const reminders = (...names: readonly string[]) =>
      new Map([['a1', read(...names.map((name) => item({ name, maintenanceReminderId: name, status: status(3) })))]]);
    const flight = [slot('tomorrow', '13T09:00', '13T10:00', crew)];
    const [before] = attention(flight, { ...people, reminders: reminders('Annual') });
    const later = onTheDay('13T08:00');
    const off: Snooze = { key: 'not fit a1', until: later + hour, severity: before?.severity ?? 0, by: 'KL', at: now };
    const look = (...names: readonly string[]) =>
      withoutSnoozed(attention(flight, { ...people, reminders: reminders(...names), now: later }), [off], later);
    const [nearer] = look('Annual').snoozed;
    expect(nearer?.item.rank).toBeGreaterThan(before?.rank ?? 100);
    expect(look('Annual').shown).toEqual([]);
    expect(look('Annual', 'Oil').shown).toHaveLength(1);
  });

  test('is every item in one of the two, whatever is put off', () => {
    const one = fc.record({
      key: fc.constantFrom('not back late', 'other'),
      until: fc.integer({ min: now - hour, max: now + hour }),
      severity: fc.nat(3),
      by: fc.constant('KL'),
      at: fc.constant(now),
    });
    fc.assert(
      fc.property(fc.array(one), (snoozes) => {
        const { shown, snoozed } = withoutSnoozed(late, snoozes, now);
        expect([...shown, ...snoozed.map(({ item: put }) => put)]).toEqual(late);
      }),
    );
  });
});

test('times are those of the clock that is shown', () => {
  const zulu = { ...clock, mode: 'Z' as const };
  const items = attention([slot('late', '08:00', '10:30', { ...crew, status: 1 })], { ...people, clock: zulu });
  expect(items[0]?.words).toBe('not back +0:35, due 1630Z, Garcia / Lee');
});
