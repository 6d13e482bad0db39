import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { guidOf, randomOf } from './random.ts';

test('a guid depends only on seed, kind and id', () => {
  expect(guidOf(1, 'flight', 7)).toBe(guidOf(1, 'flight', 7));
  const others = [guidOf(2, 'flight', 7), guidOf(1, 'segment', 7), guidOf(1, 'flight', 8), guidOf(7, 'flight', 1)];
  expect(new Set([guidOf(1, 'flight', 7), ...others]).size).toBe(5);
});

test('20,000 guids are valid and distinct', () => {
  const guids = Array.from({ length: 20_000 }, (_, id) => guidOf(1, 'reservation', id));
  expect(new Set(guids).size).toBe(guids.length);
  for (const guid of guids.slice(0, 500)) expect(z.uuid().safeParse(guid).success, guid).toBe(true);
});

test('draws are even, and the same for the same purpose', () => {
  const [random, same] = [randomOf(1, 'day', 5), randomOf(1, 'day', 5)];
  const draws = Array.from({ length: 10_000 }, () => random.between(1, 6));
  expect(draws).toEqual(Array.from({ length: 10_000 }, () => same.between(1, 6)));
  for (const face of [1, 2, 3, 4, 5, 6]) {
    const share = draws.filter((draw) => draw === face).length / draws.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.185);
  }
});
