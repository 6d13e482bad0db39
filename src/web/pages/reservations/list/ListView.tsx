import { useMediaQuery } from '#web/ui/page/display.tsx';
import { type ReactNode, useMemo } from 'react';
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
import { useUrlText, type ListControls, useListState } from '#web/ui/page/urlState.ts';
import style from './ListView.module.css';
import { printFilter } from '#contract/filters.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Filters, setFilter } from '#domain/lists/listState.ts';
import { type ReservationSpan, spanFilters } from '#domain/reservations/reservationSpans.ts';
import { mondayOf } from '#domain/calendar/days.ts';
import { Choices } from '#web/ui/controls/controls.tsx';
import { isTimed } from '#domain/reservations/bookings.ts';
import { useBookingPage } from '#web/queries/lists.ts';
import { usePeopleNames } from '#web/queries/reservations.ts';

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

type SpanChoicesProps = { list: ListControls; day: Day; today: Day };

/** The times people ask for most; each sets the two time filters, where all can see them. */
export function SpanChoices({ list, day, today }: SpanChoicesProps) {
  const school = useSchool();
  const spans = spanFilters(day, { name: school.timeZone, zoneless: school.zonelessTimes });
  const asked = printTimes(list.query.filters ?? {});
  const options = (Object.keys(spans) as ReservationSpan[]).map((span) => ({
    value: span,
    label: label(span, day, today),
  }));
  const chosen = options.find(({ value }) => printTimes(spans[value]) === asked);
  const choose = (span: ReservationSpan) => {
    const { startTime, endTime } = spans[span];
    void list.change({
      ...setFilter('startTime', startTime ?? null, list.usual),
      ...setFilter('endTime', endTime ?? null, list.usual),
    });
  };
  return (
    <Choices
      label="Times"
      value={chosen?.value ?? 'other'}
      options={options}
      onChange={(span) => span !== 'other' && choose(span)}
    />
  );
}

function printTimes({ startTime, endTime }: Filters): string {
  return [startTime, endTime].map((filter) => filter && printFilter(filter)).join(' ');
}

function label(span: ReservationSpan, day: Day, today: Day): string {
  const isToday = day === today;
  if (span === 'weeks') return 'Six weeks';
  if (span === 'from') return `From ${isToday ? 'today' : dayText(day)}`;
  if (span === 'day') return isToday ? 'Today' : dayText(day);
  if (span === 'week') return isToday ? 'This week' : `Week of ${dayText(mondayOf(day))}`;
  return 'All';
}

/** The page of reservations that the address asks for, and what is odd about it. */
export function useReservationList(day: Day) {
  const school = useSchool();
  const usual = useMemo(
    () => spanFilters(day, { name: school.timeZone, zoneless: school.zonelessTimes }).weeks,
    [day, school],
  );
  const list = useListState('listReservations', 50, usual);
  const page = useBookingPage(school, list);
  const untimed = page.bookings.filter((booking) => !isTimed(booking)).length;
  return {
    ...page,
    list,
    names: usePeopleNames(),
    notes: [...page.notes, untimed > 0 ? `${untimed} without a readable span of time.` : null],
  };
}
