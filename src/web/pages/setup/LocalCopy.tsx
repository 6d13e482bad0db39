import type { ReplicaState } from '#contract/gateway/replica.ts';
import { localCopyRows, type LocalCopyRow } from '#domain/answers/localCopy.ts';
import type { Instant } from '#domain/time/time.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
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
      <div className={style['sets']}>
        <DataTable
          caption="Loaded records"
          columns={setColumns}
          rows={localCopyRows(replica.sets, at)}
          rowId={({ name }) => name}
          scrolls="sets"
        />
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

const column = columnsOf<LocalCopyRow>();

const setColumns = column.columns([
  column.accessor('name', { header: 'Records' }),
  column.accessor('progress', { header: 'Parts loaded' }),
  column.accessor('age', {
    header: 'Age',
    cell: ({ row: { original } }) => <span data-is-late={original.isLate}>{original.age}</span>,
  }),
  column.accessor('expected', { header: 'Expected' }),
  column.accessor('failure', {
    header: 'Last failure',
    cell: ({ row: { original } }) => original.failure !== null && <Warning text={original.failure} />,
  }),
]);

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
