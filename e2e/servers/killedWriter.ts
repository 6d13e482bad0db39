import { writeSync } from 'node:fs';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';

/** For tests that kill a process: slices that are replaced repeatedly, each time completely and with a new version number. */
const slices = 3;
const day = 86_400_000;

// Silent, because a real log would load its logger in each of a hundred processes.
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const openForKill = (directory: string): ReplicaStorage =>
  openStorage({ directory, service: 'killed', log: silent }).storage;

/** The number of records of a slice in a version: fewer or more than before. */
const countOf = (version: number) => 40 + ((version * 7) % 41);

/** Replaces slices until the process is killed, and writes `begun n` and `done n` around each version. */
export function writeUntilKilled(directory: string): void {
  const storage = openForKill(directory);
  const latest = Math.max(0, ...storage.cells().map(({ revision }) => revision));
  for (let version = latest + 1; ; version++) {
    writeSync(1, `begun ${version}\n`);
    replaceSlice(storage, version % slices, version);
    writeSync(1, `done ${version}\n`);
  }
}

function replaceSlice(storage: ReplicaStorage, slice: number, version: number): void {
  const [from, count] = [slice * day, countOf(version)];
  const idOf = (index: number) => `slice ${slice} record ${index}`;
  const put = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    // Half of the reservations move within the day with each version.
    start: from + index * 600_000 + (index % 2) * (version % 60) * 1_000,
    end: from + index * 600_000 + 3_600_000,
    position: index,
    cell: from,
    hash: String(version),
    slim: String(version),
    json: JSON.stringify({ version, text: 'x'.repeat(1_000) }),
  }));
  const remove = Array.from({ length: 81 - count }, (_, index) => idOf(count + index));
  const facts = { said: count, sent: count, skipped: [], findings: {} };
  const change = { at: version, set: 'reservations', scope: '', id: String(version), kind: 'changed' } as const;
  storage.replaceCells({
    cells: [{ from, to: from + day, asOf: version, revision: version, count, facts }],
    put,
    remove,
    changes: [{ ...change, before: null, after: null }],
  });
}

/** Starts calls, six at a time, and ends them until the process is killed; writes `begun` and `ended n` after each. */
export function callUntilKilled(directory: string): void {
  const storage = openForKill(directory);
  const running: number[] = [];
  for (;;) {
    running.push(storage.beginCall(Date.now()));
    writeSync(1, 'begun\n');
    if (running.length < 6) continue;
    const at = Date.now();
    storage.endCall(running.shift() ?? 0, at);
    writeSync(1, `ended ${at}\n`);
  }
}

/** The faults in the slices of a storage, and the versions that it holds. */
export function inspectSlices(storage: ReplicaStorage): { readonly faults: string[]; readonly versions: number[] } {
  const faults: string[] = [];
  const cells = storage.cells();
  const logged = new Set(storage.changes({ limit: 1_000_000 }).map(({ id }) => id));
  for (const { from, to, revision, count } of cells) {
    const name = `slice from ${from} of version ${revision}`;
    const records = storage.selectReservations({ startFrom: from, startBefore: to });
    const found = [
      ...new Set(records.map(({ hash, slim, json }) => `${hash} ${slim} ${/"version":(\d+)/.exec(json)?.[1]}`)),
    ];
    if (found.join() !== `${revision} ${revision} ${revision}`) faults.push(`${name}: records of ${found.join()}`);
    if (records.length !== count || count !== countOf(revision)) faults.push(`${name}: ${records.length} records`);
    // They must be found through the tree of spans too, not only by their start.
    const ending = storage.selectReservations({ startFrom: from, startBefore: to, endAfter: from });
    if (ending.length !== count) faults.push(`${name}: ${ending.length} spans`);
    if (!logged.has(String(revision))) faults.push(`${name}: not in the log`);
  }
  return { faults, versions: cells.map(({ revision }) => revision) };
}
