import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#server/operator/database.ts';
import { openSchool } from '#server/operator/school/open.ts';
import type { School, SchoolOptions } from '#server/operator/school/school.ts';
import { type ZoneClock, zoneClock } from '#server/operator/school/zone.ts';

/** Friday, 20 November 2026, 11:05 in Denver, in epoch seconds. */
export const generatedNow = Date.parse('2026-11-20T18:05:00Z') / 1000;

const defaults: SchoolOptions = {
  seed: 1,
  operatorId: 1001,
  zone: 'America/Denver',
  aircraft: 24,
  reservationsPerDay: 90,
  days: 20,
  now: generatedNow,
};

export type GeneratedSchool = { readonly database: DatabaseSync; readonly school: School; readonly clock: ZoneClock };

/** A school in memory as the operator generates it, of 20 days each side unless told otherwise: for tests. */
export function generatedSchool(options: Partial<SchoolOptions> = {}): GeneratedSchool {
  const database = openDatabase();
  const school = openSchool(database, { ...defaults, ...options });
  return { database, school, clock: zoneClock(school.zone) };
}

/** The one number a query answers. */
export function numberOf(database: DatabaseSync, query: string, values: { [name: string]: number } = {}): number {
  const statement = database.prepare(query);
  statement.setAllowUnknownNamedParameters(true);
  return Number(Object.values(statement.get(values) ?? {})[0]);
}
