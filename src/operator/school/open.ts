import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '#operator/rows.ts';
import { createSchool } from '#operator/school/initial/initialSchool.ts';
import { guidOf } from './random.ts';
import { readSchool, type School, type SchoolOptions, writeSchool } from './school.ts';
import { zoneClock } from './zone.ts';
import { bookEvents, bookConflicts } from '#operator/school/day/events.ts';
import { openPlan } from '#operator/school/day/plan.ts';
import { runDay } from '#operator/school/day/runDay.ts';
import { planMaintenance } from '#operator/school/day/maintenance.ts';
import { loadState, type SchoolState } from '#operator/school/state/state.ts';
import { bookSeries, bookClients } from '#operator/school/day/clientReservations.ts';

/**
 * The school in the database, generated through `days` after now. A database that holds a school already keeps it, and
 * only the missing days are added: then the seed, the zone and the sizes of the options have no effect.
 */
export function openSchool(database: DatabaseSync, options: SchoolOptions): School {
  if (!readSchool(database)) create(database, options);
  extendSchool(database, options.now);
  const school = readSchool(database);
  if (!school) throw new RangeError('The database holds no school.');
  return school;
}

function create(database: DatabaseSync, { now, ...options }: SchoolOptions): void {
  const firstDay = zoneClock(options.zone).dayAt(now) - options.days;
  const school: School = {
    ...options,
    empty: options.empty ?? false,
    locations: options.locations ?? 0,
    cancellations: options.cancellations ?? false,
    name: 'Pikes Peak Flying School',
    guid: guidOf(options.seed, 'operator', options.operatorId),
    firstDay,
    lastDay: firstDay - 1,
  };
  inTransaction(database, () => {
    if (!school.empty) createSchool(database, school);
    writeSchool(database, school);
  });
}

/** The instant up to which nothing is missing, so that another call costs almost nothing. */
const completeUntil = new WeakMap<DatabaseSync, number>();

/**
 * Generates the missing days, so that the school reaches the requested number of days beyond `now` (epoch seconds). One
 * call a day gives the same school as one call for all days. Throws `RangeError` on a database without a school.
 */
export function extendSchool(database: DatabaseSync, now: number): void {
  if (now < (completeUntil.get(database) ?? -Infinity)) return;
  const school = readSchool(database);
  if (!school) throw new RangeError('The database holds no school.');
  const clock = zoneClock(school.zone);
  const lastDay = Math.max(school.lastDay, clock.dayAt(now) + school.days);
  if (!school.empty) generateThrough(database, school, lastDay);
  completeUntil.set(database, school.empty ? Infinity : clock.midnight(lastDay - school.days + 1));
}

const daysPerTransaction = 200;

function generateThrough(database: DatabaseSync, school: School, lastDay: number): void {
  if (school.lastDay >= lastDay) return;
  const state = loadState(database, school);
  for (let day = school.lastDay + 1; day <= lastDay; day += daysPerTransaction) {
    const last = Math.min(day + daysPerTransaction - 1, lastDay);
    inTransaction(database, () => {
      for (let each = day; each <= last; each++) generateDay(state, each);
      writeSchool(database, { ...school, lastDay: last });
    });
  }
}

function generateDay(state: SchoolState, day: number): void {
  const plan = openPlan(state, day);
  planMaintenance(plan);
  bookEvents(plan);
  bookSeries(plan);
  bookClients(plan);
  bookConflicts(plan);
  runDay(plan);
  const tomorrow = state.clock.midnight(day + 1);
  state.ahead = state.ahead.filter((span) => span.end > tomorrow);
}
