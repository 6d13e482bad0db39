import { signInAddress } from '#domain/access/rights.ts';
import { referenceLength } from '#contract/gateway/callClass.ts';
import { type Failure, failureWords } from '#domain/answers/failures.ts';
import { isTold } from '#domain/answers/outage.ts';
import style from './ErrorNote.module.css';
import { useConnection } from '#web/components/page/connection.tsx';
import { useClockIfKnown } from '#web/components/page/school.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import type { ErrorEntry } from '#contract/errors.ts';
import type { Lenient } from '#contract/tolerant.ts';
import { CopyButton } from './CopyButton.tsx';

/**
 * A failure in words, with advice, a retry button, and the service's own error entries for a report. Only a dash while the screen's
 * banner says the same cause. It must work before the school is known, and before MUI is loaded.
 */
export function ErrorNote({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { title, advice } = failureWords(failure, useClockIfKnown());
  const connection = useConnection();
  if (isTold(failure, connection)) return <p role="status">—</p>;
  return (
    <div className={style['note']} role="alert">
      <StateMark shape="triangle" tone="warning">
        <strong>{title}</strong>
      </StateMark>
      <p>{advice}</p>
      <div className={style['actions']}>
        {failure.kind === 'signed out' ? (
          <a className="plain-button" href={signInAddress(location)}>
            Sign in
          </a>
        ) : (
          // oxlint-disable-next-line react/forbid-elements -- drawn before MUI is loaded
          <button type="button" className="plain-button" onClick={onRetry}>
            Try again
          </button>
        )}
        {failure.entries.length > 0 && <ErrorEntries failure={failure} />}
      </div>
    </div>
  );
}

/** The error entries of an answer (section 7), each member by name, and its reference in the log. */
export function ErrorEntries({ failure: { status, entries, reference } }: { failure: Failure }) {
  return (
    <details>
      <summary>Error details{status ? ` (${status})` : ''}</summary>
      <ul>
        {entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no identity and never reorder
          <li key={index}>
            <Entry entry={entry} reference={reference} />
          </li>
        ))}
      </ul>
      <CopyButton label="Copy error details" text={JSON.stringify({ status, reference, entries }, null, 2)} />
    </details>
  );
}

function Entry({ entry, reference }: { entry: Lenient<ErrorEntry>; reference: Failure['reference'] }) {
  const members = [
    ['code', entry.code],
    ['message', entry.message],
    ['category', entry.category],
    ['parameter', entry.dataField],
    ['technical', entry.techMessage],
    // People read out the reference: the log is searched for its beginning.
    ['reference', reference?.slice(0, referenceLength)],
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
