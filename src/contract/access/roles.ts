import type { EvidenceRecord } from '#contract/gateway/snoozes.ts';
import { byName } from '#contract/objects.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { calledFor, type ReplicaSet, replicaSets, setRow, sets } from '#contract/sets.ts';

/** Who may see what. The gateway answers by this one table, and the browser hides by it. `pages.ts` says who sees a page. */
export const roles = ['manager', 'administrator', 'dispatcher', 'maintenance', 'instructor', 'display'] as const;
export type Role = (typeof roles)[number];

/** The gateway's views for people, as opposed to one operation's records. */
const views = [
  'people',
  'students',
  'log',
  'changes',
  'brief',
  'figures',
  'snoozes',
  'put off',
  'late',
  'tick',
  'numbers',
  'alerts',
  'set alerts',
  'metrics',
  'access',
  'columns',
  'reminder classes',
  'connection',
] as const;
export type AccessView = (typeof views)[number];

export type Rights = {
  /**
   * Whose full names reservations show. `all`: everyone. `own`: everyone on the viewer's own reservations, elsewhere
   * only the instructor. `initials`: initials only, unless the grant shows names.
   */
  readonly names: 'all' | 'own' | 'initials';
  readonly views: readonly AccessView[];
  /** True if records and reports list the members left out, for roles that can ask a manager for them. */
  readonly seesWhatIsWithheld?: true;
};

/** Reports about aircraft and the work on them. */
const workReports = [
  'reportAircraft',
  'reportMaintenanceReminderStatus',
  'reportWorkItems',
  'reportWorkLogs',
  'reportWorkOrders',
] as const satisfies readonly OperationId[];
/** All reports except those about money. */
const dispatchReports = [
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

/** The reports that each role may request, besides managers. */
const reportsOf: { readonly [Name in Role]?: readonly OperationId[] } = {
  dispatcher: dispatchReports,
  maintenance: workReports,
};

/** Who may request the records of each set, besides managers; the compiler names a role that does not exist. */
const rolesOf: { readonly [Set in ReplicaSet]: readonly Role[] } = byName(replicaSets, (set) => sets[set].roles);

/** The operations each role may request; all others are refused. The shapes say what it sees of each. */
const operations = byName(roles, (role): ReadonlySet<OperationId> => {
  if (role === 'manager') return new Set(operationIds);
  const own = replicaSets.filter((set) => rolesOf[set].includes(role)).flatMap((set) => setRow(set).operations);
  return new Set([...own, ...(reportsOf[role] ?? [])]);
});

export const rights: { readonly [Name in Role]: Rights } = {
  manager: {
    names: 'all',
    views,
  },
  /** Manages access, and sees no records of the school except those that this needs. */
  administrator: {
    names: 'initials',
    views: ['metrics', 'access', 'connection'],
  },
  /** Everything except money. */
  dispatcher: {
    names: 'all',
    seesWhatIsWithheld: true,
    views: ['people', 'students', 'log', 'changes', 'brief', 'snoozes', 'put off', 'late', 'tick', 'numbers', 'alerts'],
  },
  /** Aircraft and the work on them, with the reservations that this work affects. */
  maintenance: {
    names: 'all',
    seesWhatIsWithheld: true,
    // The brief shows checks of people; telephone numbers are for those who plan flights.
    views: ['log', 'changes', 'snoozes', 'put off', 'late', 'tick', 'alerts'],
  },
  /** The fleet, the schedule, the people on the viewer's own reservations, and why the viewer's own students fall behind. */
  instructor: {
    names: 'own',
    // The gateway gives each their own students alone.
    views: ['students'],
  },
  /** What the board draws. */
  display: {
    names: 'initials',
    views: [],
  },
};

/** The operation whose records a part of the local copy holds; for a report, its scope names it. Null for an unknown report. */
export function operationOf(set: ReplicaSet, scope: string): OperationId | null {
  if (set !== 'report') return calledFor(set);
  const [name = ''] = scope.split(' ', 1);
  return operationIds.find((id) => id === name) ?? null;
}

/** True if a role may request an operation at all. */
export function mayAsk(role: Role, id: OperationId): boolean {
  return operations[role].has(id);
}

/** The operation whose records the evidence rests on; null if it rests on none. */
const operationOfEvidence: { readonly [Record in EvidenceRecord]: OperationId | null } = {
  service: null,
  aircraft: 'listAircraft',
  squawk: 'listSquawks',
  reminder: 'listMaintenanceReminders',
  reservation: 'listReservations',
  // Findings about an instructor rest on the list of people, not on the list of instructors.
  instructor: 'listUsers',
  person: 'listUsers',
};

/** True if a role may see evidence about such a record. It then also sees that a matter with this evidence is put off. */
export function maySeeEvidence(role: Role, record: EvidenceRecord): boolean {
  const operation = operationOfEvidence[record];
  return operation === null || mayAsk(role, operation);
}

/** The member in which a record lists what was left out of it: `["currentBalance", "pilots.phone"]`. */
export const withheldMember = 'withheldMembers';
