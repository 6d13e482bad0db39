import type { OperationId } from '#contract/operations.ts';
import { recordsAt, routeAt, viewOf } from '#contract/routes.ts';
import { replicaSets, setRow } from '#contract/sets.ts';
import { mayAsk, rights, type Role } from './roles.ts';

/** The sets that a program may be allowed to read, one or several. */
export const readSets = ['school', 'fleet', 'schedule', 'people', 'reports', 'metrics'] as const;
export type ReadSet = (typeof readSets)[number];

/** The operations in such a set. Metrics have none: they come from the gateway itself. */
function operationsIn(set: ReadSet): readonly OperationId[] {
  return replicaSets.map(setRow).flatMap(({ readWith, operations }) => (readWith === set ? operations : []));
}

/** True if a role sees any part of a set, so that a program with this role can read it. */
export function maySeeSet(role: Role, set: ReadSet): boolean {
  if (set === 'metrics') return rights[role].views.includes('metrics');
  return operationsIn(set).some((id) => mayAsk(role, id));
}

/** True if one of a program's sets includes an operation. */
export function readsOperation(reads: readonly ReadSet[], id: OperationId): boolean {
  return reads.some((set) => operationsIn(set).includes(id));
}

/**
 * True if one of a program's sets includes one of the gateway's own addresses. A program has no other addresses and no
 * pages.
 */
export function readsAddress(reads: readonly ReadSet[], path: string): boolean {
  const route = routeAt(path);
  if (!route) return false;
  if (route.who === 'everyone') return true;
  if (viewOf(route) === 'metrics') return reads.includes('metrics');
  const operation = recordsAt(path);
  return operation !== null && readsOperation(reads, operation);
}
