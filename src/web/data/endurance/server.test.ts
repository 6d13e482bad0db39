import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterCheck, readPage, type ServerCheck } from './server.ts';

const second = 1000;
const minute = 60 * second;

const check = (given: Partial<ServerCheck>): ServerCheck => ({
  now: 100 * minute,
  lastAnswerAt: 99 * minute,
  answer: { build: 'one' },
  ownBuild: 'one',
  sinceReload: null,
  ...given,
});

describe('a check of the server', () => {
  test('is repeated in a minute after an answer', () => {
    expect(afterCheck(check({}))).toEqual({ lastAnswerAt: 100 * minute, isReload: false, wait: minute });
  });

  test('is repeated in 15 seconds after a failure, and keeps the time of the last answer', () => {
    expect(afterCheck(check({ answer: null }))).toEqual({
      lastAnswerAt: 99 * minute,
      isReload: false,
      wait: 15 * second,
    });
  });

  test('loads a new build, unless the page has just been reloaded', () => {
    const answer = { build: 'two' };
    expect(afterCheck(check({ answer })).isReload).toBe(true);
    expect(afterCheck(check({ answer, sinceReload: 9 * minute })).isReload).toBe(false);
    expect(afterCheck(check({ answer, sinceReload: 11 * minute })).isReload).toBe(true);
  });

  test('counts an outage from the time the next answer was due', () => {
    expect(afterCheck(check({ lastAnswerAt: 94.1 * minute })).isReload).toBe(false);
    expect(afterCheck(check({ lastAnswerAt: 94 * minute })).isReload).toBe(true);
  });

  test('never reloads in development', () => {
    expect(afterCheck(check({ ownBuild: null, answer: { build: null }, lastAnswerAt: 0 })).isReload).toBe(false);
    expect(afterCheck(check({ ownBuild: null, answer: { build: 'one' }, lastAnswerAt: 0 })).isReload).toBe(false);
  });
});

/** Months of a display on a simulated clock: what the server answers at each check, and when the page reloads. */
function run(answers: readonly (string | null)[], ownBuild: string) {
  let state = { now: 0, lastAnswerAt: 0, loadedAt: 0, own: ownBuild, wasReloaded: false };
  const reloads: { readonly at: number; readonly build: string }[] = [];
  for (const build of answers) {
    const sinceReload = state.wasReloaded ? state.now - state.loadedAt : null;
    const { now, lastAnswerAt, own } = state;
    const next = afterCheck({
      now,
      lastAnswerAt,
      answer: build === null ? null : { build },
      ownBuild: own,
      sinceReload,
    });
    if (next.isReload && build !== null) {
      reloads.push({ at: now, build });
      state = { now, lastAnswerAt: now, loadedAt: now, own: build, wasReloaded: true };
    } else state = { ...state, lastAnswerAt: next.lastAnswerAt };
    state = { ...state, now: state.now + next.wait };
  }
  return { reloads, own: state.own, now: state.now };
}

describe('a display running for months', () => {
  const answers = fc.array(fc.option(fc.constantFrom('one', 'two', 'three'), { nil: null, freq: 2 }), {
    maxLength: 300,
  });

  test('never reloads twice within ten minutes, whatever the server says', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const { reloads } = run(given, 'one');
        for (const [index, { at }] of reloads.entries()) {
          const next = reloads[index + 1];
          if (next) expect(next.at - at).toBeGreaterThanOrEqual(10 * minute);
        }
      }),
    );
  });

  test('runs a new build within ten minutes of steady delivery', () => {
    fc.assert(
      fc.property(answers, (given) => {
        expect(run([...given, ...Array.from({ length: 12 }, () => 'two')], 'one').own).toBe('two');
      }),
    );
  });

  test('never reloads while the server is away', () => {
    const { reloads, now } = run(
      Array.from({ length: 1000 }, () => null),
      'one',
    );
    expect(reloads).toEqual([]);
    expect(now).toBe(1000 * 15 * second);
  });

  test('is left alone while the build stays the same', () => {
    expect(
      run(
        Array.from({ length: 1000 }, () => 'one'),
        'one',
      ).reloads,
    ).toEqual([]);
  });

  test('ignores a short outage and reloads once after a long one', () => {
    const away = (checks: number) => ['one', ...Array.from({ length: checks }, () => null), 'one', 'one', 'one'];
    expect(run(away(8), 'one').reloads).toEqual([]);
    expect(run(away(24), 'one').reloads).toHaveLength(1);
  });
});

describe('the response to a server check', () => {
  const page = (build: string) => `<!doctype html><meta name="build" content="${build}"><div id="root"></div>`;

  test('gives the build of our page', () => {
    expect(readPage(page('x1-_Y'), 'own')).toEqual({ build: 'x1-_Y' });
  });

  test('is no answer when it is a network’s login page without a build', () => {
    expect(readPage('<h1>Welcome to the hotel</h1>', 'own')).toBeNull();
    expect(readPage('', 'own')).toBeNull();
  });

  test('may lack the build in development', () => {
    expect(readPage('<div id="root"></div>', null)).toEqual({ build: null });
  });
});
