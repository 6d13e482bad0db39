import { useMediaQuery } from '#web/ui/page/display.tsx';
import { memo, useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { hourText, readHour, type TimelineDays } from '#web/pages/reservations/scheduleModel.ts';
import { calendarDays } from '#domain/calendar/days.ts';
import { openingOf } from '#domain/calendar/opening.ts';
import { type Knowledge, unanswered } from '#domain/answers/known.ts';
import { movementsOf, type Movements } from '#domain/calendar/dispatch.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import type { Upkeep } from '#domain/conflicts/upkeep.ts';
import { aircraftLink, instructorLink, personLink } from '#domain/lists/links.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import type { Marks } from '#web/pages/reservations/BookingMarks.tsx';
import type { Calendar } from '#web/pages/reservations/useSchedule.ts';
import type { Schedule } from '#web/pages/reservations/useSchedule.ts';
import { reminderLook } from '#web/ui/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { Select } from '#web/ui/controls/controls.tsx';
import { Icon } from '#web/ui/controls/Icon.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { useUrlChoice, useUrlText } from '#web/ui/page/urlState.ts';
import { KindKey, StatusKey } from '#web/ui/reservation/kinds.tsx';
import { Timeline } from '#web/ui/timeline/Timeline.tsx';
import { TimeTrack } from '#web/ui/timetrack/TimeTrack.tsx';
import {
  isPlaceUnknown,
  movementStrip,
  movementWords,
  stripHalf,
  upkeepWords,
  usualZoom,
  zoomNameOf,
  zoomNames,
  zoomOf,
  zoomOptions,
} from './timelineModel.ts';
import style from './TimelineView.module.css';

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
  const { fleet, resources, upkeep, narrowing } = schedule;
  const known = schedule.isHere ? schedule.known : unanswered(schedule.known);
  const { bookings } = schedule.here;
  const zoom = useZoomChoice(calendar.days.value);
  const at = useUrlText('at');
  const isWide = useMediaQuery('(min-width: 700px)');
  const isBeside = useMediaQuery('(min-width: 900px)');
  const days = useMemo(() => calendarDays([], first, count, timeZone).map((day) => day.span), [first, count, timeZone]);
  const opening = useStable(useMemo(() => openingOf(days, bookings, timeZone), [days, bookings, timeZone]));
  const nights = useMemo(() => darknessIn(span, timeZone, position), [span, timeZone, position]);
  const movements = useMemo(() => movementsOf(bookings, fleet ?? [], span), [bookings, fleet, span]);
  const renderHead = useCallback(
    (row: Resource) => (
      <RowHead row={row} upkeep={upkeep.get(row.id) ?? null} isPlaceUnknown={isPlaceUnknown(row, narrowing)} />
    ),
    [upkeep, narrowing],
  );
  return (
    <div className={style['view']}>
      <Timeline
        key={by.value}
        label={`Reservations by ${by.value}`}
        headLabel={isWide ? headings[by.value] : narrowHeadings[by.value]}
        rows={resources}
        span={span}
        opening={opening}
        days={days}
        zoom={zoomOf(zoom.value)}
        onZoom={(next) => void zoom.set(zoomNameOf(next))}
        onTurn={(direction) => void calendar.turn(direction)}
        at={readHour(at.value, first, timeZone)}
        onAt={(instant) => void at.set(hourText(instant, first, timeZone))}
        renderHead={renderHead}
        marks={marks}
        nights={nights}
        open={calendar.open}
        covered={calendar.open !== null && isBeside ? besideWidth : 0}
        onOpen={calendar.openReservation}
        strip={<MovementsStrip span={span} movements={movements} known={known} now={now} />}
      />
      <p className="visually-hidden">{movementWords(movements, known, { now, clock })}</p>
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

/** How much of the page open details cover where they stand beside it, in pixels: their 460 without the page's edge of 24. */
const besideWidth = 436;

/** A narrow head has no room for hours. */
const narrowHeadings = { aircraft: 'Aircraft', instructor: 'Instructor', pilot: 'Pilot' } as const;
const headings = { aircraft: 'Aircraft · h left / booked', instructor: 'Instructor', pilot: 'Pilot' } as const;

/** The same object while it says the same. */
function useStable({ start, end }: Span): Span {
  return useMemo(() => ({ start, end }), [start, end]);
}

/** How much time a column of the timeline holds. */
function useZoomChoice(days: TimelineDays) {
  const isWide = useMediaQuery('(min-width: 700px)');
  return useUrlChoice('zoom', zoomNames, usualZoom(days, isWide));
}

/** The same as the wheel with Ctrl, the keys + and −, and two fingers, for those who have none of them. */
export function ZoomChoice({ days }: { days: TimelineDays }) {
  const zoom = useZoomChoice(days);
  return (
    <Select label="Column" value={zoom.value} options={zoomOptions} onChange={(choice) => void zoom.set(choice)} />
  );
}

type RowHeadProps = { row: Resource; upkeep: Upkeep | null; isPlaceUnknown: boolean };

/** Whose row it is: a tail with its worst reminder and its hours left against those booked, or a person. */
const RowHead = memo(function RowHead({ row, upkeep, isPlaceUnknown: isUnknown }: RowHeadProps) {
  return (
    <div className={style['head']}>
      <div className={style['line']}>
        {isUnknown ? (
          <span className={style['placeless']} title={placeNotKnown}>
            <RowName row={row} />
            <Icon name="place" size={12} />
            <span className="visually-hidden">{placeNotKnown}</span>
          </span>
        ) : (
          <RowName row={row} />
        )}
        {row.kind === 'aircraft' && upkeep && <UpkeepMark upkeep={upkeep} />}
      </div>
    </div>
  );
});

function RowName({ row }: { row: Resource }) {
  if (row.kind === 'none') return <span className={style['none']}>{row.label}</span>;
  const addressOf = { aircraft: aircraftLink, instructor: instructorLink, pilot: personLink }[row.kind];
  return (
    <AppLink to={addressOf(row.id)} tabIndex={-1}>
      {row.kind === 'aircraft' ? (
        <TailNumber tail={row.label} isSimulator={row.aircraft?.isSimulator ?? false} />
      ) : (
        row.label
      )}
    </AppLink>
  );
}

function UpkeepMark({ upkeep }: { upkeep: Upkeep }) {
  const { alert, hours, isShort, title } = upkeepWords(upkeep);
  return (
    <span className={style['upkeep']} title={title}>
      {alert && <StateMark {...reminderLook(alert.statusId)}>{alert.word}</StateMark>}
      {hours && (
        <span className={style['hours']} data-is-short={isShort}>
          {hours}
        </span>
      )}
    </span>
  );
}

type MovementsStripProps = {
  /** What the width of the strip stands for. */
  span: Span;
  movements: Movements;
  /** Of the reservations of the span. */
  known: Knowledge;
  now: Instant;
};

/** Departures upwards and returns downwards, per 15 minutes of what is booked; as wide as its container. */
function MovementsStrip({ span, movements, known, now }: MovementsStripProps) {
  const { departures, returns, sums } = useMemo(() => movementStrip(movements, span, known), [movements, span, known]);
  return (
    <figure className={style['strip']}>
      <figcaption className={style['sums']}>
        {sums.map((sum) => (
          <span key={sum}>{sum}</span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 1 ${2 * stripHalf}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={style['departures']} d={departures} />
        <path className={style['returns']} d={returns} />
      </svg>
      <TimeTrack
        className={style['overlay']}
        window={span}
        lines={[{ key: 'now', at: now, className: style['now'] }]}
      />
    </figure>
  );
}
