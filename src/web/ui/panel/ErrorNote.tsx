import { type Failure, failureWords } from '#domain/answers/failures.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { ErrorEntries } from './ErrorEntries.tsx';
import style from './ErrorNote.module.css';
import { useClockIfKnown } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

/** A failure in words, with what to do, a way to try again, and the service's own error entries for whoever must report it. */
export function ErrorNote({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { title, advice } = failureWords(failure, useClockIfKnown());
  return (
    <div className={style['note']} role="alert">
      <StateMark shape="triangle" tone="warning">
        <strong>{title}</strong>
      </StateMark>
      <p>{advice}</p>
      <div className={style['actions']}>
        <Button onClick={onRetry}>Try again</Button>
        {failure.entries.length > 0 && <ErrorEntries failure={failure} />}
      </div>
    </div>
  );
}
