import { operationOf } from '#contract/access/roles.ts';
import { isRecord } from '#contract/objects.ts';
import type { OperationId } from '#contract/operations.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';

/** The number of stored pages that are read, the most recent: the first and last rows, enough to know its columns. */
const maxPages = 4;
const rowsAtEachEnd = 250;

/** Some rows of a report in the local copy; the same list object until one of its parts changes. */
export type ReportRows = (id: OperationId) => readonly unknown[];

export function reportRowsIn(storage: Pick<ReplicaStorage, 'parts' | 'records'>): ReportRows {
  const known = new Map<OperationId, { readonly key: string; readonly rows: readonly unknown[] }>();
  return (id) => {
    const parts = storage
      .parts()
      .filter(({ set, scope }) => set === 'report' && operationOf(set, scope) === id)
      .toSorted((a, b) => b.asOf - a.asOf)
      .slice(0, maxPages);
    const key = parts.map(({ scope, revision }) => `${scope} ${revision}`).join('\n');
    const before = known.get(id);
    if (before?.key === key) return before.rows;
    const rows = parts.flatMap(({ scope }) =>
      storage.records('report', scope).flatMap(({ json }) => endsOf(rowsIn(json))),
    );
    known.set(id, { key, rows });
    return rows;
  };
}

function endsOf<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length <= 2 * rowsAtEachEnd) return items;
  return [...items.slice(0, rowsAtEachEnd), ...items.slice(-rowsAtEachEnd)];
}

/** A page of a report is stored as the service sent it. */
function rowsIn(json: string): readonly unknown[] {
  const body: unknown = JSON.parse(json);
  const items = isRecord(body) ? body['items'] : body;
  return Array.isArray(items) ? items : [];
}
