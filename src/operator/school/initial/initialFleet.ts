import type { DatabaseSync } from 'node:sqlite';
import { secondsInDay } from '#domain/units.ts';
import { appender, readNumber, readRows } from '#operator/rows.ts';
import { locationsOf } from './catalog.ts';
import {
  categoryClasses,
  type FleetType,
  fleetOrder,
  simulatorOrder,
  type ReminderKind,
  remindersFor,
} from './fleetTypes.ts';
import { guidOf, type Random, randomOf } from '#operator/school/random.ts';
import type { School } from '#operator/school/school.ts';
import { zoneClock, monthEnd } from '#operator/school/zone.ts';

/** Writes makes, models, aircraft, simulators, their reminders, and the squawks that ground the inactive ones. */
export function createFleet(database: DatabaseSync, school: School): void {
  const modelIdOf = createModels(database, school.seed);
  const addAircraft = appender(
    database,
    'aircraft',
    'id guid tail model_id location_id status has_hobbs has_airtime_meter has_heater_hobbs',
    'base_hobbs_tenths base_tach_tenths base_landings ttis_over_tach_tenths',
  );
  for (const [index, { type, tail }] of fleetOf(school.aircraft).entries()) {
    const id = index + 1;
    const random = randomOf(school.seed, 'aircraft', id);
    const row = aircraftRow(type, { index, places: locationsOf(school).length }, random);
    addAircraft({
      id,
      guid: guidOf(school.seed, 'aircraft', id),
      tail,
      model_id: modelIdOf(type),
      ...row,
    });
    createReminders(database, school, { id, type, tachTenths: row.base_tach_tenths, landings: row.base_landings });
  }
  groundInactive(database, school);
}

/** Writes makes and models, and returns the row id of a type's model. */
function createModels(database: DatabaseSync, seed: number): (type: FleetType) => number {
  const addMake = appender(database, 'make', 'id guid name');
  const addModel = appender(
    database,
    'model',
    'id guid make_id name category class category_class is_simulator is_complex',
    'is_high_performance is_tail_wheel engines hourly_cents',
  );
  const types = [...new Set([...fleetOrder, ...simulatorOrder])];
  const makes = [...new Set(types.map((type) => type.make))];
  for (const [index, name] of makes.entries()) addMake({ id: index + 1, guid: guidOf(seed, 'make', index + 1), name });
  for (const [index, type] of types.entries()) {
    const { category, class: className } = categoryClasses[type.categoryClass];
    addModel({
      id: index + 1,
      guid: guidOf(seed, 'model', index + 1),
      make_id: makes.indexOf(type.make) + 1,
      name: type.model,
      category,
      class: className,
      category_class: type.categoryClass,
      is_simulator: typeof type.tail === 'string' ? 1 : 0,
      is_complex: type.complex ? 1 : 0,
      is_high_performance: type.highPerformance ? 1 : 0,
      is_tail_wheel: type.tailWheel ? 1 : 0,
      engines: enginesOf(type),
      hourly_cents: type.rate * 100,
    });
  }
  return (type) => types.indexOf(type) + 1;
}

function enginesOf(type: FleetType): number {
  if (typeof type.tail === 'string') return 0;
  return type.categoryClass === 'AMEL' ? 2 : 1;
}

/** This many aircraft, then one simulator per twelve aircraft, but at least two. Tail numbers are unique. */
function fleetOf(aircraft: number): { type: FleetType; tail: string }[] {
  const used = new Map<FleetType, number>();
  return [...turns(fleetOrder, aircraft), ...turns(simulatorOrder, Math.max(2, Math.round(aircraft / 12)))].map(
    (type) => {
      const earlier = used.get(type) ?? 0;
      used.set(type, earlier + 1);
      return { type, tail: tailOf(type, earlier) };
    },
  );
}

function turns(order: readonly FleetType[], count: number): FleetType[] {
  const rounds = Math.ceil(count / order.length);
  return Array.from({ length: rounds }, () => order)
    .flat()
    .slice(0, count);
}

/** Counts up from the type's own number within 100–999, then starts over with another last letter: Z, Y and so on. */
function tailOf(type: FleetType, earlier: number): string {
  if (typeof type.tail === 'string') return earlier === 0 ? type.tail : `${type.tail} ${earlier + 1}`;
  const [digits, letters] = type.tail;
  const number = 100 + ((digits - 100 + earlier) % 900);
  const turn = Math.floor(earlier / 900);
  return `N${number}${turn === 0 ? letters : letters.charAt(0) + String.fromCharCode(91 - turn)}`;
}

function aircraftRow(type: FleetType, { index, places }: { index: number; places: number }, random: Random) {
  const hobbs = type.hours * 10 + random.between(0, 22_000);
  const isSimulator = typeof type.tail === 'string';
  return {
    location_id: Math.min(places, [1, 1, 1, 1, 1, 2, 2, 3][isSimulator ? 0 : index % 8] ?? 1),
    status: isSimulator ? 1 : statusOf(index),
    has_hobbs: 1,
    has_airtime_meter: type.glass ? 1 : 0,
    has_heater_hobbs: type.heater ? 1 : 0,
    base_hobbs_tenths: hobbs,
    base_tach_tenths: Math.round(hobbs * 0.86),
    base_landings: isSimulator ? 0 : Math.round(hobbs * 0.16),
    ttis_over_tach_tenths: random.between(0, 3000),
  };
}

/** Two of every 24 aircraft are inactive, and the 23rd aircraft is deleted. */
function statusOf(index: number): number {
  if (index === 22) return 2;
  return index % 24 === 9 || index % 24 === 17 ? 0 : 1;
}

function groundInactive(database: DatabaseSync, school: School): void {
  const addSquawk = appender(database, 'squawk', 'aircraft_id reported_by_id description grounds created_at');
  const firstInstant = zoneClock(school.zone).midnight(school.firstDay);
  const inactive = 'SELECT id FROM aircraft WHERE status = 0 ORDER BY id';
  for (const { id } of readRows<{ id: number }>(database, inactive)) {
    const created = firstInstant - randomOf(school.seed, 'inactive', id).between(10, 90) * secondsInDay;
    const description = 'Engine removed for overhaul, awaiting parts';
    addSquawk({ aircraft_id: id, reported_by_id: 1, description, grounds: 1, created_at: created });
  }
}

type NewAircraft = {
  readonly id: number;
  readonly type: FleetType;
  readonly tachTenths: number;
  readonly landings: number;
};

/** Writes an aircraft's reminders, each at a random point of its interval when the school opens. */
function createReminders(database: DatabaseSync, school: School, aircraft: NewAircraft): void {
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
    const id = readNumber(database, 'SELECT last_insert_rowid()');
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
