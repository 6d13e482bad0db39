import type { DatabaseSync } from 'node:sqlite';
import { aircraftStatuses } from '#contract/statuses.ts';
import { type Asking, type PagedList, valueOf } from './list/asking.ts';
import { listOf } from './list/paging.ts';
import { readRow } from './list/rows.ts';
import { statusOf } from './list/values.ts';

type AircraftRow = {
  aircraftId: string;
  tailNumber: string;
  makeId: string;
  make: string;
  modelId: string;
  model: string;
  isSimulator: number;
  status: number;
};

/** Section 2.2: the operator's aircraft, deleted ones and simulators among them, in the order of their entry. */
export function listAircraft(asking: Asking): PagedList {
  const selection = {
    columns: `aircraft.guid AS aircraftId, tail AS tailNumber, make.guid AS makeId, make.name AS make,
      model.guid AS modelId, model.name AS model, is_simulator AS isSimulator, status`,
    from: 'aircraft JOIN model ON model.id = model_id JOIN make ON make.id = make_id',
    where: '(:status IS NULL OR status = :status) AND (:tail IS NULL OR tail = :tail COLLATE NOCASE)',
    values: { status: valueOf(asking.query, 'statusId'), tail: valueOf(asking.query, 'tailNumber') },
    order: 'aircraft.id',
  };
  return listOf<AircraftRow>(asking, selection, (row) => ({
    aircraftId: row.aircraftId,
    tailNumber: row.tailNumber,
    make: { makeId: row.makeId, name: row.make },
    model: { modelId: row.modelId, name: row.model },
    isSimulator: row.isSimulator === 1,
    status: statusOf(aircraftStatuses, row.status),
  }));
}

/** The row id of the aircraft with this guid, in either letter case, or null. */
export function findAircraft(database: DatabaseSync, guid: string): number | null {
  const sql = 'SELECT id FROM aircraft WHERE guid = :guid';
  return readRow<{ id: number }>(database, sql, { guid: guid.toLowerCase() })?.id ?? null;
}
