import { useMediaQuery } from '#web/ui/page/display.tsx';
import { dayText, clockText } from '#domain/time/clock.ts';
import { dutyKinds } from '#domain/duty/duties.ts';
import { addDays, dayOf, daySpan } from '#domain/time/time.ts';
import { overlapFilters } from '#domain/answers/windows.ts';
import { SearchField, IconButton } from '#web/ui/controls/controls.tsx';
import { DateSwitch } from '#web/ui/controls/DateSwitch.tsx';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useSchool, useClock } from '#web/ui/page/school.tsx';
import { useSortState } from '#web/ui/table/tableState.ts';
import { useListState, useUrlChoice, useUrlDay, useUrlText } from '#web/ui/page/urlState.ts';
import { DutyKey, doingLook, doingWord } from '#web/pages/instructors/duties.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import { RosterCards } from './RosterCards.tsx';
import { RosterTable, sortableColumns } from './RosterTable.tsx';
import { useFreeAt, usePlaces, useRemembered, useRoster, whoDo, type FreeAt } from './useRoster.ts';
import { useId } from 'react';
import { type Doing, doingOf, type RosterRow } from '#domain/duty/roster.ts';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

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

/** "Who is free at 1500L", by a slider over the quarter hours of the day. */
export function FreeAtSlider({ freeAt, free }: { freeAt: FreeAt; free: number }) {
  const clock = useClock();
  const id = useId();
  const { quarters, at, isAsked, ask } = freeAt;
  const index = quarters.findLastIndex((quarter) => quarter.at <= at);
  const said = clockText(at, clock);
  return (
    <div className={style['freeAt']} role="group" aria-label="Who is free">
      <label htmlFor={id}>
        Who is free at <output htmlFor={id}>{said}</output>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={quarters.length - 1}
        value={index}
        aria-valuetext={`${said}, ${free} free`}
        onChange={(event) => ask(quarters[Number(event.target.value)] ?? null)}
      />
      <span className={style['freeCount']}>
        <b>{free}</b> free
      </span>
      <IconButton icon="close" label="Clear time" disabled={!isAsked} onClick={() => ask(null)} />
    </div>
  );
}

const order: readonly Doing[] = ['free', 'no hours', ...dutyKinds, 'out-of-service', 'unknown'];

/** What the roster can be narrowed to. */
export const doings = ['any', ...order, 'advisory'] as const;
type Choice = (typeof doings)[number];

type RosterCountersProps = { rows: readonly RosterRow[]; chosen: Choice; onChoose: (choice: Choice) => void };

/** How many instructors do what at the time that is looked at, and how many have an advisory on the day. */
export function RosterCounters({ rows, chosen, onChoose }: RosterCountersProps) {
  const counts = Map.groupBy(rows, doingOf);
  const advisories = whoDo(rows, 'advisory').length;
  const counters = order
    .filter((doing) => counts.has(doing) || doing === chosen)
    .map((doing) => ({
      value: doing as Choice,
      text: (
        <StateMark {...doingLook(doing)}>
          <b>{counts.get(doing)?.length ?? 0}</b> {doingWord(doing)}
        </StateMark>
      ),
    }));
  const advisory = {
    value: 'advisory' as const,
    text: (
      <StateMark shape="triangle" tone="warning">
        <b>{advisories}</b> {advisories === 1 ? 'advisory' : 'advisories'}
      </StateMark>
    ),
  };
  return (
    <Counters
      label="Instructors by what they do"
      counters={advisories > 0 || chosen === 'advisory' ? [...counters, advisory] : counters}
      chosen={chosen === 'any' ? null : chosen}
      onChoose={(choice) => onChoose(choice ?? 'any')}
    />
  );
}
