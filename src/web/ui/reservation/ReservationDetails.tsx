import type { ReactNode } from 'react';
import type { Booking } from '#domain/reservations/bookings.ts';
import { type Failure, failureWords } from '#domain/answers/failures.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import type { Instant } from '#domain/time/time.ts';
import { CheckLines } from './CheckLines.tsx';
import { BookedAircraft } from './BookedAircraft.tsx';
import { OtherMembers, RawRecord, Series, UnreadMembers } from './Members.tsx';
import { People } from './People.tsx';
import { Training } from './Training.tsx';
import style from './reservation.module.css';
import { When } from './When.tsx';
import { useClock } from '#web/ui/page/school.tsx';

type ReservationDetailsProps = {
  booking: Booking;
  /** False while only what calendars draw of it is here. */
  isWhole: boolean;
  /** Why the rest is not here; null while it is being loaded. */
  failure: Failure | null;
  now: Instant;
  /** Null where there is nothing to dispatch, or the records are not here; `later` where it is too far ahead. */
  check: DispatchCheck | 'later' | null;
  /** What stands against it and what could take its place. */
  conflicts?: ReactNode;
  /** What stands before and after it. */
  neighbours?: ReactNode;
  /** The maintenance of its aircraft. */
  maintenance?: ReactNode;
};

/** Everything a reservation holds, what a dispatcher needs first. */
export function ReservationDetails(props: ReservationDetailsProps) {
  const { booking, isWhole, failure, now, check, conflicts, neighbours, maintenance } = props;
  return (
    <>
      <When booking={booking} />
      <UnreadMembers booking={booking} />
      {check === 'later' && <p className={style['rest']}>The dispatch check is made up to two weeks ahead.</p>}
      {check && check !== 'later' && <CheckLines check={check} />}
      {conflicts}
      <People booking={booking} hasPhones={isWhole} />
      {neighbours}
      {isWhole && <BookedAircraft booking={booking} />}
      {maintenance}
      {isWhole ? <Rest booking={booking} now={now} /> : <Unloaded failure={failure} />}
    </>
  );
}

function Rest({ booking, now }: { booking: Booking; now: Instant }) {
  return (
    <>
      <Training booking={booking} now={now} />
      <Series booking={booking} />
      <OtherMembers booking={booking} />
      <RawRecord booking={booking} />
    </>
  );
}

function Unloaded({ failure }: { failure: Failure | null }) {
  const clock = useClock();
  return (
    <p className={style['rest']} role="status">
      {failure === null && 'Loading phone numbers, training and the whole record…'}
      {failure?.kind === 'missing' &&
        'The whole record is not here: the reservation may have been cancelled meanwhile.'}
      {failure &&
        failure.kind !== 'missing' &&
        `Phone numbers, training and the whole record could not be loaded. ${failureWords(failure, clock).title}.`}
    </p>
  );
}
