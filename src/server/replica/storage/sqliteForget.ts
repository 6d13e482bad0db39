import type { DatabaseSync } from 'node:sqlite';
import { isRecord } from '#contract/objects.ts';
import { statementsOf } from './sqliteTables.ts';

/** What the copy knew about a person, and how many rows of each kind were deleted. */
export type ForgottenRows = {
  readonly emails: readonly string[];
  readonly names: readonly string[];
  readonly counts: { readonly [what: string]: number };
};

/** The sets that list people or may name them in a row. They are read again completely. */
const peopleSets = `'users', 'instructors', 'user', 'report'`;
const textMembers = ['email', 'emailAddress', 'eMail'] as const;

/**
 * Deletes what the copy holds about a person: lists of people, which are read again, and changes and alerts that name
 * the person. Reservations stay as the service has them. `grants` are the ids of what was handed out to the person.
 */
export function forgetInReplica(database: DatabaseSync, userId: string, grants: ReadonlySet<string>): ForgottenRows {
  const { all, first, run, inTransaction } = statementsOf(database);
  const id = userId.trim().toLowerCase();
  const records = all<{ json: string }>(
    `SELECT json FROM record JOIN part ON part.id = part_id WHERE set_name IN ('users', 'instructors', 'user') AND record.id = :id`,
    { id },
  ).map(({ json }): unknown => JSON.parse(json));
  const texts = (names: readonly string[]) => [
    ...new Set(records.flatMap((record) => (isRecord(record) ? names.map((name) => record[name]) : [])).filter(isText)),
  ];
  const lastNames = texts(['lastName']);
  const emails = texts(textMembers).map((email) => email.toLowerCase());
  const mentions = (column: string) => `instr(lower(${column}), :id) > 0`;
  const counts: { [what: string]: number } = {};
  const remove = (what: string, sql: string, values: { readonly [name: string]: string } = { id }) => {
    run(`DELETE FROM ${sql}`, values);
    const changes = first<{ count: number }>('SELECT changes() AS count')?.count ?? 0;
    counts[what] = (counts[what] ?? 0) + changes;
  };
  database.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
  inTransaction(() => {
    remove(
      'lists of people',
      `part WHERE set_name IN (${peopleSets}) AND (scope = :id
       OR id IN (SELECT part_id FROM record WHERE id = :id OR ${mentions('json')}))`,
    );
    remove(
      'changes',
      `change WHERE id = :id OR scope = :id OR ${mentions('before_json')} OR ${mentions('after_json')}`,
    );
    const theirs = `SELECT seq FROM entry_key WHERE key = 'person ' || :id
      UNION SELECT seq FROM entry_json WHERE ${mentions('json')}`;
    const entries = all<{ seq: number }>(theirs, { id }).map(({ seq }) => String(seq));
    for (const seq of entries) {
      for (const table of ['entry_key', 'entry_json'])
        run(`DELETE FROM ${table} WHERE seq = CAST(:seq AS INTEGER)`, { seq });
      remove('entries of the log', `entry WHERE seq = CAST(:seq AS INTEGER)`, { seq });
    }
    // Alerts that are still to be sent stay until then.
    const unsent = `(SELECT value FROM message, json_each(alerts_json) WHERE state NOT IN ('sent', 'dead'))`;
    const gone = `SELECT id FROM alert WHERE ${mentions('json')} AND id NOT IN (SELECT alert FROM pending) AND id NOT IN ${unsent}`;
    remove(
      'messages',
      `message WHERE state IN ('sent', 'dead')
       AND EXISTS (SELECT 1 FROM json_each(alerts_json) WHERE value IN (${gone}))`,
    );
    remove('alerts', `alert WHERE id IN (${gone})`);
    remove('notes', `note WHERE key = 'opened ' || :id OR (key = 'alerts' AND ${mentions('value')})`);
    const putOff = all<{ key: string; value: string }>(
      `SELECT key, value FROM note WHERE key LIKE 'put off %' OR key = 'snoozes'`,
    );
    for (const { key, value } of putOff)
      if (value.toLowerCase().includes(id) || [...grants].some((grant) => value.includes(grant)))
        remove('matters put off', `note WHERE key = :key`, { key });
  });
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  return { emails, names: lastNames, counts };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
