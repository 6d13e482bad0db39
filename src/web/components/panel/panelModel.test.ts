import { describe, expect, test } from 'vitest';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import { connected, type Connection } from '#domain/answers/connection.ts';
import type { Failure } from '#domain/answers/failures.ts';
import { waitingUntil } from '#domain/answers/failures.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { gatewayLines } from './gatewayLines.ts';
import { panelState, troubleOf } from './panelModel.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const at = { now, clock: { zone: 'America/Denver', mode: 'L' }, connection: connected } as const;
const minute = 60_000;

function reading(source: string, members: Partial<Reading> = {}): Reading {
  return { source, asOf: now - 10_000, interval: minute, failure: null, ...members };
}

const offline: Failure = { kind: 'offline', status: null, entries: [], retryAfter: null };
const waiting = (text: string): Failure => waitingUntil(Date.parse(text));

describe('a panel with data', () => {
  test('shows a fresh age quietly', () => {
    const state = panelState(reading('Aircraft'), [], at);
    expect(state).toEqual({
      state: 'fresh',
      isSettled: true,
      age: { text: '10 s ago', isWarning: false },
      isStale: false,
      wait: null,
      failures: [],
      dashes: null,
    });
  });

  test('warns of the oldest source after two missed refreshes', () => {
    const old = reading('Reservations', { asOf: now - 4 * minute });
    const state = panelState(reading('Aircraft'), [old], at);
    expect(state.state).toBe('fresh');
    expect(state.age).toEqual({ text: 'Reservations 4 min old', isWarning: true });
    expect(state.isStale).toBe(false);
  });

  test('gives the time of stale data by the displayed clock', () => {
    const stale = reading('Aircraft', { asOf: now - 7 * minute });
    expect(panelState(stale, [], at).age).toEqual({ text: 'AS OF 1058L', isWarning: true });
    const zulu = { ...at, clock: { zone: 'America/Denver', mode: 'Z' } } as const;
    expect(panelState(stale, [], zulu).age?.text).toBe('AS OF 1658Z');
    expect(panelState(stale, [], at).isStale).toBe(true);
  });

  test('stays stale with a fresh source next to a stale one', () => {
    const stale = reading('Reminders', { asOf: now - 60 * minute });
    const state = panelState(reading('Aircraft'), [stale], at);
    expect([state.state, state.isStale]).toEqual(['fresh', true]);
  });
});

test('a panel is settled once every other source has answered or failed', () => {
  const loading = reading('Reservations', { asOf: null });
  const failed = reading('Reservations', { asOf: null, failure: offline });
  expect(panelState(reading('Aircraft'), [loading], at).isSettled).toBe(false);
  expect(panelState(reading('Aircraft'), [failed, reading('Reminders')], at).isSettled).toBe(true);
});

describe('a failed refresh', () => {
  test('keeps the data, whose time the header alone gives', () => {
    const state = panelState(reading('Aircraft', { failure: offline }), [], at);
    expect(state.state).toBe('fresh');
    expect(state.failures).toHaveLength(1);
    expect(state.failures[0]?.text).toMatch(/^Flightline cannot be reached\. Check /);
  });

  test('says “Not known” for a source without data', () => {
    const squawks = reading('Squawks', { asOf: null, failure: offline });
    const state = panelState(reading('Aircraft'), [squawks], at);
    expect(state.failures.map(({ source }) => source)).toEqual(['Squawks']);
    expect(state.failures[0]?.text).toContain('Not known: squawks.');
  });

  test('is shown once for several sources with the same reason, and names those without data', () => {
    const failure: Failure = { kind: 'upstream', status: 502, entries: [], retryAfter: null };
    const state = panelState(
      reading('Aircraft', { failure }),
      [
        reading('Reservations', { failure, asOf: now - 2 * minute }),
        reading('Reservations', { failure }),
        reading('Squawks', { failure, asOf: null }),
        reading('Reminders', { failure: { ...failure, kind: 'forbidden' } }),
      ],
      at,
    );
    expect(state.failures.map(({ text }) => text)).toEqual([
      'The service reported an error. Not known: squawks. The problem is at the service. Retrying automatically.',
      expect.stringContaining('This key has no access. Ask'),
    ]);
  });

  test('is left to the error note when the main source has no data', () => {
    const state = panelState(reading('Aircraft', { asOf: null, failure: offline }), [], at);
    expect(state).toMatchObject({ state: 'failed', age: null, failures: [], wait: null });
  });
});

describe('a cause that several sources share', () => {
  const failure: Failure = { kind: 'timeout', status: 504, entries: [], retryAfter: null };
  const outage = { failure, since: now, sources: [], seenAt: now, isShown: true };
  const out = { ...at, connection: { ...connected, outage } };

  test('gives a panel without data dashes, and no words and no age of its own', () => {
    const empty = reading('Aircraft', { asOf: null, failure });
    const state = panelState(empty, [reading('Squawks', { failure })], out);
    expect(state).toMatchObject({ state: 'loading', age: null, failures: [], wait: null });
    expect(state.dashes?.text).toBe('Not known: aircraft could not be loaded.');
    // Until the banner is there, it only loads.
    const early = { ...at, connection: { ...connected, outage: { ...outage, isShown: false } } };
    expect(panelState(empty, [], early)).toMatchObject({ state: 'loading', dashes: null, failures: [] });
  });

  test('leaves data that was read with its time', () => {
    const state = panelState(reading('Aircraft', { failure }), [], out);
    expect(state).toMatchObject({ age: { text: 'as of 1104L', isWarning: false }, failures: [], dashes: null });
  });

  test('leaves a failure with another cause its own words', () => {
    const forbidden: Failure = { ...failure, kind: 'forbidden', status: 403 };
    expect(panelState(reading('Aircraft', { asOf: null, failure: forbidden }), [], out).state).toBe('failed');
    expect(
      panelState(reading('Aircraft', { failure: { ...failure, kind: 'unauthorized' } }), [], out).failures,
    ).toHaveLength(1);
  });
});

describe('a wait for the rate limit', () => {
  test('is shown once, with the latest time and every waiting source', () => {
    const state = panelState(
      reading('Reservations', { failure: waiting('2026-05-12T17:06:00Z') }),
      [
        reading('Reminders', { failure: waiting('2026-05-12T17:07:30Z') }),
        reading('Reminders', { failure: waiting('2026-05-12T17:06:30Z') }),
      ],
      at,
    );
    expect(state.wait).toBe(
      'Loading resumes at 11:07:30L: rate limit reached. Not all reservations and reminders have loaded yet.',
    );
    expect(state.failures).toEqual([]);
  });

  test('counts as loading, not as a failure, before the first data', () => {
    expect(panelState(reading('Aircraft', { asOf: null }), [], at).state).toBe('loading');
  });
});

describe('a lost connection', () => {
  const lost = { ...at, connection: { state: 'lost', lastAnswerAt: now, nextTryAt: null } satisfies Connection };
  const inDoubt = { ...at, connection: { ...lost.connection, state: 'in doubt' } satisfies Connection };

  test('is not reported in each panel, whose data stays with its time', () => {
    const others = [reading('Squawks', { asOf: null, failure: offline }), reading('Reminders', { failure: offline })];
    const state = panelState(reading('Aircraft', { failure: offline }), others, lost);
    expect(state).toMatchObject({
      state: 'fresh',
      age: { text: 'as of 1104L', isWarning: false },
      failures: [],
      wait: null,
      dashes: null,
    });
    expect(panelState(reading('Aircraft', { failure: offline }), [], inDoubt).failures).toEqual([]);
    expect(panelState(reading('Aircraft', { failure: offline }), [], at).failures).toHaveLength(1);
  });

  test('does not keep old data from being stale', () => {
    const state = panelState(reading('Aircraft', { asOf: now - 7 * minute, failure: offline }), [], lost);
    expect(state).toMatchObject({ age: { text: 'AS OF 1058L', isWarning: true }, isStale: true });
  });

  test('gives a panel without data a short text instead of an error', () => {
    const empty = reading('Aircraft', { asOf: null, failure: offline });
    expect(panelState(empty, [], lost)).toMatchObject({
      state: 'loading',
      dashes: { text: 'Not known yet: no connection.', isKnown: false },
    });
    expect(panelState({ ...empty, failure: null }, [], lost).dashes?.text).toContain('no connection');
    expect(panelState(empty, [], inDoubt)).toMatchObject({ state: 'loading', dashes: null });
  });

  test('does not hide other failures', () => {
    const refused: Failure = { ...offline, kind: 'forbidden', status: 403 };
    expect(panelState(reading('Aircraft', { failure: refused }), [], lost).failures).toHaveLength(1);
    expect(panelState(reading('Aircraft', { asOf: null, failure: refused }), [], lost).state).toBe('failed');
  });
});

describe('the gateway status', () => {
  const quiet: GatewayState = {
    at: '2026-05-12T17:05:00Z',
    allowance: { limit: 60, used: 12 },
    running: 1,
    queue: { person: 0, program: 0, load: 0, replica: 0 },
    pausedUntil: null,
    lastAnswerAt: null,
    lastFailure: null,
    counts: { calls: 40, coalesced: 2, hits: 30, stale: 1, tooManyRequests: 0 },
    replica: null,
  };

  test('says when there is nothing to report', () => {
    expect(gatewayLines(quiet, now, at.clock)).toEqual({
      allowance: '12 of 60 calls in the last 60 s',
      pause: null,
      queue: '1 in progress, 0 waiting',
      counts: 'Since start: 40 calls, 33 requests answered without a call',
      failure: 'No failed call since start.',
    });
  });

  test('shows who is waiting, how long a pause lasts, and the last failure with its status', () => {
    const lines = gatewayLines(
      {
        ...quiet,
        queue: { person: 2, program: 0, load: 1, replica: 3 },
        pausedUntil: '2026-05-12T17:06:30Z',
        lastFailure: { at: '2026-05-12T17:01:00Z', status: 429, words: 'Too many requests.' },
      },
      now,
      at.clock,
    );
    expect(lines.queue).toBe(
      '1 in progress, 6 waiting (2 for people, 0 for programs, 1 for reports, 3 for the local copy)',
    );
    expect(lines.pause).toBe('Paused at the service’s request for another 1 min');
    expect(lines.failure).toBe('Last failure at 1101L (429): Too many requests.');
  });

  test('omits a pause that is over and a status that never arrived', () => {
    const past = { ...quiet, pausedUntil: '2026-05-12T17:04:59Z' };
    expect(gatewayLines(past, now, at.clock).pause).toBeNull();
    const lastFailure = { at: '2026-05-12T17:01:00Z', status: null, words: 'No answer in 15 s.' };
    expect(gatewayLines({ ...quiet, lastFailure }, now, at.clock).failure).toBe(
      'Last failure at 1101L: No answer in 15 s.',
    );
  });
});

test('trouble common to several panels is reported once', () => {
  const until = waiting('2026-05-12T17:06:00Z');
  const sources = [
    reading('Aircraft', { failure: offline }),
    reading('Reminders', { asOf: null, failure: until }),
    reading('Squawks', { asOf: null, failure: until }),
    reading('Reservations'),
  ];
  const { wait, failures } = troubleOf(sources, at);
  expect(wait).toMatch(/Not all reminders and squawks have loaded yet\.$/);
  expect(failures.map(({ text }) => text)).toEqual([expect.stringContaining('Flightline cannot be reached')]);
  expect(troubleOf([reading('Aircraft')], at)).toEqual({ wait: null, failures: [] });
  // A lost connection is reported once for the whole screen.
  const lost: Connection = { state: 'lost', lastAnswerAt: now, nextTryAt: null };
  expect(troubleOf(sources, { ...at, connection: lost })).toEqual({ wait: null, failures: [] });
});
