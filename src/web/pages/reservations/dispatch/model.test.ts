import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Knowledge } from '#domain/answers/known.ts';
import { allRead, noneRead, oldRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { addDays, daySpan } from '#domain/time/time.ts';
import { agendaOf, type DispatchSources, boardColumnsOf } from './model.ts';

/** It is Tuesday 12 May, 1105L. */
const sources = (
  reservations: DispatchSources['reservations'],
  given: Partial<DispatchSources> = {},
): DispatchSources => ({
  reservations,
  marks: new Map(),
  now,
  clock,
  ...given,
});
const agenda = (given: DispatchSources, days: Partial<Parameters<typeof agendaOf>[0]> = {}) =>
  agendaOf({ first: '2026-05-12', count: 3, zone: clock.zone, missing: [], known: allRead, ...days }, given);

const cancelled = { reservationStatus: { id: 3, name: 'Cancelled' } };
const lesson = {
  pilots: [person('Sam Garcia')],
  instructor: person('Kim Lee'),
  activityType: { name: 'Dual' },
};

describe('the agenda', () => {
  test('has a section for each day with counts by type, and marks today', () => {
    const days = agenda(
      sources([
        slot('shop', '08:00', '17:00', { type: 1 }),
        slot('a', '12:00', '13:00'),
        slot('b', '14:00', '15:00'),
        slot('void', '14:00', '15:00', cancelled),
        slot('class', '13T18:00', '13T20:00', { type: 2, aircraft: null }),
      ]),
    );
    expect(days.map(({ heading, isToday, booked, none }) => [heading, isToday, booked, none?.text ?? null])).toEqual([
      ['Tue 12 May', true, '3 booked', null],
      ['Wed 13 May', false, '1 booked', null],
      ['Thu 14 May', false, '0 booked', 'Nothing is booked.'],
    ]);
    expect(days[0]?.kinds).toEqual([
      { kind: 'Standard', count: 2, word: 'Standard' },
      { kind: 'Maintenance', count: 1, word: 'Maintenance' },
    ]);
  });

  test('splits today into completed, started and upcoming', () => {
    const [today] = agenda(
      sources([
        slot('done', '07:00', '08:00', { status: 2 }),
        slot('void', '07:30', '08:30', cancelled),
        slot('not back', '08:00', '10:42', { status: 1 }),
        slot('out', '10:00', '12:00', { status: 1 }),
        slot('next', '11:30', '12:30'),
        slot('void later', '15:00', '16:00', cancelled),
        slot('done early', '10:30', '12:00', { status: 2 }),
      ]),
    );
    const keys = (rows: readonly { readonly reservation: { readonly key: string } }[] | undefined) =>
      rows?.map(({ reservation }) => reservation.key);
    expect(today?.settled?.summary).toBe('2 completed, 2 cancelled or no-show');
    expect(keys(today?.settled?.rows)).toEqual(['done', 'void', 'void later', 'done early']);
    expect(keys(today?.rows)).toEqual(['not back', 'out']);
    expect(keys(today?.present?.rows)).toEqual(['next']);
    expect([today?.present?.time, today?.present?.words]).toEqual(['1105L', 'now, 1 to come']);
  });

  test('says that nothing more is to come on an empty day, and folds nothing', () => {
    const [today, tomorrow] = agenda(sources([]));
    expect(today?.settled).toBeNull();
    expect(today?.present?.words).toBe('now, nothing more to come');
    expect(tomorrow).toMatchObject({ settled: null, present: null, rows: [] });
  });

  test('counts completed and void reservations only when there are some', () => {
    const summary = (...reservations: DispatchSources['reservations']) =>
      agenda(sources(reservations))[0]?.settled?.summary;
    expect(summary(slot('a', '07:00', '08:00', { status: 2 }))).toBe('1 completed');
    expect(summary(slot('a', '07:00', '08:00', cancelled))).toBe('1 cancelled or no-show');
  });

  test('shows an overnight reservation on both days, with arrows and the other day', () => {
    const night = slot('night', '23:00', '13T01:00', lesson);
    const [today, tomorrow] = agenda(sources([night]));
    expect(today?.present?.rows[0]).toMatchObject({ from: '2300', to: '→', details: 'until Wed 13 May · Dual' });
    expect(tomorrow?.rows[0]).toMatchObject({ from: '←', to: '0100L', details: 'since Tue 12 May · Dual' });
  });
});

describe('a partly read day of the agenda', () => {
  test('never says that nothing is booked', () => {
    const [, tomorrow, last] = agenda(sources([]), { missing: [daySpan('2026-05-13', clock.zone)] });
    expect(tomorrow).toMatchObject({
      note: 'Some reservations of this day are not loaded yet.',
      none: null,
      booked: 'not known yet',
    });
    expect(last).toMatchObject({ note: null, none: { text: 'Nothing is booked.' }, booked: '0 booked' });
  });

  test.each([
    ['nothing has been read', noneRead, 'Not known yet: waiting for data.', 'not known yet'],
    ['a part is missing', partRead, 'Not known yet: 2 aircraft not loaded yet.', 'not known yet'],
    ['it was read yesterday', oldRead, 'Not known since yesterday 1105L.', 'not known yet'],
  ])('gives the reason instead when %s', (_, known, words, booked) => {
    for (const day of agenda(sources([]), { first: '2026-05-13', known })) {
      expect(day).toMatchObject({ none: { text: words }, booked });
    }
  });
});

describe('an agenda row', () => {
  test('has times, aircraft, crew, activity, and the time left while it is current', () => {
    const [out, planned] = ['10:00', '13:00'].map((start, index) =>
      slot(`r${index}`, start, '14:30', { ...lesson, status: index === 0 ? 1 : 0 }),
    );
    const [today] = agenda(sources([out!, planned!]));
    expect(today?.rows[0]).toMatchObject({
      from: '1000',
      to: '1430L',
      tail: 'N512SP',
      title: 'Garcia / Lee',
      details: 'Dual',
      shownAge: 'ends in 3 h 25',
      isSimulator: false,
    });
    expect(today?.present?.rows[0]).toMatchObject({ column: 'upcoming', shownAge: null, age: 'starts in 1 h 55' });
  });

  test('is read aloud with the aircraft first, then its marks and time left', () => {
    const marks = new Map([['r', { conflict: 'definite' as const, change: 'moved from 0900L' }]]);
    const [today] = agenda(sources([slot('r', '10:00', '12:00', { ...lesson, status: 1 })], { marks }));
    expect(today?.rows[0]?.label).toMatch(/^N512SP, Standard, /);
    expect(today?.rows[0]?.label).toContain('definite conflict, moved from 0900L');
    expect(today?.rows[0]?.label).toMatch(/, ends in 55 min$/);
  });

  test('stays on the operator’s day while Zulu times are displayed', () => {
    const late = slot('late', '19:00', '20:00');
    const [today, tomorrow] = agenda(sources([late], { clock: { ...clock, mode: 'Z' } }));
    expect(today?.present?.rows[0]).toMatchObject({ from: '0100', to: '0200Z' });
    expect(tomorrow?.rows).toEqual([]);
  });

  test('says on hover which of the two 0130s of an autumn night is meant', () => {
    const start = Date.parse('2026-11-01T08:30:00Z');
    const [night] = agenda(sources([reserved('n', start, start + 3_600_000)]), { first: '2026-11-01', count: 1 });
    expect(night?.rows[0]?.from).toBe('0130');
    expect(night?.rows[0]?.timesNote).toContain('the second time that night');
  });
});

/** The day shown, with all reservations known. */
const shown = { day: '2026-05-12', known: allRead };

describe('the dispatch lanes', () => {
  const board = (...reservations: DispatchSources['reservations']) => boardColumnsOf(sources(reservations), shown);

  test('are in a fixed order, each with a name and a text for when it is empty', () => {
    const { columns, leftOut } = board();
    expect(columns.map(({ name, countText, empty }) => [name, countText, empty?.text])).toEqual([
      ['Upcoming', '0', 'Nothing upcoming.'],
      ['Now', '0', 'Nothing in progress.'],
      ['Ended, not closed', '0', 'Nothing awaiting close-out.'],
      ['Completed', '0', 'Nothing completed yet.'],
    ]);
    expect(columns.some(({ needsAttention }) => needsAttention)).toBe(false);
    // An empty column with nothing beside it stays wide.
    expect(columns.some(({ isNarrow }) => isNarrow)).toBe(false);
    expect(leftOut).toBeNull();
  });

  test('are not called empty before everything is known', () => {
    const said = (known: Knowledge, ...reservations: DispatchSources['reservations']) =>
      boardColumnsOf(sources(reservations), { ...shown, known }).columns.map(({ countText, empty }) => [
        countText,
        empty?.text,
      ]);
    expect(said(noneRead)[2]).toEqual(['?', 'Not known yet: waiting for data.']);
    expect(said(partRead)[2]).toEqual(['?', 'Not known yet: 2 aircraft not loaded yet.']);
    expect(said(oldRead)[2]).toEqual(['?', 'Not known since yesterday 1105L.']);
    expect(said(partRead, slot('late', '09:00', '11:00', { status: 1 }))[2]).toEqual(['1+', undefined]);
  });

  test('mark reservations to close out only while there are some', () => {
    const { columns } = board(slot('late', '09:00', '10:42', { status: 1 }), slot('next', '12:00', '13:00'));
    expect(columns.map(({ needsAttention }) => needsAttention)).toEqual([false, false, true, false]);
    expect(columns.map(({ empty }) => empty === null)).toEqual([true, false, true, false]);
    expect(columns.map(({ isNarrow }) => isNarrow)).toEqual([false, true, false, true]);
  });

  test('say how many reservations are in no lane', () => {
    const { columns, leftOut } = board(slot('a', '10:00', '12:00', cancelled), slot('b', '10:00', '12:00', cancelled));
    expect(leftOut).toBe('Not shown: 2 cancelled or no-show. The List view has them.');
    expect(columns.every(({ count }) => count === 0)).toBe(true);
  });

  test('have cards with aircraft, crew, times, activity and time left', () => {
    const [, now1, open] = board(
      slot('out', '10:00', '11:45', { ...lesson, status: 1 }),
      slot('late', '11T22:00', '11T23:30', { ...lesson, status: 1 }),
    ).columns;
    expect(now1?.cards[0]).toMatchObject({
      title: 'N512SP Garcia / Lee',
      times: '1000–1145L',
      subtitle: 'Dual',
      age: 'ends in 40 min',
      isLate: false,
    });
    expect(open?.cards[0]).toMatchObject({ times: 'Mon 11 May 2200–2330L', age: 'not back +11:35', isLate: true });
  });

  test('mark nothing that is late by no more than the grace', () => {
    const flight = slot('out', '09:00', '11:00', { ...lesson, status: 1 });
    const [, , open] = board(flight).columns;
    expect(open).toMatchObject({ count: 1, needsAttention: false });
    expect(open?.cards[0]).toMatchObject({ age: 'not back +0:05', isLate: false });
    const later = boardColumnsOf({ ...sources([flight]), now: now + 6 * 60_000 }, shown).columns[2];
    expect(later).toMatchObject({ needsAttention: true });
    expect(later?.cards[0]).toMatchObject({ age: 'not back +0:11', isLate: true });
  });

  test('move unclosed flights to the open lane half an hour after they end', () => {
    const flights = [slot('a', '10:00', '11:30', { status: 1 }), slot('b', '11:30', '13:00')];
    const later = boardColumnsOf(sources(flights, { now: now + 30 * 60_000 }), shown);
    expect(later.columns.map(({ cards }) => cards.map(({ reservation, age }) => [reservation.key, age]))).toEqual([
      [],
      [['b', 'not out yet +0:05']],
      [['a', 'not back +0:05']],
      [],
    ]);
  });
});

test('cards by status give the day only where it is not the day shown', () => {
  const flights = [
    slot('today', '22:00', '23:30'),
    slot('night', '12T23:30', '13T01:00'),
    slot('a', '13T08:00', '13T09:00'),
  ];
  const { columns } = boardColumnsOf(sources(flights), { ...shown, day: '2026-05-13' });
  expect(columns[0]?.cards.map(({ times }) => times)).toEqual([
    'Tue 12 May 2200–2330L',
    'Tue 12 May 2330–0100L +1',
    '0800–0900L',
  ]);
});

test('every reservation is once in the day’s agenda, and once in the lanes or among those left out', () => {
  const some = fc.record({
    start: fc.integer({ min: 0, max: 1380 }),
    length: fc.integer({ min: 1, max: 59 }),
    type: fc.constantFrom(0, 1, 2, 3, 10, 77),
    status: fc.constantFrom(0, 1, 2, 77),
    isVoid: fc.boolean(),
  });
  const { start: midnight } = daySpan('2026-05-12', clock.zone);
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), fc.constantFrom(-1, 0, 1), (given, day) => {
      const reservations = given.map(({ start, length, isVoid, ...rest }, index) => {
        const at = midnight + start * 60_000;
        return reserved(`r${index}`, at, at + length * 60_000, { ...rest, ...(isVoid ? cancelled : {}) });
      });
      const at = sources(reservations, { now: Date.parse(`${addDays('2026-05-12', day)}T17:05:00Z`) });
      const [section] = agenda(at, { count: 1 });
      const listed = [section?.settled?.rows ?? [], section?.rows ?? [], section?.present?.rows ?? []].flat();
      expect(listed.map(({ reservation }) => reservation.key).toSorted()).toEqual(
        reservations.map(({ key }) => key).toSorted(),
      );
      const { columns, leftOut } = boardColumnsOf(at, shown);
      const inColumns = columns.reduce((sum, { count }) => sum + count, 0);
      const voids = given.filter(({ isVoid }) => isVoid).length;
      expect(inColumns).toBe(reservations.length - voids);
      expect(leftOut !== null).toBe(voids > 0);
    }),
  );
});
