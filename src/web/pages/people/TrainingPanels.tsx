import { useMemo } from 'react';
import { reportNames } from '#domain/reports/loading/reportQuery.ts';
import { useReportLoad } from '#web/data/reports/reportLoader.ts';
import { Progress } from '#web/components/controls/bars/Progress.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice } from '#web/components/page/urlState.ts';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import style from './people.module.css';
import { trainingList, trainingProgress, type TrainingReport, trainingReports } from './trainingModel.ts';

/**
 * A person's courses, lessons and flight hours. They are in whole reports of the service, which has no filter for people,
 * so they load only on request.
 */
export function TrainingPanels({ userId }: { userId: string }) {
  const { mayAsk } = useRights();
  const shown = useUrlChoice('training', ['reports', 'no'], 'no');
  const allowed = trainingReports.filter((id) => mayAsk(id));
  if (allowed.length === 0) return null;
  if (shown.value === 'reports') return allowed.map((id) => <ReportPanel key={id} id={id} userId={userId} />);
  const names = allowed.map((id) => reportNames[id].toLowerCase()).join(', ');
  return (
    <PlainPanel title="Training and hours">
      <p className={style['ask']}>
        <Button onClick={() => shown.set('reports')}>Load courses, lessons and hours</Button>
        <span>From the reports: {names}. They are for the whole school, so this takes several calls.</span>
      </p>
    </PlainPanel>
  );
}

const titles: Readonly<Record<TrainingReport, string>> = {
  reportStudentProgress: 'Courses',
  reportTrainingSessions: 'Lessons',
  reportFlights: 'Flight hours',
};

/** Rows of a report that load without a further request: the newest two or three months of a busy school. */
const defaultRows = 2_000;
const query = {};

function ReportPanel({ id, userId }: { id: TrainingReport; userId: string }) {
  const school = useSchool();
  const now = useMinute();
  const { loader, plan, reading } = useReportLoad(school, id, {
    query,
    queryText: 'training',
    target: defaultRows,
    wholeUpTo: defaultRows,
  });
  const known = useKnowledge(reading);
  const { lines, count, none, scope, notes, hasMore } = useMemo(() => {
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    return trainingList(id, plan, { userId, now, zone, known });
  }, [id, plan, userId, now, school, known]);
  const isLoading = plan.status === 'loading';
  return (
    <Panel
      title={titles[id]}
      count={count}
      reading={reading}
      onRetry={loader.resume}
      empty={lines.length === 0 && !isLoading ? none : null}
      footer={
        <div className={style['loading']}>
          {isLoading && (
            <Progress label={`${titles[id]}: rows loaded`} value={plan.rows.length} max={plan.totalItems ?? 0} />
          )}
          {isLoading && <span role="status">{trainingProgress(plan)}</span>}
          {isLoading && <Button onClick={loader.cancel}>Cancel</Button>}
          {hasMore && <Button onClick={() => loader.load(Infinity)}>Load the whole report</Button>}
        </div>
      }
    >
      <Notices notes={notes} scope={scope} />
      <ul className={style['training']}>
        {lines.map(({ key, title, text }) => (
          <li key={key}>
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
