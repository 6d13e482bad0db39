import { type BookedPerson, bookedPeople, type Booking } from '#domain/reservations/bookings.ts';
import { instructorLink, personLink } from '#domain/lists/links.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { Covered } from '#web/ui/panel/Covered.tsx';
import style from './reservation.module.css';
import { Section } from './Section.tsx';

type PeopleProps = {
  booking: Booking;
  /** False while it is not known who has one. */
  hasPhones: boolean;
};

/** Who flies, attends or teaches; telephone numbers are covered until asked for, one by one. */
export function People({ booking, hasPhones }: PeopleProps) {
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
