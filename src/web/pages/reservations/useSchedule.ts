import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { usualFactor } from '#domain/horizon.ts';
import { shownDays, turned, windowsOf } from '#domain/schedule/calendarView.ts';
import { conflictsOfBookings, findConflicts } from '#domain/schedule/conflicts.ts';
import { type Resource, resourcesOf } from '#domain/schedule/resources.ts';
import { crossingBookings, upkeepByAircraft } from '#domain/schedule/upkeep.ts';
import { daySpan, type Instant } from '#domain/time.ts';
import { useMaintenance } from '#web/queries/maintenance.ts';
import { listQuery } from '#web/queries/operations.ts';
import { readingOf } from '#web/queries/reading.ts';
import { usePrefetchedWindows, useReservationWindows } from '#web/queries/reservationWindows.ts';
import { type Pace, usualPace } from '#web/queries/reservations.ts';
import { useSchool } from '#web/ui/school.tsx';
import type { Calendar } from './useCalendar.ts';

/** Six weeks are many pages: a month is asked again every ten minutes. */
const monthPace: Pace = { callClass: 'person', interval: 10 * 60_000 };
const maintenanceOptions = { factor: usualFactor, withInactive: false };

/** The bookings that the calendar shows, with what stands for and against them. */
export function useSchedule(calendar: Calendar, now: Instant) {
  const school = useSchool();
  const view = calendar.view.value;
  const spans = useMemo(
    () => windowsOf(calendar.first, calendar.count, school.timeZone),
    [calendar.first, calendar.count, school.timeZone],
  );
  const windows = useReservationWindows(school, spans, view === 'month' ? monthPace : usualPace);
  usePrefetchedWindows(school, useNeighbours(calendar), windows.done === windows.total);
  const maintenance = useMaintenance(school, now, maintenanceOptions);
  const instructors = useQuery({
    ...listQuery(school, 'listInstructors', {}),
    enabled: calendar.by.value === 'instructor',
  });

  const { bookings } = windows;
  const { fleet, items, horizons } = maintenance;
  const sources = useMemo(
    () => ({ bookings, fleet: fleet ?? [], instructors: instructors.data?.value.records ?? [] }),
    [bookings, fleet, instructors.data],
  );
  const resources = useKeptResources(calendar.by.value, sources);
  const conflicts = useMemo(
    () => findConflicts({ bookings, fleet, due: items, horizons: horizons ?? new Map(), now }),
    [bookings, fleet, items, horizons, now],
  );
  return {
    ...windows,
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
    conflictsOf: useMemo(() => conflictsOfBookings(conflicts), [conflicts]),
    upkeep: useMemo(() => upkeepByAircraft(items, horizons), [items, horizons]),
    crossings: useMemo(() => crossingBookings(horizons), [horizons]),
    beside: [
      maintenance.fleetReading,
      ...(calendar.by.value === 'instructor' ? [readingOf('listInstructors', instructors)] : []),
    ],
  };
}
export type Schedule = ReturnType<typeof useSchedule>;

/** The windows of the same view before and after this one; none of a month, which is too much to ask in advance. */
function useNeighbours({ view, date, days }: Calendar) {
  const zone = useSchool().timeZone;
  return useMemo(() => {
    if (view.value === 'month' || view.value === 'list') return [];
    return ([1, -1] as const).map((direction) => {
      const { first, count } = shownDays(view.value, turned(view.value, date.value, days.value, direction), days.value);
      return daySpan(first, zone, count);
    });
  }, [view.value, date.value, days.value, zone]);
}

/** The rows; those that a refresh did not touch stay the same objects. */
function useKeptResources(kind: Parameters<typeof resourcesOf>[0], sources: Parameters<typeof resourcesOf>[1]) {
  const [kept, setKept] = useState<readonly Resource[]>([]);
  const rows = useMemo(() => resourcesOf(kind, sources, kept), [kind, sources, kept]);
  if (rows !== kept) setKept(rows);
  return rows;
}
