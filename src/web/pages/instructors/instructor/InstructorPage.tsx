import type { Reading } from '#domain/answers/pageChecks.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { LifeMark } from '#web/components/controls/StateMark.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { noneText, unanswered } from '#domain/answers/known.ts';
import { hasPerson } from '#domain/duty/duties.ts';
import { personLink, readKey } from '#domain/reservations/links.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import {
  noneBooked,
  overlapFilters,
  type ReservationSpan,
  spanFilters,
} from '#domain/reservations/reservationSpans.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Day, dayOf, type Instant, type Span } from '#domain/time/time.ts';
import { useFeed } from '#web/data/gateway/access.ts';
import { listQuery } from '#web/data/api.ts';
import { useBehind } from '#web/data/behind.ts';
import { useDispatchCheck } from '#web/data/fitness.ts';
import { useReservationPage } from '#web/data/lists.ts';
import { onlyIf, useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { windowQuery, zoneOf } from '#web/data/replica.ts';
import { useReservation } from '#web/data/openReservation.ts';
import { loadSchedule } from '#web/data/reservations.ts';
import { DateSwitch } from '#web/components/controls/DateSwitch.tsx';
import { FilterBar } from '#web/components/controls/FilterBar.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge, useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useRights, useSchool } from '#web/components/page/school.tsx';
import { useListState } from '#web/components/page/urlList.ts';
import { useUrlDay, useUrlText, useHere } from '#web/components/page/urlState.ts';
import { IcsButton } from '#web/components/panel/IcsButton.tsx';
import { later } from '#web/components/panel/later.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { PanelsTogether } from '#web/components/panel/PanelsTogether.tsx';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { SidePanel } from '#web/components/panel/SidePanel.tsx';
import { ReservationDetails } from '#web/components/reservation/ReservationDetails.tsx';
import { absentText } from '#web/components/reservation/reservationWords.ts';
import { ReservationRows } from '#web/components/reservation/ReservationTable.tsx';
import { SpanChoices, useHeldNote, useMeanwhileText } from '#web/components/reservation/SpanChoices.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import { DayDuties, TimeOffPanel, WeekDuties } from './DutyPanels.tsx';
import style from './instructor.module.css';
import { personOf, weekModel, weekSpan } from './instructorModel.ts';
import { timeOffModel, timeOffQuestion } from './timeOffModel.ts';
import { numberText } from '#domain/words.ts';

/** In a file of its own, because most instructors have no such students. */
const BehindPanel = later(async () => (await import('#web/components/people/BehindPanel.tsx')).BehindPanel, Nothing);

export { readReadiness as readFirst } from '#web/data/fitness.ts';

/**
 * One instructor: the day, the week and the coming weeks. The API has no call for a single instructor. A person found in the
 * list or in a reservation has a page.
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
  const { person, ...listed } = usePerson(userId);
  const { week, load, ...booked } = useWeek(userId, date.value);
  const { instructor, name } = person;
  const makeFeed = useOwnFeed(userId, name);
  const shown = name ?? 'this instructor';
  const words = { year: today.slice(0, 4), names: { userId: new Map([[userId, shown]]) } };
  const retry = () => {
    listed.retry();
    booked.retry();
  };
  if (person.isUnknown || !person.isAskable) {
    return <NoSchedule name={name} userId={userId} reading={listed.reading} onRetry={retry} />;
  }
  const switchDay = <DateSwitch day={date.value} today={today} onChange={date.set} />;
  return (
    <>
      <Back />
      <PageHeader title={name ?? 'Instructor'}>
        {instructor && <LifeMark status={instructor.instructorStatus} />}
        {person.isUnlisted && <span className={style['quiet']}>not in the list of instructors</span>}
        {name === null && listed.reading.failure && <span className={style['quiet']}>name not known</span>}
        {name !== null && (
          <AppLink className={style['link']} to={personLink(userId)} isAlone>
            Person
          </AppLink>
        )}
        <span className={style['tools']}>
          <IcsButton name={name ?? 'Instructor'} day={date.value} load={load} makeFeed={makeFeed} note={noteExport} />
        </span>
      </PageHeader>
      <PanelsTogether>
        <div className={style['columns']}>
          <DayDuties
            week={week}
            now={now}
            reading={booked.reading}
            query={booked.query}
            words={words}
            actions={switchDay}
            onRetry={retry}
          />
          <WeekDuties week={week} now={now} reading={booked.reading} onChoose={date.set} onRetry={retry} />
          <div className={style['wide']}>
            <StudentsOf userId={userId} />
            <TimeOffOf userId={userId} today={today} words={words} />
            <ReservationsOf userId={userId} name={shown} today={today} words={words} />
          </div>
        </div>
      </PanelsTogether>
      <OpenReservation now={now} />
    </>
  );
}

type NoScheduleProps = { name: string | null; userId: string; reading: Reading; onRetry: () => void };

/** Replaces the schedule if the id is not in the list, or cannot be requested. */
function NoSchedule({ name, userId, reading, onRetry }: NoScheduleProps) {
  const unlisted = useNoneText(`The service lists no instructor with the id ${userId}.`, reading);
  return (
    <>
      <Back />
      <PageHeader title={name ?? 'Instructor'} />
      <Panel
        title="Reservations"
        reading={reading}
        onRetry={onRetry}
        empty={unlisted}
        afterEmpty={
          <>
            {' '}
            <AppLink to="/instructors" isAlone>
              Choose another
            </AppLink>
          </>
        }
      >
        {null}
      </Panel>
    </>
  );
}

/** Creates the private link to their calendar. */
function useOwnFeed(userId: string, name: string | null) {
  const feed = useFeed();
  return () => feed({ of: 'instructor', id: userId }, name ?? 'Instructor');
}

function Back() {
  return (
    <p className={style['back']}>
      <AppLink to="/instructors" isAlone>
        Instructors
      </AppLink>
    </p>
  );
}

/** The person of the page, from the list, otherwise from any reservation. */
function usePerson(userId: string) {
  const school = useSchool();
  const refresh = useRefresh();
  const options = listQuery(school, 'listInstructors', {});
  const list = useQuery(options);
  const instructors = list.data?.value.records;
  const listed = personOf(userId, instructors, undefined);
  const filters = { userId: { operator: 'eq', values: [userId] } } as const;
  const any = useQuery({
    ...listQuery(school, 'listReservations', { filters, limit: 1 }),
    ...onlyIf(listed.isUnlisted && listed.isAskable),
  });
  return {
    person: personOf(userId, instructors, any.data?.value),
    reading: readingOf('listInstructors', list),
    retry: () => refresh(options.queryKey),
  };
}

/** The week of a day. */
function useWeek(userId: string, date: Day) {
  const school = useSchool();
  const client = useQueryClient();
  const refresh = useRefresh();
  const clock = useClock();
  const now = useMinute();
  const span = weekSpan(date, school.timeZone);
  const options = windowQuery(school, span);
  const result = useQuery(options);
  const instructors = useQuery(listQuery(school, 'listInstructors', {})).data?.value.records;
  const window = result.isPlaceholderData ? undefined : result.data?.value;
  const reading = readingOf('reservations', result);
  // Days that are not loaded are reported one by one.
  const known = useKnowledge({ ...reading, gaps: (reading.gaps ?? []).filter(({ of }) => of !== 'day') });
  const week = useMemo(
    () => weekModel(window, userId, date, { now, clock, known, instructors }),
    [window, userId, date, now, clock, known, instructors],
  );
  const filters = { ...overlapFilters(span, school.timeZone), userId: { operator: 'eq', values: [userId] } } as const;
  return {
    week,
    query: { filters, limit: 250 },
    reading,
    retry: () => refresh(options.queryKey),
    /** The reservations for a calendar file. */
    load: (wanted: Span) => loadSchedule(client, school, wanted, (reservation) => hasPerson(reservation, userId)),
  };
}

/** Their students that fall behind. */
function StudentsOf({ userId }: { userId: string }) {
  const { maySee } = useRights();
  const isShown = maySee('students');
  const behind = useBehind(isShown);
  return isShown ? <BehindPanel {...behind} instructorId={userId} /> : null;
}

function Nothing() {
  return null;
}

type OwnProps = { userId: string; today: Day; words: SentenceWords };

function TimeOffOf({ userId, today, words }: OwnProps) {
  const school = useSchool();
  const clock = useClock();
  const refresh = useRefresh();
  const zone = zoneOf(school);
  const list = { day: today, zone, ahead: school.copyDays.ahead };
  const { query, ...addresses } = timeOffQuestion(userId, list);
  const options = listQuery(school, 'listReservations', query);
  const result = useQuery(options);
  // Yesterday's answer stays until today's is loaded: the model leaves out what has ended.
  const page = result.data?.value;
  const reading = readingOf('listReservations', result);
  const known = useKnowledge(reading);
  return (
    <TimeOffPanel
      timeOff={timeOffModel(page, { userId, list, clock, query, known })}
      {...addresses}
      reading={reading}
      query={query}
      words={words}
      onRetry={() => refresh(options.queryKey)}
    />
  );
}

/** An instructor's reservations through the API's own filter, from today on unless the filters say otherwise. */
function ReservationsOf({ userId, name, today, words }: OwnProps & { name: string }) {
  const school = useSchool();
  const isWide = useMediaQuery('(min-width: 1040px)');
  const defaults = useMemo(
    () => spanFilters({ day: today, zone: zoneOf(school), ahead: school.copyDays.ahead }).weeks,
    [today, school],
  );
  const stated = useListState('listReservations', 25, defaults);
  // The path names the person, and no parameter can name another.
  const fields = stated.operation.filters.filter((field) => field.name !== 'userId');
  const filters = { ...stated.query.filters, userId: { operator: 'eq', values: [userId] } } as const;
  const operation = { ...stated.operation, filters: fields };
  const list = { ...stated, operation, query: { ...stated.query, filters } };
  const found = useReservationPage(school, list, useMinute());
  const heldNote = useHeldNote(list);
  const meanwhile = useMeanwhileText(found.meanwhile);
  const reservations = meanwhile?.reservations ?? found.reservations;
  const note = meanwhile?.text ?? heldNote;
  const known = useKnowledge(found.reading);
  const none = noneText(
    found.isAnswer ? known : unanswered(known),
    noneBooked(stated.query.filters ?? {}, 'No reservations.'),
  );
  return (
    <Panel
      title="Reservations"
      count={found.isAnswer ? `${reservations.length} of ${numberText(found.totalItems)}` : null}
      reading={found.reading}
      onRetry={found.retry}
      tools={<FilterBar list={list} />}
    >
      <div className={style['spans']}>
        <SpanChoices list={list} day={today} spans={spans} />
        {note !== null && <span className={style['quiet']}>{note}</span>}
      </div>
      <Notices notes={found.notes} setAside={[{ what: 'reservation', records: found.setAside }]} />
      {reservations.length > 0 ? (
        <ReservationRows
          caption={`Reservations of ${name}, in their original order`}
          reservations={reservations}
          year={today.slice(0, 4)}
          isCards={!isWide}
        />
      ) : (
        <None of={none} className={style['none']} />
      )}
      {!meanwhile && <Pager list={list} page={found.page} totalItems={found.totalItems} />}
      <QueryShown id="listReservations" query={found.query} words={words} />
    </Panel>
  );
}

const spans: readonly ReservationSpan[] = ['weeks', 'before', 'from', 'all'];

/** The reservation in the address, open beside the page. */
function OpenReservation({ now }: { now: Instant }) {
  const school = useSchool();
  const navigate = useNavigate();
  const here = useHere();
  const open = readKey(useUrlText('reservation').value);
  const clock = useClock();
  const found = useReservation(school, open);
  const { reservation, isWhole, failure } = found;
  const check = useDispatchCheck(school, reservation, now, clock);
  if (open === null) return null;
  const day =
    reservation && reservation.start !== null ? `, ${dayText(dayOf(reservation.start, school.timeZone))}` : '';
  return (
    <SidePanel about={open} title={`Reservation${day}`} onClose={() => void navigate(here({ reservation: null }))}>
      {reservation ? (
        <ReservationDetails
          key={reservation.key}
          reservation={reservation}
          isWhole={isWhole}
          failure={failure}
          now={now}
          check={check}
        />
      ) : (
        <p className={style['none']} role="status">
          {absentText(found, clock)}
        </p>
      )}
    </SidePanel>
  );
}
