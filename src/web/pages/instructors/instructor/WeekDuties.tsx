import { dayText } from '#domain/time/clock.ts';
import { bookedText, dutyHours } from '#domain/duty/dutyWords.ts';
import type { WeekDay } from '#domain/duty/week.ts';
import { addDays, type Instant } from '#domain/time/time.ts';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import type { useUrlDay } from '#web/ui/page/urlState.ts';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import style from './instructor.module.css';
import type { Person } from './usePerson.ts';

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
