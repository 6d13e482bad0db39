import { describe, expect, test } from 'vitest';
import { addressOf } from '#contract/addresses.ts';
import { operations } from '#contract/operations.ts';
import { noneText, unanswered } from '#domain/answers/known.ts';
import { allRead, oldRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { type Filters, readListState, setFilter } from '#domain/lists/listState.ts';
import { filterSentence } from '#domain/lists/sentences.ts';
import { zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { type Reservation, toReservation } from '#domain/reservations/reservations.ts';
import { everywhere, narrowingTo } from '#domain/reservations/locations.ts';
import { spanChange, spanChoices, spanFilters } from '#domain/reservations/reservationSpans.ts';
import { listStart, shownList } from './model.ts';

const today = '2026-05-12';
const operation = operations.listReservations;
const list = { day: today, zone, ahead: 42 };
const defaults = spanFilters(list).weeks;

/** The list's state for what the address says, as the page reads it. */
const stateOf = (params: Parameters<typeof readListState>[1]) => readListState(operation, params, 50, defaults);

/** The query that is sent for it. */
const sentFor = (params: Parameters<typeof readListState>[1]) =>
  decodeURIComponent(addressOf('listReservations', { operatorId: '1001' }, stateOf(params).query).split('?')[1] ?? '');

describe('the list of reservations', () => {
  test('starts with the six weeks from today, fifty rows at a time', () => {
    expect(sentFor({})).toBe('startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T00:00:00&limit=50');
    expect(spanChoices(stateOf({}).query.filters ?? {}, list, today).value).toBe('weeks');
  });

  const times = [
    ['startTime', 'Starts', 'lt', 'before'],
    ['startTime', 'Starts', 'lte', 'at or before'],
    ['startTime', 'Starts', 'gt', 'after'],
    ['startTime', 'Starts', 'gte', 'at or after'],
    ['endTime', 'Ends', 'lt', 'before'],
    ['endTime', 'Ends', 'lte', 'at or before'],
    ['endTime', 'Ends', 'gt', 'after'],
    ['endTime', 'Ends', 'gte', 'at or after'],
  ] as const;

  test.each(times)('sends %s (%s) %s as the API writes it, and reads “%s”', (name, label, operator, words) => {
    const filter = { operator, values: ['2026-05-14T14:00:00'] };
    const params = { startTime: 'any', endTime: 'any', ...setFilter(name, filter, defaults) };
    expect(sentFor(params)).toBe(`${name}=${operator}:2026-05-14T14:00:00&limit=50`);
    const field = operation.filters.find((candidate) => candidate.name === name);
    expect(field && filterSentence(field, filter, { year: '2026' })).toBe(`${label} ${words} Thu 14 May 1400`);
  });

  test.each([
    ['Standard', 0],
    ['Maintenance', 1],
    ['Class', 2],
    ['Meeting', 3],
    ['Instructor Time Off', 10],
  ])('sends the type %s as displayTypeId=eq:%i with the usual times', (name, id) => {
    const filter = { operator: 'eq', values: [String(id)] } as const;
    expect(sentFor(setFilter('displayTypeId', filter, defaults))).toBe(
      `startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T00:00:00&displayTypeId=eq:${id}&limit=50`,
    );
    const field = operation.filters.find((candidate) => candidate.name === 'displayTypeId');
    expect(field?.choices?.find((choice) => choice.id === id)?.name).toBe(name);
    expect(field && filterSentence(field, filter)).toBe(`Type is ${name}`);
  });

  test('reports each invalid filter in the address and keeps the rest', () => {
    const { query, problems } = stateOf({
      startTime: 'soon',
      endTime: 'eq:2026-05-12T00:00:00',
      displayTypeId: 'eq:7',
      userId: 'eq:bob',
      limit: '251',
    });
    expect(problems).toHaveLength(5);
    for (const [index, name] of ['startTime', 'endTime', 'displayTypeId', 'userId', 'limit'].entries()) {
      expect(
        problems.some((problem) => problem.includes(name)),
        `${index}: ${name}`,
      ).toBe(true);
    }
    expect(query.filters).toEqual(defaults);
    expect(query.limit).toBe(50);
  });
});

describe('the time choices of the list', () => {
  test('are named after the day of the list, or “Today”', () => {
    const labels = (day: string) => spanChoices({}, { ...list, day }, today).options.map(({ label }) => label);
    expect(labels(today)).toEqual(['Six weeks', 'Two weeks before', 'Today', 'This week', 'From today', 'All']);
    expect(labels('2026-05-20')).toEqual([
      'Six weeks',
      'Two weeks before Wed 20 May',
      'Wed 20 May',
      'Week of Mon 18 May',
      'From Wed 20 May',
      'All',
    ]);
  });

  test.each([
    ['day', 'startTime=lt:2026-05-13T00:00:00&endTime=gt:2026-05-12T00:00:00&limit=50'],
    ['week', 'startTime=lt:2026-05-18T00:00:00&endTime=gt:2026-05-11T00:00:00&limit=50'],
    ['before', 'startTime=lt:2026-05-12T00:00:00&endTime=gt:2026-04-28T00:00:00&limit=50'],
    ['from', 'startTime=gte:2026-05-12T00:00:00&limit=50'],
    ['all', 'limit=50'],
    ['weeks', 'startTime=lt:2026-06-23T00:00:00&endTime=gt:2026-05-12T00:00:00&limit=50'],
  ] as const)('%s sets both time filters and is recognized by them', (span, query) => {
    const params = spanChange(span, list, defaults);
    expect(sentFor(params)).toBe(query);
    expect(spanChoices(stateOf(params).query.filters ?? {}, list, today).value).toBe(span);
  });

  test('cover as many days as the gateway holds when that is less than six weeks', () => {
    const few = { ...list, ahead: 10 };
    expect(spanChoices({}, few, today, ['weeks']).options).toEqual([{ value: 'weeks', label: '10 days' }]);
    expect(spanFilters(few).weeks['startTime']?.values).toEqual(['2026-05-22T00:00:00']);
  });

  test('clear the address for the default, and go to the first page', () => {
    expect(spanChange('weeks', list, defaults)).toEqual({ startTime: null, endTime: null, offset: null });
  });

  test('are “other” when different times are set', () => {
    const filters = { startTime: { operator: 'gte', values: ['2026-05-12T14:00:00'] } } as const;
    expect(spanChoices(filters, list, today).value).toBe('other');
  });

  test('ignore other filters', () => {
    const filters = { ...spanFilters(list).day, displayTypeId: { operator: 'eq', values: ['1'] } } as const;
    expect(spanChoices(filters, list, today).value).toBe('day');
  });
});

const reservations: Reservation[] = [slot('a', '08:00', '09:00'), slot('b', '10:00', '11:00')];
const page = {
  reservations,
  totalItems: 1204,
  notes: ['odd', null],
  unreadable: 0,
  isAnswer: true,
  narrowing: everywhere,
  known: allRead,
  filters: {},
  meanwhile: null,
};

describe('the rows of the list', () => {
  test('are those of the page in order, with the total count', () => {
    expect(shownList(page)).toEqual({
      count: '2 of 1,204',
      reservations,
      notes: ['odd', null, null],
      scope: null,
      empty: null,
    });
  });

  test('are never those of another page or other filters', () => {
    expect(shownList({ ...page, isAnswer: false })).toEqual({
      count: null,
      reservations: [],
      notes: [],
      scope: null,
      empty: noneText(unanswered(allRead), ''),
    });
  });

  test('are the ones kept here, without a count, while the answer loads', () => {
    const meanwhile = { reservations: reservations.slice(0, 1), text: 'Until then: reservations kept here.' };
    expect(shownList({ ...page, isAnswer: false, meanwhile })).toEqual({
      count: null,
      reservations: reservations.slice(0, 1),
      notes: [],
      scope: 'Until then: reservations kept here.',
      empty: null,
    });
    expect(shownList({ ...page, meanwhile }).count).toBe('2 of 1,204');
  });
});

describe('an empty list', () => {
  test('says that nothing matches only once the answer has arrived', () => {
    const empty = { ...page, reservations: [], totalItems: 0, notes: [] };
    expect(shownList(empty)).toMatchObject({
      count: '0',
      empty: { text: 'The service lists no reservations.' },
    });
    expect(shownList({ ...empty, isAnswer: false }).empty?.text).toBe('Not known yet');
    expect(shownList({ ...empty, known: partRead })).toMatchObject({
      count: '0, 2 aircraft not loaded yet',
      empty: { text: 'Not known yet: 2 aircraft not loaded yet.' },
    });
    expect(shownList({ ...empty, known: oldRead }).empty?.text).toBe('Not known since yesterday 1105L.');
  });

  test('blames filters only where some are set', () => {
    const empty = { ...page, reservations: [], totalItems: 0, notes: [] };
    const word = (filters: Filters) => shownList({ ...empty, filters }).empty?.text;
    const status = { operator: 'eq', values: ['1'] } as const;
    expect(word({ ...defaults, displayTypeId: status })).toBe('No reservations match these filters.');
    expect(word({ displayTypeId: status })).toBe('No reservations match these filters.');
    expect(word(defaults)).toBe('Nothing is booked in this period.');
    expect(word({ ...defaults, userId: status })).toBe('No reservations match these filters.');
  });

  test('does not say so when records were unreadable or are on other pages', () => {
    const empty = { ...page, reservations: [], notes: [] };
    expect(shownList({ ...empty, totalItems: 5, unreadable: 5 })).toMatchObject({
      count: '0, 5 reservations on this page could not be read',
      empty: { text: 'Not known: 5 reservations on this page could not be read.', isKnown: false },
    });
    expect(shownList({ ...empty, unreadable: 1 }).empty?.text).toContain('1 reservation on this page could not');
    expect(shownList(empty)).toMatchObject({
      count: '0 of 1,204',
      empty: { text: 'This page is empty: 1,204 reservations on other pages.' },
    });
    expect(shownList({ ...page, unreadable: 3 })).toMatchObject({ count: '2 of 1,204', empty: null });
  });
});

describe('reservations left out of a page', () => {
  test('are at other locations, and the page says so', () => {
    const here = { id: 'p', name: 'Pueblo' };
    const at = (key: string, location: unknown) =>
      slot(key, '08:00', '09:00', { aircraft: { aircraftId: key, tailNumber: key, location } });
    const all = [at('a', here), at('b', { id: 'm', name: 'Meadow Lake' }), at('c', null)];
    const shown = shownList({ ...page, reservations: all, notes: [], narrowing: narrowingTo(here, new Map()) });
    expect(shown.reservations.map(({ key }) => key)).toEqual(['a', 'c']);
    expect(shown).toMatchObject({
      count: '2 of 1,204 · Pueblo',
      scope:
        'This page: At Pueblo; 1 shown with location not known, 1 at other locations not shown. The service cannot filter reservations by location.',
    });
    const none = shownList({
      ...page,
      reservations: all.slice(1, 2),
      notes: [],
      narrowing: narrowingTo(here, new Map()),
    });
    expect(none.empty?.text).toBe('Every reservation on this page is at another location.');
  });

  test('are counted when their times are unreadable', () => {
    const odd = [
      toReservation({ reservationId: 'none' }, zone),
      toReservation(
        { reservationId: 'turned', startTime: '2026-05-12T10:00:00', endTime: '2026-05-12T09:00:00' },
        zone,
      ),
    ];
    const shown = shownList({ ...page, reservations: [...reservations, ...odd], notes: [] });
    expect(shown.notes).toEqual(['2 without readable times.']);
    expect(shown.reservations).toHaveLength(4);
  });
});

test('today’s list begins half an hour or more before now, and not anew each minute', () => {
  const at = (text: string) => Date.parse(`2026-05-12T${text}Z`);
  expect(['17:05', '17:29', '17:30', '18:00'].map((text) => listStart(at(text)))).toEqual(
    ['16:30', '16:30', '17:00', '17:30'].map(at),
  );
});
