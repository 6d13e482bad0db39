import { useMediaQuery } from '#web/components/page/display.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { operations } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { searchSentence, type SentenceWords } from '#domain/lists/sentences.ts';
import { type Filters, isFiltered } from '#domain/lists/listState.ts';
import { overlapFilters } from '#domain/reservations/reservationSpans.ts';
import type { Reservation } from '#domain/reservations/reservations.ts';
import { dayText } from '#domain/time/clock.ts';
import { dayOf } from '#domain/time/time.ts';
import { millisecondsInHour } from '#domain/units.ts';
import { DutyKey } from '#web/pages/instructors/duties.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import { listQuery, recordQuery } from '#web/data/api.ts';
import { valueOf } from '#web/data/client.ts';
import { useInstructorLists, useListPage } from '#web/data/lists.ts';
import { onlyIf, useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { windowQuery } from '#web/data/replica.ts';
import { useHistory } from '#web/data/reservations.ts';
import { DateSwitch } from '#web/components/controls/DateSwitch.tsx';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { FilterBar } from '#web/components/controls/FilterBar.tsx';
import { activeFilters } from '#web/components/controls/filterModel.ts';
import { ToolSearch } from '#web/components/controls/Tools.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { type ListControls, useListState } from '#web/components/page/urlList.ts';
import {
  remember,
  remembered,
  useUrlChoice,
  useUrlDay,
  useUrlNumber,
  useUrlText,
} from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { usePaperTitle } from '#web/components/panel/paperTitle.ts';
import { ApiDetails, QueryLine } from '#web/components/panel/QueryShown.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import { useSortState } from '#web/components/table/tableState.ts';
import { hoursWith, readFreeAt } from './freeAt.ts';
import {
  doingChoices,
  locationNames,
  paperQuestion,
  partedLines,
  type Roster,
  rosterModel,
  type RosterQuestion,
  rosterSpan,
} from './rosterModel.ts';
import { DutyScale } from '#web/pages/instructors/DutyStrip.tsx';
import {
  FreeAtLine,
  FreeAtSlider,
  RosterCounters,
  type RosterGiven,
  RosterRows,
  sortableColumns,
} from './RosterViews.tsx';

/** Every instructor with a day at a glance, and who is free when. */
export function InstructorsPage() {
  const now = useMinute();
  const clock = useClock();
  const today = dayOf(now, clock.zone);
  const isWide = useMediaQuery('(min-width: 1200px)');
  const list = useListState('listInstructors', 'all', useDefaultFilters());
  const date = useUrlDay('date', today);
  const search = useUrlText('q');
  const doing = useUrlChoice('doing', doingChoices, 'any');
  const free = useUrlText('free');
  const freeAt = useMemo(
    () => readFreeAt(free.value, date.value, now, clock.zone),
    [free.value, date.value, now, clock.zone],
  );
  const { at, isChosen } = freeAt;
  const wanted = useUrlNumber('for', null, { min: 0.1, max: 12 });
  const length = wanted.value === null ? null : wanted.value * millisecondsInHour;
  const answer = useRoster(list, { date: date.value, at, length, search: search.value, doing: doing.value });
  const { roster, query } = answer;
  const names = useLocationNames(answer.reservations, query.filters?.['locationId']?.values[0], roster.hasFound);
  const hours = useMemo(() => (isChosen ? hoursWith(roster.hours, at) : roster.hours), [roster.hours, isChosen, at]);
  const isTable = isWide && roster.empty === null;
  const found = { freeAt, free: roster.free, lack: roster.lack };
  const slider = <FreeAtSlider {...found} hours={hours} onAsk={free.set} />;
  const question = { ...found, length: wanted.value, onAsk: free.set, onLength: wanted.set };
  const title = usePaperTitle(dayText(date.value), [
    paperQuestion(roster, { doing: doing.value, at, length: wanted.value, isAsked: isChosen }, clock),
    ...activeFilters(list.operation, query, { names }).map(({ sentence }) => sentence),
    searchSentence(search.value),
  ]);
  useWrongAddress(freeAt.problem);
  return (
    <>
      <PageHeader title="Instructors">
        <RosterCounters roster={roster} chosen={doing.value} onChoose={doing.set} />
      </PageHeader>
      <Panel
        title={title}
        count={roster.count}
        shape="table"
        reading={answer.reading}
        beside={answer.beside}
        onRetry={answer.retry}
        tools={
          <FilterBar
            list={list}
            names={names}
            search={<ToolSearch label="Search by name" placeholder="Name" />}
            without={answer.isNarrowed ? 'locationId' : undefined}
          />
        }
        actions={<DateSwitch day={date.value} today={today} onChange={date.set} />}
      >
        {!isTable && (
          <FreeAtLine {...question}>
            <div className={style['narrowAxis']}>
              <DutyScale hours={hours} />
              {slider}
            </div>
          </FreeAtLine>
        )}
        <Notices notes={[answer.problem, ...roster.notes]} scope={roster.scope} setAside={roster.setAside} />
        <RosterBody
          roster={roster}
          isNarrowed={doing.value !== 'any' || search.value !== '' || (isFiltered(query) && !answer.isNarrowed)}
          given={{
            hours,
            now,
            chosenAt: isChosen ? at : null,
            slider: isWide ? slider : null,
            question: isWide ? <FreeAtLine {...question} /> : null,
          }}
        />
        <div className={style['key']}>
          <DutyKey />
          <p className={style['said']}>Free: nothing is booked. Working hours are not known.</p>
        </div>
        {roster.empty === null && <Pager list={list} page={answer.page} totalItems={roster.totalItems} />}
        <ServiceRequests query={query} names={names} reservationsQuery={answer.reservationsQuery} />
      </Panel>
    </>
  );
}

/** The parameters that filter instructors. */
const narrowedBy = ['q', 'doing', ...operations.listInstructors.filters.map(({ name }) => name)];

type ServiceRequestsProps = { query: Query; names: NonNullable<SentenceWords['names']>; reservationsQuery: Query };

function ServiceRequests({ query, names, reservationsQuery }: ServiceRequestsProps) {
  return (
    <ApiDetails name="roster">
      <QueryLine id="listInstructors" query={query} words={{ names }} />
      <QueryLine id="listReservations" query={reservationsQuery} />
    </ApiDetails>
  );
}

type RosterBodyProps = {
  roster: Roster;
  /** Whether a person looks for someone: then nobody is folded away. */
  isNarrowed: boolean;
  given: RosterGiven;
};

/** The roster; those who cannot teach are folded below the others. */
function RosterBody({ roster, isNarrowed, given }: RosterBodyProps) {
  const { empty, lines, isComplete } = roster;
  const sort = useSortState(sortableColumns);
  const fold = useUrlFold('inactive');
  const { working, others, words } = useMemo(
    () => partedLines(lines, isNarrowed || !isComplete),
    [lines, isNarrowed, isComplete],
  );
  if (empty !== null) {
    return <None of={empty} className={style['none']} clears={narrowedBy} />;
  }
  const rows = { sort, isComplete, isCards: given.slider === null };
  return (
    <>
      <RosterRows caption="Instructors and their day" lines={working} given={given} {...rows} />
      {others.length > 0 && (
        <Fold summary={words} isAcross {...fold}>
          <RosterRows
            caption="Not active"
            lines={others}
            given={{ ...given, slider: null, question: null }}
            {...rows}
          />
        </Fold>
      )}
    </>
  );
}

/** The roster for the address: a page of instructors, the reservations of three days, and those before today. */
function useRoster(list: ListControls, { date, at, length, search, doing }: RosterQuestion) {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const refresh = useRefresh();
  const { result, page, problem } = useListPage(school, 'listInstructors', list);
  const span = rosterSpan(date, school.timeZone);
  const options = windowQuery(school, span);
  const reservations = useQuery(options);
  const window = reservations.isPlaceholderData ? undefined : reservations.data?.value;
  const history = useHistory(school, now);
  const earlier = history.reservations;
  const instructors = result.data?.value;
  const isLastPage = result.isPlaceholderData;
  const query = useMemo(() => ({ ...list.query, offset: page }), [list.query, page]);
  const { location, isNarrowed, readings } = useRosterLocation(list.query);
  const reading = readingOf('listInstructors', result);
  const ofReservations = readingOf('reservations', reservations);
  const ofList = useKnowledge(reading, ...readings);
  const ofDuties = useKnowledge(reading, ofReservations, history.reading, ...readings);
  const roster = useMemo(() => {
    const question = { date, at, length, search, doing };
    const known = { list: ofList, duties: ofDuties };
    return rosterModel({ instructors, isLastPage, query, window, earlier, location, known }, question, { now, clock });
  }, [
    instructors,
    isLastPage,
    query,
    window,
    earlier,
    location,
    ofList,
    ofDuties,
    date,
    at,
    length,
    search,
    doing,
    now,
    clock,
  ]);
  return {
    roster,
    /** Whether the location is the application's, chosen in the bar. */
    isNarrowed,
    reservations: window?.reservations ?? noReservations,
    page,
    problem,
    query,
    reservationsQuery: { filters: overlapFilters(span, school.timeZone), limit: 250 },
    reading,
    beside: [ofReservations, history.reading, ...readings],
    retry: () => refresh(listQuery(school, 'listInstructors', query).queryKey, options.queryKey, history.queryKey),
  };
}

/** The API's own filter requests the application's location; the address of this page can override it. */
function useDefaultFilters(): Filters {
  const { requested } = useLocationChoice();
  return useMemo(
    () => (requested === null ? {} : { locationId: { operator: 'eq', values: [requested] } }),
    [requested],
  );
}

/** Who is at the selected location, and who has none; null if the page requests another location, or all. */
function useRosterLocation(query: ListControls['query']) {
  const school = useSchool();
  const { requested, chosen, locations } = useLocationChoice();
  const { locationId, ...rest } = query.filters ?? {};
  const isNarrowed = requested !== null && locationId?.values[0] === requested;
  const everyone = useQuery({
    ...listQuery(school, 'listInstructors', { ...query, filters: rest }),
    ...onlyIf(isNarrowed),
  });
  const { lists, readings } = useInstructorLists(school, locations, isNarrowed);
  const page = everyone.isPlaceholderData ? undefined : everyone.data?.value;
  const reading = readingOf('listInstructors', everyone);
  const location = useMemo(
    () => (isNarrowed ? { chosen: chosen ?? { id: requested, name: requested }, everyone: page, lists } : null),
    [isNarrowed, chosen, requested, page, lists],
  );
  // Until the locations are known, no request is made, and no one counts as without a location.
  const isPending = isNarrowed && lists === null;
  return {
    location,
    isNarrowed,
    readings: isNarrowed ? [isPending ? { ...reading, asOf: null } : reading, ...readings] : [],
  };
}

const noReservations: readonly Reservation[] = [];
const storage = 'flightline.locations';

/** Names of locations for the filter; a requested location with results is remembered. */
function useLocationNames(reservations: readonly Reservation[], requested: string | undefined, hasFound: boolean) {
  const operator = useQuery({ ...recordQuery(useSchool(), 'getOperator'), select: valueOf }).data;
  const [entered] = useState(() => remembered(storage));
  useEffect(() => {
    if (requested && hasFound) remember(storage, requested);
  }, [requested, hasFound]);
  return useMemo(
    () => ({ locationId: locationNames(operator, reservations, entered) }),
    [operator, reservations, entered],
  );
}
