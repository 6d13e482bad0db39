import { useMediaQuery } from '#web/ui/page/display.tsx';
import { lazy, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { noneText } from '#domain/answers/known.ts';
import { pilotsCheckout } from '#domain/readiness/checkPeople.ts';
import { refreshed } from '#domain/readiness/schedule.ts';
import { capacityOf } from '#domain/calendar/dayLoad.ts';
import { sparesFor } from '#domain/conflicts/spares.ts';
import type { Booking, TimedBooking } from '#domain/reservations/bookings.ts';
import { tailAndTitle, titleOf } from '#domain/reservations/bookingTitles.ts';
import type { Change } from '#domain/reservations/changes.ts';
import { addDays, dayOf, type Instant, type Span } from '#domain/time/time.ts';
import { markLifetime, useBookingChanges } from '#web/queries/log.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/ui/page/school.tsx';
import { None } from '#web/ui/panel/None.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { ChangeList, ConflictList, LateButton, LatePanel, useLate } from './attention/AttentionLists.tsx';
import { changeMarks, changesHere, scheduleChanges } from './attention/model.ts';
import type { Marks } from './BookingMarks.tsx';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import { AgendaView, LanesView } from './dispatch/DispatchViews.tsx';
import { monthOfBookings, monthOfSummaries, type MonthWeeks } from './month/model.ts';
import { MonthView } from './month/MonthView.tsx';
import style from './reservations.module.css';
import { type Chosen, chosenOf, countText, type Printed, scheduleMarks } from './scheduleModel.ts';
import { CalendarToolbar, ScheduleTools } from './ScheduleTools.tsx';
import { DaySheet } from './sheet/DaySheet.tsx';
import { TimelineSheet } from './sheet/TimelineSheet.tsx';
import { TimelineView } from './timeline/TimelineView.tsx';
import { type Calendar, type Schedule, useCalendar, useSchedule } from './useSchedule.ts';
import { WeekView } from './week/WeekView.tsx';

export { readReadiness as readFirst } from '#web/queries/fitness.ts';

/** With its table and filters it is as large as all other views together. */
const ListView = lazy(() => import('./list/ListView.tsx').then((view) => ({ default: view.ListView })));

/** The page a dispatcher keeps open all day: what is booked, in six ways, and the reservation that is open beside it. */
export function ReservationsPage() {
  const school = useSchool();
  const now = useMinute();
  const isWide = useMediaQuery('(min-width: 700px)');
  const calendar = useCalendar(dayOf(now, school.timeZone), isWide);
  const late = useLate(now);
  const isLateShown = calendar.late.value === 'shown';
  const lateButton = (
    <LateButton
      late={late}
      isPressed={isLateShown}
      onClick={() => void calendar.late.set(isLateShown ? 'hidden' : 'shown')}
    />
  );
  const latePanel = isLateShown && <LatePanel late={late} now={now} />;
  if (calendar.view.value !== 'list') {
    return (
      <SchedulePanel calendar={calendar} now={now} lateButton={lateButton}>
        {latePanel}
      </SchedulePanel>
    );
  }
  return (
    <>
      <CalendarToolbar calendar={calendar}>{lateButton}</CalendarToolbar>
      {latePanel}
      <ListView day={calendar.date.value} />
      {calendar.open !== null && <DetailsPanel reservationKey={calendar.open} onClose={calendar.close} />}
    </>
  );
}

type SchedulePanelProps = { calendar: Calendar; now: Instant; lateButton: ReactNode; children: ReactNode };

/** The bookings of the days in view, with their conflicts and changes; the children stand above them. */
function SchedulePanel({ calendar, now, lateButton, children }: SchedulePanelProps) {
  const schedule = useSchedule(calendar, now);
  const { here, conflictsOf, isHere, isAll, isSettled } = schedule;
  const { bookings, conflicts } = here;
  const changes = useChanges(calendar.span, now);
  const marks = useMarks(schedule, changes.live, now);
  const chosen = useChosen(calendar, schedule);
  const print = usePrint(calendar.view.value);
  const sparesOf = useSpares(schedule, now);
  const conflictsOfOpen = useCallback(
    (booking: Booking) => {
      const own = conflictsOf.get(booking.key) ?? [];
      return own.length > 0 ? <ConflictList conflicts={own} now={now} sparesOf={sparesOf} /> : null;
    },
    [conflictsOf, now, sparesOf],
  );
  return (
    <>
      <CalendarToolbar calendar={calendar}>{lateButton}</CalendarToolbar>
      {children}
      <div className={style['schedule']}>
        <Panel
          title={<span className="visually-hidden">Reservations</span>}
          count={countText({ ...schedule, shown: chosen.bookings.length, total: schedule.bookings.length })}
          reading={schedule.reading}
          beside={schedule.beside}
          onRetry={schedule.refetch}
          tools={<ScheduleTools calendar={calendar} schedule={schedule} chosen={chosen} onPrint={print.start} />}
        >
          <Notices
            notes={isHere && schedule.checks === null ? [...schedule.notes, noChecksYet] : schedule.notes}
            scope={isHere ? here.note : isAll ? 'Loading these days…' : null}
            setAside={[{ what: 'reservations', records: schedule.setAside }]}
          />
          <ChangeList changes={changes.unseen} now={now} onSeen={changes.dismiss} />
          {calendar.conflicts.value === 'shown' && isHere && (
            <section className={style['conflicts']} aria-label="Conflicts in view">
              <ConflictList conflicts={conflicts} now={now} sparesOf={sparesOf} />
            </section>
          )}
          <ScheduleBody calendar={calendar} schedule={schedule} chosen={chosen} marks={marks} now={now} />
        </Panel>
      </div>
      {print.what === 'day' ? (
        <DaySheet
          day={calendar.date.value}
          bookings={isHere ? bookings : null}
          missing={schedule.missing}
          fleet={here.fleet}
          conflicts={isSettled ? conflicts : null}
          asOf={schedule.asOf}
          now={now}
          marks={marks}
        />
      ) : (
        <TimelineSheet {...schedule} {...calendar} rowsLabel={rowLabels[calendar.by.value]} now={now} marks={marks} />
      )}
      {calendar.open !== null && (
        <DetailsPanel reservationKey={calendar.open} onClose={calendar.close}>
          {conflictsOfOpen}
        </DetailsPanel>
      )}
    </>
  );
}

/** Without it a reservation without a mark would seem to have no findings. */
const noChecksYet = 'The dispatch checks of these reservations are not known yet.';

const rowLabels = { aircraft: 'Aircraft', instructor: 'Instructor', pilot: 'Pilot' } as const;

/** What is printed: what a button asks for, else the timeline where it is on the screen, and the day everywhere else. */
function usePrint(view: Calendar['view']['value']) {
  const [asked, setAsked] = useState<Printed | null>(null);
  useEffect(() => {
    const onEnd = () => setAsked(null);
    window.addEventListener('afterprint', onEnd);
    return () => window.removeEventListener('afterprint', onEnd);
  }, []);
  return {
    what: asked ?? (view === 'timeline' ? 'timeline' : 'day'),
    start: (what: Printed) => {
      flushSync(() => setAsked(what));
      window.print();
    },
  };
}

type ScheduleBodyProps = { calendar: Calendar; schedule: Schedule; chosen: Chosen; marks: Marks; now: Instant };

/** The bookings in the view that the address asks for. */
function ScheduleBody({ calendar, schedule, chosen, marks, now }: ScheduleBodyProps) {
  const { view, first, count, date } = calendar;
  const { isHere, missing, known, ofRead } = schedule;
  const { fleet } = schedule.here;
  const { bookings } = chosen;
  const days = useMemo(() => Array.from({ length: count }, (_, index) => addDays(first, index)), [first, count]);
  const weeks = useWeeks(calendar, schedule, chosen, marks);
  const capacity = useMemo(() => fleet && capacityOf(fleet), [fleet]);
  if (view.value === 'month') {
    return <MonthView date={date.value} weeks={weeks} capacity={capacity} now={now} marks={marks} />;
  }
  if (!isHere && view.value !== 'timeline') {
    return (
      <p className={style['none']} role="status">
        Not known yet.
      </p>
    );
  }
  if (view.value === 'week') {
    return (
      <WeekView
        bookings={bookings}
        now={now}
        marks={marks}
        days={days}
        missing={missing}
        capacity={capacity}
        form={chosen.resource ? 'bookings' : 'load'}
        textOf={chosen.resource?.kind === 'aircraft' ? titleOf : tailAndTitle}
      />
    );
  }
  if (view.value === 'agenda') {
    return (
      <AgendaView
        first={first}
        count={count}
        bookings={bookings}
        missing={missing}
        known={ofRead}
        now={now}
        marks={marks}
      />
    );
  }
  if (view.value === 'lanes') return <LanesView bookings={bookings} known={known} now={now} marks={marks} />;
  return (
    <>
      <TimelineView calendar={calendar} schedule={schedule} marks={marks} now={now} />
      {isHere && bookings.length === 0 && (
        <None of={noneText(known, 'Nothing is booked in these days.')} className={style['none']} />
      )}
    </>
  );
}

function useChosen({ resource, view }: Calendar, { here: { bookings, fleet } }: Schedule): Chosen {
  return useMemo(
    () => chosenOf({ view: view.value, value: resource.value, bookings, fleet }),
    [view.value, resource.value, bookings, fleet],
  );
}

/** The days of a month: from summaries, or from the bookings of the one aircraft or person that is chosen. */
function useWeeks(
  { view, date, resource }: Calendar,
  { days, isAll, isHere, missing, narrowing }: Schedule,
  { bookings }: Chosen,
  marks: Marks,
): MonthWeeks {
  const { timeZone } = useSchool();
  const month = date.value.slice(0, 7);
  const isMonth = view.value === 'month';
  // Summaries tell neither people nor locations apart.
  const isChosen = resource.value !== '' || narrowing.chosen !== null;
  const isWhole = isAll && isHere && missing.length === 0;
  return useMemo(() => {
    if (!isMonth) return [];
    if (!isChosen) return monthOfSummaries(month, days ?? []);
    if (!isWhole) return monthOfSummaries(month, []);
    return monthOfBookings(month, { bookings, certaintyOf: (key) => marks.get(key)?.conflict }, timeZone);
  }, [isMonth, isChosen, isWhole, month, days, bookings, marks, timeZone]);
}

/** What changed in a span, as the gateway has logged it. */
function useChanges(span: Span, now: Instant) {
  const { changes: logged, lookedAt, lead, dismiss } = useBookingChanges(useSchool());
  const { isHere } = useLocationChoice();
  const found = useMemo(
    () => changesHere(scheduleChanges({ logged, lookedAt, lead, lifetime: markLifetime }, span, now), isHere),
    [logged, isHere, lookedAt, lead, span, now],
  );
  return { ...found, dismiss };
}

const noWords: ReadonlyMap<string, string> = new Map();

/** The marks of all bookings. An answer of the log without news leaves them as they are. */
function useMarks(schedule: Schedule, live: readonly Change[], now: Instant): Marks {
  const clock = useClock();
  const [kept, setKept] = useState(noWords);
  const changes = changeMarks(live, { now, clock }, kept);
  if (changes !== kept) setKept(changes);
  const { bookings, days, conflictsOf, upkeep, crossings, checks, narrowing } = schedule;
  return useMemo(
    () => scheduleMarks({ bookings, days, conflictsOf, upkeep, crossings, checks, narrowing, changes, now }),
    [bookings, days, conflictsOf, upkeep, crossings, checks, narrowing, changes, now],
  );
}

/** Finds the aircraft that could take over a booking, from all bookings that are loaded: those in view and those of the forecast. */
function useSpares(page: Schedule, now: Instant) {
  const { bookings, ahead, fleet, due, answered, readiness, ofSpares } = page;
  const known = ahead ?? readiness.sources.schedule;
  const schedule = useMemo(() => refreshed(known, null, bookings), [known, bookings]);
  const find = useCallback(
    (booking: TimedBooking) => {
      const { squawks } = readiness.sources;
      const checkoutFor: Parameters<typeof sparesFor>[1]['checkoutFor'] = (aircraft, of) =>
        pilotsCheckout(of, aircraft, readiness);
      return sparesFor(booking, { schedule, fleet: fleet ?? [], due, answered, squawks, checkoutFor, now });
    },
    [schedule, fleet, due, answered, readiness, now],
  );
  return useMemo(() => ({ find, known: ofSpares }), [find, ofSpares]);
}
