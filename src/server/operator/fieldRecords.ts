import type { OperationId } from '#contract/operations.ts';
import { hashOf } from './school/founding/guid.ts';
import type { ZoneClock } from './school/zone.ts';

export type JsonRecord = { readonly [member: string]: unknown };
type Change = (record: JsonRecord, clock: ZoneClock) => JsonRecord;

/** What live services write for "no date". */
const noDate = '1753-01-01T00:00:00';

/** What live records of these operations have been seen to look like. */
export const oddities: { readonly [Id in OperationId]?: Change } = {
  getOperator: (operator) => without(operator, 'timeZone'),
  listAircraft(aircraft) {
    const named = withStatus(aircraft, 'status');
    const isOdd = isOneIn(14, 'aircraft', aircraft['aircraftId']);
    return isOdd ? { ...named, make: (aircraft['make'] as JsonRecord)['name'] } : named;
  },
  listInstructors: (instructor) => withStatus(instructor, 'instructorStatus'),
  listEquipment: (item) => withStatus(item, 'status'),
  listMaintenanceReminders: fieldReminder,
  listSquawks: (squawk) => ({ ...squawk, resolvedDate: squawk['resolvedDate'] ?? noDate }),
  listUsers: fieldUser,
  getUser: fieldUser,
  getUserByExternalId: fieldUser,
  listReservations: fieldReservation,
  reportAircraft: fieldAircraftRow,
};

/** True for about one in `count` records, and always for the same ones. */
export function isOneIn(count: number, purpose: string, id: unknown): boolean {
  return hashOf(`${purpose} ${String(id)}`) % count === 0;
}

function without(record: JsonRecord, ...names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** A status by the name that live services give it: `Active`. */
function withStatus(record: JsonRecord, member: string): JsonRecord {
  const status = record[member] as { id: number; name: string };
  return { ...record, [member]: { ...status, name: status.name.charAt(0).toUpperCase() + status.name.slice(1) } };
}

/** So many digits of a second, one number of them for each id. */
function fraction(id: unknown, lengths: readonly number[]): string {
  const digits = lengths[hashOf(`fraction ${String(id)}`) % lengths.length] ?? 0;
  return digits === 0 ? '' : `.${'0'.repeat(digits)}`;
}

/** Which meters an aircraft has, and what their hours are taken from. */
function fieldAircraftRow(row: JsonRecord): JsonRecord {
  const [hobbs, tach, ttis] = [row['airframeHobbs'], row['engine1Tach'], row['airframeTtis']];
  return {
    ...row,
    airframeHasHobbs: typeof hobbs === 'number',
    engine1HasTach: typeof tach === 'number',
    airframeAirTime: ttis,
    airframeFlightTime: hobbs,
    airframeTtisBasedOn: typeof tach === 'number' ? 'Engine 1 Tach' : 'Airframe Hobbs',
  };
}

/** An `active` flag that is sometimes false; some that never expire have a date that stands for none. */
function fieldReminder(reminder: JsonRecord, clock: ZoneClock): JsonRecord {
  const id = reminder['maintenanceReminderId'];
  const date = reminder['dateOptions'] as JsonRecord | null;
  const never = { typeStatus: { id: 1, name: 'OK' }, message: '', currentDate: clock.local(0), expirationDate: noDate };
  return {
    ...reminder,
    active: !isOneIn(9, 'active', id),
    dateOptions: date
      ? { ...date, expirationDate: `${String(date['expirationDate'])}${fraction(id, [0, 1, 2, 3, 4, 5, 6, 7])}` }
      : isOneIn(200, 'never', id)
        ? never
        : null,
  };
}

/** A date that stands for none, and members that are missing or null. */
function fieldUser(user: JsonRecord): JsonRecord {
  const id = user['userId'];
  const dated = { ...user, lastFlightDate: user['lastFlightDate'] ?? noDate };
  const nulled = isOneIn(6, 'phone', id) ? { ...dated, phoneNumber: null } : dated;
  return isOneIn(10, 'email', id) ? without(nulled, 'email') : nulled;
}

/** Local times without zone, with the UTC ones besides on half the records; what is not known is null or missing. */
function fieldReservation(reservation: JsonRecord, clock: ZoneClock): JsonRecord {
  const id = reservation['reservationId'];
  const { startTime, endTime } = reservation as { startTime: string; endTime: string };
  const local = (zulu: string): string => `${clock.local(Date.parse(zulu) / 1000)}${fraction(id, [0, 2])}`;
  const told = isOneIn(2, 'utc', id) ? { startTimeUtc: startTime, endTimeUtc: endTime } : {};
  const odd = fieldGaps
    .filter(([count, name]) => isOneIn(count, name, id))
    .map(([, name, value]) => [name, value] as const);
  const record = {
    ...reservation,
    startTime: local(startTime),
    endTime: local(endTime),
    ...told,
    ...Object.fromEntries(odd),
  };
  return reservation['instructor'] === null ? without(record, 'instructor') : record;
}

/** One in how many reservations has this in place of the member; the pilots as text cannot be read at all. */
const fieldGaps: readonly (readonly [count: number, name: string, value: unknown])[] = [
  [1009, 'activityType', null],
  [13, 'displayName', null],
  [17, 'pilots', null],
  [1013, 'startTime', null],
  [1019, 'reservationId', null],
  [1021, 'pilots', 'not available'],
];
