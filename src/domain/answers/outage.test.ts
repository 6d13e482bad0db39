import { describe, expect, test } from 'vitest';
import { connected } from './connection.ts';
import type { Failure, FailureKind } from './failures.ts';
import { isTold, outageIn, outageWords } from './outage.ts';
import type { Reading } from './pageChecks.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const minute = 60_000;
const failure = (kind: FailureKind, given: Partial<Failure> = {}): Failure => ({
  kind,
  status: null,
  entries: [],
  retryAfter: null,
  ...given,
});
const reading = (source: string, kind: FailureKind | null, asOf: number | null = now - minute): Reading => ({
  source,
  asOf,
  interval: minute,
  failure: kind && failure(kind),
});

describe('the cause for which several sources fail', () => {
  test('needs two of them: the failure of one is its own, whatever the number of panels that show it', () => {
    expect(outageIn(null, [reading('Aircraft', 'upstream'), reading('Aircraft', 'upstream')], now)).toBeNull();
    expect(outageIn(null, [reading('Aircraft', 'upstream'), reading('Squawks', null)], now)).toBeNull();
    expect(outageIn(null, [reading('Aircraft', 'upstream'), reading('Squawks', 'timeout')], now)).not.toBeNull();
  });

  test('is none where each is refused for itself', () => {
    const refused = [reading('Aircraft', 'forbidden'), reading('Squawks', 'forbidden')];
    expect(outageIn(null, refused, now)).toBeNull();
  });

  test('began with the newest data, and this time stays while it lasts, on every page', () => {
    const first = outageIn(
      null,
      [reading('Aircraft', 'timeout', now - 3 * minute), reading('Squawks', 'timeout')],
      now,
    );
    expect(first?.since).toBe(now - minute);
    // Another page, which shows only older data, then one that has had no answer yet.
    const other = [reading('People', 'timeout', now - 9 * minute), reading('Reminders', 'upstream', null)];
    const second = outageIn(first, other, now + minute);
    expect(second?.since).toBe(now - minute);
    expect(outageIn(second, [reading('Reports', null, null)], now + minute + 1)?.since).toBe(now - minute);
  });

  test('is over once something newer has arrived, or nothing has failed for a minute', () => {
    const outage = outageIn(null, [reading('Aircraft', 'timeout'), reading('Squawks', 'timeout')], now);
    expect(outageIn(outage, [reading('Aircraft', null, now)], now + 5_000)).toBeNull();
    expect(outageIn(outage, [reading('Aircraft', null)], now + 5_000)).not.toBeNull();
    expect(outageIn(outage, [reading('Aircraft', null)], now + 61_000)).toBeNull();
    // The gateway answers these by itself, with nothing read.
    const own = {
      ...reading('Squawks', null, now + 1),
      gaps: [{ of: 'aircraft', reason: 'not loaded yet', keys: ['a1'] }] as const,
    };
    expect(outageIn(outage, [own, reading('Changes', null, now + 1)], now + 5_000)).toBe(outage);
    const wait = outageIn(null, [reading('Aircraft', 'waiting'), reading('Squawks', 'waiting')], now);
    expect(outageIn(wait, [reading('Aircraft', null)], now + 1)).toBeNull();
  });

  test('is shown at once if it cannot pass by itself', () => {
    const of = (kind: FailureKind) => outageIn(null, [reading('Aircraft', kind), reading('Squawks', kind)], now);
    expect([of('unauthorized')?.isShown, of('timeout')?.isShown, of('waiting')?.isShown]).toEqual([true, false, false]);
  });

  test('explains the failures with this cause alone', () => {
    const outage = outageIn(null, [reading('Aircraft', 'timeout'), reading('Squawks', 'upstream')], now);
    const told = (kind: FailureKind) => isTold(failure(kind), { ...connected, outage });
    expect([told('timeout'), told('upstream'), told('unauthorized'), told('forbidden')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isTold(failure('timeout'), connected)).toBe(false);
  });
});

test('an outage has one time: since when, or for the allowance until when', () => {
  const clock = { zone: 'America/Denver', mode: 'L' } as const;
  const words = (given: Failure) =>
    outageWords({ failure: given, since: now - minute, sources: [], seenAt: now, isShown: true }, now, clock).title;
  expect(words(failure('timeout'))).toBe('The flight service has not answered since 1104L');
  expect(words(failure('upstream'))).toBe('The flight service has not answered properly since 1104L');
  expect(words(failure('unauthorized'))).toBe('Subscription key not accepted since 1104L');
  expect(words(failure('waiting', { until: now + 30_000 }))).toBe(
    'Call allowance used up: loading resumes at 11:05:30L',
  );
});
