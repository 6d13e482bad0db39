import { useMemo } from 'react';
import { inferColumns, type RecordColumn, sortValue } from '#domain/records/columns.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { isRecord } from '#domain/answers/unknownMembers.ts';
import { isGuid, shownText, type Writing } from '#domain/records/values.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { useSortState } from '#web/ui/table/tableState.ts';
import style from './records.module.css';
import { useWriting } from './useWriting.ts';

type RecordTableProps = {
  caption: string;
  rows: readonly RecordRow[];
  /** The address that opens a record. */
  addressOf: (row: RecordRow) => string;
  isComplete: boolean;
};

/** A list of records of any shape, its columns inferred from what came. */
export function RecordTable({ caption, rows, addressOf, isComplete }: RecordTableProps) {
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
