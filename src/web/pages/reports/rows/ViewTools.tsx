import { isTime } from '#domain/reports/columns/columns.ts';
import { measurable } from '#domain/reports/rows/groupRows.ts';
import { type Bucket, buckets } from '#domain/reports/columns/instants.ts';
import { ColumnChooser } from '#web/ui/grid/columns/ColumnChooser.tsx';
import { Menu, SearchField, Select } from '#web/ui/controls/controls.tsx';
import type { ReportViewState } from '#web/ui/page/reportState.ts';
import { ChartTools } from './ChartTools.tsx';
import style from '#web/pages/reports/report.module.css';
import { figureWords, type Table } from './useTable.ts';

type ViewToolsProps = { table: Table; state: ReportViewState };

/** Search, groups, figures and columns. Sort and filter are at the columns themselves. */
export function ViewTools({ table, state }: ViewToolsProps) {
  const { view, change } = state;
  const { figure, columns } = table;
  return (
    <div className={style['tools']}>
      <SearchField
        label="Search all columns"
        placeholder="Search"
        value={view.search}
        onChange={(search) => change({ search })}
      />
      <GroupTools table={table} state={state} />
      <Menu label={view.measures.length === 0 ? 'Figures' : `Figures of ${view.measures.length}`}>
        <div className={style['figures']}>
          {measurable(columns).map(({ id, label }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={view.measures.includes(id)}
                onChange={({ target }) =>
                  change({
                    measures: target.checked ? [...view.measures, id] : view.measures.filter((one) => one !== id),
                  })
                }
              />
              {label}
            </label>
          ))}
          {measurable(columns).length === 0 && <p>No column holds numbers or times.</p>}
        </div>
      </Menu>
      {view.measures.length > 0 && (
        <Select
          label="as"
          value={figure.value}
          options={Object.entries(figureWords).map(([value, label]) => ({
            value: value as keyof typeof figureWords,
            label,
          }))}
          onChange={(part) => void figure.set(part)}
        />
      )}
      <ChartTools columns={columns} view={view} onView={change} />
      <ColumnChooser columns={columns} view={view} onView={change} />
    </div>
  );
}

const bucketWords: Readonly<Record<Bucket, string>> = { day: 'day', week: 'week', month: 'month', year: 'year' };
const orderWords = { value: 'in order', count: 'most rows first', sum: 'largest sum first' } as const;

function GroupTools({ table, state: { view, change } }: ViewToolsProps) {
  const { columns, order } = table;
  const { group } = view;
  const column = columns.find(({ id }) => id === group?.column);
  const choose = (at: string) => {
    const chosen = columns[Number(at)];
    change({ group: at === '' || !chosen ? null : { column: chosen.id, bucket: isTime(chosen.kind) ? 'week' : null } });
  };
  return (
    <>
      <Select
        label="Group by"
        value={column ? String(columns.indexOf(column)) : ''}
        options={[{ value: '', label: 'nothing' }, ...columns.map(({ label }, at) => ({ value: String(at), label }))]}
        onChange={choose}
      />
      {group && column && isTime(column.kind) && (
        <Select
          label="by"
          value={group.bucket ?? 'exact'}
          options={[
            ...buckets.map((value) => ({ value, label: bucketWords[value] })),
            { value: 'exact' as const, label: 'exact time' },
          ]}
          onChange={(bucket) => change({ group: { ...group, bucket: bucket === 'exact' ? null : bucket } })}
        />
      )}
      {column && (
        <Select
          label="Groups"
          value={order.value}
          options={Object.entries(orderWords)
            .filter(([value]) => value !== 'sum' || view.measures.length > 0)
            .map(([value, label]) => ({ value: value as keyof typeof orderWords, label }))}
          onChange={(value) => void order.set(value)}
        />
      )}
    </>
  );
}
