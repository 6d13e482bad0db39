import { createPortal } from 'react-dom';
import { inSpan, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { spanText, titleOf } from '#domain/reservations/bookingTitles.ts';
import { clockText, dayText, shownDay } from '#domain/time/clock.ts';
import type { Certainty } from '#domain/readiness/standing.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { resourcesOf } from '#domain/timeline/resources.ts';
import { sheetHours } from '#domain/calendar/sheetHours.ts';
import { type Day, daySpan, type Instant, overlaps } from '#domain/time/time.ts';
import { kindWord } from '#web/ui/reservation/kinds.tsx';
import { usePrinting } from '#web/ui/page/printing.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import style from './DaySheet.module.css';
import { SheetGrid } from './SheetGrid.tsx';

type DaySheetProps = {
  day: Day;
  bookings: readonly TimedBooking[];
  /** Null while it is not known. */
  fleet: readonly Aircraft[] | null;
  now: Instant;
  /** When the service last answered; null while it has not. */
  asOf: Instant | null;
  /** Those of other days may be among them. */
  conflicts: readonly Conflict[];
  marks: Marks;
};

/** The day on one landscape page. It is what prints, whatever view is on the screen, and is there only while it prints. */
export function DaySheet(props: DaySheetProps) {
  return usePrinting() ? createPortal(<Sheet {...props} />, document.body) : null;
}

function Sheet({ day, bookings, fleet, now, asOf, conflicts, marks }: DaySheetProps) {
  const school = useSchool();
  const clock = useClock();
  const span = daySpan(day, school.timeZone);
  const rows = resourcesOf('aircraft', { bookings, fleet: fleet ?? [], instructors: [] });
  const aircraft = rows.filter(({ kind }) => kind === 'aircraft');
  const flown = aircraft.flatMap((row) => inSpan(row.bookings, span));
  const hours = sheetHours(flown, span);
  const ended = flown.filter((booking) => booking.end <= hours.start);
  const others = rows.filter(({ kind }) => kind !== 'aircraft').flatMap((row) => inSpan(row.bookings, span));
  return (
    <section className={style['sheet']} aria-label="Day sheet">
      <header>
        <h1>
          {dayText(day)} {day.slice(0, 4)}
        </h1>
        <b>{school.operatorName}</b>
        <span>
          {flown.length} bookings of {aircraft.length} aircraft
        </span>
        <span>
          Conflicts: {count('definite')} definite, {count('possible')} possible
        </span>
        <span className={style['stamp']}>
          {asOf === null ? 'Nothing is known yet' : `As of ${clockText(asOf, clock)}`} · printed{' '}
          {dayText(shownDay(now, clock))} {clockText(now, clock)}
        </span>
      </header>
      <SheetGrid rows={aircraft} day={span} hours={hours} now={now} marks={marks} />
      <SheetList title="Ended in the night" bookings={ended} />
      <SheetList title="Without aircraft" bookings={others} />
    </section>
  );

  function count(certainty: Certainty): number {
    return conflicts.filter((one) => one.certainty === certainty && overlaps(one.booking, span)).length;
  }
}

/** What has no place in the grid, in words. */
function SheetList({ title, bookings }: { title: string; bookings: readonly TimedBooking[] }) {
  const clock = useClock();
  if (bookings.length === 0) return null;
  return (
    <footer>
      <b>
        {title} ({bookings.length})
      </b>
      {bookings.map((booking) => (
        <span key={booking.key}>
          {[tailOf(booking), spanText(booking, clock), `${kindWord(booking.kind)}:`, titleOf(booking)].join(' ').trim()}
        </span>
      ))}
    </footer>
  );
}
