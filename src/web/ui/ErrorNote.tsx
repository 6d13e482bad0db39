import { type Failure, failureWords } from '#domain/failures.ts';
import { Button } from './controls.tsx';
import style from './ErrorNote.module.css';
import { StateMark } from './StateMark.tsx';

/** A failure in words, with what to do, a way to try again, and the service's own error entries for whoever must report it. */
export function ErrorNote({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { title, advice } = failureWords(failure);
  return (
    <div className={style['note']} role="alert">
      <StateMark shape="triangle" tone="warning">
        <strong>{title}</strong>
      </StateMark>
      <p>{advice}</p>
      <div className={style['actions']}>
        <Button onClick={onRetry}>Try again</Button>
        {failure.entries.length > 0 && <Entries failure={failure} />}
      </div>
    </div>
  );
}

function Entries({ failure }: { failure: Failure }) {
  return (
    <details>
      <summary>What the service said{failure.status ? ` (${failure.status})` : ''}</summary>
      <ul>
        {failure.entries.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- entries have no identity and never reorder
          <li key={index}>
            {[entry.code, entry.dataField, entry.message, entry.techMessage].filter((part) => part != null).join(' · ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
