import { createPortal } from 'react-dom';
import { inSpan, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { spanText, titleOf } from '#domain/reservations/bookingTitles.ts';
import { clockText, dayText, shownDay } from '#domain/time/clock.ts';
import type { Certainty } from '#domain/readiness/standing.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { resourcesOf, type Resource } from '#domain/timeline/resources.ts';
import { sheetHours } from '#domain/calendar/sheetHours.ts';
import { type Day, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { kindWord, kindBarClass, KindIcon, StatusGlyph } from '#web/ui/reservation/kinds.tsx';
import { usePrinting } from '#web/ui/page/display.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { type Marks, MarkIcons } from '#web/pages/reservations/BookingMarks.tsx';
import style from './DaySheet.module.css';
import { packLanes, placeIn, shareOf, ticks } from '#domain/timeline/layout.ts';
import { percent } from '#web/ui/timetrack/trackModel.ts';

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

type SheetGridProps = { rows: readonly Resource[]; day: Span; hours: Span; now: Instant; marks: Marks };

/** A row per aircraft over the hours of the sheet; the rows share the height of the page between them. */
function SheetGrid({ rows, day, hours, now, marks }: SheetGridProps) {
  const clock = useClock();
  const packed = rows.map((row) => ({ row, ...packLanes(inSpan(row.bookings, day)) }));
  const lines = packed.reduce((sum, { depth }) => sum + Math.max(1, depth), 0);
  const hourCount = (hours.end - hours.start) / 3_600_000;
  return (
    <div
      className={style['grid']}
      style={{ ['--lines' as string]: lines, ['--hour' as string]: percent(1 / hourCount) }}
    >
      <div className={style['hours']}>
        {ticks(hours, 1).map((tick) => (
          <span key={tick} style={{ left: percent(shareOf(hours, tick)) }}>
            {clockText(tick, clock).slice(0, 2)}
          </span>
        ))}
        {now >= hours.start && now < hours.end && (
          <b style={{ left: percent(shareOf(hours, now)) }}>{clockText(now, clock)}</b>
        )}
      </div>
      {packed.map(({ row, bookings, lanes, depth }) => (
        <div key={row.id} className={style['row']} style={{ ['--depth' as string]: Math.max(1, depth) }}>
          <b>{row.label}</b>
          <div className={style['track']}>
            {bookings.map((booking, index) => {
              if (!overlaps(booking, hours)) return null;
              const { left, width } = placeIn(hours, booking);
              const place = { left: percent(left), width: percent(width), ['--lane' as string]: lanes[index] };
              return (
                <span key={booking.key} className={kindBarClass} data-kind={booking.kind} style={place}>
                  <KindIcon kind={booking.kind} size={8} />
                  <MarkIcons mark={marks.get(booking.key)} />
                  <span>{titleOf(booking)}</span>
                  <StatusGlyph statusId={booking.statusId} size={8} />
                </span>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
}
