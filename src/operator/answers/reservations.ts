import { operations } from '#contract/operations.ts';
import { type AnswerRequest, type PagedList, valueOf, pagedList, sliceOf } from './list.ts';
import { referencesOf, reservationRecord, type ReservationRow } from './reservationRecord.ts';
import { readNumber, readRows, type Values } from '#operator/rows.ts';
import type { Query } from '#contract/query.ts';
import { type Bound, boundOf } from '#domain/lists/listState.ts';

type Row = ReservationRow & { pilot_id: number | null; copilot_id: number | null };

/** Section 4.2, by start and then by id. A user takes part as pilot, as instructor or by attending. */
export function listReservations(request: AnswerRequest): PagedList {
  const { database, school, query } = request;
  const { from, where, values } = selectReservations(query, school.zone);
  const slice = sliceOf(query, operations.listReservations.paging.defaultLimit);
  const total = readNumber(database, `SELECT count(*) FROM ${from} WHERE ${where}`, values);
  const paged = { ...values, count: slice.count, first: slice.first };
  const rows = readRows<Row>(database, pageSql(from, where), paged);
  const references = referencesOf(database);
  const items = rows.map((row) => reservationRecord(row, pilotsOf(row, request), references, request));
  return pagedList(slice, total, items);
}

/** Selects the ids first and then their records, because an index alone is enough to skip far into a list. */
export function pageSql(from: string, where: string): string {
  const ids = `SELECT r.id FROM ${from} WHERE ${where} ORDER BY r.start_at, r.id LIMIT :count OFFSET :first`;
  return `SELECT * FROM reservation WHERE id IN (${ids}) ORDER BY start_at, id`;
}

/** Pilot and copilot, or those who attend. */
function pilotsOf(row: Row, { database }: AnswerRequest): number[] {
  if (row.pilot_id !== null) return row.copilot_id === null ? [row.pilot_id] : [row.pilot_id, row.copilot_id];
  if (row.aircraft_id !== null) return [];
  const sql = 'SELECT person_id AS id FROM attendee WHERE reservation_id = :id ORDER BY person_id';
  return readRows<{ id: number }>(database, sql, { id: row.id }).map(({ id }) => id);
}

/** Which reservations a query asks for, in SQL: `r` is the reservation. */
export type ReservationSelection = { readonly from: string; readonly where: string; readonly values: Values };

/**
 * The selection for the filters of section 4.2, through the fastest index: one person's reservations, an overlap window
 * (`startTime` before, `endTime` after) through the R*Tree of spans, one display type, or all by start.
 */
export function selectReservations(query: Query, zone: string): ReservationSelection {
  const starts = boundsOf(query, 'startTime', zone);
  const ends = boundsOf(query, 'endTime', zone);
  const displayType = valueOf(query, 'displayTypeId');
  const user = valueOf(query, 'userId');
  const tail = valueOf(query, 'tailNumber');
  const startColumn = user === null ? 'r.start_at' : 'p.start_at';
  const exact: readonly Condition[] = [
    displayType !== null && ['r.display_type = :displayType', { displayType }],
    tail !== null && ['r.aircraft_id IN (SELECT id FROM aircraft WHERE tail = :tail COLLATE NOCASE)', { tail }],
    ...starts.map(({ operator, at }, index) => bounded(`${startColumn} ${signs[operator]}`, `start${index}`, at)),
    ...ends.map(({ operator, at }, index) => bounded(`r.end_at ${signs[operator]}`, `end${index}`, at)),
    // A reservation that has ended by an instant has also started by it. This bound limits the search in the index of
    // starts.
    ...ends.filter(isUpper).map(({ at }, index) => bounded(`${startColumn} <=`, `upper${index}`, at)),
  ];
  if (user !== null) return selectionOf(ofPerson, [[person, { user: user.toLowerCase() }], ...exact]);
  const [start, end] = [starts.find(isUpper), ends.find((bound) => !isUpper(bound))];
  if (start && end) {
    const minutes = { firstMinute: Math.floor(start.at / 60), lastMinute: Math.floor(end.at / 60) };
    return selectionOf(inWindow, [[overlap, minutes], ...exact]);
  }
  return selectionOf(displayType === null ? 'reservation AS r' : ofDisplayType, exact);
}

type Condition = readonly [sql: string, values: Values] | false | null;

/** The bounds on a time: the specification's, and the UTC one of live services. */
function boundsOf(query: Query, name: 'startTime' | 'endTime', zone: string): readonly Bound[] {
  const bounds = [boundOf(query.filters?.[name], zone), boundOf(query.filters?.[`${name}Utc`], 'UTC')];
  return bounds.filter((bound) => bound !== null);
}

function bounded(comparison: string, name: string, at: number): Condition {
  return [`${comparison} :${name}`, { [name]: at }];
}

function selectionOf(from: string, conditions: readonly Condition[]): ReservationSelection {
  const given = conditions.filter((condition) => condition !== false && condition !== null);
  const where = given.map(([sql]) => sql).join(' AND ') || 'true';
  const values: Values = Object.fromEntries(given.flatMap(([, named]) => Object.entries(named)));
  return { from, where, values };
}

const person = 'p.person_id = (SELECT id FROM person WHERE guid = :user)';
/** Coarse, in whole minutes; the exact conditions follow. */
const overlap = 's.first_minute <= :firstMinute AND s.last_minute >= :lastMinute';

// CROSS JOIN keeps SQLite from swapping the two tables.
const ofPerson = 'participation AS p CROSS JOIN reservation AS r ON r.id = p.reservation_id';
const inWindow = 'reservation_span AS s CROSS JOIN reservation AS r ON r.id = s.id';
const ofDisplayType = 'reservation AS r INDEXED BY reservation_by_display_type';

const signs = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

function isUpper({ operator }: Bound): boolean {
  return operator === 'lt' || operator === 'lte';
}
