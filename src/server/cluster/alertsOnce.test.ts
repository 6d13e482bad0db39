import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { hasPostgres, type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { messageFor, sampleAlert, sampleRecipient, zone } from '#e2e/servers/alertSender.ts';
import { Outbox } from '#server/alerts/outbox.ts';
import { silentLog } from '#server/observability/log.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { Database } from './database.ts';
import { migrate } from './migrations.ts';
import { copyTables } from './sharedTables.ts';
import { WorkingCopy } from './workingCopy.ts';

const noon = Date.parse('2026-05-12T18:00:00Z');
const minute = 60_000;

/** The points at which the first planner dies. */
const deaths = [
  'before it confirms',
  'when it has confirmed',
  'before the message goes out',
  'after the message went out',
  'when all is noted',
] as const;
type Death = (typeof deaths)[number];

const test = it.skipIf(!hasPostgres);

let postgres: Postgres;
let number = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

/** The database of a test, the clock of its gateways, and what they have sent. */
type School = { readonly database: Database; readonly sent: { key: string; by: number }[]; now: number };

async function openSchool(): Promise<School> {
  const database = new Database({ urls: [postgres.url], schema: `alerts_${number++}` });
  onTestFinished(() => database.close());
  await migrate(database);
  await beginTerm(database, 1);
  return { database, sent: [], now: noon };
}

const beginTerm = (database: Database, term: number) => database.query('UPDATE planner SET term = $1', [term]);

/** Alerts raised at noon, as a gateway stores them, each pending for the recipient. */
function kept(...ids: readonly string[]) {
  const alerts = ids.map((id) => ({ id, at: noon, json: JSON.stringify(sampleAlert(id, noon)) }));
  return { state: '{}', alerts, pending: ids.map((alert) => ({ alert, recipient: 'r1', sendAt: noon })) };
}

/** A gateway that plans under a term, and dies at a point of its work. */
function gateway(school: School, term: number, death: Death | null) {
  const { database, sent } = school;
  const local = new DatabaseSync(':memory:');
  const storage = sqliteStorage(local, { service: 's', at: noon });
  const copy = new WorkingCopy({ part: 'copy', local, tables: copyTables(local), database });
  let died = 0;
  const dies = () => {
    died++;
    return new Promise<never>(() => undefined);
  };
  const outbox = new Outbox({
    storage: {
      ...storage,
      sharing: () => 'Shared.',
      settled: async () => {
        if (death === 'before it confirms') await dies();
        await copy.push(term);
        if (death === 'when it has confirmed') await dies();
      },
    },
    recipients: { all: () => [sampleRecipient()], find: () => sampleRecipient(), endGone: () => undefined },
    send: async (_, { key }) => {
      if (death === 'before the message goes out') await dies();
      sent.push({ key, by: term });
      if (death === 'after the message went out') await dies();
      return { state: 'sent', answer: '200' };
    },
    messageFor,
    maxPerHour: 100,
    zone,
    briefHour: 5,
    wall: () => school.now,
    log: silentLog,
  });
  return { storage, copy, outbox, died: () => died };
}

test.each(deaths)('an alert comes once, or again under the same key, if its planner dies %s', async (death) => {
  const school = await openSchool();
  const { database, sent } = school;
  const first = gateway(school, 1, death);
  await first.copy.begin(1);
  first.storage.keepAlerts(kept('a', 'b', 'c'));
  await first.copy.push(1);
  const running = first.outbox.run();
  if (death === 'when all is noted') {
    await running;
    await first.copy.push(1);
  } else {
    // Its three messages are on their way at once.
    await expect.poll(first.died).toBe(3);
  }

  await beginTerm(database, 2);
  const second = gateway(school, 2, null);
  await second.copy.pull();
  for (const passed of [0, 61_000, 10 * minute]) {
    school.now = noon + passed;
    await second.outbox.run();
    await second.copy.push(2);
  }
  expect(second.storage.unsentMessages()).toEqual([]);
  expect(second.storage.pendingAlerts()).toEqual([]);
  const keys = Map.groupBy(sent, ({ key }) => key);
  expect(keys.size).toBe(3);
  // Only a message sent just before its planner died comes twice. Its receiver recognises it by the key.
  const max = death === 'after the message went out' ? 2 : 1;
  for (const all of keys.values()) expect(all.length).toBe(max);
  // Later writes by the first planner are refused.
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

test('a planner that was paused before it sent sends nothing when it goes on', async () => {
  const school = await openSchool();
  const first = gateway(school, 1, null);
  await first.copy.begin(1);
  first.storage.keepAlerts(kept('a'));
  await first.copy.push(1);
  await beginTerm(school.database, 2);
  await first.outbox.run();
  expect(school.sent).toEqual([]);
});
