import type { OperationId } from './operations.ts';

/** How old an answer of the flight service may be, in seconds since it came, and still be given out. */
export type CachePolicy = {
  /** Younger than this it is given out, and nobody is asked. */
  readonly fresh: number;
  /** Up to here it is given out at once while a new one is fetched; beyond, a new one is waited for. */
  readonly atOnce: number;
  /** Up to here it is given out where no new one is to be had. */
  readonly kept: number;
};

const minute = 60;
const hour = 60 * minute;

/** What a wall display shows is kept through a long outage: with its age told, it is better than an empty wall. */
const board = 12 * hour;

const reservations: CachePolicy = { fresh: 10, atOnce: minute, kept: board };
const aircraft: CachePolicy = { fresh: 15, atOnce: 2 * minute, kept: board };
/** Asked once for each aircraft, so that a fleet of 100 still fits into an allowance of 60 calls a minute. */
const reminders: CachePolicy = { fresh: 5 * minute, atOnce: 15 * minute, kept: board };
const squawks: CachePolicy = { fresh: 2 * minute, atOnce: 10 * minute, kept: board };
const people: CachePolicy = { fresh: minute, atOnce: 5 * minute, kept: hour };
const slow: CachePolicy = { fresh: 5 * minute, atOnce: 15 * minute, kept: hour };
const report: CachePolicy = { fresh: minute, atOnce: 5 * minute, kept: 15 * minute };

/** The policy of each operation: the one place where these times stand. */
export const cachePolicies: { readonly [Id in OperationId]: CachePolicy } = {
  getOperator: slow,
  listAircraft: aircraft,
  listMaintenanceReminders: reminders,
  listSquawks: squawks,
  listEquipment: slow,
  listInstructors: slow,
  listUsers: people,
  getUser: people,
  getUserByExternalId: people,
  listReservations: reservations,
  reportAircraft: report,
  reportCreditDebitMemos: report,
  reportFlightSegments: report,
  reportFlights: report,
  reportInvoices: report,
  reportLogbookEntries: report,
  reportMaintenanceReminderStatus: report,
  reportPeople: report,
  reportReservations: report,
  reportStudentProgress: report,
  reportTrainingSessions: report,
  reportWorkItems: report,
  reportWorkLogs: report,
  reportWorkOrders: report,
  reportFlightOperations: report,
};
