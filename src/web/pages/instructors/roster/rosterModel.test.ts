import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRead, noneRead, oldRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { hour, now, zone } from '#e2e/fixtures/samples/sampleDuties.ts';
import { daySpan, type Span } from '#domain/time/time.ts';
import { partedLines, type rosterModel } from './rosterModel.ts';
import { date, instructor, midnight, shown, taught, windowOf } from '#e2e/fixtures/samples/sampleRoster.ts';

const namesOf = ({ lines }: ReturnType<typeof rosterModel>) => lines.map(({ name }) => name);

describe('a roster line', () => {
  test('shows the current activity, the first and last duty, the booked hours and the next gap', () => {
    const [line] = shown({ window: windowOf([taught('Reed', 8, 10), taught('Reed', 13, 15.5)]) }).lines;
    expect(line).toMatchObject({
      id: 'Reed',
      name: 'Ana Reed',
      doing: 'free',
      doingText: 'free until 1300L',
      hours: { text: '0800L–1530L', isQuiet: false },
      booked: { text: '4.5 h', isQuiet: false },
      gap: { text: '1105L–1300L', isQuiet: false },
      advisory: null,
    });
  });

  test('is dimmed where nothing is booked', () => {
    const [line] = shown({}).lines;
    expect(line).toMatchObject({
      doingText: 'free, not booked',
      flightLeft: null,
      hours: { text: 'no duty', isQuiet: true },
      booked: { text: '0.0 h', isQuiet: true },
    });
  });

  test.each([
    ['during a lesson', [taught('Reed', 10, 12)], 'flight until 1200L'],
    ['over midnight', [taught('Reed', 11, 26)], 'flight until tomorrow 0200L'],
    ['before a lesson', [taught('Reed', 12, 14)], 'free until 1200L'],
    ['after the last lesson', [taught('Reed', 8, 10)], 'free for the rest of the day'],
    [
      'when not back in time',
      [taught('Reed', 8, 10.5, { reservationStatus: { id: 1, name: 'Checked Out' } })],
      'not back +0:35',
    ],
    [
      'on time off',
      [taught('Reed', 0, 24, { reservationType: { displayTypeId: 10 } })],
      'time off until tomorrow 0000L',
    ],
  ] as const)('gives the current activity %s', (_words, reservations, text) => {
    expect(shown({ window: windowOf(reservations) }).lines[0]?.doingText).toBe(text);
  });
});

describe('the rest of a roster line', () => {
  test('says who is not an active instructor, and offers no gap', () => {
    const others = [instructor('a', { instructorStatus: { id: 0, name: 'inactive' } }), instructor('Dispatcher')];
    const { lines, counters } = shown({ people: others });
    expect(lines.map(({ doingText, gap }) => [doingText, gap.text])).toEqual([
      ['not active', '–'],
      ['not an instructor', '–'],
    ]);
    expect(counters.map(({ count, text }) => `${count} ${text}`)).toEqual(['1 not active', '1 not an instructor']);
  });

  test('parts those who cannot teach from the others, unless nobody else is there or somebody is looked for', () => {
    const others = [instructor('a', { instructorStatus: { id: 0, name: 'inactive' } }), instructor('Dispatcher')];
    const { lines } = shown({ people: [...others, instructor('Reed')] });
    const parted = partedLines(lines, false);
    expect([parted.working.map(({ id }) => id), parted.words]).toEqual([['Reed'], '1 not active, 1 not an instructor']);
    expect(partedLines(lines, true).working).toEqual(lines);
    expect(partedLines(parted.others, false).others).toEqual([]);
  });

  test('uses the displayed clock', () => {
    const [line] = shown({ window: windowOf([taught('Reed', 8, 10)]), mode: 'Z' }).lines;
    expect(line?.hours.text).toBe('1400Z–1600Z');
  });
});

describe('a roster for a new date, before its answer arrives', () => {
  const three = [instructor('Reed'), instructor('Watson'), instructor('Gone', { instructorStatus: { id: 0 } })];

  test('shows nobody as free or without duty, and counts nobody as either', () => {
    const roster = shown({ people: three, window: undefined });
    for (const line of roster.lines) {
      expect(line).toMatchObject({
        doing: 'unknown',
        doingText: 'not known',
        duties: [],
        flightLeft: null,
        advisory: null,
        hours: { text: 'not known yet', isQuiet: true },
        booked: { text: 'not known yet', isQuiet: true },
        gap: { text: 'not known yet', isQuiet: true },
      });
    }
    expect(roster.free).toBeNull();
    expect(roster.counters).toEqual([{ value: 'unknown', count: 3, text: 'not known' }]);
    expect(JSON.stringify(roster.lines)).not.toMatch(/"free|no duty|0\.0 h/);
  });

  test('stays unknown while part of the day is unread, but not because of a day next to it', () => {
    const day = daySpan(date, zone.name);
    const missing = (...spans: Span[]) =>
      shown({ people: three, window: windowOf([taught('Reed', 0, 5), taught('Reed', 6, 9)], { missing: spans }) });
    expect(missing({ start: day.end - hour, end: day.end }).free).toBeNull();
    expect(missing({ start: day.end - hour, end: day.end }).notes).toEqual([
      'Some reservations of these days have not loaded yet.',
    ]);
    for (const around of [
      { start: day.start - 24 * hour, end: day.start },
      { start: day.end, end: day.end + 24 * hour },
    ]) {
      expect(missing(around).free).toBe(2);
      expect(missing(around).lines.find(({ id }) => id === 'Reed')).toMatchObject({
        booked: { text: '8.0 h' },
        flightLeft: null,
      });
    }
  });

  test('can still be searched', () => {
    const choice = { doing: 'free' } as const;
    expect(shown({ people: three, window: undefined, question: choice }).lines).toEqual([]);
    expect(shown({ people: three, window: undefined, question: { search: 'wat' } }).lines).toHaveLength(1);
  });
});

const people = ['Watson', 'Reed', 'Álvarez', 'Bell'].map((name) => instructor(name));
const window = windowOf([taught('Watson', 8, 14), taught('Reed', 14, 15), taught('Bell', 10, 12)]);

describe('the roster list', () => {
  test('tells who is free for as long as wanted, and counts those free for less apart', () => {
    const wanted = { length: 2 * hour };
    const roster = shown({ people, window, question: wanted });
    expect(roster.lines.map(({ name, doing }) => [name, doing])).toEqual([
      ['Ana Álvarez', 'free'],
      ['Ana Reed', 'free'],
      ['Ana Bell', 'flight'],
      ['Ana Watson', 'flight'],
    ]);
    expect(roster.free).toBe(2);
    const three = shown({ people, window, question: { length: 3 * hour } });
    expect(three.counters.slice(0, 2).map(({ count, text }) => `${count} ${text}`)).toEqual([
      '1 free for 3.0 h',
      '1 free for less',
    ]);
    expect(namesOf(shown({ people, window, question: { length: 3 * hour, doing: 'free' } }))).toEqual(['Ana Álvarez']);
    expect(three.lines[1]).toMatchObject({ name: 'Ana Reed', doing: 'short', doingText: 'free until 1400L' });
  });

  test('puts free instructors first', () => {
    expect(namesOf(shown({ people, window }))).toEqual(['Ana Álvarez', 'Ana Reed', 'Ana Bell', 'Ana Watson']);
  });

  test('keeps the service’s order and states its scope when it has one page of several', () => {
    const roster = shown({ people, window, page: { totalItems: 30 } });
    expect(namesOf(roster)).toEqual(['Ana Watson', 'Ana Reed', 'Ana Álvarez', 'Ana Bell']);
    expect(roster).toMatchObject({
      isComplete: false,
      count: '4 of 30',
      scope: 'Search, counts and order cover the 4 loaded of 30.',
    });
  });

  test('is complete when the only missing records are unreadable ones', () => {
    const setAside = [{ index: 4, raw: null, reason: 'not a record' }];
    const roster = shown({ people, window, page: { totalItems: 5, setAside } });
    expect(roster).toMatchObject({ isComplete: true, scope: null, count: '4 of 5' });
    expect(roster.setAside).toEqual([
      { what: 'instructor', records: setAside },
      { what: 'reservation', records: [] },
    ]);
  });

  test('is filtered by name and by activity without changing the counts', () => {
    const found = shown({ people, window, question: { search: 'ALV' } });
    expect(namesOf(found)).toEqual(['Ana Álvarez']);
    expect(found.count).toBe('1 of 4');
    const flying = shown({ people, window, question: { doing: 'flight' } });
    expect(namesOf(flying)).toEqual(['Ana Bell', 'Ana Watson']);
    expect(flying.counters).toEqual([
      { value: 'free', count: 2, text: 'free' },
      { value: 'flight', count: 2, text: 'flight' },
    ]);
  });

  test('says that a group is empty, or how many it has, only when all its data is known', () => {
    const shownFor = (known: typeof allRead) => shown({ people, window, known, question: { doing: 'class' } });
    expect(shownFor(allRead)).toMatchObject({
      lack: null,
      count: '0 of 4',
      empty: { text: 'No loaded instructors match.' },
    });
    expect(shownFor(noneRead)).toMatchObject({ count: 'Not known yet', empty: { isKnown: false } });
    expect(shownFor(partRead)).toMatchObject({
      lack: '2 aircraft not loaded yet',
      count: '0, 2 aircraft not loaded yet',
      empty: { isKnown: false },
    });
    expect(shownFor(oldRead)).toMatchObject({ lack: 'as of yesterday 1105L', empty: { isKnown: false } });
    // The list of instructors does not depend on their duties.
    expect(shown({ people, window, known: noneRead })).toMatchObject({ count: '4 in all', empty: null });
    const unread = shown({ people, window: undefined, question: { doing: 'free' } });
    expect([unread.lack, unread.count, unread.empty?.text]).toEqual([
      'Not known yet',
      'Not known yet',
      'Not known yet',
    ]);
  });

  test('says why it is empty', () => {
    expect(shown({ people, window }).empty).toBeNull();
    expect(shown({ people, window, question: { search: 'x' } }).empty?.text).toBe('No loaded instructors match.');
    expect(shown({ people: [], window }).empty?.text).toBe('The service lists no instructors.');
    const query = { filters: { instructorStatusId: { operator: 'eq', values: ['0'] } } };
    expect(shown({ people: [], window, query }).empty?.text).toBe('No instructors match these filters.');
  });
});

describe('the roster’s counts and notes', () => {
  test('include duty limits separately with their day, and the chosen activity even when nobody does it', () => {
    const busy = windowOf(['Reed', 'Bell'].flatMap((name) => [taught(name, 0, 5), taught(name, 5, 9)]));
    const advisories = shown({ people, window: busy, question: { doing: 'advisory' } });
    expect(namesOf(advisories)).toEqual(['Ana Bell', 'Ana Reed']);
    expect(advisories.counters.at(-1)).toEqual({ value: 'advisory', count: 2, text: 'duty limits on Tue 12 May' });
    expect(shown({ people, window, question: { doing: 'class' } }).counters).toContainEqual({
      value: 'class',
      count: 0,
      text: 'class',
    });
    const roster = shown({ people, window: windowOf([taught('Reed', 0, 5), taught('Reed', 5, 9)]) });
    expect(roster.counters.at(-1)).toEqual({ value: 'advisory', count: 1, text: 'duty limit on Tue 12 May' });
    expect(roster.counters).toContainEqual({ value: 'no hours', count: 1, text: 'no hours left' });
  });

  test('put instructors without duty or gap last when sorted', () => {
    const full = windowOf([taught('Reed', 0, 24), taught('Bell', 12, 13)]);
    const sorts = new Map(shown({ people, window: full }).lines.map(({ id, sort }) => [id, sort]));
    const never = Number.MAX_SAFE_INTEGER;
    expect(sorts.get('Reed')).toEqual({ first: midnight, booked: 8 * hour, gap: never });
    expect(sorts.get('Bell')).toEqual({ first: midnight + 12 * hour, booked: hour, gap: now });
    expect(sorts.get('Watson')).toEqual({ first: never, booked: 0, gap: now });
  });

  test('point out what is wrong with the answers', () => {
    const odd = shown({
      people: [instructor('Reed'), instructor('Reed'), instructor('Bell', { instructorStatus: { id: 0 } })],
      page: { totalItems: 4 },
      query: { filters: { instructorStatusId: { operator: 'eq', values: ['1'] } } },
      window: windowOf([], { shortfall: { said: 3, sent: 2 } }),
    });
    expect(odd.notes).toEqual([
      'The service reports 4 but sent 3 of the 4 expected.',
      'The service reports 3 reservations in this window but sent 2.',
      'The service sent 1 of the instructors twice; each is shown once.',
      'The service ignored the filter: 1 of the instructors has another status.',
    ]);
    expect(odd.lines).toHaveLength(2);
  });

  test('do not compare the last answer with the new filter', () => {
    const query = { filters: { instructorStatusId: { operator: 'eq', values: ['0'] } }, limit: 1 };
    expect(shown({ people, window, query, isLastPage: true })).toMatchObject({ notes: [], hasFound: false });
    expect(shown({ people, window }).hasFound).toBe(true);
  });

  test('cover each person exactly once, whatever is booked', () => {
    const someone = fc.integer({ min: 0, max: 3 });
    const booked = fc.tuple(someone, fc.integer({ min: -20, max: 30 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.array(booked, { maxLength: 10 }), fc.integer({ min: 0, max: 24 }), (reservations, wanted) => {
        const lessons = reservations.map(([who, from, length]) =>
          taught(people[who]?.userId ?? '', from, from + length),
        );
        const at = midnight + wanted * hour;
        const roster = shown({ people, window: windowOf(lessons), question: { at } });
        expect(namesOf(roster).toSorted()).toEqual(namesOf(shown({ people })).toSorted());
        const doings = roster.counters.filter(({ value }) => value !== 'advisory');
        expect(doings.reduce((sum, { count }) => sum + count, 0)).toBe(people.length);
        const first = roster.lines.findLastIndex(({ doing }) => doing === 'free');
        expect(first + 1).toBe(roster.free);
      }),
    );
  });
});
