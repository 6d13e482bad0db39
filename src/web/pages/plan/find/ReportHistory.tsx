import { useMemo } from 'react';
import { historyInReport } from '#domain/planning/history.ts';
import { isFinding } from '#domain/reports/loading/loadPlan.ts';
import { isWhole, scopeText } from '#domain/reports/loading/part.ts';
import { useReportLoad } from '#web/data/reports/reportLoader.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import style from '#web/pages/plan/plan.module.css';
import { loadingLessons, type SourceProps } from './history.ts';

/** Rows that load without a further request: the newest two or three months of a busy school. */
const defaultRows = 2_000;
const query = {};

/** The lessons of a student from the report of training sessions. */
export function ReportHistory({ student, children }: SourceProps) {
  const school = useSchool();
  const now = useMinute();
  const { loader, plan, reading } = useReportLoad(school, 'reportTrainingSessions', {
    query,
    queryText: 'lessons of a student',
    target: defaultRows,
    wholeUpTo: defaultRows,
  });
  const rows = isFinding(plan) ? null : plan.rows;
  const known = useMemo(() => {
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    return rows && rows.length > 0 ? historyInReport(rows, student, { now, zone }) : null;
  }, [rows, student, now, school]);
  const isLoading = plan.status === 'loading';
  const words = !known
    ? isLoading
      ? loadingLessons
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
