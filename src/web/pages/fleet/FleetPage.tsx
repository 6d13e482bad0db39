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
import type { Query } from '#contract/query.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { type FleetGroup, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import type { GroupCounters } from '#domain/readiness/fleetLists.ts';
import { isFiltered } from '#domain/lists/listState.ts';
import { listQuery } from '#web/data/api.ts';
import { useFleetAssessment } from '#web/data/fitness.ts';
import { useListPage } from '#web/data/lists.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { groupLook } from '#web/components/aircraft/AircraftMarks.tsx';
import { AnotherTime } from '#web/components/page/AnotherTime.tsx';
import { Choices } from '#web/components/controls/controls.tsx';
import { Counters } from '#web/components/controls/Counters.tsx';
import { FilterBar } from '#web/components/controls/FilterBar.tsx';
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
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import { useSortState } from '#web/components/table/tableState.ts';
import { type FleetOrder, fleetOrders, fleetShown } from './fleetModel.ts';
import { FleetRows, sortableColumns } from './FleetViews.tsx';
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
  const view = useUrlChoice('view', ['table', 'cards'], isWide ? 'table' : 'cards');
  const grouping = useUrlChoice('group', fleetOrders, 'dispatch');
  const doing = useUrlChoice('now', ['any', ...fleetGroups], 'any');
  const sort = useSortState(sortableColumns);
  const isGrouped = grouping.value === 'model' && sort.sorting.length === 0;
  const shown = useMemo(
    () => fleetShown(answer, { search, group: doing.value, order: grouping.value }, context),
    [answer, search, doing.value, grouping.value, context],
  );
  const groups = useKept(shown.groups);
  const isEmpty = shown.empty !== null;
  return (
    <>
      <PageHeader title="Fleet">
        <AnotherTime />
        <FleetCounters groups={groups} doing={doing} />
      </PageHeader>
      <Panel
        title="Aircraft"
        count={shown.count}
        reading={fleet.reading}
        beside={fleet.beside}
        onRetry={fleet.retry}
        tools={<FleetTools list={list} grouping={grouping} view={view} />}
      >
        <Notices notes={fleet.notes} scope={shown.scope} setAside={fleet.setAside} />
        {shown.empty !== null && <None of={shown.empty} className={style['none']} clears={narrowedBy} />}
        {!isEmpty && (
          <FleetRows
            rows={shown.rows}
            sort={sort}
            isComplete={shown.isComplete}
            isGrouped={isGrouped}
            isCards={view.value === 'cards'}
            isLarge={totalItems > maxDrawn}
          />
        )}
        <FleetFoot list={list} page={page} totalItems={totalItems} query={query} isEmpty={isEmpty} />
      </Panel>
    </>
  );
}

type FleetCountersProps = {
  groups: GroupCounters;
  doing: ReturnType<typeof useUrlChoice<FleetGroup | 'any'>>;
};

const FleetCounters = memo(function FleetCounters({ groups, doing }: FleetCountersProps) {
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
      chosen={doing.value === 'any' ? null : doing.value}
      onChoose={(group) => doing.set(group ?? 'any')}
    />
  );
});

type FleetFootProps = { list: ListControls; page: number; totalItems: number; query: Query; isEmpty: boolean };

const FleetFoot = memo(function FleetFoot({ list, page, totalItems, query, isEmpty }: FleetFootProps) {
  return (
    <>
      {!isEmpty && <Pager list={list} page={page} totalItems={totalItems} />}
      <QueryShown id="listAircraft" query={query} />
    </>
  );
});

/** A larger fleet draws only the rows near the window: sorting 150 aircraft took half a second on a slow computer. */
const maxDrawn = 60;
/** The filters of the page. */
const narrowedBy = ['q', 'now', ...operations.listAircraft.filters.map(({ name }) => name)];

type FleetToolsProps = {
  list: ListControls;
  grouping: ReturnType<typeof useUrlChoice<FleetOrder>>;
  view: ReturnType<typeof useUrlChoice<'table' | 'cards'>>;
};

const FleetTools = memo(function FleetTools({ list, grouping, view }: FleetToolsProps) {
  return (
    <FilterBar
      list={list}
      used={Number(grouping.value !== grouping.default) + Number(view.value !== view.default)}
      search={<ToolSearch label="Search by tail number or model" placeholder="Tail or last three" />}
    >
      <Choices label="Order" value={grouping.value} options={groupings} onChange={grouping.set} />
      <Choices label="View" value={view.value} options={views} onChange={view.set} />
    </FilterBar>
  );
});

const groupings = [
  { value: 'dispatch', label: 'Dispatch order' },
  { value: 'model', label: 'By model' },
  { value: 'none', label: 'Worst first' },
] as const;

const views = [
  { value: 'table', label: <Labelled icon="table" text="Table" /> },
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
