import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { SetAside } from '#contract/answers.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { Choices } from '#web/components/controls/controls.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { type ListControls } from '#web/components/page/urlList.ts';
import { useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { useSortState } from '#web/components/table/tableState.ts';
import {
  type Cell,
  countText,
  listAddress,
  personalMembersOf,
  rowsOn,
  rowsWithoutPersonalData,
  type TableColumn,
  tableColumns,
} from './listModel.ts';
import style from './records.module.css';
import { Cover, useWriting } from './RecordView.tsx';

type RecordListPanelProps = {
  title: string;
  /** One of its records, and several if that is not its plural with an s. */
  what: string;
  several?: string;
  id: OperationId;
  list: ListControls;
  page: {
    readonly rows: readonly RecordRow[];
    /** True while another page is loading. */
    readonly isPending: boolean;
    readonly page: number;
    readonly query: Query;
    readonly totalItems: number;
    readonly setAside: readonly SetAside[];
    readonly notes: readonly (string | null)[];
    readonly reading: Reading;
    readonly retry: () => void;
  };
  /** Where a record opens: the page, and the parameter for its key. */
  opens: { readonly path: string; readonly param: string };
  /** The text if the service lists nothing. */
  none: string;
  tools?: ReactNode;
  footer?: ReactNode;
  /** The rows that a search or a filter of the page leaves, the words if it leaves none, and the parameters that a button clears. */
  found?: { readonly rows: readonly RecordRow[]; readonly none: string; readonly clears: readonly string[] };
  /** Replaces the table of all columns. */
  children?: ReactNode;
};

/** A list of records of any shape, paged by the service; personal data is drawn only on request. */
export function RecordListPanel(props: RecordListPanelProps) {
  const { title, what, several, id, list, page, opens, none, tools, footer, found, children } = props;
  const { totalItems, isPending } = page;
  const rows = found?.rows ?? page.rows;
  const isNarrowed = page.rows.length > rows.length;
  const empty = useNoneText(found && isNarrowed ? found.none : none, page.reading);
  const [isOpen, setOpen] = useState(false);
  const members = useMemo(() => personalMembersOf(rows), [rows]);
  const { query, pageSize, defaultSize } = list;
  const { path, param } = opens;
  const addressOf = useCallback(
    (row: RecordRow) => listAddress(path, { query, pageSize, defaultSize }, { [param]: row.key }),
    [path, param, query, pageSize, defaultSize],
  );
  const shown = useMemo(() => (isOpen ? rows : rowsWithoutPersonalData(rows)), [isOpen, rows]);
  return (
    <Panel
      title={title}
      count={countText(isPending ? rowsOn(page.page, pageSize, totalItems) : rows.length, totalItems)}
      reading={page.reading}
      shape="table"
      onRetry={page.retry}
      tools={tools}
      footer={footer}
      actions={children ? null : <Cover cover={{ members, isOpen, toggle: () => setOpen(!isOpen) }} />}
    >
      <Notices
        notes={page.notes}
        setAside={[{ what, ...(several !== undefined && { several }), records: page.setAside }]}
      />
      {isPending && <PendingRows count={rowsOn(page.page, pageSize, totalItems)} />}
      {!isPending && rows.length === 0 && (
        <None of={empty} className={style['empty']} {...(found && isNarrowed && { clears: found.clears })} />
      )}
      {!isPending &&
        rows.length > 0 &&
        (children ?? (
          <RecordTable
            caption={title}
            rows={shown}
            addressOf={addressOf}
            isComplete={page.rows.length >= totalItems && page.page === 0}
          />
        ))}
      <Pager list={list} page={page.page} totalItems={totalItems} />
      <QueryShown id={id} query={page.query} />
    </Panel>
  );
}

/** The main fields in a table of their own, or all fields that the service sends; the address keeps it. */
export function useFields() {
  return useUrlChoice('view', ['list', 'all'], 'list');
}

const fields = [
  { value: 'list', label: 'Main fields' },
  { value: 'all', label: 'All fields' },
] as const;

/** Each table has columns of its own, so another one starts in its usual order. */
export function FieldsChoice() {
  const shown = useFields();
  const sort = useUrlText('sort');
  const show = (choice: typeof shown.value) => {
    sort.set('');
    shown.set(choice);
  };
  return <Choices label="Show" value={shown.value} options={fields} onChange={show} />;
}

/** Space for a page's rows until they load: as tall as the rows, without those of the previous page. */
function PendingRows({ count }: { count: number }) {
  const lines = Array.from({ length: count + 1 }, (_, at) => at);
  return (
    <div className={style['pending']} role="status" aria-label="Loading">
      {lines.map((line) => (
        <div key={line} />
      ))}
    </div>
  );
}

type RecordTableProps = {
  caption: string;
  rows: readonly RecordRow[];
  /** The address that opens a record. */
  addressOf: (row: RecordRow) => string;
  isComplete: boolean;
};

/** A list of records of any shape, its columns detected from the data. */
function RecordTable({ caption, rows, addressOf, isComplete }: RecordTableProps) {
  const writing = useWriting();
  const detected = useMemo(() => tableColumns(rows, writing), [rows, writing]);
  const sort = useSortState([titleId, ...detected.map(({ id }) => id)]);
  const columns = useMemo(() => [titleColumn, ...detected.map(detectedColumn)], [detected]);
  return (
    <div className={style['table']}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.index)}
        given={addressOf}
        sort={sort}
        isComplete={isComplete}
        scrolls="records"
      />
    </div>
  );
}

/** No member has this name: member names have no leading space. */
const titleId = ' title';
const column = columnsOf<RecordRow, RecordTableProps['addressOf']>();

const titleColumn = column.accessor((row) => row.title, {
  id: titleId,
  header: 'Name',
  sortFn: 'alphanumeric',
  cell: ({ row, table }) => (
    <AppLink coversRow className={style['open']} to={givenTo({ table })(row.original)}>
      {row.original.title}
    </AppLink>
  ),
});

function detectedColumn({ id, label, kind, sortOf, cellOf }: TableColumn) {
  return column.accessor(sortOf, {
    id,
    header: label,
    sortFn: kind === 'text' ? 'alphanumeric' : 'basic',
    meta: kind === 'number' ? { align: 'end' as const } : {},
    cell: ({ row }) => <CellText cell={cellOf(row.original)} />,
  });
}

function CellText({ cell: { text, whole, isId } }: { cell: Cell }) {
  if (text === '') return <span className={style['none']}>–</span>;
  if (isId) return <code data-tip={whole ?? undefined}>{text}</code>;
  return (
    <span className={style['value']} data-tip={whole ?? undefined}>
      {text}
    </span>
  );
}
