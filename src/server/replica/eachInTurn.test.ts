import { expect, it } from 'vitest';
import { EachInTurn } from './eachInTurn.ts';

it('runs one work of a name at a time, those of others beside it, and goes on after one that fails', async () => {
  const turns = new EachInTurn();
  const running = new Map<string, number>();
  const done: string[] = [];
  let most = 0;
  const work = (name: string, number: number) => async () => {
    running.set(name, (running.get(name) ?? 0) + 1);
    expect(running.get(name)).toBe(1);
    most = Math.max(
      most,
      [...running.values()].reduce((sum, count) => sum + count, 0),
    );
    await new Promise((resolve) => setImmediate(resolve));
    running.set(name, 0);
    if (number === 1) throw new Error('failed');
    done.push(`${name}${number}`);
    return number;
  };
  const all = [
    ...Array.from({ length: 20 }, (_, number) => turns.run('greedy ', work('greedy ', number))),
    turns.run('other ', work('other ', 0)),
  ];
  const ended = await Promise.allSettled(all);
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  // The other one does not wait for the nineteen before it.
  expect(done.indexOf('other 0')).toBeLessThan(3);
  expect(done.filter((name) => name.startsWith('greedy')).map((name) => Number(name.slice(7)))).toEqual([
    0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  ]);
  expect([most, turns.size]).toEqual([2, 0]);
});
