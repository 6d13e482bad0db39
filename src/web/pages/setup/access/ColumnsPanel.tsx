import type { ReportColumns, WithheldColumn } from '#contract/access/columns.ts';
import type { Role } from '#contract/access/roles.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/queries/client.ts';
import { useColumnChange, useReportColumns } from '#web/queries/gateway/access.ts';
import { useRefresh, useSending } from '#web/queries/policy.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import panel from '#web/ui/panel/Panel.module.css';
import style from './access.module.css';
import { columnsCount, openLabel, reportLines, rolesText } from './columnsModel.ts';

/** Which columns of reports dispatchers and maintenance do not see, and what is open to them. */
export function ColumnsPanel() {
  const { reports, failure, queryKey } = useReportColumns();
  const refresh = useRefresh();
  return (
    <section className={panel['panel']} aria-labelledby="columns">
      <header className={panel['header']}>
        <h2 id="columns">Report columns withheld</h2>
        <div className={panel['facts']}>{reports && <span>{columnsCount(reports)}</span>}</div>
      </header>
      <div className={style['inside']}>
        <p>
          Nobody documents the columns of reports. Dispatchers and maintenance see those whose names and values are
          known to be harmless. All others stay here until you open them.
        </p>
        {!reports && failure && <ErrorNote failure={failure} onRetry={() => refresh(queryKey)} />}
        {!reports && !failure && <p role="status">Loading…</p>}
        {reports && reportLines(reports).map((line) => <ReportPart key={line.report} line={line} />)}
      </div>
    </section>
  );
}

function ReportPart({ line }: { line: ReturnType<typeof reportLines>[number] }) {
  return (
    <details className={style['report']}>
      <summary>
        {line.name} <span className={style['quiet']}>{line.summary}</span>
      </summary>
      {line.hint && <p>{line.hint}</p>}
      {line.columns.length > 0 && (
        <ul className={style['columns']} aria-label={`Columns of ${line.name}`}>
          {line.columns.map((column) => (
            <ColumnLine key={column.member} report={line.report} column={column} />
          ))}
        </ul>
      )}
    </details>
  );
}

type ColumnLineProps = { report: ReportColumns['report']; column: WithheldColumn };

function ColumnLine({ report, column }: ColumnLineProps) {
  const { member, samples, withheldFrom, openTo } = column;
  const change = useColumnChange();
  const sending = useSending((role: Role) =>
    change({ ask: openTo.includes(role) ? 'close' : 'open', report, member, role }),
  );
  return (
    <li>
      <code>{member}</code>
      <span className={style['samples']}>{samples.length > 0 ? samples.join(' · ') : 'In no row now'}</span>
      <span className={style['quiet']}>{rolesText(column)}</span>
      <span className={style['check']}>
        {withheldFrom.map((role) => (
          <Button key={role} disabled={sending.isRunning} onClick={() => void sending.run(role)}>
            {openLabel(role, openTo)}
            <span className="visually-hidden">: {member}</span>
          </Button>
        ))}
        {sending.error !== null && (
          <span role="alert">Not changed: {failureWords(asFailure(sending.error)).title}</span>
        )}
      </span>
    </li>
  );
}
