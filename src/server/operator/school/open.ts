import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './state/appender.ts';
import { extendSchool } from './extend.ts';
import { foundSchool } from './founding/founding.ts';
import { guidOf } from './founding/guid.ts';
import { readSchool, type School, type SchoolOptions, writeSchool } from './school.ts';
import { zoneClock } from './zone.ts';

/**
 * The school in the database, generated through `days` after now. A database that holds a school already keeps it, and
 * only the missing days are added: then the seed, the zone and the sizes of the options have no effect.
 */
export function openSchool(database: DatabaseSync, options: SchoolOptions): School {
  if (!readSchool(database)) found(database, options);
  extendSchool(database, options.now);
  const school = readSchool(database);
  if (!school) throw new RangeError('The database holds no school.');
  return school;
}

function found(database: DatabaseSync, { now, ...options }: SchoolOptions): void {
  const firstDay = zoneClock(options.zone).dayAt(now) - options.days;
  const school: School = {
    ...options,
    empty: options.empty ?? false,
    name: 'Pikes Peak Flying School',
    guid: guidOf(options.seed, 'operator', options.operatorId),
    firstDay,
    lastDay: firstDay - 1,
  };
  inTransaction(database, () => {
    if (!school.empty) foundSchool(database, school);
    writeSchool(database, school);
  });
}
