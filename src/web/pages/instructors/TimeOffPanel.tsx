import { useQuery } from '@tanstack/react-query';
import { inSpan, toBooking } from '#domain/bookings.ts';
import { timeOffText } from '#domain/duty/dutyWords.ts';
import { countBreaches, pageOddities } from '#domain/pageChecks.ts';
import type { SentenceWords } from '#domain/sentences.ts';
import { dayOf, daySpan, wallText } from '#domain/time.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
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
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const records = page?.records ?? [];
  const off = inSpan(
    records.map((record) => toBooking(record, zone)).filter(({ kind }) => kind === 'Instructor Time Off'),
    { start: today.start, end: forever },
  );
  const ignored = countBreaches(records, filters.displayTypeId, (one) => one.reservationType?.displayTypeId);
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
          ignored > 0
            ? `The service did not filter as asked: ${ignored} reservations are no time off, and left out.`
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
