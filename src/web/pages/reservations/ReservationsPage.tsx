import { useMediaQuery } from '#web/components/page/display.tsx';
import { type ReactNode, useCallback, useMemo } from 'react';
import { noneText } from '#domain/answers/known.ts';
import { capacityOf } from '#domain/calendar/dayLoad.ts';
import { countNotes } from '#domain/calendar/days.ts';
import type { Reservation } from '#domain/reservations/reservations.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/reservationTitles.ts';
import type { Change } from '#domain/reservations/changes.ts';
import { addDays, dayOf, type Instant, type Span } from '#domain/time/time.ts';
import { markLifetime, useReservationChanges } from '#web/data/log.ts';
import { useWeather } from '#web/data/gateway/weather.ts';
import { Weather } from '#web/components/weather/Weather.tsx';
import { useFromLast, useMinute } from '#web/components/page/now.ts';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { later } from '#web/components/panel/later.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { LateButton, useLate } from './attention/LateButton.tsx';
import { changeMarks, changesHere, scheduleChanges } from './attention/model.ts';
import type { Marks } from './ReservationMarks.tsx';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import style from './reservations.module.css';
import { type Chosen, chosenOf, countText, scheduleMarks } from './scheduleModel.ts';
import { CalendarToolbar, ListToolbar } from './ScheduleTools.tsx';
import { usePrint } from './sheet/usePrint.ts';
import { TimelineView } from './timeline/TimelineView.tsx';
import { type Calendar, type Schedule, useCalendar, useSchedule } from './useSchedule.ts';

export { readReadiness as readFirst } from '#web/data/fitness.ts';

/** The list loads when it is opened: with its table and filters it is as large as all other views together. */
const ListView = later(async () => (await import('./list/ListView.tsx')).ListView);
const WeekView = later(async () => (await import('./week/WeekView.tsx')).WeekView);
const WeekGrid = later(async () => (await import('./week/WeekGrid.tsx')).WeekGrid);
const MonthView = later(async () => (await import('./month/MonthView.tsx')).MonthView);
const AgendaView = later(async () => (await import('./dispatch/DispatchViews.tsx')).AgendaView);
const LatePanel = later(async () => (await import('./attention/LatePanel.tsx')).LatePanel);
/** Nothing stands in its place while it loads: without changes it takes no space. */
const ChangeList = later(
  async () => (await import('./attention/ChangeList.tsx')).ChangeList,
  () => null,
);
const ConflictList = later(async () => (await import('./attention/ConflictList.tsx')).ConflictList);
const StatusView = later(async () => (await import('./dispatch/DispatchViews.tsx')).StatusView);
/** Loads behind the screen, so that it is there before anybody prints. */
const PrintedSheet = later(
  async () => (await import('./sheet/TimelineSheet.tsx')).PrintedSheet,
  () => null,
);

/** The page a dispatcher keeps open all day: the reservations in six views, and the open reservation beside them. */
export function ReservationsPage() {
  const school = useSchool();
  const now = useMinute();
  const isWide = useMediaQuery('(min-width: 700px)');
  const calendar = useCalendar(dayOf(now, school.timeZone), isWide);
  const late = useLate(now);
  const isLateShown = calendar.late.value === 'shown';
  const hasWords = useMediaQuery('(min-width: 1400px)');
  const isPhone = useMediaQuery('(max-width: 700px)');
  const lateButton = (
    <LateButton
      late={late}
      isBrief={isPhone || (!hasWords && calendar.view.value !== 'list')}
      isPressed={isLateShown}
      onClick={() => calendar.late.set(isLateShown ? 'hidden' : 'shown')}
    />
  );
  const latePanel = isLateShown && <LatePanel late={late} now={now} />;
  if (calendar.view.value !== 'list') {
    return (
      <KeptFocus>
        <SchedulePanel calendar={calendar} now={now} late={late} lateButton={lateButton}>
          {latePanel}
        </SchedulePanel>
      </KeptFocus>
    );
  }
  return (
    <KeptFocus>
      <ListToolbar calendar={calendar}>{lateButton}</ListToolbar>
      {latePanel}
      <ListView day={calendar.date.value} late={late.list} />
      {calendar.open !== null && <DetailsPanel reservationKey={calendar.open} onClose={calendar.close} />}
    </KeptFocus>
  );
}

type SchedulePanelProps = {
  calendar: Calendar;
  now: Instant;
  late: ReturnType<typeof useLate>;
  lateButton: ReactNode;
  children: ReactNode;
};

/** The reservations of the days in view, with their conflicts and changes; the children are above them. */
function SchedulePanel({ calendar, now, late, lateButton, children }: SchedulePanelProps) {
  const schedule = useSchedule(calendar, now);
  const { here, conflictsOf, isHere, isAll } = schedule;
  const changes = useChanges(calendar.span, now);
  const marks = useMarks(schedule, late.list, changes.live, now);
  const chosen = useChosen(calendar, schedule);
  const print = usePrint(calendar.view.value);
  const school = useSchool();
  const weather = useWeather(school);
  const conflictsOfOpen = useCallback(
    (reservation: Reservation) => {
      const ownConflicts = conflictsOf.get(reservation.key) ?? [];
      if (ownConflicts.length === 0) return null;
      return <ConflictList conflicts={ownConflicts} schedule={schedule} now={now} of={reservation.key} />;
    },
    [conflictsOf, schedule, now],
  );
  return (
    <>
      <div className={style['page']} data-fills={calendar.view.value === 'timeline' && !isBlank(schedule)}>
        <CalendarToolbar calendar={calendar} schedule={schedule} chosen={chosen} onPrint={print.start}>
          {lateButton}
        </CalendarToolbar>
        {calendar.view.value === 'timeline' && <Weather query={weather} />}
        {children}
        <div className={style['schedule']}>
          <Panel
            title={<span className="visually-hidden">Reservations</span>}
            count={countText({
              ...schedule,
              shown: chosen.reservations.length,
              total: schedule.reservations.length,
              notes: countNotes(chosen.reservations, calendar.span, school.timeZone),
            })}
            shape={
              calendar.view.value === 'month' ? 'month' : calendar.view.value === 'timeline' ? 'timeline' : 'table'
            }
            reading={schedule.reading}
            beside={schedule.beside}
            onRetry={schedule.refetch}
          >
            <Notices
              notes={isHere && schedule.checks === null ? [...schedule.notes, noChecksYet] : schedule.notes}
              scope={isHere ? here.note : isAll ? 'Loading these days…' : null}
              setAside={[{ what: 'reservation', records: schedule.setAside }]}
            />
            {changes.unseen.length > 0 && <ChangeList changes={changes.unseen} now={now} onSeen={changes.dismiss} />}
            {calendar.conflicts.value === 'shown' && isHere && (
              <section className={style['conflicts']} aria-label="Conflicts in view">
                <ConflictList conflicts={here.conflicts} schedule={schedule} now={now} />
              </section>
            )}
            <ScheduleBody calendar={calendar} schedule={schedule} chosen={chosen} marks={marks} now={now} />
          </Panel>
        </div>
      </div>
      <PrintedSheet what={print.what} {...{ calendar, schedule, chosen, marks, now }} />
      {calendar.open !== null && (
        <DetailsPanel reservationKey={calendar.open} onClose={calendar.close}>
          {conflictsOfOpen}
        </DetailsPanel>
      )}
    </>
  );
}

/** Without this note, a reservation without a mark would seem to have no findings. */
const noChecksYet = 'The dispatch checks of these reservations are not known yet.';

type ScheduleBodyProps = { calendar: Calendar; schedule: Schedule; chosen: Chosen; marks: Marks; now: Instant };

/** The reservations in the view from the address. */
function ScheduleBody({ calendar, schedule, chosen, marks, now }: ScheduleBodyProps) {
  const { view, first, count } = calendar;
  const { isHere, missing, known, ofRead } = schedule;
  const { fleet } = schedule.here;
  const { reservations } = chosen;
  const shown = { reservations, now, marks };
  const days = useMemo(() => Array.from({ length: count }, (_, index) => addDays(first, index)), [first, count]);
  const capacity = useMemo(() => fleet && capacityOf(fleet), [fleet]);
  if (view.value === 'month') {
    return <MonthView calendar={calendar} schedule={schedule} capacity={capacity} {...shown} />;
  }
  if (!isHere && view.value !== 'timeline') {
    return (
      <p className={style['none']} role="status">
        Not known yet.
      </p>
    );
  }
  if (view.value === 'week' && chosen.value === '') {
    return <WeekGrid days={days} schedule={schedule} marks={marks} now={now} capacity={capacity} />;
  }
  if (view.value === 'week') {
    return (
      <WeekView
        {...shown}
        days={days}
        missing={missing}
        textOf={chosen.resource?.kind === 'aircraft' ? titleOf : tailAndTitle}
      />
    );
  }
  if (view.value === 'agenda') {
    return <AgendaView first={first} count={count} missing={missing} known={ofRead} {...shown} />;
  }
  if (view.value === 'lanes') return <StatusView day={first} known={known} {...shown} />;
  const isEmpty = isHere && reservations.length === 0;
  const nothing = `Nothing is booked ${count === 1 ? 'on this day' : 'in these days'}.`;
  // The sentence is above the rows, because a tall window shows nothing but empty rows.
  return (
    <>
      {isEmpty && <None of={noneText(known, nothing)} className={style['none']} />}
      {!isBlank(schedule) && <TimelineView calendar={calendar} schedule={schedule} marks={marks} now={now} />}
    </>
  );
}

/** A timeline that has neither rows nor blocks to draw. */
function isBlank({ isHere, here, resources }: Schedule): boolean {
  return isHere && here.reservations.length === 0 && resources.length === 0;
}

function useChosen({ resource, view }: Calendar, { here: { reservations, fleet } }: Schedule): Chosen {
  return useMemo(
    () => chosenOf({ view: view.value, value: resource.value, reservations, fleet }),
    [view.value, resource.value, reservations, fleet],
  );
}

/** The changes in a span, from the gateway's log. */
function useChanges(span: Span, now: Instant) {
  const { changes: logged, lookedAt, dismiss } = useReservationChanges(useSchool());
  const { isHere } = useLocationChoice();
  const found = useMemo(
    () => changesHere(scheduleChanges({ logged, lookedAt, lifetime: markLifetime }, span, now), isHere),
    [logged, isHere, lookedAt, span, now],
  );
  return { ...found, dismiss };
}

const noWords: ReadonlyMap<string, string> = new Map();

/** The marks of all reservations. A log answer without news leaves them unchanged. */
function useMarks(
  schedule: Schedule,
  late: ReturnType<typeof useLate>['list'],
  live: readonly Change[],
  now: Instant,
): Marks {
  const clock = useClock();
  const changes = useFromLast(noWords, (last) => changeMarks(live, { now, clock }, last));
  const { reservations, days, conflictsOf, upkeep, crossings, checks, narrowing } = schedule;
  const notBack = useMemo(
    () => new Map(late?.notBack.map(({ reservation, state }) => [reservation.key, state])),
    [late],
  );
  return useMemo(
    () =>
      scheduleMarks({ reservations, days, conflictsOf, notBack, upkeep, crossings, checks, narrowing, changes, now }),
    [reservations, days, conflictsOf, notBack, upkeep, crossings, checks, narrowing, changes, now],
  );
}
