import { useCallback, useMemo } from 'react';
import { lifeOf } from '#contract/statuses.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { useRecordPage } from '#web/data/lists.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { type ListControls, useListState } from '#web/components/page/urlList.ts';
import { useUrlText } from '#web/components/page/urlState.ts';
import { Facts } from '#web/components/panel/Facts.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { Verdict } from '#web/components/panel/Verdict.tsx';
import { listAddress, type Purpose, purposeOf } from '#web/components/records/listModel.ts';
import { FieldsChoice, RecordListPanel, useFields } from '#web/components/records/RecordListPanel.tsx';
import records from '#web/components/records/records.module.css';
import { RecordView } from '#web/components/records/RecordView.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { useSortState } from '#web/components/table/tableState.ts';
import { capitalized } from '#domain/words.ts';

const opens = { path: '/equipment', param: 'item' };

/** Equipment; its members are not in the specification. The API has no call for one item, so it is found in the list. */
export function EquipmentPage() {
  const item = useUrlText('item').value;
  const list = useListState('listEquipment', 'all');
  const page = useRecordPage(useSchool(), 'equipment', list);
  if (item === '') {
    return (
      <>
        <PageHeader title="Equipment" />
        <EquipmentList list={list} page={page} />
      </>
    );
  }
  return (
    <>
      <p className={records['back']}>
        <AppLink to={listAddress('/equipment', list)}>All equipment</AppLink>
      </p>
      <EquipmentItem item={item} page={page} />
    </>
  );
}

type Page = ReturnType<typeof useRecordPage>;

/** The items with status and location, or all fields that the service sends. */
function EquipmentList({ list, page }: { list: ListControls; page: Page }) {
  const fields = useFields();
  const order = useSortState(sortable);
  const isPhone = useMediaQuery('(max-width: 700px)');
  const { query, pageSize, defaultSize } = list;
  const addressOf = useCallback(
    ({ key }: RecordRow) => listAddress('/equipment', { query, pageSize, defaultSize }, { item: key }),
    [query, pageSize, defaultSize],
  );
  const lines = useMemo(() => page.rows.map((row): Line => ({ row, ...purposeOf(row.value) })), [page.rows]);
  return (
    <RecordListPanel
      title="Items"
      what="equipment item"
      id="listEquipment"
      list={list}
      page={page}
      opens={opens}
      none="The service lists no equipment."
      tools={<FieldsChoice />}
    >
      {fields.value === 'list' ? (
        <div className={records['equipment']}>
          <DataTable
            caption="Equipment items"
            columns={equipmentColumns}
            rows={lines}
            rowId={({ row }) => String(row.index)}
            given={addressOf}
            sort={order}
            isComplete={page.page === 0 && page.rows.length >= page.totalItems}
            isCards={isPhone}
          />
        </div>
      ) : null}
    </RecordListPanel>
  );
}

type Line = Purpose & { readonly row: RecordRow };

const sortable = ['name', 'status', 'where', 'type', 'serial'] as const;
const column = columnsOf<Line, (row: RecordRow) => string>();

function textColumn(id: 'where' | 'type' | 'serial', header: string) {
  return column.accessor((line) => line[id] ?? '~', {
    id,
    header,
    sortFn: 'alphanumeric',
    meta: { card: { line: 2, cell: ({ row }) => row.original[id] } },
    cell: ({ row }) => row.original[id] ?? <span className={records['none']}>–</span>,
  });
}

const equipmentColumns = column.columns([
  column.accessor(({ row }) => row.title, {
    id: 'name',
    header: 'Name',
    sortFn: 'alphanumeric',
    meta: { card: { line: 1 } },
    cell: ({ row: { original }, table }) => <ItemLink line={original} to={givenTo({ table })(original.row)} />,
  }),
  column.accessor((line) => line.status ?? '~', {
    id: 'status',
    header: 'Status',
    sortFn: 'alphanumeric',
    meta: { card: { line: 1 } },
    cell: ({ row }) => <ItemStatus status={row.original.status} />,
  }),
  textColumn('where', 'Location'),
  textColumn('type', 'Type'),
  textColumn('serial', 'Serial number'),
]);

/** The link covers its whole row. */
function ItemLink({ line, to }: { line: Line; to: string }) {
  return (
    <AppLink coversRow className={records['open']} to={to}>
      {line.row.title}
    </AppLink>
  );
}

/** The band of an item: the service's own word, with the mark of a state that is known. */
function itemLook(status: string) {
  const life = lifeOf({ name: status });
  const word = capitalized(status);
  if (life === 'unknown') return { look: { shape: 'dashed', tone: 'plain' }, word } as const;
  if (life === 'active') return { look: { shape: 'check', tone: 'ok' }, word } as const;
  return { look: { shape: 'ring', tone: 'inactive' }, word } as const;
}

/** The service's own word, capitalised like all statuses. */
function ItemStatus({ status }: { status: string | null }) {
  if (status === null) return <span className={records['none']}>–</span>;
  const life = lifeOf({ name: status });
  const words = capitalized(status);
  if (life === 'unknown') return words;
  // Active is usual: it has no mark, so that one item that is not stands out.
  if (life === 'active') return <span className={records['none']}>{words}</span>;
  return (
    <StateMark shape="ring" tone="inactive">
      {words}
    </StateMark>
  );
}

/** One item: its status, type and place as a band; the rest is folded, unless there is nothing else. */
function EquipmentItem({ item, page }: { item: string; page: Page }) {
  const row = page.rows.find(({ key }) => key === item);
  const unlisted = useNoneText(`The service lists no equipment “${item}” on this page.`, page.reading);
  const { status, where, type, serial } = purposeOf(row?.value);
  const isDescribed = [status, where, type, serial].some((text) => text !== null);
  const fold = useUrlFold('record', !isDescribed);
  return (
    <>
      <PageHeader title={row?.title ?? 'Equipment'} />
      {status !== null && (
        <div className={records['band']}>
          <Verdict {...itemLook(status)} reason={[type, where].filter(Boolean).join(' · ')} />
        </div>
      )}
      <Panel title="Details" reading={page.reading} onRetry={page.retry} empty={row ? null : unlisted}>
        {isDescribed && (
          <Facts
            facts={[
              ...(status === null
                ? ([
                    ['Location', where],
                    ['Type', type],
                  ] as const)
                : []),
              ['Serial number', serial],
            ]}
            missing="not given"
          />
        )}
        <Fold className={records['all']} summary="All fields" isAcross {...fold}>
          <RecordView value={row?.value} />
        </Fold>
      </Panel>
    </>
  );
}
