import type { ComponentProps } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import { SearchField, Select } from '#web/ui/controls/controls.tsx';
import { Menu } from '#web/ui/controls/overlays.tsx';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { ColumnChooser } from '#web/ui/grid/ColumnChooser.tsx';
import { Cover } from '#web/ui/records/RecordView.tsx';
import style from './report.module.css';
import type { TableState, useTableOptions, ViewState } from './reportState.ts';
import { filterText, summaryText } from './tableModel.ts';
import {
  bucketMenu,
  chartColumnMenu,
  chartOptions,
  chooseBucket,
  chooseChart,
  chooseChartColumn,
  chooseGroup,
  figureOptions,
  groupMenu,
  measureChoices,
  orderMenu,
  presetChoices,
  withMeasure,
} from './viewModel.ts';

type Options = Pick<ReturnType<typeof useTableOptions>, 'order' | 'figure'>;
type ViewToolsProps = Options & { columns: readonly Column[]; viewState: ViewState };

/** Search, groups, totals, chart and columns. Sorts and filters are in the column headings. */
export function ViewTools({ columns, viewState: { view, change }, order, figure }: ViewToolsProps) {
  return (
    <div className={style['tools']}>
      <SearchField
        label="Search all columns"
        placeholder="Search"
        value={view.search}
        onChange={(search) => change({ search })}
      />
      <GroupTools columns={columns} view={view} onView={change} order={order} />
      <TotalsTools columns={columns} view={view} onView={change} figure={figure} />
      <ChartTools columns={columns} view={view} onView={change} />
      <ColumnChooser columns={columns} view={view} onView={change} />
    </div>
  );
}

type ToolProps = { columns: readonly Column[]; view: ReportView; onView: (changes: Partial<ReportView>) => void };

function GroupTools({ columns, view, onView, order }: ToolProps & Pick<Options, 'order'>) {
  const groups = groupMenu(columns, view);
  const buckets = bucketMenu(columns, view);
  const orders = orderMenu(columns, view, order.value);
  return (
    <>
      <Select
        label="Group by"
        value={groups.value}
        options={groups.options}
        onChange={(value) => onView(chooseGroup(columns, value))}
      />
      {buckets && (
        <Select
          label="by"
          value={buckets.value}
          options={buckets.options}
          onChange={(value) => onView(chooseBucket(view, value))}
        />
      )}
      {orders && (
        <Select
          label="Groups"
          value={orders.value}
          options={orders.options}
          onChange={(value) => void order.set(value)}
        />
      )}
    </>
  );
}

function TotalsTools({ columns, view, onView, figure }: ToolProps & Pick<Options, 'figure'>) {
  const { measures } = view;
  const choices = measureChoices(columns, view);
  return (
    <>
      <Menu label={measures.length === 0 ? 'Totals' : `Totals (${measures.length})`}>
        <div className={style['figures']}>
          {choices.map(({ id, label, isChosen }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={isChosen}
                onChange={({ target }) => onView({ measures: withMeasure(measures, id, target.checked) })}
              />
              {label}
            </label>
          ))}
          {choices.length === 0 && <p>There are no number or time columns.</p>}
        </div>
      </Menu>
      {measures.length > 0 && (
        <Select label="as" value={figure.value} options={figureOptions} onChange={(part) => void figure.set(part)} />
      )}
    </>
  );
}

function ChartTools({ columns, view, onView }: ToolProps) {
  const menu = chartColumnMenu(columns, view);
  return (
    <>
      <Select
        label="Chart"
        value={view.chart?.kind ?? 'none'}
        options={chartOptions}
        onChange={(kind) => onView(chooseChart(columns, view, kind))}
      />
      {menu && (
        <Select
          label="of"
          value={menu.value}
          options={menu.options}
          onChange={(value) => onView(chooseChartColumn(columns, view, value))}
        />
      )}
    </>
  );
}

type AppliedViewProps = {
  table: TableState;
  view: ReportView;
  onView: (changes: Partial<ReportView>) => void;
  cover: ComponentProps<typeof Cover>['cover'];
};

/** Which rows are shown and why, the filters to remove, hidden personal data, and the preset charts. */
export function AppliedView({ table, view, onView, cover }: AppliedViewProps) {
  const { plan, all, columns, computed } = table;
  const groups = computed?.grouped?.groups.length ?? null;
  const { presets, chosen } = presetChoices(columns, view);
  return (
    <div className={style['applied']}>
      <span role="status">{computed && summaryText(view, all, { plan, shown: computed.rows.length, groups })}</span>
      {view.filters.map((filter) => (
        <button
          key={filter.column + filter.form}
          type="button"
          className={style['chip']}
          title="Remove this filter"
          onClick={() => onView({ filters: view.filters.filter((one) => one !== filter) })}
        >
          {filterText(filter, all)}
          <Icon name="close" size={13} />
        </button>
      ))}
      <Cover cover={cover} />
      <span className={style['presets']}>
        {presets.length > 0 && (
          <Counters
            label="Preset charts"
            counters={presets}
            chosen={chosen}
            onChoose={(preset) => onView({ preset, chart: null })}
          />
        )}
      </span>
    </div>
  );
}
