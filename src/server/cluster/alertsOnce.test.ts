import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/stands/cluster/postgres.ts';
import { sampleRecipient } from '#e2e/stands/alertSender.ts';
import { Outbox } from '#server/alerts/outbox.ts';
import { silentLog } from '#server/gateway/observability/log.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { copyTables } from './sharedTables.ts';
import { WorkingCopy } from './workingCopy.ts';

const noon = Date.parse('2026-05-12T18:00:00Z');
const minute = 60_000;

/** Where the first planner ends, for ever. */
const deaths = [
  'before it confirms',
  'when it has confirmed',
  'before the message goes out',
  'after the message went out',
  'when all is noted',
] as const;
type Death = (typeof deaths)[number];

describe.skipIf(!hasPostgres)('with PostgreSQL', () => {
  let postgres: Postgres;
  let number = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());

  /** A gateway under a term, which ends at a point of its work. */
  function gateway(
    database: Database,
    term: number,
    sent: { key: string; by: number }[],
    clock: { now: number },
    death: Death | null,
  ) {
    const local = new DatabaseSync(':memory:');
    const storage = sqliteStorage(local, { service: 's', at: noon });
    const copy = new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database });
    const dead = new Promise<never>(() => undefined);
    const outbox = new Outbox({
      storage,
      recipients: { all: () => [sampleRecipient()], find: () => sampleRecipient(), remove: () => true },
      confirmed: async () => {
        if (death === 'before it confirms') await dead;
        await copy.push(term);
        if (death === 'when it has confirmed') await dead;
      },
      send: async (_, { key }) => {
        if (death === 'before the message goes out') await dead;
        sent.push({ key, by: term });
        if (death === 'after the message went out') await dead;
        return { state: 'sent', answer: '200' };
      },
      messageFor: (_, alerts, { id, at }) =>
        ({
          key: id,
          at,
          title: '',
          lines: alerts.map((alert) => alert.id),
          link: '',
          attachment: null,
          isUrgent: false,
        }) as never,
      mostPerHour: 100,
      zone: { name: 'America/Denver', zoneless: 'operator' },
      briefHour: 5,
      wall: () => clock.now,
      log: silentLog,
    });
    return { storage, copy, outbox };
  }

  it.each(deaths)('an alert comes once, or again under the same key, if its planner dies %s', async (death) => {
    const database = new Database({ urls: [postgres.url], schema: `alerts_${number++}` });
    onTestFinished(() => database.close());
    await migrate(database);
    await database.query('UPDATE planner SET term = 1');
    const clock = { now: noon };
    const sent: { key: string; by: number }[] = [];
    const first = gateway(database, 1, sent, clock, death);
    await first.copy.begin(1);
    const alerts = ['a', 'b', 'c'].map((id) => ({ id, at: noon, json: JSON.stringify({ id, kind: 'grounded' }) }));
    first.storage.keepAlerts({
      state: '{}',
      alerts,
      pending: alerts.map(({ id }) => ({ alert: id, recipient: 'r1', sendAt: noon })),
    });
    await first.copy.push(1);
    const running = first.outbox.run();
    await Promise.race([running, new Promise((resolve) => setTimeout(resolve, 300))]);
    if (death === 'when all is noted') await first.copy.push(1);

    await database.query('UPDATE planner SET term = 2');
    const second = gateway(database, 2, sent, clock, null);
    await second.copy.pull();
    for (const passed of [0, 61_000, 10 * minute]) {
      clock.now = noon + passed;
      await second.outbox.run();
      await second.copy.push(2);
    }
    expect(second.storage.unsentMessages()).toEqual([]);
    expect(second.storage.pendingAlerts()).toEqual([]);
    const keys = Map.groupBy(sent, ({ key }) => key);
    expect(keys.size).toBe(3);
    // Only a message that had gone out when its planner died comes twice, and its receiver can tell by the key.
    const most = death === 'after the message went out' ? 2 : 1;
    for (const all of keys.values()) expect(all.length).toBe(most);
    // What the first one would still write is refused.
    first.storage.noteMessage({
      id: [...keys.keys()][0] ?? '',
      state: 'dead',
      attempts: 9,
      triedAt: 1,
      nextAt: null,
      answer: 'late',
    });
    await expect(first.copy.push(1)).rejects.toThrow('Another gateway plans now');
    await second.copy.pull();
    expect(second.storage.messages(10).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  });

  it('a planner that was paused before it sent sends nothing when it goes on', async () => {
    const database = new Database({ urls: [postgres.url], schema: `alerts_${number++}` });
    onTestFinished(() => database.close());
    await migrate(database);
    await database.query('UPDATE planner SET term = 1');
    const clock = { now: noon };
    const sent: { key: string; by: number }[] = [];
    const first = gateway(database, 1, sent, clock, null);
    await first.copy.begin(1);
    first.storage.keepAlerts({
      state: '{}',
      alerts: [{ id: 'a', at: noon, json: '{"id":"a","kind":"grounded"}' }],
      pending: [{ alert: 'a', recipient: 'r1', sendAt: noon }],
    });
    await first.copy.push(1);
    await database.query('UPDATE planner SET term = 2');
    await first.outbox.run();
    expect(sent).toEqual([]);
  });
});
