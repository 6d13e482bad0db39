import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { hourText, readHour, type TimelineDays } from '#web/pages/reservations/scheduleModel.ts';
import { calendarDays } from '#domain/calendar/days.ts';
import { movementsOf, movementsText, type MovementBucket, type Movements, sumOf } from '#domain/calendar/dispatch.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import { zoomSteps, type Zoom, shareOf } from '#domain/timeline/timeScale.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { useHere } from '#web/ui/page/here.ts';
import { KindKey, StatusKey } from '#web/ui/reservation/kinds.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { Timeline } from '#web/ui/timeline/Timeline.tsx';
import { useUrlText, useUrlChoice } from '#web/ui/page/urlState.ts';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import style from '#web/pages/reservations/reservations.module.css';
import { RowHead } from './RowHead.tsx';
import type { Calendar, Schedule } from '#web/pages/reservations/useSchedule.ts';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Select } from '#web/ui/controls/controls.tsx';
import { percent } from '#web/ui/aircraft/percent.ts';
import movementsStripStyle from './MovementsStrip.module.css';

type TimelineViewProps = {
  calendar: Calendar;
  schedule: Schedule;
  marks: Marks;
  now: Instant;
};

/** The day, or a few, with a row for each aircraft or person. */
export function TimelineView({ calendar, schedule, marks, now }: TimelineViewProps) {
  const { timeZone, position } = useSchool();
  const clock = useClock();
  const here = useHere();
  const { span, first, count, by } = calendar;
  const { bookings, fleet, resources, upkeep } = schedule;
  const zoom = useZoomState(calendar.days.value);
  const at = useUrlText('at');
  const days = useMemo(() => calendarDays([], first, count, timeZone).map((day) => day.span), [first, count, timeZone]);
  const nights = useMemo(() => darknessIn(span, timeZone, position), [span, timeZone, position]);
  const movements = useMemo(() => movementsOf(bookings, fleet ?? [], span), [bookings, fleet, span]);
  const renderHead = useCallback(
    (row: Resource) => <RowHead row={row} upkeep={upkeep.get(row.id) ?? null} />,
    [upkeep],
  );
  return (
    <div className={style['board']}>
      <Timeline
        key={by.value}
        label={`Reservations by ${by.value}`}
        headLabel={headings[by.value]}
        rows={resources}
        span={span}
        days={days}
        zoom={zoomSteps.find((step) => `${step}` === zoom.value) ?? 'fit'}
        onZoom={(step) => void zoom.set(zoomName(step))}
        onMove={(direction) => void calendar.turn(direction)}
        at={readHour(at.value, first, timeZone)}
        onAt={(instant) => void at.set(hourText(instant, first, timeZone))}
        renderHead={renderHead}
        marks={marks}
        nights={nights}
        open={calendar.open}
        onOpen={calendar.openReservation}
        strip={<MovementsStrip span={span} movements={movements} now={now} />}
      />
      <p className="visually-hidden">{movementsText(movements, clock, now)}.</p>
      <div className={style['legend']}>
        <KindKey />
        <StatusKey />
        <Link className={style['asList']} to={here({ view: 'agenda' })}>
          These bookings as a list
        </Link>
      </div>
    </div>
  );
}

const headings = { aircraft: 'Aircraft', instructor: 'Instructor', pilot: 'Pilot' } as const;

type ZoomName = 'fit' | `${(typeof zoomSteps)[number]}`;
const zooms: readonly ZoomName[] = ['fit', ...zoomSteps.map((step) => `${step}` as const)];

/** A zoom as the address writes it. */
function zoomName(zoom: Zoom): ZoomName {
  return zooms.find((name) => name === String(zoom)) ?? 'fit';
}

/** At which a bar still says whose it is. */
const usualZoom: Readonly<Record<TimelineDays, ZoomName>> = { 1: 'fit', 3: '120', 7: '180' };

/** How much time a column of the timeline holds; `fit` shows the whole span. */
function useZoomState(days: TimelineDays) {
  const isWide = useMediaQuery('(min-width: 700px)', { noSsr: true });
  return useUrlChoice('zoom', zooms, isWide ? usualZoom[days] : '60');
}

/** The same as the wheel with Ctrl and the keys + and −, for those who have neither. */
export function ZoomChoice({ days }: { days: TimelineDays }) {
  const zoom = useZoomState(days);
  return <Select label="Column" value={zoom.value} options={options} onChange={(choice) => void zoom.set(choice)} />;
}

const options = zooms.map((value) => ({ value, label: nameOf(value) }));

function nameOf(zoom: ZoomName): string {
  if (zoom === 'fit') return 'whole span';
  return Number(zoom) < 60 ? `${zoom} min` : `${Number(zoom) / 60} h`;
}

type MovementsStripProps = {
  /** What the strip's width stands for: the visible part of the timeline's axis. */
  span: Span;
  movements: Movements;
  now: Instant;
};

/** Departures upwards and returns downwards, per 15 minutes of what is booked; as wide as what it lies in. */
function MovementsStrip({ span, movements, now }: MovementsStripProps) {
  const shown = movements.buckets.filter(({ start }) => start < span.end && start + quarter > span.start);
  const unit = quarter / (span.end - span.start);
  const isNow = now >= span.start && now < span.end;
  // A day without movements has no bars, and no scale.
  const most = Math.max(1, movements.max);
  return (
    <figure className={movementsStripStyle['strip']}>
      <figcaption className={movementsStripStyle['sums']}>
        <span>▲ {sumOf(shown, 'departures')} out</span>
        <span>▼ {sumOf(shown, 'returns')} back</span>
      </figcaption>
      <svg viewBox={`0 0 1 ${2 * height}`} preserveAspectRatio="none" aria-hidden="true">
        <path
          className={movementsStripStyle['departures']}
          d={barsOf(shown, span, unit, (one) => -one.departures / most)}
        />
        <path className={movementsStripStyle['returns']} d={barsOf(shown, span, unit, (one) => one.returns / most)} />
      </svg>
      {isNow && <span className={movementsStripStyle['now']} style={{ left: percent(shareOf(span, now)) }} />}
    </figure>
  );
}

const quarter = 15 * 60_000;
/** Half the height of the drawing, in its own units. */
const height = 20;

/** All bars as one path: two elements whatever the number of buckets. Shares below 0 go up from the middle. */
function barsOf(
  buckets: readonly MovementBucket[],
  span: Span,
  unit: number,
  shareOfMost: (bucket: MovementBucket) => number,
): string {
  return buckets
    .filter((bucket) => shareOfMost(bucket) !== 0)
    .map((bucket) => {
      const left = (bucket.start - span.start) / (span.end - span.start) + unit * 0.1;
      return `M${left} ${height}v${shareOfMost(bucket) * (height - 1)}h${unit * 0.8}V${height}z`;
    })
    .join('');
}
