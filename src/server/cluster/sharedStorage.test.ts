import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { testNow } from '#e2e/servers/testCopy.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import type { Cluster } from './cluster.ts';
import { sharedStorage } from './sharedStorage.ts';

it('is settled only once what other gateways wrote is here too, such as a revocation, because something is sent then', async () => {
  const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 's', at: testNow });
  onTestFinished(() => storage.close());
  let isRevocationHere = false;
  // Only these are asked of it here.
  const cluster = {
    settled: () => Promise.resolve(),
    reached: async () => void (isRevocationHere = true),
  } as unknown as Cluster;
  const { keep } = storage;
  await sharedStorage(storage, cluster, { cutOff: () => null, graceHours: 72, keep }).settled();
  expect(isRevocationHere).toBe(true);
});
