import { useMediaQuery } from '#web/ui/page/display.tsx';
import { lazy } from 'react';
import { dayOf } from '#domain/time/time.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { CalendarBar } from './CalendarBar.tsx';
import { CalendarHeader } from './CalendarHeader.tsx';
import { DetailsPanel } from './details/DetailsPanel.tsx';
import { LateButton, LatePanel, useLate } from './attention/LateList.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { useCalendar } from './useCalendar.ts';

/** With its table and filters it is as large as all other views together. */
const ListView = lazy(() => import('./list/ListView.tsx').then((view) => ({ default: view.ListView })));

/** The page a dispatcher keeps open all day: what is booked, in six ways, and the reservation that is open beside it. */
export function ReservationsPage() {
  const school = useSchool();
  const now = useMinute();
  const isWide = useMediaQuery('(min-width: 700px)');
  const calendar = useCalendar(dayOf(now, school.timeZone), isWide);
  const late = useLate(now);
  const lateButton = <LateButton calendar={calendar} late={late} />;
  const latePanel = calendar.late.value === 'shown' && <LatePanel late={late} now={now} />;
  if (calendar.view.value !== 'list') {
    return (
      <SchedulePanel calendar={calendar} now={now} lateButton={lateButton}>
        {latePanel}
      </SchedulePanel>
    );
  }
  return (
    <>
      <CalendarHeader calendar={calendar} />
      <CalendarBar calendar={calendar}>{lateButton}</CalendarBar>
      {latePanel}
      <ListView day={calendar.date.value} />
      {calendar.open !== null && <DetailsPanel reservationKey={calendar.open} onClose={calendar.close} />}
    </>
  );
}
