import type { Who } from '#contract/access/grants.ts';
import { readsAddress, readsOperation } from '#contract/access/reads.ts';
import { type AccessView, mayAsk, rights } from '#contract/access/roles.ts';
import { asPublicClientsKnow } from '#contract/publicForms.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import { mayOpen, recordsAt, routeAt, viewOf } from '#contract/routes.ts';
import { mayChooseBy } from '#domain/access/narrowed.ts';
import { refuse, type Refusal, type Reply } from '#server/http/reply.ts';
import type { ReadRequest } from '#server/upstream/upstream.ts';

/** An operation's records, as a refusal names them. */
const subjects: { readonly [Id in OperationId]: string } = {
  getOperator: 'the school’s record',
  listAircraft: 'aircraft',
  listMaintenanceReminders: 'maintenance reminders',
  listSquawks: 'squawks',
  listEquipment: 'equipment',
  listInstructors: 'instructors',
  listUsers: 'people',
  getUser: 'people',
  getUserByExternalId: 'people',
  listReservations: 'reservations',
  reportAircraft: 'the report of aircraft',
  reportCreditDebitMemos: 'credit and debit memos',
  reportFlightSegments: 'flight segments',
  reportFlights: 'flights',
  reportInvoices: 'invoices',
  reportLogbookEntries: 'logbook entries',
  reportMaintenanceReminderStatus: 'the report of maintenance reminders',
  reportPeople: 'the report of people',
  reportReservations: 'the report of reservations',
  reportStudentProgress: 'student progress',
  reportTrainingSessions: 'training sessions',
  reportWorkItems: 'work items',
  reportWorkLogs: 'work logs',
  reportWorkOrders: 'work orders',
  reportFlightOperations: 'flight operations',
};

/** A view, as a refusal names it. */
const viewSubjects: { readonly [View in AccessView]: string } = {
  people: 'people',
  students: 'students that fall behind',
  log: 'the log of the school',
  changes: 'the log of changes',
  brief: 'the morning brief',
  figures: 'the figures of the school',
  snoozes: 'items put off',
  'put off': 'putting things off',
  late: 'the sheet of an aircraft that is not back',
  tick: 'ticking the steps of the school',
  numbers: 'telephone numbers',
  alerts: 'alerts',
  'set alerts': 'changing who gets alerts',
  metrics: 'metrics',
  access: 'who has access',
  columns: 'withheld report columns',
  'reminder classes': 'classes of reminders',
  connection: 'the check of the connection',
};

/**
 * Why a role may not make a documented request (403), or null. Either the role lacks the operation, or a filter could reveal
 * what answers leave out. This happens before any look-up or call.
 */
export function refusedRequest({ id, query }: Pick<ReadRequest, 'id' | 'query'>, who: Who): Refusal | null {
  const { role, reads } = who;
  if (reads && !readsOperation(reads, id)) return outside(reads);
  if (role === 'manager') return null;
  if (!mayAsk(role, id)) return notIncluded(role, subjects[id]);
  const people = query.filters?.['userId']?.values ?? [];
  if (!people.every((person) => maySeeReservationsOf(person, who))) {
    return notIncluded(role, 'the reservations of other people', 'userId');
  }
  const given = Object.entries(query.plain ?? {});
  if (given.length === 0) return null;
  const known = new Set(asPublicClientsKnow(id, operations[id]).plain.map(({ name }) => name));
  const probing = given.find(([name]) => !known.has(name) && !mayChooseBy(id, role, name));
  return probing ? notIncluded(role, `the parameter ${probing[0]}`, probing[0]) : null;
}

/** Only roles that see all names may filter by person; an instructor only by themselves. */
function maySeeReservationsOf(person: string, { role, userId }: Who): boolean {
  const { names } = rights[role];
  return (
    names === 'all' || (names === 'own' && userId !== null && person.toLowerCase() === userId.trim().toLowerCase())
  );
}

/** Why a role may not use one of the gateway's own addresses (403), or null. */
export function refusedAddress(
  path: string,
  method: string | undefined,
  { role, reads }: Pick<Who, 'role' | 'reads'>,
): Refusal | null {
  if (reads && !(method !== 'POST' && readsAddress(reads, path))) return outside(reads);
  if (mayOpen(role, path, method)) return null;
  const operation = recordsAt(path);
  const route = routeAt(path);
  const view = route && viewOf(route, method);
  return notIncluded(role, operation ? subjects[operation] : view ? viewSubjects[view] : 'sessions');
}

function outside(reads: readonly string[]): Refusal {
  return byRole(`This program's token reads only ${reads.join(', ')}.`);
}

function notIncluded(role: Who['role'], subject: string, dataField?: string): Refusal {
  const words = `Your role, ${role}, does not include ${subject}. A manager can give you another role.`;
  return byRole(words, dataField);
}

function byRole(words: string, dataField?: string): Refusal {
  return { ...refuse(403, words, dataField), headers: { 'cache-status': notAllowed } };
}

const notAllowed = 'flightline; detail=not-allowed';

/** Whether this is a refusal because of the role, and not one of the service's. */
export function isByRole({ status, headers }: Pick<Reply, 'status' | 'headers'>): boolean {
  return status === 403 && headers?.['cache-status'] === notAllowed;
}
