import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import { InstructorStatus } from '#web/pages/instructors/InstructorStatus.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import {
  AdvisoryMark,
  BookedHours,
  DutyTimes,
  GapTimes,
  NameLink,
  type RosterViewProps,
  StandingMark,
} from './RosterTable.tsx';

/** The roster as cards, for tablets and phones: the same words, one instructor to a card. */
export function RosterCards({ rows, hours, day, now, at, isAsked }: RosterViewProps) {
  return (
    <ul className={style['cards']} aria-label="Instructors and their day">
      {rows.map((row) => (
        <li key={row.instructor.userId}>
          <div className={style['cardHead']}>
            <NameLink row={row} />
            <InstructorStatus status={row.instructor.instructorStatus} />
          </div>
          <StandingMark row={row} />
          <div>
            <DutyScale hours={hours} />
            <DutyStrip hours={hours} duties={row.day.duties} now={now} at={isAsked ? at : null} />
          </div>
          <dl className={style['figures']}>
            <div>
              <dt>Duty</dt>
              <dd>
                <DutyTimes row={row} day={day} />
              </dd>
            </div>
            <div>
              <dt>Booked</dt>
              <dd>
                <BookedHours row={row} />
              </dd>
            </div>
            <div>
              <dt>Next free</dt>
              <dd>
                <GapTimes row={row} hours={hours} />
              </dd>
            </div>
          </dl>
          <AdvisoryMark row={row} />
        </li>
      ))}
    </ul>
  );
}
