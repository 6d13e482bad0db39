import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { accessFileName } from '#server/access/store/accessFile.ts';
import type { StoredGrant } from '#server/access/store/grants.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { Recipients } from '#server/alerts/recipients.ts';
import { silentLog } from '#server/observability/log.ts';
import { takeDirectory, usedWords } from '#server/install/dataDirectory.ts';
import { confirmDeletions, sharedChanges } from '#server/cluster/sharedRows.ts';
import { replicaFileName } from '#server/replica/storage/openStorage.ts';
import { forgetInReplica, type ForgottenRows } from '#server/replica/storage/sqliteForget.ts';
import { UsageError } from './commandLine.ts';
import { DataRefused } from './dataFiles.ts';
import type { UpkeepOptions } from './backup.ts';

type Person = { readonly user: string; readonly signIn: readonly string[] };

/** Runs `flightline forget --user ID`. Throws `Refusal` and `UsageError`. */
export function runForget(given: Person, options: UpkeepOptions): 0 {
  const { dataDirectory, note, becomeOwner } = options;
  const person = { ...given, user: given.user.trim() };
  // A shorter text would match other people's records.
  if (person.user.length < 4) throw new UsageError('--user must have four signs or more.');
  becomeOwner();
  if (!existsSync(dataDirectory)) throw new DataRefused(`There is no data: ${dataDirectory} does not exist.`);
  const release = takeDirectory(dataDirectory);
  if (!release) throw new DataRefused(`${usedWords(dataDirectory)}: stop that one first.`);
  try {
    // Read first, so that a damaged file stops this before anything is deleted.
    const recipients = recipientsIn(dataDirectory);
    const grants = grantsOf(person, options);
    const rows = forgetRows(dataDirectory, person.user, new Set(grants.map(({ id }) => id)));
    // A sign-in name that is the person's e-mail address is theirs too.
    const named = grantsOf({ ...person, signIn: [...person.signIn, ...rows.emails] }, options);
    const ended = new Map([...grants, ...named].map((grant) => [grant.id, grant]));
    endGrants(ended, person.user, options);
    const changed = forgetRecipients(recipients, person.user, ended, rows.emails);
    const briefs = removeBriefs(dataDirectory, rows.names);
    const counts = { 'things handed out': ended.size, 'recipients of alerts': changed, briefs, ...rows.counts };
    const deleted = Object.entries(counts).filter(([, count]) => count > 0);
    note(
      deleted.length === 0
        ? 'Nothing here was about this person.'
        : `Deleted: ${deleted.map(([what, count]) => `${what} ${count}`).join(', ')}.`,
    );
    note('Reservations that name them stay as the service has them, and what the service still tells comes back.');
    const older = readdirSync(dataDirectory).filter(
      (name) => /^replaced-|^replica\.\w|\.version-\d+\.sqlite$/.test(name) && name !== replicaFileName,
    );
    note(`Not touched: your backups${older.length > 0 ? `, and in ${dataDirectory}: ${older.join(', ')}` : ''}.`);
  } finally {
    release();
  }
  return 0;
}

function withStore<Result>(
  { dataDirectory, clock }: UpkeepOptions,
  work: (store: AccessStore) => Result,
): Result | null {
  if (!existsSync(join(dataDirectory, accessFileName))) return null;
  const store: AccessStore = new AccessStore({
    directory: dataDirectory,
    clock,
    log: silentLog,
    audit: (line) => store.note(line),
  });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** What was handed out to a person: by their user id or a name, and their calendars as an instructor. */
function grantsOf({ user, signIn }: Person, options: UpkeepOptions): readonly StoredGrant[] {
  const isUser = (id: string | null | undefined) => id?.trim().toLowerCase() === user.toLowerCase();
  const names = new Set(signIn.map((name) => name.trim().toLowerCase()));
  const isTheirs = ({ kind, name, userId, subject }: StoredGrant) =>
    isUser(userId) ||
    (subject?.of === 'instructor' && isUser(subject.id)) ||
    ((kind === 'token' || kind === 'person') && names.has(name.trim().toLowerCase()));
  return withStore(options, (store) => store.valid().filter(isTheirs)) ?? [];
}

/** Ends the grants and their sessions, and notes it in the audit. */
function endGrants(grants: ReadonlyMap<string, StoredGrant>, user: string, options: UpkeepOptions): void {
  withStore(options, (store) => {
    for (const id of grants.keys()) store.revoke(id, commandLine);
    store.note({ event: 'forgotten', by: commandLine, detail: `user ${user}` });
  });
  if (existsSync(join(options.dataDirectory, accessFileName))) {
    const database = new DatabaseSync(join(options.dataDirectory, accessFileName));
    database.exec('PRAGMA secure_delete = ON; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }
}

/** The name that the audit uses for the command line. */
const commandLine = 'command line';

function forgetRows(directory: string, user: string, grants: ReadonlySet<string>): ForgottenRows {
  const path = join(directory, replicaFileName);
  if (!existsSync(path)) return { emails: [], names: [], counts: {} };
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    const waiting = sharedChanges(database);
    const forgotten = forgetInReplica(database, user, grants);
    confirmDeletions(database, waiting);
    return forgotten;
  } finally {
    database.close();
  }
}

/** The recipients in the file, or in the copy that several gateways share. */
function recipientsIn(directory: string): Recipients {
  const path = join(directory, replicaFileName);
  if (!existsSync(path) || !isShared(path)) return new Recipients(directory);
  const inCopy = <Result>(work: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(path, { timeout: 500 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return new Recipients(directory, {
    memory: (key) => {
      const value = inCopy((copy) => copy.prepare('SELECT value FROM note WHERE key = ?').get(key)?.['value']);
      return typeof value === 'string' ? value : null;
    },
    remember: (key, value) =>
      inCopy((copy) => void copy.prepare('INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)').run(key, value)),
  });
}

function isShared(path: string): boolean {
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    return database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'shared_state'`).get() !== undefined;
  } finally {
    database.close();
  }
}

/**
 * Removes the person's browsers and addresses from the recipients of alerts, and their id from other recipients'
 * filters.
 */
function forgetRecipients(
  recipients: Recipients,
  user: string,
  grants: ReadonlyMap<string, StoredGrant>,
  emails: readonly string[],
): number {
  let count = 0;
  for (const recipient of recipients.all()) {
    const isOwn = recipient.owner !== null && grants.has(recipient.owner);
    if (isOwn || (recipient.channel === 'mail' && emails.includes(recipient.to.trim().toLowerCase()))) {
      recipients.remove(recipient.id);
      count++;
      continue;
    }
    const instructors = recipient.instructors.filter((id) => id.trim().toLowerCase() !== user.toLowerCase());
    if (instructors.length === recipient.instructors.length) continue;
    // With an empty filter the recipient would get alerts about all instructors.
    recipients.save({ ...recipient, instructors, isOn: recipient.isOn && instructors.length > 0 });
    count++;
  }
  return count;
}

/** Removes the written briefs that name the person; today's is written again. */
function removeBriefs(directory: string, names: readonly string[]): number {
  const folder = join(directory, 'briefs');
  if (!existsSync(folder) || names.length === 0) return 0;
  const naming = readdirSync(folder).filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return names.some((other) => text.includes(other));
  });
  for (const name of naming) rmSync(join(folder, name));
  return naming.length;
}
