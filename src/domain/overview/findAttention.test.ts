import { describe, expect, test } from 'vitest';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { dateLimit, hoursLeft, item } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { limitsOf } from '#domain/maintenance/limits.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { attentionOf, limitsAhead } from './findAttention.ts';
import { attention, brief, crew, people, squawk } from '#e2e/fixtures/samples/sampleAttention.ts';

describe('a flight of tomorrow that lasts until the day after', () => {
  const trip = slot('trip', '13T17:00', '14T20:00');
  const [clash, apart] = [slot('clash', '14T08:00', '14T10:00'), slot('apart', '14T21:00', '14T22:00')];
  const conflicts = (reservations: readonly TimedReservation[] | null) =>
    attention([trip], people, { reservations }).filter(({ kind }) => kind === 'conflict');

  test('clashes with reservations of that day', () => {
    expect(conflicts([trip, clash, apart]).map(({ evidence: [, ...both] }) => both.map(({ id }) => id))).toEqual([
      ['clash', 'trip'],
    ]);
    expect(conflicts([trip, apart])).toEqual([]);
    expect(conflicts(null)).toEqual([]);
  });

  test('is listed without clashes between two later reservations', () => {
    const other = slot('other', '14T09:00', '14T09:30');
    expect(conflicts([trip, clash, other])).toHaveLength(2);
  });
});

const withLimits = (given: ReturnType<typeof sources>) =>
  attentionOf({
    index: readinessIndex(given),
    limits: limitsAhead(given, given.schedule),
    reservations: null,
    connection: null,
  });

describe('near limits', () => {
  const nearOf = (items: readonly DueItem[], reservations: readonly TimedReservation[]) => {
    const given = sources(reservations, { ...people, reminders: new Map([['a1', read(...items)]]) });
    return withLimits(given).filter(({ kind }) => kind === 'limit near');
  };

  test('are within seven days and without a shop visit', () => {
    const due = item({ dateOptions: dateLimit('2026-05-15') });
    const far = item({ maintenanceReminderId: 'far', dateOptions: dateLimit('2026-06-15') });
    expect(brief(nearOf([due, far], []))).toEqual([
      ['limit near', 'N512SP', '100-hour: limit Fri 15 May; no shop visit before it'],
    ]);
    expect(nearOf([due, far], [slot('visit', '14T08:00', '14T17:00', { type: 1 })])).toEqual([]);
  });

  test('say why a booked shop visit does not help', () => {
    const due = item({ dateOptions: dateLimit('2026-05-15') });
    const words = (...reservations: readonly TimedReservation[]) => nearOf([due], reservations)[0]?.words;
    const late = slot('late', '18T08:00', '18T17:00', { type: 1 });
    expect(words(late)).toBe('100-hour: limit Fri 15 May; shop visit Mon 18 May 0800L comes after it');
    const short = slot('short', '14T08:00', '14T09:00', { type: 1 });
    expect(words(short, late)).toBe('100-hour: limit Fri 15 May; shop visit Thu 14 May 0800L, no work named');
    expect(words(slot('radio', '14T08:00', '14T17:00', { type: 1, displayName: 'Radio swap' }))).toBe(
      '100-hour: limit Fri 15 May; shop visit Thu 14 May 0800L (Radio swap)',
    );
    expect(words(slot('named', '14T08:00', '14T09:00', { type: 1, displayName: '100-hour' }))).toBeUndefined();
    const directive = item({ name: 'AD fuel selector every 50 h', dateOptions: dateLimit('2026-05-15') });
    const oil = slot('oil', '14T08:00', '14T17:00', { type: 1, displayName: 'Oil change 50 h' });
    expect(nearOf([directive], [oil])[0]?.words).toBe(
      'AD fuel selector every 50 h: limit Fri 15 May; shop visit Thu 14 May 0800L (Oil change 50 h)',
    );
  });

  test('marks a forecast with its assumption', () => {
    const due = item({ timeOptions: hoursLeft(2) });
    const flights = [slot('first', '14T08:00', '14T10:00', crew), slot('second', '14T12:00', '14T15:00', crew)];
    const [found] = nearOf([due], flights);
    expect(found?.words).toBe(
      '100-hour: likely crosses its limit about Thu 14 May 1253L, 2.0 h left, if flown as booked; no shop visit before it',
    );
    expect(found?.evidence.map(({ says }) => says)).toEqual(['forecast']);
  });
});

describe('a limit for which the check stops flights', () => {
  test('gives a matter in the check’s words, separate from limits that are only near', () => {
    const due = item({ dateOptions: dateLimit('2026-05-12') });
    const oil = item({ maintenanceReminderId: 'oil', name: 'Oil', dateOptions: dateLimit('2026-05-16') });
    const reminders = new Map([['a1', read(due, oil)]]);
    const limits = new Map([['a1', limitsOf([due, oil], null)]]);
    const flights = [slot('before', '14:00', '15:00', crew), slot('after', '13T09:00', '13T10:00', crew)];
    expect(attention(flights, { ...people, reminders }, { limits })).toMatchObject([
      {
        key: 'stop a1',
        kind: 'stop',
        words: '100-hour: limit Tue 12 May',
        at: onTheDay('13T09:00'),
        rank: 49,
        behind: [{ key: 'after', words: 'tomorrow 0900L Garcia / Lee' }],
      },
      { key: 'limit a1', kind: 'limit near', words: 'Oil: limit Sat 16 May; no shop visit before it', behind: [] },
    ]);
  });

  test('is said once for each reminder, of the first flight that it stops', () => {
    const items = [
      item({ timeOptions: hoursLeft(0.5) }),
      item({ maintenanceReminderId: 'oil', name: 'Oil', timeOptions: hoursLeft(1.2) }),
    ];
    const flights = [
      slot('first', '12:00', '14:00', crew),
      slot('second', '15:00', '18:00', crew),
      slot('third', '19:00', '21:00', crew),
    ];
    const given = sources(flights, { ...people, reminders: new Map([['a1', read(...items)]]) });
    const [stop] = withLimits(given);
    expect(stop?.words).toBe(
      '100-hour: reaches its limit by 1300L, 1 h 00 into the flight, 0.5 h left; Oil: reaches its limit by 1724L, 2 h 24 into the flight, 1.2 h left',
    );
    expect(stop?.behind.map(({ key }) => key)).toEqual(['first', 'second', 'third']);
  });

  test('does not name a reminder whose name only starts the same', () => {
    const filter = item({ maintenanceReminderId: 'filter', name: 'Oil filter', dateOptions: dateLimit('2026-05-12') });
    const oil = item({ maintenanceReminderId: 'oil', name: 'Oil', timeOptions: hoursLeft(0.5) });
    const reminders = new Map([['a1', read(filter, oil)]]);
    const given = sources([slot('next', '13T09:00', '13T10:00', crew)], { ...people, reminders });
    const items = withLimits(given);
    expect(items.map(({ kind, evidence }) => [kind, ...evidence.map(({ id }) => id)])).toEqual([
      ['stop', 'a1', 'filter', 'next'],
      ['limit near', 'oil'],
    ]);
  });

  test('is the crossed 100-hour, not the VOR check due on Friday', () => {
    const reminders = new Map([
      [
        'a1',
        read(
          item({ timeOptions: hoursLeft(0.5) }),
          item({ maintenanceReminderId: 'vor', name: 'VOR check', dateOptions: dateLimit('2026-05-15') }),
        ),
      ],
    ]);
    const reservations = [slot('out', '07:00', '11:30', { ...crew, status: 1 }), slot('next', '12:00', '13:00', crew)];
    const given = sources(reservations, { ...people, reminders });
    const items = withLimits(given);
    const check = dispatchCheckOf({ key: 'next' }, readinessIndex(given))?.lines[0];
    expect(check).toMatchObject({
      level: 'stop',
      words: '100-hour: crossed its limit by about 0800L, 0.5 h left on the meter',
    });
    expect(brief(items)).toEqual([
      ['grounded, booked', 'N512SP', `${check?.words}; out now`],
      ['limit near', 'N512SP', 'VOR check: limit Fri 15 May, IFR only; no shop visit before it'],
    ]);
    expect(items.map(({ evidence }) => evidence.map(({ record, id, says }) => [record, id, says]))).toEqual([
      [
        ['reminder', 'r1', 'expired'],
        ['reservation', 'next', 'flight'],
        ['reservation', 'out', 'out'],
      ],
      [['reminder', 'vor', 'limit']],
    ]);
  });
});

describe('an aircraft with unread records', () => {
  const soon = slot('soon', '12:10', '13:00', crew);
  const unread = { items: null, hasFailed: false, skipped: 0, asOf: null };

  test('appears if it leaves within two hours, with the flight and what is unread', () => {
    const reminders = new Map([['a1', unread]]);
    const later = slot('later', '16:00', '17:00', crew);
    expect(attention([soon, later], { ...people, reminders })).toMatchObject([
      {
        kind: 'not known',
        subject: 'N512SP',
        words: 'Reminders not loaded yet, 1210L Garcia / Lee',
        rank: 41,
        behind: [],
      },
    ]);
    expect(attention([later], { ...people, reminders })).toEqual([]);
    const squawks = new Map([['a1', { ...unread, hasFailed: true }]]);
    expect(attention([soon], { ...people, reminders, squawks })[0]?.words).toBe(
      'Reminders not loaded yet; Squawks could not be loaded, 1210L Garcia / Lee',
    );
    expect(attention([soon], { ...people, fleet: [] })[0]?.words).toBe('Not in the aircraft list, 1210L Garcia / Lee');
  });

  test('appears too if a squawk does not tell whether it grounds', () => {
    const squawks = new Map([['a1', read(squawk({ description: 'Brake', squawkId: 'q', groundAircraft: '?' }))]]);
    expect(attention([soon], { ...people, squawks })).toMatchObject([
      {
        kind: 'not known',
        words: 'Squawk: Brake, not known whether it grounds, 1210L Garcia / Lee',
        evidence: [
          { record: 'reservation', says: 'flight' },
          { record: 'squawk', id: 'q', says: 'not known' },
        ],
      },
    ]);
  });

  test('appears too if it is not known what is left on a reminder', () => {
    const reminders = new Map([['a1', read(item({ name: 'Annual', dateOptions: dateLimit('05/10/2026') }))]]);
    expect(attention([soon], { ...people, reminders })).toMatchObject([
      { kind: 'not known', words: 'Annual: 05/10/2026 could not be read, 1210L Garcia / Lee' },
    ]);
  });

  test('appears once, below every known finding', () => {
    const reminders = new Map([['a1', unread]]);
    const squawks = new Map([['a1', read(squawk({ groundAircraft: true }))]]);
    expect(attention([soon], { ...people, reminders, squawks }).map(({ kind }) => kind)).toEqual(['grounding squawk']);
    const users = people.users.map((user) => ({ ...user, status: { id: 0, name: 'inactive' } }));
    const tomorrow = slot('tomorrow', '13T09:00', '13T10:00', crew);
    const kinds = attention([soon, tomorrow], { ...people, users, reminders }).map(({ kind }) => kind);
    expect(kinds).toEqual(['stop', 'stop', 'not known']);
  });
});
