import { useParams, useNavigate } from 'react-router';
import { personLink, readKey } from '#domain/lists/links.ts';
import { dayOf, type Instant, type Day } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { IcsButton } from '#web/ui/panel/IcsButton.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useSchool, useClock } from '#web/ui/page/school.tsx';
import { useUrlDay, useUrlText, useListState } from '#web/ui/page/urlState.ts';
import { DayDuties, WeekDuties } from './DutyList.tsx';
import { InstructorStatus } from '#web/pages/instructors/InstructorStatus.tsx';
import style from './instructor.module.css';
import { TimeOffPanel } from './TimeOffPanel.tsx';
import { type Person, usePerson } from './usePerson.ts';
import { dayText } from '#domain/time/clock.ts';
import { useDispatchCheck } from '#web/queries/fitness.ts';
import { useReservation } from '#web/queries/reservations.ts';
import { useHere } from '#web/ui/page/here.ts';
import { ReservationDetails } from '#web/ui/reservation/ReservationDetails.tsx';
import { SidePanel } from '#web/ui/panel/SidePanel.tsx';
import { useMediaQuery } from '#web/ui/page/display.tsx';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { FilterBar } from '#web/ui/controls/FilterBar.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { ReservationCards, ReservationTable } from '#web/ui/reservation/ReservationTable.tsx';
import { useMemo } from 'react';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { useBookingPage } from '#web/queries/lists.ts';

/**
 * One instructor: the day, the week and what is to come. The API has no call for a single instructor, so the list and the
 * reservations are asked; who is in one of them has a page.
 */
export function InstructorPage() {
  const userId = (useParams()['userId'] ?? '').toLowerCase();
  return <Schedule key={userId} userId={userId} />;
}

function Schedule({ userId }: { userId: string }) {
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const date = useUrlDay('date', today);
  const person = usePerson(userId, date.value);
  const { instructor, name } = person;
  const shown = name ?? 'this instructor';
  const words = { year: today.slice(0, 4), names: { userId: new Map([[userId, shown]]) } };
  if (person.isUnknown || !person.isAskable) return <UnknownInstructor userId={userId} person={person} />;
  return (
    <>
      <Back />
      <PageHeader title={name ?? 'Instructor'}>
        {instructor && <InstructorStatus status={instructor.instructorStatus} />}
        {person.isUnlisted && <span className={style['quiet']}>not in the list of instructors</span>}
        <AppLink className={style['link']} to={personLink(userId)}>
          Person
        </AppLink>
        <span className={style['tools']}>
          <IcsButton name={name ?? 'Instructor'} day={date.value} load={person.load} />
        </span>
      </PageHeader>
      <div className={style['columns']}>
        <DayDuties person={person} date={date} today={today} now={now} words={words} />
        <WeekDuties person={person} date={date} now={now} />
        <div className={style['wide']}>
          <TimeOffPanel userId={userId} words={words} />
          <UpcomingPanel userId={userId} name={shown} words={words} />
        </div>
      </div>
      <OpenReservation now={now} />
    </>
  );
}

function Back() {
  return (
    <p className={style['back']}>
      <AppLink to="/instructors">Instructors</AppLink>
    </p>
  );
}

function UnknownInstructor({ userId, person }: { userId: string; person: Person }) {
  return (
    <>
      <Back />
      <PageHeader title={person.name ?? 'Instructor'} />
      <Panel
        title="Reservations"
        reading={person.listReading}
        onRetry={person.retry}
        empty={
          <>
            {person.instructor
              ? 'Reservations cannot be asked for by this instructor’s id, which is no guid:'
              : 'The service lists no instructor with the id'}{' '}
            <code>{userId}</code>. <AppLink to="/instructors">Choose another</AppLink>.
          </>
        }
      >
        {null}
      </Panel>
    </>
  );
}

/** The reservation that the address opens, beside the page. */
export function OpenReservation({ now }: { now: Instant }) {
  const school = useSchool();
  const navigate = useNavigate();
  const here = useHere();
  const open = readKey(useUrlText('reservation').value);
  const { booking, isWhole, isLoading, failure } = useReservation(school, open);
  const check = useDispatchCheck(school, booking, now, useClock());
  if (open === null) return null;
  const day = booking && booking.start !== null ? `, ${dayText(dayOf(booking.start, school.timeZone))}` : '';
  return (
    <SidePanel about={open} title={`Reservation${day}`} onClose={() => void navigate(here({ reservation: null }))}>
      {booking ? (
        <ReservationDetails
          key={booking.key}
          booking={booking}
          isWhole={isWhole}
          failure={failure}
          now={now}
          check={check}
        />
      ) : (
        <p className={style['none']} role="status">
          {isLoading ? 'Loading…' : 'This reservation is not here: it may have been cancelled.'}
        </p>
      )}
    </SidePanel>
  );
}

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
