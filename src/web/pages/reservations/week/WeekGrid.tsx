import { useMemo } from 'react';
import { Link } from 'react-router';
import { aircraftLink } from '#domain/reservations/links.ts';
import type { Capacity } from '#domain/calendar/dayLoad.ts';
import { hoursOfADay } from '#domain/thresholds.ts';
import { aircraftRows } from '#domain/timeline/resources.ts';
import type { Day, Instant } from '#domain/time/time.ts';
import { ConflictIcon, type Marks } from '#web/pages/reservations/ReservationMarks.tsx';
import type { Schedule } from '#web/pages/reservations/useSchedule.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Spoken } from '#web/components/controls/controls.tsx';
import { Mark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import { KindIcon } from '#web/components/reservation/kinds.tsx';
import { percent } from '#web/components/timetrack/trackModel.ts';
import { type GridCell, type GridRow, loadStep, weekGrid } from './gridModel.ts';
import { DayHead } from './WeekView.tsx';
import { weekOf } from './weekModel.ts';
import style from './WeekGrid.module.css';

type WeekGridProps = {
  days: readonly Day[];
  schedule: Schedule;
  now: Instant;
  marks: Marks;
  /** The hours that aircraft in service can fly in a day; null until known. */
  capacity: Capacity | null;
};

/** The week of all aircraft: a cell for each and each day, with what is booked of the hours that the day offers. */
export function WeekGrid({ days, schedule, now, marks, capacity }: WeekGridProps) {
  const clock = useClock();
  const { missing, here, readiness } = schedule;
  const { reservations, fleet } = here;
  const week = useMemo(
    () => weekOf({ days, reservations, missing, marks, clock, now, capacity }),
    [days, reservations, missing, marks, clock, now, capacity],
  );
  const rows = useMemo(
    () => weekGrid({ rows: aircraftRows(reservations, fleet ?? []), week, marks, aircraft: readiness.aircraft }),
    [reservations, fleet, week, marks, readiness],
  );
  return (
    <section className={style['scroller']} aria-label="Week">
      <Key />
      <table className={style['grid']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Aircraft</span>
            </th>
            {week.map((day) => (
              <th key={day.day} scope="col" className={style['day']} data-is-today={day.nowText !== null}>
                <DayHead day={day} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <RowHead row={row} />
              {row.cells.map((cell) => (
                <td key={cell.day}>
                  <Cell cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a number, a shade and a mark mean. */
function Key() {
  return (
    <p className={style['key']}>
      <span>Reservations of each day; shade and bar: hours booked of {hoursOfADay} h</span>
      {([1, 2, 3, 4] as const).map((step) => (
        <span key={step}>
          <i className={style['swatch']} data-step={step} />
          {step === 1 ? 'up to ' : `${((step - 1) * hoursOfADay) / 4}–`}
          {(step * hoursOfADay) / 4} h
        </span>
      ))}
      <span>
        <KindIcon kind="Maintenance" size={12} /> in the shop
      </span>
    </p>
  );
}

function RowHead({ row: { id, label, model, isSimulator, isGrounded } }: { row: GridRow }) {
  return (
    <th scope="row" data-tip={model || undefined}>
      <span className={style['head']}>
        {id === 'none' ? (
          label
        ) : (
          <AppLink to={aircraftLink(id)}>
            <TailNumber tail={label} isSimulator={isSimulator} />
          </AppLink>
        )}
        <span className={style['model']}>{model}</span>
        {isGrounded && (
          <span className={style['grounded']} data-tip="Grounded">
            <Mark shape="octagon" />
            <span className="visually-hidden">Grounded</span>
          </span>
        )}
      </span>
    </th>
  );
}

/** The head of each day is the tab stop: seven cells of each aircraft would be seven more. */
function Cell({ cell: { day, count, isInShop, load, conflicts, isKnown, words } }: { cell: GridCell }) {
  const here = useHere();
  return (
    <Link
      className={style['cell']}
      to={here({ view: 'timeline', date: day })}
      tabIndex={-1}
      data-tip={words}
      data-step={loadStep(load)}
      data-is-known={isKnown}
    >
      <Spoken words={words}>
        <span>{count > 0 ? count : isKnown ? '' : '?'}</span>
        {isInShop && <KindIcon kind="Maintenance" size={12} />}
        {conflicts.definite > 0 ? (
          <ConflictIcon certainty="definite" />
        ) : (
          conflicts.possible > 0 && <ConflictIcon certainty="possible" />
        )}
        <i className={style['load']} style={{ width: percent(load ?? 0) }} />
      </Spoken>
    </Link>
  );
}
