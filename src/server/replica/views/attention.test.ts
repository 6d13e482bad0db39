import { describe, expect, it } from 'vitest';
import type { Found } from '#domain/overview/attention.ts';
import { AttentionLooks } from './attention.ts';

const nothing: Found = { items: [], isWhole: true };

/** Looks that last until `end` is called, on a clock that the test moves. */
function open() {
  let now = 1_000_000;
  let change = 1;
  const running: (() => void)[] = [];
  let begun = 0;
  const look = () => {
    begun++;
    return new Promise<Found>((resolve) => running.push(() => resolve({ ...nothing })));
  };
  const looks = new AttentionLooks({ look, clock: () => now, lastChange: () => change });
  return {
    looks,
    begun: () => begun,
    pass: (ms: number) => void (now += ms),
    change: () => void change++,
    /** Ends the looks that have begun. */
    end: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      for (const run of running.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('looks at everything', () => {
  it('are shared by all who ask before one has begun, and run one at a time', async () => {
    const { looks, begun, end, pass } = open();
    const first = looks.renewed();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun()).toBe(1);
    // These need a new look, because the running one may have missed the latest change.
    const later = Array.from({ length: 500 }, () => looks.renewed());
    pass(2_000);
    await end();
    expect(begun()).toBe(2);
    await end();
    expect(new Set(await Promise.all(later)).size).toBe(1);
    expect(await later[0]).not.toBe(await first);
  });

  it('are served again for a minute if nothing has changed', async () => {
    const { looks, begun, end, pass, change } = open();
    const first = looks.current();
    await end();
    expect((await first).isNew).toBe(true);
    pass(59_000);
    expect(await looks.current()).toEqual({ look: (await first).look, isNew: false });
    change();
    const second = looks.current();
    await end();
    expect([(await second).isNew, begun()]).toEqual([true, 2]);
    pass(60_000);
    const third = looks.current();
    await end();
    expect([(await third).isNew, begun()]).toEqual([true, 3]);
  });

  it('are due half a minute after a change, otherwise every three minutes', async () => {
    const { looks, end, pass, change } = open();
    expect(looks.isDue()).toBe(true);
    void looks.renewed();
    expect(looks.isDue()).toBe(false);
    await end();
    pass(179_000);
    expect(looks.isDue()).toBe(false);
    pass(1_000);
    expect(looks.isDue()).toBe(true);
    void looks.renewed();
    await end();
    change();
    pass(29_000);
    expect(looks.isDue()).toBe(false);
    pass(1_000);
    expect(looks.isDue()).toBe(true);
  });

  it('continue after one that failed', async () => {
    let count = 0;
    let now = 0;
    const look = () => (++count === 1 ? Promise.reject(new Error('The file is away.')) : Promise.resolve(nothing));
    const looks = new AttentionLooks({ look, clock: () => now, lastChange: () => 1 });
    await expect(looks.current()).rejects.toThrow('The file is away.');
    now += 2_000;
    expect(await looks.current()).toEqual({ look: nothing, isNew: true });
  });
});
