import useMediaQuery from '@mui/material/useMediaQuery';
import { dayText } from '#domain/time/clock.ts';
import { dutyKinds } from '#domain/duty/duties.ts';
import { addDays, dayOf, daySpan } from '#domain/time/time.ts';
import { overlapFilters } from '#domain/answers/windows.ts';
import { SearchField } from '#web/ui/controls/controls.tsx';
import { DateSwitch } from '#web/ui/controls/DateSwitch.tsx';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useSortState } from '#web/ui/table/tableState.ts';
import { useListState, useUrlChoice, useUrlDay, useUrlText } from '#web/ui/page/urlState.ts';
import { DutyKey } from '#web/pages/instructors/duties.tsx';
import { FreeAtSlider } from './FreeAtSlider.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import { RosterCards } from './RosterCards.tsx';
import { doings, RosterCounters } from './RosterCounters.tsx';
import { RosterTable, sortableColumns } from './RosterTable.tsx';
import { useFreeAt, usePlaces, useRemembered, useRoster, whoDo } from './useRoster.ts';

/** Every instructor with a day at a glance, and who is free when. The API gives the whole list in one answer, so that is usual. */
export function InstructorsPage() {
  const school = useSchool();
  const today = dayOf(useMinute(), school.timeZone);
  const list = useListState('listInstructors', 'all');
  const date = useUrlDay('date', today);
  const search = useUrlText('q');
  const doing = useUrlChoice('doing', doings, 'any');
  const sort = useSortState(sortableColumns);
  const freeAt = useFreeAt(date.value);
  const roster = useRoster(list, { date: date.value, search: search.value, ...freeAt });
  const words = { names: { locationId: usePlaces(roster.bookings) } };
  useRemembered(list.query.filters?.['locationId']?.values[0], roster.hasFound);
  const isWide = useMediaQuery('(min-width: 1000px)');
  const rows = whoDo(roster.rows, doing.value);
  const free = whoDo(roster.loaded, 'free').length;
  const view = { rows, hours: roster.hours, day: roster.day, now: roster.now, at: freeAt.at, isAsked: freeAt.isAsked };
  return (
    <>
      <PageHeader title="Instructors">
        <RosterCounters rows={roster.loaded} chosen={doing.value} onChoose={(choice) => void doing.set(choice)} />
      </PageHeader>
      <Panel
        title={dayText(date.value)}
        count={rows.length === roster.totalItems ? `${rows.length} in all` : `${rows.length} of ${roster.totalItems}`}
        reading={roster.reading}
        beside={roster.beside}
        onRetry={roster.retry}
        actions={<DateSwitch day={date.value} today={today} onChange={(day) => void date.set(day)} />}
      >
        <FilterBar list={list} names={words.names}>
          <SearchField
            label="Search by name"
            placeholder="Name"
            value={search.value}
            onChange={(text) => void search.set(text)}
          />
          <FreeAtSlider freeAt={freeAt} free={free} />
        </FilterBar>
        <Notices
          notes={[...list.problems, date.problem, freeAt.problem, doing.problem, sort.problem, ...roster.notes]}
          scope={
            roster.isComplete
              ? null
              : `Search, counts and order cover the ${roster.loaded.length} loaded of ${roster.totalItems}.`
          }
          setAside={roster.setAside}
        />
        {rows.length === 0 && <NoInstructor hasAny={roster.totalItems > 0} />}
        {rows.length > 0 && isWide && <RosterTable {...view} sort={sort} isComplete={roster.isComplete} />}
        {rows.length > 0 && !isWide && <RosterCards {...view} />}
        <DutyKey kinds={dutyKinds} />
        <p className={style['said']}>
          Free means that nothing is booked: the API gives no working hours. Booked hours are booked, not flown.
        </p>
        <Pager list={list} page={roster.page} totalItems={roster.totalItems} />
        <QueryShown id="listInstructors" query={roster.query} words={words} />
        <QueryShown
          id="listReservations"
          query={{
            filters: overlapFilters(daySpan(addDays(date.value, -1), school.timeZone, 2), school.timeZone),
            limit: 250,
          }}
        />
      </Panel>
    </>
  );
}

function NoInstructor({ hasAny }: { hasAny: boolean }) {
  return (
    <p className={style['none']}>
      {hasAny ? 'No instructor among those loaded matches.' : 'No instructors match these filters.'}
    </p>
  );
}
