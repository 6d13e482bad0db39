import { backup, type DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { keepingAlone } from '#server/http/keeping.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import type {
  AnswerFacts,
  CellReplacement,
  NewChange,
  NewEntry,
  ReplicaStorage,
  ReservationQuery,
  StoredCell,
  StoredPart,
  StoredRecord,
  StoredReservation,
} from './storage.ts';
import { type CallFile, openCallFile } from './callFile.ts';
import { alertFunctions } from './sqliteAlerts.ts';
import { logFunctions, writeLog } from './sqliteLog.ts';
import { readingFunctions } from './sqliteReadings.ts';
import {
  addNewerTables,
  type Beginning,
  createTables,
  serviceOf,
  type Statements,
  statementsOf,
  type Values,
} from './sqliteTables.ts';

/**
 * The replica in an open SQLite database, a file or `:memory:`, with its calls beside it. An empty database gets its
 * tables; calls that an earlier process began and never ended count as ending at `begin.at`. Throws the errors of SQLite
 * and of the system, here and in every function.
 */
export function sqliteStorage(
  database: DatabaseSync,
  begin: Beginning,
  calls: CallFile = callsBeside(database, begin),
): ReplicaStorage {
  if (serviceOf(database) === 'empty') createTables(database, begin);
  addNewerTables(database, begin);
  const sql = statementsOf(database);
  moveCalls(sql, calls, begin.at);
  return {
    isDurable: () => database.location() !== null,
    trouble: () => null,
    ...partFunctions(sql),
    ...cellFunctions(sql),
    ...reservationFunctions(sql),
    ...logFunctions(sql),
    ...alertFunctions(sql),
    ...readingFunctions(sql),
    beginCall: calls.beginCall,
    endCall: calls.endCall,
    recentCalls: calls.recentCalls,
    ...noteFunctions(sql),
    isPlanner: () => true,
    passOn: () => undefined,
    sharing: () => null,
    settled: () => Promise.resolve(),
    keep: keepingAlone.keep,
    copyTo: (path) => backup(database, path),
    close: () => {
      calls.close();
      // A process that ends may close it twice.
      if (database.isOpen) database.close();
    },
  };
}

/** The calls of a database, in a file named like SQLite's own companions; in memory if the database is. */
export function callsBeside(database: DatabaseSync, { at }: Beginning): CallFile {
  const path = database.location();
  return openCallFile(path === null ? null : `${path}-calls`, at);
}

/** Parses a row's `facts` from JSON text. */
function withFacts<Row extends { readonly facts: string }>(row: Row): Omit<Row, 'facts'> & { facts: AnswerFacts } {
  // Only this module writes these texts.
  return { ...row, facts: JSON.parse(row.facts) as AnswerFacts };
}

type FactsAsText<Stored extends { readonly facts: AnswerFacts }> = Omit<Stored, 'facts'> & { readonly facts: string };

function partFunctions(sql: Statements) {
  const replacePart = (
    part: StoredPart,
    records: readonly StoredRecord[],
    changes: readonly NewChange[],
    entries: readonly NewEntry[] = [],
  ) => {
    const { set, scope, asOf, revision } = part;
    sql.inTransaction(() => {
      const stored = sql.first<{ id: number }>(
        `INSERT INTO part (set_name, scope, as_of_at, revision, facts_json) VALUES (:set, :scope, :asOf, :revision, :facts)
         ON CONFLICT (set_name, scope) DO UPDATE
         SET as_of_at = excluded.as_of_at, revision = excluded.revision, facts_json = excluded.facts_json RETURNING id`,
        { set, scope, asOf, revision, facts: JSON.stringify(part.facts) },
      );
      const partId = stored?.id ?? null;
      for (const [position, { id, hash, json }] of records.entries()) {
        // Writes only differences.
        sql.run(
          `INSERT INTO record (part_id, position, id, hash, json) VALUES (:partId, :position, :id, :hash, :json)
           ON CONFLICT (part_id, position) DO UPDATE SET id = excluded.id, hash = excluded.hash, json = excluded.json
           WHERE id <> excluded.id OR hash <> excluded.hash OR json <> excluded.json`,
          { partId, position, id, hash, json },
        );
      }
      const count = records.length;
      sql.run(`DELETE FROM record WHERE part_id = :partId AND position >= :count`, { partId, count });
      writeLog(sql, changes, entries);
    });
  };
  return {
    parts: () =>
      sql
        .all<FactsAsText<StoredPart>>(
          `SELECT set_name AS "set", scope, as_of_at AS asOf, revision, facts_json AS facts FROM part ORDER BY id`,
        )
        .map(withFacts),
    replacePart,
    touchPart: ({ set, scope, asOf }: Pick<StoredPart, 'set' | 'scope' | 'asOf'>) =>
      sql.run(`UPDATE part SET as_of_at = :asOf WHERE set_name = :set AND scope = :scope`, { set, scope, asOf }),
    dropPart: (set: StoredPart['set'], scope: string) =>
      sql.run(`DELETE FROM part WHERE set_name = :set AND scope = :scope`, { set, scope }),
    records: (set: StoredPart['set'], scope: string): StoredRecord[] =>
      sql
        .tuples<[string, string, string]>(
          `SELECT id, hash, json FROM record
           WHERE part_id = (SELECT id FROM part WHERE set_name = :set AND scope = :scope) ORDER BY position`,
          { set, scope },
        )
        .map(([id, hash, json]) => ({ id, hash, json })),
  };
}

function cellFunctions(sql: Statements) {
  const replaceCells = ({ cells, put, remove, changes, entries = [] }: CellReplacement) =>
    sql.inTransaction(() => {
      for (const { from, to } of cells) sql.run(`DELETE FROM cell WHERE from_at < :to AND to_at > :from`, { from, to });
      for (const { from, to, asOf, revision, count, facts } of cells) {
        sql.run(
          `INSERT INTO cell (from_at, to_at, as_of_at, revision, count, facts_json)
           VALUES (:from, :to, :asOf, :revision, :count, :facts)`,
          { from, to, asOf, revision, count, facts: JSON.stringify(facts) },
        );
      }
      for (const id of remove) deleteReservations(sql, `id = :id`, { id });
      for (const reservation of put) putReservation(sql, reservation);
      writeLog(sql, changes, entries);
    });
  const dropCells = (froms: readonly number[]) =>
    sql.inTransaction(() => {
      for (const from of froms) dropCell(sql, from);
    });
  return {
    cells: () =>
      sql
        .all<FactsAsText<StoredCell>>(
          `SELECT from_at AS "from", to_at AS "to", as_of_at AS asOf, revision, count, facts_json AS facts
           FROM cell ORDER BY from_at`,
        )
        .map(withFacts),
    replaceCells,
    touchCells: (cells: readonly Pick<StoredCell, 'from' | 'asOf'>[]) =>
      sql.inTransaction(() => {
        for (const { from, asOf } of cells)
          sql.run(`UPDATE cell SET as_of_at = :asOf WHERE from_at = :from`, { from, asOf });
      }),
    dropCells,
  };
}

/** Deletes a cell with its reservations; a refresh reads them again. Call it in a transaction. */
export function dropCell(sql: Statements, from: number): void {
  const cell = sql.first<{ to: number }>(`DELETE FROM cell WHERE from_at = :from RETURNING to_at AS "to"`, { from });
  if (!cell) return;
  const bounds = { from, to: cell.to };
  deleteReservations(sql, `start_at >= :from AND start_at < :to`, bounds);
  deleteReservations(sql, `start_at IS NULL AND cell_at >= :from AND cell_at < :to`, bounds);
}

function putReservation(sql: Statements, reservation: CellReplacement['put'][number]): void {
  const { id, start, end, position, cell, hash, slim, json } = reservation;
  const stored = sql.first<{ row: number }>(
    `INSERT INTO reservation (id, start_at, end_at, position, cell_at, hash, slim)
     VALUES (:id, :start, :end, :position, :cell, :hash, :slim)
     ON CONFLICT (id) DO UPDATE SET start_at = excluded.start_at, end_at = excluded.end_at, position = excluded.position,
     cell_at = excluded.cell_at, hash = excluded.hash, slim = excluded.slim RETURNING row_id AS row`,
    { id, start, end, position, cell, hash, slim },
  );
  const row = stored?.row ?? null;
  sql.run(
    `INSERT INTO reservation_record (row_id, json) VALUES (:row, :json)
     ON CONFLICT (row_id) DO UPDATE SET json = excluded.json`,
    { row, json },
  );
  keepSpan(sql, row, start, end);
}

/** The span of a reservation in the tree; none without both times. */
export function keepSpan(sql: Statements, row: SQLInputValue, start: number | null, end: number | null): void {
  if (start === null || end === null) return sql.run(`DELETE FROM reservation_span WHERE row_id = :row`, { row });
  // The tree rejects a last minute before the first.
  const first = minuteBelow(Math.min(start, end));
  const last = minuteAbove(Math.max(start, end));
  sql.run(`INSERT OR REPLACE INTO reservation_span VALUES (:row, :first, :last)`, { row, first, last });
}

export function deleteReservations(
  sql: Statements,
  where: string,
  values: { readonly [name: string]: string | number },
): void {
  for (const { row } of sql.all<{ row: number }>(
    `DELETE FROM reservation WHERE ${where} RETURNING row_id AS row`,
    values,
  )) {
    sql.run(`DELETE FROM reservation_span WHERE row_id = :row`, { row });
  }
}

const minuteBelow = (at: number) => within32Bits(Math.floor(at / millisecondsInMinute));
const minuteAbove = (at: number) => within32Bits(Math.ceil(at / millisecondsInMinute));

/** Services write the year 9999 for "never", which the tree's numbers do not reach. */
function within32Bits(value: number): number {
  return Math.min(Math.max(value, -(2 ** 31)), 2 ** 31 - 1);
}

const inOrder = `ORDER BY start_at, position, id`;

function reservationFunctions(sql: Statements) {
  const whole = (rest: string, values: Values): StoredReservation[] =>
    sql
      .tuples<[string, number | null, number | null, string, string, string]>(
        `SELECT id, start_at, end_at, hash, slim, json
         FROM reservation CROSS JOIN reservation_record USING (row_id) ${rest}`,
        values,
      )
      .map(([id, start, end, hash, slim, json]) => ({ id, start, end, hash, slim, json }));
  const slim = (rest: string, values: Values) =>
    sql
      .tuples<[string, number, number, string]>(`SELECT id, start_at, end_at, slim FROM ${rest} ${inOrder}`, values)
      .map(([id, start, end, text]) => ({ id, start, end, slim: text }));
  const overlapping = (from: number, to: number) => {
    const running = slim(
      `reservation_span CROSS JOIN reservation USING (row_id)
       WHERE first_minute <= :above AND last_minute >= :below AND start_at < :from AND start_at < :to AND end_at > :from`,
      { from, to, below: minuteBelow(from), above: minuteAbove(from) },
    );
    // The index already has these rows in order.
    const starting = slim(`reservation WHERE start_at >= :from AND start_at < :to AND end_at IS NOT NULL`, {
      from,
      to,
    });
    return [...running, ...starting];
  };
  const hashesIn = (from: number, to: number) =>
    sql
      .tuples<[string, string]>(
        `SELECT id, hash FROM reservation WHERE start_at >= :from AND start_at < :to UNION ALL
         SELECT id, hash FROM reservation WHERE start_at IS NULL AND cell_at >= :from AND cell_at < :to`,
        { from, to },
      )
      .map(([id, hash]) => ({ id, hash }));
  const selectReservations = ({ startFrom, startBefore, endAfter }: ReservationQuery) => {
    const bounds = { from: startFrom ?? -Infinity, before: startBefore ?? Infinity, after: endAfter ?? -Infinity };
    const where = `start_at >= :from AND start_at < :before AND end_at > :after`;
    if (typeof endAfter !== 'number') return whole(`WHERE ${where} ${inOrder}`, bounds);
    // Many reservations end after an instant, and few of them begin before another; only the tree finds those.
    return whole(
      `WHERE row_id IN (SELECT row_id FROM reservation_span WHERE first_minute <= :lastMinute AND last_minute >= :firstMinute)
       AND ${where} ${inOrder}`,
      { ...bounds, firstMinute: minuteBelow(endAfter), lastMinute: minuteAbove(bounds.before) },
    );
  };
  return {
    hashesIn,
    reservation: (id: string) => whole(`WHERE id = :id`, { id })[0] ?? null,
    overlapping,
    selectReservations,
    untimed: (from: number, to: number) =>
      whole(`WHERE (start_at IS NULL OR end_at IS NULL) AND cell_at >= :from AND cell_at < :to ${inOrder}`, {
        from,
        to,
      }),
  };
}

/** The calls of an earlier file, which had them in a table. */
function moveCalls(sql: Statements, calls: CallFile, start: number): void {
  const ends = sql.all<{ at: number }>(`SELECT coalesce(ended_at, max(begun_at, :start)) AS at FROM call`, { start });
  if (ends.length === 0) return;
  calls.addEnded(ends.map(({ at }) => at));
  sql.run(`DELETE FROM call`);
}

function noteFunctions(sql: Statements) {
  return {
    memory: (key: string) =>
      sql.first<{ value: string }>(`SELECT value FROM note WHERE key = :key`, { key })?.value ?? null,
    remember: (key: string, value: string) =>
      sql.run(
        `INSERT INTO note (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        { key, value },
      ),
    forget: (key: string) => sql.run(`DELETE FROM note WHERE key = :key`, { key }),
    memories: (prefix: string) =>
      sql.all<{ key: string; value: string }>(
        `SELECT key, value FROM note WHERE substr(key, 1, length(:prefix)) = :prefix ORDER BY key`,
        { prefix },
      ),
  };
}
