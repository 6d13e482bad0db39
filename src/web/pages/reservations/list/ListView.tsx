import { useMediaQuery } from '#web/ui/page/display.tsx';
import { useMemo } from 'react';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { dayOf, type Day } from '#domain/time/time.ts';
import { useDispatchChecks } from '#web/queries/fitness.ts';
import { useBookingPage } from '#web/queries/lists.ts';
import { usePeopleNames } from '#web/queries/reservations.ts';
import { Choices } from '#web/ui/controls/controls.tsx';
import { FilterBar, FilterSentences } from '#web/ui/controls/FilterBar.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { useListState, useUrlText } from '#web/ui/page/urlState.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { ReservationCards, ReservationTable } from '#web/ui/reservation/ReservationTable.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import style from './ListView.module.css';
import { shownList, spanChange, spanChoices } from './model.ts';

/**
 * Reservations as the API gives them: its filters, its pages, its order. Without filters in the address it begins on `day`,
 * because the first page of everything is years old.
 */
export function ListView({ day }: { day: Day }) {
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const zone = useMemo(() => ({ name: school.timeZone, zoneless: school.zonelessTimes }), [school]);
  const isWide = useMediaQuery('(min-width: 960px)');
  const isPhone = useMediaQuery('(max-width: 700px)');
  const usual = useMemo(() => spanFilters(day, zone).weeks, [day, zone]);
  const list = useListState('listReservations', 50, usual);
  const page = useBookingPage(school, list);
  const { count, bookings, notes, empty } = shownList(page);
  const { checks } = useDispatchChecks(school, page.bookings, { now, clock: useClock() });
  const times = spanChoices(list.query.filters ?? {}, day, today, zone);
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
          <Choices
            label="Times"
            value={times.value}
            options={times.options}
            onChange={(span) => span !== 'other' && void list.change(spanChange(span, day, zone, list.usual))}
          />
          {isPhone ? (
            <details className={style['filters']}>
              <summary>{filterCount === 1 ? '1 filter' : `${filterCount} filters`} in words</summary>
              <FilterSentences list={list} words={words} />
            </details>
          ) : (
            <FilterSentences list={list} words={words} />
          )}
        </div>
        {page.scope && <p className={style['scope']}>{page.scope}</p>}
        <Notices notes={notes} setAside={[{ what: 'reservations', records: page.setAside }]} />
        {empty === null ? (
          <Rows
            caption="Reservations, in original order"
            bookings={bookings}
            year={words.year}
            checks={checks ?? noChecks}
          />
        ) : (
          <p className={style['none']} role={page.isAnswer ? undefined : 'status'}>
            {empty}
          </p>
        )}
        <Pager list={list} page={page.page} totalItems={page.totalItems} />
        <QueryShown id="listReservations" query={page.query} words={words} />
      </Panel>
    </div>
  );
}

/** Keeps the column while checks are being made. */
const noChecks: NonNullable<ReturnType<typeof useDispatchChecks>['checks']> = new Map();
