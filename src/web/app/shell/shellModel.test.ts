import { describe, expect, test } from 'vitest';
import type { Failure } from '#domain/answers/failures.ts';
import { gapOf } from '#domain/answers/gaps.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { allRead, noneRead, oldRead, partRead, situation } from '#e2e/fixtures/samples/sampleKnown.ts';
import { clockButtons, expiredBadge, lightModel, placeOf } from './shellModel.ts';

const places = (count: number) => Array.from({ length: count }, (_, index) => placeOf(index, count));
const amount = (count: number, ...wanted: readonly string[]) =>
  places(count).filter((place) => wanted.includes(place)).length;

test('a phone’s bar holds at most five entries, with “More” as one of them when there are others', () => {
  expect(amount(5, 'always')).toBe(5);
  for (const count of [6, 9, 12]) expect(amount(count, 'always')).toBe(4);
});

test('a desktop’s bar holds six besides “More”, and a wide one nine, or ten without “More”', () => {
  expect(amount(6, 'always', 'desktop')).toBe(6);
  expect(amount(9, 'always', 'desktop')).toBe(6);
  for (const count of [9, 12]) expect(amount(count, 'always', 'desktop', 'wide')).toBe(9);
  expect(amount(10, 'always', 'desktop', 'wide')).toBe(10);
});

const now = Date.parse('2026-05-12T17:05:00Z');
const local = { zone: 'America/Denver', mode: 'L' } as const;
const second = 1000;
const minute = 60 * second;
const reading = (more: Partial<Reading> = {}): Reading => ({
  source: 'Aircraft',
  asOf: now - 12 * second,
  interval: 5 * minute,
  failure: null,
  ...more,
});
const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
  kind,
  status: null,
  entries: [],
  retryAfter: null,
  ...more,
});

test('an interval of an hour less a second is shown as an hour', () => {
  const hourly = reading({ interval: 60 * minute - second });
  expect(lightModel([hourly], situation).sources[0]?.age).toMatch(/refreshed every 1 h 00$/);
});

describe('the connection light', () => {
  test('shows the age of the data and its state in words', () => {
    expect(lightModel([reading()], situation)).toEqual({
      state: 'fresh',
      text: '12 s',
      more: '',
      label: 'Data: up to date, 12 s',
      sources: [
        {
          state: 'fresh',
          title: 'Aircraft: up to date',
          age: 'as of 1104L, 12 s ago; refreshed every 5 min',
          failure: null,
        },
      ],
    });
  });

  test.each([
    ['late after three intervals', { asOf: now - 16 * minute }, 'late', '16 min', 'Data: late, 16 min'],
    ['stale after six intervals', { asOf: now - 31 * minute }, 'stale', '31 min', 'Data: stale, 31 min'],
    ['loading before the first data', { asOf: null }, 'loading', 'loading', 'Data: loading'],
    [
      'loading while it waits for the allowance',
      { asOf: null, failure: failure('waiting') },
      'loading',
      'loading',
      'Data: loading',
    ],
    ['failed when no data came', { asOf: null, failure: failure('offline') }, 'failed', 'failed', 'Data: failed'],
    ['stale when the data is from the future', { asOf: now + 2 * minute }, 'stale', '0 s', 'Data: stale, 0 s'],
  ] as const)('is %s', (_words, more, state, text, label) => {
    expect(lightModel([reading(more)], situation)).toMatchObject({ state, text, label });
  });

  test('follows the worst source and lists each one', () => {
    const late = reading({ source: 'Reservations', asOf: now - 20 * minute });
    const light = lightModel([reading(), late, reading({ source: 'Reminders' })], situation);
    expect(light).toMatchObject({ state: 'late', text: '20 min' });
    expect(light.sources.map(({ title }) => title)).toEqual([
      'Aircraft: up to date',
      'Reservations: late',
      'Reminders: up to date',
    ]);
  });

  test('stays on when only an optional source fails, and names it', () => {
    const operator = reading({ source: 'Operator', asOf: null, failure: failure('missing'), isOptional: true });
    const light = lightModel([reading(), operator], situation);
    expect(light.state).toBe('fresh');
    expect(light.sources[1]).toEqual({
      state: 'failed',
      title: 'Operator: failed',
      age: null,
      failure: 'Record not found.',
    });
  });

  test('keeps the age of data whose refresh failed, and gives the reason', () => {
    const refused = reading({ failure: failure('unauthorized') });
    const [source] = lightModel([refused], { ...situation, clock: { ...local, mode: 'Z' } }).sources;
    expect(source).toEqual({
      state: 'fresh',
      title: 'Aircraft: up to date',
      age: 'as of 1704Z, 12 s ago; refreshed every 5 min',
      failure: 'The subscription key was not accepted.',
    });
    const waiting = reading({ asOf: null, failure: failure('waiting', { until: now + 5 * second }) });
    expect(lightModel([waiting], situation).sources[0]?.failure).toBe(
      'Loading resumes at 11:05:05L: rate limit reached.',
    );
  });

  test('is on when a page shows no data', () => {
    expect(lightModel([], situation)).toMatchObject({
      state: 'fresh',
      label: 'Data: up to date',
      sources: [],
    });
  });
});

describe('the connection light with incomplete data', () => {
  const gaps = [...gapOf('aircraft', 'not loaded yet', ['a', 'b']), ...gapOf('record', 'unreadable', ['x'])];

  test('is not green, and each source says what it lacks', () => {
    const light = lightModel([reading(), reading({ source: 'Reminders', gaps })], situation);
    expect(light).toMatchObject({ state: 'part', text: 'not all loaded', label: 'Data: not all loaded yet, 12 s' });
    expect(light.sources[1]?.failure).toBe('2 aircraft not loaded yet; 1 record unreadable.');
  });

  test('ignores gaps that will never be filled or are in an optional source', () => {
    const skipped = reading({ gaps: gaps.slice(1) });
    expect(lightModel([skipped, reading({ gaps, isOptional: true })], situation).state).toBe('fresh');
    expect(lightModel([reading({ gaps, asOf: now - 31 * minute })], situation).state).toBe('stale');
  });
});

describe('the connection light without a gateway', () => {
  const lost = {
    ...situation,
    connection: { state: 'lost', lastAnswerAt: now - 5 * minute, nextTryAt: null },
  } as const;

  test('is red whatever the sources say, with the last answer by the displayed clock', () => {
    const light = lightModel([reading()], lost);
    expect(light).toMatchObject({
      state: 'lost',
      text: 'No connection',
      more: ' since 1100L',
      label: 'No connection since 1100L',
    });
    expect(lightModel([reading()], { ...lost, clock: { ...local, mode: 'Z' } }).label).toBe(
      'No connection since 1700Z',
    );
    expect(lightModel([], lost).state).toBe('lost');
  });

  test('shows no source as up to date, and does not repeat the reason for each', () => {
    const { sources } = lightModel(
      [
        reading({ failure: failure('offline') }),
        reading({ source: 'Squawks', failure: failure('forbidden', { status: 403 }) }),
        reading({ source: 'People', asOf: null, failure: failure('offline') }),
      ],
      lost,
    );
    expect(sources.map(({ state, title, failure: words }) => [state, title, words])).toEqual([
      ['stale', 'Aircraft: no connection', null],
      ['stale', 'Squawks: no connection', 'This key has no access.'],
      ['failed', 'People: failed', null],
    ]);
  });

  test('is unchanged while the connection is only in doubt', () => {
    const inDoubt = { ...lost, connection: { ...lost.connection, state: 'in doubt' } } as const;
    expect(lightModel([reading()], inDoubt)).toMatchObject({ state: 'fresh', label: 'Data: up to date, 12 s' });
  });
});

describe('the badge for expired reminders', () => {
  test('is shown when there are some or the count is unknown, and hidden for a known zero', () => {
    expect(expiredBadge(0, allRead)).toBeNull();
    expect(expiredBadge(1, allRead)).toEqual({ text: '1', label: '1 Expired reminder', isKnown: true });
    expect(expiredBadge(3, partRead)).toEqual({
      text: '3+',
      label: '3 Expired reminders, 2 aircraft not loaded yet',
      isKnown: true,
    });
    expect(expiredBadge(3, oldRead)).toMatchObject({ text: '3', label: '3 Expired reminders, as of yesterday 1105L' });
    expect([noneRead, partRead, oldRead].map((known) => expiredBadge(0, known))).toEqual([
      { text: '?', label: 'Expired reminders: Not known yet: waiting for data.', isKnown: false },
      { text: '?', label: 'Expired reminders: Not known yet: 2 aircraft not loaded yet.', isKnown: false },
      { text: '?', label: 'Expired reminders: Not known since yesterday 1105L.', isKnown: false },
    ]);
  });
});

describe('the clock buttons', () => {
  test('show local time and Zulu, each with its date', () => {
    expect(clockButtons(Date.parse('2026-05-13T03:30:00Z'), local.zone)).toEqual([
      {
        mode: 'L',
        text: '2130L',
        label: '2130L, local time, America/Denver',
        title: 'Tue 12 May, local time, America/Denver',
      },
      { mode: 'Z', text: '0330Z', label: '0330Z, Zulu time', title: 'Wed 13 May, Zulu time' },
    ]);
  });

  test('say which hour is meant when the clock repeats one', () => {
    const titles = (text: string) => clockButtons(Date.parse(text), local.zone).map(({ title }) => title);
    expect(titles('2026-11-01T08:30:00Z')).toEqual([
      'Sun 1 Nov, local time, America/Denver; 0130L* is UTC−7, the second time that night',
      'Sun 1 Nov, Zulu time',
    ]);
    expect(titles('2026-11-01T10:30:00Z')[0]).toBe('Sun 1 Nov, local time, America/Denver');
  });
});
