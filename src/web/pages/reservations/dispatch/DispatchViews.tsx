import { type CSSProperties, useMemo } from 'react';
import { Link } from 'react-router';
import type { Knowledge } from '#domain/answers/known.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { Day, Instant, Span } from '#domain/time/time.ts';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { Spoken } from '#web/components/controls/controls.tsx';
import { MarkIcons, type Marks } from '#web/pages/reservations/ReservationMarks.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { None } from '#web/components/panel/None.tsx';
import { kindClass, KindIcon, StatusGlyph } from '#web/components/reservation/kinds.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import style from './DispatchViews.module.css';
import { type AgendaDay, agendaOf, type AgendaRow, type BoardColumn, type BoardCard, boardColumnsOf } from './model.ts';

type AgendaViewProps = {
  first: Day;
  /** The number of days. */
  count: number;
  reservations: readonly TimedReservation[];
  /** The parts that are not read. */
  missing: readonly Span[];
  /** What is known of the other parts. */
  known: Knowledge;
  now: Instant;
  marks: Marks;
};

/** Reservations in order of time, by day of the operator's calendar; the default view on a phone. */
export function AgendaView({ first, count, reservations, missing, known, now, marks }: AgendaViewProps) {
  const { timeZone: zone } = useSchool();
  const clock = useClock();
  const days = useMemo(
    () => agendaOf({ first, count, zone, missing, known }, { reservations, marks, now, clock }),
    [first, count, zone, missing, known, reservations, marks, now, clock],
  );
  return (
    <div className={style['agenda']}>
      {days.map((day) => (
        <AgendaSection key={day.day} day={day} />
      ))}
    </div>
  );
}

function AgendaSection({ day }: { day: AgendaDay }) {
  const { settled, present } = day;
  const fold = useUrlFold('settled');
  return (
    <section aria-labelledby={`agenda-${day.day}`}>
      <h3 id={`agenda-${day.day}`} data-is-today={day.isToday}>
        {day.heading}
        {day.isToday && <small>today</small>}
        <span className={style['counts']}>
          <span>{day.booked}</span>
          {day.kinds.map(({ kind, count, word }) => (
            <span key={kind} className={kindClass} data-kind={kind} data-tip={word}>
              <KindIcon kind={kind} size={12} />
              {count}
              <span className="visually-hidden"> {word}</span>
            </span>
          ))}
        </span>
      </h3>
      {day.note && <p className={style['none']}>{day.note}</p>}
      {day.none && <None of={day.none} className={style['none']} />}
      {settled && (
        <Fold className={style['settled']} summary={settled.summary} isAcross {...fold}>
          <AgendaRows rows={settled.rows} />
        </Fold>
      )}
      <AgendaRows rows={day.rows} />
      {present && (
        <>
          <p className={style['now']}>
            <b>{present.time}</b> {present.words}
          </p>
          <AgendaRows rows={present.rows} />
        </>
      )}
    </section>
  );
}

function AgendaRows({ rows }: { rows: readonly AgendaRow[] }) {
  return (
    <ol>
      {rows.map((row) => (
        <AgendaItem key={row.reservation.key} row={row} />
      ))}
    </ol>
  );
}

/** A reservation as a row large enough for a thumb. */
function AgendaItem({ row }: { row: AgendaRow }) {
  const here = useHere();
  const { reservation } = row;
  return (
    <li className={style['row']} data-lane={row.column}>
      <Link className={kindClass} data-kind={reservation.kind} to={here({ reservation: reservation.key })}>
        <Spoken words={row.label}>
          <span className={style['times']} data-tip={row.timesNote}>
            <b>{row.from}</b>
            <span>{row.to}</span>
          </span>
          <span className={style['line']}>
            <KindIcon kind={reservation.kind} />
            {row.tail && <TailNumber tail={row.tail} isSimulator={row.isSimulator} />}
            <b>{row.title}</b>
            <span className={style['end']}>
              <MarkIcons mark={row.mark} />
            </span>
          </span>
          <span className={style['line']}>
            {row.shownAge && <span className={style['age']}>{row.shownAge}</span>}
            <span className={style['quiet']}>{row.details}</span>
            <span className={style['end']}>
              <StatusGlyph statusId={reservation.statusId} />
              <span className={style['status']}>{reservation.status}</span>
            </span>
          </span>
        </Spoken>
      </Link>
    </li>
  );
}

type StatusViewProps = {
  day: Day;
  reservations: readonly TimedReservation[];
  known: Knowledge;
  now: Instant;
  marks: Marks;
};

/** “By status”: each reservation by the clock and the service's status, which keeps its own name. */
export function StatusView({ day, reservations, known, now, marks }: StatusViewProps) {
  const clock = useClock();
  const { columns: boardColumns, leftOut } = useMemo(
    () => boardColumnsOf({ reservations, marks, now, clock }, { day, known }),
    [day, reservations, marks, now, clock, known],
  );
  const columns: CSSProperties & Record<'--columns', string> = {
    '--columns': boardColumns.map(({ isNarrow }) => (isNarrow ? '44px' : 'minmax(0, 1fr)')).join(' '),
  };
  return (
    <>
      {leftOut && <p className={style['leftOut']}>{leftOut}</p>}
      <div className={style['board']} style={columns}>
        {boardColumns.map((column) => (
          <StatusColumn key={column.column} column={column} />
        ))}
      </div>
    </>
  );
}

function StatusColumn({
  column: { column, name, countText, needsAttention, empty, isNarrow, cards },
}: {
  column: BoardColumn;
}) {
  return (
    <section className={style['lane']} data-lane={column} data-is-narrow={isNarrow} aria-labelledby={`lane-${column}`}>
      <header>
        <h3 id={`lane-${column}`}>
          {needsAttention ? (
            <StateMark shape="open" tone="warning">
              {name}
            </StateMark>
          ) : (
            name
          )}
        </h3>
        <span className={style['count']}>{countText}</span>
      </header>
      {empty && <None of={empty} className={isNarrow ? 'visually-hidden' : style['none']} />}
      <ol aria-labelledby={`lane-${column}`}>
        {cards.map((card) => (
          <li key={card.reservation.key}>
            <Card card={card} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Card({ card }: { card: BoardCard }) {
  const here = useHere();
  const { reservation } = card;
  return (
    <Link
      className={`${kindClass} ${style['card'] ?? ''}`}
      data-kind={reservation.kind}
      data-conflict={card.mark?.conflict}
      to={here({ reservation: reservation.key })}
    >
      <Spoken words={card.label}>
        <span className={style['line']}>
          <KindIcon kind={reservation.kind} />
          <b>{card.title}</b>
          <span className={style['end']}>
            <MarkIcons mark={card.mark} />
          </span>
        </span>
        <span className={style['line']}>
          <span className={style['times']} data-tip={card.timesNote}>
            {card.times}
          </span>
          <span className={style['quiet']}>{card.subtitle}</span>
        </span>
        <span className={style['line']}>
          <span className={style['age']} data-is-late={card.isLate}>
            {card.age}
          </span>
          <span className={style['status']}>
            <StatusGlyph statusId={reservation.statusId} />
            {reservation.status}
          </span>
        </span>
      </Spoken>
    </Link>
  );
}
