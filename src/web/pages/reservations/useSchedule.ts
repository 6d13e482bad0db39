import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { isTimed, type TimedBooking } from '#domain/reservations/bookings.ts';
import { usualFactor } from '#domain/maintenance/horizon.ts';
import { windowOddities } from '#domain/answers/pageChecks.ts';
import { conflictsOfBookings, findConflicts } from '#domain/conflicts/conflicts.ts';
import { type Resource, resourcesOf } from '#domain/timeline/resources.ts';
import { crossingBookings, upkeepByAircraft } from '#domain/conflicts/upkeep.ts';
import { addDays, daySpan, type Instant, type Span } from '#domain/time/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useDispatchChecks } from '#web/queries/fitness.ts';
import { useMaintenance } from '#web/queries/maintenance.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { failureOf, readingOf } from '#web/queries/readings.ts';
import { daysQuery, windowQuery } from '#web/queries/replica.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import type { Calendar } from './useCalendar.ts';

const maintenanceOptions = { factor: usualFactor, withInactive: false };

/** The bookings that the calendar shows, with what stands for and against them. */
export function useSchedule(calendar: Calendar, now: Instant) {
  const school = useSchool();
  const refresh = useRefresh();
  const window = useBookings(calendar);
  const { summaries, daysKey } = useSummaries(calendar);
  const maintenance = useMaintenance(school, now, maintenanceOptions);
  const instructorsQuery = listQuery(school, 'listInstructors', {});
  const instructors = useQuery({ ...instructorsQuery, enabled: calendar.by.value === 'instructor' });

  const { bookings } = window;
  const { fleet, items, horizons } = maintenance;
  const { known, total } = maintenance.progress;
  const listed = instructors.data?.value.records;
  const sources = useMemo(
    () => ({ bookings, fleet: fleet ?? [], instructors: listed ?? [] }),
    [bookings, fleet, listed],
  );
  const resources = useKeptResources(calendar.by.value, sources);
  const conflicts = useMemo(
    () => findConflicts({ bookings, fleet, due: items, horizons: horizons ?? new Map(), now }),
    [bookings, fleet, items, horizons, now],
  );
  const { checks, index } = useDispatchChecks(school, bookings, { now, clock: useClock(), span: window.span });
  const isMonth = calendar.view.value === 'month';
  return {
    ...window,
    /** One summary per day of a month; null while they are not here, and in other views. */
    days: summaries.data?.value.days ?? null,
    reading: isMonth ? readingOf('days', summaries) : window.reading,
    refetch: () => refresh(window.queryKey, daysKey, ['api', 'listAircraft']),
    fleet,
    due: items,
    /** The bookings of the weeks around now that forecasts walk; null until they are here. */
    ahead: maintenance.bookings,
    /** The ids of the aircraft whose reminders have been read. */
    answered: useMemo(
      () => new Set(maintenance.answers.map(({ aircraft }) => aircraft.aircraftId)),
      [maintenance.answers],
    ),
    resources,
    conflicts,
    /** Whether all is known that a conflict rests on: only then there are none. */
    isSettled: window.isHere && window.missing.length === 0 && fleet !== null && known >= total,
    conflictsOf: useMemo(() => conflictsOfBookings(conflicts), [conflicts]),
    upkeep: useMemo(() => upkeepByAircraft(items, horizons), [items, horizons]),
    checks,
    /** What the assessments of these bookings rest on. */
    readiness: index,
    /** Of how many aircraft the reminders are missing that conflicts rest on. */
    unchecked: Math.max(0, total - known),
    crossings: useMemo(() => crossingBookings(horizons), [horizons]),
    beside: [
      maintenance.fleetReading,
      ...(calendar.by.value === 'instructor' ? [readingOf('listInstructors', instructors)] : []),
      ...(isMonth ? [{ ...window.reading, isOptional: true }] : []),
    ],
  };
}
export type Schedule = ReturnType<typeof useSchedule>;

const none: readonly TimedBooking[] = [];
const noSpans: readonly Span[] = [];

/**
 * The bookings of the days in view. A month is drawn from summaries, so that only those of its chosen day are loaded, and all
 * of them where its conflicts or those of one aircraft or person are asked for.
 */
function useBookings({ view, date, conflicts, resource, span: shown }: Calendar) {
  const school = useSchool();
  const [isAllWanted, setAllWanted] = useState(false);
  const isAll = view.value !== 'month' || conflicts.value === 'shown' || resource.value !== '' || isAllWanted;
  const day = useMemo(() => daySpan(date.value, school.timeZone), [date.value, school.timeZone]);
  const windowSpan = isAll ? shown : day;
  const query = windowQuery(school, windowSpan);
  const result = useQuery({ ...query, placeholderData: keepPreviousData });
  // Another window keeps the frame standing; its bookings are not these.
  const isHere = result.data !== undefined && !result.isPlaceholderData;
  const window = isHere ? result.data.value : null;
  const reading = readingOf('reservations', result);
  const loaded = window?.bookings;
  return {
    bookings: useMemo(() => loaded?.filter(isTimed) ?? none, [loaded]),
    /** The days whose bookings they are; null while they are not here. */
    span: isHere && window?.missing.length === 0 ? windowSpan : null,
    notes: window ? windowOddities(window) : [],
    setAside: window?.setAside ?? [],
    /** What has not been read of the days whose bookings are here. */
    missing: window?.missing ?? noSpans,
    /** Whether the bookings are here, and whether they are those of all days in view. */
    isHere,
    isAll,
    loadAll: useCallback(() => setAllWanted(true), []),
    asOf: window ? reading.asOf : null,
    reading: isHere || failureOf(result) === null ? reading : { ...reading, asOf: null },
    queryKey: query.queryKey,
  };
}

function useSummaries({ view, first, count }: Calendar) {
  const query = daysQuery(useSchool(), first, addDays(first, count - 1));
  return { summaries: useQuery({ ...query, enabled: view.value === 'month' }), daysKey: query.queryKey };
}

/** The rows; those that a refresh did not touch stay the same objects. */
function useKeptResources(kind: Parameters<typeof resourcesOf>[0], sources: Parameters<typeof resourcesOf>[1]) {
  const [kept, setKept] = useState<readonly Resource[]>([]);
  const rows = useMemo(() => resourcesOf(kind, sources, kept), [kind, sources, kept]);
  if (rows !== kept) setKept(rows);
  return rows;
}
