import { type ReactNode, useId } from 'react';
import type { Failure } from '#domain/answers/failures.ts';
import { withheldText } from '#domain/answers/unknownMembers.ts';
import { aircraftLink, instructorLink, personLink } from '#domain/reservations/links.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import {
  awaitedGroup,
  type BookedPerson,
  bookedPeople,
  type Reservation,
  tailOf,
} from '#domain/reservations/reservations.ts';
import { repeatedHourNote, shownDay } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { reservationDay, reservationTimes } from '#domain/reservations/reservationHeading.ts';
import { levelWords } from '#domain/readiness/checkLine.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { LinkButton } from '#web/components/controls/buttons.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { Covered, Facts } from '#web/components/panel/Facts.tsx';
import { ApiDetails } from '#web/components/panel/QueryShown.tsx';
import { CheckLines, CheckVerdict } from './CheckLines.tsx';
import { ReservationStatus, TypeMark } from './kinds.tsx';
import { PlanLinks, usePlanLinks } from './PlanLinks.tsx';
import style from './ReservationDetails.module.css';
import {
  bookedAircraft,
  displayType,
  type Flag,
  lessonsOf,
  type OtherMember,
  otherMembers,
  otherTimes,
  phoneLink,
  rawRecord,
  reservationLength,
  seriesFacts,
  unloadedText,
  unreadText,
} from './reservationWords.ts';

type ReservationDetailsProps = {
  reservation: Reservation;
  /** False while only the fields for calendars are loaded. */
  isWhole: boolean;
  /** Why the rest is missing; null while it loads. */
  failure: Failure | null;
  now: Instant;
  /** Null if there is nothing to dispatch, or the records are not loaded; `later` if it is too far ahead. */
  check: DispatchCheck | 'later' | null;
  /** Its conflicts. */
  conflicts?: ReactNode;
  /** The reservations before and after it. */
  neighbours?: ReactNode;
  /** The maintenance of its aircraft. */
  maintenance?: ReactNode;
};

/** Everything a reservation holds, in the order a dispatcher needs it: the verdict first, then its reasons. */
export function ReservationDetails(props: ReservationDetailsProps) {
  const { reservation, isWhole, failure, now, check, conflicts, neighbours, maintenance } = props;
  const clock = useClock();
  const unread = unreadText(reservation);
  return (
    <>
      <Dispatch reservation={reservation} check={check} />
      {unread && <p className={style['rest']}>{unread}</p>}
      {conflicts}
      <When reservation={reservation} year={shownDay(now, clock).slice(0, 4)} />
      <People reservation={reservation} hasPhones={isWhole} />
      {neighbours}
      {isWhole && <BookedAircraft reservation={reservation} />}
      {maintenance}
      {isWhole ? (
        <WholeRecord reservation={reservation} now={now} />
      ) : (
        <p className={style['rest']} role="status">
          {unloadedText(failure, clock)}
        </p>
      )}
    </>
  );
}

/**
 * The verdict with the one most useful action, then each line of the check. Without anything against it, no action is offered
 * before the others.
 */
function Dispatch({ reservation, check }: Pick<ReservationDetailsProps, 'reservation' | 'check'>) {
  const heading = useId();
  const links = usePlanLinks(reservation, true);
  if (check === null) return <PlanLinks links={links} />;
  const isAgainst = check !== 'later' && check.level !== 'no findings';
  const [first, ...others] = links;
  return (
    <section className={style['dispatch']} aria-labelledby={heading}>
      <h3 id={heading} className="visually-hidden">
        Dispatch check {check !== 'later' && levelWords[check.level]}
      </h3>
      <CheckVerdict check={check}>
        {isAgainst && first && <LinkButton to={first.to}>{first.name}</LinkButton>}
      </CheckVerdict>
      {check !== 'later' && <CheckLines check={check} />}
      <PlanLinks links={isAgainst ? others : links} />
    </section>
  );
}

/** Day and time at a glance, in both clocks, and what the reservation is. */
function When({ reservation, year }: { reservation: Reservation; year: string }) {
  const clock = useClock();
  const { displayName } = reservation.record;
  return (
    <div className={style['when']}>
      <p className={style['times']} data-tip={repeatedHourNote([reservation.start, reservation.end], clock)}>
        {reservationDay(reservation, clock, year)} {reservationTimes(reservation, clock)}{' '}
        <span>{reservationLength(reservation)}</span>
      </p>
      <p className={style['quiet']}>{otherTimes(reservation, clock)}</p>
      <Facts
        facts={[
          ['Type', <TypeMark key="type" reservation={reservation} />],
          ['Display type', displayType(reservation)],
          ['Activity', reservation.activity],
          ['Status', <ReservationStatus key="status" reservation={reservation} />],
          // Few reservations have a name of their own.
          ...(displayName ? [['Name', displayName] as const] : []),
        ]}
        missing="not given"
      />
    </div>
  );
}

type PeopleProps = {
  reservation: Reservation;
  /** False until it is known who has a telephone number. */
  hasPhones: boolean;
};

/** Who flies, attends or teaches; telephone numbers are covered until requested, one by one. */
function People({ reservation, hasPhones }: PeopleProps) {
  const people = bookedPeople(reservation);
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
      <a href={phoneLink(phone)}>{phone}</a>
    </Covered>
  );
}

function BookedAircraft({ reservation }: { reservation: Reservation }) {
  const described = bookedAircraft(reservation);
  if (!described) return null;
  const { facts, flags } = described;
  return (
    <Section title="Aircraft">
      <Facts
        facts={[
          ['Tail', <AircraftCell key="tail" reservation={reservation} />],
          ...facts,
          ['Capabilities', flags && <Flags key="capabilities" flags={flags.capabilities} />],
          ['Meters', flags && <Flags key="meters" flags={flags.meters} />],
        ]}
        missing="not given"
      />
    </Section>
  );
}

function Flags({ flags }: { flags: readonly Flag[] }) {
  return (
    <span className={style['flags']}>
      {flags.map(({ words, isSo }) => (
        <span key={words} data-is-so={isSo}>
          {words}
        </span>
      ))}
    </span>
  );
}

/** Facts that only the whole record has. */
function WholeRecord({ reservation, now }: { reservation: Reservation; now: Instant }) {
  const clock = useClock();
  const school = useSchool();
  const lessons = lessonsOf(reservation, { name: school.timeZone, zoneless: school.zonelessTimes }, clock, now);
  const repeats = seriesFacts(reservation);
  const others = otherMembers(reservation);
  const withheld = withheldText(reservation.record);
  return (
    <>
      {lessons.length > 0 && (
        <Section title="Training" count={lessons.length}>
          <ul className={style['sessions']}>
            {lessons.map(({ key, lesson, status, details }) => (
              <li key={key}>
                <b>{lesson}</b>
                <span>{status}</span>
                <span className={style['quiet']}>{details}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {repeats.length > 0 && (
        <Section title="Recurring series">
          <Facts facts={repeats} missing="not given" />
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Also sent by the service" count={others.length}>
          <Facts
            facts={others.map((member) => [member.label, <OtherValue key={member.path} member={member} />])}
            missing="empty"
          />
        </Section>
      )}
      {withheld && <p className={style['rest']}>{withheld}</p>}
      <ApiDetails name="reservation">
        <p>Record as JSON, without phone numbers and pictures</p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys */}
        <pre tabIndex={0} className={style['raw']}>
          {rawRecord(reservation)}
        </pre>
      </ApiDetails>
    </>
  );
}

function OtherValue({ member: { label, text, isPersonal } }: { member: OtherMember }) {
  if (!isPersonal) return <>{text}</>;
  return (
    <Covered label="Show" of={label}>
      {text}
    </Covered>
  );
}

/** The tail number, linked to the aircraft's page. */
export function AircraftCell({ reservation }: { reservation: Reservation }) {
  const tail = tailOf(reservation);
  const group = awaitedGroup(reservation);
  if (!reservation.aircraftId && !tail) {
    const words = group === null ? 'no aircraft' : `no aircraft yet${group && `, group ${group}`}`;
    return <span className={style['quiet']}>{words}</span>;
  }
  const text = <TailNumber tail={tail} isSimulator={reservation.record.aircraft?.isSimulator ?? false} />;
  if (!reservation.aircraftId) return text;
  return (
    <AppLink className={style['aircraft']} to={aircraftLink(reservation.aircraftId)}>
      {text}
    </AppLink>
  );
}

type SectionProps = { title: string; count?: ReactNode; children: ReactNode };

/** A part of the details, under its heading. */
export function Section({ title, count, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={style['section']} aria-labelledby={heading}>
      <h3 id={heading}>
        {title} {count != null && <span>{count}</span>}
      </h3>
      {children}
    </section>
  );
}
