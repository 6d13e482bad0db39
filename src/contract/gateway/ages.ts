import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import type { OperationId } from '#contract/operations.ts';

/**
 * The target age of each part of the replica in seconds: the gateway requests it again at this age, if the allowance
 * permits. The gateway plans by this table and the browser judges freshness by it.
 */
export const targetAges = {
  /** Slices of today and tomorrow, of the rest of this week, and of all other days. */
  reservationsNear: 30,
  reservationsWeek: 5 * secondsInMinute,
  reservationsRest: 15 * secondsInMinute,
  /** Reservations that began before the first stored day and have not ended. */
  reservationsRunning: secondsInHour,
  aircraft: secondsInMinute,
  /** Per aircraft; a deleted aircraft's reminders and squawks are requested once a day. */
  reminders: 5 * secondsInMinute,
  squawks: 5 * secondsInMinute,
  deletedAircraft: secondsInDay,
  instructors: 15 * secondsInMinute,
  users: 15 * secondsInMinute,
  /**
   * One person with their checkouts: who flies today without an instructor, who else flies within 48 hours, and others, who
   * are not requested again.
   */
  userToday: 15 * secondsInMinute,
  userSoon: secondsInHour,
  user: secondsInDay,
  equipment: secondsInHour,
  operator: secondsInHour,
  report: secondsInDay,
} as const;

/** The sets of records that the replica holds. */
export const replicaSets = [
  'operator',
  'aircraft',
  'reminders',
  'squawks',
  'instructors',
  'users',
  'user',
  'equipment',
  'reservations',
  'report',
] as const;
export type ReplicaSet = (typeof replicaSets)[number];

/** How old a cached answer outside the replica may be, in seconds since it arrived. */
export type CachePolicy = {
  /** Below this age it is used without a call. */
  readonly fresh: number;
  /** Below this age it is used at once while a new one is fetched; above it, the request waits for a new one. */
  readonly atOnce: number;
  /** Below this age it is used if no new one is available. */
  readonly kept: number;
};

const reservations: CachePolicy = { fresh: 10, atOnce: secondsInMinute, kept: 12 * secondsInHour };
const aircraft: CachePolicy = { fresh: 15, atOnce: 2 * secondsInMinute, kept: 12 * secondsInHour };
const upkeep: CachePolicy = { fresh: 2 * secondsInMinute, atOnce: 10 * secondsInMinute, kept: 12 * secondsInHour };
const people: CachePolicy = { fresh: secondsInMinute, atOnce: 5 * secondsInMinute, kept: secondsInHour };
const slow: CachePolicy = { fresh: 5 * secondsInMinute, atOnce: 15 * secondsInMinute, kept: secondsInHour };
const report: CachePolicy = { fresh: secondsInMinute, atOnce: 5 * secondsInMinute, kept: 15 * secondsInMinute };

/** Each operation's policy for requests that the replica cannot answer. */
export const cachePolicies: { readonly [Id in OperationId]: CachePolicy } = {
  getOperator: slow,
  listAircraft: aircraft,
  listMaintenanceReminders: upkeep,
  listSquawks: upkeep,
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

/** The header with one age in seconds for each part of a body, in the body's order; `-` for a part not read yet. */
export const agesHeader = 'flightline-ages';

/**
 * The header of every answer with the gateway's time, in milliseconds since 1970. `Date` has only seconds, and a proxy may set
 * it.
 */
export const timeHeader = 'flightline-time';

/**
 * A report that somebody looks at is requested again at this age, in seconds; a page with open rows, or rows of the newest day,
 * as often as today's reservations.
 */
export const reportViewed = 15 * secondsInMinute;

/**
 * Time limits of one request in milliseconds, from the inside out: a call to the service, the wait for the allowance
 * before it, and the browser's own limit. An inner layer has the clearer message, so it must give up before the next
 * one does. A program waits for the allowance longer than the minute in which it becomes free again, and less than the
 * 100 s of the least patient client libraries.
 */
export const timeouts = { call: 15_000, allowance: 2_000, browser: 20_000, program: 80_000 } as const;
