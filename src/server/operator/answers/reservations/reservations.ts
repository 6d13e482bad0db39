import { operations } from '#contract/operations.ts';
import type { Asking, PagedList } from '#server/operator/answers/list/asking.ts';
import { pagedList, sliceOf } from '#server/operator/answers/list/paging.ts';
import { referencesOf } from '#server/operator/answers/references.ts';
import { reservationRecord, type ReservationRow } from './reservationRecord.ts';
import { selectReservations } from './reservationSelection.ts';
import { readRow, readRows } from '#server/operator/answers/list/rows.ts';

type Row = ReservationRow & { pilot_id: number | null; copilot_id: number | null };

/** Section 4.2, by start and then by id. A user takes part as pilot, as instructor or by attending. */
export function listReservations(asking: Asking): PagedList {
  const { database, school, query } = asking;
  const { from, where, values } = selectReservations(query, school.zone);
  const slice = sliceOf(query, operations.listReservations.paging.defaultLimit);
  const counted = readRow<{ total: number }>(database, `SELECT count(*) AS total FROM ${from} WHERE ${where}`, values);
  const paged = { ...values, count: slice.count, first: slice.first };
  const rows = readRows<Row>(database, pageSql(from, where), paged);
  const references = referencesOf(database);
  const items = rows.map((row) => reservationRecord(row, pilotsOf(row, asking), references, asking));
  return pagedList(slice, counted?.total ?? 0, items);
}

/** Ids first, the records after: to skip deep into a list, an index is enough. */
export function pageSql(from: string, where: string): string {
  const ids = `SELECT r.id FROM ${from} WHERE ${where} ORDER BY r.start_at, r.id LIMIT :count OFFSET :first`;
  return `SELECT * FROM reservation WHERE id IN (${ids}) ORDER BY start_at, id`;
}

/** Pilot and copilot, or those who attend. */
function pilotsOf(row: Row, { database }: Asking): number[] {
  if (row.pilot_id !== null) return row.copilot_id === null ? [row.pilot_id] : [row.pilot_id, row.copilot_id];
  if (row.aircraft_id !== null) return [];
  const sql = 'SELECT person_id AS id FROM attendee WHERE reservation_id = :id ORDER BY person_id';
  return readRows<{ id: number }>(database, sql, { id: row.id }).map(({ id }) => id);
}
