import type { DayLoad } from '#domain/calendar/dayLoad.ts';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { Day, Instant, Span } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import { ReservationChip } from '#web/pages/reservations/ReservationChip.tsx';
import { ConflictIcon, type Marks } from '#web/pages/reservations/ReservationMarks.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { type HourMark, hoursOf, percent } from '#web/components/timetrack/trackModel.ts';
import { useHere } from '#web/components/page/urlState.ts';
import { dayColumn, type WeekDay, weekOf } from './weekModel.ts';
import style from './WeekView.module.css';

type WeekViewProps = {
  days: readonly Day[];
  reservations: readonly TimedReservation[];
  /** The parts that are not read. */
  missing: readonly Span[];
  now: Instant;
  marks: Marks;
  /** The text on a reservation beside its time. */
  textOf: (reservation: TimedReservation) => string;
};

/**
 * The week of one aircraft or person: days side by side, with hours of equal height. A day with a clock change is 23 or 25 hours
 * tall, and says so.
 */
export function WeekView({ days, reservations, missing, now, marks, textOf }: WeekViewProps) {
  const clock = useClock();
  const week = useMemo(
    // The fleet's available hours do not apply to one aircraft or person.
    () => weekOf({ days, reservations, missing, marks, clock, now, capacity: null }),
    [days, reservations, missing, marks, clock, now],
  );
  const columns = week.map(({ labels }) => columnOf(labels));
  return (
    <section className={style['scroller']} aria-label="Week">
      <ol className={style['week']} style={{ gridTemplateColumns: columns.join(' ') }}>
        {week.map((day) => (
          <li
            key={day.day}
            className={style['day']}
            data-has-labels={day.labels.length > 0}
            data-has-zones={hasZones(day.labels)}
            data-is-today={day.nowText !== null}
          >
            <DayHead day={day} />
            <DayBody day={day} now={now}>
              <ReservationColumn span={day.span} reservations={day.reservations} marks={marks} textOf={textOf} />
            </DayBody>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A day of the week with its numbers of reservations and conflicts; it links to the day's timeline. */
export function DayHead({ day: { day, title, nowText, count, load, conflicts, clockChange } }: { day: WeekDay }) {
  const here = useHere();
  return (
    <header className={style['head']}>
      <Link to={here({ view: 'timeline', date: day })}>{title}</Link>
      <span className={style['beside']}>
        {nowText !== null && <b className={style['clock']}>{nowText}</b>}
        {conflicts.definite > 0 && (
          <span className={style['conflicts']} data-tip={inConflict(conflicts.definite)}>
            <ConflictIcon certainty="definite" />
            {conflicts.definite}
            <span className="visually-hidden"> in conflict</span>
          </span>
        )}
      </span>
      <span className={style['count']}>
        <span>{count}</span>
        {conflicts.possible > 0 && (
          <span className={style['possible']} data-tip={inConflict(conflicts.possible, ' possibly')}>
            {conflicts.possible} possible
          </span>
        )}
      </span>
      <DayLoadBar load={load} />
      {clockChange !== null && <span className={style['hours']}>{clockChange}</span>}
    </header>
  );
}

/** `8 reservations in conflict`: the button counts the conflicts, of which a reservation may have several. */
function hasZones(labels: readonly HourMark[]): boolean {
  return labels.some(({ zone }) => zone !== null);
}

/** The tracks of a day: its labels, if it has any, and its hours. */
function columnOf(labels: readonly HourMark[]): string {
  if (hasZones(labels)) return 'var(--zone-gutter) minmax(var(--zone-least), 1fr)';
  return `${labels.length > 0 ? 'var(--gutter) ' : ''}minmax(var(--least), 1fr)`;
}

function inConflict(count: number, how = ''): string {
  return `${counted(count, 'reservation')}${how} in conflict`;
}

type DayBodyProps = { day: WeekDay; now: Instant; children: ReactNode };

/** The hours of a day; its height follows their number. */
function DayBody({ day: { span, labels }, now, children }: DayBodyProps) {
  const height: CSSProperties & Record<'--hours', number> = { '--hours': hoursOf(span) };
  return (
    <TimeTrack
      className={style['body']}
      style={height}
      direction="down"
      window={span}
      lines={[{ key: 'now', at: now, className: style['now'] }]}
    >
      {labels.length > 0 && <HourLabels span={span} labels={labels} />}
      {children}
    </TimeTrack>
  );
}

/** A day of 25 hours repeats one, a day of 23 skips one, each with its zone. */
function HourLabels({ span, labels }: { span: Span; labels: readonly HourMark[] }) {
  return (
    <TimeTrack
      className={style['labels']}
      isDecorative
      direction="down"
      window={span}
      marks={labels.map(({ at, label, zone }) => ({
        key: at,
        at,
        label: (
          <>
            {label}
            {zone && <small>{zone}</small>}
          </>
        ),
      }))}
    />
  );
}

type ReservationColumnProps = {
  span: Span;
  reservations: readonly TimedReservation[];
  marks: Marks;
  textOf: (reservation: TimedReservation) => string;
};

/** Each reservation of a day at its time; overlapping ones are side by side. */
function ReservationColumn({ span, reservations, marks, textOf }: ReservationColumnProps) {
  const placed = useMemo(() => dayColumn(reservations, span), [reservations, span]);
  return (
    <TimeTrack
      as="ul"
      className={style['reservations']}
      direction="down"
      window={span}
      bars={placed.map(({ reservation, lane, lanes, isFromBefore, goesOn, isShort }) => ({
        key: reservation.key,
        start: reservation.start,
        end: reservation.end,
        across: { from: percent(lane / lanes), size: percent(1 / lanes) },
        data: { 'data-is-short': isShort, 'data-is-from-before': isFromBefore, 'data-goes-on': goesOn },
        label: <ReservationChip reservation={reservation} marks={marks} text={textOf(reservation)} />,
      }))}
    />
  );
}

/** The hours booked against available hours, in words and as a thin bar; its space is reserved while unknown. */
function DayLoadBar({ load }: { load: DayLoad | null }) {
  return (
    <span className={style['load']}>
      <span className={style['loadWords']}>
        <span>{load?.words}</span> <span className={style['loadShare']}>{load?.share}</span>
      </span>
      {load?.share !== null && (
        <span className={style['loadBar']} aria-hidden="true">
          <span style={{ width: percent(load?.filled ?? 0) }} />
        </span>
      )}
    </span>
  );
}
