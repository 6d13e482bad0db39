import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { aroundText, neighboursOf } from '#domain/reservations/neighbours.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { Section } from '#web/ui/reservation/Section.tsx';
import { useClock } from '#web/ui/page/school.tsx';

type NeighbourListProps = {
  booking: TimedBooking;
  /** Those of its day; null while there are none. */
  bookings: readonly TimedBooking[] | null;
  hasFailed: boolean;
};

/** Who has the aircraft and the instructor before and after, among the bookings of the day. */
export function NeighbourList({ booking, bookings, hasFailed }: NeighbourListProps) {
  const clock = useClock();
  const { aircraft, instructor } = neighboursOf(booking, bookings ?? []);
  if (!aircraft && !instructor) return null;
  const facts = [
    ['Aircraft', aircraft],
    ['Instructor', instructor],
  ] as const;
  return (
    <Section title="Before and after, that day">
      {bookings ? (
        <Facts
          facts={facts.flatMap(([name, around]) =>
            around ? [[name, aroundText(around, clock, booking.start)] as const] : [],
          )}
          missing="nothing"
        />
      ) : (
        <p role="status">{hasFailed ? 'The bookings of that day could not be loaded.' : 'Loading…'}</p>
      )}
    </Section>
  );
}
