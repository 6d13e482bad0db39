import type { DatabaseSync } from 'node:sqlite';

/** Readings of an aircraft's meters; hours in tenths. */
export type Meters = { readonly hobbsTenths: number; readonly tachTenths: number; readonly landings: number };

/** The meters as the latest check-in at or before now left them. Throws `RangeError` for an aircraft that does not exist. */
export function metersOf(database: DatabaseSync, aircraftId: number, now: number): Meters {
  const row = database.prepare(meterQuery).get({ aircraftId, now });
  if (!row) throw new RangeError(`There is no aircraft ${aircraftId}.`);
  return {
    hobbsTenths: row['hobbs'] as number,
    tachTenths: row['tach'] as number,
    landings: row['landings'] as number,
  };
}

const meterQuery = `
  SELECT coalesce(flight.hobbs_in_tenths, base_hobbs_tenths) AS hobbs,
    coalesce(flight.tach_in_tenths, base_tach_tenths) AS tach, coalesce(flight.landings_in, base_landings) AS landings
  FROM aircraft LEFT JOIN flight ON flight.id = (
    SELECT id FROM flight WHERE aircraft_id = aircraft.id AND in_at <= :now ORDER BY in_at DESC, id DESC LIMIT 1)
  WHERE aircraft.id = :aircraftId`;
