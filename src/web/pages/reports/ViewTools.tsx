import type { ComponentProps } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { SearchField, Select } from '#web/components/controls/controls.tsx';
import { FilterChip } from '#web/components/controls/FilterBar.tsx';
import { Tools } from '#web/components/controls/Tools.tsx';
import { Menu } from '#web/components/controls/overlays.tsx';
import { ColumnChooser } from '#web/components/grid/ColumnChooser.tsx';
import { Cover } from '#web/components/records/RecordView.tsx';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import style from './report.module.css';
import { DateTools } from './QueryPanel.tsx';
import type { QueryState, TableState, useTableOptions, ViewState } from './reportState.ts';
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
  toolsInUse,
  withMeasure,
} from './viewModel.ts';

type Options = Pick<ReturnType<typeof useTableOptions>, 'order' | 'figure'>;
type ViewToolsProps = Options & { id: ReportId; query: QueryState; columns: readonly Column[]; viewState: ViewState };

/** Search, dates, groups, totals, chart and columns. Sorts and filters are in the column headings. */
export function ViewTools({ id, query, columns, viewState: { view, change }, order, figure }: ViewToolsProps) {
  return (
    <Tools
      used={toolsInUse(view, query)}
      search={
        <SearchField
          label="Search all columns"
          placeholder="Search"
          value={view.search}
          onChange={(search) => change({ search })}
        />
      }
    >
      <DateTools id={id} query={query} />
      <GroupTools columns={columns} view={view} onView={change} order={order} />
      <TotalsTools columns={columns} view={view} onView={change} figure={figure} />
      <ChartTools columns={columns} view={view} onView={change} />
      <ColumnChooser columns={columns} view={view} onView={change} />
    </Tools>
  );
}

type ToolProps = { columns: readonly Column[]; view: ReportView; onView: (changes: Partial<ReportView>) => void };

function GroupTools({ columns, view, onView, order }: ToolProps & Pick<Options, 'order'>) {
  const groups = groupMenu(columns, view);
  const buckets = bucketMenu(columns, view);
  const orders = orderMenu(columns, view, order.value);
  return (
    <>
      <Select label="Group by" {...groups} onChange={(value) => onView(chooseGroup(columns, value))} />
      {buckets && <Select label="by" {...buckets} onChange={(value) => onView(chooseBucket(view, value))} />}
      {orders && <Select label="Groups" {...orders} onChange={order.set} />}
    </>
  );
}

function TotalsTools({ columns, view, onView, figure }: ToolProps & Pick<Options, 'figure'>) {
  const { measures } = view;
  const choices = measureChoices(columns, view);
  return (
    <>
      <Menu
        label={measures.length === 0 ? 'Totals' : `Totals (${measures.length})`}
        choices={choices.map(({ id, label, isChosen }) => ({
          id,
          label,
          isOn: isChosen,
          onChoose: () => onView({ measures: withMeasure(measures, id, !isChosen) }),
        }))}
        none="There are no number or time columns."
      />
      {measures.length > 0 && <Select label="as" value={figure.value} options={figureOptions} onChange={figure.set} />}
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
        isDisabled={columns.length === 0}
        onChange={(kind) => onView(chooseChart(columns, view, kind))}
      />
      {menu && <Select label="of" {...menu} onChange={(value) => onView(chooseChartColumn(columns, view, value))} />}
    </>
  );
}

type AppliedViewProps = {
  table: TableState;
  onView: (changes: Partial<ReportView>) => void;
  cover: ComponentProps<typeof Cover>['cover'];
};

/** Which rows are shown and why, the filters to remove, hidden personal data, and the preset charts. */
export function AppliedView({ table, onView, cover }: AppliedViewProps) {
  const { plan, all, columns, computed, view, newest, selection, since } = table;
  const groups = computed?.grouped?.groups.length ?? null;
  const { presets, chosen } = presetChoices(columns, view);
  return (
    <div className={style['applied']}>
      <KeptFocus>
        <span role="status">
          {computed && summaryText(view, all, { plan, shown: computed.rows.length, groups, selection, since }, newest)}
        </span>
        {view.filters.map((filter) => (
          <FilterChip
            key={filter.column + filter.form}
            sentence={filterText(filter, all)}
            onRemove={() => onView({ filters: view.filters.filter((columnFilter) => columnFilter !== filter) })}
          />
        ))}
        <Cover cover={cover} />
        {presets.length > 0 && (
          <span className={style['presets']} role="group" aria-label="Preset charts">
            {presets.map(({ value, text }) => (
              <Button
                key={value}
                isPressed={value === chosen}
                onClick={() => onView({ preset: value === chosen ? null : value, chart: null })}
              >
                {text}
              </Button>
            ))}
          </span>
        )}
      </KeptFocus>
    </div>
  );
}
