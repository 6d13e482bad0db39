import { type OperationId, operationIds, operations } from '#contract/operations.ts';
import { mayAsk, recordsAt, rights, type Role } from './roles.ts';

/** What a program may be allowed to read, one or several of these. */
export const readSets = ['school', 'fleet', 'schedule', 'people', 'reports', 'metrics'] as const;
export type ReadSet = (typeof readSets)[number];

const operationsOf: { readonly [Set in Exclude<ReadSet, 'reports' | 'metrics'>]: readonly OperationId[] } = {
  school: ['getOperator'],
  fleet: ['listAircraft', 'listMaintenanceReminders', 'listSquawks', 'listEquipment'],
  schedule: ['listReservations', 'listInstructors'],
  people: ['listUsers', 'getUser', 'getUserByExternalId'],
};

/** The operations of a set; metrics are of the gateway itself. */
function operationsIn(set: ReadSet): readonly OperationId[] {
  if (set === 'reports') return operationIds.filter((id) => operations[id].area === 'reports');
  return set === 'metrics' ? [] : operationsOf[set];
}

/** Whether a role sees anything of a set, so that a program of this role can read it. */
export function maySeeSet(role: Role, set: ReadSet): boolean {
  if (set === 'metrics') return rights[role].views.includes('metrics');
  return operationsIn(set).some((id) => mayAsk(role, id));
}

/** Addresses that tell a program how the gateway stands, and nothing of the school. */
const always: ReadonlySet<string> = new Set(['/config', '/health', '/openapi.json', '/state']);

/** Whether a program's sets hold an operation. */
export function readsOperation(reads: readonly ReadSet[], id: OperationId): boolean {
  return reads.some((set) => operationsIn(set).includes(id));
}

/** Whether a program's sets hold an address of the gateway's own; there is nothing else for it, and no page. */
export function readsAddress(reads: readonly ReadSet[], path: string): boolean {
  if (always.has(path)) return true;
  if (path === '/metrics') return reads.includes('metrics');
  const operation = recordsAt[path];
  return operation !== undefined && readsOperation(reads, operation);
}
