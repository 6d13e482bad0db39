import { dayText } from '#domain/time/clock.ts';
import { bookedText, dutyHours } from '#domain/duty/dutyWords.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import type { Day, Instant } from '#domain/time/time.ts';
import { DateSwitch } from '#web/ui/controls/DateSwitch.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import type { useUrlDay } from '#web/ui/page/urlState.ts';
import { AdvisoryNote } from './AdvisoryNote.tsx';
import { DutyList } from './DutyList.tsx';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import style from './instructor.module.css';
import type { Person } from './usePerson.ts';

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
