import useMediaQuery from '@mui/material/useMediaQuery';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { dayOf, type Day } from '#domain/time/time.ts';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { ReservationCards, ReservationTable } from '#web/ui/reservation/ReservationTable.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import style from './instructor.module.css';
import { useMemo } from 'react';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { useBookingPage } from '#web/queries/lists.ts';
import { useListState } from '#web/ui/page/urlState.ts';

type UpcomingPanelProps = { userId: string; name: string; words: SentenceWords };

/** An instructor's reservations through the API's own filter, from today on until the filters say otherwise. */
export function UpcomingPanel({ userId, name, words }: UpcomingPanelProps) {
  const school = useSchool();
  const today = dayOf(useMinute(), school.timeZone);
  const isWide = useMediaQuery('(min-width: 700px)');
  const { list, bookings, ...found } = useUpcoming(userId, today);
  const Rows = isWide ? ReservationTable : ReservationCards;
  return (
    <Panel
      title="Reservations"
      count={`${bookings.length} of ${found.totalItems.toLocaleString('en')}`}
      reading={found.reading}
      onRetry={found.retry}
    >
      <FilterBar list={list} />
      <Notices
        notes={[...list.problems, ...found.notes]}
        setAside={[{ what: 'reservations', records: found.setAside }]}
      />
      {bookings.length > 0 ? (
        <Rows
          caption={`Reservations of ${name}, in the order of the service`}
          bookings={bookings}
          year={today.slice(0, 4)}
        />
      ) : (
        <p className={style['none']}>No reservations match these filters.</p>
      )}
      <Pager list={list} page={found.page} totalItems={found.totalItems} />
      <QueryShown id="listReservations" query={found.query} words={words} />
    </Panel>
  );
}

/** The page of one person's reservations that the address asks for: those of six weeks from `day` on, where it says nothing. */
function useUpcoming(userId: string, day: Day) {
  const school = useSchool();
  const usual = useMemo(
    () => spanFilters(day, { name: school.timeZone, zoneless: school.zonelessTimes }).weeks,
    [day, school],
  );
  const stated = useListState('listReservations', 25, usual);
  // The person is in the path of the page, and nothing in its address can say another.
  const list = {
    ...stated,
    operation: { ...stated.operation, filters: stated.operation.filters.filter(({ name }) => name !== 'userId') },
    query: {
      ...stated.query,
      filters: { ...stated.query.filters, userId: { operator: 'eq', values: [userId] } as const },
    },
  };
  return { ...useBookingPage(school, list), list };
}
