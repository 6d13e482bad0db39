import type { DatabaseSync } from 'node:sqlite';
import { secondsInDay } from '#domain/units.ts';
import { readNumber, readRows } from '#operator/rows.ts';
import { remindersOf, type ReminderAxis, type ReminderReading } from '#operator/school/state/remindersAt.ts';
import {
  type Presenter,
  presenterOf,
  reportOf,
  type ReportRecord,
  type ReportSet,
  type Comparison,
  nameOf,
  type Selection,
} from './reportSet.ts';
import { guidOf } from '#operator/school/random.ts';

/** No maintenance block lasts longer than this, in seconds. The bound avoids a walk through all earlier ones. */
const longestBlock = 40 * secondsInDay;

const aircraftRows: ReportSet = reportOf({
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

/**
 * Every aircraft and simulator, also deleted ones, with its meters as of now. Live services say only whether it may fly:
 * `Unavailable` also with an Expired reminder, and `Available` while it is out.
 */
export const aircraftReport: ReportSet = {
  count: (database, window) => aircraftRows.count(database, window),
  page(database, window, offset, limit) {
    const rows = aircraftRows.page(database, window, offset, limit);
    if (!window.isField) return rows;
    const aircraft = readRows<{ id: number; guid: string }>(database, 'SELECT id, guid FROM aircraft');
    const ids = new Map(aircraft.map(({ id, guid }) => [guid, id]));
    const isExpired = (guid: unknown) => {
      const reminders = remindersOf(database, window.clock, ids.get(String(guid)) ?? 0, window.now);
      return reminders.some(({ status, permanentlyComplied }) => status === 3 && !permanentlyComplied);
    };
    return rows.map((row) => {
      const mayFly = ['Available', 'Checked Out'].includes(String(row['aircraftAvailability']));
      const isAvailable = mayFly && !isExpired(row['aircraftId']);
      return { ...row, aircraftAvailability: isAvailable ? 'Available' : 'Unavailable' };
    });
  },
};

/** The reminders of all aircraft as of now, by aircraft. */
export const reminderStatusReport: ReportSet = {
  count: (database) => readNumber(database, 'SELECT count(*) FROM reminder'),
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
    JOIN aircraft ON aircraft.id = aircraft_id ORDER BY aircraft_id, reminder.id LIMIT :limit OFFSET :offset`;
  return readRows<ReminderRow>(database, query, { limit: limit ?? -1, offset });
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

const workOrderNumber = (id: unknown): string => `WO-${Number(id)}`;

/** Work orders from their opening on, with the items and the labour done by now. */
export const workOrderReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM work_order WHERE opened_at <= :now',
  rows: `SELECT work_order.*, tail, aircraft.guid AS aircraft, reservation_id,
      (SELECT count(*) FROM work_item WHERE work_order_id = work_order.id) AS items,
      (SELECT count(*) FROM work_item WHERE work_order_id = work_order.id AND done_at <= :now) AS done,
      (SELECT max(done_at) FROM work_item WHERE work_order_id = work_order.id AND done_at <= :now) AS latest
    FROM work_order JOIN aircraft ON aircraft.id = aircraft_id
    WHERE opened_at <= :now ORDER BY opened_at, work_order.id LIMIT :limit OFFSET :offset`,
  record(row, { seed, time, past, hours }, { now }) {
    const isClosed = Number(row['closed_at']) <= now;
    return {
      workOrderId: guidOf(seed, 'work order', Number(row['id'])),
      workOrderDisplayNumber: workOrderNumber(row['id']),
      aircraftId: row['aircraft'],
      registrationTail: row['tail'],
      reservationId: row['reservation_id'] && guidOf(seed, 'reservation', Number(row['reservation_id'])),
      status: isClosed ? 'Closed' : 'Open',
      opened: time(row['opened_at']),
      closed: past(row['closed_at']),
      airframeHobbs: hours(row['hobbs_tenths']),
      engine1Tach: hours(row['tach_tenths']),
      landings: row['landings'],
      items: row['items'],
      itemsDone: row['done'],
      lastUpdated: isClosed ? time(row['closed_at']) : time(row['latest'] ?? row['opened_at']),
    };
  },
});

/** Each comparison in SQL. Without a filter its parameters stay unused. */
const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
const updatedAt = 'iif(done_at <= :now, done_at, created_at)';

function itemCondition(column: string, name: string): string {
  const cases = Object.entries(comparisons).map(([key, sign]) => `WHEN '${key}' THEN ${column} ${sign} :${name}At`);
  return `CASE :${name} ${cases.join(' ')} ELSE TRUE END`;
}

const chosenItems = `created_at <= :now AND ${itemCondition('created_at', 'created')} AND ${itemCondition(updatedAt, 'updated')}`;

const itemFilters: Selection['values'] = ({ createdDate, lastUpdated }) => ({
  ...bound('created', createdDate),
  ...bound('updated', lastUpdated),
});

function bound(name: string, comparison: Comparison | undefined) {
  return { [name]: comparison?.operator ?? null, [`${name}At`]: comparison?.at ?? null };
}

/** Work items from their creation on. */
export const workItemReport: ReportSet = reportOf({
  count: `SELECT count(*) AS total FROM work_item WHERE ${chosenItems}`,
  rows: `SELECT work_item.*, tail, aircraft.guid AS aircraft, ${nameOf('mechanic')} AS mechanic_name, reminder.guid AS reminder
    FROM work_item JOIN work_order ON work_order.id = work_order_id JOIN aircraft ON aircraft.id = work_order.aircraft_id
    JOIN person AS mechanic ON mechanic.id = mechanic_id LEFT JOIN reminder ON reminder.id = reminder_id
    WHERE work_item.id IN (SELECT id FROM work_item WHERE ${chosenItems} ORDER BY created_at, id LIMIT :limit OFFSET :offset)
    ORDER BY work_item.created_at, work_item.id`,
  values: itemFilters,
  record: (row, { seed, time, past }) => ({
    workItemId: guidOf(seed, 'work item', Number(row['id'])),
    workOrderId: guidOf(seed, 'work order', Number(row['work_order_id'])),
    workOrderDisplayNumber: workOrderNumber(row['work_order_id']),
    aircraftId: row['aircraft'],
    registrationTail: row['tail'],
    description: row['description'],
    kind: row['squawk_id'] === null ? 'Reminder' : 'Squawk',
    maintenanceReminderId: row['reminder'],
    squawkId: row['squawk_id'] && guidOf(seed, 'squawk', Number(row['squawk_id'])),
    mechanic: row['mechanic_name'],
    status: past(row['done_at']) === null ? 'Open' : 'Completed',
    createdDate: time(row['created_at']),
    completedDate: past(row['done_at']),
    lastUpdated: past(row['done_at']) ?? time(row['created_at']),
  }),
});

/** Mechanics' hours on work items, by their time. */
export const workLogReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM work_log WHERE at <= :now',
  rows: `SELECT work_log.*, work_order_id, tail, ${nameOf('mechanic')} AS mechanic_name
    FROM work_log JOIN work_item ON work_item.id = work_item_id JOIN work_order ON work_order.id = work_order_id
    JOIN aircraft ON aircraft.id = work_order.aircraft_id JOIN person AS mechanic ON mechanic.id = work_log.mechanic_id
    WHERE at <= :now ORDER BY at, work_log.id LIMIT :limit OFFSET :offset`,
  record: (row, { seed, time, hours }) => ({
    workLogId: guidOf(seed, 'work log', Number(row['id'])),
    workItemId: guidOf(seed, 'work item', Number(row['work_item_id'])),
    workOrderDisplayNumber: workOrderNumber(row['work_order_id']),
    registrationTail: row['tail'],
    mechanic: row['mechanic_name'],
    loggedOn: time(row['at']),
    labourHours: hours(row['labour_tenths']),
    note: row['note'],
    lastUpdated: time(row['at']),
  }),
});

/** One entry per work item done, with the meters of its work order. */
export const logbookReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM work_item WHERE done_at <= :now',
  rows: `SELECT work_item.*, tail, aircraft.guid AS aircraft, ${nameOf('mechanic')} AS mechanic_name, hobbs_tenths, tach_tenths,
      tach_tenths + ttis_over_tach_tenths AS ttis, landings, corrective_action
    FROM work_item JOIN work_order ON work_order.id = work_item.work_order_id JOIN aircraft ON aircraft.id = work_order.aircraft_id
    JOIN person AS mechanic ON mechanic.id = mechanic_id LEFT JOIN squawk ON squawk.id = squawk_id
    WHERE done_at <= :now ORDER BY done_at, work_item.id LIMIT :limit OFFSET :offset`,
  record: (row, { seed, time, hours }) => ({
    logbookEntryId: guidOf(seed, 'logbook entry', Number(row['id'])),
    aircraftId: row['aircraft'],
    registrationTail: row['tail'],
    entryDate: time(row['done_at']),
    logbook: logbookOf(String(row['description'])),
    description: row['corrective_action'] ?? `Complied with ${String(row['description'])}`,
    airframeTtis: hours(row['ttis']),
    airframeHobbs: hours(row['hobbs_tenths']),
    engine1Tach: hours(row['tach_tenths']),
    landings: row['landings'],
    signedBy: row['mechanic_name'],
    workOrderDisplayNumber: workOrderNumber(row['work_order_id']),
    lastUpdated: time(row['done_at']),
  }),
});

/** The book an entry belongs in. */
function logbookOf(description: string): 'Airframe' | 'Engine' | 'Propeller' {
  if (/propeller/i.test(description)) return 'Propeller';
  return /oil|engine|magneto|alternator/i.test(description) ? 'Engine' : 'Airframe';
}
