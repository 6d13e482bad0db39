import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './state/appender.ts';
import { bookEvents } from './day/events.ts';
import { openPlan } from './day/plan.ts';
import { readSchool, type School, writeSchool } from './school.ts';
import { settleDay } from './day/settle.ts';
import { planMaintenance } from './day/shop.ts';
import { loadState, type SchoolState } from './state/state.ts';
import { bookTrouble } from './day/trouble.ts';
import { bookSeries, bookVentures } from './day/ventures.ts';
import { zoneClock } from './zone.ts';

/** The instant until which nothing is missing, so that asking again costs next to nothing. */
const completeUntil = new WeakMap<DatabaseSync, number>();

/**
 * Generates the days that are missing until the school reaches as many days beyond `now` (epoch seconds) as it was asked
 * to. Going on day by day makes the same school as generating all at once. Throws `RangeError` on a database without one.
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
  bookVentures(plan);
  bookTrouble(plan);
  settleDay(plan);
  const tomorrow = state.clock.midnight(day + 1);
  state.ahead = state.ahead.filter((span) => span.end > tomorrow);
}
