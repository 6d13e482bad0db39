import { Link } from 'react-router';
import { pilotsOf } from '#domain/reservations/bookings.ts';
import { whenText, dayText, clockText } from '#domain/time/clock.ts';
import type { Duty } from '#domain/duty/duties.ts';
import { dutyWord, bookedText, dutyHours, advisoryReason } from '#domain/duty/dutyWords.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import { type Instant, type Day, addDays } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { DutySwatch } from '#web/pages/instructors/duties.tsx';
import style from './instructor.module.css';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { DateSwitch } from '#web/ui/controls/DateSwitch.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import type { useUrlDay } from '#web/ui/page/urlState.ts';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import type { Person } from './usePerson.ts';
import type { WeekDay } from '#domain/duty/week.ts';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import type { Advisory } from '#domain/duty/advisory.ts';

/** Duties in order of time: when, as what, in which aircraft, with whom, and the API's own status. */
function DutyList({ duties, now }: { duties: readonly Duty[]; now: Instant }) {
  return (
    <ol className={style['duties']}>
      {duties.map((duty) => (
        <DutyRow key={duty.booking.key} duty={duty} isPast={duty.booking.end <= now} />
      ))}
    </ol>
  );
}

function DutyRow({ duty: { kind, booking }, isPast }: { duty: Duty; isPast: boolean }) {
  const clock = useClock();
  const here = useHere();
  const { aircraft } = booking.record;
  return (
    <li data-is-past={isPast}>
      <DutySwatch kind={kind} />
      <Link className={style['times']} to={here({ reservation: booking.key })}>
        {whenText(booking.start, booking.start, clock)}–{whenText(booking.end, booking.start, clock)}
      </Link>
      <span className={style['what']}>
        <b>{kind === 'off' ? booking.record.displayName || dutyWord(kind) : partnersOf(booking)}</b>{' '}
        {booking.aircraftId !== null && (
          <AppLink className={style['link']} to={aircraftLink(booking.aircraftId)}>
            <TailNumber tail={aircraft?.tailNumber} isSimulator={aircraft?.isSimulator ?? false} />
          </AppLink>
        )}{' '}
        <span className={style['quiet']}>{booking.activity || booking.type}</span>
      </span>
      <span className={style['quiet']}>{booking.status}</span>
    </li>
  );
}

/** A class or a meeting goes by its name; a lesson by its students. */
function partnersOf(booking: Duty['booking']): string {
  const { displayName } = booking.record;
  if (booking.kind === 'Class' || booking.kind === 'Meeting') return displayName || booking.type;
  const students = pilotsOf(booking).map(({ lastName, name }) => lastName || name);
  return students.join(', ') || displayName || booking.type;
}

type DayDutiesProps = {
  person: Person;
  date: ReturnType<typeof useUrlDay>;
  today: Day;
  now: Instant;
  words: SentenceWords;
};

/** One day of an instructor. */
export function DayDuties({ person, date, today, now, words }: DayDutiesProps) {
  const clock = useClock();
  const day = person.week.find((one) => one.date === date.value)!;
  const { duties } = day.own;
  return (
    <Panel
      title={dayText(date.value)}
      count={`${duties.length} ${duties.length === 1 ? 'booking' : 'bookings'}`}
      reading={person.reading}
      onRetry={person.retry}
      actions={<DateSwitch day={date.value} today={today} onChange={(chosen) => void date.set(chosen)} />}
    >
      <Notices notes={[date.problem, ...person.notes]} setAside={person.setAside} />
      {day.advisory && <AdvisoryNote advisory={day.advisory} />}
      <p className={style['summary']}>
        <b>{dutyHours(day.own, day.span.start, clock)}</b>
        <span className={style['quiet']}>
          <b>{bookedText(day.own.booked)}</b> booked
        </span>
      </p>
      <div className={style['strip']}>
        <DutyScale hours={day.hours} />
        <DutyStrip hours={day.hours} duties={duties} now={now} />
      </div>
      {duties.length === 0 && <p className={style['none']}>Nothing is booked on this day.</p>}
      <DutyList duties={duties} now={now} />
      <QueryShown id="listReservations" query={person.query} words={words} />
    </Panel>
  );
}

type WeekDutiesProps = { person: Person; date: ReturnType<typeof useUrlDay>; now: Instant };

/** The seven days around one, each a strip of the same hours; a day that is pressed is opened beside it. */
export function WeekDuties({ person, date, now }: WeekDutiesProps) {
  const { week } = person;
  const booked = week.reduce((sum, day) => sum + day.own.booked, 0);
  const turn = (days: number) => void date.set(addDays(date.value, days));
  return (
    <Panel
      title={`Week of ${dayText(week[0]!.date)}`}
      count={`${bookedText(booked)} booked`}
      reading={person.reading}
      onRetry={person.retry}
      actions={
        <>
          <IconButton icon="previous" label="Previous week" onClick={() => turn(-7)} />
          <IconButton icon="next" label="Next week" onClick={() => turn(7)} />
        </>
      }
    >
      <ol className={style['week']}>
        <li className={style['scale']}>
          <span />
          <DutyScale hours={week[0]!.hours} />
        </li>
        {week.map((day) => (
          <WeekRow
            key={day.date}
            day={day}
            now={now}
            isChosen={day.date === date.value}
            onChoose={() => void date.set(day.date)}
          />
        ))}
      </ol>
    </Panel>
  );
}

type WeekRowProps = { day: WeekDay; now: Instant; isChosen: boolean; onChoose: () => void };

function WeekRow({ day, now, isChosen, onChoose }: WeekRowProps) {
  const clock = useClock();
  return (
    <li>
      <button type="button" aria-current={isChosen ? 'date' : undefined} onClick={onChoose}>
        {dayText(day.date)}
      </button>
      <DutyStrip hours={day.hours} duties={day.own.duties} now={now} />
      <span className={style['weekTimes']}>{dutyHours(day.own, day.span.start, clock)}</span>
      <span className={style['weekBooked']}>{bookedText(day.own.booked)}</span>
      {day.advisory && (
        <span className={style['weekAdvisory']}>
          <StateMark shape="triangle" tone="warning">
            Advisory {bookedText(day.advisory.booked)} in 24 h
          </StateMark>
        </span>
      )}
    </li>
  );
}

/** The advisory with its reason and its evidence. */
function AdvisoryNote({ advisory }: { advisory: Advisory }) {
  const clock = useClock();
  return (
    <section className={style['advisory']} aria-label="Advisory">
      <StateMark shape="triangle" tone="warning">
        <b>Advisory.</b> {advisoryReason(advisory, clock)}
      </StateMark>
      <details>
        <summary>The {advisory.duties.length} bookings that count</summary>
        <ul>
          {advisory.duties.map(({ booking }) => (
            <li key={booking.key}>
              {whenText(booking.start, advisory.window.end, clock)}–{clockText(booking.end, clock)}{' '}
              {booking.record.aircraft?.tailNumber} {booking.activity || booking.type}
            </li>
          ))}
        </ul>
        <p>
          Counted is what this person instructs in an aircraft: not in a simulator, not on the ground, not a supervised
          solo. A booking that reaches out of the 24 h counts for its part within.
        </p>
      </details>
    </section>
  );
}
