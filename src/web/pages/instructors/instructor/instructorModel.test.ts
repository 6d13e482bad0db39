import { describe, expect, test } from 'vitest';
import { allRead, oldRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import type { Page } from '#contract/answers.ts';
import { clock, hour, lesson, lessonAt, me, now, student, zone } from '#e2e/fixtures/samples/sampleDuties.ts';
import type { Reservation, ReservationRecord } from '#domain/reservations/reservations.ts';
import type { Clock } from '#domain/time/clock.ts';
import { daySpan, type Span, wallText } from '#domain/time/time.ts';
import type { ReservationWindow } from '#web/data/replica.ts';
import { personOf, weekModel, weekSpan } from './instructorModel.ts';

/** It is Tuesday 12 May 2026, 1105L in Denver. */
const today = '2026-05-12';

const windowOf = (reservations: readonly Reservation[], missing: readonly Span[] = []): ReservationWindow => ({
  reservations,
  untimed: [],
  setAside: [],
  unread: [],
  shortfall: null,
  missing,
  lack: null,
});
/** A lesson of mine that begins at an instant, hours long. */
const from = (start: string, hours: number, given: Partial<ReservationRecord> = {}) =>
  lessonAt(Date.parse(start), Date.parse(start) + hours * hour, given);
const weekOf = (
  reservations: readonly Reservation[] | null,
  date = today,
  missing: readonly Span[] = [],
  known = allRead,
) => weekModel(reservations === null ? undefined : windowOf(reservations, missing), me, date, { now, clock, known });
const drawn = (week: ReturnType<typeof weekOf>) =>
  week.days.map(({ hours }) =>
    [hours.start, hours.end].map((instant) => wallText(instant, zone.name).slice(11, 16)).join('–'),
  );

describe('an instructor’s week', () => {
  test('runs from Monday to Sunday and also reads the day before', () => {
    const week = weekOf([]);
    expect(week.title).toBe('Week of Mon 11 May');
    expect(week.days.map(({ date }) => date)).toEqual(Array.from({ length: 7 }, (_, index) => `2026-05-${11 + index}`));
    expect(weekSpan(today, zone.name)).toEqual(daySpan('2026-05-10', zone.name, 8));
    expect(weekSpan('2026-05-17', zone.name)).toEqual(daySpan('2026-05-10', zone.name, 8));
  });

  test('shows each day’s reservations on the same wall-clock hours', () => {
    // 0730L to 0930L on Monday, 1900L to 2115L on Thursday.
    const week = weekOf([from('2026-05-11T13:30:00Z', 2), from('2026-05-15T01:00:00Z', 2.25)]);
    expect(week.days.map(({ lines }) => lines.length)).toEqual([1, 0, 0, 1, 0, 0, 0]);
    expect(week.days.map(({ times }) => times)).toEqual([
      '0730L–0930L',
      'no duty',
      'no duty',
      '1900L–2115L',
      'no duty',
      'no duty',
      'no duty',
    ]);
    expect(week.booked).toBe('4.3 h booked');
    expect(new Set(drawn(week))).toEqual(new Set(['06:00–22:00']));
    expect(week.hours).toEqual(week.days[0]?.hours);
  });

  test('keeps wall-clock hours across a clock change', () => {
    // Saturday 0800L before; Sunday 0800L would be an hour off if hours were counted from midnight.
    const week = weekOf([from('2026-03-07T15:00:00Z', 2), from('2026-03-08T14:00:00Z', 2)], '2026-03-04');
    expect(new Set(drawn(week))).toEqual(new Set(['06:00–22:00']));
  });

  test('shows whole days when nothing is booked or a reservation runs past midnight', () => {
    expect(new Set(drawn(weekOf([])))).toEqual(new Set(['00:00–00:00']));
    expect(new Set(drawn(weekOf([from('2026-05-13T04:00:00Z', 4)])))).toEqual(new Set(['00:00–00:00']));
  });

  test('shows the days that have an advisory', () => {
    // Five hours on Sunday evening before the week, five on Monday morning.
    const week = weekOf([from('2026-05-11T00:00:00Z', 5), from('2026-05-11T13:00:00Z', 5)]);
    expect(week.days.map(({ advisory }) => advisory?.text ?? null)).toEqual([
      '10.0 h instruction by 1200L (limit 8)',
      ...Array.from({ length: 6 }, () => null),
    ]);
  });

  test('leaves out the reservations of others', () => {
    const other = from('2026-05-12T15:00:00Z', 2, { instructor: { userId: 'other' }, pilots: [] });
    expect(weekOf([other, from('2026-05-12T18:00:00Z', 1)]).day.lines.map(({ times }) => times)).toEqual([
      '1200L–1300L',
    ]);
  });
});

describe('a new date, before its answer arrives', () => {
  const nothing = { duties: [], lines: [], count: null, times: 'Not known yet', booked: '', advisory: null };

  test('shows neither an empty day nor another day’s reservations', () => {
    const week = weekOf(null, '2026-06-16');
    expect(week.day).toMatchObject({ ...nothing, title: 'Tue 16 Jun' });
    expect(week.day.empty).toMatchObject({ text: 'Not known yet', isKnown: false });
    expect(week.booked).toBe('Not known yet');
    for (const day of week.days) expect(day).toMatchObject(nothing);
    expect(JSON.stringify(week)).not.toMatch(/no duty|0\.0 h|No reservations|0 reservations/);
  });

  test('leaves the unread days of a week unknown', () => {
    const thursdayOn = { start: daySpan('2026-05-14', zone.name).start, end: daySpan('2026-05-18', zone.name).start };
    const week = weekOf([from('2026-05-12T15:00:00Z', 2)], '2026-05-14', [thursdayOn]);
    const unread = ['Not known yet', 'Not known yet', 'Not known yet', 'Not known yet'];
    expect(week.days.map(({ times }) => times)).toEqual(['no duty', '0900L–1100L', 'no duty', ...unread]);
    expect(weekOf([], today, [], oldRead).day.empty?.text).toBe('Not known since yesterday 1105L.');
    expect(week.day).toMatchObject(nothing);
    expect(week.booked).toBe('2.0 h booked so far');
    expect(week.notes).toEqual(['Some reservations of these days have not loaded yet.']);
    expect(weekOf([], '2026-05-13', [thursdayOn]).day).toMatchObject({
      times: 'no duty',
      count: '0 reservations',
      empty: { text: 'No reservations on this day.' },
    });
  });
});

describe('an instructor’s day', () => {
  test('describes each reservation', () => {
    const { day } = weekOf([lesson()].map((reservation) => ({ ...reservation })));
    expect(day).toMatchObject({ count: '1 reservation', times: '0900L–1100L', booked: '2.0 h', empty: null });
    expect(day.lines).toEqual([
      {
        key: 'r1',
        kind: 'flight',
        times: '0900L–1100L',
        title: 'Garcia',
        aircraft: { link: '/fleet/a1', tail: 'N512SP', isSimulator: false },
        activity: 'Dual Flight Training',
        status: 'Reserved',
        isPast: true,
      },
    ]);
  });

  test.each([
    ['a lesson by its student', {}, 'Garcia'],
    ['a lesson with two students by both', { pilots: [{ lastName: 'Garcia' }, { firstName: 'Kim' }] }, 'Garcia, Kim'],
    ['a lesson without students by its name', { pilots: [], displayName: 'Stage check' }, 'Stage check'],
    ['a lesson without a name by its type', { pilots: [] }, 'Standard Reservation'],
    [
      'a class by its name',
      { reservationType: { displayTypeId: 2, name: 'Class' }, displayName: 'Private ground' },
      'Private ground',
    ],
    ['a nameless meeting by its type', { reservationType: { displayTypeId: 3, name: 'Meeting' } }, 'Meeting'],
    ['time off by its name', { reservationType: { displayTypeId: 10 }, displayName: 'Vacation' }, 'Vacation'],
    ['time off without a name by its type', { reservationType: { displayTypeId: 10 } }, 'time off'],
  ])('names %s', (_words, given, title) => {
    expect(weekOf([lesson(given)]).day.lines.map((line) => line.title)).toEqual([title]);
  });

  test('has no aircraft when none is booked, and keeps one without a tail number', () => {
    const aircraftOf = (given: Partial<ReservationRecord>) => weekOf([lesson(given)]).day.lines[0]?.aircraft;
    expect(aircraftOf({ aircraft: null })).toBeNull();
    expect(aircraftOf({ aircraft: { aircraftId: 'a2', isSimulator: true } })).toEqual({
      link: '/fleet/a2',
      tail: null,
      isSimulator: true,
    });
  });

  test('tells past reservations from the rest', () => {
    const week = weekOf([from('2026-05-12T15:00:00Z', 2), from('2026-05-12T17:00:00Z', 1)]);
    expect(week.day.lines.map(({ isPast }) => isPast)).toEqual([true, false]);
  });

  test('gives an advisory with its reason and the flights that count, without simulator or ground time', () => {
    const week = weekOf([
      from('2026-05-12T12:00:00Z', 5),
      from('2026-05-12T17:00:00Z', 1, { aircraft: { aircraftId: 's1', isSimulator: true } }),
      from('2026-05-12T18:00:00Z', 4, { activityType: null }),
      from('2026-05-12T22:00:00Z', 1, { aircraft: null }),
    ]);
    expect(week.day.count).toBe('4 reservations');
    expect(week.day.advisory?.reason).toBe(
      '9.0 h of flight instruction booked in the 24 h to Tue 12 May 1600L; 14 CFR 61.195(a) allows 8 h. Booked, not flown.',
    );
    expect(week.day.advisory?.evidence.map(({ text }) => text)).toEqual([
      '0600L–1100L N512SP Dual Flight Training',
      '1200L–1600L N512SP Standard Reservation',
    ]);
  });

  test('does not show phone numbers', () => {
    expect(JSON.stringify(weekOf([lesson()]).day.lines)).not.toContain('555');
  });
});

describe('the advisory of a day', () => {
  test('names the day of what an advisory counts, by the clock shown', () => {
    const records = [from('2026-05-12T03:00:00Z', 3), from('2026-05-12T19:00:00Z', 6)];
    const advisory = (mode: Clock['mode']) =>
      weekModel(windowOf(records), me, today, { now, clock: { ...clock, mode }, known: allRead }).day.advisory;
    expect([advisory('L')?.text, advisory('Z')?.text]).toEqual([
      '9.0 h instruction by 1900L (limit 8)',
      '9.0 h instruction by Wed 13 May 0100Z (limit 8)',
    ]);
    expect(advisory('L')?.evidence.map(({ text }) => text.split(' N')[0])).toEqual([
      'Mon 11 May 2100L–0000L',
      '1300L–1900L',
    ]);
  });
});

describe('a person', () => {
  const listed = [{ userId: me, firstName: 'Tamika', lastName: 'Tanaka' }];
  const page = (records: readonly ReservationRecord[]): Page<ReservationRecord> => ({
    records,
    setAside: [],
    totalItems: records.length,
    offset: 0,
    limit: 1,
  });

  test('in the list has a name and a status', () => {
    expect(personOf(me, listed, undefined)).toEqual({
      instructor: listed[0],
      name: 'Tamika Tanaka',
      isAskable: true,
      isUnlisted: false,
      isUnknown: false,
    });
  });

  test('is neither unlisted nor unknown before the answers arrive', () => {
    expect(personOf(student, undefined, undefined)).toMatchObject({ isUnlisted: false, isUnknown: false, name: null });
    expect(personOf(student, listed, undefined)).toMatchObject({ isUnlisted: true, isUnknown: false, name: null });
  });

  test('not in the list takes the name from a reservation', () => {
    expect(personOf(student, listed, page([lesson().record]))).toMatchObject({
      instructor: null,
      name: 'Ana Garcia',
      isUnlisted: true,
      isUnknown: false,
    });
  });

  test('is unknown when no reservation names them', () => {
    expect(personOf(student, listed, page([]))).toMatchObject({ isUnknown: true });
    expect(personOf(student, [], page([lesson({ pilots: [] }).record]))).toMatchObject({
      isUnknown: false,
      name: null,
    });
  });

  test.each(['nobody', '../../users', '🛩 ?&#', ''])('with the id “%s” cannot be requested', (id) => {
    expect(personOf(id, listed, undefined)).toMatchObject({ isAskable: false, instructor: null });
  });
});
