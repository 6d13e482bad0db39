import * as z from 'zod/mini';
import type { AccessDatabase } from './accessFile.ts';
import type { OpenedColumn } from '#contract/access/columns.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { hasColumns } from '#domain/access/narrowed.ts';
import { noColumns, type OpenColumns } from '#domain/access/reportRows.ts';

/** Rows of the table. Another program may have written them, and another version may know other reports. */
const rowShape = z.object({ report: z.enum(operationIds), member: z.string(), role: z.enum(roles) });

/** The columns of reports that managers have opened to roles, in memory and in the database. */
export class OpenedColumns {
  readonly #database: AccessDatabase;
  #all: readonly OpenedColumn[] = [];
  #byReport = new Map<OperationId, Map<Role, OpenColumns>>();

  constructor(database: AccessDatabase) {
    this.#database = database;
    this.read();
  }

  /** Reads everything again. An unchanged set of a report and role stays the same object. */
  read(): void {
    const rows = this.#database.prepare('SELECT report, member, role FROM opened_column ORDER BY 1, 2, 3').all();
    const before = this.#byReport;
    this.#byReport = new Map();
    this.#all = rows.flatMap((row) => {
      const read = rowShape.safeParse(row);
      return read.success && hasColumns(read.data.report, read.data.role) ? [read.data] : [];
    });
    for (const [report, ofReport] of Map.groupBy(this.#all, (column) => column.report)) {
      const byRole = new Map<Role, OpenColumns>();
      for (const [role, ownColumns] of Map.groupBy(ofReport, (column) => column.role)) {
        const known = before.get(report)?.get(role);
        const open = new Set(ownColumns.map(({ member }) => member));
        byRole.set(role, known && isSame(known, open) ? known : open);
      }
      this.#byReport.set(report, byRole);
    }
  }

  all(): readonly OpenedColumn[] {
    return this.#all;
  }

  of(report: OperationId, role: Role): OpenColumns {
    return this.#byReport.get(report)?.get(role) ?? noColumns;
  }

  /** False if nothing changed. */
  open({ report, member, role }: OpenedColumn): boolean {
    const insert = 'INSERT INTO opened_column (report, member, role) VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    return this.#change(insert, report, member, role);
  }

  close({ report, member, role }: OpenedColumn): boolean {
    return this.#change('DELETE FROM opened_column WHERE report = ? AND member = ? AND role = ?', report, member, role);
  }

  #change(statement: string, ...values: string[]): boolean {
    const { changes } = this.#database.prepare(statement).run(...values);
    this.read();
    return Number(changes) > 0;
  }
}

function isSame(a: OpenColumns, b: OpenColumns): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member));
}
