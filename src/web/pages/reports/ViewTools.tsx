import type { ComponentProps, ReactNode } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import { dayWords } from '#domain/reports/loading/periods.ts';
import { dayOf } from '#domain/time/time.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import { SearchField, Select } from '#web/components/controls/controls.tsx';
import { FilterChip } from '#web/components/controls/FilterBar.tsx';
import { Tools } from '#web/components/controls/Tools.tsx';
import { Menu, Popover } from '#web/components/controls/overlays.tsx';
import { ColumnChooser } from '#web/components/grid/ColumnChooser.tsx';
import { Cover } from '#web/components/records/RecordView.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import style from './report.module.css';
import { DateTools, PeriodChoice } from './PeriodTools.tsx';
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
  toolsInUse,
  withMeasure,
} from './viewModel.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

type Options = Pick<ReturnType<typeof useTableOptions>, 'order' | 'figure'>;
type ViewToolsProps = Options & {
  id: ReportId;
  query: QueryState;
  columns: readonly Column[];
  viewState: ViewState;
  /** The view with its defaults. */
  view: ReportView;
  /** What is done with the rows: saved, reloaded. */
  children: ReactNode;
};

/** The one toolbar of a report: search, period, view, options, columns. Sorts and filters are in the column headings. */
export function ViewTools({ id, query, columns, viewState, view, order, figure, children }: ViewToolsProps) {
  const { change } = viewState;
  const isPhone = useMediaQuery('(max-width: 700px)');
  const inOptions = (
    <>
      <GroupTools columns={columns} view={view} onView={change} order={order} />
      <TotalsTools columns={columns} view={view} onView={change} figure={figure} />
      <ChartTools columns={columns} view={view} onView={change} />
    </>
  );
  const used = toolsInUse(viewState.view);
  return (
    <Tools
      used={used + (query.isUsual ? 0 : 1)}
      search={
        <>
          <SearchField
            label="Search all columns"
            placeholder="Search"
            value={view.search}
            onChange={(search) => change({ search })}
          />
          <PeriodChoice id={id} query={query} />
        </>
      }
    >
      <DateTools id={id} query={query} />
      <ViewsMenu id={id} columns={columns} viewState={viewState} />
      {isPhone ? (
        inOptions
      ) : (
        <Popover button={used > 0 ? `Options (${used})` : 'Options'} label="Options" className={style['options']}>
          {() => inOptions}
        </Popover>
      )}
      <ColumnChooser columns={columns} view={view} onView={change} />
      {children}
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
  const choices = measureChoices(columns, view, figure.value);
  return (
    <>
      <Menu
        label={measures.length === 0 ? 'Totals' : `Totals (${measures.length})`}
        choices={choices.map(({ id, label, isChosen }) => ({
          id,
          label,
          isOn: isChosen,
          onChoose: () => onView(withMeasure(measures, id, !isChosen)),
        }))}
        none="There are no number or time columns."
      />
      <Select label="as" value={figure.value} options={figureOptions(columns, view)} onChange={figure.set} />
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

/** Which rows are shown, and why. */
export function RowsSummary({ table }: { table: TableState }) {
  const { plan, all, computed, view, newest, selection, since, days } = table;
  const groups = computed?.grouped?.groups.length ?? null;
  const { timeZone } = useSchool();
  const today = dayOf(useMinute(), timeZone);
  const period = days && { ...days, text: `${dayWords(days.first, today)} to ${dayWords(days.last, today)}` };
  return (
    <span className={style['summary']} role="status">
      {computed &&
        summaryText(view, all, { plan, shown: computed.rows.length, groups, selection, since, period }, newest)}
    </span>
  );
}

type AppliedViewProps = {
  table: TableState;
  onView: (changes: Partial<ReportView>) => void;
  cover: ComponentProps<typeof Cover>['cover'];
};

/** The filters to remove, and hidden personal data; nothing if there is neither. */
export function AppliedView({ table: { all, view }, onView, cover }: AppliedViewProps) {
  if (view.filters.length === 0 && cover.members.length === 0) return null;
  return (
    <div className={style['applied']}>
      <KeptFocus>
        {view.filters.map((filter) => (
          <FilterChip
            key={filter.column + filter.form}
            sentence={filterText(filter, all)}
            onRemove={() => onView({ filters: view.filters.filter((columnFilter) => columnFilter !== filter) })}
          />
        ))}
        <Cover cover={cover} />
      </KeptFocus>
    </div>
  );
}
