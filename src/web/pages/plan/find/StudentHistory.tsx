import { type ReactNode, useMemo } from 'react';
import { type CourseHistory, historyInReport, historyInReservations } from '#domain/planning/history.ts';
import { isFinding } from '#domain/reports/loading/loadPlan.ts';
import { isWhole, scopeText } from '#domain/reports/loading/part.ts';
import { spanFilters } from '#domain/reservations/reservationSpans.ts';
import { dayOf } from '#domain/time/time.ts';
import { useReservationPage } from '#web/queries/lists.ts';
import { useReportLoad } from '#web/queries/reports/reportLoader.ts';
import { Button } from '#web/ui/controls/buttons.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useRights, useSchool } from '#web/ui/page/school.tsx';
import { useUrlChoice } from '#web/ui/page/urlState.ts';
import style from '#web/pages/plan/plan.module.css';

/** A student's lessons so far, with the words that say where they were counted. */
export type History = {
  /** Null until they are known. */
  readonly known: CourseHistory | null;
  readonly words: ReactNode;
};

type Draw = (history: History | null) => ReactNode;

/** Reads the lessons of a student: from the local copy, or on request from the report of training sessions. */
export function WithHistory({ student, children }: { student: string | null; children: Draw }) {
  const shown = useUrlChoice('lessons', ['copy', 'report'], 'copy');
  const { mayAsk } = useRights();
  const mayLoad = mayAsk('reportTrainingSessions');
  if (student === null) return children(null);
  if (shown.value === 'report' && mayLoad) return <FromReport student={student}>{children}</FromReport>;
  const load = mayLoad ? () => void shown.set('report') : null;
  return (
    <FromCopy student={student} load={load}>
      {children}
    </FromCopy>
  );
}

type SourceProps = { student: string; children: Draw };

/** The most that the API gives at once. */
const mostReservations = 250;

function FromCopy({ student, load, children }: SourceProps & { load: (() => void) | null }) {
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const asked = useMemo(() => {
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    const { before } = spanFilters({ day: today, zone, ahead: school.copyDays.ahead });
    const filters = { ...before, userId: { operator: 'eq', values: [student] } } as const;
    return { query: { filters, limit: mostReservations }, pageSize: mostReservations };
  }, [school, student, today]);
  const { reservations, reading } = useReservationPage(school, asked, now);
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

/** Rows that load without a further request: the newest two or three months of a busy school. */
const usualRows = 2_000;
const query = {};

function FromReport({ student, children }: SourceProps) {
  const school = useSchool();
  const now = useMinute();
  const { loader, plan, reading } = useReportLoad(school, 'reportTrainingSessions', {
    query,
    queryText: 'lessons of a student',
    target: usualRows,
    wholeUpTo: usualRows,
  });
  const rows = isFinding(plan) ? null : plan.rows;
  const known = useMemo(() => {
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    return rows && rows.length > 0 ? historyInReport(rows, student, { now, zone }) : null;
  }, [rows, student, now, school]);
  const isLoading = plan.status === 'loading';
  const words = !known
    ? isLoading
      ? 'Lessons are loading from the report.'
      : 'Lessons with this student are not known: the report could not be read.'
    : isWhole(plan)
      ? 'Lessons are counted in the report of training sessions.'
      : `Lessons are counted in the report of training sessions: ${scopeText(plan)}.`;
  return children({
    known,
    words: (
      <p className={style['quiet']} role="status">
        {words}{' '}
        {known && !isWhole(plan) && !isLoading && (
          <Button onClick={() => loader.load(Infinity)}>Load the whole report</Button>
        )}
        {reading.failure && !isLoading && <Button onClick={loader.resume}>Retry</Button>}
      </p>
    ),
  });
}
