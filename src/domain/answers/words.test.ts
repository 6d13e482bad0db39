import { describe, expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import {
  type Failure,
  failureWords,
  isPassing,
  kindOfDetail,
  kindOfStatus,
  refreshFailure,
  waitingUntil,
} from './failures.ts';
import { clock as denver } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { querySentence } from '#domain/lists/sentences.ts';

describe('a query in words', () => {
  test('gives each filter with its choice or its time', () => {
    const filters = {
      startTime: { operator: 'lt', values: ['2026-05-12T14:00:00'] },
      displayTypeId: { operator: 'eq', values: ['1'] },
    } as const;
    expect(querySentence(operations.listReservations, { filters })).toBe(
      'Starts before Tue 12 May 1400, Type is Maintenance',
    );
  });

  test('gives the year if it differs, seconds if there are any, and a person by name if known', () => {
    const words = { year: '2026', names: { userId: new Map([['u', 'Sam Garcia']]) } };
    const filters = {
      startTime: { operator: 'gte', values: ['2025-12-31T23:59:30'] },
      endTime: { operator: 'lte', values: ['2026-05-12T14:00'] },
      userId: { operator: 'eq', values: ['u'] },
    } as const;
    expect(querySentence(operations.listReservations, { filters }, words)).toBe(
      'Starts at or after Wed 31 Dec 2025 23:59:30, Ends at or before Tue 12 May 1400, Person is Sam Garcia',
    );
  });

  test('is "everything" without filters', () => {
    expect(querySentence(operations.listAircraft, {})).toBe('everything');
  });
});

describe('a failure in words', () => {
  const failure = (given: Partial<Failure>): Failure => ({
    kind: 'upstream',
    status: null,
    entries: [],
    retryAfter: null,
    ...given,
  });

  test.each([
    [400, 'refused'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'missing'],
    [429, 'limited'],
    [500, 'upstream'],
    [502, 'upstream'],
    [504, 'timeout'],
    [418, 'refused'],
  ])('status %d is %s', (status, kind) => {
    expect(kindOfStatus(status)).toBe(kind);
  });

  test.each([
    ['busy', 503, 'waiting'],
    ['paused', 503, 'waiting'],
    ['dropped', 503, 'waiting'],
    ['upstream-401', 200, 'unauthorized'],
    ['upstream-429', 429, 'limited'],
    ['timeout', 504, 'timeout'],
    ['oversized', 502, 'unreadable'],
    ['stopping', 503, 'offline'],
    ['reset', 502, 'upstream'],
    ['upstream-403', 502, 'forbidden'],
    ['not-allowed', 403, 'not allowed'],
    ['signed-out', 401, 'signed out'],
    [null, 401, 'unauthorized'],
    [null, 403, 'forbidden'],
  ])('the gateway’s word %s with status %d is %s', (detail, status, kind) => {
    expect(kindOfDetail(detail, status)).toBe(kind);
  });

  test('a wait for the allowance gives its end, and is not a service error', () => {
    const until = Date.parse('2026-05-12T20:05:10Z');
    expect(failureWords(waitingUntil(until), denver).title).toBe('Loading resumes at 14:05:10L: rate limit reached');
    expect(failureWords(waitingUntil(null), denver).title).toBe('Loading paused: rate limit reached');
    expect(failureWords(waitingUntil(until)).title).toBe('Loading paused: rate limit reached');
    expect(isPassing(waitingUntil(null))).toBe(true);
  });

  test('a failed refresh has its status, or the gateway’s own words', () => {
    expect(refreshFailure({ status: 403, message: 'No.' }).kind).toBe('forbidden');
    const silent = refreshFailure({ status: null, message: 'The service took too long to answer.' });
    expect(failureWords(silent).title).toBe('The service took too long to answer');
    expect(failureWords(refreshFailure({ status: null, message: '' })).title).toBe('The service reported an error');
  });

  test('gives the next try if the service did', () => {
    expect(failureWords(failure({ kind: 'limited', retryAfter: 12_000 })).advice).toContain('Next try in 12 s.');
  });
});
