import type { DatabaseSync } from 'node:sqlite';
import { type ReminderKind, reminderKind } from '#server/operator/school/founding/reminderKinds.ts';
import type { School } from '#server/operator/school/school.ts';

/** The limits in force for one reminder; null on an axis it does not have. */
export type Item = {
  readonly id: number;
  readonly kind: ReminderKind;
  /** Counts the compliances, so that each interval has its own luck. */
  round: number;
  dueTach: number | null;
  dueAt: number | null;
  dueLandings: number | null;
};

/** An active aircraft or simulator with its meters (tenths of hours) after the last generated flight. */
export type Plane = {
  readonly id: number;
  readonly modelId: number;
  readonly locationId: number;
  readonly isSimulator: boolean;
  readonly hourlyCents: number;
  /** What a usual day adds, for looking ahead. */
  readonly tachPerDay: number;
  readonly landingsPerDay: number;
  readonly items: readonly Item[];
  hobbs: number;
  tach: number;
  landings: number;
  /** The last check-in, in epoch seconds. */
  freeAt: number;
  squawks: { readonly id: number; readonly grounds: boolean; readonly description: string }[];
};

/** Reads the active fleet, by id. */
export function loadPlanes(database: DatabaseSync, school: School): Plane[] {
  const rows = database.prepare(fleetQuery).all();
  const flying = rows.filter((row) => !row['simulator']).length;
  const tachPerDay = flying === 0 ? 1 : Math.max(1, (school.reservationsPerDay * 9.6) / flying);
  return rows.map((row) => {
    const isSimulator = row['simulator'] === 1;
    const id = row['id'] as number;
    return {
      id,
      modelId: row['model'] as number,
      locationId: row['location'] as number,
      isSimulator,
      hourlyCents: row['rate'] as number,
      tachPerDay,
      landingsPerDay: tachPerDay * 0.31,
      items: loadItems(database, id),
      hobbs: row['hobbs'] as number,
      tach: row['tach'] as number,
      landings: row['landings'] as number,
      freeAt: row['free'] as number,
      squawks: loadSquawks(database, id),
    };
  });
}

const fleetQuery = `
  SELECT aircraft.id, model_id AS model, location_id AS location, is_simulator AS simulator, hourly_cents AS rate,
    coalesce(flight.hobbs_in_tenths, base_hobbs_tenths) AS hobbs, coalesce(flight.tach_in_tenths, base_tach_tenths) AS tach,
    coalesce(flight.landings_in, base_landings) AS landings, coalesce(flight.in_at, 0) AS free
  FROM aircraft JOIN model ON model.id = model_id LEFT JOIN flight ON flight.id = (
    SELECT id FROM flight WHERE aircraft_id = aircraft.id ORDER BY in_at DESC, id DESC LIMIT 1)
  WHERE status = 1 ORDER BY aircraft.id`;

function loadItems(database: DatabaseSync, aircraftId: number): Item[] {
  const query = `SELECT reminder.id, name, due_tach_tenths AS tach, due_at AS at, due_landings AS landings,
      (SELECT count(*) FROM compliance WHERE reminder_id = reminder.id) AS round
    FROM reminder JOIN compliance ON compliance.id = (
      SELECT id FROM compliance WHERE reminder_id = reminder.id ORDER BY at DESC, id DESC LIMIT 1)
    WHERE aircraft_id = ? AND NOT permanent ORDER BY reminder.id`;
  return database
    .prepare(query)
    .all(aircraftId)
    .map((row) => ({
      id: row['id'] as number,
      kind: reminderKind(row['name'] as string),
      round: row['round'] as number,
      dueTach: row['tach'] as number | null,
      dueAt: row['at'] as number | null,
      dueLandings: row['landings'] as number | null,
    }));
}

function loadSquawks(database: DatabaseSync, aircraftId: number): Plane['squawks'] {
  const query = 'SELECT id, grounds, description FROM squawk WHERE aircraft_id = ? AND resolved_at IS NULL ORDER BY id';
  const rows = database.prepare(query).all(aircraftId);
  return rows.map(({ id, grounds, description }) => ({
    id: id as number,
    grounds: grounds === 1,
    description: description as string,
  }));
}
