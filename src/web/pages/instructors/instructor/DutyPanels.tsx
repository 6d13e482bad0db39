import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Query } from '#contract/query.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { addDays, type Day, type Instant } from '#domain/time/time.ts';
import { DutySwatch } from '#web/pages/instructors/duties.tsx';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import style from './instructor.module.css';
import type { DutyLine, PersonDay, PersonWeek } from './instructorModel.ts';
import type { TimeOff } from './timeOffModel.ts';

type DayDutiesProps = {
  week: PersonWeek;
  now: Instant;
  reading: Reading;
  query: Query;
  words: SentenceWords;
  /** Changes the day. */
  actions: ReactNode;
  onRetry: () => void;
};

/** One day of an instructor. */
export function DayDuties({ week, now, reading, query, words, actions, onRetry }: DayDutiesProps) {
  const { day } = week;
  return (
    <Panel title={day.title} count={day.count} reading={reading} onRetry={onRetry} actions={actions}>
      <Notices notes={week.notes} setAside={week.setAside} />
      {day.advisory && <AdvisoryNote advisory={day.advisory} />}
      <p className={style['summary']}>
        <b>{day.times}</b>
        {day.booked !== '' && (
          <span className={style['quiet']}>
            <b>{day.booked}</b> booked
          </span>
        )}
      </p>
      <div className={style['strip']}>
        <DutyScale hours={day.hours} />
        <DutyStrip hours={day.hours} duties={day.duties} now={now} />
      </div>
      {day.empty !== null && <None of={day.empty} className={style['none']} />}
      <ol className={style['duties']}>
        {day.lines.map((line) => (
          <DutyRow key={line.key} line={line} />
        ))}
      </ol>
      <QueryShown name="duty" id="listReservations" query={query} words={words} />
    </Panel>
  );
}

function DutyRow({ line: { key, kind, times, title, aircraft, activity, status, isPast } }: { line: DutyLine }) {
  const here = useHere();
  return (
    <li data-is-past={isPast}>
      <DutySwatch kind={kind} />
      <Link className={`row-link ${style['times']}`} to={here({ reservation: key })}>
        {times}
      </Link>
      <span className={style['what']}>
        <b>{title}</b>{' '}
        {aircraft && (
          <AppLink className={style['link']} to={aircraft.link}>
            <TailNumber tail={aircraft.tail} isSimulator={aircraft.isSimulator} />
          </AppLink>
        )}{' '}
        <span className={style['quiet']}>{activity}</span>
      </span>
      <span className={style['quiet']}>{status}</span>
    </li>
  );
}

/** The advisory with its reason and its evidence. */
function AdvisoryNote({ advisory: { reason, evidence } }: { advisory: NonNullable<PersonDay['advisory']> }) {
  const fold = useUrlFold('evidence');
  return (
    <section className={style['advisory']} aria-label="Advisory">
      <StateMark shape="triangle" tone="warning">
        <b>Advisory.</b> {reason}
      </StateMark>
      <Fold summary={`The ${evidence.length} reservations that count`} isOfRow {...fold}>
        <ul>
          {evidence.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
        <p>
          Only instruction given in an aircraft counts, not simulator, ground or supervised solo. A reservation partly
          outside the 24 h counts only for the part inside.
        </p>
      </Fold>
    </section>
  );
}

type WeekDutiesProps = {
  week: PersonWeek;
  now: Instant;
  reading: Reading;
  onChoose: (date: Day) => void;
  onRetry: () => void;
};

/** The seven days around one, each a strip over the same hours; pressing a day opens it beside them. */
export function WeekDuties({ week, now, reading, onChoose, onRetry }: WeekDutiesProps) {
  const chosen = week.day.date;
  return (
    <Panel
      title={week.title}
      count={week.booked}
      reading={reading}
      onRetry={onRetry}
      actions={
        <>
          <IconButton icon="previous" label="Previous week" onClick={() => onChoose(addDays(chosen, -7))} />
          <IconButton icon="next" label="Next week" onClick={() => onChoose(addDays(chosen, 7))} />
        </>
      }
    >
      <ol className={style['week']}>
        <li className={style['scale']}>
          <span />
          <DutyScale hours={week.hours} />
        </li>
        {week.days.map((day) => (
          <li key={day.date}>
            <Button isDayShown={day.date === chosen} onClick={() => onChoose(day.date)}>
              {day.title}
            </Button>
            <DutyStrip hours={day.hours} duties={day.duties} now={now} />
            <span className={style['weekTimes']}>{day.times}</span>
            <span className={style['weekBooked']}>{day.booked}</span>
            {day.advisory && (
              <span className={style['weekAdvisory']}>
                <StateMark shape="triangle" tone="warning">
                  {day.advisory.text}
                </StateMark>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type TimeOffPanelProps = {
  timeOff: TimeOff;
  laterAddress: string;
  earlierAddress: string;
  reading: Reading;
  query: Query;
  words: SentenceWords;
  onRetry: () => void;
};

/** An instructor's time off in the next weeks. */
export function TimeOffPanel({
  timeOff,
  laterAddress,
  earlierAddress,
  reading,
  query,
  words,
  onRetry,
}: TimeOffPanelProps) {
  const here = useHere();
  return (
    <Panel title="Time off" count={timeOff.count} reading={reading} onRetry={onRetry}>
      <Notices notes={timeOff.notes} setAside={timeOff.setAside} />
      <p className={style['none']}>
        <Link to={laterAddress}>All time off from today on</Link> · <Link to={earlierAddress}>Two weeks before</Link>
      </p>
      {timeOff.lines.length === 0 && <None of={timeOff.none} className={style['none']} />}
      <ul className={style['timeOff']}>
        {timeOff.lines.map(({ key, times, what }) => (
          <li key={key}>
            <Link className={`row-link ${style['times']}`} to={here({ reservation: key })}>
              {times}
            </Link>
            <span>{what}</span>
          </li>
        ))}
      </ul>
      <QueryShown name="off" id="listReservations" query={query} words={words} />
    </Panel>
  );
}
