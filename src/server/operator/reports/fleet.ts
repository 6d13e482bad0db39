import type { DatabaseSync } from 'node:sqlite';
import { remindersOf, type ReminderAxis, type ReminderReading } from '#server/operator/school/state/remindersAt.ts';
import { type Presenter, presenterOf, reportOf, type ReportRecord, type ReportSet } from './reportSet.ts';

/** No maintenance block lasts longer, in seconds; the bound spares a walk through all that came before. */
const longestBlock = 40 * 86_400;

/** Every aircraft and simulator, also deleted ones, with its meters as of now. */
export const aircraftReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM aircraft',
  rows: `SELECT aircraft.*, make.name AS make, model.name AS model, category, class, is_simulator, engines, hourly_cents, airport,
      coalesce(hobbs_in_tenths, base_hobbs_tenths) AS hobbs, coalesce(tach_in_tenths, base_tach_tenths) AS tach,
      coalesce(landings_in, base_landings) AS landings, in_at,
      (SELECT count(*) FROM squawk WHERE aircraft_id = aircraft.id AND created_at <= :now
        AND coalesce(resolved_at, :now + 1) > :now) AS squawks,
      EXISTS (SELECT 1 FROM squawk WHERE aircraft_id = aircraft.id AND grounds AND created_at <= :now
        AND coalesce(resolved_at, :now + 1) > :now) AS grounded,
      (SELECT out_at <= :now FROM flight WHERE aircraft_id = aircraft.id AND in_at > :now ORDER BY in_at LIMIT 1) AS out,
      EXISTS (SELECT 1 FROM reservation WHERE aircraft_id = aircraft.id AND display_type = 1
        AND start_at BETWEEN :now - ${longestBlock} AND :now AND end_at > :now) AS in_shop
    FROM aircraft JOIN model ON model.id = model_id JOIN make ON make.id = make_id JOIN location ON location.id = location_id
    LEFT JOIN flight ON flight.id = (SELECT id FROM flight WHERE aircraft_id = aircraft.id AND in_at <= :now
      ORDER BY in_at DESC, id DESC LIMIT 1)
    ORDER BY aircraft.id LIMIT :limit OFFSET :offset`,
  record: (row, { time, hours, money }) => ({
    aircraftId: row['guid'],
    registrationTail: row['tail'],
    make: row['make'],
    model: row['model'],
    category: row['category'],
    class: row['class'],
    isSimulator: row['is_simulator'] === 1,
    status: ['Inactive', 'Active', 'Deleted'][Number(row['status'])],
    aircraftAvailability: availabilityOf(row),
    location: row['airport'],
    billingMeter: 'Hobbs',
    hourlyRate: money(row['hourly_cents']),
    airframeTtis: hours(Number(row['tach']) + Number(row['ttis_over_tach_tenths'])),
    airframeHobbs: hours(row['hobbs']),
    engine1Tach: Number(row['engines']) > 0 ? hours(row['tach']) : null,
    engine2Tach: Number(row['engines']) > 1 ? hours(row['tach']) : null,
    landings: row['landings'],
    openSquawks: row['squawks'],
    lastUpdated: time(row['in_at']),
  }),
});

function availabilityOf(row: { readonly [column: string]: unknown }): string {
  if (row['status'] !== 1) return 'Unavailable';
  if (row['out'] === 1) return 'Checked Out';
  if (row['in_shop'] === 1) return 'In Maintenance';
  return row['grounded'] === 1 ? 'Grounded' : 'Available';
}

/** The reminders of all aircraft as they stand now, by aircraft. */
export const reminderStatusReport: ReportSet = {
  count: (database) => Number(database.prepare('SELECT count(*) AS total FROM reminder').get()?.['total']),
  page(database, window, offset, limit) {
    const present = presenterOf(window);
    const rows = remindersIn(database, offset, limit);
    const readings = new Map(
      [...new Set(rows.map((row) => row.aircraft))]
        .flatMap((aircraft) => remindersOf(database, window.clock, aircraft, window.now))
        .map((reading) => [reading.id, reading]),
    );
    return rows.flatMap((row) => {
      const reading = readings.get(row.id);
      return reading ? [reminderRecord(row, reading, present)] : [];
    });
  },
};

type ReminderRow = { id: number; aircraft: number; guid: string; tail: string };

function remindersIn(database: DatabaseSync, offset: number, limit: number | null): ReminderRow[] {
  const query = `SELECT reminder.id, aircraft_id AS aircraft, aircraft.guid, tail FROM reminder
    JOIN aircraft ON aircraft.id = aircraft_id ORDER BY aircraft_id, reminder.id LIMIT ? OFFSET ?`;
  return database.prepare(query).all(limit ?? -1, offset) as unknown as ReminderRow[];
}

const statusNames = { 1: 'OK', 2: 'Warning', 3: 'Expired' } as const;

function reminderRecord(row: ReminderRow, reading: ReminderReading, { time }: Presenter): ReportRecord {
  const { date, hours, cycles } = reading;
  return {
    maintenanceReminderId: reading.guid,
    aircraftId: row.guid,
    registrationTail: row.tail,
    name: reading.name,
    status: statusNames[reading.status],
    permanentlyComplied: reading.permanentlyComplied,
    expirationDate: date && time(date.expiration),
    currentHours: hours?.current ?? null,
    expirationHours: hours?.expiration ?? null,
    remainingHours: hours && Math.round((hours.expiration - hours.current) * 10) / 10,
    currentCycles: cycles?.current ?? null,
    expirationCycles: cycles?.expiration ?? null,
    message: [date, hours, cycles]
      .filter((axis): axis is ReminderAxis => axis !== null)
      .map((axis) => axis.message)
      .join('; '),
  };
}
