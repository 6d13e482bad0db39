import type { EntryQuery, FoundEntries, NewChange, NewEntry, ReplicaStorage, StoredChange } from './storage.ts';
import type { Statements, Values } from './sqliteTables.ts';

/** Writes changes and their log entries. Call it within a transaction. */
export function writeLog(sql: Statements, changes: readonly NewChange[], entries: readonly NewEntry[]): void {
  for (const { at, set, scope, id, kind, before, after } of changes) {
    sql.run(
      `INSERT INTO change (at, set_name, scope, id, kind, before_json, after_json)
       VALUES (:at, :set, :scope, :id, :kind, :before, :after)`,
      { at, set, scope, id, kind, before, after },
    );
  }
  for (const { at, text, json, ...keys } of entries) {
    const written = sql.first<{ seq: number }>(`INSERT INTO entry (at, text) VALUES (:at, :text) RETURNING seq`, {
      at,
      text,
    });
    const seq = written?.seq ?? null;
    sql.run(`INSERT INTO entry_json (seq, json) VALUES (:seq, :json)`, { seq, json });
    for (const key of keysOf(keys)) sql.run(`INSERT INTO entry_key (key, seq) VALUES (:key, :seq)`, { key, seq });
  }
}

function keysOf({ kinds, aircraft, people }: Pick<NewEntry, 'kinds' | 'aircraft' | 'people'>): Set<string> {
  return new Set([...kinds.map(kindKey), ...aircraft.map(aircraftKey), ...people.map(personKey)]);
}

const kindKey = (kind: string) => `kind ${kind}`;
const aircraftKey = (id: string) => `aircraft ${id}`;
const personKey = (id: string) => `person ${id}`;

/** The log of changes, and its entries in words. */
export function logFunctions(sql: Statements) {
  const changes = (query: Parameters<ReplicaStorage['changes']>[0]) => {
    const { after = -1, since = -Infinity, set, limit } = query;
    // Numbers ascend with time unless the clock was set back, so older ones need not be read.
    const oldest = sql.first<{ seq: number | null }>(`SELECT min(seq) AS seq FROM change WHERE at >= :since`, {
      since,
    });
    if (oldest?.seq === null || oldest?.seq === undefined) return [];
    const values = { from: Math.max(oldest.seq, after + 1), since, limit };
    return sql
      .all<StoredChange>(
        `SELECT seq, at, set_name AS "set", scope, id, kind, before_json AS before, after_json AS after
         FROM change WHERE seq >= :from AND at >= :since ${set ? 'AND set_name = :set' : ''} ORDER BY seq LIMIT :limit`,
        set ? { ...values, set } : values,
      )
      .map((row) => ({ ...row }));
  };
  const began = (key: string) => sql.first<{ at: number }>(`SELECT value AS at FROM about WHERE key = :key`, { key });
  return {
    changes,
    pruneChanges: (before: number) =>
      sql.inTransaction(() => {
        sql.run(`DELETE FROM change WHERE at < :before`, { before });
        for (const table of ['entry_key', 'entry_json'])
          sql.run(`DELETE FROM ${table} WHERE seq IN (SELECT seq FROM entry WHERE at < :before)`, { before });
        sql.run(`DELETE FROM entry WHERE at < :before`, { before });
        sql.run(`DELETE FROM meter_move WHERE at < :before`, { before });
        sql.run(`DELETE FROM flown WHERE start_at < :before`, { before });
        sql.run(`UPDATE about SET value = max(value, :before) WHERE key IN ('log_began_at', 'entries_began_at')`, {
          before,
        });
      }),
    lastChange: () => sql.first<{ seq: number | null }>(`SELECT max(seq) AS seq FROM change`)?.seq ?? 0,
    logBegan: () => began('log_began_at')?.at ?? 0,
    entries: (query: EntryQuery) => foundEntries(sql, query),
    lastEntry: () => sql.first<{ seq: number | null }>(`SELECT max(seq) AS seq FROM entry`)?.seq ?? 0,
    entriesBegan: () => began('entries_began_at')?.at ?? 0,
  };
}

function foundEntries(sql: Statements, query: EntryQuery): FoundEntries {
  const { where, values } = conditions(query);
  const all = sql.first<{ count: number }>(`SELECT count(*) AS count FROM entry`)?.count ?? 0;
  const total = where
    ? (sql.first<{ count: number }>(`SELECT count(*) AS count FROM entry WHERE ${where}`, values)?.count ?? 0)
    : all;
  const { before, limit } = query;
  const older = before === null ? [] : ['seq < :before'];
  const wanted = [...(where ? [where] : []), ...older].join(' AND ') || 'TRUE';
  const entries = sql
    .tuples<[number, number, string]>(
      `SELECT seq, at, json FROM (SELECT seq, at FROM entry WHERE ${wanted} ORDER BY seq DESC LIMIT :limit)
       CROSS JOIN entry_json USING (seq) ORDER BY seq DESC`,
      { ...values, limit, ...(before === null ? {} : { before }) },
    )
    .map(([seq, at, json]) => ({ seq, at, json }));
  return { entries, total, all };
}

/** The conditions on an entry; empty for all. */
function conditions({ from, to, kinds, aircraft, person, words }: EntryQuery): { where: string; values: Values } {
  const keys = [
    ...(kinds.length > 0 ? [kinds.map(kindKey)] : []),
    ...(aircraft === null ? [] : [[aircraftKey(aircraft)]]),
    ...(person === null ? [] : [[personKey(person)]]),
  ];
  const given = [
    ...(from === null ? [] : [['at >= :from', { from }] as const]),
    ...(to === null ? [] : [['at < :to', { to }] as const]),
    ...keys.map((any, index) => {
      const named = Object.fromEntries(any.map((key, place) => [`key${index}_${place}`, key]));
      const list = Object.keys(named).map((name) => `:${name}`);
      return [`seq IN (SELECT seq FROM entry_key WHERE key IN (${list.join(', ')}))`, named] as const;
    }),
    ...words.map((word, index) => [`instr(text, :word${index}) > 0`, { [`word${index}`]: word }] as const),
  ];
  return {
    where: given.map(([condition]) => condition).join(' AND '),
    values: Object.fromEntries(given.flatMap(([, named]) => Object.entries(named))),
  };
}
