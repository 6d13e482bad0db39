import { createPortal } from 'react-dom';
import { countAt } from '#domain/reservations/locations.ts';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import { usePrinting } from '#web/ui/page/display.tsx';
import { useClock, useLocationChoice, useSchoolName } from '#web/ui/page/school.tsx';
import { percent } from '#web/ui/timetrack/trackModel.ts';
import { Bar, Hours, type Place } from './DaySheet.tsx';
import style from './DaySheet.module.css';
import { type PrintedDay, timelineSheet, type TimelineSheetSources } from './timelineModel.ts';

type TimelineSheetProps = Omit<TimelineSheetSources, 'clock'> & {
  marks: Marks;
  /** What the rows are. */
  rowsLabel: string;
};

/** The timeline over as many landscape pages as it needs; it is only there while it prints. */
export function TimelineSheet(props: TimelineSheetProps) {
  return usePrinting() ? createPortal(<PrintedTimeline {...props} />, document.body) : null;
}

function PrintedTimeline({ marks, rowsLabel, ...sources }: TimelineSheetProps) {
  const { days, stamp } = timelineSheet({ ...sources, clock: useClock() });
  return (
    <section className={style['sheet']} aria-label="Timeline on paper">
      {days.map((day) => (
        <DayTable key={day.day} day={day} stamp={stamp} rowsLabel={rowsLabel} marks={marks} />
      ))}
    </section>
  );
}

type DayTableProps = { day: PrintedDay; stamp: string; rowsLabel: string; marks: Marks };

/** A day; what it is and its hours stand above the rows of each page. */
function DayTable({ day: { title, booked, rows, hours, hourCount, now }, stamp, rowsLabel, marks }: DayTableProps) {
  const name = countAt(useSchoolName(), useLocationChoice());
  const size: Place = { '--hour': percent(1 / hourCount) };
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
        {rows.map(({ id, label, heading, depth, bars }) => {
          const height: Place = { '--depth': depth };
          return (
            <tr key={id} style={height}>
              <th scope="row">
                {heading && <small>{heading}</small>}
                {label}
              </th>
              <td>
                <div className={style['track']}>
                  {bars.map((bar) => (
                    <Bar key={bar.booking.key} bar={bar} marks={marks} />
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
