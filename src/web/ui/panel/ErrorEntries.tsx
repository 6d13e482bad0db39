import type { ErrorEntry } from '#contract/errors.ts';
import type { Lenient } from '#contract/lenient.ts';
import type { Failure } from '#domain/answers/failures.ts';
import { CopyButton } from './CopyButton.tsx';

/** The error entries of an answer (section 7), each member by its name, to be copied for whoever must look into it. */
export function ErrorEntries({ failure: { status, entries } }: { failure: Failure }) {
  return (
    <details>
      <summary>Error details{status ? ` (${status})` : ''}</summary>
      <ul>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no identity and never reorder
          <li key={index}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
      <CopyButton label="Copy what the service said" text={JSON.stringify({ status, entries }, null, 2)} />
    </details>
  );
}

function Entry({ entry }: { entry: Lenient<ErrorEntry> }) {
  const members = [
    ['code', entry.code],
    ['message', entry.message],
    ['category', entry.category],
    ['parameter', entry.dataField],
    ['technical', entry.techMessage],
  ] as const;
  return (
    <dl>
      {members.map(([name, value]) =>
        value == null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
