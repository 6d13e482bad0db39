import { readKey } from '#domain/reservations/links.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Booking, peopleText, tailOf } from '#domain/reservations/bookings.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { repeatedHourNote } from '#domain/time/clock.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { CheckMark } from './CheckLines.tsx';
import { BookingStatus, TypeMark } from './kinds.tsx';
import { AircraftCell } from './ReservationDetails.tsx';
import { bookingDay, bookingLength, bookingTimes } from './reservationWords.ts';
import style from './ReservationTable.module.css';
import { useClock, useLocationChoice } from '#web/ui/page/school.tsx';
import { columnsOf, givenTo } from '#web/ui/table/table.ts';
import { useUrlText, useHere } from '#web/ui/page/urlState.ts';

type ReservationRowsProps = {
  caption: string;
  /** In original order: one page of many is never sorted. */
  bookings: readonly Booking[];
  /** The year to leave out of dates, `2026`. */
  year: string;
  /** The dispatch checks by booking key, or that they are not yet known; null if none are made. */
  checks?: Checks | null;
  isCards: boolean;
};

type Checks = ReadonlyMap<string, DispatchCheck> | 'not known yet';

function checkOf({ key }: Booking, checks: Checks | null): Row['check'] {
  return checks === 'not known yet' ? checks : (checks?.get(key) ?? null);
}

/** Reservations in dense rows, or as cards on narrow screens; each opens its details by a link that covers it. */
export function ReservationRows({ caption, bookings, year, checks = null, isCards }: ReservationRowsProps) {
  const hidden = checks === null ? withoutCheck : undefined;
  const rows = useMemo(
    () => bookings.map((booking): Row => ({ booking, check: checkOf(booking, checks) })),
    [bookings, checks],
  );
  return (
    <div className={style['reservations']}>
      <DataTable
        caption={caption}
        columns={reservationColumns}
        rows={rows}
        rowId={({ booking }) => booking.key}
        given={useMemo(() => ({ year }), [year])}
        hidden={hidden}
        isCards={isCards}
      />
    </div>
  );
}

type Row = { readonly booking: Booking; readonly check: DispatchCheck | 'not known yet' | null };

const withoutCheck = ['check'];
const column = columnsOf<Row, { readonly year: string }>();

const reservationColumns = column.columns([
  column.display({
    id: 'day',
    header: 'Day',
    meta: { card: { line: 1 } },
    cell: ({ row, table }) => <DayText booking={row.original.booking} year={givenTo({ table }).year} />,
  }),
  column.display({
    id: 'times',
    header: 'From–to',
    meta: { card: { line: 1 } },
    cell: ({ row, table }) => <DetailsLink booking={row.original.booking} year={givenTo({ table }).year} />,
  }),
  column.display({
    id: 'aircraft',
    header: 'Aircraft',
    meta: { card: { line: 2 } },
    cell: ({ row }) => (
      <>
        <AircraftCell booking={row.original.booking} />
        <PlaceMark booking={row.original.booking} />
      </>
    ),
  }),
  column.display({
    id: 'people',
    header: 'People',
    meta: { card: { line: 2 } },
    cell: ({ row }) => <PeopleCell booking={row.original.booking} />,
  }),
  column.display({
    id: 'activity',
    header: 'Activity',
    meta: { card: { line: 3, cell: ({ row }) => row.original.booking.activity } },
    cell: ({ row }) => row.original.booking.activity || <span className={style['quiet']}>none</span>,
  }),
  column.display({
    id: 'type',
    header: 'Type',
    meta: { card: { line: 3 } },
    cell: ({ row }) => <TypeMark booking={row.original.booking} />,
  }),
  column.display({
    id: 'status',
    header: 'Status',
    meta: { card: { line: 3 } },
    cell: ({ row }) => <BookingStatus booking={row.original.booking} />,
  }),
  column.display({
    id: 'check',
    header: 'Check',
    meta: { card: { line: 3 } },
    cell: ({ row }) => <CheckMark check={row.original.check} />,
  }),
]);

function DayText({ booking, year }: LinkProps) {
  return <span className={style['day']}>{bookingDay(booking, useClock(), year)}</span>;
}

/** Shown while a location is selected: the location of this booking is unknown. */
function PlaceMark({ booking }: { booking: Booking }) {
  const { whereIs } = useLocationChoice();
  return whereIs(booking) === 'not known' ? <span className={style['placeless']}>{placeNotKnown}</span> : null;
}

type LinkProps = { booking: Booking; year: string };

/** Opens the details; its accessible name includes the reservation. */
function DetailsLink({ booking, year }: LinkProps) {
  const clock = useClock();
  const here = useHere();
  const open = readKey(useUrlText('reservation').value);
  const which = [bookingDay(booking, clock, year), tailOf(booking), peopleText(booking)].filter(Boolean);
  return (
    <Link
      className={`row-link ${style['details']}`}
      to={here({ reservation: booking.key })}
      aria-current={open === booking.key ? 'true' : undefined}
      data-tip={repeatedHourNote([booking.start, booking.end], clock)}
    >
      {bookingTimes(booking, clock)} <span className={style['quiet']}>{bookingLength(booking)}</span>
      <span className="visually-hidden">, {which.join(', ')}</span>
    </Link>
  );
}

/** Who flies or attends, or another name of the reservation. */
function PeopleCell({ booking }: { booking: Booking }) {
  const people = peopleText(booking);
  if (!people) return <span className={style['quiet']}>nobody</span>;
  return (
    <span className={style['people']} data-tip={people}>
      {people}
    </span>
  );
}
