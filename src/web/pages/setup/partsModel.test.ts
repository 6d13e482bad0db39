import { describe, expect, test } from 'vitest';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import { locationNames, partsVerdict } from './partsModel.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const config = { timeZone: 'America/Denver' };

type Set = NonNullable<GatewayState['replica']>['sets'][number];
const set = (changes: Partial<Set> = {}): Set => ({
  set: 'squawks',
  parts: 24,
  known: 24,
  asOf: '2026-05-12T17:04:00Z',
  targetAge: 300,
  expectedAge: 300,
  failure: null,
  ...changes,
});

function state(
  changes: Partial<GatewayState> = {},
  replica: Partial<NonNullable<GatewayState['replica']>> = {},
): GatewayState {
  return {
    at: '2026-05-12T17:05:00Z',
    pausedUntil: null,
    lastAnswerAt: '2026-05-12T17:04:50Z',
    lastFailure: null,
    replica: {
      sets: [set()],
      storage: { isDurable: true, trouble: null },
      incomplete: { count: 0, parts: [] },
      findings: [],
      resumesAt: null,
      ...replica,
    },
    ...changes,
  } as unknown as GatewayState;
}

const verdict = (given: GatewayState | null, operator: unknown = null) =>
  partsVerdict({ state: given, config, operator }, now, clock);
const faults = (given: GatewayState, operator?: unknown) =>
  verdict(given, operator).faults.map(({ part, words, section }) => `${part}: ${words} > ${section}`);

describe('the verdict on the installation', () => {
  test('is not known until the gateway answers', () => {
    expect(verdict(null)).toEqual({ look: { shape: 'dashed', tone: 'plain' }, word: 'Not known yet', faults: [] });
  });

  test('says that all works only when all of the copy is loaded', () => {
    expect(verdict(state()).word).toBe('All parts work');
    expect(verdict(state({}, { sets: [set({ known: 20 })] }))).toMatchObject({
      word: 'Loading: 4 parts of the local copy to come',
      look: { tone: 'plain' },
    });
    expect(verdict(state({ replica: null })).word).toBe('All parts work');
  });

  test('names each part at fault and where to read more', () => {
    const failed = { at: '2026-05-12T17:04:55Z', status: 500, words: '' };
    expect(faults(state({ lastFailure: failed }), { timeZone: 'America/Chicago' })).toEqual([
      'Flight service: last call failed at Tue 12 May 1104L; last answer Tue 12 May 1104L > connection',
      'Time zone: not that of the operator record > school',
    ]);
    expect(verdict(state({ lastFailure: failed })).word).toBe('1 part needs attention');
    expect(verdict(state({ lastFailure: failed }), { timeZone: 'UTC' }).word).toBe('2 parts need attention');
  });

  test('counts the local copy once, by its worst fault', () => {
    const failure = { message: 'no answer', status: null } as unknown as Set['failure'];
    const storage = { isDurable: true, trouble: 'The disk is full.' };
    expect(faults(state({}, { storage, sets: [set({ failure })] }))).toEqual(['Local copy: storage > diagnostics']);
    expect(faults(state({}, { sets: [set({ failure })] }))).toEqual([
      'Local copy: last refresh failed: Squawks > diagnostics',
    ]);
    expect(faults(state({}, { incomplete: { count: 3, parts: [] } }))).toEqual([
      'Local copy: 3 parts not fully loaded > diagnostics',
    ]);
    expect(faults(state({}, { sets: [set({ asOf: '2026-05-12T16:00:00Z' })] }))).toEqual([
      'Local copy: late: Squawks > diagnostics',
    ]);
  });
});

test('locations are named, with their airports, and never by an id', () => {
  expect(
    locationNames({
      locations: [{ locationId: 'fe41', name: 'Pueblo', airport: 'KPUB' }, { id: 3 }, { name: 'KFLY' }],
    }),
  ).toBe('Pueblo (KPUB), KFLY');
  for (const value of [null, [], { locations: 7 }, { locations: [] }]) expect(locationNames(value)).toBeNull();
});
