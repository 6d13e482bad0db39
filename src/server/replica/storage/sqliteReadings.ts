import type { FlownReservation, MeterMove } from '#domain/calibration/meterNews.ts';
import { joined } from '#domain/calibration/meterNews.ts';
import type { ReadingStorage } from './storage.ts';
import type { Statements } from './sqliteTables.ts';

/** The steps of meters, and the reservations that were flown. */
export function readingFunctions(sql: Statements): ReadingStorage {
  const known = (id: string) =>
    sql.first<FlownReservation>(
      `SELECT id, aircraft, activity, start_at AS start, end_at AS "end", out_at AS outAt, closed_at AS closedAt
       FROM flown WHERE id = :id`,
      { id },
    );
  return {
    noteReadings: ({ seq, moves, flown, unflown }) =>
      sql.inTransaction(() => {
        for (const { aircraft, at, before, after } of moves) {
          sql.run(
            `INSERT INTO meter_move (aircraft, at, before, after) VALUES (:aircraft, :at, :before, :after)
             ON CONFLICT (aircraft, at) DO NOTHING`,
            { aircraft, at, before, after },
          );
        }
        for (const flight of flown) {
          const { id, aircraft, activity, start, end, outAt, closedAt } = joined(known(flight.id) ?? undefined, flight);
          sql.run(
            `INSERT OR REPLACE INTO flown (id, aircraft, activity, start_at, end_at, out_at, closed_at)
             VALUES (:id, :aircraft, :activity, :start, :end, :outAt, :closedAt)`,
            { id, aircraft, activity, start, end, outAt, closedAt },
          );
        }
        for (const id of unflown) sql.run(`DELETE FROM flown WHERE id = :id`, { id });
        sql.run(
          `INSERT INTO about (key, value) VALUES ('readings_seq', :seq)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          { seq },
        );
      }),
    readingsSeq: () =>
      sql.first<{ seq: number }>(`SELECT value AS seq FROM about WHERE key = 'readings_seq'`)?.seq ?? 0,
    meterMoves: (before) =>
      sql
        .tuples<[string, number, number, number]>(
          `SELECT aircraft, at, before, after FROM meter_move WHERE at < :before ORDER BY at`,
          { before },
        )
        .map(moveIn),
    backwardMeters: () =>
      sql
        .tuples<[string, number, number, number]>(
          `SELECT aircraft, at, before, after FROM meter_move
           WHERE aircraft IN (SELECT aircraft FROM meter_move WHERE after < before) ORDER BY at`,
        )
        .map(moveIn),
    flownReservations: (before) =>
      sql
        .tuples<[string, string, string, number, number, number | null, number | null]>(
          `SELECT id, aircraft, activity, start_at, end_at, out_at, closed_at FROM flown
           WHERE start_at < :before ORDER BY start_at`,
          { before },
        )
        .map(([id, aircraft, activity, start, end, outAt, closedAt]): FlownReservation => ({
          id,
          aircraft,
          activity,
          start,
          end,
          outAt,
          closedAt,
        })),
  };
}

function moveIn([aircraft, at, before, after]: [string, number, number, number]): MeterMove {
  return { aircraft, at, before, after };
}
