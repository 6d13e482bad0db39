import type { ReportColumns, WithheldColumn } from '#contract/access/columns.ts';
import type { Role } from '#contract/access/roles.ts';
import { reportIds, reportNames } from '#domain/reports/loading/reportQuery.ts';
import { counted } from '#domain/words.ts';

const columnsText = (count: number) => counted(count, 'column');

/** A column may be closed to one role and open to another. */
function isClosed({ withheldFrom, openTo }: WithheldColumn): boolean {
  return withheldFrom.some((role) => !openTo.includes(role));
}

/** Of all reports: `14 columns withheld, 2 open`. */
export function columnsCount(reports: readonly ReportColumns[]): string {
  const all = reports.flatMap(({ columns }) => columns);
  const closed = `${columnsText(all.filter(isClosed).length)} withheld`;
  const open = all.filter(({ openTo }) => openTo.length > 0).length;
  return open === 0 ? closed : `${closed}, ${open} open`;
}

export type ReportLine = Pick<ReportColumns, 'report' | 'columns'> & {
  readonly name: string;
  /** `3 columns withheld, 1 open`. */
  readonly summary: string;
  /** What to do if nothing is known of it. */
  readonly hint: string | null;
};

/** The reports in the order of the reports page. */
export function reportLines(reports: readonly ReportColumns[]): readonly ReportLine[] {
  return reportIds.flatMap((id) => {
    const found = reports.find(({ report }) => report === id);
    if (!found) return [];
    const isUnknown = found.rows === 0;
    return [
      {
        report: found.report,
        columns: found.columns,
        name: reportNames[id],
        summary: isUnknown && found.columns.length === 0 ? 'not loaded yet' : columnsCount([found]),
        hint: isUnknown ? 'This report has not loaded yet. Open it once, and its columns appear here.' : null,
      },
    ];
  });
}

const plurals: { readonly [Name in Role]?: string } = { dispatcher: 'dispatchers', maintenance: 'maintenance' };
const pluralOf = (role: Role) => plurals[role] ?? role;

/** Who sees a column besides managers: `Open to dispatchers.` */
export function rolesText({ openTo }: Pick<WithheldColumn, 'openTo'>): string {
  return openTo.length === 0 ? 'Managers only' : `Open to ${openTo.map(pluralOf).join(' and ')}`;
}

export function openLabel(role: Role, openTo: readonly Role[]): string {
  return `${openTo.includes(role) ? 'Close' : 'Open'} for ${pluralOf(role)}`;
}
