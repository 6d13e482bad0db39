import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { type Capacity, loadHeading } from '#domain/calendar/dayLoad.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { hourDigits } from '#domain/time/clock.ts';
import type { Day, Instant, Span } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import { ConflictIcon, DayLoadBar, type Marks, ReservationChip } from '#web/pages/reservations/ReservationMarks.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { kindBarClass, reservationKinds } from '#web/components/reservation/kinds.tsx';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { type HourMark, percent } from '#web/components/timetrack/trackModel.ts';
import { useHere } from '#web/components/page/urlState.ts';
import { busiestHour, dayColumn, type HourLoad, hourText, type WeekDay, weekOf } from './weekModel.ts';
import style from './WeekView.module.css';

type WeekViewProps = {
  days: readonly Day[];
  reservations: readonly TimedReservation[];
  /** The parts that are not read. */
  missing: readonly Span[];
  now: Instant;
  marks: Marks;
  /** The hours that aircraft in service can fly in a day; null until known. */
  capacity: Capacity | null;
  /** `reservations` draws each one, for one resource; `load` counts them hour by hour, for many. */
  form: 'reservations' | 'load';
  /** The text on a reservation beside its time. */
  textOf: (reservation: TimedReservation) => string;
};

/** Days side by side, with hours of equal height: a day with a clock change is 23 or 25 hours tall, and says so. */
export function WeekView({ days, reservations, missing, now, marks, form, textOf, ...rest }: WeekViewProps) {
  const clock = useClock();
  // The fleet's available hours do not apply to one aircraft or person.
  const capacity = form === 'load' ? rest.capacity : null;
  const week = useMemo(
    () => weekOf({ days, reservations, missing, marks, clock, now, capacity }),
    [days, reservations, missing, marks, clock, now, capacity],
  );
  const max = busiestHour(week, capacity);
  const columns = week.map(({ labels }) => columnOf(labels));
  return (
    <section className={style['scroller']} aria-label="Week" data-form={form}>
      {form === 'load' && <p className={style['heading']}>{loadHeading(capacity)}; each hour: reservations</p>}
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
              {form === 'reservations' ? (
                <ReservationColumn span={day.span} reservations={day.reservations} marks={marks} textOf={textOf} />
              ) : (
                <LoadColumn loads={day.loads} isKnown={day.isKnown} max={max} capacity={capacity} />
              )}
            </DayBody>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A day of the week with its numbers of reservations and conflicts; it links to the day's timeline. */
function DayHead({ day: { day, title, nowText, count, load, conflicts, clockChange } }: { day: WeekDay }) {
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
function DayBody({ day: { span, loads, labels }, now, children }: DayBodyProps) {
  const height: CSSProperties & Record<'--hours', number> = { '--hours': loads.length };
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

type LoadColumnProps = { loads: readonly HourLoad[]; isKnown: boolean; max: number; capacity: Capacity | null };

/** How much is booked in each hour of a day, by kind, scaled to the number of aircraft or the busiest hour of the week. */
function LoadColumn({ loads, isKnown, max, capacity }: LoadColumnProps) {
  const clock = useClock();
  return (
    <ol className={style['loads']}>
      {loads.map((load) => {
        const { start, counts, total, isNow } = load;
        const label = hourText(load, capacity, clock, isKnown);
        const share: CSSProperties & Record<'--share', string> = { '--share': percent(total / max) };
        return (
          <li
            key={start}
            data-tip={label}
            data-hour={hourDigits(start, clock)}
            data-is-now={isNow}
            aria-current={isNow ? 'time' : undefined}
          >
            <span className={style['stack']} style={share} aria-hidden="true">
              {reservationKinds.map((kind) => {
                const count = counts.get(kind);
                return (
                  count && <span key={kind} className={kindBarClass} data-kind={kind} style={{ flexGrow: count }} />
                );
              })}
            </span>
            {total > 0 && <b aria-hidden="true">{total}</b>}
            <span className="visually-hidden">{label}</span>
          </li>
        );
      })}
    </ol>
  );
}
