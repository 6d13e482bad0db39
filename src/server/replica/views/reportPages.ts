import { operationOf } from '#contract/access/roles.ts';
import type { OperationId } from '#contract/operations.ts';
import { defaultLimit } from '#domain/reports/loading/loadPlan.ts';
import { readReportPage, type ReportPage } from '#domain/reports/loading/reportQuery.ts';
import type { Steps } from '#domain/steps.ts';
import { parsed } from '#server/http/body.ts';
import { reportScope } from '#server/replica/register/parts.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import type { PartStatus } from './status.ts';

/** Pages of one report that figures read: more would take too much of the allowance, and then the report is not whole. */
const maxPages = 20;

/** A report as far as the copy has it. */
type ReportSoFar = {
  readonly rows: readonly unknown[];
  /** Whether these are all rows that the service says it has. */
  readonly isWhole: boolean;
};

/** The rows of the read pages of a report. Pages may overlap, because people open them too. */
export function* reportSoFar(
  storage: Pick<ReplicaStorage, 'records'>,
  id: OperationId,
  parts: readonly PartStatus[],
): Steps<ReportSoFar> {
  const own = parts.filter(({ scope, ageMs }) => ageMs !== null && operationOf('report', scope) === id);
  const pages: (ReportPage | null)[] = [];
  for (const { scope } of own) {
    yield;
    pages.push(...storage.records('report', scope).map(({ json }) => pageOf(json)));
  }
  yield;
  const total = Math.max(0, ...pages.map((page) => page?.totalItems ?? page?.received ?? Number.POSITIVE_INFINITY));
  const items = pages.map((page) => (page ? [...page.rows, ...page.setAside.map(({ raw }) => raw)] : []));
  const received = items.length === 1 ? (pages[0]?.received ?? 0) : yield* distinctIn(items);
  return { rows: items.flat(), isWhole: pages.length > 0 && received >= total };
}

/** How many rows pages have together. A row that is in several pages counts as often as in the page that has it most often. */
function* distinctIn(pages: readonly (readonly unknown[])[]): Steps<number> {
  const most = new Map<string, number>();
  for (const rows of pages) {
    yield;
    const counts = new Map<string, number>();
    for (const row of rows) {
      const text = JSON.stringify(row);
      const count = (counts.get(text) ?? 0) + 1;
      counts.set(text, count);
      most.set(text, Math.max(count, most.get(text) ?? 0));
    }
  }
  return [...most.values()].reduce((sum, count) => sum + count, 0);
}

function pageOf(json: string): ReportPage | null {
  try {
    return readReportPage(parsed(json));
  } catch {
    return null;
  }
}

/** What a read page says of the pages after it. */
export type PageSize = {
  readonly received: number;
  readonly total: number | null;
  /** The first row as JSON, to tell a page that only repeats another. */
  readonly first: string | null;
};

/** Reads what a page says of itself; null for one that is unread or unreadable. */
export function pageSize(storage: Pick<ReplicaStorage, 'records'>, scope: string): PageSize | null {
  const [record] = storage.records('report', scope);
  const page = record ? pageOf(record.json) : null;
  if (!page) return null;
  const [row] = page.rows;
  return { received: page.received, total: page.totalItems, first: row === undefined ? null : JSON.stringify(row) };
}

/**
 * The pages of a whole report, by scope, as far as the pages read so far tell. Whether `offset` counts rows or pages is disputed: the
 * second page is asked for by rows, and if that gives nothing new, `offset` counts pages.
 */
export function pagesOfReport(id: OperationId, sizeOf: (scope: string) => PageSize | null): readonly string[] {
  const scopeAt = (offset: number) => reportScope({ id, query: { offset, limit: defaultLimit } });
  const first = scopeAt(0);
  const size = sizeOf(first);
  if (!size || size.received === 0 || size.received >= (size.total ?? 0)) return [first];
  const second = scopeAt(size.received);
  const next = sizeOf(second);
  if (!next) return [first, second];
  const step = next.received > 0 && next.first !== size.first ? size.received : 1;
  const count = Math.min(maxPages, Math.ceil((size.total ?? 0) / size.received));
  return Array.from({ length: count }, (_, index) => scopeAt(index * step));
}
