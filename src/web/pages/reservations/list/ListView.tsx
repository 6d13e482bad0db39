import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { dayOf, type Day } from '#domain/time/time.ts';
import { useDispatchChecks } from '#web/queries/fitness.ts';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { FilterSentences } from '#web/ui/controls/FilterSentences.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { ReservationCards, ReservationTable } from '#web/ui/reservation/ReservationTable.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { useUrlText } from '#web/ui/page/urlState.ts';
import style from './ListView.module.css';
import { SpanChoices } from './SpanChoices.tsx';
import { useReservationList } from './useReservationList.ts';

/**
 * Reservations as the API gives them: its filters, its pages, its order. Without a word in the address it begins on `day`,
 * for the first page of everything is years old.
 */
export function ListView({ day }: { day: Day }) {
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const isPhone = useMediaQuery('(max-width: 700px)');
  const isWide = useMediaQuery('(min-width: 960px)');
  const found = useReservationList(day);
  const { list, bookings } = found;
  const { checks } = useDispatchChecks(school, bookings, { now, clock: useClock() });
  const isBeside = useUrlText('reservation').value !== '';
  const words = { year: today.slice(0, 4), names: { userId: found.names } };
  const Rows = isWide ? ReservationTable : ReservationCards;
  return (
    <div className={style['list']} data-is-beside={isBeside}>
      <Panel
        title="Reservations"
        count={`${bookings.length} of ${found.totalItems.toLocaleString('en')}`}
        reading={found.reading}
        onRetry={found.retry}
      >
        <div className={style['asking']}>
          <SpanChoices list={list} day={day} today={today} />
          <FilterSentences list={list} words={words} />
        </div>
        <Folding isOpen={!isPhone}>
          <FilterBar list={list} names={words.names}>
            {found.scope && <span className={style['scope']}>{found.scope}</span>}
          </FilterBar>
        </Folding>
        <Notices
          notes={[...list.problems, ...found.notes]}
          setAside={[{ what: 'reservations', records: found.setAside }]}
        />
        {bookings.length > 0 ? (
          <Rows
            caption="Reservations, in the order of the service"
            bookings={bookings}
            year={words.year}
            checks={checks}
          />
        ) : (
          <p className={style['none']}>No reservations match these filters.</p>
        )}
        <Pager list={list} page={found.page} totalItems={found.totalItems} />
        <QueryShown id="listReservations" query={found.query} words={words} />
      </Panel>
    </div>
  );
}

/** On a phone the controls fold away: the filters that are on stand above them in words. */
function Folding({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  if (isOpen) return children;
  return (
    <details className={style['folding']}>
      <summary>
        All filters
        <Icon name="down" size={14} />
      </summary>
      {children}
    </details>
  );
}
