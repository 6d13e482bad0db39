import { readKey } from '#domain/reservations/links.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { peopleText, type Reservation, tailOf } from '#domain/reservations/reservations.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { repeatedHourNote } from '#domain/time/clock.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { CheckMark } from './CheckLines.tsx';
import { ReservationStatus, TypeMark } from './kinds.tsx';
import { AircraftCell } from './ReservationDetails.tsx';
import { reservationLength } from './reservationWords.ts';
import { reservationDay, reservationTimes } from '#domain/reservations/reservationHeading.ts';
import style from './ReservationTable.module.css';
import { useClock, useLocationChoice } from '#web/components/page/school.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { useUrlText, useHere } from '#web/components/page/urlState.ts';

type ReservationRowsProps = {
  caption: string;
  /** In original order: one page of many is never sorted. */
  reservations: readonly Reservation[];
  /** The year to leave out of dates, `2026`. */
  year: string;
  /** The dispatch checks by reservation key, or that they are not yet known; null if none are made. */
  checks?: Checks | null;
  /** What is late, by reservation key. */
  late?: LateMarks | null;
  isCards: boolean;
};

/** The mark of a late reservation, and its state in words: `not back +0:05`. */
type LateMarks = ReadonlyMap<string, Look & { readonly words: string }>;

type Checks = ReadonlyMap<string, DispatchCheck> | 'not known yet';

function checkOf({ key }: Reservation, checks: Checks | null): Row['check'] {
  return checks === 'not known yet' ? checks : (checks?.get(key) ?? null);
}

/** Reservations in dense rows, or as cards on narrow screens; each opens its details by a link that covers it. */
export function ReservationRows({
  caption,
  reservations,
  year,
  checks = null,
  late = null,
  isCards,
}: ReservationRowsProps) {
  const hidden = checks === null ? withoutCheck : undefined;
  const rows = useMemo(
    () => reservations.map((reservation): Row => ({ reservation, check: checkOf(reservation, checks) })),
    [reservations, checks],
  );
  return (
    <div className={style['reservations']}>
      <DataTable
        caption={caption}
        columns={reservationColumns}
        rows={rows}
        rowId={({ reservation }) => reservation.key}
        given={useMemo(() => ({ year, late }), [year, late])}
        hidden={hidden}
        isCards={isCards}
      />
    </div>
  );
}

type Row = { readonly reservation: Reservation; readonly check: DispatchCheck | 'not known yet' | null };

const withoutCheck = ['check'];
const column = columnsOf<Row, { readonly year: string; readonly late: LateMarks | null }>();

const reservationColumns = column.columns([
  column.display({
    id: 'day',
    header: 'Day',
    meta: { card: { line: 1 } },
    cell: ({ row, table }) => <DayText reservation={row.original.reservation} year={givenTo({ table }).year} />,
  }),
  column.display({
    id: 'times',
    header: 'From–to',
    meta: { card: { line: 1 } },
    cell: ({ row, table }) => (
      <>
        <DetailsLink reservation={row.original.reservation} year={givenTo({ table }).year} />
        <LateMark mark={givenTo({ table }).late?.get(row.original.reservation.key)} />
      </>
    ),
  }),
  column.display({
    id: 'aircraft',
    header: 'Aircraft',
    meta: { card: { line: 2 } },
    cell: ({ row }) => (
      <>
        <AircraftCell reservation={row.original.reservation} />
        <PlaceMark reservation={row.original.reservation} />
      </>
    ),
  }),
  column.display({
    id: 'people',
    header: 'People',
    meta: { card: { line: 2 } },
    cell: ({ row }) => <PeopleCell reservation={row.original.reservation} />,
  }),
  column.display({
    id: 'activity',
    header: 'Activity',
    meta: { card: { line: 3, cell: ({ row }) => row.original.reservation.activity } },
    cell: ({ row }) => row.original.reservation.activity || <span className={style['quiet']}>none</span>,
  }),
  column.display({
    id: 'type',
    header: 'Type',
    meta: { card: { line: 3 } },
    cell: ({ row }) => <TypeMark reservation={row.original.reservation} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { card: { line: 3 } },
    cell: ({ row }) => <ReservationStatus reservation={row.original.reservation} />,
  }),
  column.display({
    id: 'check',
    header: 'Check',
    meta: { card: { line: 3 } },
    cell: ({ row }) => <CheckMark check={row.original.check} />,
  }),
]);

function DayText({ reservation, year }: LinkProps) {
  return <span className={style['day']}>{reservationDay(reservation, useClock(), year)}</span>;
}

/** Shown while a location is selected: the location of this reservation is unknown. */
function PlaceMark({ reservation }: { reservation: Reservation }) {
  const { whereIs } = useLocationChoice();
  return whereIs(reservation) === 'not known' ? <span className={style['placeless']}>{placeNotKnown}</span> : null;
}

/** Our own finding, on a line of its own: the service's status has its column. */
function LateMark({ mark }: { mark: (Look & { readonly words: string }) | undefined }) {
  if (!mark) return null;
  const { words, ...look } = mark;
  return (
    <div className={style['late']}>
      <StateMark {...look}>{words}</StateMark>
    </div>
  );
}

type LinkProps = { reservation: Reservation; year: string };

/** Opens the details; its accessible name includes the reservation. */
function DetailsLink({ reservation, year }: LinkProps) {
  const clock = useClock();
  const here = useHere();
  const open = readKey(useUrlText('reservation').value);
  const which = [reservationDay(reservation, clock, year), tailOf(reservation), peopleText(reservation)].filter(
    Boolean,
  );
  return (
    <Link
      className={`row-link ${style['details']}`}
      to={here({ reservation: reservation.key })}
      aria-current={open === reservation.key ? 'true' : undefined}
      data-tip={repeatedHourNote([reservation.start, reservation.end], clock)}
    >
      {reservationTimes(reservation, clock)} <span className={style['quiet']}>{reservationLength(reservation)}</span>
      <span className="visually-hidden">, {which.join(', ')}</span>
    </Link>
  );
}

/** Who flies or attends, or another name of the reservation. */
function PeopleCell({ reservation }: { reservation: Reservation }) {
  const people = peopleText(reservation);
  if (!people) return <span className={style['quiet']}>nobody</span>;
  return (
    <span className={style['people']} data-tip={people}>
      {people}
    </span>
  );
}
