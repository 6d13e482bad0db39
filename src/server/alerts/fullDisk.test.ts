import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { outboxTo, sampleAlert } from '#e2e/servers/alertSender.ts';
import { canMount, smallDisk } from '#e2e/servers/smallDisk.ts';
import { silentLog } from '#server/observability/log.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';

const test = it.skipIf(!canMount());

/** Where messages arrive: the key of each. */
async function openReceiver() {
  const received: string[] = [];
  const server = createServer((incoming, outgoing) => {
    received.push(String(incoming.headers['idempotency-key']));
    incoming.resume();
    outgoing.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

function openSender(directory: string, address: string) {
  const { storage } = openStorage({ directory, service: 'of this test', log: silentLog });
  const outbox = outboxTo(storage, address);
  const listed = () => storage.alerts({ since: 0, limit: 1_000 }).map(({ id }) => id);
  const send = async (id: string) => {
    const at = Date.now();
    // As long as that of an alert with much evidence.
    const json = JSON.stringify(sampleAlert(id, at, { words: ['x'.repeat(20_000)] }));
    const pending = outbox.pendingFor([sampleAlert(id, at)], at);
    storage.keepAlerts({ state: '{}', alerts: [{ id, at, json }], pending });
    await outbox.run();
  };
  return { storage, outbox, listed, send };
}

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => `alert ${from + place}`);

test('while the disk is full each alert is sent once and listed until a restart, the page says so, and none is sent again after it', async () => {
  const disk = smallDisk();
  const { received, address } = await openReceiver();
  const first = openSender(disk.directory, address);
  for (const id of names(0, 5)) await first.send(id);
  expect(first.storage.trouble()).toBeNull();
  disk.fill();
  for (const id of names(5, 45)) await first.send(id);
  await first.outbox.run();
  expect(first.storage.trouble()).toMatch(/disk is full.*list of new alerts.*lost at a restart/);
  expect(first.listed().toSorted()).toEqual(names(0, 45).toSorted());
  expect([received.length, new Set(received).size]).toEqual([45, 45]);
  first.storage.close();

  // Once with a full disk, and once with space again.
  for (const from of [45, 50]) {
    const next = openSender(disk.directory, address);
    await next.outbox.run();
    expect([received.length, new Set(received).size]).toEqual([from, from]);
    expect(names(0, 5).filter((id) => !next.listed().includes(id))).toEqual([]);
    for (const id of names(from, from + 5)) await next.send(id);
    expect(next.listed()).toEqual(expect.arrayContaining(names(from, from + 5)));
    next.storage.close();
    disk.empty();
  }
  const last = openSender(disk.directory, address);
  expect([last.storage.trouble(), last.listed()]).toEqual([null, expect.arrayContaining(names(50, 55))]);
  last.storage.close();
});
