import type { ReactNode } from 'react';
import { failureWords } from '#domain/answers/failures.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { useClock } from '#web/ui/page/school.tsx';
import style from '#web/pages/board/Frame.module.css';

/** A screen without data says what it waits for, or why it has none. */
export function Waiting({ reading: { source, failure } }: { reading: Reading }) {
  const clock = useClock();
  return (
    <p className={style['words']} role="status">
      {failure
        ? `${source}: ${failureWords(failure, clock).title}. It is asked again by itself.`
        : `${source}: loading…`}
    </p>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className={style['words']}>{children}</p>;
}

export function Fault({ error }: { error: unknown }) {
  return (
    <p className={style['words']} role="alert">
      This screen has a fault; the others go on. {error instanceof Error ? error.message : String(error)}
    </p>
  );
}
