import { type ReactNode, useMemo } from 'react';
import { lacking, unanswered } from '#domain/answers/known.ts';
import { dayOf } from '#domain/time/time.ts';
import { useReservationPage } from '#web/data/lists.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { ReservationStatus } from '#web/components/reservation/kinds.tsx';
import { reservationDay, reservationTimes } from '#domain/reservations/reservationHeading.ts';
import style from './people.module.css';
import { nextSlotLike, personReservations, type PersonReservations, reservationQuestions } from './personModel.ts';

/** A person's next and last flights. They come from the gateway's copy, so viewing a person costs no call. */
function usePersonReservations(userId: string) {
  const school = useSchool();
  const now = useMinute();
  const { timeZone, zonelessTimes, copyDays } = school;
  const list = useMemo(
    () => ({
      day: dayOf(now, timeZone),
      zone: { name: timeZone, zoneless: zonelessTimes },
      ahead: copyDays.ahead,
    }),
    [now, timeZone, zonelessTimes, copyDays],
  );
  const questions = useMemo(() => reservationQuestions(userId, list), [userId, list]);
  const ahead = useReservationPage(school, questions.ahead, now);
  const before = useReservationPage(school, questions.before, now);
  const known = { ahead: useOwnKnowledge(ahead), before: useOwnKnowledge(before) };
  const found = personReservations([...before.reservations, ...ahead.reservations], { userId, list, now, known });
  return { ahead, before, found, allAddress: questions.allAddress };
}

/** What a person is on and has next, as the first figures of their page. */
export function NextFigures({ userId }: { userId: string }) {
  const { lines, none } = usePersonReservations(userId).found.next;
  if (lines.length === 0) return <Figure label="Next">{none.text}</Figure>;
  const [now, next] = [lines.find(({ isNow }) => isNow), lines.find(({ isNow }) => !isNow)];
  return (
    <>
      {now && <ReservationFigure label="Now" line={now} />}
      {next && <ReservationFigure label="Next" line={next} />}
    </>
  );
}

type ReservationFigureProps = { label: string; line: PersonReservations['next']['lines'][number] };

function ReservationFigure({ label, line: { reservation, link, tail, others, what } }: ReservationFigureProps) {
  const clock = useClock();
  const year = dayOf(useMinute(), clock.zone).slice(0, 4);
  return (
    <Figure label={label} about={[tail, what, others].filter(Boolean).join(' · ')}>
      <AppLink to={link}>
        {reservationDay(reservation, clock, year)} {reservationTimes(reservation, clock)}
      </AppLink>
    </Figure>
  );
}

type FigureProps = { label: string; about?: string; children: ReactNode };

/** A figure of a person, with its name above and what it is about below. */
export function Figure({ label, about = '', children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{children}</b>
        {about !== '' && <span>{about}</span>}
      </dd>
    </div>
  );
}

/** A person's reservations: the next, the last, and who teaches them. */
export function ReservationsPanel({ userId }: { userId: string }) {
  const { timeZone } = useSchool();
  const { ahead, before, found, allAddress } = usePersonReservations(userId);
  const { next, last, instructor, notes } = found;
  const like = last.lines[0] ?? next.lines[0];
  return (
    <Panel
      title="Reservations"
      reading={ahead.reading}
      beside={[before.reading]}
      onRetry={() => {
        ahead.retry();
        before.retry();
      }}
      actions={
        <>
          {like && (
            <AppLink className={style['small']} to={nextSlotLike(like.reservation, userId, timeZone)} isAlone>
              Find the next slot like the last
            </AppLink>
          )}{' '}
          <AppLink className={style['small']} to={allAddress} isAlone>
            All reservations
          </AppLink>
        </>
      }
    >
      <Notices
        notes={[...new Set([...ahead.notes, ...before.notes, ...notes])]}
        setAside={[{ what: 'reservation', records: [...ahead.setAside, ...before.setAside] }]}
      />
      {instructor && (
        <p className={style['instructor']}>
          Instructor{' '}
          {instructor.link === null ? instructor.name : <AppLink to={instructor.link}>{instructor.name}</AppLink>}{' '}
          <span>{instructor.share}</span>
        </p>
      )}
      <ReservationLines title="Next" of={next} />
      <ReservationLines title="Last" of={last} />
    </Panel>
  );
}

/** Nothing is known from a missing or incomplete answer: the next reservation may be in the rest. */
function useOwnKnowledge({ reading, isAnswer, reservations, totalItems }: ReturnType<typeof useReservationPage>) {
  const known = useKnowledge(reading);
  if (!isAnswer) return unanswered(known);
  return totalItems > reservations.length ? lacking(known, `${totalItems - reservations.length} not loaded`) : known;
}

type ReservationLinesProps = { title: string; of: PersonReservations['next'] };

/** Each line opens its reservation. */
function ReservationLines({ title, of: { lines, count, none } }: ReservationLinesProps) {
  const clock = useClock();
  const year = dayOf(useMinute(), clock.zone).slice(0, 4);
  return (
    <section className={style['reservations']} aria-label={title}>
      <h3>
        {title} {lines.length > 0 && <span>{count}</span>}
      </h3>
      {lines.length === 0 && <None of={none} className={style['quiet']} />}
      <ol>
        {lines.map(({ reservation, link, isNow, tail, isSimulator, others, what }) => (
          <li key={reservation.key}>
            <span>
              <AppLink coversRow className={style['when']} to={link}>
                {reservationDay(reservation, clock, year)} {reservationTimes(reservation, clock)}
              </AppLink>{' '}
              {isNow && title === 'Next' && <b className={style['now']}>Now</b>}
              <small>{[what, others].filter(Boolean).join(' · ')}</small>
            </span>
            <span>{tail === null ? '–' : <TailNumber tail={tail} isSimulator={isSimulator} />}</span>
            <ReservationStatus reservation={reservation} />
          </li>
        ))}
      </ol>
    </section>
  );
}
