import { readKey } from '#domain/lists/links.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Booking, peopleText, tailOf } from '#domain/reservations/bookings.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { type Clock, repeatedHourNote } from '#domain/time/clock.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { CheckMark } from './CheckLines.tsx';
import { BookingStatus, TypeMark } from './kinds.tsx';
import { AircraftCell } from './ReservationDetails.tsx';
import { bookingDay, bookingLength, bookingTimes } from './reservationWords.ts';
import style from './ReservationTable.module.css';
import { useClock, useLocationChoice } from '#web/ui/page/school.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { useUrlText } from '#web/ui/page/urlState.ts';

export type ReservationRowsProps = {
  caption: string;
  /** In original order: one page of many is never sorted. */
  bookings: readonly Booking[];
  /** The year that is left out of dates, `2026`. */
  year: string;
  /** The dispatch checks by the bookings' keys, or that they are not known yet; null where none are made. */
  checks?: Checks | null;
};

type Checks = ReadonlyMap<string, DispatchCheck> | 'not known yet';

function checkOf({ key }: Booking, checks: Checks | null): Row['check'] {
  return checks === 'not known yet' ? checks : (checks?.get(key) ?? null);
}

const unsorted = { sorting: [], onSortingChange: () => undefined };

/** Reservations in dense rows; each opens its details by a link that covers the row. */
export function ReservationTable({ caption, bookings, year, checks = null }: ReservationRowsProps) {
  const clock = useClock();
  const hasChecks = checks !== null;
  const rows = useMemo(
    () => bookings.map((booking): Row => ({ booking, check: checkOf(booking, checks) })),
    [bookings, checks],
  );
  // A new cell function is a new component to React: a link would lose the focus whenever checks are made again.
  const columns = useMemo(() => reservationColumns(clock, year, hasChecks), [clock, year, hasChecks]);
  return (
    <div className={style['reservations']}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowId={({ booking }) => booking.key}
        sort={unsorted}
        isComplete={false}
      />
    </div>
  );
}

type Row = { readonly booking: Booking; readonly check: DispatchCheck | 'not known yet' | null };

const column = createAppColumnHelper<Row>();

function reservationColumns(clock: Clock, year: string, hasChecks: boolean) {
  return column.columns([
    column.display({
      id: 'day',
      header: 'Day',
      cell: ({ row }) => <span className={style['day']}>{bookingDay(row.original.booking, clock, year)}</span>,
    }),
    column.display({
      id: 'times',
      header: 'From–to',
      cell: ({ row }) => <DetailsLink booking={row.original.booking} clock={clock} year={year} />,
    }),
    column.display({
      id: 'aircraft',
      header: 'Aircraft',
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
      cell: ({ row }) => <PeopleCell booking={row.original.booking} />,
    }),
    column.display({
      id: 'activity',
      header: 'Activity',
      cell: ({ row }) => row.original.booking.activity || <span className={style['quiet']}>none</span>,
    }),
    column.display({ id: 'type', header: 'Type', cell: ({ row }) => <TypeMark booking={row.original.booking} /> }),
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row }) => <BookingStatus booking={row.original.booking} />,
    }),
    ...(hasChecks
      ? [
          column.display({
            id: 'check',
            header: 'Check',
            cell: ({ row }) => <CheckMark check={row.original.check} />,
          }),
        ]
      : []),
  ]);
}

/** While a location is chosen: nobody says where this is. */
function PlaceMark({ booking }: { booking: Booking }) {
  const { whereIs } = useLocationChoice();
  return whereIs(booking) === 'not known' ? <span className={style['placeless']}>{placeNotKnown}</span> : null;
}

type DetailsLinkProps = { booking: Booking; clock: Clock; year: string };

/** Opens the details; its accessible name says of which reservation. */
function DetailsLink({ booking, clock, year }: DetailsLinkProps) {
  const here = useHere();
  const open = readKey(useUrlText('reservation').value);
  const which = [bookingDay(booking, clock, year), tailOf(booking), peopleText(booking)].filter(Boolean);
  return (
    <Link
      className={`row-link ${style['details']}`}
      to={here({ reservation: booking.key })}
      aria-current={open === booking.key ? 'true' : undefined}
      title={repeatedHourNote([booking.start, booking.end], clock)}
    >
      {bookingTimes(booking, clock)} <span className={style['quiet']}>{bookingLength(booking)}</span>
      <span className="visually-hidden">, {which.join(', ')}</span>
    </Link>
  );
}

/** The same as cards, for narrow screens. */
export function ReservationCards({ caption, bookings, year, checks = null }: ReservationRowsProps) {
  const clock = useClock();
  return (
    <ol className={style['cards']} aria-label={caption}>
      {bookings.map((booking) => (
        <li key={booking.key}>
          <span className={style['cardHead']}>
            <span className={style['day']}>{bookingDay(booking, clock, year)}</span>
            <DetailsLink booking={booking} clock={clock} year={year} />
          </span>
          <span className={style['cardHead']}>
            <b>
              <PeopleCell booking={booking} />
            </b>
            <AircraftCell booking={booking} />
            <PlaceMark booking={booking} />
          </span>
          <span className={style['cardFoot']}>
            <TypeMark booking={booking} />
            {booking.activity && <span>{booking.activity}</span>}
            <BookingStatus booking={booking} />
            <CheckMark check={checkOf(booking, checks)} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Who flies or attends, or what else the reservation is called. */
function PeopleCell({ booking }: { booking: Booking }) {
  const people = peopleText(booking);
  if (!people) return <span className={style['quiet']}>nobody</span>;
  return (
    <span className={style['people']} title={people}>
      {people}
    </span>
  );
}
