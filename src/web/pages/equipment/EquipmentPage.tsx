import { useCallback, useMemo } from 'react';
import { lifeOf } from '#contract/statuses.ts';
import { searchSentence } from '#domain/lists/sentences.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { useRecordPage } from '#web/data/lists.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { Counters } from '#web/components/controls/Counters.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { Tools, ToolSearch } from '#web/components/controls/Tools.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { type ListControls, useListState } from '#web/components/page/urlList.ts';
import { useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { Facts } from '#web/components/panel/Facts.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { usePaperTitle } from '#web/components/panel/paperTitle.ts';
import { Verdict } from '#web/components/panel/Verdict.tsx';
import { listAddress, purposeOf } from '#web/components/records/listModel.ts';
import { FieldsChoice, RecordListPanel, useFields } from '#web/components/records/RecordListPanel.tsx';
import records from '#web/components/records/records.module.css';
import { RecordView, useWriting } from '#web/components/records/RecordView.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { useSortState } from '#web/components/table/tableState.ts';
import { capitalized } from '#domain/words.ts';
import {
  emptyColumns,
  equipmentFound,
  type EquipmentLine,
  equipmentLine,
  type Grouping,
  groupings,
  type Need,
  needCounts,
  needs,
  needWords,
  scopeNote,
  sectionsOf,
} from './equipmentModel.ts';

const opens = { path: '/equipment', param: 'item' };

/** Equipment; its members are not in the specification. The API has no call for one item, so it is found in the list. */
export function EquipmentPage() {
  const item = useUrlText('item').value;
  const list = useListState('listEquipment', 'all');
  const page = useRecordPage(useSchool(), 'equipment', list);
  if (item === '') {
    return <EquipmentList list={list} page={page} />;
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

/** The items with status and location, those that need a person first; or all fields that the service sends. */
function EquipmentList({ list, page }: { list: ListControls; page: Page }) {
  const writing = useWriting();
  const search = useUrlText('q').value;
  const need = useUrlChoice('need', ['any', ...needs], 'any');
  const grouping = useUrlChoice('group', groupings, 'need');
  const isPhone = useMediaQuery('(max-width: 700px)');
  const lines = useMemo(() => page.rows.map((row) => equipmentLine(row, writing)), [page.rows, writing]);
  const found = useMemo(() => equipmentFound(lines, { search, need: need.value }), [lines, search, need.value]);
  const counts = useMemo(() => needCounts(lines), [lines]);
  const isNarrowed = search.trim() !== '' || need.value !== 'any';
  const shownPage = { ...page, notes: [...page.notes, scopeNote(lines.length, page.totalItems, isNarrowed)] };
  const title = usePaperTitle('Items', [
    need.value !== 'any' && needWords[need.value].word.toLowerCase(),
    searchSentence(search),
  ]);
  const isWorthNarrowing = lines.length > 1 || isNarrowed;
  return (
    <>
      <PageHeader title="Equipment">
        {(counts.length > 1 || need.value !== 'any') && <NeedCounters counts={counts} need={need} />}
      </PageHeader>
      <RecordListPanel
        title={title}
        what="equipment item"
        id="listEquipment"
        list={list}
        page={shownPage}
        opens={opens}
        none="The service lists no equipment."
        found={{ rows: found.map(({ row }) => row), none: 'No item matches.', clears: narrowedBy }}
        tools={isWorthNarrowing && <ListTools grouping={grouping} isPhone={isPhone} />}
      >
        {useFields().value === 'list' ? (
          <ItemTable
            list={list}
            lines={found}
            grouping={grouping.value}
            isComplete={page.page === 0 && lines.length >= page.totalItems}
            isPhone={isPhone}
          />
        ) : null}
      </RecordListPanel>
    </>
  );
}

const narrowedBy = ['q', 'need'];
const groupingOptions = [
  { value: 'need', label: 'What needs you' },
  { value: 'type', label: 'Type' },
  { value: 'where', label: 'Location' },
  { value: 'none', label: 'No groups' },
] as const;

type UrlChoice<Value extends string> = ReturnType<typeof useUrlChoice<Value>>;
type NeedCountersProps = { counts: ReturnType<typeof needCounts>; need: UrlChoice<Need | 'any'> };

function NeedCounters({ counts, need }: NeedCountersProps) {
  return (
    <Counters
      label="Items by need"
      counters={counts.map(({ need: value, count }) => ({
        value,
        text: (
          <StateMark {...needWords[value].look}>
            <b>{count}</b> {needWords[value].word.toLowerCase()}
          </StateMark>
        ),
      }))}
      chosen={need.value === 'any' ? null : need.value}
      onChoose={(value) => need.set(value ?? 'any')}
    />
  );
}

function ListTools({ grouping, isPhone }: { grouping: UrlChoice<Grouping>; isPhone: boolean }) {
  const used = grouping.value === grouping.default ? 0 : 1;
  return (
    <Tools
      search={<ToolSearch label="Search by name, type, location or serial number" placeholder="Name, type or serial" />}
      used={isPhone ? used : 0}
    >
      <Select label="Group by" value={grouping.value} options={groupingOptions} onChange={grouping.set} />
      <FieldsChoice />
    </Tools>
  );
}

type ItemTableProps = {
  list: ListControls;
  lines: readonly EquipmentLine[];
  grouping: Grouping;
  isComplete: boolean;
  isPhone: boolean;
};

function ItemTable({ list, lines, grouping, isComplete, isPhone }: ItemTableProps) {
  const order = useSortState(sortable);
  const { query, pageSize, defaultSize } = list;
  const addressOf = useCallback(
    ({ key }: RecordRow) => listAddress('/equipment', { query, pageSize, defaultSize }, { item: key }),
    [query, pageSize, defaultSize],
  );
  const hidden = useMemo(() => emptyColumns(lines), [lines]);
  return (
    <div className={records['equipment']}>
      <DataTable
        caption="Equipment items"
        columns={equipmentColumns}
        rows={lines}
        rowId={({ row }) => String(row.index)}
        given={addressOf}
        sort={order}
        sectionOf={order.sorting.length > 0 && isComplete ? undefined : sectionsOf(lines, grouping)}
        isComplete={isComplete}
        hidden={hidden}
        isCards={isPhone}
      />
    </div>
  );
}

const sortable = ['name', 'due', 'status', 'where', 'type', 'serial'] as const;
const column = columnsOf<EquipmentLine, (row: RecordRow) => string>();

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
  column.accessor((line) => line.due?.sent ?? '~', {
    id: 'due',
    header: 'Due',
    sortFn: 'basic',
    meta: { card: { line: 1, cell: ({ row: { original } }) => <Due line={original} /> } },
    cell: ({ row: { original } }) => <Due line={original} />,
  }),
  textColumn('where', 'Location'),
  textColumn('type', 'Type'),
  textColumn('serial', 'Serial number'),
]);

/** A day that has passed, or comes soon, has its mark. */
function Due({ line: { due, need } }: { line: EquipmentLine }) {
  if (due === null) return null;
  if (need !== 'past due' && need !== 'due soon') return due.text;
  return <StateMark {...needWords[need].look}>{due.text}</StateMark>;
}

/** The link covers its whole row. */
function ItemLink({ line, to }: { line: EquipmentLine; to: string }) {
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
  const writing = useWriting();
  const { status, where, type, serial } = purposeOf(row?.value);
  const line = row && equipmentLine(row, writing);
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
              ...(line?.due ? ([['Due', <Due key="due" line={line} />]] as const) : []),
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
