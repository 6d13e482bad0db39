import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import type { OperationId } from '#contract/operations.ts';

/**
 * How old the replica's data may become before the gateway asks for it again, in seconds, while the allowance can carry
 * it. This is the one table of ages: the gateway plans by it and the browser judges freshness by it.
 */
export const targetAges = {
  /** Slices of today and tomorrow, of the rest of this week, and of all other days. */
  reservationsNear: 30,
  reservationsWeek: 5 * secondsInMinute,
  reservationsRest: 15 * secondsInMinute,
  /** Reservations that began before the first stored day and still run. */
  reservationsRunning: secondsInHour,
  aircraft: secondsInMinute,
  /** Per aircraft; those of deleted aircraft are asked for once a day. */
  reminders: 5 * secondsInMinute,
  squawks: 5 * secondsInMinute,
  deletedAircraft: secondsInDay,
  instructors: 15 * secondsInMinute,
  users: 15 * secondsInMinute,
  /** One person with their checkouts: only people who fly within 48 hours. */
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

/** How old an answer that is not in the replica may be, in seconds since it came, and still be given out. */
export type CachePolicy = {
  /** Younger than this it is given out without a call. */
  readonly fresh: number;
  /** Up to here it is given out at once while a new one is fetched; beyond, a new one is waited for. */
  readonly atOnce: number;
  /** Up to here it is given out where no new one can be had. */
  readonly kept: number;
};

const reservations: CachePolicy = { fresh: 10, atOnce: secondsInMinute, kept: 12 * secondsInHour };
const aircraft: CachePolicy = { fresh: 15, atOnce: 2 * secondsInMinute, kept: 12 * secondsInHour };
const upkeep: CachePolicy = { fresh: 2 * secondsInMinute, atOnce: 10 * secondsInMinute, kept: 12 * secondsInHour };
const people: CachePolicy = { fresh: secondsInMinute, atOnce: 5 * secondsInMinute, kept: secondsInHour };
const slow: CachePolicy = { fresh: 5 * secondsInMinute, atOnce: 15 * secondsInMinute, kept: secondsInHour };
const report: CachePolicy = { fresh: secondsInMinute, atOnce: 5 * secondsInMinute, kept: 15 * secondsInMinute };

/** The policy of each operation for requests that the replica cannot answer. */
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

/** The header with one age in seconds for each part of a body, in the order of the body; `-` for what has not been read. */
export const agesHeader = 'flightline-ages';

/**
 * Milliseconds of one request, from the inside out, so that each layer's clearer message comes before the next one gives
 * up: a call to the service, the wait for the allowance before it, and the browser's own limit.
 */
export const timeouts = { call: 15_000, allowance: 2_000, browser: 20_000 } as const;
