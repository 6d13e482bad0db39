import { placeIn, shareOf, ticks } from '#domain/timeline/timeScale.ts';
import { inSpan } from '#domain/reservations/bookings.ts';
import { titleOf } from '#domain/reservations/bookingTitles.ts';
import { clockText } from '#domain/time/clock.ts';
import { packLanes } from '#domain/timeline/lanes.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { kindBarClass, KindIcon, StatusGlyph } from '#web/ui/reservation/kinds.tsx';
import { percent } from '#web/ui/aircraft/percent.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { MarkIcons, type Marks } from '#web/pages/reservations/BookingMarks.tsx';
import style from './DaySheet.module.css';

type SheetGridProps = { rows: readonly Resource[]; day: Span; hours: Span; now: Instant; marks: Marks };

/** A row per aircraft over the hours of the sheet; the rows share the height of the page between them. */
export function SheetGrid({ rows, day, hours, now, marks }: SheetGridProps) {
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
