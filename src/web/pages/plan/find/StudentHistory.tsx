import { useMemo } from 'react';
import { historyInReservations } from '#domain/planning/history.ts';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { dayOf } from '#domain/time/time.ts';
import { useReservationPage } from '#web/data/lists.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { fileWhenWanted } from '#web/components/controls/overlays.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice } from '#web/components/page/urlState.ts';
import style from '#web/pages/plan/plan.module.css';
import { type Draw, loadingLessons, type SourceProps } from './history.ts';

/** The code that reads reports loads with the first request for one. */
const useReportHistory = fileWhenWanted(() => import('./ReportHistory.tsx'));

/** Reads the lessons of a student: from the local copy, or on request from the report of training sessions. */
export function WithHistory({ student, children }: { student: string | null; children: Draw }) {
  const shown = useUrlChoice('lessons', ['copy', 'report'], 'copy');
  const { mayAsk } = useRights();
  const mayLoad = mayAsk('reportTrainingSessions');
  if (student === null) return children(null);
  if (shown.value === 'report' && mayLoad) return <FromReport student={student}>{children}</FromReport>;
  const load = mayLoad ? () => shown.set('report') : null;
  return (
    <FromCopy student={student} load={load}>
      {children}
    </FromCopy>
  );
}

function FromReport(props: SourceProps) {
  const file = useReportHistory();
  if (file) return <file.ReportHistory {...props} />;
  return props.children({ known: null, words: <p className={style['quiet']}>{loadingLessons}</p> });
}

/** The most that the API gives at once. */
const maxReservations = 250;

function FromCopy({ student, load, children }: SourceProps & { load: (() => void) | null }) {
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const question = useMemo(() => {
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    const { before } = spanFilters({ day: today, zone, ahead: school.copyDays.ahead });
    const filters = { ...before, userId: { operator: 'eq', values: [student] } } as const;
    return { query: { filters, limit: maxReservations }, pageSize: maxReservations };
  }, [school, student, today]);
  const { reservations, reading } = useReservationPage(school, question, now);
  const isRead = reading.asOf !== null;
  const known = useMemo(
    () => (isRead ? historyInReservations(reservations, student, now) : null),
    [isRead, reservations, student, now],
  );
  const words = known
    ? 'Lessons are counted in the reservations of the two weeks before today. Earlier ones are not known.'
    : 'Lessons with this student are not known.';
  return children({
    known,
    words: (
      <p className={style['quiet']}>
        {words} {load && <Button onClick={load}>Count all lessons in the report</Button>}
      </p>
    ),
  });
}
