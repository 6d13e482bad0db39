import type { ReactNode } from 'react';
import { filterWords, operationWords } from '#domain/reports/views/viewWords.ts';
import type { ReportViewState } from '#web/ui/page/reportState.ts';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { Pictures } from '#web/pages/reports/rows/ChartTools.tsx';
import style from '#web/pages/reports/report.module.css';
import type { Table } from '#web/pages/reports/rows/useTable.ts';

type ScopeProps = { table: Table; state: ReportViewState; children: ReactNode };

/** What has been done to the rows and to how many of them, and each filter, to be taken away. */
export function Scope({ table, state: { view, change }, children }: ScopeProps) {
  const { plan, all, worked } = table;
  return (
    <div className={style['scope']}>
      <span role="status">
        {worked &&
          operationWords(view, all, { plan, shown: worked.rows.length, groups: worked.grouped?.groups.length ?? null })}
      </span>
      {view.filters.map((filter) => (
        <button
          key={filter.column + filter.form}
          type="button"
          className={style['chip']}
          title="Take this filter away"
          onClick={() => change({ filters: view.filters.filter((one) => one !== filter) })}
        >
          {filterWords(filter, all)}
          <Icon name="close" size={13} />
        </button>
      ))}
      {children}
      <span className={style['pictures']}>
        <Pictures columns={table.columns} view={view} onView={change} />
      </span>
    </div>
  );
}
