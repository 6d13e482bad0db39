import {
  advisoryReason,
  bookedText,
  dutyHours,
  flightLeftText,
  gapText,
  standingText,
} from '#domain/duty/dutyWords.ts';
import { instructorName, isPlaceholder } from '#domain/duty/instructors.ts';
import { doingOf, type RosterRow } from '#domain/duty/roster.ts';
import { instructorLink } from '#domain/lists/links.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { doingLook } from '#web/pages/instructors/duties.tsx';
import style from '#web/pages/instructors/instructors.module.css';

export type RosterViewProps = {
  rows: readonly RosterRow[];
  /** The part of the day that is drawn. */
  hours: Span;
  day: Span;
  now: Instant;
  /** The instant the standings are of. */
  at: Instant;
  /** Whether somebody is wanted then: it is drawn only then. */
  isAsked: boolean;
};

/** The link covers its whole row or card. */
export function NameLink({ row: { instructor } }: { row: RosterRow }) {
  return (
    <AppLink className={style['name']} to={instructorLink(instructor.userId)}>
      {instructorName(instructor)}
    </AppLink>
  );
}

export function StandingMark({ row }: { row: RosterRow }) {
  const clock = useClock();
  const doing = doingOf(row);
  if (!row.standing || doing === 'unknown') return <StateMark {...doingLook(doing)}>not known</StateMark>;
  const text = doing === 'out-of-service' ? outOfService(row) : standingText(row.standing, row.day, clock);
  const left = doing === 'free' || doing === 'no hours' ? flightLeftText(row.flightLeft) : null;
  return (
    <span className={style['standing']}>
      <StateMark {...doingLook(doing)}>{text}</StateMark>
      {left && (
        <span className={style['quiet']} title="Of 8 h of flight instruction in any 24 h (14 CFR 61.195(a)), as booked">
          {' · '}
          {left}
        </span>
      )}
    </span>
  );
}

function outOfService({ instructor }: RosterRow): string {
  return isPlaceholder(instructor) ? 'not an instructor' : 'not active';
}

export function DutyTimes({ row, day }: { row: RosterRow; day: Span }) {
  const clock = useClock();
  return (
    <span className={row.day.first === null ? style['quiet'] : style['time']}>
      {dutyHours(row.day, day.start, clock)}
    </span>
  );
}

export function GapTimes({ row, hours }: { row: RosterRow; hours: Span }) {
  const clock = useClock();
  if (doingOf(row) === 'out-of-service' || row.standing === null) return <span className={style['quiet']}>–</span>;
  return <span className={row.gap ? style['time'] : style['quiet']}>{gapText(row.gap, hours, clock)}</span>;
}

export function BookedHours({ row: { day } }: { row: RosterRow }) {
  return <span className={day.booked > 0 ? style['time'] : style['quiet']}>{bookedText(day.booked)}</span>;
}

/** Named as what it is; the reason is on the instructor's page, and here for whoever points at it or listens. */
export function AdvisoryMark({ row: { advisory } }: { row: RosterRow }) {
  const clock = useClock();
  if (!advisory) return null;
  const reason = advisoryReason(advisory, clock);
  return (
    <span className={style['advisory']} title={reason}>
      <StateMark shape="triangle" tone="warning">
        Advisory {bookedText(advisory.booked)}
        <span className="visually-hidden">. {reason}</span>
      </StateMark>
    </span>
  );
}
