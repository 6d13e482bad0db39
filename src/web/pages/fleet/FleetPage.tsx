import { useMediaQuery } from '#web/ui/page/display.tsx';
import { useMemo } from 'react';
import {
  countBreaches,
  distinctBy,
  pageOddities,
  recordOddities,
  unreadOddities,
  windowOddities,
} from '#domain/answers/pageChecks.ts';
import { operations } from '#contract/operations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import { isFiltered } from '#domain/lists/listState.ts';
import { listQuery } from '#web/queries/api.ts';
import { useFleetAssessment } from '#web/queries/fitness.ts';
import { useListPage } from '#web/queries/lists.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { groupLook } from '#web/ui/aircraft/AircraftMarks.tsx';
import { Choices } from '#web/ui/controls/controls.tsx';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { ToolSearch } from '#web/ui/controls/Tools.tsx';
import { useKnowledge } from '#web/ui/page/connection.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/ui/page/school.tsx';
import { type ListControls, useListState, useUrlChoice, useUrlText } from '#web/ui/page/urlState.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { ClearButton, None } from '#web/ui/panel/None.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { useSortState } from '#web/ui/table/tableState.ts';
import { type FleetOrder, fleetOrders, type FleetQuestion, fleetShown } from './fleetModel.ts';
import { FleetRows, sortableColumns } from './FleetViews.tsx';
import style from './fleet.module.css';

export { readReadiness as readFirst } from '#web/queries/fitness.ts';

/** Every aircraft, what it is doing and what comes next. The API gives the whole fleet in one answer, so that is usual. */
export function FleetPage() {
  const list = useListState('listAircraft', 'all');
  const search = useUrlText('q');
  const isWide = useMediaQuery('(min-width: 900px)');
  const view = useUrlChoice('view', ['table', 'cards'], isWide ? 'table' : 'cards');
  const grouping = useUrlChoice('group', fleetOrders, 'dispatch');
  const doing = useUrlChoice('now', ['any', ...fleetGroups], 'any');
  const sort = useSortState(sortableColumns);
  const isGrouped = grouping.value === 'model' && sort.sorting.length === 0;
  const fleet = useFleet(list, { search: search.value, group: doing.value, order: grouping.value });
  const { shown } = fleet;
  return (
    <>
      <PageHeader title="Fleet">
        <Counters
          label="Aircraft by activity"
          counters={shown.groups.counters.map(({ group, count, word, step }) => ({
            value: group,
            text: (
              <StateMark {...groupLook(group, step)}>
                <b>{count}</b> {word}
              </StateMark>
            ),
          }))}
          lack={shown.groups.lack}
          chosen={doing.value === 'any' ? null : doing.value}
          onChoose={(group) => void doing.set(group ?? 'any')}
        />
      </PageHeader>
      <Panel
        title="Aircraft"
        count={shown.count}
        reading={fleet.reading}
        beside={fleet.beside}
        onRetry={fleet.retry}
        tools={<FleetTools list={list} search={search} grouping={grouping} view={view} />}
      >
        <Notices notes={fleet.notes} scope={shown.scope} setAside={fleet.setAside} />
        {shown.empty !== null && (
          <None of={shown.empty} className={style['none']}>
            <ClearButton names={narrowedBy} />
          </None>
        )}
        {shown.empty === null && (
          <FleetRows
            rows={shown.rows}
            sort={sort}
            isComplete={shown.isComplete}
            isGrouped={isGrouped}
            isCards={view.value === 'cards'}
            isLarge={fleet.totalItems > mostDrawn}
          />
        )}
        {shown.empty === null && <Pager list={list} page={fleet.page} totalItems={fleet.totalItems} />}
        <QueryShown id="listAircraft" query={fleet.query} />
      </Panel>
    </>
  );
}

/** Of a larger fleet only the rows near the window are drawn: sorting 150 aircraft took half a second on a slow computer. */
const mostDrawn = 60;
/** The filters of the page. */
const narrowedBy = ['q', 'now', ...operations.listAircraft.filters.map(({ name }) => name)];

type FleetToolsProps = {
  list: ListControls;
  search: ReturnType<typeof useUrlText>;
  grouping: ReturnType<typeof useUrlChoice<FleetOrder>>;
  view: ReturnType<typeof useUrlChoice<'table' | 'cards'>>;
};

function FleetTools({ list, search, grouping, view }: FleetToolsProps) {
  return (
    <FilterBar
      list={list}
      used={Number(grouping.value !== grouping.usual) + Number(view.value !== view.usual)}
      search={<ToolSearch label="Search by tail number or model" placeholder="Tail or last three" text={search} />}
    >
      <Choices
        label="Order"
        value={grouping.value}
        options={groupings}
        onChange={(choice) => void grouping.set(choice)}
      />
      <Choices label="View" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />
    </FilterBar>
  );
}

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

/** The aircraft that the address selects: what each is doing, whether it is fit, and what comes next. */
function useFleet(list: ListControls, { search, group, order }: FleetQuestion) {
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  const narrowing = useLocationChoice();
  const { result, page, problem } = useListPage(school, 'listAircraft', list);
  const refresh = useRefresh();
  // The answer to another filter or page must not appear under this one.
  const answer = result.isPlaceholderData ? undefined : result.data?.value;
  const { items, repeated } = useMemo(() => distinctBy(answer?.records ?? [], (one) => one.aircraftId), [answer]);
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
  const shown = useMemo(
    () =>
      fleetShown(
        {
          aircraft: answer ? rows : null,
          totalItems: answer?.totalItems ?? 0,
          isFiltered: isFiltered(list.query),
          unreadable: answer?.setAside.length ?? 0,
        },
        { search, group, order },
        context,
      ),
    [answer, rows, list.query, search, group, order, context],
  );
  const query = { ...list.query, offset: page };
  const ignored = countBreaches(items, list.query.filters?.['statusId'], (one: Aircraft) => one.status?.id);
  return {
    shown,
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
