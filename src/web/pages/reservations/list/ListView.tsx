import { useMediaQuery } from '#web/ui/page/display.tsx';
import { useMemo } from 'react';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { dayOf, type Day } from '#domain/time/time.ts';
import { useDispatchChecks } from '#web/queries/fitness.ts';
import { useBookingPage } from '#web/queries/lists.ts';
import { usePeopleNames } from '#web/queries/reservations.ts';
import { FilterBar, FilterSentences } from '#web/ui/controls/FilterBar.tsx';
import { useKnowledge } from '#web/ui/page/connection.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/ui/page/school.tsx';
import { useListState, useUrlText } from '#web/ui/page/urlState.ts';
import { None } from '#web/ui/panel/None.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { ReservationCards, ReservationTable } from '#web/ui/reservation/ReservationTable.tsx';
import { SpanChoices, useHeldNote, useMeanwhileText } from '#web/ui/reservation/SpanChoices.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import style from './ListView.module.css';
import { shownList } from './model.ts';

/**
 * Reservations as the API gives them: its filters, its pages, its order. Without filters in the address it begins on `day`,
 * because the first page of everything is years old.
 */
export function ListView({ day }: { day: Day }) {
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const isWide = useMediaQuery('(min-width: 960px)');
  const isPhone = useMediaQuery('(max-width: 700px)');
  const usual = useMemo(() => {
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    return spanFilters({ day, zone, ahead: school.copyDays.ahead }).weeks;
  }, [day, school]);
  const list = useListState('listReservations', 50, usual);
  const page = useBookingPage(school, list, now);
  const { count, bookings, notes, scope, empty } = shownList({
    ...page,
    meanwhile: useMeanwhileText(page.meanwhile),
    narrowing: useLocationChoice(),
    known: useKnowledge(page.reading),
  });
  const { checks } = useDispatchChecks(school, page.meanwhile?.bookings ?? page.bookings, { now, clock: useClock() });
  const heldNote = useHeldNote(list);
  const filterCount = Object.keys(list.query.filters ?? {}).length;
  const isBeside = useUrlText('reservation').value !== '';
  const words = { year: today.slice(0, 4), names: { userId: usePeopleNames() } };
  const Rows = isWide ? ReservationTable : ReservationCards;
  return (
    <div className={style['list']} data-is-beside={isBeside}>
      <Panel
        title="Reservations"
        count={count}
        reading={page.reading}
        onRetry={page.retry}
        tools={<FilterBar list={list} names={words.names} />}
      >
        <div className={style['asking']}>
          <SpanChoices list={list} day={day} />
          {isPhone ? (
            <details className={style['filters']}>
              <summary>{filterCount === 1 ? '1 filter' : `${filterCount} filters`} in words</summary>
              <FilterSentences list={list} words={words} />
            </details>
          ) : (
            <FilterSentences list={list} words={words} />
          )}
        </div>
        {heldNote && <p className={style['scope']}>{heldNote}</p>}
        {page.scope && <p className={style['scope']}>{page.scope}</p>}
        <Notices notes={notes} scope={scope} setAside={[{ what: 'reservations', records: page.setAside }]} />
        {empty === null ? (
          <Rows
            caption="Reservations, in original order"
            bookings={bookings}
            year={words.year}
            checks={checks ?? 'not known yet'}
          />
        ) : (
          <None of={empty} className={style['none']} />
        )}
        {page.meanwhile === null && <Pager list={list} page={page.page} totalItems={page.totalItems} />}
        <QueryShown id="listReservations" query={page.query} words={words} />
      </Panel>
    </div>
  );
}
