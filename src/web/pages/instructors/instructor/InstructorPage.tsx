import { useParams } from 'react-router';
import { personLink } from '#domain/lists/links.ts';
import { dayOf } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { IcsButton } from '#web/ui/panel/IcsButton.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useUrlDay } from '#web/ui/page/urlState.ts';
import { DayDuties, WeekDuties } from './DutyList.tsx';
import { InstructorStatus } from '#web/pages/instructors/InstructorStatus.tsx';
import style from './instructor.module.css';
import { OpenReservation } from './OpenReservation.tsx';
import { TimeOffPanel } from './TimeOffPanel.tsx';
import { UpcomingPanel } from './UpcomingPanel.tsx';
import { type Person, usePerson } from './usePerson.ts';

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
