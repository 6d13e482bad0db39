import { useMediaQuery } from '#web/ui/page/display.tsx';
import { fleetGroups, type AssessedAircraft, countGroups, type FleetGroup } from '#domain/readiness/fleetAssessment.ts';
import { Choices, SearchField } from '#web/ui/controls/controls.tsx';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useSortState } from '#web/ui/table/tableState.ts';
import { useListState, useUrlChoice, useUrlText } from '#web/ui/page/urlState.ts';
import { FleetTable, sortableColumns, type FleetViewProps, NextCell, TailLink } from './FleetTable.tsx';
import { useFleet } from './useFleet.ts';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { groupLooks, FitnessMark, PresentMark } from '#web/ui/aircraft/FitnessMark.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { modelText } from '#domain/fleet/fleet.ts';
import { AircraftStatus } from '#web/ui/aircraft/AircraftStatus.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import fleetStyle from './fleet.module.css';

/** Every aircraft, what it is doing and what comes next. The API gives the whole fleet in one answer, so that is usual. */
export function FleetPage() {
  const list = useListState('listAircraft', 'all');
  const search = useUrlText('q');
  const isWide = useMediaQuery('(min-width: 900px)');
  const view = useUrlChoice('view', ['table', 'cards'], isWide ? 'table' : 'cards');
  const group = useUrlChoice('group', ['model', 'none'], 'model');
  const doing = useUrlChoice('now', ['any', ...fleetGroups], 'any');
  const sort = useSortState(sortableColumns);
  const isGrouped = group.value === 'model' && sort.sorting.length === 0;
  const fleet = useFleet(list, search.value, isGrouped);
  const rows = doing.value === 'any' ? fleet.rows : fleet.rows.filter((row) => row.group === doing.value);
  const scope = fleet.isComplete
    ? null
    : `Search, counts and groups cover the ${fleet.loaded.length} loaded of ${fleet.totalItems}.`;
  const View = view.value === 'table' ? FleetTable : FleetCards;
  return (
    <>
      <PageHeader title="Fleet">
        <FleetSummary rows={fleet.loaded} chosen={doing.value} onChoose={(choice) => void doing.set(choice)} />
      </PageHeader>
      <Panel
        title="Aircraft"
        count={rows.length === fleet.totalItems ? `${rows.length} in all` : `${rows.length} of ${fleet.totalItems}`}
        reading={fleet.reading}
        beside={fleet.beside}
        onRetry={fleet.retry}
      >
        <FilterBar list={list}>
          <SearchField
            label="Search by tail number or model"
            placeholder="Tail or last three"
            value={search.value}
            onChange={(text) => void search.set(text)}
          />
          <Choices
            label="Group"
            value={group.value}
            options={groupings}
            onChange={(choice) => void group.set(choice)}
          />
          <Choices label="View" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />
        </FilterBar>
        <Notices
          notes={[...list.problems, view.problem, group.problem, doing.problem, sort.problem, ...fleet.notes]}
          scope={scope}
          setAside={fleet.setAside}
        />
        {rows.length > 0 ? (
          <View
            rows={rows}
            now={fleet.now}
            sort={sort}
            isComplete={fleet.isComplete}
            isGrouped={isGrouped}
            checkOf={fleet.checkOf}
          />
        ) : (
          <NoAircraft isSearch={search.value !== '' || doing.value !== 'any'} hasAny={fleet.totalItems > 0} />
        )}
        <Pager list={list} page={fleet.page} totalItems={fleet.totalItems} />
        <QueryShown id="listAircraft" query={fleet.query} />
      </Panel>
    </>
  );
}

const groupings = [
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

function NoAircraft({ isSearch, hasAny }: { isSearch: boolean; hasAny: boolean }) {
  const text = isSearch && hasAny ? 'No aircraft among those loaded matches.' : 'No aircraft match these filters.';
  return <p style={{ padding: '28px 16px', textAlign: 'center', color: 'var(--muted)' }}>{text}</p>;
}

type FleetSummaryProps = {
  rows: readonly AssessedAircraft[];
  chosen: FleetGroup | 'any';
  onChoose: (choice: FleetGroup | 'any') => void;
};

/** How many aircraft there are of each group; simulators are counted apart. */
export function FleetSummary({ rows, chosen, onChoose }: FleetSummaryProps) {
  const counts = countGroups(rows);
  const isKnown = rows.length === 0 || rows.some(({ present }) => present !== null);
  const counters = fleetGroups
    .filter((group) => counts[group] > 0 || group === chosen || group === 'available')
    .map((group) => ({
      value: group,
      text: (
        <StateMark {...groupLooks[group]}>
          <b>{isKnown || counts[group] > 0 ? counts[group] : '–'}</b> {group === 'available' ? 'fit and free' : group}
        </StateMark>
      ),
    }));
  return (
    <Counters
      label="Aircraft by what they are doing"
      counters={counters}
      chosen={chosen === 'any' ? null : chosen}
      onChoose={(group) => onChoose(group ?? 'any')}
    />
  );
}

/** The fleet as cards, for tablets and phones: the same words, one aircraft to a card. */
export function FleetCards({ rows, now, isGrouped, checkOf }: FleetViewProps) {
  const clock = useClock();
  const sections = isGrouped ? [...Map.groupBy(rows, (row) => modelText(row.aircraft))] : [['', rows] as const];
  return sections.map(([model, members]) => (
    <section key={model} className={fleetStyle['section']} aria-label={model || 'Aircraft'}>
      {model && (
        <h3>
          {model} <span>{members.length}</span>
        </h3>
      )}
      <ul className={fleetStyle['cards']}>
        {members.map((row) => (
          <li key={row.aircraft.aircraftId} data-group={row.group}>
            <div className={fleetStyle['cardHead']}>
              <TailLink row={row} />
              <AircraftStatus status={row.aircraft.status} />
            </div>
            {!isGrouped && <span className={fleetStyle['quiet']}>{modelText(row.aircraft)}</span>}
            {row.aircraft.isSimulator && <span className={fleetStyle['simulator']}>Simulator</span>}
            <PresentMark row={row} now={now} />
            <FitnessMark fitness={row.fitness} />
            <span className={fleetStyle['cardNext']}>
              <span className={fleetStyle['quiet']}>next </span>
              <NextCell row={row} now={now} clock={clock} checkOf={checkOf} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
}
