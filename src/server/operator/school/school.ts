import type { DatabaseSync } from 'node:sqlite';

/** What the operator is asked to be (the flags of `npm run operator`). */
export type SchoolOptions = {
  readonly seed: number;
  readonly operatorId: number;
  /** IANA name. */
  readonly zone: string;
  /** Without simulators, which come on top. */
  readonly aircraft: number;
  readonly reservationsPerDay: number;
  /** Generated on each side of today. */
  readonly days: number;
  /** Epoch seconds. */
  readonly now: number;
  /** An operator with no records but itself. */
  readonly empty?: boolean;
};

/** The operator a database holds. */
export type School = Omit<SchoolOptions, 'now' | 'empty'> & {
  readonly empty: boolean;
  readonly name: string;
  readonly guid: string;
  /** The generated days, both inclusive, in the numbers of `zone.ts`. */
  readonly firstDay: number;
  readonly lastDay: number;
};

/** The operator in the database, or null when there is none yet. */
export function readSchool(database: DatabaseSync): School | null {
  const row = database.prepare(`SELECT value FROM school WHERE key = 'record'`).get();
  return row ? (JSON.parse(row['value'] as string) as School) : null;
}

/** Writes the operator's own record. */
export function writeSchool(database: DatabaseSync, school: School): void {
  const statement = `INSERT INTO school VALUES ('record', ?) ON CONFLICT DO UPDATE SET value = excluded.value`;
  database.prepare(statement).run(JSON.stringify(school));
}
