import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withTwins } from '#e2e/servers/cluster/twin.ts';
import { messageFor, outboxTo, sampleAlert, sampleRecipient, zone } from '#e2e/servers/alertSender.ts';
import { openForKill } from '#e2e/servers/killedWriter.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import type { Alert } from '#domain/alerts/alert.ts';
import type { Outcome } from './channels/channel.ts';
import { groupsOf, Outbox, type OutboxParts } from './outbox.ts';
import type { KeptRecipient } from './recipients.ts';

const [minute, hour] = [60_000, 3_600_000];
const noon = Date.UTC(2026, 4, 12, 18);
const twin = withTwins();

/** An outbox over a real storage, with a clock that only the test moves. */
function stand(
  given: {
    recipients?: KeptRecipient[];
    maxPerHour?: number;
    answer?: (to: KeptRecipient) => Outcome;
    messageFor?: OutboxParts['messageFor'];
  } = {},
) {
  const database = new DatabaseSync(':memory:');
  const storage = sqliteStorage(database, { service: 'alerts', at: noon });
  twin(database);
  const recipients = given.recipients ?? [sampleRecipient()];
  const sent: { at: number; key: string; to: string; alerts: readonly string[] }[] = [];
  let now = noon;
  const parts: OutboxParts = {
    storage,
    recipients: {
      all: () => recipients,
      find: (id) => recipients.find((recipient) => recipient.id === id) ?? null,
      endGone: (id) =>
        void recipients.splice(0, recipients.length, ...recipients.filter((recipient) => recipient.id !== id)),
    },
    send: (to, { key, lines }) => {
      const outcome = given.answer?.(to) ?? {
        state: 'sent',
        answer: '200',
      };
      sent.push({
        at: now,
        key,
        to: to.id,
        alerts: lines.map(({ words }) => words),
      });
      return Promise.resolve(outcome);
    },
    messageFor: given.messageFor ?? messageFor,
    maxPerHour: given.maxPerHour ?? 20,
    zone,
    briefHour: 5,
    wall: () => now,
    log: { warn: () => undefined },
  };
  let outbox = new Outbox(parts);
  const add = (...ids: string[]) => keep(...ids.map((id) => sampleAlert(id, now)));
  const keep = (...alerts: Alert[]) => {
    const rows = alerts.map((alert) => ({ id: alert.id, at: now, json: JSON.stringify(alert) }));
    storage.keepAlerts({ state: '{}', alerts: rows, pending: outbox.pendingFor(alerts, now) });
  };
  const pass = async (milliseconds: number, step = 5_000) => {
    for (const end = now + milliseconds; now < end; now += step) await outbox.run();
  };
  const restart = () => void (outbox = new Outbox(parts));
  return { storage, recipients, sent, add, keep, pass, restart };
}

const idsIn = (sent: readonly { alerts: readonly string[] }[]) => sent.flatMap(({ alerts }) => alerts);

describe('an outbox', () => {
  it('sends each alert once to each of its recipients, also after a restart and when it is kept again', async () => {
    const line = sampleRecipient();
    const shop = sampleRecipient({ id: 'r2', kinds: ['grounded'] });
    const { sent, add, pass, restart } = stand({ recipients: [line, shop] });
    add('a', 'b');
    restart();
    await pass(minute);
    add('b');
    restart();
    await pass(minute);
    expect(sent.map(({ to, alerts }) => [to, ...alerts])).toEqual([
      ['r1', 'a'],
      ['r1', 'b'],
    ]);
  });

  it('tries again after growing waits, always with the same key, and gives up after eight tries within a day', async () => {
    const { sent, storage, add, pass, restart } = stand({ answer: () => ({ state: 'again', answer: 'busy' }) });
    add('a');
    for (let hours = 0; hours < 24; hours += 4) {
      await pass(4 * hour, 10_000);
      restart();
    }
    const waits = sent.slice(1).map(({ at }, place) => (at - (sent[place]?.at ?? 0)) / minute);
    expect(waits).toEqual([0.5, 2, 10, 30, 120, 360, 720]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(storage.messages(9)).toMatchObject([{ state: 'dead', attempts: 8, answer: 'busy', nextAt: null }]);
  });

  it('waits as long as the other side asks, gives up if it is refused, and removes a browser that is gone', async () => {
    const outcomes: { [id: string]: Outcome } = {
      r1: { state: 'again', answer: '429', until: noon + 5 * minute },
      r2: { state: 'refused', answer: '400' },
      r3: { state: 'gone', answer: '410' },
    };
    const recipients = [
      sampleRecipient(),
      sampleRecipient({ id: 'r2' }),
      sampleRecipient({ id: 'r3', channel: 'push' }),
    ];
    const { sent, storage, add, pass } = stand({
      recipients,
      answer: ({ id }) => outcomes[id] ?? { state: 'sent', answer: '' },
    });
    add('a');
    await pass(4 * minute);
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['r1', 'r2', 'r3']);
    expect(
      storage
        .messages(9)
        .map(({ recipient, state }) => `${recipient} ${state}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['r1 retrying', 'r2 dead', 'r3 dead']);
    expect(recipients.map(({ id }) => id)).toEqual(['r1', 'r2']);
  });
});

describe('an outbox with a limit per hour', () => {
  it('stays below the limit, sends the rest together, and loses none', async () => {
    const { sent, add, pass } = stand({ maxPerHour: 5 });
    const names = Array.from({ length: 120 }, (_, index) => `alert ${index}`);
    for (let place = 0; place < names.length; place += 3) {
      add(...names.slice(place, place + 3));
      await pass(4 * minute, 20_000);
    }
    await pass(2 * hour, minute);
    expect(idsIn(sent).toSorted()).toEqual(names.toSorted());
    for (const { at } of sent) {
      const within = sent.filter((message) => message.at > at - hour && message.at <= at);
      expect(within.length).toBeLessThanOrEqual(5);
    }
  });

  it('forgets old messages, but none that still have to be sent', async () => {
    const outcomes: Outcome[] = [{ state: 'sent', answer: '200' }];
    const { storage, add, pass } = stand({ answer: () => outcomes.shift() ?? { state: 'again', answer: 'busy' } });
    add('sent');
    await pass(minute);
    add('retrying');
    await pass(minute);
    storage.pruneAlerts(noon + hour);
    expect(storage.messages(9).map(({ alerts, state }) => [alerts, state])).toEqual([[['retrying'], 'retrying']]);
    expect(storage.alerts({ since: 0, limit: 9 }).map(({ id }) => id)).toEqual(['retrying']);
  });

  it('sends nothing that the present role of a recipient does not include, although it waited before', async () => {
    const recipients = [sampleRecipient({ kinds: ['not back', 'reminder'], digest: 'morning' })];
    const { sent, storage, keep, pass } = stand({ recipients });
    keep(sampleAlert('late', noon, { kind: 'not back' }), sampleAlert('oil', noon));
    keep(sampleAlert('late too', noon, { kind: 'not back' }));
    recipients.splice(
      0,
      1,
      sampleRecipient({ kinds: ['not back', 'reminder'], digest: 'morning', role: 'maintenance' }),
    );
    await pass(24 * hour, 10 * minute);
    expect(sent.flatMap(({ alerts }) => alerts)).toEqual(['oil']);
    expect(storage.pendingAlerts()).toEqual([]);
  });

  it('makes a message again if the recipient may see less by the time it is made, and sends no earlier one', async () => {
    const recipients = [sampleRecipient({ names: 'full' })];
    const made: string[] = [];
    const { sent, add, pass } = stand({
      recipients,
      messageFor: async (recipient, ...rest) => {
        const message = await messageFor(recipient, ...rest);
        made.push(recipient.names);
        recipients.splice(0, 1, sampleRecipient({ names: 'initials' }));
        return { ...message, key: recipient.names };
      },
    });
    add('a');
    await pass(minute);
    expect([made, sent.map(({ key }) => key)]).toEqual([['full', 'initials'], ['initials']]);
  });

  it('sends nothing that waited to a recipient whose filters have left it out since', async () => {
    const recipients = [sampleRecipient({ digest: 'morning' })];
    const { sent, storage, keep, pass } = stand({ recipients });
    const at = (id: string) => ({ id, name: id });
    keep(sampleAlert('here', noon, { location: at('l1') }), sampleAlert('there', noon, { location: at('l2') }));
    recipients.splice(0, 1, sampleRecipient({ digest: 'morning', locations: ['l1'] }));
    await pass(24 * hour, 10 * minute);
    expect(sent.flatMap(({ alerts }) => alerts)).toEqual(['here']);
    expect(storage.pendingAlerts()).toEqual([]);
  });

  it('sends nothing to a recipient that is off or removed', async () => {
    const recipients = [sampleRecipient(), sampleRecipient({ id: 'r2', isOn: false })];
    const { sent, storage, add, pass } = stand({ recipients });
    add('a');
    recipients.shift();
    await pass(minute);
    expect([sent, storage.pendingAlerts()]).toEqual([[], []]);
  });
});

it('spreads the due alerts over the messages that the hour still allows, in order, each alert once', () => {
  const names = fc
    .integer({ min: 0, max: 150 })
    .map((count) => Array.from({ length: count }, (_, index) => `${index}`));
  const property = fc.property(names, fc.integer({ min: -3, max: 160 }), (due, room) => {
    const groups = groupsOf(due, room);
    expect(groups.length).toBeLessThanOrEqual(Math.max(0, room));
    expect(groups.flat()).toEqual(due.slice(0, groups.flat().length));
    if (room > 0) expect(groups.flat().length).toBe(Math.min(due.length, room - 1 + 100));
    expect(groups.slice(0, -1).every(({ length }) => length === 1)).toBe(true);
  });
  fc.assert(property);
});

it('loses no alert when it is killed while sending, and repeats use the same key', async () => {
  const received: { key: string; alerts: string[] }[] = [];
  const server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
    incoming.on('end', () => {
      received.push({ key: String(incoming.headers['idempotency-key']), alerts: JSON.parse(text) as string[] });
      outgoing.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const directory = mkdtempSync(join(tmpdir(), 'alerts-kill-'));
  onTestFinished(() => {
    server.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const sender = new URL('../../../e2e/servers/alertSender.ts', import.meta.url).href;
  const work = `const { sendUntilKilled } = await import(${JSON.stringify(sender)}); await sendUntilKilled(${JSON.stringify(directory)}, ${JSON.stringify(address)});`;
  let kept = 0;
  for (let kills = 0; kills < 12; kills++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', work], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const [, number] of text.matchAll(/kept (\d+)/g)) kept = Math.max(kept, Number(number));
    });
    await once(child.stdout, 'data');
    await delay(Math.random() * 60);
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  const storage = openForKill(directory);
  onTestFinished(() => storage.close());
  await outboxTo(storage, address).run();
  const stored = storage.alerts({ since: 0, limit: 1_000_000 }).map(({ id }) => id);
  expect(stored.length).toBeGreaterThanOrEqual(kept);
  expect(new Set(received.flatMap(({ alerts }) => alerts))).toEqual(new Set(stored));
  const byAlert = Map.groupBy(received, ({ alerts }) => alerts.join());
  for (const [, same] of byAlert) expect(new Set(same.map(({ key }) => key)).size).toBe(1);
});
