import type { ReplicaSet } from '#contract/gateway/ages.ts';
import type { EvidenceRecord } from '#contract/gateway/snoozes.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';

/** Who may see what. This is the one table of it: the gateway answers by it, and the browser hides by it. */
export const roles = ['manager', 'administrator', 'dispatcher', 'maintenance', 'instructor', 'display'] as const;
export type Role = (typeof roles)[number];

/**
 * What of a value a role gets; members that are not named are left out.
 * `all`: as it came. `no money`: without members whose name or value is about money. `no money or contact`: also without those
 * by which somebody can be reached or recognised. `value`: a text, a number or a flag, and nothing within.
 * `place`: a location, or a list of them. `person`, `people`: names, as the role may see them; a name that is written as one
 * text is for those alone who see it in full.
 */
export type Kept =
  | 'all'
  | 'no money'
  | 'no money or contact'
  | 'value'
  | 'place'
  | 'person'
  | 'people'
  | { readonly [member: string]: Kept };

/** The views of the gateway that are made for people rather than of one operation's records. */
const views = ['people', 'log', 'changes', 'brief', 'snoozes', 'put off', 'metrics', 'access'] as const;
export type AccessView = (typeof views)[number];

export type Rights = {
  /** Which names of people stand in reservations: all; those of one's own; initials alone, or none where nothing else is said. */
  readonly names: 'all' | 'own' | 'initials';
  /** What of an operation's records is there, on `/api` and wherever else they appear; an operation that is not named is refused. */
  readonly operations: { readonly [Id in OperationId]?: Kept };
  readonly views: readonly AccessView[];
  /** Pages of the dashboard by their path, as in `routes.tsx`. */
  readonly pages: readonly string[];
};

const named: Kept = { id: 'value', name: 'value' };
const make: Kept = { makeId: 'value', name: 'value' };
const model: Kept = { modelId: 'value', name: 'value' };
const places = { location: 'place', locations: 'place' } as const;

const aircraft: Kept = {
  aircraftId: 'value',
  tailNumber: 'value',
  make,
  model,
  isSimulator: 'value',
  status: named,
  ...places,
};

const axis = { typeStatus: named, message: 'value' } as const;
const reminder: Kept = {
  maintenanceReminderId: 'value',
  name: 'value',
  status: named,
  permanentlyComplied: 'value',
  dateOptions: { ...axis, currentDate: 'value', expirationDate: 'value' },
  timeOptions: { ...axis, currentHours: 'value', expirationHours: 'value' },
  cycleOptions: { ...axis, currentCycles: 'value', expirationCycles: 'value' },
};

/** By the names seen for them (the specification shows none); who wrote it up is left out. */
const squawk: Kept = {
  squawkId: 'value',
  id: 'value',
  description: 'value',
  created: 'value',
  createdDate: 'value',
  resolved: 'value',
  resolvedDate: 'value',
  resolvedOn: 'value',
  groundAircraft: 'value',
  isGrounding: 'value',
  grounding: 'value',
  actionTaken: 'value',
  correctiveAction: 'value',
  referenceNumber: 'value',
  workOrderDisplayNumber: 'value',
  status: named,
};

const instructor: Kept = { userId: 'value', firstName: 'value', lastName: 'value', instructorStatus: named, ...places };

/** What a schedule shows. */
const reservation = {
  reservationId: 'value',
  operatorId: 'value',
  startTime: 'value',
  endTime: 'value',
  startTimeUtc: 'value',
  endTimeUtc: 'value',
  // Services write full names into it.
  displayName: 'person',
  reservationType: { reservationTypeId: 'value', displayTypeId: 'value', name: 'value' },
  activityType: { activityTypeId: 'value', displayTypeId: 'value', name: 'value' },
  aircraft: {
    aircraftId: 'value',
    tailNumber: 'value',
    make,
    model,
    isSimulator: 'value',
    isV3Simulator: 'value',
    isComplex: 'value',
    isHighPerformance: 'value',
    isTailWheel: 'value',
    hasHobbs: 'value',
    hasHeaterHobbs: 'value',
    hasAirtimeMeter: 'value',
    categoryClass: { category: 'value', class: 'value', isSimulator: 'value' },
    ...places,
  },
  aircraftOption: { aircraft: { aircraftId: 'value', tailNumber: 'value', make, model } },
  pilots: 'people',
  instructor: 'person',
  reservationStatus: named,
  ...places,
} as const satisfies Kept;

const operator: Kept = { operatorId: 'value', id: 'value', name: 'value', operatorName: 'value', displayName: 'value' };

const everything = (kept: Kept, but: readonly OperationId[] = []): Rights['operations'] =>
  Object.fromEntries(operationIds.filter((id) => !but.includes(id)).map((id) => [id, kept]));

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
    operations: everything('all'),
    views,
    pages: [...dispatchPages, '/setup/components'],
  },
  /** Gives access and takes it away, and sees nothing of the school that this does not need. */
  administrator: {
    names: 'initials',
    operations: { getOperator: operator, listInstructors: instructor },
    views: ['metrics', 'access'],
    pages: ['/setup'],
  },
  /** All but money. */
  dispatcher: {
    names: 'all',
    operations: everything('no money', ['reportInvoices', 'reportCreditDebitMemos']),
    views: ['people', 'log', 'changes', 'brief', 'snoozes', 'put off'],
    pages: dispatchPages,
  },
  /** Aircraft and what is done on them, with the reservations that have to make way. */
  maintenance: {
    names: 'all',
    operations: {
      getOperator: operator,
      listAircraft: 'no money or contact',
      listMaintenanceReminders: 'no money or contact',
      listSquawks: 'no money or contact',
      listEquipment: 'no money or contact',
      listInstructors: instructor,
      listReservations: reservation,
      reportAircraft: 'no money or contact',
      reportMaintenanceReminderStatus: 'no money or contact',
      reportWorkItems: 'no money or contact',
      reportWorkLogs: 'no money or contact',
      reportWorkOrders: 'no money or contact',
    },
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
    operations: {
      getOperator: operator,
      listAircraft: aircraft,
      listMaintenanceReminders: reminder,
      listSquawks: squawk,
      listInstructors: instructor,
      listReservations: reservation,
    },
    views: [],
    pages: [...fleetPages, '/reservations', '/instructors/:userId'],
  },
  /** What the board draws. */
  display: {
    names: 'initials',
    operations: {
      getOperator: operator,
      listAircraft: aircraft,
      listMaintenanceReminders: reminder,
      listSquawks: squawk,
      listReservations: reservation,
    },
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
  return rights[role].operations[id] !== undefined;
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
