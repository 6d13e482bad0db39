import { useQuery } from '@tanstack/react-query';
import { inSpan, toBooking } from '#domain/bookings.ts';
import { idsIn } from '#domain/duty/duties.ts';
import { timeOffText } from '#domain/duty/dutyWords.ts';
import { pageOddities } from '#domain/pageChecks.ts';
import type { SentenceWords } from '#domain/sentences.ts';
import { dayOf, daySpan, wallText } from '#domain/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { zoneOf } from '#web/queries/replica.ts';
import { Notices } from '#web/ui/Notices.tsx';
import { useMinute } from '#web/ui/now.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryShown } from '#web/ui/QueryShown.tsx';
import { useClock, useSchool } from '#web/ui/school.tsx';
import style from './instructor.module.css';

const forever = 8.64e15;

/** An instructor's time off that is not over, by the display type the API has for it. */
export function TimeOffPanel({ userId, words }: { userId: string; words: SentenceWords }) {
  const school = useSchool();
  const clock = useClock();
  const today = daySpan(dayOf(useMinute(), school.timeZone), school.timeZone);
  const filters = {
    endTime: { operator: 'gt', values: [wallText(today.start, school.timeZone)] },
    displayTypeId: { operator: 'eq', values: ['10'] },
    userId: { operator: 'eq', values: [userId] },
  } as const;
  const query = { filters, limit: 250 };
  const refresh = useRefresh();
  const listed = listQuery(school, 'listReservations', query);
  const result = useQuery(listed);
  const page = result.data?.value;
  const bookings = (page?.records ?? []).map((record) => toBooking(record, zoneOf(school)));
  const wanted = userId.toLowerCase();
  const own = bookings.filter(
    (booking) => booking.kind === 'Instructor Time Off' && idsIn(booking).some((id) => id.toLowerCase() === wanted),
  );
  const off = inSpan(own, { start: today.start, end: forever });
  const others = bookings.length - own.length;
  return (
    <Panel
      title="Time off"
      count={off.length === 0 ? 'none to come' : `${off.length} to come`}
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
      {off.length === 0 && <p className={style['none']}>No time off is booked from today on.</p>}
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
