import { type ReactNode, useId } from 'react';
import type { NoneText } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { ErrorNote } from './ErrorNote.tsx';
import { None } from './None.tsx';
import { useConnection } from '#web/ui/page/connection.tsx';
import { useIsPast, useOnceReady, useSecond } from '#web/ui/page/now.ts';
import style from './Panel.module.css';
import { panelState } from './panelModel.ts';
import { Placeholder, useReport } from './PanelsTogether.tsx';
import { useClock, useLocationChoice } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

type PanelProps = {
  title: ReactNode;
  /** How many there are: every list says so. */
  count?: ReactNode;
  /** The source without which there is nothing to show. */
  reading: Reading;
  /** Sources that only add to it: the panel waits three seconds for them, then stands without, and says which failed. */
  beside?: readonly Reading[];
  onRetry: () => void;
  /** Search and filters, beside the title. */
  tools?: ReactNode;
  actions?: ReactNode;
  /** What to say when there is nothing, or when that is not known; null where there is something. */
  empty?: NoneText | null;
  /** What follows it, such as a link. */
  afterEmpty?: ReactNode;
  /** Below the content, also of an empty or a failed panel; not before, or the content would push it down. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A piece of a page with its own data: it is loading, failed, empty, or there, and then fresh, late or stale. */
export function Panel(props: PanelProps) {
  const { title, count, reading, beside, onRetry, tools, actions, empty = null, afterEmpty, footer, children } = props;
  const heading = useId();
  const now = useSecond();
  const clock = useClock();
  const isNarrowed = useLocationChoice().asked !== null;
  const connection = useConnection();
  const shown = panelState(reading, beside ?? [], { now, clock, connection });
  const { state: known, isSettled, age, isStale, wait, failures, withoutConnection } = shown;
  const isThere = known !== 'loading' && known !== 'failed';
  const isOpen = useOnceReady(isSettled, isThere);
  const hasData = isThere && isOpen;
  const state = hasData || known === 'failed' ? known : 'loading';
  useReport(state === 'loading');
  return (
    <section className={style['panel']} aria-labelledby={heading} data-state={state}>
      <header className={style['header']}>
        <h2 id={heading}>{title}</h2>
        {tools}
        <div className={style['facts']} data-is-narrowed={isNarrowed}>
          {count != null && hasData && <span>{count}</span>}
          {age && !age.isWarning && <span>{age.text}</span>}
          {age?.isWarning && <Warning>{age.text}</Warning>}
        </div>
        {actions && <div className={style['actions']}>{actions}</div>}
      </header>
      {wait !== null && (
        <div className={style['failed']} role="status">
          <Warning>{wait}</Warning>
        </div>
      )}
      {failures.map(({ source, text }) => (
        <div key={source} className={style['failed']} role="status">
          <Warning>{text}</Warning>
          <Button onClick={onRetry}>Refresh now</Button>
        </div>
      ))}
      <div className={isStale ? 'hatched' : undefined}>
        {withoutConnection && <None of={withoutConnection} className={style['empty']} />}
        {!withoutConnection && state === 'loading' && <Waiting reading={reading} />}
        {state === 'failed' && reading.failure && <ErrorNote failure={reading.failure} onRetry={onRetry} />}
        {hasData && !empty && children}
        {hasData && empty && (
          <None of={empty} className={style['empty']}>
            {afterEmpty}
          </None>
        )}
      </div>
      {(isOpen || state !== 'loading') && footer}
    </section>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <StateMark shape="triangle" tone="warning">
      {children}
    </StateMark>
  );
}

/** Milliseconds of quiet loading; then it is said that nothing has come, where nothing else says why. */
const quiet = 1_000;

function Waiting({ reading: { source, failure } }: { reading: Reading }) {
  const isLong = useIsPast(quiet);
  return (
    <>
      <Placeholder />
      {isLong && !failure && (
        <p className={style['failed']} role="status">
          {source} not known yet: the flight service has not answered. Retrying automatically.
        </p>
      )}
    </>
  );
}
