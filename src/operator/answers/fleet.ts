import type { DatabaseSync } from 'node:sqlite';
import { aircraftStatuses, reminderStatuses } from '#contract/statuses.ts';
import { type AnswerRequest, type PagedList, valueOf, listOf, statusOf, pagedList, sliceOf } from './list.ts';
import { readRow } from '#operator/rows.ts';
import { type ReminderAxis, type ReminderReading, remindersOf } from '#operator/school/state/remindersAt.ts';
import { guidOf } from '#operator/school/random.ts';

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
export function listAircraft(request: AnswerRequest): PagedList {
  const selection = {
    columns: `aircraft.guid AS aircraftId, tail AS tailNumber, make.guid AS makeId, make.name AS make,
      model.guid AS modelId, model.name AS model, is_simulator AS isSimulator, status`,
    from: 'aircraft JOIN model ON model.id = model_id JOIN make ON make.id = make_id',
    where: '(:status IS NULL OR status = :status) AND (:tail IS NULL OR tail = :tail COLLATE NOCASE)',
    values: { status: valueOf(request.query, 'statusId'), tail: valueOf(request.query, 'tailNumber') },
    order: 'aircraft.id',
  };
  return listOf<AircraftRow>(request, selection, (row) => ({
    aircraftId: row.aircraftId,
    tailNumber: row.tailNumber,
    make: { makeId: row.makeId, name: row.make },
    model: { modelId: row.modelId, name: row.model },
    isSimulator: row.isSimulator === 1,
    status: statusOf(aircraftStatuses, row.status),
  }));
}

/** The row id of the aircraft with this guid, in either letter case, or null. */
function findAircraft(database: DatabaseSync, guid: string): number | null {
  const sql = 'SELECT id FROM aircraft WHERE guid = :guid';
  return readRow<{ id: number }>(database, sql, { guid: guid.toLowerCase() })?.id ?? null;
}

/** Section 2.3: the reminders of one aircraft as of now; null for an unknown aircraft. */
export function listMaintenanceReminders(request: AnswerRequest): PagedList | null {
  const aircraft = findAircraft(request.database, request.path['aircraftId'] ?? '');
  if (aircraft === null) return null;
  const wanted = request.query.filters?.['statusId']?.values;
  const all = remindersOf(request.database, request.clock, aircraft, request.now);
  const matching = wanted ? all.filter(({ status }) => wanted.includes(String(status))) : all;
  const slice = sliceOf(request.query, null);
  const page = slice.count < 0 ? matching : matching.slice(slice.first, slice.first + slice.count);
  return pagedList(
    slice,
    matching.length,
    page.map((reading) => reminderRecord(reading, request)),
  );
}

function reminderRecord(reading: ReminderReading, { clock }: AnswerRequest): object {
  const { date, hours, cycles } = reading;
  return {
    maintenanceReminderId: reading.guid,
    name: reading.name,
    status: statusOf(reminderStatuses, reading.status),
    permanentlyComplied: reading.permanentlyComplied,
    dateOptions: date && {
      ...axisRecord(date),
      currentDate: clock.local(date.current),
      expirationDate: clock.local(date.expiration),
    },
    timeOptions: hours && { ...axisRecord(hours), currentHours: hours.current, expirationHours: hours.expiration },
    cycleOptions: cycles && {
      ...axisRecord(cycles),
      currentCycles: cycles.current,
      expirationCycles: cycles.expiration,
    },
  };
}

function axisRecord({ status, message }: ReminderAxis): object {
  return { typeStatus: statusOf(reminderStatuses, status), message };
}

type SquawkRow = {
  id: number;
  description: string;
  grounds: number;
  createdAt: number;
  resolvedAt: number | null;
  correctiveAction: string | null;
  workOrder: number | null;
  userId: string;
  firstName: string;
  lastName: string;
};

/**
 * The squawks of one aircraft, newest first; null for an unknown aircraft. Their members are not shown in the specification
 * (section 2.9): these are the ones seen in live services, and `resolved` is one of them as a filter.
 */
export function listSquawks(request: AnswerRequest): PagedList | null {
  const aircraft = findAircraft(request.database, request.path['aircraftId'] ?? '');
  if (aircraft === null) return null;
  const resolved = valueOf(request.query, 'resolved');
  const selection = {
    columns: `squawk.id AS id, description, grounds, squawk.created_at AS createdAt,
      iif(resolved_at <= :now, resolved_at, NULL) AS resolvedAt, corrective_action AS correctiveAction,
      work_order_id AS workOrder, guid AS userId, first_name AS firstName, last_name AS lastName`,
    from: 'squawk JOIN person ON person.id = reported_by_id',
    where: `aircraft_id = :aircraft AND squawk.created_at <= :now
      AND (:resolved IS NULL OR (resolved_at IS NOT NULL AND resolved_at <= :now) = :resolved)`,
    values: { aircraft, now: request.now, resolved: resolved === null ? null : Number(resolved === 'true') },
    order: 'squawk.created_at DESC, squawk.id DESC',
  };
  return listOf<SquawkRow>(request, selection, (row) => squawkRecord(row, request));
}

function squawkRecord(row: SquawkRow, { school, clock, path }: AnswerRequest): object {
  const isResolved = row.resolvedAt !== null;
  return {
    squawkId: guidOf(school.seed, 'squawk', row.id),
    aircraftId: path['aircraftId']?.toLowerCase(),
    description: row.description,
    created: clock.local(row.createdAt),
    reportedBy: { userId: row.userId, firstName: row.firstName, lastName: row.lastName },
    groundAircraft: row.grounds === 1,
    resolved: isResolved,
    resolvedDate: row.resolvedAt === null ? null : clock.local(row.resolvedAt),
    actionTaken: isResolved ? 'Corrected' : null,
    correctiveAction: isResolved ? row.correctiveAction : null,
    referenceNumber: `SQ-${row.id}`,
    workOrderDisplayNumber: isResolved && row.workOrder !== null ? `WO-${row.workOrder}` : null,
  };
}

type EquipmentRow = {
  equipmentId: string;
  name: string;
  type: string;
  serialNumber: string;
  locationId: string;
  location: string;
  status: number;
};

/** Equipment items. Their members are not shown in the specification (section 2.9); these are ours. */
export function listEquipment(request: AnswerRequest): PagedList {
  const selection = {
    columns: `equipment.guid AS equipmentId, equipment.name AS name, kind AS type, serial AS serialNumber,
      location.guid AS locationId, location.name AS location, status`,
    from: 'equipment JOIN location ON location.id = location_id',
    order: 'equipment.id',
  };
  return listOf<EquipmentRow>(request, selection, ({ equipmentId, name, type, serialNumber, ...row }) => ({
    equipmentId,
    name,
    type,
    serialNumber,
    location: { locationId: row.locationId, name: row.location },
    status: statusOf(aircraftStatuses, row.status),
  }));
}
