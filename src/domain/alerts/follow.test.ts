import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlertKind } from '#contract/gateway/alerts.ts';
import type { Alert, Condition, Look } from './alert.ts';
import { followLook, type LookState } from './follow.ts';

const minute = 60_000;
const began = Date.UTC(2026, 4, 12, 17);

function condition(key: string, step = 1, kind: AlertKind = 'reminder', ends = false): Condition {
  const about = {
    level: 'red',
    subject: [key],
    evidence: [],
    link: '/',
    aircraftId: null,
    model: null,
    location: null,
    instructorIds: null,
  } as const;
  return {
    key,
    kind,
    step,
    needs: [`reads ${key}`],
    alert: {
      ...about,
      kind,
      words: [`${key} ${step}`],
    },
    ended: ends
      ? {
          ...about,
          kind: 'fit again',
          words: [`${key} ended`],
        }
      : null,
  };
}

const wordsOf = ({ words }: Pick<Alert, 'words'>) => words.map(String).join('');

const keys = ['a', 'b', 'c'];
const allKnown = new Set(keys.map((key) => `reads ${key}`));

function look(now: number, conditions: readonly Condition[], given: Partial<Look> = {}): Look {
  return { now, conditions, known: allKnown, isWhole: true, ...given };
}

/** Follows looks a minute apart, after a first look that finds nothing. */
function follow(looks: readonly (readonly Condition[])[], step = minute, start: readonly Condition[] = []) {
  let state: LookState | null = null;
  const raised: Alert[] = [];
  for (const [place, conditions] of [start, ...looks].entries()) {
    const next = followLook(state, look(began + place * step, conditions));
    // The state survives a restart.
    state = JSON.parse(JSON.stringify(next.state)) as LookState;
    raised.push(...next.alerts);
  }
  return { state, raised, words: raised.map(wordsOf) };
}

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

describe('the first look at the school', () => {
  it('raises no alert for existing conditions, and says how many there are', () => {
    const { words, raised } = follow(times(30, [condition('a'), condition('b', 2)]), minute, [
      condition('a'),
      condition('b', 2),
    ]);
    expect(words).toEqual(['Alerts are on. 2 open matters.']);
    expect(raised[0]?.evidence).toEqual([['Reminder due: 2']]);
  });

  it('lasts until everything has been read, or for 15 minutes', () => {
    const part = { isWhole: false, known: new Set(['reads a']) };
    const first = followLook(null, look(began, [condition('a')], part));
    const later = followLook(first.state, look(began + 14 * minute, [condition('a'), condition('b')], part));
    const last = followLook(later.state, look(began + 15 * minute, [condition('a'), condition('b')], part));
    expect([first, later, last].map(({ alerts }) => alerts.map(({ kind }) => kind))).toEqual([[], [], ['began']]);
  });

  it('does not count when only part of the school was read', () => {
    expect(followLook(null, look(began, [condition('a')], { isWhole: null }))).toEqual({ state: null, alerts: [] });
  });
});

describe('a condition', () => {
  const so = [condition('a')];

  it('raises an alert after five minutes, and again when it gets worse, but not when it improves', () => {
    const worse = [condition('a', 2)];
    const { words } = follow([...times(20, so), ...times(20, worse), ...times(20, so), ...times(20, worse)]);
    expect(words.slice(1)).toEqual(['a 1', 'a 2']);
    expect(follow(times(5, so)).words.slice(1)).toEqual([]);
    expect(follow(times(6, so)).words.slice(1)).toEqual(['a 1']);
  });

  it('that comes and goes raises another alert only after it was gone for five minutes', () => {
    const flapping = Array.from({ length: 60 }, (_, place) => (place % 2 === 0 ? so : []));
    expect(follow(flapping).words.slice(1)).toEqual(['a 1']);
    expect(follow([...flapping, ...times(6, []), ...times(6, so)]).words.slice(1)).toEqual(['a 1', 'a 1']);
  });

  it('reports its end, if that is news, only after it was reported itself', () => {
    const ending = [condition('a', 1, 'grounded', true)];
    expect(follow([...times(9, ending), ...times(9, [])]).words.slice(1)).toEqual(['a 1', 'a ended']);
    expect(follow([ending, ...times(9, [])]).words.slice(1)).toEqual([]);
    // The condition already exists at the first look.
    expect(follow(times(9, []), minute, ending).words.slice(1)).toEqual(['a ended']);
  });

  it('is unchanged while its data is unknown', () => {
    const first = follow(times(9, so));
    const blind = { known: new Set<string>(), isWhole: false };
    let { state } = first;
    for (let place = 0; place < 60; place++) {
      const next = followLook(state, look(began + (10 + place) * minute, [], blind));
      expect(next.alerts).toEqual([]);
      state = next.state;
    }
    const back = followLook(state, look(began + 80 * minute, so));
    expect(back.alerts).toEqual([]);
  });

  it('that started and ended during a day without looks is not reported, and one that lasts is reported once', () => {
    const day = 24 * 60 * minute;
    const { state } = follow([[], []]);
    const after = followLook(state, look(began + day, so));
    const settled = followLook(after.state, look(began + day + 5 * minute, so));
    expect([after.alerts.length, settled.alerts.map(({ words }) => words)]).toEqual([0, [['a 1']]]);
  });

  it('is not reported again when the clock is set back an hour', () => {
    const { state } = follow(times(9, so));
    const back = followLook(state, look(began - 51 * minute, so));
    const later = followLook(back.state, look(began - 40 * minute, so));
    expect([...back.alerts, ...later.alerts]).toEqual([]);
  });
});

describe('any series of looks', () => {
  const seen = fc.record({
    steps: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 3, maxLength: 3 }),
    unread: fc.subarray(keys),
    passed: fc.integer({ min: 1, max: 20 * minute }),
  });
  const looks = fc.array(seen, { minLength: 1, maxLength: 40 });

  function run(
    all: readonly { steps: readonly number[]; unread: readonly string[]; passed: number }[],
    isRestarted: boolean,
  ) {
    let state: LookState | null = null;
    let now = began;
    const raised: (Alert & { readonly so: readonly string[] })[] = [];
    for (const { steps, unread, passed } of all) {
      now += passed;
      const conditions = keys.flatMap((key, place) => {
        const step = steps[place] ?? 0;
        return step === 0 || unread.includes(key) ? [] : [condition(key, step)];
      });
      const known = new Set(keys.filter((key) => !unread.includes(key)).map((key) => `reads ${key}`));
      const next = followLook(state, look(now, conditions, { known, isWhole: unread.length === 0 }));
      state = isRestarted ? (JSON.parse(JSON.stringify(next.state)) as LookState) : next.state;
      raised.push(
        ...next.alerts.map((alert) => ({ ...alert, so: conditions.map(({ key, step }) => `${key} ${step}`) })),
      );
    }
    return raised;
  }

  it('gives each alert its own id, reports only current conditions, and is not changed by restarts', () => {
    const property = fc.property(looks, (all) => {
      const raised = run(all, false);
      expect(new Set(raised.map(({ id }) => id)).size).toBe(raised.length);
      for (const { kind, words, so } of raised) if (kind === 'reminder') expect(so).toContain(wordsOf({ words }));
      expect(run(all, true)).toEqual(raised);
    });
    fc.assert(property);
  });

  it('reports every lasting condition, whatever happened before', () => {
    const property = fc.property(looks, fc.integer({ min: 1, max: 2 }), (all, step) => {
      const nothing = { steps: [0, 0, 0], unread: [], passed: 1 };
      const lasting = { steps: [step, 0, 0], unread: [], passed: 6 * minute };
      const raised = run([nothing, ...all, ...times(3, lasting)], false);
      const steps = raised.flatMap(({ kind, words }) =>
        kind === 'reminder' && wordsOf({ words }).startsWith('a') ? Number(wordsOf({ words }).at(-1)) : [],
      );
      expect(Math.max(0, ...steps)).toBeGreaterThanOrEqual(step);
    });
    fc.assert(property);
  });
});
