import type { DatabaseSync } from 'node:sqlite';
import { foldedText, type Known, peopleIn, type PersonSearch } from '#domain/people/personSearch.ts';
import { parsed } from '#server/http/body.ts';
import { deleteReservations, dropCell } from './sqliteStorage.ts';
import { statementsOf } from './sqliteTables.ts';

/** What the copy knows of a person by their id; `shared`: names and addresses that another person has too. */
export type KnownPerson = Known & { readonly shared: readonly string[] };

/** Every table with JSON in which people may be named. */
const jsonColumns = [
  ['record', 'json'],
  ['reservation_record', 'json'],
  ['reservation', 'slim'],
  ['change', 'before_json'],
  ['change', 'after_json'],
  ['entry_json', 'json'],
  ['alert', 'json'],
  ['note', 'value'],
] as const;

/**
 * The names and addresses that records of any kind have beside a person's id: lists of people, reservations, and the log
 * of earlier records, which still has them after the service removed the person. Those that another person has too are
 * apart, because they would find that person's records.
 */
export function knownInReplica(database: DatabaseSync, userId: string): KnownPerson {
  const id = foldedText(userId);
  const own = { names: new Set<string>(), lastNames: new Set<string>(), emails: new Set<string>() };
  const others = new Set<string>();
  const folded = new Map<string, string>();
  const fold = (text: string) => {
    const known = folded.get(text) ?? foldedText(text);
    folded.set(text, known);
    return known;
  };
  for (const [table, column] of jsonColumns) {
    for (const { text } of rowsOf(database, `SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL`)) {
      for (const person of peopleIn(parsed(text))) {
        for (const kind of ['names', 'lastNames', 'emails'] as const)
          for (const one of person[kind]) {
            if (person.id === id) own[kind].add(one);
            else others.add(fold(one));
          }
      }
    }
  }
  const all = [...own.names, ...own.lastNames, ...own.emails];
  const apart = (texts: ReadonlySet<string>) => [...texts].filter((text) => !others.has(fold(text)));
  return {
    names: apart(own.names),
    lastNames: apart(own.lastNames),
    emails: apart(own.emails),
    shared: all.filter((text) => others.has(fold(text))),
  };
}

/** How many rows of each kind were deleted, and how many of all were found by a name or address alone. */
export type ForgottenRows = {
  readonly counts: { readonly [what: string]: number };
  readonly byName: number;
  /** Alerts that name the person and are not sent yet. */
  readonly unsent: number;
};

/**
 * Deletes what the copy holds about a person: every list and every day of reservations that names them, which are read
 * again, and the changes, entries, alerts and messages that name them. `grants` are the ids of what was handed out to
 * the person.
 */
export function forgetInReplica(
  database: DatabaseSync,
  userId: string,
  search: PersonSearch,
  grants: ReadonlySet<string>,
): ForgottenRows {
  const sql = statementsOf(database);
  const id = foldedText(userId);
  const counts: { [what: string]: number } = {};
  let byName = 0;
  /** The keys of the rows that name the person. */
  const found = (query: string): Set<number> => {
    const keys = new Map<number, 'id' | 'name'>();
    for (const { key, text } of rowsOf(database, query)) {
      if (keys.get(key) === 'id') continue;
      const finding = findingIn(search, text);
      if (finding) keys.set(key, finding);
    }
    byName += [...keys.values()].filter((finding) => finding === 'name').length;
    return new Set(keys.keys());
  };
  const remove = (what: string, from: string, keys: Iterable<number>) => {
    for (const key of keys) {
      sql.run(`DELETE FROM ${from} = :key`, { key });
      counts[what] = (counts[what] ?? 0) + (sql.first<{ count: number }>('SELECT changes() AS count')?.count ?? 0);
    }
  };
  let unsent = 0;
  database.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
  sql.inTransaction(() => {
    const parts = found('SELECT part_id AS key, json AS text FROM record');
    for (const { key, scope } of sql.all<{ key: number; scope: string }>('SELECT id AS key, scope FROM part'))
      if (foldedText(scope) === id) parts.add(key);
    remove('lists', 'part WHERE id', parts);

    const records = `SELECT row_id, slim AS text FROM reservation UNION ALL SELECT row_id, json FROM reservation_record`;
    const cells = found(
      `SELECT (SELECT max(from_at) FROM cell WHERE from_at <= coalesce(r.start_at, r.cell_at)) AS key, text
       FROM (${records}) JOIN reservation AS r USING (row_id) WHERE key IS NOT NULL`,
    );
    for (const cell of cells) dropCell(sql, cell);
    counts['days of reservations'] = cells.size;
    // What belongs to no day: an interrupted write.
    const rest = found(`SELECT row_id AS key, text FROM (${records})`);
    for (const row of rest) deleteReservations(sql, 'row_id = :row', { row });
    counts['reservations'] = rest.size;

    const changes = found(
      `SELECT seq AS key, before_json AS text FROM change WHERE before_json IS NOT NULL
       UNION ALL SELECT seq, after_json FROM change WHERE after_json IS NOT NULL`,
    );
    for (const { key, of } of sql.all<{ key: number; of: string }>(
      `SELECT seq AS key, id AS of FROM change UNION ALL SELECT seq, scope FROM change`,
    ))
      if (foldedText(of) === id) changes.add(key);
    remove('changes', 'change WHERE seq', changes);

    const entries = found('SELECT seq AS key, json AS text FROM entry_json UNION ALL SELECT seq, text FROM entry');
    for (const { key, of } of sql.all<{ key: number; of: string }>(
      `SELECT seq AS key, key AS of FROM entry_key WHERE key LIKE 'person %'`,
    ))
      if (foldedText(of.slice('person '.length)) === id) entries.add(key);
    for (const table of ['entry_key', 'entry_json'])
      for (const key of entries) sql.run(`DELETE FROM ${table} WHERE seq = :key`, { key });
    remove('entries of the log', 'entry WHERE seq', entries);

    // Alerts that are still to be sent stay until then.
    const waiting = new Set(
      sql
        .all<{ key: number }>(
          `SELECT seq AS key FROM alert WHERE id IN (SELECT alert FROM pending)
           OR id IN (SELECT value FROM message, json_each(alerts_json) WHERE state NOT IN ('sent', 'dead'))`,
        )
        .map(({ key }) => key),
    );
    const named = found('SELECT seq AS key, json AS text FROM alert');
    const alerts = new Set([...named].filter((key) => !waiting.has(key)));
    unsent = named.size - alerts.size;
    const messages = found(
      `SELECT seq AS key, name AS text FROM message WHERE state IN ('sent', 'dead')
       UNION ALL SELECT seq, answer FROM message WHERE answer IS NOT NULL AND state IN ('sent', 'dead')`,
    );
    for (const alert of alerts)
      for (const { key } of sql.all<{ key: number }>(
        `SELECT message.seq AS key FROM message, json_each(alerts_json) WHERE state IN ('sent', 'dead')
         AND value = (SELECT id FROM alert WHERE seq = :alert)`,
        { alert },
      ))
        messages.add(key);
    remove('messages', 'message WHERE seq', messages);
    remove('alerts', 'alert WHERE seq', alerts);

    for (const { key, value } of sql.all<{ key: string; value: string }>('SELECT key, value FROM note')) {
      // The recipients that several gateways share are changed one by one.
      if (key === 'recipients') continue;
      const finding = search.inText(key) ?? findingIn(search, value);
      if (!finding && ![...grants].some((grant) => value.includes(grant))) continue;
      if (finding === 'name') byName++;
      sql.run('DELETE FROM note WHERE key = :key', { key });
      const what = /^(?:put off |snoozes$)/.test(key) ? 'matters put off' : 'notes';
      counts[what] = (counts[what] ?? 0) + 1;
    }
  });
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  return { counts, byName, unsent };
}

function findingIn(search: PersonSearch, text: string) {
  const value = parsed(text);
  return value === null || typeof value !== 'object' ? search.inText(text) : search.inValue(value);
}

type TextRow = { readonly key: number; readonly text: string };

/** Rows one by one, because a copy may be larger than the memory. */
function* rowsOf(database: DatabaseSync, query: string): Generator<TextRow> {
  for (const row of database.prepare(query).iterate()) yield { key: Number(row['key']), text: String(row['text']) };
}
