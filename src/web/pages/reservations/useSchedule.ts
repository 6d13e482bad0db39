import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConflictSources } from '#domain/conflicts/conflict.ts';
import { conflictsOfReservations, type ConflictSearch, searchConflicts } from '#domain/conflicts/conflicts.ts';
import { crossingReservations, upkeepByAircraft } from '#domain/conflicts/upkeep.ts';
import { readKey } from '#domain/reservations/links.ts';
import type { Instructor } from '#domain/duty/duties.ts';
import { groundedIn, type ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { byStart, type TimedReservation } from '#domain/reservations/reservations.ts';
import { whereIsInstructor } from '#domain/reservations/locations.ts';
import { keptRows, resourcesOf } from '#domain/timeline/resources.ts';
import { addDays, type Day, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { listQuery } from '#web/data/api.ts';
import { useDispatchChecks } from '#web/data/fitness.ts';
import { useInstructorLists } from '#web/data/lists.ts';
import { useMaintenance } from '#web/data/maintenance.ts';
import { onlyIf, useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { daysQuery, windowQuery } from '#web/data/replica.ts';
import { useScheduleNow } from '#web/data/reservations.ts';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useKept } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlDay, useUrlText, useHere } from '#web/components/page/urlState.ts';
import {
  calendarViews,
  rowsHere,
  scheduleHere,
  shownDays,
  shownWindow,
  timelineDays,
  turned,
  windowReading,
} from './scheduleModel.ts';

const rowKinds = ['aircraft', 'instructor', 'pilot'] as const;

/** The calendar state in the address: the view, its days, its rows, and the open reservation. */
export function useCalendar(today: Day, isWide: boolean) {
  const zone = useSchool().timeZone;
  const view = useUrlChoice('view', calendarViews, isWide ? 'timeline' : 'agenda');
  const date = useUrlDay('date', today);
  const days = useUrlChoice('days', timelineDays, '1');
  const by = useUrlChoice('by', rowKinds, 'aircraft');
  const resource = useUrlText('resource');
  const conflicts = useUrlChoice('conflicts', ['hidden', 'shown'], 'hidden');
  const late = useUrlChoice('late', ['hidden', 'shown'], 'hidden');
  const opened = useUrlText('reservation');
  const navigate = useNavigate();
  const here = useHere();
  const { first, count } = shownDays(view.value, date.value, days.value);
  const span = useMemo(() => daySpan(first, zone, count), [first, count, zone]);
  return {
    view,
    date,
    days,
    by,
    resource,
    conflicts,
    late,
    /** The key of the reservation whose details are open. */
    open: readKey(opened.value),
    openReservation: useCallback(
      (reservation: TimedReservation) => void navigate(here({ reservation: reservation.key })),
      [navigate, here],
    ),
    close: useCallback(() => void navigate(here({ reservation: null })), [navigate, here]),
    first,
    count,
    span,
    today,
    turn: (direction: -1 | 1) => date.set(turned(view.value, date.value, days.value, direction)),
  };
}
export type Calendar = ReturnType<typeof useCalendar>;

const maintenanceOptions = { withInactive: false };

/** The reservations that the calendar shows, with their conflicts, checks and maintenance. */
export function useSchedule(calendar: Calendar, now: Instant) {
  const school = useSchool();
  const refresh = useRefresh();
  const window = useWindow(calendar);
  const { summaries, daysKey } = useSummaries(calendar);
  const maintenance = useMaintenance(school, now, useScheduleNow(school, now), maintenanceOptions);
  const instructorsQuery = listQuery(school, 'listInstructors', {});
  const instructors = useQuery({ ...instructorsQuery, ...onlyIf(calendar.by.value === 'instructor') });

  const narrowing = useLocationChoice();
  const { reservations } = window;
  const { fleet, items, horizons } = maintenance;
  const { known, total } = maintenance.progress;
  const { staff, readings } = useStaff(instructors.data?.value.records, calendar.by.value === 'instructor');
  const {
    checks,
    index,
    sources: assessed,
  } = useDispatchChecks(school, reservations, { now, clock: useClock(), span: window.span });
  const earlier = useEarlier(index, window.span);
  const { squawks } = index.sources;
  const grounding = useMemo(() => groundedIn(squawks), [squawks]);
  const conflicts = useConflicts(reservations, earlier, { fleet, due: items, horizons, grounding, now });
  const here = useMemo(
    () => scheduleHere({ reservations, fleet, conflicts }, narrowing),
    [reservations, fleet, conflicts, narrowing],
  );
  const shown = here.reservations;
  const given = useMemo(() => ({ reservations: shown, fleet: fleet ?? [], instructors: staff }), [shown, fleet, staff]);
  const resources = useKeptResources(calendar.by.value, given);
  const isMonth = calendar.view.value === 'month';
  const daysReading = readingOf('days', summaries);
  const rest = [maintenance.fleetReading, maintenance.reading, ...maintenance.beside];
  const ofWindow = useKnowledge(window.reading);
  const ofDays = useKnowledge(daysReading);
  const ofAll = useKnowledge(window.reading, ...rest, assessed.squawks);
  const isOfDays = isMonth && !window.isAll;
  return {
    ...window,
    /** What is known of the shown reservations, or of the summaries of a month. */
    known: isOfDays ? ofDays : ofWindow,
    /** The same, for views that report unread parts day by day. */
    ofRead: useKnowledge({ ...window.reading, gaps: (window.reading.gaps ?? []).filter(({ of }) => of !== 'day') }),
    /** What is known of all sources of conflicts and spare aircraft. */
    ofConflicts: isOfDays ? ofDays : ofAll,
    ofSpares: useKnowledge(window.reading, ...rest, ...Object.values(assessed)),
    /** One summary per day of a month; null until loaded, and in other views. */
    days: (isMonth && summaries.data?.value.days) || null,
    reading: isMonth ? daysReading : window.reading,
    refetch: () => refresh(window.queryKey, daysKey, ['api', 'listAircraft']),
    fleet,
    due: items,
    /** The reservations of the next two weeks with their history; null until they are loaded. */
    ahead: maintenance.schedule,
    /** The ids of the aircraft whose reminders are read. */
    answered: useMemo(
      () => new Set(maintenance.answers.map(({ aircraft }) => aircraft.aircraftId)),
      [maintenance.answers],
    ),
    resources: useMemo(() => rowsHere(resources, narrowing), [resources, narrowing]),
    /** The part at the selected location; everything else here is for the whole school. */
    here,
    narrowing,
    /** Whether all sources of conflicts are loaded: only then can there be none. */
    isSettled: window.isHere && ofAll.state === 'known',
    conflictsOf: useMemo(() => conflictsOfReservations(conflicts), [conflicts]),
    upkeep: useMemo(() => upkeepByAircraft(items, horizons), [items, horizons]),
    checks,
    /** The data that the assessments of these reservations use. */
    readiness: index,
    /** How many aircraft lack the reminders that conflicts need. */
    unchecked: Math.max(0, total - known),
    crossings: useMemo(() => crossingReservations(horizons), [horizons]),
    beside: [
      maintenance.fleetReading,
      ...(calendar.by.value === 'instructor' ? [readingOf('listInstructors', instructors), ...readings] : []),
      ...(isMonth ? [{ ...window.reading, isOptional: true }] : []),
    ],
  };
}
const nobody: readonly Instructor[] = [];

/**
 * Instructors who have a row even without a reservation. At a chosen location, these are the ones that the API's own
 * filter lists there or nowhere.
 */
function useStaff(listed: readonly Instructor[] = nobody, isWanted: boolean) {
  const { requested, chosen, locations } = useLocationChoice();
  const isNarrowed = isWanted && requested !== null;
  const { lists, readings } = useInstructorLists(useSchool(), locations, isNarrowed);
  const staff = useMemo(() => {
    if (!isNarrowed) return listed;
    return lists ? listed.filter(({ userId }) => whereIsInstructor(userId, lists, chosen) !== 'elsewhere') : nobody;
  }, [isNarrowed, listed, lists, chosen]);
  return { staff, readings };
}

export type Schedule = ReturnType<typeof useSchedule>;

/**
 * The reservations of the days in view. A month is drawn from summaries, so only the reservations of its selected day are
 * loaded. All of them are loaded for its conflicts, or for one aircraft, person or location.
 */
function useWindow({ view, date, conflicts, resource, span: shown }: Calendar) {
  const school = useSchool();
  const isNarrowed = useLocationChoice().requested !== null;
  const [isAllWanted, setAllWanted] = useState(false);
  const isAll =
    view.value !== 'month' || conflicts.value === 'shown' || resource.value !== '' || isNarrowed || isAllWanted;
  const day = useMemo(() => daySpan(date.value, school.timeZone), [date.value, school.timeZone]);
  const requested = isAll ? shown : day;
  const query = windowQuery(school, requested);
  const result = useQuery({ ...query, placeholderData: keepPreviousData });
  const { data, isPlaceholderData } = result;
  const window = useMemo(
    () => shownWindow({ data, isPlaceholderData }, requested),
    [data, isPlaceholderData, requested],
  );
  const reading = readingOf('reservations', result);
  return {
    ...window,
    /** Whether they cover all days in view. */
    isAll,
    loadAll: useCallback(() => setAllWanted(true), []),
    asOf: window.isHere ? reading.asOf : null,
    reading: windowReading(reading, window),
    queryKey: query.queryKey,
  };
}

function useSummaries({ view, first, count }: Calendar) {
  const query = daysQuery(useSchool(), first, addDays(first, count - 1));
  return { summaries: useQuery({ ...query, ...onlyIf(view.value === 'month') }), daysKey: query.queryKey };
}

type Beside = Pick<ConflictSources, 'fleet' | 'due' | 'grounding' | 'now'> & {
  readonly horizons: ConflictSources['horizons'] | null;
};

/** The reservations from before the days in view: an aircraft or a person may not be back from them. */
function useEarlier({ sources: { schedule } }: ReadinessIndex, span: Span | null) {
  const start = span?.start ?? Number.NEGATIVE_INFINITY;
  return useMemo(() => schedule.reservations.filter(({ end }) => end <= start), [schedule.reservations, start]);
}

/** The conflicts of these reservations; parts that did not change are not searched again. */
function useConflicts(
  reservations: readonly TimedReservation[],
  earlier: readonly TimedReservation[],
  { fleet, due, horizons, grounding, now }: Beside,
) {
  const [search] = useState(() => {
    let previous: ConflictSearch | null = null;
    return (sources: ConflictSources) => (previous = searchConflicts(sources, previous));
  });
  return useMemo(() => {
    const isEarlier = new Set(earlier);
    const all = earlier.length === 0 ? reservations : [...earlier, ...reservations].toSorted(byStart);
    const { conflicts } = search({ reservations: all, fleet, due, horizons: horizons ?? new Map(), grounding, now });
    return conflicts.filter(({ reservation }) => !isEarlier.has(reservation));
  }, [search, reservations, earlier, fleet, due, horizons, grounding, now]);
}

/** The rows; unchanged ones stay the same objects. */
function useKeptResources(kind: Parameters<typeof resourcesOf>[0], sources: Parameters<typeof resourcesOf>[1]) {
  const rows = useMemo(() => resourcesOf(kind, sources), [kind, sources]);
  return useKept(rows, keptRows);
}
