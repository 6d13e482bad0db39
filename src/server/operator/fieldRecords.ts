import type { OperationId } from '#contract/operations.ts';
import { hashOf } from './school/guid.ts';
import type { ZoneClock } from './school/zone.ts';

export type JsonRecord = { readonly [member: string]: unknown };
type Change = (record: JsonRecord, clock: ZoneClock) => JsonRecord;

/** What live services write for "no date". */
const noDate = '1753-01-01T00:00:00';

/** What live records of these operations have been seen to look like. */
export const oddities: { readonly [Id in OperationId]?: Change } = {
  getOperator: (operator) => without(operator, 'timeZone'),
  listAircraft(aircraft) {
    const isOdd = oneIn(14, 'aircraft', aircraft['aircraftId']);
    return isOdd ? { ...aircraft, make: (aircraft['make'] as JsonRecord)['name'] } : aircraft;
  },
  listMaintenanceReminders: fieldReminder,
  listSquawks: (squawk) => ({ ...squawk, resolvedDate: squawk['resolvedDate'] ?? noDate }),
  listUsers: fieldUser,
  getUser: fieldUser,
  getUserByExternalId: fieldUser,
  listReservations: fieldReservation,
};

/** True for about one in `count` records, and always for the same ones. */
function oneIn(count: number, purpose: string, id: unknown): boolean {
  return hashOf(`${purpose} ${String(id)}`) % count === 0;
}

function without(record: JsonRecord, ...names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Zero to seven digits of a second, as they come. */
function fraction(id: unknown): string {
  const digits = hashOf(`fraction ${String(id)}`) % 8;
  return digits === 0 ? '' : `.${'0'.repeat(digits)}`;
}

/** An `active` flag that is sometimes false; some that never expire have a date that stands for none. */
function fieldReminder(reminder: JsonRecord, clock: ZoneClock): JsonRecord {
  const id = reminder['maintenanceReminderId'];
  const date = reminder['dateOptions'] as JsonRecord | null;
  const never = { typeStatus: { id: 1, name: 'OK' }, message: '', currentDate: clock.local(0), expirationDate: noDate };
  return {
    ...reminder,
    active: !oneIn(9, 'active', id),
    dateOptions: date
      ? { ...date, expirationDate: `${String(date['expirationDate'])}${fraction(id)}` }
      : oneIn(5, 'never', id)
        ? never
        : null,
  };
}

/** A date that stands for none, and members that are missing or null. */
function fieldUser(user: JsonRecord): JsonRecord {
  const id = user['userId'];
  const dated = { ...user, lastFlightDate: user['lastFlightDate'] ?? noDate };
  const nulled = oneIn(6, 'phone', id) ? { ...dated, phoneNumber: null } : dated;
  return oneIn(10, 'email', id) ? without(nulled, 'email') : nulled;
}

/** Local times without zone, with the UTC ones besides on half the records; what is not known is null or missing. */
function fieldReservation(reservation: JsonRecord, clock: ZoneClock): JsonRecord {
  const id = reservation['reservationId'];
  const { startTime, endTime } = reservation as { startTime: string; endTime: string };
  const local = (zulu: string): string => `${clock.local(Date.parse(zulu) / 1000)}${fraction(id)}`;
  const told = oneIn(2, 'utc', id) ? { startTimeUtc: startTime, endTimeUtc: endTime } : {};
  const odd = fieldGaps
    .filter(([count, name]) => oneIn(count, name, id))
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
  [11, 'activityType', null],
  [13, 'displayName', null],
  [17, 'pilots', null],
  [101, 'startTime', null],
  [127, 'reservationId', null],
  [61, 'pilots', 'not available'],
];
