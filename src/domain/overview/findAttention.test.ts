import { describe, expect, test } from 'vitest';
import { onTheDay, slot } from '#domain/calendar/sampleSchedule.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { dateLimit, hoursLeft, item } from '#domain/maintenance/sampleMaintenance.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { limitsOf } from '#domain/readiness/limits.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#domain/readiness/sampleReadiness.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { attentionOf, limitsAhead } from './findAttention.ts';
import { attention, brief, crew, people, squawk } from './sampleAttention.ts';

describe('a flight of tomorrow that lasts until the day after', () => {
  const trip = slot('trip', '13T17:00', '14T20:00');
  const [clash, apart] = [slot('clash', '14T08:00', '14T10:00'), slot('apart', '14T21:00', '14T22:00')];
  const conflicts = (bookings: readonly TimedBooking[] | null) =>
    attention([trip], people, { bookings }).filter(({ kind }) => kind === 'conflict');

  test('clashes with what is booked then', () => {
    expect(conflicts([trip, clash, apart]).map(({ evidence: [, ...both] }) => both.map(({ id }) => id))).toEqual([
      ['clash', 'trip'],
    ]);
    expect(conflicts([trip, apart])).toEqual([]);
    expect(conflicts(null)).toEqual([]);
  });

  test('and with what is booked from then on between others, which is none of today or tomorrow', () => {
    const other = slot('other', '14T09:00', '14T09:30');
    expect(conflicts([trip, clash, other])).toHaveLength(2);
  });
});

describe('limits that are near', () => {
  const nearOf = (items: readonly DueItem[], bookings: readonly TimedBooking[]) => {
    const given = sources(bookings, { ...people, reminders: new Map([['a1', read(...items)]]) });
    return attentionOf({
      index: readinessIndex(given),
      limits: limitsAhead(given, given.schedule),
      bookings: null,
      connection: null,
    }).filter(({ kind }) => kind === 'limit near');
  };

  test('a limit within seven days that has no shop visit', () => {
    const due = item({ dateOptions: dateLimit('2026-05-15') });
    const far = item({ maintenanceReminderId: 'far', dateOptions: dateLimit('2026-06-15') });
    expect(brief(nearOf([due, far], []))).toEqual([
      ['limit near', 'N512SP', '100-hour: limit Fri 15 May; no shop visit before it'],
    ]);
    expect(nearOf([due, far], [slot('visit', '14T08:00', '14T17:00', { type: 1 })])).toEqual([]);
  });

  test('says why a visit that is booked does not help', () => {
    const due = item({ dateOptions: dateLimit('2026-05-15') });
    const words = (...bookings: readonly TimedBooking[]) => nearOf([due], bookings)[0]?.words;
    const late = slot('late', '18T08:00', '18T17:00', { type: 1 });
    expect(words(late)).toBe('100-hour: limit Fri 15 May; shop visit Mon 18 May 0800L comes after it');
    const short = slot('short', '14T08:00', '14T09:00', { type: 1 });
    expect(words(short, late)).toBe('100-hour: limit Fri 15 May; shop visit Thu 14 May 0800L, purpose not known');
    expect(words(slot('radio', '14T08:00', '14T17:00', { type: 1, displayName: 'Radio swap' }))).toBe(
      '100-hour: limit Fri 15 May; shop visit Thu 14 May 0800L (Radio swap)',
    );
    expect(words(slot('named', '14T08:00', '14T09:00', { type: 1, displayName: '100-hour' }))).toBeUndefined();
  });

  test('a forecast is marked with its assumption', () => {
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
  test('flights that the check stops are a matter in its words, and a limit that is only near is another', () => {
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

  test('a 100-hour that was crossed at 0743L is why the check says stop, not a VOR check on Friday', () => {
    const reminders = new Map([
      [
        'a1',
        read(
          item({ timeOptions: hoursLeft(0.5) }),
          item({ maintenanceReminderId: 'vor', name: 'VOR check', dateOptions: dateLimit('2026-05-15') }),
        ),
      ],
    ]);
    const bookings = [slot('out', '07:00', '11:30', { ...crew, status: 1 }), slot('next', '12:00', '13:00', crew)];
    const index = readinessIndex(sources(bookings, { ...people, reminders }));
    const items = attentionOf({
      index,
      limits: limitsAhead(index.sources, index.sources.schedule),
      bookings: null,
      connection: null,
    });
    const check = dispatchCheckOf({ key: 'next' }, index)?.lines[0];
    expect(check).toMatchObject({
      level: 'stop',
      words: '100-hour: crossed its limit by about 0800L, 0.5 h left on the meter',
    });
    expect(brief(items)).toEqual([
      ['not fit, booked', 'N512SP', `${check?.words}; out now`],
      ['limit near', 'N512SP', 'VOR check: limit Fri 15 May; no shop visit before it'],
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

describe('an aircraft of which nothing has been read', () => {
  const soon = slot('soon', '12:10', '13:00', crew);
  const unread = { items: null, hasFailed: false, skipped: 0, asOf: null };

  test('is told where it leaves within two hours, with what is not read and the flight', () => {
    const reminders = new Map([['a1', unread]]);
    const later = slot('later', '16:00', '17:00', crew);
    expect(attention([soon, later], { ...people, reminders })).toMatchObject([
      {
        kind: 'not known',
        subject: 'N512SP',
        words: 'Reminders not read yet, 1210L Garcia / Lee',
        rank: 41,
        behind: [],
      },
    ]);
    expect(attention([later], { ...people, reminders })).toEqual([]);
    const squawks = new Map([['a1', { ...unread, hasFailed: true }]]);
    expect(attention([soon], { ...people, reminders, squawks })[0]?.words).toBe(
      'Reminders not read yet; Squawks could not be read, 1210L Garcia / Lee',
    );
    expect(attention([soon], { ...people, fleet: [] })[0]?.words).toBe('Not in the aircraft list, 1210L Garcia / Lee');
  });

  test('stands once, below what is known to be bad', () => {
    const reminders = new Map([['a1', unread]]);
    const squawks = new Map([['a1', read(squawk({ groundAircraft: true }))]]);
    expect(attention([soon], { ...people, reminders, squawks }).map(({ kind }) => kind)).toEqual(['grounding squawk']);
    const users = people.users.map((user) => ({ ...user, status: { id: 0, name: 'inactive' } }));
    const tomorrow = slot('tomorrow', '13T09:00', '13T10:00', crew);
    const kinds = attention([soon, tomorrow], { ...people, users, reminders }).map(({ kind }) => kind);
    expect(kinds).toEqual(['stop', 'stop', 'not known']);
  });
});
