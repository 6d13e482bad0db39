import { dayOf } from '#domain/time/time.ts';
import { useReportMemories } from '#web/data/reports/reportMemory.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { ApiDetails } from '#web/components/panel/QueryShown.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { type Answer, reportAnswers } from './answers.ts';
import { reportIndex, type ReportLine, type ReportLines } from './indexModel.ts';
import style from './ReportsPage.module.css';

/** Which report answers which question, with ready-made views and what was there at the last visit. */
export function ReportsPage() {
  const { operatorId, timeZone } = useSchool();
  const memories = useReportMemories(operatorId);
  const { mayAsk } = useRights();
  const groups = reportIndex(memories, dayOf(useMinute(), timeZone), mayAsk);
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <>
      <PageHeader title="Reports" />
      <Answers answers={reportAnswers(mayAsk)} />
      <h2 className={style['all']}>All {count} reports</h2>
      <div className={style['groups']}>
        {groups.map((group) => (
          <Group key={group.key} group={group} />
        ))}
      </div>
      <ReportsApiDetails groups={groups} />
    </>
  );
}

/** What people ask most, with the periods that answer it. */
function Answers({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null;
  return (
    <ul className={style['answers']} aria-label="Questions">
      {answers.map(({ name, question, links }) => (
        <li key={name}>
          <h2>{name}</h2>
          <p>{question}</p>
          <span role="group" aria-label={name}>
            {links.map(({ label, link }) => (
              <AppLink key={link} className={style['period']} to={link} aria-label={`${name}: ${label}`}>
                {label}
              </AppLink>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Group({ group: { name, key, lines } }: { group: ReportLines }) {
  const heading = `group-${key}`;
  return (
    <section className={style['group']} aria-labelledby={heading}>
      <h3 id={heading}>
        {name} <span>{lines.length}</span>
      </h3>
      <ul>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </section>
  );
}

/** The link covers the whole line. */
function Line({ line: { name, question, link, size, newest } }: { line: ReportLine }) {
  return (
    <li className={style['line']}>
      <AppLink coversRow className={style['open']} to={link}>
        {name}
      </AppLink>
      <span className={style['seen']}>
        {size !== null && <span>{size}</span>}
        {newest !== null && <span>{newest}</span>}
      </span>
      <p>{question}</p>
    </li>
  );
}

/** At the bottom, for people who know the API. */
function ReportsApiDetails({ groups }: { groups: readonly ReportLines[] }) {
  const lines = groups.flatMap((group) => group.lines);
  return (
    <div className={style['api']}>
      <ApiDetails name="reports">
        <p>
          Columns are detected from the data. Row counts, newest days and columns are from your last visit in this
          browser.
        </p>
        <ul>
          {lines.map(({ id, name, dataSet, parameters, columns }) => (
            <li key={id}>
              <span>{name}</span> <code>{dataSet}</code>
              {parameters !== null && <span>{parameters}</span>}
              {columns !== null && <span>{columns}</span>}
            </li>
          ))}
        </ul>
      </ApiDetails>
    </div>
  );
}
