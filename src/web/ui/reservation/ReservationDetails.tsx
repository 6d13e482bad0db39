import type { ReactNode } from 'react';
import { type Booking, type BookedPerson, bookedPeople } from '#domain/reservations/bookings.ts';
import { type Failure, failureWords } from '#domain/answers/failures.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import type { Instant } from '#domain/time/time.ts';
import { CheckLines } from './CheckLines.tsx';
import { BookedAircraft } from './BookedAircraft.tsx';
import { OtherMembers, RawRecord, Series, UnreadMembers } from './Members.tsx';
import style from './reservation.module.css';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { whenText, type Clock, dayText, shownDay, repeatedHourNote } from '#domain/time/clock.ts';
import { trainingOf } from '#domain/reservations/training.ts';
import { Section } from './Section.tsx';
import { instructorLink, personLink } from '#domain/lists/links.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { Covered } from '#web/ui/panel/Covered.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { bookingLength, BookingStatus, bookingTimes, TypeMark } from './reservationCells.tsx';

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

/** The lessons a reservation is for, with the service's own word for how they went. */
function Training({ booking, now }: { booking: Booking; now: Instant }) {
  const clock = useClock();
  const school = useSchool();
  const sessions = trainingOf(booking.record, { name: school.timeZone, zoneless: school.zonelessTimes });
  if (sessions.length === 0) return null;
  return (
    <Section title="Training" count={sessions.length}>
      <ul className={style['sessions']}>
        {sessions.map(({ key, lesson, course, status, date }) => (
          <li key={key}>
            <b>{lesson}</b>
            <span>{status}</span>
            <span className={style['quiet']}>
              {[course, date !== null && whenText(date, now, clock)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type PeopleProps = {
  booking: Booking;
  /** False while it is not known who has one. */
  hasPhones: boolean;
};

/** Who flies, attends or teaches; telephone numbers are covered until asked for, one by one. */
function People({ booking, hasPhones }: PeopleProps) {
  const people = bookedPeople(booking);
  return (
    <Section title="People" count={people.length}>
      {people.length === 0 && <p className={style['quiet']}>No people on this reservation.</p>}
      <ul className={style['people']}>
        {people.map((person, index) => (
          <li key={person.userId ?? index}>
            <span>
              <PersonName person={person} />
              <span className={style['role']}>{person.role === 'pilot' ? 'Pilot' : 'Instructor'}</span>
            </span>
            {hasPhones && <Phone person={person} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function PersonName({ person: { userId, name, role } }: { person: BookedPerson }) {
  if (userId === null) return <b>{name}</b>;
  return <AppLink to={role === 'instructor' ? instructorLink(userId) : personLink(userId)}>{name}</AppLink>;
}

function Phone({ person: { phone, name } }: { person: BookedPerson }) {
  if (phone === null) return <span className={style['quiet']}>no phone given</span>;
  return (
    <Covered label="Show phone" of={name}>
      <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
    </Covered>
  );
}

/** Day and time at a glance, in both clocks, and what the reservation is. */
function When({ booking }: { booking: Booking }) {
  const clock = useClock();
  const other: Clock = { zone: clock.zone, mode: clock.mode === 'L' ? 'Z' : 'L' };
  return (
    <div className={style['when']}>
      <p className={style['times']} title={repeatedHourNote([booking.start, booking.end], clock)}>
        {bookingTimes(booking, clock)} <span>{bookingLength(booking)}</span>
      </p>
      <p className={style['quiet']}>
        {clock.mode === 'L' ? clock.zone : 'Zulu'}; {bookingTimes(booking, other)}{' '}
        {other.mode === 'L' ? `in ${clock.zone}` : 'Zulu'}
        {otherDay(booking, clock, other)}
      </p>
      <Facts
        facts={[
          ['Type', <TypeMark key="type" booking={booking} />],
          ['Display type', displayType(booking)],
          ['Activity', booking.activity],
          ['Status', <BookingStatus key="status" booking={booking} />],
          ...ownName(booking),
        ]}
        missing="not given"
      />
    </div>
  );
}

/** Near midnight the other clock shows another day. */
function otherDay({ start }: Booking, clock: Clock, other: Clock): string {
  if (start === null || shownDay(start, clock) === shownDay(start, other)) return '';
  return ` (from ${dayText(shownDay(start, other))})`;
}

/** By the names of the specification; an id that it does not list stays visible. */
function displayType({ kind, record }: Booking): string {
  const id = record.reservationType?.displayTypeId;
  return kind === 'unknown' ? `unknown${id == null ? '' : `, id ${id}`}` : kind;
}

/** Few reservations have a name of their own. */
function ownName({ record }: Booking): (readonly [string, string])[] {
  return record.displayName ? [['Name', record.displayName]] : [];
}
