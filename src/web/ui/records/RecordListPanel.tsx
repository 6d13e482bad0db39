import { useCallback, useMemo } from 'react';
import type { SetAside } from '#contract/answers.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import type { ListControls } from '#web/ui/page/urlState.ts';
import { Cover, useCover } from './Covered.tsx';
import { listAddress } from './listAddress.ts';
import style from './records.module.css';
import { inferColumns, type RecordColumn, sortValue } from '#domain/records/columns.ts';
import { isRecord } from '#domain/answers/unknownMembers.ts';
import { isGuid, shownText, type Writing } from '#domain/records/values.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { useSortState } from '#web/ui/table/tableState.ts';
import { useWriting } from './useWriting.ts';

type RecordListPanelProps = {
  title: string;
  id: OperationId;
  list: ListControls;
  page: {
    readonly rows: readonly RecordRow[];
    readonly page: number;
    readonly query: Query;
    readonly totalItems: number;
    readonly setAside: readonly SetAside[];
    readonly notes: readonly (string | null)[];
    readonly reading: Reading;
    readonly retry: () => void;
  };
  /** Where a record opens: the page, and the parameter that its key is given by. */
  opens: { readonly path: string; readonly param: string };
  empty: string;
};

/** A list of records of any shape, paged by the service; what is personal in them is covered until asked for. */
export function RecordListPanel({ title, id, list, page, opens, empty }: RecordListPanelProps) {
  const { rows, totalItems } = page;
  const cover = useCover(rows);
  const { path, param } = opens;
  const addressOf = useCallback((row: RecordRow) => listAddress(path, list, { [param]: row.key }), [path, param, list]);
  return (
    <Panel
      title={title}
      count={rows.length === totalItems ? `${totalItems} in all` : `${rows.length} of ${totalItems}`}
      reading={page.reading}
      onRetry={page.retry}
      actions={<Cover cover={cover} />}
    >
      <Notices
        notes={[...list.problems, ...page.notes]}
        setAside={[{ what: title.toLowerCase(), records: page.setAside }]}
      />
      {rows.length > 0 ? (
        <RecordTable
          caption={title}
          rows={cover.shown}
          addressOf={addressOf}
          isComplete={rows.length >= totalItems && page.page === 0}
        />
      ) : (
        <p className={style['empty']}>{empty}</p>
      )}
      <Pager list={list} page={page.page} totalItems={totalItems} />
      <QueryShown id={id} query={page.query} />
    </Panel>
  );
}

type RecordTableProps = {
  caption: string;
  rows: readonly RecordRow[];
  /** The address that opens a record. */
  addressOf: (row: RecordRow) => string;
  isComplete: boolean;
};

/** A list of records of any shape, its columns inferred from what came. */
function RecordTable({ caption, rows, addressOf, isComplete }: RecordTableProps) {
  const writing = useWriting();
  const inferred = useMemo(() => inferColumns(rows), [rows]);
  const sort = useSortState([titleId, ...inferred.map(({ name }) => name)]);
  const columns = useMemo(() => tableColumns(inferred, writing, addressOf), [inferred, writing, addressOf]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
    <div className={style['table']} data-scroll="records" role="region" aria-label={caption} tabIndex={0}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowId={(row) => String(row.index)}
        sort={sort}
        isComplete={isComplete}
      />
    </div>
  );
}

/** No member is called so: names of members come without spaces in front. */
const titleId = ' title';
const column = createAppColumnHelper<RecordRow>();

function tableColumns(inferred: readonly RecordColumn[], writing: Writing, addressOf: RecordTableProps['addressOf']) {
  return column.columns([
    column.accessor((row) => row.title, {
      id: titleId,
      header: 'Name',
      sortFn: 'alphanumeric',
      cell: ({ row }) => (
        <AppLink className={style['open']} to={addressOf(row.original)}>
          {row.original.title}
        </AppLink>
      ),
    }),
    ...inferred.map(({ name, label, kind }) =>
      column.accessor((row) => sortValue(memberOf(row, name), kind, shownText(memberOf(row, name), writing)), {
        id: name,
        header: label || 'no name',
        sortFn: kind === 'text' ? 'alphanumeric' : 'basic',
        meta: kind === 'number' ? { align: 'end' as const } : {},
        cell: ({ row }) => <Value value={memberOf(row.original, name)} writing={writing} />,
      }),
    ),
  ]);
}

function memberOf({ value }: RecordRow, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

/** A value in a cell; of a guid its beginning, the whole of what is long on asking. */
function Value({ value, writing }: { value: unknown; writing: Writing }) {
  const text = shownText(value, writing);
  if (text === '') return <span className={style['none']}>–</span>;
  if (isGuid(value)) return <code title={text}>{text.slice(0, 8)}…</code>;
  return (
    <span className={style['value']} title={text.length > 40 ? text : undefined}>
      {text}
    </span>
  );
}
