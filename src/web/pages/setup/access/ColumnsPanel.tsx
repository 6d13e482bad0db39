import type { ReportColumns, WithheldColumn } from '#contract/access/columns.ts';
import type { Role } from '#contract/access/roles.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/data/client.ts';
import { useColumnChange, useReportColumns } from '#web/data/gateway/access.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Fold, type FoldState, useUrlFolds } from '#web/components/controls/Fold.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { ErrorNote } from '#web/components/panel/ErrorNote.tsx';
import { PlainPanel } from '#web/components/panel/Panel.tsx';
import style from './access.module.css';
import { columnsCount, openLabel, reportLines, rolesText } from './columnsModel.ts';

/** The report columns that dispatchers and maintenance do not see, and those opened to them. */
export function ColumnsPanel() {
  const { reports, failure, queryKey } = useReportColumns();
  const refresh = useRefresh();
  const foldOf = useUrlFolds('columns');
  return (
    <PlainPanel title="Report columns withheld" count={reports && <span>{columnsCount(reports)}</span>}>
      <div className={style['inside']}>
        <p>
          The service does not document its report columns. Dispatchers and maintenance see only columns whose names and
          values are known to be harmless. The others are withheld until you open them.
        </p>
        {!reports && failure && <ErrorNote failure={failure} onRetry={() => refresh(queryKey)} />}
        {!reports && !failure && <p role="status">Loading…</p>}
        {reports &&
          reportLines(reports).map((line) => <ReportPart key={line.report} line={line} fold={foldOf(line.report)} />)}
      </div>
    </PlainPanel>
  );
}

type ReportPartProps = { line: ReturnType<typeof reportLines>[number]; fold: FoldState };

function ReportPart({ line, fold }: ReportPartProps) {
  return (
    <Fold
      summary={
        <>
          {line.name} <span className={style['quiet']}>{line.summary}</span>
        </>
      }
      isHeading
      {...fold}
    >
      {line.hint && <p>{line.hint}</p>}
      {line.columns.length > 0 && (
        <ul className={style['columns']} aria-label={`Columns of ${line.name}`}>
          {line.columns.map((column) => (
            <ColumnLine key={column.member} report={line.report} column={column} />
          ))}
        </ul>
      )}
    </Fold>
  );
}

type ColumnLineProps = { report: ReportColumns['report']; column: WithheldColumn };

function ColumnLine({ report, column }: ColumnLineProps) {
  const { member, samples, withheldFrom, openTo } = column;
  const change = useColumnChange();
  const toggle = (role: Role) => change.mutate({ ask: openTo.includes(role) ? 'close' : 'open', report, member, role });
  return (
    <li>
      <code>{member}</code>
      <span className={style['samples']}>{samples.length > 0 ? samples.join(' · ') : 'Empty in all rows'}</span>
      <span className={style['quiet']}>{rolesText(column)}</span>
      <span className={style['check']}>
        {withheldFrom.map((role) => (
          <Button key={role} disabled={change.isPending} onClick={() => toggle(role)}>
            {openLabel(role, openTo)}
            <span className="visually-hidden">: {member}</span>
          </Button>
        ))}
        {change.error && <span role="alert">Not changed: {failureWords(asFailure(change.error)).title}</span>}
      </span>
    </li>
  );
}
