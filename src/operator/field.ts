import { isRecord } from '#contract/objects.ts';
import { readErrorBody } from '#contract/errors.ts';
import { matchPath } from '#contract/addresses.ts';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import type { ZoneClock } from '#operator/school/zone.ts';
import { hashOf } from '#operator/school/random.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/**
 * Answers like observed live services: a layer over the answer of an app that accepts what they accept (`isField`).
 * With `isOdd`, some records have forms that break programs. A record's id decides which, so the same call always gets
 * the same answer.
 */
export function asInTheField(handler: Handler, clock: ZoneClock, isOdd = false): Handler {
  return async (request) => {
    const answer = await handler(request);
    if (request.method === 'HEAD') return answer;
    if (!answer.ok) return fieldProblem(answer);
    const url = new URL(request.url);
    const id = matchPath(url.pathname)?.id;
    if (!id) return answer;
    const body: unknown = await answer.json();
    if (!isRecord(body)) return Response.json(body, { headers: answer.headers });
    return Response.json(fieldBody(id, body, url, { clock, isOdd }), { headers: answer.headers });
  };
}

/** Error bodies unlike the specification's; another operator's id is a bad request. */
async function fieldProblem(answer: Response): Promise<Response> {
  const entries: unknown = await answer.json();
  const [entry] = readErrorBody(JSON.stringify(entries));
  const message = entry?.message ?? '';
  const init = { status: answer.status, headers: answer.headers };
  if (answer.status === 429) return tooManyRequests(answer.headers);
  if (answer.status === 401) return Response.json({ statusCode: 401, message }, init);
  if (answer.status === 403) return new Response('operatorId is not valid for this subscription.', { status: 400 });
  return Response.json(answer.status === 404 ? { errors: entries } : entries, init);
}

/** Gives the seconds in its message, and only sometimes in the header. */
function tooManyRequests(given: Headers): Response {
  const headers = new Headers(given);
  const seconds = Number(headers.get('retry-after'));
  if (seconds % 3 === 0) headers.delete('retry-after');
  const message = `Rate limit is exceeded. Try again in ${seconds} seconds.`;
  return Response.json({ statusCode: 429, message }, { status: 429, headers });
}

type Manner = { readonly clock: ZoneClock; readonly isOdd: boolean };

function fieldBody(id: OperationId, body: JsonRecord, { pathname, searchParams }: URL, manner: Manner): unknown {
  const operation: Operation = operations[id];
  const change = (record: JsonRecord): JsonRecord => {
    const ordinary = usualForms[id]?.(record, manner.clock) ?? record;
    return manner.isOdd ? (oddities[id]?.(ordinary) ?? ordinary) : ordinary;
  };
  if (operation.answer === 'record') return change(body);
  const items = Array.isArray(body['items']) ? body['items'].filter(isRecord).map(change) : [];
  // An aircraft's open squawks were seen without their envelope.
  if (id === 'listSquawks' && asksForOpen(searchParams)) return items;
  // An empty list has been seen as null.
  const isNull = manner.isOdd && items.length === 0 && isOneIn(5, 'no items', pathname + searchParams.toString());
  return { ...body, items: isNull ? null : items };
}

function asksForOpen(parameters: URLSearchParams): boolean {
  return Array.from(parameters).some(([name, value]) => /^resolved$/i.test(name) && /^eq:false$/i.test(value));
}

type JsonRecord = { readonly [member: string]: unknown };
type Form = (record: JsonRecord, clock: ZoneClock) => JsonRecord;

/** What live services write for "no date". */
const noDate = '1753-01-01T00:00:00';

/** The usual records of live services. */
const usualForms: { readonly [Id in OperationId]?: Form } = {
  getOperator: (operator) => without(operator, 'timeZone'),
  listAircraft: (aircraft) => withStatus(aircraft, 'status'),
  listInstructors: (instructor) => withStatus(instructor, 'instructorStatus'),
  listEquipment: (item) => withStatus(item, 'status'),
  listMaintenanceReminders: fieldReminder,
  listSquawks: (squawk) => ({ ...squawk, resolvedDate: squawk['resolvedDate'] ?? noDate }),
  listUsers: fieldUser,
  getUser: fieldUser,
  getUserByExternalId: fieldUser,
  listReservations: fieldReservation,
  reportAircraft: fieldAircraftRow,
  reportFlights: fieldActivityText,
  reportFlightOperations: fieldActivityText,
  reportReservations: fieldActivityText,
};

/** Forms that break programs: rare in live services, and left out unless requested (`--odd`). */
const oddities: { readonly [Id in OperationId]?: (record: JsonRecord) => JsonRecord } = {
  listAircraft(aircraft) {
    const isOdd = isOneIn(14, 'aircraft', aircraft['aircraftId']);
    return isOdd && isRecord(aircraft['make']) ? { ...aircraft, make: aircraft['make']['name'] } : aircraft;
  },
  listReservations: oddReservation,
};

/** True for about one in `count` records, and always for the same ones. */
function isOneIn(count: number, purpose: string, id: unknown): boolean {
  return hashOf(`${purpose} ${String(id)}`) % count === 0;
}

function without(record: JsonRecord, ...names: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** A status by the name that live services give it: `Active`. */
function withStatus(record: JsonRecord, member: string): JsonRecord {
  const status = record[member];
  if (!isRecord(status)) return record;
  const name = String(status['name']);
  return { ...record, [member]: { ...status, name: name.charAt(0).toUpperCase() + name.slice(1) } };
}

/** Decimals of a second, all zero; the id decides how many. */
function fraction(id: unknown, lengths: readonly number[]): string {
  const digits = lengths[hashOf(`fraction ${String(id)}`) % lengths.length] ?? 0;
  return digits === 0 ? '' : `.${'0'.repeat(digits)}`;
}

/** An aircraft's row with its meters, and the source of their hours. */
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

/** Adds an `active` flag that is sometimes false, and a placeholder date on some reminders without a date. */
function fieldReminder(reminder: JsonRecord, clock: ZoneClock): JsonRecord {
  const id = reminder['maintenanceReminderId'];
  const date = isRecord(reminder['dateOptions']) ? reminder['dateOptions'] : null;
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

/** A placeholder date, and members that are missing or null. */
function fieldUser(user: JsonRecord): JsonRecord {
  const id = user['userId'];
  const dated = { ...user, lastFlightDate: user['lastFlightDate'] ?? noDate };
  const nulled = isOneIn(6, 'phone', id) ? { ...dated, phoneNumber: null } : dated;
  return isOneIn(10, 'email', id) ? without(nulled, 'email') : nulled;
}

/** Activities as schools name them: boards look for names that begin with `Flight`, and for `New Customer`. */
const activityNames: { readonly [name: string]: string } = {
  'Dual Flight Training': 'Flight Training - Dual',
  'Solo Flight Training': 'Flight Training - Solo',
  'Introductory Flight': 'New Customer',
};

const fieldActivity = (name: unknown): unknown => activityNames[String(name)] ?? name;

function fieldActivityText(row: JsonRecord): JsonRecord {
  return { ...row, activityType: fieldActivity(row['activityType']) };
}

/** Local times without zone, on half the records also UTC times; a missing instructor is left out. */
function fieldReservation(reservation: JsonRecord, clock: ZoneClock): JsonRecord {
  const id = reservation['reservationId'];
  const { startTime, endTime } = reservation;
  const local = (zulu: unknown): string => `${clock.local(Date.parse(String(zulu)) / 1000)}${fraction(id, [0, 2])}`;
  const utcTimes = isOneIn(2, 'utc', id) ? { startTimeUtc: startTime, endTimeUtc: endTime } : {};
  const activity = reservation['activityType'];
  const record = {
    ...reservation,
    activityType: isRecord(activity) ? { ...activity, name: fieldActivity(activity['name']) } : activity,
    ...(isOneIn(13, 'displayName', id) && { displayName: null }),
    startTime: local(startTime),
    endTime: local(endTime),
    ...utcTimes,
  };
  return reservation['instructor'] === null ? without(record, 'instructor') : record;
}

function oddReservation(reservation: JsonRecord): JsonRecord {
  const id = reservation['reservationId'];
  const odd = reservationGaps.filter(([count, name]) => isOneIn(count, name, id));
  const assigned = isOneIn(43, 'group', id) ? withoutAircraft(reservation) : reservation;
  return { ...assigned, ...Object.fromEntries(odd.map(([, name, value]) => [name, value])) };
}

/** A flight that is not checked out yet, booked for a scheduling group: it gets its aircraft later. */
function withoutAircraft(reservation: JsonRecord): JsonRecord {
  const { aircraft, reservationStatus: status, reservationType: type } = reservation;
  if (!isRecord(aircraft) || !isRecord(aircraft['model'])) return reservation;
  if (!isRecord(status) || status['id'] !== 0 || !isRecord(type) || type['displayTypeId'] !== 0) return reservation;
  const schedulingGroup = { id: 1, name: aircraft['model']['name'] };
  return { ...reservation, aircraft: null, aircraftOption: { aircraft: null, schedulingGroup, v3Simulator: null } };
}

/** Odd values of members: one reservation in `count` has this value. Pilots as text are unreadable. */
const reservationGaps: readonly (readonly [count: number, name: string, value: unknown])[] = [
  [101, 'activityType', null],
  [17, 'pilots', null],
  [211, 'startTime', null],
  [223, 'reservationId', null],
  [227, 'pilots', 'not available'],
];
