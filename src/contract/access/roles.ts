import type { ReplicaSet } from '#contract/gateway/ages.ts';
import type { EvidenceRecord } from '#contract/gateway/snoozes.ts';
import { byName } from '#contract/objects.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';

/** Who may see what. This is the one table of it: the gateway answers by it, and the browser hides by it. */
export const roles = ['manager', 'administrator', 'dispatcher', 'maintenance', 'instructor', 'display'] as const;
export type Role = (typeof roles)[number];

/** The views of the gateway that are made for people rather than of one operation's records. */
const views = ['people', 'log', 'changes', 'brief', 'snoozes', 'put off', 'metrics', 'access', 'columns'] as const;
export type AccessView = (typeof views)[number];

export type Rights = {
  /** Which names of people stand in reservations: all; those of one's own; initials alone, or none where nothing else is said. */
  readonly names: 'all' | 'own' | 'initials';
  readonly views: readonly AccessView[];
  /** Whether a record or a report says which of its members were left out: of use to those who can ask for them. */
  readonly isTold?: true;
  /** Pages of the dashboard by their path, as in `routes.tsx`. */
  readonly pages: readonly string[];
};

/** Reports about aircraft and the work on them. */
export const workReports = [
  'reportAircraft',
  'reportMaintenanceReminderStatus',
  'reportWorkItems',
  'reportWorkLogs',
  'reportWorkOrders',
] as const satisfies readonly OperationId[];
/** All but those about money. */
export const dispatchReports = [
  ...workReports,
  'reportFlightOperations',
  'reportFlights',
  'reportFlightSegments',
  'reportLogbookEntries',
  'reportPeople',
  'reportReservations',
  'reportStudentProgress',
  'reportTrainingSessions',
] as const satisfies readonly OperationId[];

const board = ['getOperator', 'listAircraft', 'listMaintenanceReminders', 'listSquawks', 'listReservations'] as const;
const work = [...board, 'listInstructors', 'listEquipment'] as const;

/** What each role may ask the service for; everything else is refused. What it sees of each stands in `kept.ts`. */
const asks = {
  manager: operationIds,
  administrator: ['getOperator', 'listInstructors'],
  dispatcher: [...work, 'listUsers', 'getUser', 'getUserByExternalId', ...dispatchReports],
  maintenance: [...work, ...workReports],
  instructor: [...board, 'listInstructors'],
  display: board,
} as const satisfies { readonly [Name in Role]: readonly OperationId[] };
export type AskedBy<Name extends Role> = (typeof asks)[Name][number];

const asked: { readonly [Name in Role]: ReadonlySet<OperationId> } = byName(
  roles,
  (role) => new Set<OperationId>(asks[role]),
);

const fleetPages = ['/fleet', '/fleet/:aircraftId'];
const dispatchPages = [
  '/',
  ...fleetPages,
  '/maintenance',
  '/instructors',
  '/instructors/:userId',
  '/reservations',
  '/changes',
  '/brief',
  '/people',
  '/equipment',
  '/reports',
  '/reports/:dataSet',
  '/board',
  '/setup',
];

export const rights: { readonly [Name in Role]: Rights } = {
  manager: {
    names: 'all',
    views,
    pages: [...dispatchPages, '/setup/components'],
  },
  /** Gives access and takes it away, and sees nothing of the school that this does not need. */
  administrator: {
    names: 'initials',
    views: ['metrics', 'access'],
    pages: ['/setup'],
  },
  /** All but money. */
  dispatcher: {
    names: 'all',
    isTold: true,
    views: ['people', 'log', 'changes', 'brief', 'snoozes', 'put off'],
    pages: dispatchPages,
  },
  /** Aircraft and what is done on them, with the reservations that have to make way. */
  maintenance: {
    names: 'all',
    isTold: true,
    // The brief tells what is checked of people.
    views: ['log', 'changes', 'snoozes', 'put off'],
    pages: [
      '/',
      ...fleetPages,
      '/maintenance',
      '/reservations',
      '/changes',
      '/equipment',
      '/reports',
      '/reports/:dataSet',
    ],
  },
  /** The fleet, the schedule, and who is on one's own reservations. */
  instructor: {
    names: 'own',
    views: [],
    pages: [...fleetPages, '/reservations', '/instructors/:userId'],
  },
  /** What the board draws. */
  display: {
    names: 'initials',
    views: [],
    pages: ['/board'],
  },
};

/** Which operation's records an address of the gateway's own holds. */
export const recordsAt: { readonly [path: string]: OperationId } = {
  '/replica/reminders': 'listMaintenanceReminders',
  '/replica/squawks': 'listSquawks',
  '/replica/reservations': 'listReservations',
  '/replica/history': 'listReservations',
  '/replica/reservation': 'listReservations',
  '/replica/days': 'listReservations',
};

/** Which view for people stands at an address of the gateway's own. */
export const viewsAt: { readonly [path: string]: AccessView } = {
  '/replica/people': 'people',
  '/replica/log': 'log',
  '/replica/changes': 'changes',
  '/replica/brief': 'brief',
  '/replica/snoozes': 'snoozes',
  '/metrics': 'metrics',
  '/access': 'access',
  '/access/audit': 'access',
  '/access/columns': 'columns',
};

/** Which operation's records a set of the local copy holds; of a report its scope says which. */
const operationOfSet: { readonly [Set in Exclude<ReplicaSet, 'report'>]: OperationId } = {
  operator: 'getOperator',
  aircraft: 'listAircraft',
  reminders: 'listMaintenanceReminders',
  squawks: 'listSquawks',
  instructors: 'listInstructors',
  users: 'listUsers',
  user: 'getUser',
  equipment: 'listEquipment',
  reservations: 'listReservations',
};

/** Which operation's records a part of the local copy holds; null for a report that nobody knows. */
export function operationOf(set: ReplicaSet, scope: string): OperationId | null {
  if (set !== 'report') return operationOfSet[set];
  const [name = ''] = scope.split(' ', 1);
  return operationIds.find((id) => id === name) ?? null;
}

/** Whether a role may ask an operation at all. */
export function mayAsk(role: Role, id: OperationId): boolean {
  return asked[role].has(id);
}

/** Which operation's records the evidence of a matter is about; null for what is about none. */
const operationOfEvidence: { readonly [Record in EvidenceRecord]: OperationId | null } = {
  service: null,
  aircraft: 'listAircraft',
  squawk: 'listSquawks',
  reminder: 'listMaintenanceReminders',
  reservation: 'listReservations',
  // What is found against somebody rests on what is known of people, not on the list of those who teach.
  instructor: 'listUsers',
  person: 'listUsers',
};

/** Whether a role may see evidence about such a record, and with it that a matter which rests on it is put off. */
export function maySeeEvidence(role: Role, record: EvidenceRecord): boolean {
  const operation = operationOfEvidence[record];
  return operation === null || mayAsk(role, operation);
}

/** Whether a role may ask an address of the gateway's own (without its query); what the table does not name is for everyone who is signed in. */
export function mayOpen(role: Role, path: string): boolean {
  const operation = recordsAt[path];
  const view = viewsAt[path];
  return operation ? mayAsk(role, operation) : view === undefined || rights[role].views.includes(view);
}

/** A record in which something was left out says what, by this member: `["currentBalance", "pilots.phone"]`. */
export const withheldMember = 'withheldMembers';
