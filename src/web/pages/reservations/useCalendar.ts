import { readKey } from '#domain/lists/links.ts';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { calendarViews, shownDays, timelineDays, turned } from '#domain/calendar/calendarView.ts';
import { type Day, daySpan } from '#domain/time/time.ts';
import { useHere } from '#web/ui/page/here.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { useUrlChoice, useUrlDay, useUrlText } from '#web/ui/page/urlState.ts';

const rowKinds = ['aircraft', 'instructor', 'pilot'] as const;

/** What the address says of the calendar: the view, its days, its rows, and the reservation that is open. */
export function useCalendar(today: Day, isWide: boolean) {
  const zone = useSchool().timeZone;
  const view = useUrlChoice('view', calendarViews, isWide ? 'timeline' : 'agenda');
  const date = useUrlDay('date', today);
  const days = useUrlChoice('days', timelineDays, '1');
  const by = useUrlChoice('by', rowKinds, 'aircraft');
  const resource = useUrlText('resource');
  const conflicts = useUrlChoice('conflicts', ['hidden', 'shown'], 'hidden');
  const late = useUrlChoice('late', ['hidden', 'shown'], 'hidden');
  const reservation = useUrlText('reservation');
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
    open: readKey(reservation.value),
    openReservation: useCallback(
      (booking: TimedBooking) => void navigate(here({ reservation: booking.key })),
      [navigate, here],
    ),
    close: useCallback(() => void navigate(here({ reservation: null })), [navigate, here]),
    first,
    count,
    span,
    today,
    turn: (direction: -1 | 1) => date.set(turned(view.value, date.value, days.value, direction)),
    problems: [view.problem, date.problem, days.problem, by.problem, conflicts.problem, late.problem],
  };
}
export type Calendar = ReturnType<typeof useCalendar>;
