import { useQuery } from '@tanstack/react-query';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import { preciseText } from '#domain/time/clock.ts';
import { localCopyRows, type LocalCopyRow, setNames } from '#domain/answers/localCopy.ts';
import { stateQuery } from '#web/queries/replica.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { Card } from './Card.tsx';
import style from './LocalCopyPanel.module.css';

/**
 * The gateway's own copy of the school: what has been read, how old it is, where it is stored, and how the service's answers
 * differ from the specification.
 */
export function LocalCopyPanel() {
  const state = useQuery(stateQuery).data?.value;
  const replica = state?.replica;
  if (!state || !replica) return null;
  return (
    <Card title="Local copy">
      <div className={style['inside']}>
        <Storage replica={replica} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys */}
        <div className={style['scroll']} role="region" aria-label="What has been read" tabIndex={0}>
          <table className={style['sets']}>
            <thead>
              <tr>
                <th scope="col">Records</th>
                <th scope="col">Parts read</th>
                <th scope="col">Age</th>
                <th scope="col">Expected</th>
                <th scope="col">Last failure</th>
              </tr>
            </thead>
            <tbody>
              {localCopyRows(replica.sets, Date.parse(state.at)).map((row) => (
                <SetRow key={row.name} row={row} />
              ))}
            </tbody>
          </table>
        </div>
        <Findings findings={replica.findings} />
      </div>
    </Card>
  );
}

function Storage({ replica: { storage, resumesAt } }: { replica: ReplicaState }) {
  const clock = useClock();
  return (
    <>
      <p>
        {storage.isDurable
          ? 'Stored in a file, which outlives a restart.'
          : 'Kept in memory alone: after a restart it is read again.'}
      </p>
      {storage.trouble !== null && (
        <StateMark shape="triangle" tone="warning">
          {storage.trouble}
        </StateMark>
      )}
      {resumesAt !== null && (
        <StateMark shape="triangle" tone="warning">
          Loading resumes at {preciseText(Date.parse(resumesAt), clock)}: rate limit reached
        </StateMark>
      )}
    </>
  );
}

function SetRow({ row }: { row: LocalCopyRow }) {
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>{row.progress}</td>
      <td data-is-late={row.isLate}>{row.age}</td>
      <td>{row.expected}</td>
      <td>
        {row.failure !== null && (
          <StateMark shape="triangle" tone="warning">
            {row.failure}
          </StateMark>
        )}
      </td>
    </tr>
  );
}

function Findings({ findings }: Pick<ReplicaState, 'findings'>) {
  return (
    <section aria-labelledby="findings">
      <h3 id="findings">Deviations from the specification</h3>
      {findings.length === 0 ? (
        <p>None in the latest answers of the service.</p>
      ) : (
        <ul>
          {findings.map(({ set, kind, count, example }) => (
            <li key={`${set} ${kind}`}>
              <b>{setNames[set]}:</b> {kind} {count === 1 ? 'Once' : `${count.toLocaleString('en')} times`}
              {example !== null && (
                <>
                  , for example <code>{example}</code>
                </>
              )}
              .
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
