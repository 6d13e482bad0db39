import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { printFilter } from '#contract/filters.ts';
import { inSpan, toBooking } from '#domain/reservations/bookings.ts';
import { idsIn } from '#domain/duty/duties.ts';
import { timeOffText } from '#domain/duty/dutyWords.ts';
import { pageOddities } from '#domain/answers/pageChecks.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { zoneOf } from '#web/queries/replica.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import style from './instructor.module.css';

const forever = 8.64e15;

/** An instructor's time off in the next six weeks, by the display type the API has for it; all of it is in the list. */
export function TimeOffPanel({ userId, words }: { userId: string; words: SentenceWords }) {
  const school = useSchool();
  const clock = useClock();
  const today = dayOf(useMinute(), school.timeZone);
  const soon = spanFilters(today, { name: school.timeZone, zoneless: school.zonelessTimes });
  const filters = {
    ...soon.weeks,
    displayTypeId: { operator: 'eq', values: ['10'] },
    userId: { operator: 'eq', values: [userId] },
  } as const;
  const query = { filters, limit: 250 };
  const { startTime } = soon.from;
  const later = { view: 'list', displayTypeId: 'eq:10', userId: `eq:${userId}`, endTime: 'any' };
  const laterAddress = `/reservations?${new URLSearchParams({ ...later, startTime: startTime ? printFilter(startTime) : 'any' })}`;
  const refresh = useRefresh();
  const listed = listQuery(school, 'listReservations', query);
  const result = useQuery(listed);
  const page = result.data?.value;
  const bookings = (page?.records ?? []).map((record) => toBooking(record, zoneOf(school)));
  const wanted = userId.toLowerCase();
  const own = bookings.filter(
    (booking) => booking.kind === 'Instructor Time Off' && idsIn(booking).some((id) => id.toLowerCase() === wanted),
  );
  const off = inSpan(own, { start: daySpan(today, school.timeZone).start, end: forever });
  const others = bookings.length - own.length;
  return (
    <Panel
      title="Time off"
      count={off.length === 0 ? 'none in six weeks' : `${off.length} in six weeks`}
      reading={readingOf('listReservations', result)}
      onRetry={() => refresh(listed.queryKey)}
    >
      <Notices
        notes={[
          ...(page && !result.isPlaceholderData ? pageOddities(page, query) : []),
          others > 0
            ? `The service did not filter as asked: ${others} reservations are no time off of this person, and left out.`
            : null,
        ]}
        setAside={[{ what: 'reservations', records: page?.setAside ?? [] }]}
      />
      <p className={style['none']}>
        <Link to={laterAddress}>All time off from today on, as the service lists it</Link>
      </p>
      {off.length === 0 && <p className={style['none']}>No time off is booked in the next six weeks.</p>}
      <ul className={style['timeOff']}>
        {off.map((booking) => (
          <li key={booking.key}>
            <span className={style['times']}>{timeOffText(booking, clock)}</span>
            <span>{booking.record.displayName || booking.activity || booking.type}</span>
          </li>
        ))}
      </ul>
      <QueryShown id="listReservations" query={query} words={words} />
    </Panel>
  );
}
