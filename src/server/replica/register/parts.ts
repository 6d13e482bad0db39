import { type OperationId, operationIds, operations } from '#contract/operations.ts';
import { parseQuery, printQuery, type Query } from '#contract/query.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import type { RequestMark } from '#server/observability/requestMark.ts';
import type { Cell } from './slices.ts';
import type { AnswerFacts } from '#server/replica/storage/storage.ts';

/** Why the last attempt failed; `detail` is the word for `Cache-Status`. */
type PartFailure = {
  readonly status: number | null;
  readonly message: string;
  readonly detail: string;
};

/** The state of one piece of the replica. Times in milliseconds of the clock for ages. */
export type Piece = {
  /** When the call for the present data started; null while there is none. */
  asOf: number | null;
  revision: number;
  facts: AnswerFacts | null;
  /** The calls that the last refresh took, or this piece's share of them; 0 before the first. */
  calls: number;
  /** Failures in a row. */
  failures: number;
  failure: PartFailure | null;
  /** When it last failed. */
  failedAt: number;
  /** Not read again before this time, unless a person requests it. */
  retryAt: number;
  /** When the queue last refused it, because the allowance was used up. */
  refusedAt: number;
  /** When it was first wanted. */
  readonly since: number;
  /** A person waits for it. */
  isRequested: boolean;
  /** A program waits for it. */
  isForProgram?: boolean;
  /** The request that waits for it. */
  requestedBy?: RequestMark | null;
  isRunning: boolean;
  /** When a screen last requested it. */
  viewedAt: number;
};

/** What one refresh covers, for all sets except the days of reservations. */
export type Part = Piece & {
  readonly key: string;
  readonly set: ReplicaSet;
  readonly scope: string;
  /** Milliseconds. */
  target: number;
  weight: number;
  /** For a person: the scope of the record by external id, if only that one has checkouts. */
  external?: string | undefined;
};

export type CopiedCell = Piece & Omit<Cell, 'isNext'> & { isNext?: boolean };

/** The key of a cell in the note of failures. */
export function cellKey({ from, to }: Pick<Cell, 'from' | 'to'>): string {
  return `days ${from} ${to}`;
}

export function partKey(set: ReplicaSet, scope = ''): string {
  return scope === '' ? set : `${set} ${scope}`;
}

/** The scope of a user requested by external id; no user id looks like it. */
export function externalScope(externalId: string): string {
  return `external ${externalId}`;
}

/** True for the record of a person by external id. */
export function isExternal({ scope }: Pick<Part, 'scope'>): boolean {
  return scope.startsWith(externalScope(''));
}

export type ReportId = Extract<OperationId, `report${string}`>;

export function isReport(id: OperationId): id is ReportId {
  return operations[id].area === 'reports';
}

/** The scope of a report: its operation, and its page or its dates if some were requested. */
export function reportScope({ id, query }: { readonly id: OperationId; readonly query: Query }): string {
  const { offset, limit, plain } = query;
  const page = printQuery(operations[id], { offset, limit, ...(plain && { plain }) });
  return page === '' ? id : `${id} ${page}`;
}

/** Reads what `reportScope` wrote. */
export function reportOf(scope: string): { id: OperationId; query: Query } {
  const [name = '', page = ''] = scope.split(' ');
  const id = operationIds.find((operation) => operation === name);
  if (id === undefined) throw new Error(`No operation "${name}" is known.`);
  return { id, query: parseQuery(operations[id], Array.from(new URLSearchParams(page))).query };
}
