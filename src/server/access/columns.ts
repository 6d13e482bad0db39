import type { IncomingMessage } from 'node:http';
import {
  columnRequestShape,
  columnsPath,
  longestColumn,
  type OpenedColumn,
  type ReportColumns,
  type WithheldColumn,
} from '#contract/access/columns.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { hasColumns, withheldColumns } from '#domain/access/narrowed.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { noStore, refused } from '#server/access/signIn/context.ts';
import type { AccessStore } from '#server/access/store/store.ts';
import { answerJson } from '#server/http/body.ts';
import type { Keeping } from '#server/http/keeping.ts';
import { jsonReply, type Reply } from '#server/http/reply.ts';
import type { ReportRows } from '#server/replica/views/reportRows.ts';

const maxSamples = 3;
const longestSample = 80;
/** Columns listed for one report. A service that names columns after its data can have any number. */
const maxColumns = 500;

export type ColumnsOptions = {
  readonly store: Pick<AccessStore, 'openedColumns' | 'setColumn'>;
  readonly keeping: Keeping;
  readonly reportRows: ReportRows;
};

/** `POST /access/columns`, for managers: opens a withheld column of a report to a role, or closes it. */
export function changeColumns(options: ColumnsOptions, incoming: IncomingMessage, caller: Caller): Promise<Reply> {
  return answerJson(incoming, columnsPath, columnRequestShape, async ({ ask, ...column }) => {
    const { report, member, role } = column;
    if (member === '' || member.length > longestColumn)
      return refused(400, `The member must have 1 to ${longestColumn} characters.`);
    if (!hasColumns(report, role)) return refused(400, `The role ${role} has no withheld columns in this report.`);
    await options.keeping.keep(() => options.store.setColumn(column, ask === 'open', caller.grant));
    return listColumns(options);
  });
}

/** `GET /access/columns`: the withheld columns of reports by role, with sample values from the local copy. */
export function listColumns({ store, reportRows }: Pick<ColumnsOptions, 'store' | 'reportRows'>): Reply {
  const opened = Map.groupBy(store.openedColumns(), ({ report }) => report);
  const reports = operationIds.flatMap((report): ReportColumns[] => {
    const concerned = roles.filter((role) => hasColumns(report, role));
    if (concerned.length === 0) return [];
    const rows = reportRows(report);
    const columns = columnsIn(report, concerned, rows);
    return [{ report, rows: rows.length, columns: withOpened(columns, opened.get(report) ?? [], concerned) }];
  });
  return jsonReply(200, { reports }, noStore);
}

type Found = Omit<WithheldColumn, 'openTo'>;

/** The columns found in some rows, which stay the same list until the local copy has new rows. */
const found = new WeakMap<readonly unknown[], readonly Found[]>();

function columnsIn(report: OperationId, concerned: readonly Role[], rows: readonly unknown[]): readonly Found[] {
  const before = found.get(rows);
  if (before) return before;
  const columns = new Map<string, { member: string; samples: string[]; withheldFrom: Role[] }>();
  for (const role of concerned) {
    for (const [member, values] of withheldColumns(report, role, rows, { maxColumns, maxSamples })) {
      const column = columns.get(member) ?? { member, samples: values.map(sampleOf), withheldFrom: [] };
      column.withheldFrom.push(role);
      columns.set(member, column);
    }
  }
  const list = [...columns.values()];
  if (rows.length > 0) found.set(rows, list);
  return list;
}

function sampleOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestSample ? `${text.slice(0, longestSample - 1)}…` : text;
}

/** Includes opened columns that no row has any more, so that they can be closed. */
function withOpened(
  columns: readonly Found[],
  opened: readonly OpenedColumn[],
  concerned: readonly Role[],
): WithheldColumn[] {
  const openTo = (name: string) => opened.filter(({ member }) => member === name).map(({ role }) => role);
  const seen = new Set(columns.map(({ member }) => member));
  const gone = new Set(opened.map(({ member }) => member).filter((member) => !seen.has(member)));
  return [
    ...columns.map((column) => ({ ...column, openTo: openTo(column.member) })),
    ...Array.from(gone, (member) => ({ member, samples: [], withheldFrom: [...concerned], openTo: openTo(member) })),
  ];
}
