import type { ReplicaState } from '#contract/gateway/replica.ts';
import { localCopyRows, type LocalCopyRow } from '#domain/answers/localCopy.ts';
import type { Instant } from '#domain/time/time.ts';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import style from './LocalCopy.module.css';
import { copyWarnings, findingsOf, incompleteParts, noFindingsText, storageText } from './model.ts';

/** The gateway's copy of the school: what is loaded and how old it is, where it is stored, and how the service deviates. */
export function LocalCopy({ replica, at }: { replica: ReplicaState; at: Instant }) {
  return (
    <div className={style['inside']}>
      <p>{storageText(replica.storage)}</p>
      {copyWarnings(replica, useClock()).map((warning) => (
        <Warning key={warning} text={warning} />
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys */}
      <div className={style['scroll']} role="region" aria-label="Loaded records" tabIndex={0}>
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
            {localCopyRows(replica.sets, at).map((row) => (
              <SetRow key={row.name} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <Incomplete incomplete={replica.incomplete} />
      <Findings findings={replica.findings} sets={replica.sets} />
    </div>
  );
}

function Incomplete({ incomplete }: Pick<ReplicaState, 'incomplete'>) {
  const found = incompleteParts(incomplete, useClock());
  if (!found) return null;
  return (
    <section aria-labelledby="incomplete">
      <h3 id="incomplete">Not complete</h3>
      <p>
        <Warning text={found.summary} />
      </p>
      <ul>
        {found.lines.map(({ key, what, text }) => (
          <li key={key}>
            <b>{what}:</b> {text}
          </li>
        ))}
        {found.rest !== null && <li>{found.rest}</li>}
      </ul>
    </section>
  );
}

function Warning({ text }: { text: string }) {
  return (
    <StateMark shape="triangle" tone="warning">
      {text}
    </StateMark>
  );
}

function SetRow({ row }: { row: LocalCopyRow }) {
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>{row.progress}</td>
      <td data-is-late={row.isLate}>{row.age}</td>
      <td>{row.expected}</td>
      <td>{row.failure !== null && <Warning text={row.failure} />}</td>
    </tr>
  );
}

function Findings({ findings, sets }: Pick<ReplicaState, 'findings' | 'sets'>) {
  return (
    <section aria-labelledby="findings">
      <h3 id="findings">Deviations from the specification</h3>
      {findings.length === 0 ? (
        <p>{noFindingsText(sets)}</p>
      ) : (
        <ul>
          {findingsOf(findings).map(({ key, records, text, example }) => (
            <li key={key}>
              <b>{records}:</b> {text}
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
