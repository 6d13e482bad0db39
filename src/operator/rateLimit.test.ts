import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateLimiter } from './app.ts';

function limiterAt(limit: number) {
  let now = 0;
  const ask = rateLimiter(limit, () => now);
  return { ask, wait: (milliseconds: number) => (now += milliseconds) };
}

test('accepts calls up to the limit, then says how long to wait', () => {
  const { ask, wait } = limiterAt(2);
  expect(ask(0)).toBeNull();
  wait(20_500);
  expect(ask(0)).toBeNull();
  expect(ask(0)).toBe(40);
  wait(39_499);
  expect(ask(0)).toBe(1);
  wait(1);
  expect(ask(0)).toBeNull();
  expect(ask(0)).toBe(21);
});

test('counts each caller alone', () => {
  const { ask } = limiterAt(1);
  expect(ask(0)).toBeNull();
  expect(ask(1)).toBeNull();
  expect(ask(0)).toBe(60);
});

test('a limit of 0 refuses nothing', () => {
  const { ask } = limiterAt(0);
  for (let call = 0; call < 1000; call++) expect(ask(0)).toBeNull();
});

test('a caller that waits as told is accepted, and no 60 seconds ever hold more than the limit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 }),
      (limit, waits) => {
        const { ask, wait } = limiterAt(limit);
        const let_through: number[] = [];
        for (const milliseconds of waits) {
          const seconds = (wait(milliseconds), ask(0));
          if (seconds !== null) {
            wait(seconds * 1000);
            expect(ask(0)).toBeNull();
          }
          let_through.push(wait(0));
        }
        for (const at of let_through) {
          expect(let_through.filter((other) => other > at - 60_000 && other <= at).length).toBeLessThanOrEqual(limit);
        }
      },
    ),
  );
});
