import { useMemo } from 'react';
import { Link } from 'react-router';
import { tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { spanText, subtitleOf, tailAndTitle, spokenBooking } from '#domain/reservations/bookingTitles.ts';
import { dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import { ageText, dispatchBoard, type DispatchLane, dispatchLanes, laneNames } from '#domain/calendar/dispatch.ts';
import type { Instant } from '#domain/time/time.ts';
import { useHere } from '#web/ui/page/here.ts';
import { kindClass, KindIcon, StatusGlyph } from '#web/ui/reservation/kinds.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { Spoken } from '#web/ui/controls/Spoken.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { MarkIcons, type Marks } from './BookingMarks.tsx';
import style from './LanesView.module.css';

type LanesViewProps = { bookings: readonly TimedBooking[]; now: Instant; marks: Marks };

/** The dispatcher's board: where each booking stands by the clock and the API's status, which keeps its own name. */
export function LanesView({ bookings, now, marks }: LanesViewProps) {
  const board = useMemo(() => dispatchBoard(bookings, now), [bookings, now]);
  return (
    <>
      {board.void.length > 0 && (
        <p className={style['void']}>Not shown: {board.void.length} cancelled or no-show. The List view has them.</p>
      )}
      <div className={style['board']}>
        {dispatchLanes.map((lane) => (
          <section key={lane} className={style['lane']} data-lane={lane} aria-labelledby={`lane-${lane}`}>
            <header>
              <h3 id={`lane-${lane}`}>
                <LaneName lane={lane} count={board[lane].length} />
              </h3>
              <span className={style['count']}>{board[lane].length}</span>
            </header>
            {board[lane].length === 0 && <p className={style['none']}>{nothing[lane]}</p>}
            <ol aria-labelledby={`lane-${lane}`}>
              {board[lane].map((booking) => (
                <li key={booking.key}>
                  <LaneCard booking={booking} now={now} marks={marks} />
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </>
  );
}

const nothing: Readonly<Record<DispatchLane, string>> = {
  upcoming: 'Nothing more to come.',
  now: 'Nothing is going on.',
  open: 'Nothing awaiting close-out.',
  completed: 'Nothing is completed yet.',
};

/** What needs a person is marked, and only while there is any. */
function LaneName({ lane, count }: { lane: DispatchLane; count: number }) {
  if (lane !== 'open' || count === 0) return laneNames[lane];
  return (
    <StateMark shape="open" tone="warning">
      {laneNames[lane]}
    </StateMark>
  );
}

function LaneCard({ booking, now, marks }: { booking: TimedBooking; now: Instant; marks: Marks }) {
  const clock = useClock();
  const here = useHere();
  const mark = marks.get(booking.key);
  const age = ageText(booking, now);
  const day = shownDay(booking.start, clock);
  return (
    <Link
      className={`${kindClass} ${style['card'] ?? ''}`}
      data-kind={booking.kind}
      data-conflict={mark?.conflict}
      to={here({ reservation: booking.key })}
    >
      <Spoken words={[tailOf(booking), spokenBooking(booking, clock, mark), age].filter(Boolean).join(', ')}>
        <span className={style['line']}>
          <KindIcon kind={booking.kind} />
          <b>{tailAndTitle(booking)}</b>
          <span className={style['end']}>
            <MarkIcons mark={mark} />
          </span>
        </span>
        <span className={style['line']}>
          <span className={style['times']} title={repeatedHourNote([booking.start, booking.end], clock)}>
            {day !== shownDay(now, clock) && `${dayText(day)} `}
            {spanText(booking, clock)}
          </span>
          <span className={style['quiet']}>{subtitleOf(booking)}</span>
        </span>
        <span className={style['line']}>
          <span className={style['age']} data-is-late={age.startsWith('not ')}>
            {age}
          </span>
          <span className={style['status']}>
            <StatusGlyph statusId={booking.statusId} />
            {booking.status}
          </span>
        </span>
      </Spoken>
    </Link>
  );
}
