import { secondsInDay, secondsInHour, secondsInMinute } from 'date-fns/constants';
import { type CachePolicy, cachePolicies } from './gateway/ages.ts';
import { namesOf } from './objects.ts';
import { type OperationId, operationIds, operations } from './operations.ts';

/**
 * The age in seconds at which reservations are requested again: those of today and tomorrow, of the rest of this week, of all
 * other days; and those that began before the first stored day and have not ended.
 */
export const reservationAges = {
  near: 30,
  week: 5 * secondsInMinute,
  rest: 15 * secondsInMinute,
  running: secondsInHour,
} as const;

/**
 * The age in seconds at which a person's checkouts are requested again: who flies today without an instructor, who else flies
 * within 48 hours, and others, who are not requested again.
 */
export const checkoutAges = { today: 15 * secondsInMinute, soon: secondsInHour, other: secondsInDay } as const;

/** Seconds: the records of a deleted aircraft are requested once a day. */
export const deletedAircraftAge = secondsInDay;

/** Views of the local copy that join several sets, or show a part of one, below `/replica`. */
type RenewedView = 'people' | 'reservations' | 'history' | 'reservation' | 'days' | 'locations' | 'log' | 'brief';

/** What is said of a set of records of the local copy in this one place; everything else about it follows. */
export type SetRow = {
  /** Its name for people. */
  readonly name: string;
  /** The name of one of its answers on a screen, if it differs; null for the summary of the operation. */
  readonly source?: string | null;
  /** True if a screen can do without it, so that its failure does not mean that the connection is bad. */
  readonly isOptional?: true;
  /** The member with the id of a record; null if the records have none. */
  readonly idMember: string | null;
  /** In seconds: the copy requests it again at this age, if the allowance permits, and screens judge its freshness by it. */
  readonly age: number;
  /** Who may request its records, besides managers; `access/roles.ts` checks the names, and has those of reports. */
  readonly roles: readonly string[];
  /** What a program must be allowed to read for it. */
  readonly readWith: 'school' | 'fleet' | 'schedule' | 'people' | 'reports';
  /** For requests that the copy cannot answer. */
  readonly cache: CachePolicy;
  /** False if changes are not logged. */
  readonly isLogged: boolean;
  /** The views and other operations, beside its own, whose answers change with it; a screen asks for them again. */
  readonly renews: readonly (RenewedView | OperationId)[];
  /** True if browsers keep it for a start without a connection. */
  readonly isKept?: true;
} & (Read | ReadByAircraft | Reports);

type Read = {
  /** The operations that give its records; the copy calls the first. */
  readonly operations: readonly [OperationId, ...OperationId[]];
  /** What one part of it covers. A part is read, dated and stored as a whole; days of reservations are stored apart. */
  readonly per: 'school' | 'person' | 'day';
  /** The factor by which it is refreshed earlier than its age requires. */
  readonly weight: number;
};

/** The gateway has all of them at the set's own address, `/replica/<set>`. */
type ReadByAircraft = Pick<Read, 'operations'> & {
  readonly per: 'aircraft';
  /** For an aircraft that flies today, and for another. */
  readonly weight: { readonly flying: number; readonly parked: number };
};

/** A part is one page of the report that it names. */
type Reports = Pick<Read, 'weight'> & { readonly operations: readonly OperationId[]; readonly per: 'report' };

const desks = ['dispatcher', 'maintenance'] as const;
const boards = [...desks, 'instructor', 'display'] as const;

/** The sets of records that the local copy holds. */
export const sets = {
  operator: {
    name: 'Operator record',
    source: 'Operator',
    isOptional: true,
    operations: ['getOperator'],
    per: 'school',
    idMember: 'operatorId',
    age: secondsInHour,
    weight: 5,
    roles: ['administrator', ...boards],
    readWith: 'school',
    cache: cachePolicies.slow,
    isLogged: true,
    renews: [],
  },
  aircraft: {
    name: 'Aircraft',
    operations: ['listAircraft'],
    per: 'school',
    idMember: 'aircraftId',
    age: secondsInMinute,
    weight: 8,
    roles: boards,
    readWith: 'fleet',
    cache: cachePolicies.aircraft,
    isLogged: true,
    renews: ['days', 'brief'],
    isKept: true,
  },
  reminders: {
    name: 'Reminders',
    operations: ['listMaintenanceReminders'],
    per: 'aircraft',
    idMember: 'maintenanceReminderId',
    age: 5 * secondsInMinute,
    weight: { flying: 4, parked: 2.5 },
    roles: boards,
    readWith: 'fleet',
    cache: cachePolicies.upkeep,
    isLogged: true,
    renews: ['days', 'brief'],
    isKept: true,
  },
  squawks: {
    name: 'Squawks',
    operations: ['listSquawks'],
    per: 'aircraft',
    idMember: 'squawkId',
    age: 5 * secondsInMinute,
    // After the reminders.
    weight: { flying: 3, parked: 1.4 },
    roles: boards,
    readWith: 'fleet',
    cache: cachePolicies.upkeep,
    isLogged: true,
    renews: ['brief'],
    isKept: true,
  },
  instructors: {
    name: 'Instructors',
    operations: ['listInstructors'],
    per: 'school',
    idMember: 'userId',
    age: 15 * secondsInMinute,
    weight: 5,
    roles: ['administrator', ...desks, 'instructor'],
    readWith: 'schedule',
    cache: cachePolicies.slow,
    isLogged: true,
    renews: ['brief'],
  },
  users: {
    name: 'Users',
    operations: ['listUsers'],
    per: 'school',
    idMember: 'userId',
    age: 15 * secondsInMinute,
    weight: 5,
    roles: ['dispatcher'],
    readWith: 'people',
    cache: cachePolicies.people,
    isLogged: true,
    renews: ['people', 'brief', 'getUser', 'getUserByExternalId'],
  },
  /** One person with their checkouts. */
  user: {
    name: 'Checkouts',
    source: 'User',
    isOptional: true,
    operations: ['getUser', 'getUserByExternalId'],
    per: 'person',
    idMember: 'userId',
    age: checkoutAges.other,
    weight: 1,
    roles: ['dispatcher'],
    readWith: 'people',
    cache: cachePolicies.people,
    // It repeats the list of users.
    isLogged: false,
    renews: ['people', 'brief'],
  },
  equipment: {
    name: 'Equipment',
    isOptional: true,
    operations: ['listEquipment'],
    per: 'school',
    idMember: 'equipmentId',
    age: secondsInHour,
    weight: 5,
    roles: desks,
    readWith: 'fleet',
    cache: cachePolicies.slow,
    isLogged: true,
    renews: [],
  },
  reservations: {
    name: 'Reservations',
    operations: ['listReservations'],
    per: 'day',
    idMember: 'reservationId',
    age: reservationAges.rest,
    weight: 1.6,
    roles: boards,
    readWith: 'schedule',
    cache: cachePolicies.reservations,
    isLogged: true,
    // The log is as new as the last check of the reservations.
    renews: ['reservations', 'history', 'reservation', 'days', 'locations', 'log', 'brief'],
  },
  report: {
    name: 'Reports',
    source: null,
    operations: operationIds.filter((id) => operations[id].area === 'reports'),
    per: 'report',
    idMember: null,
    age: secondsInDay,
    weight: 1,
    roles: [],
    readWith: 'reports',
    cache: cachePolicies.report,
    isLogged: false,
    renews: [],
  },
} as const satisfies { readonly [set: string]: SetRow };

export type ReplicaSet = keyof typeof sets;
export const replicaSets: readonly ReplicaSet[] = namesOf(sets);

/** The sets whose parts cover such a thing. */
export type SetsPer<Per extends SetRow['per']> = {
  [Set in ReplicaSet]: (typeof sets)[Set]['per'] extends Per ? Set : never;
}[ReplicaSet];
export type SchoolSet = SetsPer<'school'>;
export type AircraftSet = SetsPer<'aircraft'>;

/** The sets for which the copy calls one operation; a page of a report names its own. */
type CalledSet = Exclude<ReplicaSet, 'report'>;
export type OperationOfSet<Set extends CalledSet> = (typeof sets)[Set]['operations'][0];

/** The operation that the copy calls for a set. */
export function calledFor<Set extends CalledSet>(set: Set): OperationOfSet<Set> {
  return sets[set].operations[0];
}

/** What the table says of a set. */
export function setRow(set: ReplicaSet): SetRow {
  return sets[set];
}

/** The set that holds the records of an operation; null if the copy holds none. */
export function setOf(id: OperationId): ReplicaSet | null {
  return setByOperation.get(id) ?? null;
}

/** How old a stored answer to a request may be that the copy cannot answer. */
export function cachePolicyOf(id: OperationId): CachePolicy {
  const set = setOf(id);
  return set === null ? cachePolicies.slow : setRow(set).cache;
}

const setByOperation: ReadonlyMap<OperationId, ReplicaSet> = new Map(
  replicaSets.flatMap((set) => setRow(set).operations.map((id) => [id, set] as const)),
);

/** The sets with one part for each aircraft. */
export const aircraftSets: readonly AircraftSet[] = replicaSets.filter(
  (set): set is AircraftSet => setRow(set).per === 'aircraft',
);
/** The sets with one part for the whole school. */
export const schoolSets: readonly SchoolSet[] = replicaSets.filter(
  (set): set is SchoolSet => setRow(set).per === 'school',
);
