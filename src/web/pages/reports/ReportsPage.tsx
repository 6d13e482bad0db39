import { dayText } from '#domain/time/clock.ts';
import {
  dataSetOf,
  documentedParameters,
  type ReportGroup,
  reportGroups,
  type ReportId,
  reportIds,
  reportNames,
} from '#domain/reports/loading/reportQuery.ts';
import { type ReportMemory, useReportMemories } from '#web/queries/reports/reportMemory.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { rowsText } from './loadModel.ts';
import style from './ReportsPage.module.css';

type Memories = ReadonlyMap<ReportId, ReportMemory>;

/** All data sets, with their parameters and what was seen at the last visit. */
export function ReportsPage() {
  const memories = useReportMemories(useSchool().operatorId);
  return (
    <>
      <PageHeader title="Reports">
        <p className={style['about']}>
          {reportIds.length} data sets. Columns are detected from the data. Parameters are listed where the API
          documents any.
        </p>
      </PageHeader>
      <DataSetGroups memories={memories} />
    </>
  );
}

/** The data sets by subject. */
export function DataSetGroups({ memories }: { memories: Memories }) {
  return (
    <div className={style['groups']}>
      {reportGroups.map((group) => (
        <Group key={group.name} group={group} memories={memories} />
      ))}
    </div>
  );
}

function Group({ group, memories }: { group: ReportGroup; memories: Memories }) {
  const heading = `group-${group.ids[0]}`;
  return (
    <section className={style['group']} aria-labelledby={heading}>
      <h2 id={heading}>
        {group.name} <span>{group.ids.length}</span>
      </h2>
      <ul>
        {group.ids.map((id) => (
          <DataSet key={id} id={id} memory={memories.get(id)} />
        ))}
      </ul>
    </section>
  );
}

function DataSet({ id, memory }: { id: ReportId; memory: ReportMemory | undefined }) {
  const parameters = documentedParameters(id);
  return (
    <li className={style['set']}>
      <AppLink to={`/reports/${dataSetOf(id)}`}>{reportNames[id]}</AppLink>
      <code>{dataSetOf(id)}</code>
      {parameters && <p>{parameters}</p>}
      <p className={style['seen']}>
        {memory?.keys && (
          <>
            {memory.rows !== null && <strong>{rowsText(memory.rows)}</strong>}
            <span>{memory.keys.columns.length} columns</span>
            <span>{dayText(memory.keys.day)}</span>
          </>
        )}
      </p>
    </li>
  );
}
