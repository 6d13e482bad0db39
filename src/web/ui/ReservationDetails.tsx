import type { ReactNode } from 'react';
import type { Booking } from '#domain/bookings.ts';
import type { Instant } from '#domain/time.ts';
import { BookedAircraft } from './reservation/BookedAircraft.tsx';
import { OtherMembers, RawRecord, Series } from './reservation/Members.tsx';
import { People } from './reservation/People.tsx';
import { Training } from './reservation/Training.tsx';
import { When } from './reservation/When.tsx';

type ReservationDetailsProps = {
  booking: Booking;
  now: Instant;
  /** What stands against it and what could take its place. */
  conflicts?: ReactNode;
  /** What stands before and after it. */
  neighbours?: ReactNode;
  /** The maintenance of its aircraft. */
  maintenance?: ReactNode;
};

/** Everything a reservation holds, what a dispatcher needs first. */
export function ReservationDetails({ booking, now, conflicts, neighbours, maintenance }: ReservationDetailsProps) {
  return (
    <>
      <When booking={booking} />
      {conflicts}
      <People booking={booking} />
      {neighbours}
      <BookedAircraft booking={booking} />
      {maintenance}
      <Training booking={booking} now={now} />
      <Series booking={booking} />
      <OtherMembers booking={booking} />
      <RawRecord booking={booking} />
    </>
  );
}
