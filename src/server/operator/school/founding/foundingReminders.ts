import type { DatabaseSync } from 'node:sqlite';
import { appender } from '#server/operator/school/state/appender.ts';
import type { FleetType } from './fleetTypes.ts';
import { guidOf } from './guid.ts';
import { randomOf } from '#server/operator/school/random.ts';
import { type ReminderKind, remindersFor } from './reminderKinds.ts';
import type { School } from '#server/operator/school/school.ts';
import { monthEnd, zoneClock } from '#server/operator/school/zone.ts';

type NewAircraft = {
  readonly id: number;
  readonly type: FleetType;
  readonly tachTenths: number;
  readonly landings: number;
};

/** Writes an aircraft's reminders, each somewhere in its interval as the school opens. */
export function foundReminders(database: DatabaseSync, school: School, aircraft: NewAircraft): void {
  const addReminder = appender(
    database,
    'reminder',
    'guid aircraft_id name every_tenths every_days every_months every_cycles warn_tenths',
    'warn_days warn_cycles',
  );
  const addCompliance = appender(
    database,
    'compliance',
    'reminder_id at due_tach_tenths due_at due_landings permanent',
  );
  for (const [index, kind] of remindersFor(aircraft.type, aircraft.id).entries()) {
    addReminder({
      guid: guidOf(school.seed, 'reminder', aircraft.id * 100 + index),
      aircraft_id: aircraft.id,
      ...rowOf(kind),
    });
    const id = Number(database.prepare('SELECT last_insert_rowid() AS id').get()?.['id']);
    addCompliance({ reminder_id: id, ...firstLimits(school, aircraft, kind, id) });
  }
}

function rowOf(kind: ReminderKind) {
  return {
    name: kind.name,
    every_tenths: kind.hours === undefined || kind.once ? null : kind.hours * 10,
    every_days: kind.days ?? null,
    every_months: kind.months ?? null,
    every_cycles: kind.landings ?? null,
    warn_tenths: (kind.warn?.hours ?? 10) * 10,
    warn_days: kind.warn?.days ?? 30,
    warn_cycles: kind.warn?.landings ?? 50,
  };
}

function firstLimits(school: School, aircraft: NewAircraft, kind: ReminderKind, id: number) {
  const clock = zoneClock(school.zone);
  const opening = clock.midnight(school.firstDay) - 1;
  if (kind.once) return { at: opening, due_tach_tenths: null, due_at: null, due_landings: null, permanent: 1 };
  const left = randomOf(school.seed, 'first limits', id).next();
  const lastDay = kind.months
    ? monthEnd(school.firstDay, Math.floor(left * kind.months))
    : school.firstDay + Math.floor(left * (kind.days ?? 0));
  return {
    at: opening,
    due_tach_tenths: kind.hours === undefined ? null : aircraft.tachTenths + Math.ceil(left * kind.hours * 10),
    due_at: kind.months || kind.days ? clock.midnight(lastDay + 1) - 1 : null,
    due_landings: kind.landings === undefined ? null : aircraft.landings + Math.ceil(left * kind.landings),
    permanent: 0,
  };
}
