import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { counted } from '#domain/words.ts';
import type { SharedAccess } from '#server/access/access.ts';
import { openAccessOrCopy } from '#server/access/store/accessFile.ts';
import { newId } from '#server/access/store/secrets.ts';
import { secretNames } from '#server/access/store/store.ts';
import { pushKeys, pushKeysFile } from '#server/alerts/channels/push.ts';
import type { Log } from '#server/observability/log.ts';
import { savePrivate } from '#server/install/privateFiles.ts';
import { openWorkingFile } from '#server/replica/storage/openStorage.ts';
import type { Register } from '#server/replica/register/register.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { Cluster, type ClusterOptions, type Copies } from './cluster.ts';
import type { Database } from './database.ts';
import { failuresTeller, follow, type FollowParts } from './following.ts';
import { keepingOf } from './keepingOf.ts';
import { accessTables, copyTables } from './sharedTables.ts';
import { sharedStorage } from './sharedStorage.ts';
import { SharedTrail } from './sharedTrail.ts';
import { WorkingCopy } from './workingCopy.ts';

export type JoinOptions = Omit<ClusterOptions, 'id' | 'schema' | 'log' | 'onPrepared'> & {
  readonly operatorId: number;
  readonly directory: string;
  /** Identifies the service's addresses and the operator. */
  readonly service: string;
  readonly port: number | null;
  readonly auditDays: number | null;
  /** Hours for which people are let in while the database cannot be read. */
  readonly graceHours: number;
  readonly wall: () => number;
  readonly log: Log;
};

export type Joined = {
  readonly cluster: Cluster;
  readonly storage: ReplicaStorage;
  readonly access: SharedAccess;
  readonly follow: (parts: FollowParts) => void;
  /** Call it with the replica's register after every refresh. */
  readonly tellFailures: (register: Register) => void;
};

/** The database schema of a school. */
export function schemaOf(operatorId: number): string {
  return `flightline_${operatorId}`;
}

/**
 * Joins the gateways that share a database, with the working copies in the data directory. If the database does not
 * answer, it tries again later. Rejects with one sentence for the administrator if the two do not match: another
 * service, a newer version, or access that only the directory holds.
 */
export async function joinCluster(options: JoinOptions): Promise<Joined> {
  const { directory, service, operatorId, port, wall, log, auditDays, graceHours, clock } = options;
  const id = `${gatewayName(directory)}@${hostname()}:${port ?? 'socket'}`;
  const { database: file, storage } = openWorkingFile({ directory, service, log, now: wall });
  // The database keeps access, so a copy in memory is enough where the disk takes nothing.
  const { database: accessFile } = openAccessOrCopy(directory);
  const onPrepared = async (prepared: Database, { access: ownWorkingCopy }: Copies) => {
    await checkBegin(prepared, { access: ownWorkingCopy, accessFile, directory, service: hash('sha256', service) });
    await shareSecrets(prepared, accessFile, directory);
  };
  const cluster = new Cluster({ ...options, id, schema: schemaOf(operatorId), onPrepared });
  const { database } = cluster;
  const copies: Copies = {
    copy: new WorkingCopy({ part: 'copy', local: file, tables: copyTables(file), database, clock, wall }),
    access: new WorkingCopy({ part: 'access', local: accessFile, tables: accessTables, database, clock, wall }),
  };
  try {
    await cluster.start(copies);
  } catch (error) {
    await cluster.close();
    storage.close();
    accessFile.close();
    throw error;
  }
  const trail = new SharedTrail(database, { clock: wall, days: auditDays, log });
  const cutOff = () => (copies.access.behindMs() < graceHours * millisecondsInHour ? null : cutOffWords(graceHours));
  const listeners: (() => void)[] = [];
  const access: SharedAccess = {
    isBehind: () => copies.access.behindMs() >= behindMs,
    cutOff,
    database: accessFile,
    trail,
    keeping: keepingOf(cluster, copies.access, () => listeners.forEach((listener) => listener()), clock),
    catchUp: () => cluster.catchUp(),
    onNews: (listener) => {
      listeners.push(listener);
      cluster.listen({ onAccess: listener });
    },
  };
  const { keep } = keepingOf(cluster, copies.copy, () => undefined, clock);
  const shared = sharedStorage(storage, cluster, { cutOff, graceHours, keep });
  return {
    cluster,
    storage: shared,
    access,
    follow: (parts) => follow(cluster, shared, parts),
    tellFailures: failuresTeller(cluster, shared),
  };
}

/** Other gateways' writes are read at least every ten seconds; after this time something is wrong. */
const behindMs = millisecondsInMinute;

function cutOffWords(hours: number): string {
  return `This server has not reached the database for ${counted(hours, 'hour')}, so it cannot know whose access was revoked. It refuses everyone until it reaches the database again: tell the person who runs Flightline.`;
}

const nameFile = 'gateway-name';

/** A gateway's name, kept in the directory. */
function gatewayName(directory: string): string {
  const path = join(directory, nameFile);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = newId();
  savePrivate(directory, nameFile, `${name}\n`);
  return name;
}

type Beginning = {
  readonly access: WorkingCopy;
  readonly accessFile: DatabaseSync;
  readonly directory: string;
  readonly service: string;
};

/** Throws if this database and this directory must not be combined. */
async function checkBegin(database: Database, { access, accessFile, directory, service }: Beginning): Promise<void> {
  const [head] = await database.query<{ service: string; is_begun: boolean }>(
    `UPDATE head SET service = coalesce(service, $1) WHERE part = 'access' RETURNING service, is_begun`,
    [service],
  );
  if (head?.service !== service)
    throw new Error(
      'The database holds the data of another service address for this operator id: set DATABASE_URL to another database, or the API addresses as before.',
    );
  const grants = accessFile.prepare(`SELECT count(*) AS count FROM handed_out`).get();
  if (!access.isShared && head.is_begun && Number(grants?.['count']) > 0)
    throw new Error(
      `The data directory ${directory} holds access that was handed out by this server alone, and the database holds that of other servers: set DATA_DIR to an empty directory, or begin with an empty database.`,
    );
}

/** All gateways use the same keys, which the first one makes. */
async function shareSecrets(database: Database, accessFile: DatabaseSync, directory: string): Promise<void> {
  const shared = async (name: string, ownValue: string) => {
    const [row] = await database.query<{ value: string }>(
      `WITH made AS (INSERT INTO own_secret VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING value)
       SELECT value FROM made UNION ALL SELECT value FROM own_secret WHERE name = $1 LIMIT 1`,
      [name, ownValue],
    );
    return row?.value ?? ownValue;
  };
  for (const name of secretNames) {
    const known = accessFile.prepare(`SELECT hex(value) AS value FROM own_secret WHERE name = ?`).get(name)?.['value'];
    const value = await shared(name, typeof known === 'string' ? known : randomBytes(32).toString('hex'));
    accessFile.prepare(`INSERT OR REPLACE INTO own_secret VALUES (?, unhex(?))`).run(name, value);
  }
  const path = join(directory, pushKeysFile);
  if (!existsSync(path)) pushKeys(directory);
  const ownText = readFileSync(path, 'utf8');
  const keys = await shared(pushKeysFile, ownText);
  if (keys !== ownText) savePrivate(directory, pushKeysFile, keys);
}
