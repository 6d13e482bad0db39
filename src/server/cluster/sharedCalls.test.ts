import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { mostCallsWithin, type SeenCall } from '#e2e/stands/cluster/gateways.ts';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/stands/cluster/postgres.ts';
import { Database, DatabaseGone } from './database.ts';
import { migrate } from './migrations.ts';
import { SharedCalls } from './sharedCalls.ts';

describe.skipIf(!hasPostgres)('the allowance of several gateways', () => {
  let postgres: Postgres;
  let number = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  async function openDatabase(): Promise<Database> {
    const database = new Database({ urls: [postgres.url], schema: `calls_${++number}` });
    onTestFinished(() => database.close());
    await migrate(database);
    return database;
  }

  const limits = {
    allowance: 12,
    windowMs: 600,
    callMs: 150,
    graceMs: 100,
    statementMs: 0,
    clock: () => performance.now(),
  };

  async function gateway(database: Pick<Database, 'query'>, id: string): Promise<SharedCalls> {
    const calls = new SharedCalls({ ...limits, id, database });
    await calls.open();
    return calls;
  }

  async function takeAll(calls: SharedCalls, callClass: 'person' | 'replica', isAlone = false) {
    const taken = [];
    for (;;) {
      const permit = await calls.take(callClass, isAlone);
      if (typeof permit === 'number') return { taken, wait: permit };
      taken.push(permit);
    }
  }

  it('is given to all together, and background calls leave a third of it', async () => {
    const database = await openDatabase();
    const [a, b] = [await gateway(database, 'a'), await gateway(database, 'b')];
    const background = await takeAll(a, 'replica');
    expect(background.taken).toHaveLength(8);
    const people = await takeAll(b, 'person');
    expect(people.taken).toHaveLength(4);
    expect(people.wait).toBeGreaterThan(50);
    for (const permit of background.taken) permit.release();
    await sleep(limits.windowMs / 2);
    expect((await takeAll(b, 'person')).taken).toHaveLength(0);
    await sleep(limits.windowMs / 2 + 60);
    expect((await takeAll(b, 'person')).taken).toHaveLength(8);
  });

  it('a gateway that is gone leaves its calls counted until they must have ended, and a window more', async () => {
    const database = await openDatabase();
    const [a, b] = [await gateway(database, 'a'), await gateway(database, 'b')];
    expect((await takeAll(a, 'person')).taken).toHaveLength(12);
    await sleep(limits.windowMs + limits.callMs / 2);
    expect((await takeAll(b, 'person')).taken).toHaveLength(0);
    await sleep(limits.graceMs + limits.callMs);
    expect((await takeAll(b, 'person')).taken).toHaveLength(12);
  });

  it('the planner goes on alone with its share, which others leave to it, and nobody else goes on', async () => {
    const database = await openDatabase();
    const [a, b] = [await gateway(database, 'a'), await gateway(database, 'b')];
    const [beat] = await database.query<{ shown: string }>(`SELECT beat('a', 0, 6) AS shown`);
    expect(JSON.parse(beat?.shown ?? '')).toMatchObject({ isAlive: true, hasShare: true });
    await a.noteShare(true, performance.now());
    expect((await takeAll(b, 'person')).taken).toHaveLength(9);
    const alone = await takeAll(a, 'replica', true);
    expect(alone.taken).toHaveLength(3);
    await expect(b.take('person', true)).rejects.toBeInstanceOf(DatabaseGone);
    // What was used alone is written down before anybody else may use it.
    for (const permit of alone.taken) permit.release();
    await a.giveShareBack();
    expect((await takeAll(b, 'person')).taken).toHaveLength(0);
  });

  it('is never exceeded in any window, with gateways killed, paused and cut off at random', async () => {
    const database = await openDatabase();
    const seen: SeenCall[] = [];
    const ends = performance.now() + 6_000;
    let isCut = false;
    const planners: Pick<Database, 'query'> = {
      query: (text, values) => (isCut ? Promise.reject(new DatabaseGone('cut off')) : database.query(text, values)),
    };
    const live = async (name: string, isPlanner: boolean) => {
      for (let life = 0; performance.now() < ends; life++) {
        const calls = await gateway(isPlanner ? planners : database, isPlanner ? name : `${name}-${life}`).catch(
          () => null,
        );
        if (!calls) {
          await sleep(20);
          continue;
        }
        const dies = performance.now() + 500 + Math.random() * 1_500;
        const ask = async () => {
          while (performance.now() < Math.min(dies, ends)) {
            const permit = await calls
              .take(Math.random() < 0.5 ? 'person' : 'replica', isPlanner && isCut)
              .catch(() => (isPlanner ? calls.take('replica', true) : 30))
              .catch(() => 30);
            if (typeof permit === 'number') {
              await sleep(Math.min(permit, 60));
              continue;
            }
            // Paused between the permit and the call, now and then for long.
            if (Math.random() < 0.2) await sleep(Math.random() * 3 * limits.graceMs);
            // Killed before the call, or in it: nobody notes its end.
            if (performance.now() > dies) return;
            if (!permit.isValid()) {
              permit.release();
              continue;
            }
            const call: SeenCall = { path: name, began: performance.now(), ended: 0 };
            seen.push(call);
            await sleep(Math.random() * limits.callMs * 0.4);
            call.ended = performance.now();
            if (performance.now() > dies) return;
            permit.release();
          }
        };
        const beats = async () => {
          while (isPlanner && performance.now() < Math.min(dies, ends)) {
            const asked = performance.now();
            await planners
              .query<{ shown: string }>(`SELECT beat($1, 0, 6) AS shown`, [name])
              .then(([row]) => calls.noteShare((JSON.parse(row?.shown ?? '') as { hasShare: boolean }).hasShare, asked))
              .catch(() => undefined);
            await sleep(50);
          }
        };
        await Promise.all([ask(), ask(), ask(), beats()]);
      }
    };
    const cuts = async () => {
      while (performance.now() < ends) {
        await sleep(400 + Math.random() * 500);
        isCut = !isCut;
      }
    };
    await Promise.all([live('planner', true), live('a', false), live('b', false), live('c', false), cuts()]);
    expect(seen.length).toBeGreaterThan(40);
    expect(mostCallsWithin(seen, limits.windowMs)).toBeLessThanOrEqual(limits.allowance);
  });
});
