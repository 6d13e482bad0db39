import { useMediaQuery } from '#web/components/page/display.tsx';
import { memo, use, useCallback, useMemo } from 'react';
import { MomentContext } from '#web/components/page/now.ts';
import { Link } from 'react-router';
import { hourProblem, hourText, readHour, type TimelineDays } from '#web/pages/reservations/scheduleModel.ts';
import { calendarDays } from '#domain/calendar/days.ts';
import { openingOf } from '#domain/calendar/opening.ts';
import { unanswered } from '#domain/answers/known.ts';
import { movementsOf } from '#domain/calendar/dispatch.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import { aircraftLink, instructorLink, personLink } from '#domain/reservations/links.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import type { Marks } from '#web/pages/reservations/ReservationMarks.tsx';
import type { Calendar, Schedule } from '#web/pages/reservations/useSchedule.ts';
import { useWeather } from '#web/data/gateway/weather.ts';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { Icon } from '#web/components/controls/Icon.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlText, useHere } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { useCovered } from '#web/components/panel/SidePanel.tsx';
import { KindKey, StatusKey } from '#web/components/reservation/kinds.tsx';
import { Timeline } from '#web/components/timeline/Timeline.tsx';
import { Forecast, ForecastLegend, useHasWeather } from '#web/components/weather/Weather.tsx';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { percent } from '#web/components/timetrack/trackModel.ts';
import {
  type HoursBar,
  hoursNote,
  isPlaceUnknown,
  type MovementStrip,
  movementStrip,
  movementWords,
  stripHalf,
  type UpkeepWords,
  upkeepWords,
  defaultZoom,
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
  const hasWeather = useHasWeather();
  const weather = useWeather(useSchool()).data?.value.weather;
  const clock = useClock();
  const isAhead = use(MomentContext)?.isAhead ?? false;
  const { span, first, count, by } = calendar;
  const { fleet, resources, upkeep, answered, narrowing } = schedule;
  const known = schedule.isHere ? schedule.known : unanswered(schedule.known);
  const { reservations } = schedule.here;
  const zoom = useZoomChoice(calendar.days.value);
  const at = useUrlText('at');
  const shownAt = readHour(at.value, first, timeZone);
  useWrongAddress(hourProblem(at.value, shownAt));
  const isWide = useMediaQuery('(min-width: 700px)');
  const isLow = useMediaQuery('(max-height: 600px)');
  const covered = useCovered();
  const days = useMemo(() => calendarDays([], first, count, timeZone).map((day) => day.span), [first, count, timeZone]);
  const opening = useStable(useMemo(() => openingOf(days, reservations, timeZone), [days, reservations, timeZone]));
  const nights = useMemo(() => darknessIn(span, timeZone, position), [span, timeZone, position]);
  const movements = useMemo(() => movementsOf(reservations, fleet ?? [], span), [reservations, fleet, span]);
  const strip = useMemo(() => movementStrip(movements, span, known), [movements, span, known]);
  const movementNote = movementWords(movements, known, { now, clock });
  const wordsOf = useCallback(
    (row: Resource) =>
      row.kind === 'aircraft' ? upkeepWords(upkeep.get(row.id) ?? null, isAhead, answered.has(row.id)) : null,
    [upkeep, isAhead, answered],
  );
  const renderHead = useCallback(
    (row: Resource) => <RowHead row={row} words={wordsOf(row)} isPlaceUnknown={isPlaceUnknown(row, narrowing)} />,
    [wordsOf, narrowing],
  );
  return (
    <div className={style['view']}>
      <Timeline
        key={by.value}
        label={`Reservations by ${by.value}`}
        headLabel={isWide ? headings[by.value] : narrowHeadings[by.value]}
        headNote={by.value === 'aircraft' ? hoursNote(isAhead) : undefined}
        rows={resources}
        span={span}
        opening={opening}
        days={days}
        zoom={zoomOf(zoom.value)}
        onZoom={(next) => zoom.set(zoomNameOf(next))}
        onTurn={calendar.turn}
        at={shownAt}
        onAt={(instant) => at.set(hourText(instant, first, timeZone))}
        renderHead={renderHead}
        noteOf={(row) => wordsOf(row)?.title ?? ''}
        marks={marks}
        nights={nights}
        open={calendar.open}
        covered={calendar.open === null ? 0 : covered}
        onOpen={calendar.openReservation}
        strip={{
          drawing: <MovementsStrip span={span} strip={strip} now={now} />,
          labels: isWide ? strip.sums : strip.sums.map((words) => words.replace(/ [a-z]+$/, '')),
          note: `Up: departures. Down: returns. For each 15 minutes of what is booked. ${movementNote}`,
        }}
        band={hasWeather ? <Forecast weather={weather} window={span} /> : undefined}
        isFilling={isWide || isLow}
      />
      <p className="visually-hidden">{movementNote}</p>
      <Forecast weather={weather} window={span} as="words" />
      <Legend />
    </div>
  );
}

/** The key to colours and marks, folded because the rows need the space, and a link to the same data as a list. */
function Legend() {
  const here = useHere();
  const legend = useUrlChoice('legend', ['shown', 'hidden'], 'hidden');
  const isShown = legend.value === 'shown';
  return (
    <div className={style['legend']}>
      <Button isPressed={isShown} onClick={() => legend.set(isShown ? 'hidden' : 'shown')}>
        Key
      </Button>
      <Link className={style['asList']} to={here({ view: 'agenda' })}>
        As a list
      </Link>
      {isShown && (
        <>
          <KindKey />
          <StatusKey />
          <ForecastLegend />
        </>
      )}
    </div>
  );
}

/** A narrow head has no space for hours. */
const narrowHeadings = { aircraft: 'Aircraft', instructor: 'Instructor', pilot: 'Pilot' } as const;
const headings = { aircraft: 'Aircraft · booked of hours left', instructor: 'Instructor', pilot: 'Pilot' } as const;

/** The same object while its values are equal. */
function useStable({ start, end }: Span): Span {
  return useMemo(() => ({ start, end }), [start, end]);
}

/** How much time a column of the timeline holds. */
function useZoomChoice(days: TimelineDays) {
  const isWide = useMediaQuery('(min-width: 700px)');
  return useUrlChoice('zoom', zoomNames, defaultZoom(days, isWide));
}

/** Zooms without a wheel, a keyboard or two fingers. */
export function ZoomChoice({ days, isLabelHidden }: { days: TimelineDays; isLabelHidden: boolean }) {
  const zoom = useZoomChoice(days);
  return (
    <Select label="Zoom" isLabelHidden={isLabelHidden} value={zoom.value} options={zoomOptions} onChange={zoom.set} />
  );
}

type RowHeadProps = { row: Resource; words: UpkeepWords | null; isPlaceUnknown: boolean };

/** The head of a row: a tail number with its worst reminder and its hours left against those booked, or a person. */
const RowHead = memo(function RowHead({ row, words, isPlaceUnknown: isUnknown }: RowHeadProps) {
  return (
    <div className={style['head']}>
      <div className={style['line']}>
        {isUnknown ? (
          <span className={style['placeless']} data-tip={placeNotKnown}>
            <RowName row={row} />
            <Icon name="place" size={12} />
            <span className="visually-hidden">{placeNotKnown}</span>
          </span>
        ) : (
          <RowName row={row} />
        )}
        {words && words.title !== '' && <UpkeepMark words={words} />}
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

/** The shape of the worst reminder, and a bar of what is booked against what is left. The row's name has it in words. */
function UpkeepMark({ words: { alert, hours, bar, isUnknown, title } }: { words: UpkeepWords }) {
  const isGrounded = alert?.word === 'Grounded';
  return (
    <span className={style['upkeep']} data-tip={title} aria-hidden="true">
      {alert && <StateMark {...reminderLook(alert.statusId)}>{isGrounded && alert.word}</StateMark>}
      {bar ? <HoursBarShown bar={bar} /> : isUnknown ? <span className={style['bar']} data-is-unknown="true" /> : hours}
    </span>
  );
}

function HoursBarShown({ bar: { left, booked, beyond, tone } }: { bar: HoursBar }) {
  return (
    <span className={style['bar']}>
      <i className={style['left']} data-is-unknown={booked === null} style={{ width: percent(left) }} />
      <i className={style['booked']} style={{ width: percent(booked ?? 0) }} />
      <i className={style['beyond']} data-tone={tone} style={{ left: percent(left), width: percent(beyond) }} />
    </span>
  );
}

type MovementsStripProps = {
  /** The time that the strip's width covers. */
  span: Span;
  strip: MovementStrip;
  now: Instant;
};

/** Departures upwards and returns downwards, per 15 minutes of the reservations; as wide as its container. */
function MovementsStrip({ span, strip, now }: MovementsStripProps) {
  return (
    <div className={style['strip']}>
      <svg viewBox={`0 0 1 ${2 * stripHalf}`} preserveAspectRatio="none">
        <path className={style['departures']} d={strip.departures} />
        <path className={style['returns']} d={strip.returns} />
      </svg>
      <TimeTrack
        className={style['overlay']}
        window={span}
        lines={[{ key: 'now', at: now, className: style['now'] }]}
      />
    </div>
  );
}
