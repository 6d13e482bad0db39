import { useMediaQuery } from '#web/components/page/display.tsx';
import { memo, useMemo } from 'react';
import {
  countBreaches,
  distinctBy,
  pageOddities,
  recordOddities,
  unreadOddities,
  windowOddities,
} from '#domain/answers/pageChecks.ts';
import { operations } from '#contract/operations.ts';
import { type Filter, printFilter } from '#contract/filters.ts';
import type { Query } from '#contract/query.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { type FleetGroup, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import { groupWord, type GroupCounters } from '#domain/readiness/fleetLists.ts';
import { isFiltered, setFilter } from '#domain/lists/listState.ts';
import { searchSentence } from '#domain/lists/sentences.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { listQuery } from '#web/data/api.ts';
import { useFleetAssessment } from '#web/data/fitness.ts';
import { useListPage } from '#web/data/lists.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { groupLook } from '#web/components/aircraft/AircraftMarks.tsx';
import { AnotherTime } from '#web/components/page/AnotherTime.tsx';
import { Choices, Select } from '#web/components/controls/controls.tsx';
import { Counters } from '#web/components/controls/Counters.tsx';
import { FilterBar } from '#web/components/controls/FilterBar.tsx';
import { activeFilters } from '#web/components/controls/filterModel.ts';
import { Icon } from '#web/components/controls/Icon.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { ToolSearch } from '#web/components/controls/Tools.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useKept, useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { type ListControls, useListState } from '#web/components/page/urlList.ts';
import { useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { Notices } from '#web/components/panel/Notices.tsx';
import { None } from '#web/components/panel/None.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { usePaperTitle } from '#web/components/panel/paperTitle.ts';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import { useSortState } from '#web/components/table/tableState.ts';
import { type FleetOrder, fleetOrders, fleetShown, freeChoices } from './fleetModel.ts';
import { FleetRows, type FleetView, sortableColumns } from './FleetViews.tsx';
import style from './fleet.module.css';

export { readReadiness as readFirst } from '#web/data/fitness.ts';

/** Every aircraft, what it is doing and what comes next. The API usually gives the whole fleet in one answer. */
export function FleetPage() {
  const list = useListState('listAircraft', 'all');
  return <FoundFleet list={list} fleet={useFleet(list)} />;
}

type FoundFleetProps = { list: ListControls; fleet: ReturnType<typeof useFleet> };

/** Separate from the data, so that typing in the search does not read the data again. */
function FoundFleet({ list, fleet }: FoundFleetProps) {
  const { answer, context, page, query, totalItems } = fleet;
  const search = useUrlText('q').value;
  const isWide = useMediaQuery('(min-width: 960px)');
  const view = useUrlChoice('view', looks, isWide ? 'table' : 'cards');
  const grouping = useUrlChoice('group', fleetOrders, 'dispatch');
  const free = useUrlChoice('free', freeChoices, 'any');
  const doing = useUrlChoice('now', ['any', ...fleetGroups], 'any');
  const sort = useSortState(sortableColumns);
  const sections = sort.sorting.length > 0 || grouping.value === 'none' ? null : grouping.value;
  const freeFor = free.value === 'any' ? null : Number(free.value) * millisecondsInMinute;
  const shown = useMemo(
    () => fleetShown(answer, { search, group: doing.value, order: grouping.value, freeFor }, context),
    [answer, search, doing.value, grouping.value, freeFor, context],
  );
  const groups = useKept(shown.groups);
  const parts = useKept(shown.parts);
  const isEmpty = shown.empty !== null;
  const title = usePaperTitle('Aircraft', [
    doing.value !== 'any' && groupWord(doing.value),
    ...activeFilters(list.operation, list.query, {}).map(({ sentence }) => sentence),
    free.value !== 'any' && `free for at least ${freeLabel(free.value)}`,
    searchSentence(search),
  ]);
  const found = shown.rows.length;
  return (
    <div className={style['page']}>
      <PageHeader title="Fleet">
        <AnotherTime />
        <FleetCounters groups={groups} list={list} doing={doing} />
      </PageHeader>
      <Panel
        title={title}
        shape="table"
        count={shown.count}
        reading={fleet.reading}
        beside={fleet.beside}
        onRetry={fleet.retry}
        tools={<FleetTools {...{ list, doing, grouping, view, free }} />}
      >
        <Notices notes={fleet.notes} scope={shown.scope} setAside={fleet.setAside} />
        {shown.empty !== null && <None of={shown.empty} className={style['none']} clears={narrowedBy} />}
        {!isEmpty && (
          <FleetRows
            rows={shown.rows}
            sort={sort}
            isComplete={shown.isComplete}
            sections={sections}
            parts={parts}
            view={view.value}
            isLarge={totalItems > maxDrawn}
          />
        )}
        <FleetFoot list={list} page={page} totalItems={totalItems} found={found} query={query} />
      </Panel>
    </div>
  );
}

type Doing = ReturnType<typeof useUrlChoice<FleetGroup | 'any'>>;
type FleetCountersProps = { groups: GroupCounters; list: ListControls; doing: Doing };

/** A chip that the Status field has too is pressed by either, and presses both. */
const FleetCounters = memo(function FleetCounters({ groups, list, doing }: FleetCountersProps) {
  const chosen = chosenGroup(doing.value, list);
  const choose = (group: FleetGroup | null) => {
    if (doing.value === 'any' && chosen !== null) list.change(setFilter('statusId', null, list.default));
    doing.set(group ?? 'any');
  };
  return (
    <Counters
      label="Aircraft by activity"
      counters={groups.counters.map(({ group, count, word, note, step }) => ({
        value: group,
        text: (
          <StateMark {...groupLook(group, step)}>
            <b>{count}</b> {word}
            {note !== null && <span className={style['note']}> {note}</span>}
          </StateMark>
        ),
      }))}
      lack={groups.lack}
      chosen={chosen}
      onChoose={choose}
    />
  );
});

const isInactive: Filter = { operator: 'eq', values: ['0'] };

/** The group that is narrowed to, by its chip or by the Status field. */
function chosenGroup(group: FleetGroup | 'any', { query }: ListControls): FleetGroup | null {
  if (group !== 'any') return group;
  const status = query.filters?.['statusId'];
  return status && printFilter(status) === printFilter(isInactive) ? 'inactive' : null;
}

/** The list’s filters as the Status field shows them: what a chip selects is selected there too, and ends with another choice. */
function agreeingList(list: ListControls, doing: Doing): ListControls {
  if (doing.value !== 'inactive') return list;
  const change: ListControls['change'] = (changes) => {
    if ('statusId' in changes) doing.set('any');
    list.change(changes);
  };
  return { ...list, change, query: { ...list.query, filters: { ...list.query.filters, statusId: isInactive } } };
}

type FleetFootProps = { list: ListControls; page: number; totalItems: number; found: number; query: Query };

const FleetFoot = memo(function FleetFoot({ list, page, totalItems, found, query }: FleetFootProps) {
  return (
    <>
      {found > 0 && <Pager list={list} page={page} totalItems={totalItems} found={found} />}
      <QueryShown id="listAircraft" query={query} />
    </>
  );
});

/** A larger fleet draws only the rows near the window: sorting 150 aircraft took half a second on a slow computer. */
const maxDrawn = 60;
/** The filters of the page. */
const narrowedBy = ['q', 'now', 'free', ...operations.listAircraft.filters.map(({ name }) => name)];

type FleetToolsProps = {
  list: ListControls;
  doing: Doing;
  grouping: ReturnType<typeof useUrlChoice<FleetOrder>>;
  view: ReturnType<typeof useUrlChoice<FleetView>>;
  free: ReturnType<typeof useUrlChoice<FreeChoice>>;
};

const FleetTools = memo(function FleetTools({ list, doing, grouping, view, free }: FleetToolsProps) {
  const used = [grouping, view, free].filter(({ value, default: usual }) => value !== usual).length;
  return (
    <FilterBar
      list={agreeingList(list, doing)}
      used={used}
      search={<ToolSearch label="Search by tail number or model" placeholder="Tail or last three" />}
    >
      <Select label="Free for at least" value={free.value} options={freeOptions} onChange={free.set} />
      <Select label="Order" value={grouping.value} options={groupings} onChange={grouping.set} />
      <Choices label="View" value={view.value} options={views} onChange={view.set} />
    </FilterBar>
  );
});

const groupings = [
  { value: 'dispatch', label: 'Who can go' },
  { value: 'model', label: 'By model' },
  { value: 'none', label: 'Worst first' },
] as const;

type FreeChoice = (typeof freeChoices)[number];
const freeOptions = freeChoices.map((value) => ({
  value,
  label: value === 'any' ? 'any time' : freeLabel(value),
}));

/** Of minutes: `30 min`, `2 h`. */
function freeLabel(minutes: string): string {
  return Number(minutes) < 60 ? `${minutes} min` : `${Number(minutes) / 60} h`;
}

const looks = ['table', 'dense', 'cards'] as const;
const views = [
  { value: 'table', label: <Labelled icon="table" text="Table" /> },
  { value: 'dense', label: 'Dense' },
  { value: 'cards', label: <Labelled icon="cards" text="Cards" /> },
] as const;

function Labelled({ icon, text }: { icon: 'table' | 'cards'; text: string }) {
  return (
    <>
      <Icon name={icon} size={16} />
      {text}
    </>
  );
}

/** The aircraft of the service's answer, each with what it is doing, whether it is fit, and what comes next. */
function useFleet(list: ListControls) {
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  const narrowing = useLocationChoice();
  const { result, page, problem } = useListPage(school, 'listAircraft', list);
  const refresh = useRefresh();
  // The answer to another filter or page must not appear under this one.
  const answer = result.isPlaceholderData ? undefined : result.data?.value;
  const { items, repeated } = useMemo(() => distinctBy(answer?.records ?? [], (record) => record.aircraftId), [answer]);
  const { rows, near, index, setAside, sources, queryKeys } = useFleetAssessment(school, items, now, clock);
  const reading = readingOf('listAircraft', result);
  const ofList = useKnowledge(reading);
  const ofGroups = useKnowledge(reading, sources.reservations, sources.history, sources.reminders, sources.squawks);
  const known = useMemo(() => ({ list: ofList, groups: ofGroups }), [ofList, ofGroups]);
  const context = useMemo(
    () => ({
      now,
      clock,
      narrowing,
      known,
      checkOf: (reservation: TimedReservation) => dispatchCheckOf(reservation, index),
    }),
    [now, clock, narrowing, known, index],
  );
  const fleet = useMemo(
    () => ({
      aircraft: answer ? rows : null,
      totalItems: answer?.totalItems ?? 0,
      isFiltered: isFiltered(list.query),
      unreadable: answer?.setAside.length ?? 0,
    }),
    [answer, rows, list.query],
  );
  const query = useMemo(() => ({ ...list.query, offset: page }), [list.query, page]);
  const ignored = countBreaches(items, list.query.filters?.['statusId'], (aircraft: Aircraft) => aircraft.status?.id);
  return {
    answer: fleet,
    context,
    page,
    query,
    // Kept while another page loads, so that the pager keeps the focus.
    totalItems: result.data?.value.totalItems ?? 0,
    notes: [
      problem,
      ...(answer ? pageOddities(answer, query) : []),
      ...(near.window ? windowOddities(near.window) : []),
      ...recordOddities('aircraft', repeated, ignored),
      ...unreadOddities('aircraft', items),
    ],
    setAside: [{ what: 'aircraft', several: 'aircraft', records: answer?.setAside ?? [] }, ...setAside],
    reading,
    beside: [sources.reservations, sources.history, sources.reminders, sources.squawks],
    retry: () => refresh(listQuery(school, 'listAircraft', query).queryKey, ...queryKeys),
  };
}
