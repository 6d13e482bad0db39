import { describe, expect, test } from 'vitest';
import { type Failure, kindOfStatus } from '#domain/answers/failures.ts';
import { emptyShape } from '#domain/reports/columns/columns.ts';
import { type LoadPlan, newLoad } from '#domain/reports/loading/loadPlan.ts';
import {
  hasLoadBar,
  loadChoices,
  loadProgress,
  loadWarnings,
  pagingText,
  progressText,
  rateText,
  stopText,
} from './loadModel.ts';

const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at }));
const headOf = (count: number) => ({ from: 0, to: count, rows: rows(count), shape: emptyShape, setAside: [] });
/** A load of 500 of 1,912 rows after the first two pages. */
const idle: LoadPlan = {
  ...newLoad({ limit: 250 }, 0),
  phase: 'onward',
  mode: 'page',
  status: 'idle',
  head: headOf(500),
  rows: rows(500),
  totalItems: 1912,
  received: 500,
  pages: 2,
  since: null,
  spent: 200,
};
const complete: LoadPlan = {
  ...idle,
  status: 'complete',
  head: headOf(40),
  rows: rows(40),
  totalItems: 40,
  received: 40,
};
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const failure = (kind: Failure['kind'], message?: string): Failure => ({
  kind,
  status: 403,
  entries: message === undefined ? [] : [{ message }],
  retryAfter: null,
});
const setAside = (count: number) => rows(count).map(({ id }) => ({ index: id, raw: null, reason: 'odd' }));

test.each([
  ['page', {}, 'Paging as specified: offset counts pages.'],
  ['record', {}, 'Nonstandard paging: offset counts rows, not pages.'],
  ['single', { received: 100 }, 'Paging not supported: the service always returns its first 100 rows.'],
  ['given', { offset: 3 }, 'Only the page at offset 3 was requested.'],
  ['whole', { received: 6214 }, 'Limit not supported: the service returned all 6,214 rows at once.'],
  ['whole', { received: 24 }, 'All rows in one response: 24 rows.'],
  ['whole', { received: 0 }, 'The service returned no rows.'],
  ['unknown', {}, null],
] as const)('the paging text for %s %j is %j', (mode, changes, text) => {
  expect(pagingText({ ...idle, ...changes, mode })).toBe(text);
});

describe('load warnings', () => {
  test('are empty when all is well, counting skipped items', () => {
    expect(loadWarnings(idle)).toEqual([]);
    expect(loadWarnings(complete)).toEqual([]);
    expect(loadWarnings({ ...complete, head: { ...headOf(38), setAside: setAside(2) } })).toEqual([]);
  });

  test('report a wrong total in either direction, once loading is complete or the total is exceeded', () => {
    expect(loadWarnings({ ...complete, totalItems: 5, head: headOf(2) })).toEqual([
      'The service reported 5 rows but sent 2.',
    ]);
    expect(loadWarnings({ ...idle, totalItems: 250, isTotalWrong: true })).toEqual([
      'The service reported 250 rows but sent 500.',
    ]);
    expect(loadWarnings({ ...complete, mode: 'given', totalItems: 1912 })).toEqual([]);
    expect(loadWarnings({ ...complete, totalItems: null })).toEqual([]);
  });

  test('count repeated and changed rows', () => {
    expect(loadWarnings({ ...idle, repeated: 1, changed: 2 })).toEqual([
      '1 row sent twice, shown once.',
      '2 rows changed while loading; both versions are shown.',
    ]);
  });
});

describe('load progress', () => {
  test('has a rate over the time spent loading, and the time left', () => {
    const all = { ...idle, target: Infinity };
    expect(loadProgress(all, 60_000)).toEqual({ loaded: 500, total: 1912, rate: 2500, remaining: 564.8 });
    // Rows that were not requested do not stay.
    expect(loadProgress({ ...idle, target: 1000 }, 60_000).remaining).toBe(200);
    const loading = { ...idle, status: 'loading', since: 100_000 } as const;
    expect(loadProgress(loading, 100_050).rate).toBe(2000);
  });

  test('has no rate before the first row, and no time left when the total is unknown', () => {
    const empty = { ...newLoad({}, 1000), totalItems: null };
    expect(loadProgress(empty, 5000)).toEqual({ loaded: 0, total: null, rate: null, remaining: null });
    expect(loadProgress({ ...idle, isTotalWrong: true }, 0)).toMatchObject({ total: null, remaining: null });
  });

  test('is written in rows and rows per second', () => {
    const progress = { loaded: 1500, total: 4726, rate: 2500.4, remaining: 120_000 };
    expect(progressText(progress)).toBe('1,500 of 4,726 rows');
    expect(progressText({ ...progress, total: null })).toBe('1,500 rows so far');
    expect(rateText(progress, true)).toBe('2,500 rows per second, about 2 min left');
    expect(rateText(progress, false)).toBe('2,500 rows per second');
    expect(rateText({ ...progress, remaining: null }, true)).toBe('2,500 rows per second');
    expect(rateText({ ...progress, rate: null }, true)).toBeNull();
    expect(progressText(progress, true)).toBe('Finding the newest rows of 4,726 …');
  });
});

test('the load bar is shown for requested rows, for a stopped load, and while finding the newest rows', () => {
  const loading = { ...idle, status: 'loading' } as const;
  expect(hasLoadBar({ ...loading, target: 1000 })).toBe(true);
  expect(hasLoadBar({ ...loading, target: Infinity })).toBe(true);
  expect(hasLoadBar({ ...loading, wholeUpTo: 5000 })).toBe(true);
  expect(hasLoadBar({ ...loading, rows: [], order: null, phase: 'end' })).toBe(true);
  expect(hasLoadBar({ ...idle, status: 'paused' })).toBe(true);
  expect(hasLoadBar({ ...idle, status: 'failed' })).toBe(true);
  expect(hasLoadBar(loading)).toBe(false);
  expect(hasLoadBar({ ...loading, phase: 'second', failure: failure('timeout') })).toBe(true);
  expect(hasLoadBar({ ...loading, pages: 0 })).toBe(false);
  expect(hasLoadBar(idle)).toBe(false);
  expect(hasLoadBar(complete)).toBe(false);
});

describe('the reason why loading stopped', () => {
  test('is empty while loading runs', () => {
    expect(stopText({ ...idle, status: 'loading' }, clock)).toBeNull();
  });

  test('is a pause by the user, without a warning', () => {
    expect(stopText({ ...idle, status: 'paused' }, clock)).toEqual({
      isWarning: false,
      text: 'Paused. Loaded rows are kept.',
    });
  });

  test('is a failure, with the service’s own message and what was kept', () => {
    const stopped = stopText({ ...idle, status: 'failed', failure: failure('forbidden', 'no more') }, clock);
    expect(stopped?.isWarning).toBe(true);
    expect(stopped?.text).toMatch(/^This key has no access \(“no more”\)\. Loading stopped; 500 rows kept\. Ask /);
    const silent = stopText({ ...idle, status: 'failed', failure: failure('forbidden') }, clock);
    expect(silent?.text).toMatch(/^This key has no access\. Loading stopped;/);
  });

  test.each([
    [401, 'The subscription key was not accepted'],
    [403, 'This key has no access'],
    [404, 'Record not found'],
    [429, 'The service’s call allowance is used up'],
  ])('starts, after a %d, with %j', (status, title) => {
    const stopped = stopText({ ...idle, status: 'failed', failure: failure(kindOfStatus(status)) }, clock);
    expect(stopped?.text.startsWith(`${title}. Loading stopped;`)).toBe(true);
  });

  test('is a wait that ends by itself at a given time', () => {
    const pausedUntil = Date.parse('2026-05-12T17:05:02Z');
    const waiting = { ...idle, status: 'loading', failure: failure('limited', 'slower'), pausedUntil } as const;
    expect(stopText(waiting, clock)).toEqual({
      isWarning: true,
      text: 'The service’s call allowance is used up (“slower”); resumes at 1105L',
    });
    expect(stopText({ ...waiting, pausedUntil: null }, clock)?.text).toBe(
      'The service’s call allowance is used up (“slower”)',
    );
  });
});

test('the load buttons offer some more rows, or all', () => {
  expect(loadChoices(idle)).toEqual({ more: { rows: 250, label: 'Load 250 more' }, all: 'Load all 1,912' });
  expect(loadChoices({ ...idle, limit: 1000 })).toEqual({
    more: { rows: 500, label: 'Load 500 more' },
    all: 'Load all 1,912',
  });
  expect(loadChoices({ ...idle, totalItems: 600 })).toEqual({ more: null, all: 'Load all 600' });
  expect(loadChoices({ ...idle, totalItems: null })).toEqual({
    more: { rows: 250, label: 'Load 250 more' },
    all: 'Load all',
  });
  expect(loadChoices({ ...idle, isTotalWrong: true })).toEqual({
    more: { rows: 250, label: 'Load 250 more' },
    all: 'Load all',
  });
  expect(loadChoices({ ...idle, order: 'newest last' })?.more?.label).toBe('Load 250 older');
  expect(loadChoices(complete)).toBeNull();
  expect(loadChoices({ ...idle, status: 'loading' })).toBeNull();
});
