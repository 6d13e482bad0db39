import { createPortal } from 'react-dom';
import type { Instant } from '#domain/time/time.ts';
import { countAt } from '#domain/reservations/locations.ts';
import type { Marks } from '#web/pages/reservations/ReservationMarks.tsx';
import type { Chosen, Printed } from '#web/pages/reservations/scheduleModel.ts';
import type { Calendar, Schedule } from '#web/pages/reservations/useSchedule.ts';
import { usePrinting } from '#web/components/page/display.tsx';
import { useClock, useLocationChoice, useSchoolName } from '#web/components/page/school.tsx';
import { percent } from '#web/components/timetrack/trackModel.ts';
import { Bar, DaySheet, Hours, type BarStyle, useSheetMoment } from './DaySheet.tsx';
import style from './DaySheet.module.css';
import { type PrintedDay, timelineSheet, type TimelineSheetSources } from './timelineModel.ts';

type PrintedSheetProps = {
  what: Printed;
  calendar: Calendar;
  schedule: Schedule;
  chosen: Chosen;
  marks: Marks;
  now: Instant;
};

/** The printed content that replaces the screen. */
export function PrintedSheet({ what, calendar, schedule, chosen, marks, now }: PrintedSheetProps) {
  const { here, isHere, missing, isSettled, asOf } = schedule;
  if (what === 'timeline') {
    const rowsLabel = rowLabels[calendar.by.value];
    return <TimelineSheet {...schedule} {...calendar} rowsLabel={rowsLabel} now={now} marks={marks} />;
  }
  // Of one aircraft or person alone, the rows of all other aircraft would seem free.
  const one = chosen.value === '' ? null : new Set(chosen.reservations.map(({ key }) => key));
  const conflicts = one ? here.conflicts.filter(({ reservation }) => one.has(reservation.key)) : here.conflicts;
  return (
    <DaySheet
      day={calendar.date.value}
      of={one && (chosen.resource?.label ?? 'Nothing booked')}
      reservations={isHere ? chosen.reservations : null}
      missing={missing}
      fleet={one ? [] : here.fleet}
      conflicts={isSettled ? conflicts : null}
      asOf={asOf}
      now={now}
      marks={marks}
    />
  );
}

const rowLabels = { aircraft: 'Aircraft', instructor: 'Instructor', pilot: 'Pilot' } as const;

type TimelineSheetProps = Omit<TimelineSheetSources, 'clock'> & {
  marks: Marks;
  /** The kind of the rows. */
  rowsLabel: string;
};

/** The timeline over as many landscape pages as needed; it is mounted only while printing. */
function TimelineSheet(props: TimelineSheetProps) {
  return usePrinting() ? createPortal(<PrintedTimeline {...props} />, document.body) : null;
}

function PrintedTimeline({ marks, rowsLabel, ...sources }: TimelineSheetProps) {
  const { days, stamp } = timelineSheet({ ...sources, ...useSheetMoment(), clock: useClock() });
  return (
    <section className={style['sheet']} aria-label="Timeline on paper">
      {days.map((day) => (
        <DayTable key={day.day} day={day} stamp={stamp} rowsLabel={rowsLabel} marks={marks} />
      ))}
    </section>
  );
}

type DayTableProps = { day: PrintedDay; stamp: string; rowsLabel: string; marks: Marks };

/** A day; its title and its hours are above the rows of each page. */
function DayTable({ day: { title, booked, rows, hours, hourCount, now }, stamp, rowsLabel, marks }: DayTableProps) {
  const name = countAt(useSchoolName(), useLocationChoice());
  const size: BarStyle = { '--hour': percent(1 / hourCount) };
  return (
    <table className={style['table']} style={size}>
      <colgroup>
        <col className={style['names']} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <td colSpan={2}>
            <header>
              <h1>{title}</h1>
              <b>{name}</b>
              <span>{booked}</span>
              <span className={style['stamp']}>{stamp}</span>
            </header>
          </td>
        </tr>
        <tr>
          <th scope="col">{rowsLabel}</th>
          <td>
            <Hours hours={hours} now={now} />
          </td>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, label, heading, hours: left, depth, bars }) => {
          const height: BarStyle = { '--depth': depth };
          return (
            <tr key={id} style={height}>
              <th scope="row">
                {heading && <small>{heading}</small>}
                {label}
                {left && <span className={style['left']}>{left}</span>}
              </th>
              <td>
                <div className={style['track']}>
                  {bars.map((bar) => (
                    <Bar key={bar.reservation.key} bar={bar} marks={marks} />
                  ))}
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
