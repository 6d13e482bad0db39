import '#web/components/theme/tokens.css';
import { createRoot } from 'react-dom/client';
import type { Column } from '#domain/reports/columns/columns.ts';
import { groupRows } from '#domain/reports/rows/groupRows.ts';
import { allRows, createRowStore, type RowStore } from '#domain/reports/rows/rowStore.ts';
import { searchRows, sortRows } from '#domain/reports/rows/filterSort.ts';
import { defaultView } from '#domain/reports/reportView.ts';
import type { Computation } from '#domain/reports/rows/computation.ts';
import { runInSlices } from '#web/data/reports/reportLoader.ts';
import type { GridGroups } from '#web/components/grid/gridModel.ts';
import { ReportGrid } from '#web/components/grid/ReportGrid.tsx';
import { AtSchool, zone } from '#e2e/bench/pages/AtSchool.tsx';
import type { Grid } from './contender.ts';
import type { Column as GivenColumn } from './rows.ts';

let columns: Column[];
let store: RowStore;
let rows: Uint32Array;
let draw: (groups: GridGroups | null, measures: readonly Column[]) => void;

const ours: Grid = {
  load(root, given, items) {
    columns = given.map(columnOf);
    store = createRowStore(items, zone);
    rows = allRows(store);
    const react = createRoot(root);
    draw = (groups, measures) => react.render(<Table groups={groups} measures={measures} />);
    draw(null, []);
  },
  sortBy: (key) => void show(sortRows(store, columns, rows, [{ column: key, isDescending: true }])),
  filterBy: (text) => void show(searchRows(store, columns, allRows(store), text)),
  groupBy: (key, sum) => void showGroups(key, sum),
  rows: '[role=grid] [role=row]:has([role=gridcell])',
  scroller: () => document.querySelector('[role=grid]'),
};
window.grid = ours;

async function show(work: Computation<Uint32Array>): Promise<void> {
  rows = await done(work);
  draw(null, []);
}

async function showGroups(key: string, sum: string): Promise<void> {
  const [column, measure] = [key, sum].map((id) => columns.find((candidate) => candidate.id === id)!) as [
    Column,
    Column,
  ];
  const grouping = { column, bucket: null };
  const groups = await done(groupRows(store, rows, grouping, [measure]));
  draw({ grouping, groups, opened: new Map(), cuts: new Map(), onToggle: ignore }, [measure]);
}

const done = <Result,>(work: Computation<Result>) => runInSlices(work, new AbortController().signal);
const ignore = () => undefined;

function columnOf({ key, kind }: GivenColumn): Column {
  const decimals = kind === 'money' ? 2 : 1;
  return { id: key, path: [key], label: key, kind, detected: kind, filled: 1, emptyShare: 0, decimals };
}

function Table({ groups, measures }: { groups: GridGroups | null; measures: readonly Column[] }) {
  return (
    <AtSchool>
      <ReportGrid
        label="Flights"
        store={store}
        columns={columns}
        rows={rows}
        view={defaultView}
        onView={ignore}
        figures={{ measures, part: 'sum' }}
        groups={groups}
        totals={null}
        open={null}
        onOpen={ignore}
        isBusy={false}
        empty="No rows."
      />
    </AtSchool>
  );
}
