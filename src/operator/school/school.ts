import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { readRow } from '#operator/rows.ts';

/** The options of a generated operator (the flags of `npm run operator`). */
export type SchoolOptions = {
  readonly seed: number;
  readonly operatorId: number;
  /** IANA name. */
  readonly zone: string;
  /** Simulators are not included; the school gets some besides. */
  readonly aircraft: number;
  readonly reservationsPerDay: number;
  /** Generated on each side of today. */
  readonly days: number;
  /** The number of locations that its reservations name; 0, the default, for none. */
  readonly locations?: number;
  /** True if some reservations are cancelled or not kept, and some flights leave late; otherwise all are flown. */
  readonly cancellations?: boolean;
  /** Epoch seconds. */
  readonly now: number;
  /** True for an operator without any records except its own. */
  readonly empty?: boolean;
};

/** The operator a database holds. */
export type School = Omit<SchoolOptions, 'now' | 'empty' | 'locations' | 'cancellations'> & {
  readonly cancellations: boolean;
  readonly empty: boolean;
  readonly locations: number;
  readonly name: string;
  readonly guid: string;
  /** The generated days, both inclusive, in the numbers of `zone.ts`. */
  readonly firstDay: number;
  readonly lastDay: number;
};

const schoolShape: z.ZodType<School> = z.object({
  seed: z.int(),
  operatorId: z.int(),
  zone: z.string(),
  aircraft: z.int(),
  reservationsPerDay: z.number(),
  days: z.int(),
  // Not in the files of earlier versions.
  locations: z.int().default(0),
  cancellations: z.boolean().default(false),
  empty: z.boolean(),
  name: z.string(),
  guid: z.string(),
  firstDay: z.int(),
  lastDay: z.int(),
});

/** The operator in the database, or null when there is none yet. Throws on a record that is not of this form. */
export function readSchool(database: DatabaseSync): School | null {
  const row = readRow<{ value: string }>(database, `SELECT value FROM school WHERE key = 'record'`);
  return row && schoolShape.parse(JSON.parse(row.value));
}

/** Writes the operator's own record. */
export function writeSchool(database: DatabaseSync, school: School): void {
  const statement = `INSERT INTO school VALUES ('record', ?) ON CONFLICT DO UPDATE SET value = excluded.value`;
  database.prepare(statement).run(JSON.stringify(school));
}
