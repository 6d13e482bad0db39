import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { foldedText, type Known, type PersonSearch, personSearch } from '#domain/people/personSearch.ts';
import { accessFileName } from '#server/access/store/accessFile.ts';
import type { StoredGrant } from '#server/access/store/grants.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { Recipients } from '#server/alerts/recipients.ts';
import { silentLog } from '#server/observability/log.ts';
import { takeDirectory, usedWords } from '#server/install/dataDirectory.ts';
import { confirmDeletions, sharedChanges } from '#server/cluster/sharedRows.ts';
import { replicaFileName } from '#server/replica/storage/openStorage.ts';
import {
  forgetInReplica,
  type ForgottenRows,
  knownInReplica,
  type KnownPerson,
} from '#server/replica/storage/sqliteForget.ts';
import { UsageError } from './commandLine.ts';
import { DataRefused } from './dataFiles.ts';
import type { UpkeepOptions } from './backup.ts';

type Person = {
  readonly user: string;
  readonly signIn: readonly string[];
  /** Further names and addresses, besides those in the local copy. */
  readonly names: readonly string[];
  readonly emails: readonly string[];
};

/** Runs `flightline forget --user ID`. Throws `Refusal` and `UsageError`. */
export function runForget(given: Person, options: UpkeepOptions): 0 {
  const { dataDirectory, note, becomeOwner } = options;
  const person = { ...given, user: given.user.trim() };
  checkPerson(person);
  becomeOwner();
  if (!existsSync(dataDirectory)) throw new DataRefused(`There is no data: ${dataDirectory} does not exist.`);
  const release = takeDirectory(dataDirectory);
  if (!release) throw new DataRefused(`${usedWords(dataDirectory)}: stop that one first.`);
  try {
    // Read first, so that a damaged file stops this before anything is deleted.
    const recipients = recipientsIn(dataDirectory);
    const known = inReplica(dataDirectory, (copy) => knownInReplica(copy, person.user)) ?? nothingKnown;
    const sought = {
      names: [...known.names, ...person.names],
      lastNames: known.lastNames,
      emails: [...known.emails, ...person.emails],
    };
    const search = personSearch(person.user, sought);
    const ended = grantsOf(person, search, options);
    const rows = forgetRows(dataDirectory, { user: person.user, search, grants: new Set(ended.keys()) });
    const sessions = endGrants(ended, { user: person.user, search }, options);
    const changed = forgetRecipients(recipients, { user: person.user, search, grants: ended });
    const files = removeFiles(dataDirectory, search);
    const counts = {
      'things handed out': ended.size,
      'sessions of others’ grants': sessions,
      'recipients of alerts': changed,
      ...files,
      ...rows.counts,
    };
    const deleted = Object.entries(counts).filter(([, count]) => count > 0);
    note(
      deleted.length === 0
        ? 'Nothing here was about this person.'
        : `Deleted: ${deleted.map(([what, count]) => `${what} ${count}`).join(', ')}.`,
    );
    noteMatches({ sought, known, byName: rows.byName, unsent: rows.unsent }, note);
    note(
      'Lists and days of reservations are read again at the next start, and what the service still tells comes back.',
    );
    const older = readdirSync(dataDirectory).filter(
      (name) => /^replaced-|^replica\.\w|\.version-\d+\.sqlite$/.test(name) && name !== replicaFileName,
    );
    note(`Not touched: your backups${older.length > 0 ? `, and in ${dataDirectory}: ${older.join(', ')}` : ''}.`);
  } finally {
    release();
  }
  return 0;
}

/** Shorter texts would match other people's records. */
function checkPerson({ user, names, emails }: Person): void {
  if (user.length < 4) throw new UsageError('--user must have four signs or more.');
  if (names.some((name) => foldedText(name).length < 2)) throw new UsageError('--name must have two signs or more.');
  if (emails.some((email) => !email.trim().includes('@'))) throw new UsageError('--email must be an e-mail address.');
}

const nothingKnown: KnownPerson = { names: [], lastNames: [], emails: [], shared: [] };

type Matches = {
  readonly sought: Known;
  readonly known: KnownPerson;
  readonly byName: number;
  readonly unsent: number;
};

/** Says what was found by the id, and what by names and addresses, which may be another person's. */
function noteMatches({ sought, known, byName, unsent }: Matches, note: (line: string) => void): void {
  const quoted = (texts: readonly string[]) => [...new Set(texts)].map((text) => `“${text}”`).join(', ');
  const texts = [...sought.names, ...sought.emails];
  note(
    texts.length + sought.lastNames.length === 0
      ? 'Searched by the id alone: no name or address is known beside it. --name and --email add them.'
      : `Searched by the id, and as whole words by ${quoted(texts)}${
          sought.lastNames.length === 0 ? '' : `; as a whole entry by ${quoted(sought.lastNames)}`
        }. By these alone: ${byName} of the rows.`,
  );
  if (known.shared.length > 0)
    note(
      `Not searched for, because another person has the same: ${quoted(known.shared)}. What has only these may be left; --name and --email search for them all the same.`,
    );
  if (unsent > 0) note(`Alerts that are still to be sent name them: ${unsent}. Run this again once they are sent.`);
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

/** What was handed out to a person: by their user id, a name or an address, and their calendars as an instructor. */
function grantsOf(
  { user, signIn }: Person,
  search: PersonSearch,
  options: UpkeepOptions,
): ReadonlyMap<string, StoredGrant> {
  const id = foldedText(user);
  const isUser = (other: string | null | undefined) => foldedText(other ?? '') === id;
  const names = new Set(signIn.map(foldedText));
  const isTheirs = ({ kind, name, userId, subject }: StoredGrant) =>
    isUser(userId) ||
    (subject?.of === 'instructor' && isUser(subject.id)) ||
    ((kind === 'token' || kind === 'person') && (names.has(foldedText(name)) || search.isName(name)));
  const grants = withStore(options, (store) => store.valid().filter(isTheirs)) ?? [];
  return new Map(grants.map((grant) => [grant.id, grant]));
}

type Found = { readonly user: string; readonly search: PersonSearch };

/** Ends the grants and their sessions, and notes it in the audit. Returns how many sessions of other grants ended. */
function endGrants(grants: ReadonlyMap<string, StoredGrant>, { user, search }: Found, options: UpkeepOptions): number {
  const ended = withStore(options, (store) => {
    for (const id of grants.keys()) store.revoke(id, commandLine);
    const sessions = store.sessions().filter(({ name }) => search.isName(name));
    store.endSessions(sessions, commandLine);
    store.note({ event: 'forgotten', by: commandLine, detail: `user ${user}` });
    return sessions.length;
  });
  if (existsSync(join(options.dataDirectory, accessFileName))) {
    const database = new DatabaseSync(join(options.dataDirectory, accessFileName));
    // Why something has no end is free text, and may name anyone.
    for (const row of database.prepare('SELECT id, reason FROM handed_out WHERE reason IS NOT NULL').all())
      if (search.inText(String(row['reason'])))
        database.prepare(`UPDATE handed_out SET reason = 'deleted' WHERE id = ?`).run(String(row['id']));
    database.exec('PRAGMA secure_delete = ON; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
  }
  return ended ?? 0;
}

/** The name that the audit uses for the command line. */
const commandLine = 'command line';

/** Works on the local copy; null if there is none. */
function inReplica<Result>(directory: string, work: (copy: DatabaseSync) => Result): Result | null {
  const path = join(directory, replicaFileName);
  if (!existsSync(path)) return null;
  const database = new DatabaseSync(path, { timeout: 500 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function forgetRows(
  directory: string,
  { user, search, grants }: Found & { readonly grants: ReadonlySet<string> },
): ForgottenRows {
  const forgotten = inReplica(directory, (copy) => {
    const waiting = sharedChanges(copy);
    const rows = forgetInReplica(copy, user, search, grants);
    confirmDeletions(copy, waiting);
    return rows;
  });
  return forgotten ?? { counts: {}, byName: 0, unsent: 0 };
}

/** The recipients in the file, or in the copy that several gateways share. */
function recipientsIn(directory: string): Recipients {
  const path = join(directory, replicaFileName);
  if (!existsSync(path) || !isShared(path)) return new Recipients(directory);
  const inCopy = <Result>(work: (database: DatabaseSync) => Result) => inReplica(directory, work);
  return new Recipients(directory, {
    memory: (key) => {
      const value = inCopy((copy) => copy.prepare('SELECT value FROM note WHERE key = ?').get(key)?.['value']);
      return typeof value === 'string' ? value : null;
    },
    memories: (prefix) =>
      (inCopy((copy) => copy.prepare('SELECT key, value FROM note').all()) ?? []).flatMap(({ key, value }) =>
        String(key).startsWith(prefix) ? [{ key: String(key), value: String(value) }] : [],
      ),
    remember: (key, value) =>
      inCopy((copy) => void copy.prepare('INSERT OR REPLACE INTO note (key, value) VALUES (?, ?)').run(key, value)),
    forget: (key) => inCopy((copy) => void copy.prepare('DELETE FROM note WHERE key = ?').run(key)),
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
 * Removes the person's browsers and addresses from the recipients of alerts, and what is named after them; and their id
 * from other recipients' filters.
 */
function forgetRecipients(
  recipients: Recipients,
  { user, search, grants }: Found & { readonly grants: ReadonlyMap<string, StoredGrant> },
): number {
  const id = foldedText(user);
  let count = 0;
  for (const recipient of recipients.all()) {
    const isOwn = recipient.owner !== null && grants.has(recipient.owner);
    if (isOwn || search.inText(recipient.to) !== null || search.inText(recipient.name) !== null) {
      recipients.remove(recipient.id);
      count++;
      continue;
    }
    const instructors = recipient.instructors.filter((other) => foldedText(other) !== id);
    if (instructors.length === recipient.instructors.length) continue;
    // With an empty filter the recipient would get alerts about all instructors.
    recipients.save({ ...recipient, instructors, isOn: recipient.isOn && instructors.length > 0 });
    count++;
  }
  return count;
}

/** Removes the written briefs that name the person, of which today's is written again, and such a check of the connection. */
function removeFiles(directory: string, search: PersonSearch): { readonly [what: string]: number } {
  const folder = join(directory, 'briefs');
  const briefs = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const removed = (paths: readonly string[]) => {
    const naming = paths.filter((path) => existsSync(path) && search.inText(readFileSync(path, 'utf8')) !== null);
    for (const path of naming) rmSync(path);
    return naming.length;
  };
  return { briefs: removed(briefs), 'checks of the connection': removed([join(directory, 'connection-check.json')]) };
}
