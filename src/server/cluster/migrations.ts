import type { Database, Query } from './database.ts';
import { type Migration, tables0001 } from './tables0001.ts';
import { tables0002 } from './tables0002.ts';
import { tables0003 } from './tables0003.ts';
import { tables0004 } from './tables0004.ts';

/** The steps in order. A released step never changes. */
export const migrations: readonly Migration[] = [tables0001, tables0002, tables0003, tables0004];

/**
 * Brings the schema's tables to this version; several gateways may do it at the same time. Rejects with one sentence if
 * a newer version of Flightline has changed them, because it may write what this one cannot read.
 */
export async function migrate(database: Database, steps: readonly Migration[] = migrations): Promise<void> {
  const newest = steps.at(-1)?.number ?? 0;
  const schema = `"${database.schema}"`;
  await database.query(
    `DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('flightline tables'), hashtext('${database.schema}'));
     CREATE SCHEMA IF NOT EXISTS ${schema};
     CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now());
     END $$`,
  );
  const made = await stepsMade(database.query);
  const last = Math.max(0, ...made);
  if (last > newest)
    throw new Error(
      `The tables in the database are of a newer version of Flightline (step ${last}; this version knows ${newest}): start that version, or take its steps back with it ("flightline database back").`,
    );
  for (const step of steps.filter(({ number }) => !made.includes(number)))
    await inOneStep(
      database,
      step,
      step.forward,
      `INSERT INTO migration (number, name) VALUES (${step.number}, '${step.name}')`,
    );
}

/** Undoes the last step and returns it; null if there is none. Data that only this step can store is lost. */
export async function takeBack(
  database: Database,
  steps: readonly Migration[] = migrations,
): Promise<Migration | null> {
  const last = Math.max(0, ...(await stepsMade(database.query)));
  const step = steps.find(({ number }) => number === last) ?? null;
  if (step) await inOneStep(database, step, step.back, `DELETE FROM migration WHERE number = ${step.number}`);
  return step;
}

/** One transaction under a lock. Does nothing if another gateway has made the same step in the meantime. */
async function inOneStep(database: Database, { number }: Migration, sql: string, note: string): Promise<void> {
  const isForward = note.startsWith('INSERT');
  await database.query(
    `DO $step$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('flightline tables'), hashtext('${database.schema}'));
     IF ${isForward ? 'NOT' : ''} EXISTS (SELECT 1 FROM migration WHERE number = ${number}) THEN ${note}; ${sql} END IF;
     END $step$`,
  );
}

async function stepsMade(query: Query): Promise<number[]> {
  const rows = await query<{ number: number }>(`SELECT number FROM migration ORDER BY number`);
  return rows.map(({ number }) => number);
}
